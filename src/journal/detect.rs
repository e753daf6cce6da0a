use super::single_entries::{check_single_entries, is_single_entries, read_single_entries};
use super::{JournalReading, check, read};
use crate::json::{Reader, SyntaxError, ValueKind};
use crate::report::{Policy, Report};
use crate::source::{Decoded, FileKind};

/// How many bytes of a file show whether it is the CSV of single entries. Its longest known header has 1200.
const HEAD_LEN: usize = 64 << 10;

/// Reads a journal export, as JSON or as the CSV of single entries. The file itself shows which of them it is.
///
/// A text that is not recognized is read as JSON, whose rules say what is wrong. See [`journal::read`](crate::journal::read()) and
/// [`read_single_entries`](crate::format::read_single_entries).
///
/// ```
/// use universal_accounting::{format, report::Policy};
///
/// let csv = b"serviceId,entry-entryId,entry-date,entry-lineId,entry-debitAccount-number,entry-creditAccount-number,entry-amount,entry-currency\n\
///     s-81,e-1,2026-03-31,l-1,6500,2000,30.00,CHF\n";
/// let json = br#"[{"serviceId": "s-81", "entries": []}]"#;
/// for source in [&csv[..], json] {
///     assert_eq!(format::read_journal(source, &Policy::new()).records[0].service_id.as_ref(), "s-81");
/// }
/// ```
#[must_use]
pub fn read_journal(source: &[u8], policy: &Policy) -> JournalReading {
    if is_single_entries_file(source) {
        read_single_entries(source, policy).into()
    } else {
        read(source, policy)
    }
}

/// Checks a journal export, as JSON or as the CSV of single entries, without returning its records. The findings are those of [`read_journal`].
///
/// ```
/// use universal_accounting::{format, report::Policy};
///
/// assert_eq!(format::check_journal(b"{}", &Policy::new()).findings[0].rule.id, "missing-field");
/// ```
#[must_use]
pub fn check_journal(source: &[u8], policy: &Policy) -> Report {
    if is_single_entries_file(source) {
        check_single_entries(source, policy)
    } else {
        check(source, policy)
    }
}

/// Returns whether a file is the CSV of single entries.
///
/// ```
/// use universal_accounting::format;
///
/// assert!(format::is_single_entries_file(b"acmeId;entry-entryId;entry-amount\n"));
/// assert!(!format::is_single_entries_file(b"[]"));
/// ```
#[must_use]
pub fn is_single_entries_file(source: &[u8]) -> bool {
    let head = source.get(..HEAD_LEN).unwrap_or(source);
    FileKind::sniff(head) == FileKind::Text && is_single_entries(Decoded::from_bytes(head).text())
}

/// Returns whether a file is a journal export in JSON: a record with a list of entries, alone or at the start of a list.
///
/// ```
/// use universal_accounting::format;
///
/// assert!(format::is_journal_file(br#"[{"acmeId": "s-81", "entries": []}]"#));
/// assert!(!format::is_journal_file(br#"{"transactions": []}"#));
/// ```
#[must_use]
pub fn is_journal_file(source: &[u8]) -> bool {
    if FileKind::sniff(source) != FileKind::Json {
        return false;
    }
    let decoded = Decoded::from_bytes(source);
    begins_with_record(&mut Reader::new(decoded.text())).unwrap_or(false)
}

fn begins_with_record(reader: &mut Reader<'_>) -> Result<bool, SyntaxError> {
    let mut value = reader.read_value()?;
    if value.kind == ValueKind::Array {
        if !reader.next_element()? {
            return Ok(false);
        }
        value = reader.read_value()?;
    }
    if value.kind != ValueKind::Object {
        return Ok(false);
    }
    while let Some(key) = reader.next_member()? {
        let value = reader.read_value()?;
        if key.text.decodes_to("transactions") {
            return Ok(false);
        }
        if key.text.decodes_to("entries") {
            return Ok(value.kind == ValueKind::Array);
        }
        reader.skip(&value)?;
    }
    Ok(false)
}
