use super::JournalRecord;
use crate::record::{Brand, push_nested_list};

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
