//! What the schema says of a payload.

use std::sync::LazyLock;

use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

use crate::oracle::payload::Entry;

/// One refusal of the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// Where, as a JSON pointer.
    pub(crate) pointer: String,
    pub(crate) what: What,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum What {
    /// The object has no member of that name.
    Lacks(String),
    /// Two items of the list are the same.
    Repeats,
    /// Anything else, in the words of the oracle.
    Other(String),
}

/// A validator for each entry point of the schema.
static VALIDATORS: LazyLock<Vec<(Entry, Validator)>> = LazyLock::new(|| {
    let schema: Value = serde_json::from_str(include_str!("../../contract.schema.json")).unwrap();
    let validator = |entry: Entry| {
        let mut schema = schema.clone();
        schema["$ref"] = format!("#/$defs/{}", entry.name()).into();
        (entry, jsonschema::validator_for(&schema).unwrap())
    };
    Entry::ALL.into_iter().map(validator).collect()
});

/// All refusals.
pub(crate) fn refusals(entry: Entry, payload: &Value) -> Vec<Refusal> {
    let validator = VALIDATORS.iter().find(|(known, _)| *known == entry).map(|(_, validator)| validator).unwrap();
    let refusal = |error: jsonschema::ValidationError<'_>| Refusal {
        pointer: error.instance_path().as_str().to_owned(),
        what: match error.kind() {
            ValidationErrorKind::Required { property } => What::Lacks(property.as_str().unwrap().to_owned()),
            ValidationErrorKind::UniqueItems => What::Repeats,
            other => What::Other(other.keyword().to_owned()),
        },
    };
    validator.iter_errors(payload).map(refusal).collect()
}
