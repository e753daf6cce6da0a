//! Checks payloads against the schema.

use std::sync::LazyLock;

use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

use crate::oracle::payload::EntryPoint;

/// An error that the schema reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SchemaError {
    /// The JSON pointer of the value.
    pub(crate) pointer: String,
    pub(crate) reason: Reason,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The object lacks the member of this name.
    MissingField(String),
    /// Two items of the list are equal.
    DuplicateItem,
    /// Any other reason: the keyword of the schema.
    Other(String),
}

/// A validator for each entry point of the schema.
static VALIDATORS: LazyLock<Vec<(EntryPoint, Validator)>> = LazyLock::new(|| {
    let schema: Value = serde_json::from_str(include_str!("../../contract.schema.json")).unwrap();
    let validator = |entry_point: EntryPoint| {
        let mut schema = schema.clone();
        schema["$ref"] = format!("#/$defs/{}", entry_point.name()).into();
        (entry_point, jsonschema::validator_for(&schema).unwrap())
    };
    EntryPoint::ALL.into_iter().map(validator).collect()
});

/// Returns all errors of a payload.
pub(crate) fn schema_errors(entry_point: EntryPoint, payload: &Value) -> Vec<SchemaError> {
    let validator = VALIDATORS
        .iter()
        .find(|(known, _)| *known == entry_point)
        .map(|(_, validator)| validator)
        .unwrap();
    let schema_error = |error: jsonschema::ValidationError<'_>| SchemaError {
        pointer: error.instance_path().as_str().to_owned(),
        reason: match error.kind() {
            ValidationErrorKind::Required { property } => {
                Reason::MissingField(property.as_str().unwrap().to_owned())
            }
            ValidationErrorKind::UniqueItems => Reason::DuplicateItem,
            other => Reason::Other(other.keyword().to_owned()),
        },
    };
    validator.iter_errors(payload).map(schema_error).collect()
}
