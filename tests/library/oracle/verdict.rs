//! The verdicts of both on one payload, and where they may differ.

use std::collections::BTreeSet;

use serde::de::IgnoredAny;
use serde_json::Value;
use universal_accounting::documents::CreationRequest;
use universal_accounting::report::{Finding, Policy, Report, Severity};
use universal_accounting::{base_data, documents, transactions};

use crate::oracle::json::repeats_a_key;
use crate::oracle::payload::Entry;
use crate::oracle::schema::{Refusal, What, refusals};

/// Errors of ours that the schema leaves out, and why it does.
pub(crate) const STATED_BY_NO_SCHEMA: &[(&str, &str)] = &[
    ("currency-unknown", "the list of ISO 4217 is no pattern"),
    ("iban-invalid", "registry, length, structure and check digits are no pattern"),
    ("amount-range", "what the decimal type holds is no pattern"),
    ("rate-precision", "what the decimal type holds is lost in a binary float"),
    ("rate-range", "100.00000000000000000001 and -1e-400 are 100 and 0 as binary floats"),
    ("count-form", "1.0 and 1e2 are integers to a schema, and an integer has no upper end"),
    ("tax-period-reversed", "a schema can't compare two members"),
    ("duplicate-external-id", "a schema knows equal records, not equal members of records"),
    ("service-id-missing", "a schema doesn't see the request"),
    ("service-id-unasked", "a schema doesn't see the request"),
    ("counts-differ", "a schema neither adds nor sees the request"),
];

/// What we know besides the payload.
#[derive(Debug, Clone, Default)]
pub(crate) struct Beside {
    pub(crate) request: Option<CreationRequest>,
    pub(crate) sent: Option<u64>,
}

/// What we say of a payload.
pub(crate) fn report(entry: Entry, source: &[u8], beside: &Beside) -> Report {
    let policy = &Policy::new();
    match entry {
        Entry::BaseData => base_data::check(source, policy),
        Entry::Transactions => transactions::check(source, policy),
        Entry::DocumentRequest => documents::check(source, policy),
        Entry::DocumentResult => documents::check_result(source, beside.request.as_ref(), policy),
        Entry::BaseDataResult => base_data::check_result(source, policy),
        Entry::ImportResult => transactions::check_result(source, beside.sent, policy),
    }
}

/// What the two say of one payload.
pub(crate) struct Verdicts {
    errors: Vec<Finding>,
    /// None where the payload is no JSON to the oracle, or has a key twice, of which the oracle sees one only.
    refusals: Option<Vec<Refusal>>,
    repeats_a_key: bool,
    is_json: bool,
}

impl Verdicts {
    pub(crate) fn on(entry: Entry, source: &[u8], beside: &Beside) -> Self {
        let mut errors = report(entry, source, beside).findings;
        errors.retain(|finding| finding.rule.severity == Severity::Error);
        // A mark before the text is a warning (decisions), and what follows it is judged.
        let source = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source);
        let repeats_a_key = repeats_a_key(source);
        let payload = serde_json::from_slice::<Value>(source).ok().filter(|_| repeats_a_key == Some(false));
        Self {
            errors,
            refusals: payload.map(|payload| refusals(entry, &payload)),
            repeats_a_key: repeats_a_key == Some(true),
            // Skipping judges the grammar alone: no number is too large for it and no half of a character missing.
            is_json: serde_json::from_slice::<IgnoredAny>(source).is_ok(),
        }
    }

    /// Whether both see the same and refuse nothing.
    pub(crate) fn accept(&self) -> bool {
        self.errors.is_empty() && self.refusals.as_ref().is_some_and(Vec::is_empty)
    }

    /// The listed rules that were broken where the schema has nothing to say.
    pub(crate) fn listed(&self) -> BTreeSet<&'static str> {
        let Some(refusals) = &self.refusals else { return BTreeSet::new() };
        let ours = self.errors.iter().filter(|error| is_listed(error.rule.id) && !self.is_stated(error, refusals));
        ours.map(|error| error.rule.id).collect()
    }

    /// Where the two differ, in words; nothing where they agree.
    pub(crate) fn differences(&self) -> Vec<String> {
        if self.repeats_a_key && !self.errors.iter().any(|finding| finding.rule.id == "duplicate-key") {
            return vec!["a key stands twice, and we don't say so".to_owned()];
        }
        if !self.is_json && self.errors.is_empty() {
            return vec!["this is no JSON, and we don't say so".to_owned()];
        }
        let Some(refusals) = &self.refusals else { return Vec::new() };
        let unanswered = refusals.iter().filter(|refusal| !self.errors.iter().any(|error| answers(error, refusal)));
        let unanswered = unanswered.map(|refusal| format!("the schema refuses, we don't: {refusal:?}"));
        let unstated = self.errors.iter().filter(|error| !is_listed(error.rule.id) && !self.is_stated(error, refusals));
        let unstated =
            unstated.map(|error| format!("we refuse, the schema doesn't: {} at {:?}", error.rule.id, error.pointer));
        unanswered.chain(unstated).collect()
    }

    /// Whether the schema refuses what the finding is about.
    fn is_stated(&self, error: &Finding, refusals: &[Refusal]) -> bool {
        let stated = |refusal: &Refusal| match refusal.what {
            // A missing field is stated by its own refusal alone.
            What::Lacks(_) => answers(error, refusal),
            What::Repeats => false,
            What::Other(_) => refusal.pointer == error.pointer,
        };
        // Under a name that is wrong in its case only, the value and all that is in it are judged along.
        let judged_along = |named: &Finding| {
            let below = error.pointer.strip_prefix(&*named.pointer);
            named.rule.id == "misnamed-field" && below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
        };
        // In a list that should be in an object, the records are judged along; no schema looks into it.
        let in_a_bare_array = |bare: &Finding| bare.rule.id == "bare-array";
        refusals.iter().any(stated)
            || self.errors.iter().any(judged_along)
            || self.errors.iter().any(in_a_bare_array) && refusals.iter().any(|refusal| refusal.pointer.is_empty())
    }
}

fn is_listed(rule: &str) -> bool {
    STATED_BY_NO_SCHEMA.iter().any(|(id, _)| *id == rule)
}

/// Whether a finding says what a refusal says, at the same place.
fn answers(error: &Finding, refusal: &Refusal) -> bool {
    let names = |name: &str| error.params.iter().any(|(key, value)| *key == "field" && value.to_string() == name);
    let parent = error.pointer.rsplit_once('/').map(|(parent, _)| parent);
    match (&refusal.what, error.rule.id) {
        (What::Lacks(name), "missing-field") => error.pointer == refusal.pointer && names(name),
        // Misspelt is missing: said once, at the key.
        (What::Lacks(name), "misnamed-field") => parent == Some(&*refusal.pointer) && names(name),
        // Said of the second of two records, of their ids or of what else is wrong with both.
        (What::Repeats, _) => error.pointer.strip_prefix(&*refusal.pointer).is_some_and(|below| below.starts_with('/')),
        // One transaction in place of a list of them lacks the list.
        (What::Lacks(_), "bare-transaction") | (What::Other(_), _) => error.pointer == refusal.pointer,
        (What::Lacks(_), _) => false,
    }
}
