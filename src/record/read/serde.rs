//! Reads typed records from JSON through `serde_json`, with the same rules as for every payload.

use serde::de::{Deserialize, Deserializer, Error};
use serde_json::value::RawValue;

use super::object::read_object;
use crate::record::{Record, TypedRecord};
use crate::report::{Collector, Finding, Policy, Report, Severity};

/// Reads one record from its JSON text, so that numbers keep their digits and every rule is checked.
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
    reading.value.ok_or_else(|| serde_error(&reading.report))
}

/// The maximum number of errors in the message for serde.
const MAX_ERRORS: usize = 3;

/// Returns the serde error for a record that breaks the contract.
pub(crate) fn serde_error<E: Error>(report: &Report) -> E {
    let is_error = |finding: &&Finding| finding.rule.severity == Severity::Error;
    let mut messages = Vec::new();
    for error in report.findings.iter().filter(is_error).take(MAX_ERRORS) {
        messages.push(format!("{}: {}", error.rule.id, error.message()));
    }
    if report.errors > messages.len() {
        let rest = report.errors - messages.len();
        messages.push(format!("and {rest} further errors"));
    }
    E::custom(messages.join("; "))
}
