use super::Organization;
use super::check::{Keep, each};
use super::model::{BaseData, Records, with_lists};
use crate::record::{Duplicate, FieldTexts, ListItem, TypedRecord};
use crate::report::{Policy, Report};
use crate::source::SourceFile;

/// What reading a payload gave.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct BaseDataReading {
    /// The base data, where the payload has no error.
    pub value: Option<BaseData>,
    /// The records without an error, where the payload as a whole has one; else nothing.
    pub partial: Records,
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
/// assert_eq!(reading.partial.projects.len(), 1);
/// ```
#[must_use]
pub fn read(source: &[u8], policy: &Policy) -> BaseDataReading {
    let mut gathered = Gathered::default();
    let report = each(&SourceFile::new(source), policy, Some(&mut gathered));
    let records = gathered.records;
    // A payload is taken whole or not at all, and errors that a policy made of warnings don't count.
    if report.has_contract_errors() {
        return BaseDataReading { value: None, partial: records, report };
    }
    // An external id that stands twice would have been an error.
    BaseDataReading { value: BaseData::complete(records).ok(), partial: Records::default(), report }
}

/// The records of a payload that is being read.
#[derive(Default)]
struct Gathered {
    records: Records,
    /// Where in its list each record stands that was kept of the list that is being read.
    indexes: Vec<usize>,
}

impl Keep for Gathered {
    fn organization(&mut self, text: &FieldTexts<'_, '_>) {
        self.records.organization = Organization::from_texts(text);
    }

    fn take(&mut self, list: &str, index: usize, found: &ListItem<'_, '_>) {
        macro_rules! push {
            ($($name:literal $list:ident: $record:ty, $table:ident, $filled:literal, $about:literal;)*) => {
                match list {
                    $($name => self.indexes.extend(found.build().map(|record| {
                        self.records.$list.push(record);
                        index
                    })),)*
                    _ => {}
                }
            };
        }
        with_lists! { push }
    }

    fn end(&mut self, list: &str, repeated: &[Duplicate]) {
        let mut indexes = std::mem::take(&mut self.indexes).into_iter();
        if repeated.is_empty() {
            return;
        }
        let mut is_first = || {
            let index = indexes.next().unwrap_or_default();
            repeated.binary_search_by_key(&index, |one| one.index).is_err()
        };
        macro_rules! retain {
            ($($name:literal $list:ident: $record:ty, $table:ident, $filled:literal, $about:literal;)*) => {
                match list {
                    $($name => self.records.$list.retain(|_| is_first()),)*
                    _ => {}
                }
            };
        }
        with_lists! { retain }
    }
}
