use super::check::{JournalFile, visit_records};
use super::model::JournalRecord;
use crate::json::Reader;
use crate::record::{Brand, CheckedFile, MemberReader, NestedRecord, push_nested_list};
use crate::report::{Policy, RecordPosition, Report};

/// A journal export that was read: every record is either among the values or among the rejected records.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct JournalReading {
    /// The records without an error, in the order of the file.
    pub records: Vec<JournalRecord>,
    /// The position of each of these records.
    pub positions: Vec<RecordPosition>,
    /// The position of each record with an error; nothing is built from it.
    pub rejected: Vec<RecordPosition>,
    /// The word in the place of `service` in the names of fields: the [brand](Policy::brand) of the policy, or what the first record has.
    pub brand: Option<String>,
    /// The findings.
    pub report: Report,
}

impl JournalReading {
    /// Returns whether the records may be imported, without the rejected ones. Nothing of an export that is cut off should be.
    #[must_use]
    pub const fn is_importable(&self) -> bool {
        self.report.errors_outside_records == 0
    }

    /// Returns whether everything of the payload is among the values: it is importable, and no record was rejected.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.is_importable() && self.rejected.is_empty()
    }
}

/// Reads a journal export into typed values. The findings are those of [`check`](super::check).
///
/// A record with only warnings is built, even if the policy denies warnings. Unknown fields are reported, and are not part of the values.
///
/// ```
/// use universal_accounting::{journal, report::Policy};
///
/// let export = br#"{"acmeId": "s-81", "contacts": [{"name": "Muster AG"}], "entries": []}"#;
/// let reading = journal::read(export, &Policy::new());
/// assert_eq!(reading.records[0].contacts[0].name.as_ref().map(AsRef::as_ref), Some("Muster AG"));
/// assert_eq!(reading.brand.as_deref(), Some("acme"));
/// ```
#[must_use]
pub fn read(source: &[u8], policy: &Policy) -> JournalReading {
    let file = JournalFile::new(source);
    let (reading, checked) = read_file(&file, policy);
    JournalReading {
        report: checked.into_report(),
        ..reading
    }
}

/// Reads an export as [`read`] does, and leaves the report open.
pub(crate) fn read_file<'f, 'p>(
    file: &'f JournalFile<'_>,
    policy: &'p Policy,
) -> (JournalReading, CheckedFile<'f, 'p>) {
    let (mut records, mut positions, mut rejected) = (Vec::new(), Vec::new(), Vec::new());
    let checked = visit_records(
        file,
        policy,
        Some(&mut |visited| {
            let position = RecordPosition {
                index: visited.index,
                span: visited.span,
            };
            let build = || {
                let mut reader = Reader::new(visited.text).starting_at(visited.start);
                reader.try_open(b'{')?;
                JournalRecord::build(&mut MemberReader::new(&mut reader, visited.brand))
            };
            match visited.is_valid.then(build).flatten() {
                Some(record) => {
                    records.push(record);
                    positions.push(position);
                }
                None => rejected.push(position),
            }
        }),
    );
    (
        JournalReading {
            records,
            positions,
            rejected,
            brand: file.brand(),
            report: Report::default(),
        },
        checked,
    )
}

/// Deserializes from `serde_json` only, and checks the same rules as [`read`].
impl<'de> serde::Deserialize<'de> for JournalRecord {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Box::<serde_json::value::RawValue>::deserialize(deserializer)?;
        if !json.get().starts_with('{') {
            return Err(serde::de::Error::custom("a journal record is an object"));
        }
        let mut reading = read(json.get().as_bytes(), &Policy::new());
        reading
            .records
            .pop()
            .ok_or_else(|| crate::record::serde_error(&reading.report))
    }
}

/// Writes journal records as an array of canonical JSON on one line, with fields in the order of the table and without absent fields.
///
/// Reading the array returns the same values.
///
/// ```
/// use universal_accounting::journal::{self, JournalRecord};
/// use universal_accounting::value::Text;
///
/// let record = JournalRecord::new(Text::parse("s-81")?, Vec::new());
/// assert_eq!(journal::write(&[record]), r#"[{"serviceId":"s-81","entries":[]}]"#);
/// # Ok::<(), universal_accounting::value::TextError>(())
/// ```
#[must_use]
pub fn write(records: &[JournalRecord]) -> String {
    let mut json = String::new();
    push_nested_list(&mut json, records, None);
    json
}

/// Writes journal records as [`write()`] does, with `brand` in the place of `service` in the names of fields. See [`Policy::brand`](crate::report::Policy::brand).
#[must_use]
pub fn write_with_brand(records: &[JournalRecord], brand: &str) -> String {
    let mut json = String::new();
    push_nested_list(&mut json, records, Brand::parse(brand).as_ref());
    json
}
