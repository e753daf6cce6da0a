use super::check::each;
use super::model::{BaseData, Records};
use crate::report::{Policy, Report};

/// What reading a payload gave.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Reading {
    /// The base data, where the payload has no error.
    pub value: Option<BaseData>,
    /// The records without an error, where the payload as a whole has one; else nothing.
    pub salvaged: Records,
    /// All that was found.
    pub report: Report,
}

/// Reads a base data payload into typed values; the findings are those of [`check`](super::check).
///
/// A warning never keeps a value from being built, also where the policy denies it.
///
/// ```
/// use universal_accounting::{base_data, report::Policy};
///
/// let reading = base_data::read(br#"{"projects": [{"name": "Neubau"}, {"name": 7}]}"#, &Policy::new());
/// assert!(reading.value.is_none() && !reading.report.is_valid());
/// assert_eq!(reading.salvaged.projects.len(), 1);
/// ```
#[must_use]
pub fn read(source: &[u8], policy: &Policy) -> Reading {
    let mut values = Some(Records::default());
    let report = each(source, policy, &mut values);
    let records = values.unwrap_or_default();
    // A payload is taken whole or not at all, and errors that a policy made of warnings don't count.
    if report.breaks_the_contract() {
        return Reading { value: None, salvaged: records, report };
    }
    Reading { value: BaseData::new(records).ok(), salvaged: Records::default(), report }
}
