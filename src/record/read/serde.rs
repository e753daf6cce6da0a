//! Typed records from JSON through `serde_json`, by the rules that every payload goes through.

use serde::de::{Deserialize, Deserializer, Error};
use serde_json::value::RawValue;

use super::object::read_object;
use crate::record::{Field, Record, TypedRecord};
use crate::report::{Collector, Policy, Report, Severity};

/// Reads one record from its own JSON text, so that numbers keep their digits and nothing gets in beside the rules.
pub(crate) fn deserialize_record<'de, T, D>(
    deserializer: D,
    fields: &'static [Field],
    check: &mut dyn FnMut(&mut Record<'_>, &mut Collector<'_>),
) -> Result<T, D::Error>
where
    T: TypedRecord,
    D: Deserializer<'de>,
{
    let json = Box::<RawValue>::deserialize(deserializer)?;
    let reading = read_object(json.get().as_bytes(), &Policy::new(), fields, "record", check);
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

/// Lets typed records be read through serde.
macro_rules! deserialized {
    ($($record:ident),* $(,)?) => {
        $(
            /// From JSON alone, through `serde_json`: by the same rules as any payload. Not behind `#[serde(flatten)]` or in an
            /// untagged enum, which keep no JSON text.
            impl<'de> serde::Deserialize<'de> for $record {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    $crate::record::deserialize_record(deserializer, $record::FIELDS, &mut |_, _| {})
                }
            }
        )*
    };
}

pub(crate) use deserialized;
