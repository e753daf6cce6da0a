//! Compares the checker and the schema on one payload, and lists the rules that the schema can't express.

use std::collections::BTreeSet;

use serde::de::IgnoredAny;
use serde_json::Value;
use universal_accounting::documents::CreationRequest;
use universal_accounting::report::{Finding, Policy, Report, Severity};
use universal_accounting::{base_data, documents, journal, transactions};

use crate::oracle::json::has_duplicate_key;
use crate::oracle::payload::EntryPoint;
use crate::oracle::schema::{Reason, SchemaError, schema_errors};

/// The error rules that the schema can't express, each with the reason.
pub(crate) const RULES_BEYOND_SCHEMA: &[(&str, &str)] = &[
    ("currency-unknown", "the list of ISO 4217 is not a pattern"),
    (
        "iban-invalid",
        "registry, length, structure and check digits are not a pattern",
    ),
    (
        "amount-range",
        "the range of the decimal type is not a pattern",
    ),
    (
        "rate-precision",
        "a binary float loses digits that the decimal type keeps",
    ),
    (
        "rate-range",
        "100.00000000000000000001 and -1e-400 are 100 and 0 as binary floats",
    ),
    (
        "count-form",
        "1.0 and 1e2 are integers to a schema, and an integer has no maximum",
    ),
    ("tax-period-reversed", "a schema can't compare two members"),
    (
        "duplicate-external-id",
        "a schema knows equal records, not equal members of records",
    ),
    ("entry-unbalanced", "a schema doesn't add"),
    (
        "base64-invalid",
        "padding and line breaks of base64 are not a pattern that people can read",
    ),
    ("service-id-missing", "a schema doesn't see the request"),
    ("service-id-unasked", "a schema doesn't see the request"),
    (
        "counts-differ",
        "a schema neither adds nor sees the request",
    ),
];

/// What the checker knows in addition to the payload.
#[derive(Debug, Clone, Default)]
pub(crate) struct Context {
    pub(crate) request: Option<CreationRequest>,
    pub(crate) sent: Option<u64>,
}

/// Checks a payload.
pub(crate) fn report(entry_point: EntryPoint, source: &[u8], context: &Context) -> Report {
    let policy = &Policy::new();
    match entry_point {
        EntryPoint::BaseData => base_data::check(source, policy),
        EntryPoint::Transactions => transactions::check(source, policy),
        EntryPoint::DocumentRequest => documents::check(source, policy),
        EntryPoint::DocumentResult => {
            documents::check_result(source, context.request.as_ref(), policy)
        }
        EntryPoint::BaseDataResult => base_data::check_result(source, policy),
        EntryPoint::ImportResult => transactions::check_result(source, context.sent, policy),
        EntryPoint::Journal => journal::check(source, policy),
    }
}

/// The errors of the checker and of the schema for one payload.
pub(crate) struct Comparison {
    errors: Vec<Finding>,
    /// None if the oracle can't parse the payload, or if the payload has a duplicate key: the oracle sees only the last value.
    schema_errors: Option<Vec<SchemaError>>,
    has_duplicate_key: bool,
    is_json: bool,
}

