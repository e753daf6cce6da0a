//! Typed records from JSON through `serde_json`, by the rules that every payload goes through.

use serde::de::{Deserialize, Deserializer, Error};
use serde_json::value::RawValue;

use super::object::read_object;
use crate::record::{Record, TypedRecord};
use crate::report::{Collector, Policy, Report, Severity};

/// Reads one record from its own JSON text, so that numbers keep their digits and nothing gets in beside the rules.
pub(crate) fn deserialize_record<'de, T, D>(
    deserializer: D,
    check: &mut dyn FnMut(&mut Record<'_>, &mut Collector<'_>),
) -> Result<T, D::Error>
where
    T: TypedRecord,
    D: Deserializer<'de>,
{
    let json = Box::<RawValue>::deserialize(deserializer)?;
    let reading = read_object(json.get().as_bytes(), &Policy::new(), "record", check);
    reading.value.ok_or_else(|| refusal(&reading.report))
}

/// So many errors are told.
const TOLD: usize = 3;

/// What serde is told of a record that breaks the contract.
pub(crate) fn refusal<E: Error>(report: &Report) -> E {
    let errors = report.findings.iter().filter(|finding| finding.rule.severity == Severity::Error);
    let mut told: Vec<String> =
        errors.take(TOLD).map(|error| format!("{}: {}", error.rule.id, error.message())).collect();
    if report.errors > told.len() {
        told.push(format!("and {} further errors", report.errors - told.len()));
    }
    E::custom(told.join("; "))
}
