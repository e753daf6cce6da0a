use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::check::{RecordVisitor, visit_records};
use super::model::{BaseData, Records, with_lists};
use super::tax::{TaxPeriodRecord, TaxPeriodRules};
use super::{TaxPeriod, rules};
use crate::record::{
    Duplicate, FieldKind, Record, RecordRules, TypedRecord, deserialize_record, read_object,
    record, serde_error,
};
use crate::report::{Diagnostic, Policy, Reading, Report};
use crate::source::{Certain, SourceFile};

/// A base data payload that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BaseDataReading {
    /// The base data, if the payload has no error.
    pub value: Option<BaseData>,
    /// The records without an error, if the payload has an error; otherwise empty.
    pub partial: Records,
    /// The findings.
    pub report: Report,
}

/// Reads a base data payload into typed values. The findings are those of [`check`](super::check).
///
/// A record with only warnings is built, even if the policy denies warnings.
///
/// ```
/// use universal_accounting::{base_data, report::Policy};
///
/// let reading = base_data::read(br#"{"projects": [{"name": "Neubau"}, {"name": 7}]}"#, &Policy::new());
/// assert!(reading.value.is_none() && !reading.report.is_valid());
/// assert_eq!(reading.partial.projects.len(), 1);
/// ```
#[must_use]
pub fn read(source: &[u8], policy: &Policy) -> BaseDataReading {
    let mut collector = RecordCollector::default();
    let report = visit_records(&SourceFile::new(source), policy, Some(&mut collector));
    let records = collector.records;
    // The service accepts a payload as a whole or not at all. Warnings that the policy turned into errors don't count.
    if report.has_contract_errors() {
        return BaseDataReading {
            value: None,
            partial: records,
            report,
        };
    }
    // The check has reported repeated external ids as errors, so there are none.
    BaseDataReading {
        value: BaseData::from_unique_records(records).ok(),
        partial: Records::default(),
        report,
    }
}

/// Collects the records without an error.
#[derive(Default)]
struct RecordCollector {
    records: Records,
    /// The index in the current list of each record that was collected from it.
    indexes: Vec<usize>,
}

impl RecordVisitor for RecordCollector {
    fn visit_organization(&mut self, record: &Record<'_>) {
        self.records.organization = record.build();
    }

    fn visit_record(&mut self, list: &str, index: usize, record: &Record<'_>) {
        macro_rules! push {
            ($($name:literal $list:ident: $record:ty, $table:ident, $non_empty:literal, $description:literal;)*) => {
                match list {
                    $($name => self.indexes.extend(record.build().map(|record| {
                        self.records.$list.push(record);
                        index
                    })),)*
                    _ => {}
                }
            };
        }
        with_lists! { push }
    }

    fn end_list(&mut self, list: &str, duplicates: &[Duplicate]) {
        let mut indexes = std::mem::take(&mut self.indexes).into_iter();
        if duplicates.is_empty() {
            return;
        }
        let mut is_first = || {
            let index = indexes.next().certain();
            duplicates
                .binary_search_by_key(&index, |duplicate| duplicate.index)
                .is_err()
        };
        macro_rules! retain {
            ($($name:literal $list:ident: $record:ty, $table:ident, $non_empty:literal, $description:literal;)*) => {
                match list {
                    $($name => self.records.$list.retain(|_| is_first()),)*
                    _ => {}
                }
            };
        }
        with_lists! { retain }
    }
}

/// Deserializes from `serde_json` only, and checks the same rules as [`read`].
impl<'de> Deserialize<'de> for TaxPeriod {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize_record(deserializer, &mut TaxPeriodRules::report)
    }
}

impl Serialize for TaxPeriod {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        TaxPeriodRecord::from(self).serialize(serializer)
    }
}

/// Deserializes from `serde_json` only, and checks the same rules as [`read`].
impl<'de> Deserialize<'de> for BaseData {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Box::<RawValue>::deserialize(deserializer)?;
        let reading = read(json.get().as_bytes(), &Policy::new());
        reading.value.ok_or_else(|| serde_error(&reading.report))
    }
}

record! {
    /// The service's answer to an update of base data.
    pub UpdateResult called "base data result", "the answer to an update of base data" {
        required "success" success: bool, FieldKind::Boolean, "whether the base data was imported successfully", "true";
    }
}

/// Checks the answer to an update of base data.
#[must_use]
pub fn check_result(source: &[u8], policy: &Policy) -> Report {
    read_result(source, policy).report
}

/// Reads the answer to an update of base data.
///
/// ```
/// use universal_accounting::{base_data, report::Policy};
///
/// let reading = base_data::read_result(br#"{"success": true}"#, &Policy::new().received());
/// assert!(reading.value.is_some_and(|result| result.success));
/// ```
#[must_use]
pub fn read_result(source: &[u8], policy: &Policy) -> Reading<UpdateResult> {
    read_object(source, policy, "result", &mut |record, sink| {
        if UpdateResult::from_record(record).is_some_and(|result| !result.success) {
            sink.push(Diagnostic::new(&rules::UPDATE_FAILED, record.span));
        }
    })
}

/// Writes the answer to an update of base data as canonical JSON.
///
/// ```
/// use universal_accounting::base_data::{UpdateResult, write_result};
///
/// assert_eq!(write_result(&UpdateResult::new(true)), r#"{"success":true}"#);
/// ```
#[must_use]
pub fn write_result(result: &UpdateResult) -> String {
    result.to_json()
}