impl Comparison {
    pub(crate) fn new(entry_point: EntryPoint, source: &[u8], context: &Context) -> Self {
        let mut errors = report(entry_point, source, context).findings;
        errors.retain(|finding| finding.rule.severity == Severity::Error);
        // A byte order mark is only a warning, and the text after it is checked.
        let source = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source);
        let has_duplicate_key = has_duplicate_key(source);
        let payload = serde_json::from_slice::<Value>(source)
            .ok()
            .filter(|_| has_duplicate_key == Some(false));
        Self {
            errors,
            schema_errors: payload.map(|payload| schema_errors(entry_point, &payload)),
            has_duplicate_key: has_duplicate_key == Some(true),
            // `IgnoredAny` checks only the grammar: it accepts numbers of any size and lone surrogates.
            is_json: serde_json::from_slice::<IgnoredAny>(source).is_ok(),
        }
    }

    /// Returns whether both accept the payload.
    pub(crate) fn both_accept(&self) -> bool {
        self.errors.is_empty() && self.schema_errors.as_ref().is_some_and(Vec::is_empty)
    }

    /// Returns the rules beyond the schema that were broken without an error of the schema.
    pub(crate) fn broken_rules_beyond_schema(&self) -> BTreeSet<&'static str> {
        let Some(schema_errors) = &self.schema_errors else {
            return BTreeSet::new();
        };
        let errors = self.errors.iter().filter(|error| {
            is_beyond_schema(error.rule.id) && !self.has_schema_error(error, schema_errors)
        });
        errors.map(|error| error.rule.id).collect()
    }

    /// Returns a description of each difference.
    pub(crate) fn differences(&self) -> Vec<String> {
        if self.has_duplicate_key
            && !self
                .errors
                .iter()
                .any(|finding| finding.rule.id == "duplicate-key")
        {
            return vec!["the checker does not report a duplicate key".to_owned()];
        }
        if !self.is_json && self.errors.is_empty() {
            return vec!["the checker does not report invalid JSON".to_owned()];
        }
        let Some(schema_errors) = &self.schema_errors else {
            return Vec::new();
        };
        let only_schema = schema_errors
            .iter()
            .filter(|schema_error| !self.errors.iter().any(|error| agree(error, schema_error)));
        let only_schema =
            only_schema.map(|schema_error| format!("only the schema reports {schema_error:?}"));
        let only_checker = self.errors.iter().filter(|error| {
            !is_beyond_schema(error.rule.id) && !self.has_schema_error(error, schema_errors)
        });
        let only_checker = only_checker.map(|error| {
            format!(
                "only the checker reports {} at {:?}",
                error.rule.id, error.pointer
            )
        });
        only_schema.chain(only_checker).collect()
    }

    /// Returns whether the schema reports an error that explains the finding.
    fn has_schema_error(&self, error: &Finding, schema_errors: &[SchemaError]) -> bool {
        let explains = |schema_error: &SchemaError| match schema_error.reason {
            // A missing field explains only the finding about this field.
            Reason::MissingField(_) => agree(error, schema_error),
            Reason::DuplicateItem => false,
            Reason::Other(_) => schema_error.pointer == error.pointer,
        };
        // The checker also checks the value of a field whose name is only wrong in its case.
        let is_below_misnamed_field = |misnamed: &Finding| {
            let below = error.pointer.strip_prefix(&*misnamed.pointer);
            misnamed.rule.id == "misnamed-field"
                && below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
        };
        // The checker also checks the records of a list without the object around it.
        let is_bare_array = |bare: &Finding| bare.rule.id == "bare-array";
        schema_errors.iter().any(explains)
            || self.errors.iter().any(is_below_misnamed_field)
            || self.errors.iter().any(is_bare_array)
                && schema_errors
                    .iter()
                    .any(|schema_error| schema_error.pointer.is_empty())
    }
}

fn is_beyond_schema(rule: &str) -> bool {
    RULES_BEYOND_SCHEMA.iter().any(|(id, _)| *id == rule)
}

/// Returns whether a finding and an error of the schema are about the same fault.
fn agree(error: &Finding, schema_error: &SchemaError) -> bool {
    let names = |name: &str| {
        error
            .params
            .iter()
            .any(|(key, value)| *key == "field" && value.to_string() == name)
    };
    let parent = error.pointer.rsplit_once('/').map(|(parent, _)| parent);
    match (&schema_error.reason, error.rule.id) {
        (Reason::MissingField(name), "missing-field") => {
            error.pointer == schema_error.pointer && names(name)
        }
        // The checker reports a misspelt field once, at its key.
        (Reason::MissingField(name), "misnamed-field") => {
            parent == Some(&*schema_error.pointer) && names(name)
        }
        // The checker reports the second of two equal records, for its id or for another error.
        (Reason::DuplicateItem, _) => error
            .pointer
            .strip_prefix(&*schema_error.pointer)
            .is_some_and(|below| below.starts_with('/')),
        // A single transaction instead of the payload lacks the list.
        (Reason::MissingField(_), "bare-transaction" | "wrong-payload") | (Reason::Other(_), _) => {
            error.pointer == schema_error.pointer
        }
        (Reason::MissingField(_), _) => false,
    }
}
