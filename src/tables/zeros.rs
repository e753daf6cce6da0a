//! Finds numbers whose leading zeros a spreadsheet dropped.

use super::header::Header;
use super::record::Record;
use super::rules;
use crate::record::FieldKind;
use crate::report::{CellPosition, Collector, Diagnostic};
use crate::value::is_all_digits;

/// Reports digits that are shorter than others of their column with leading zeros. If a column has no leading zero at all, nobody can know.
pub(super) fn check_leading_zeros(
    records: &[Record],
    header: &Header,
    findings: &mut Collector<'_>,
) {
    for (index, field) in header.list().fields().iter().enumerate() {
        let Some(column) = header
            .column_of(index)
            .filter(|_| matches!(field.kind, FieldKind::Id | FieldKind::Code))
        else {
            continue;
        };
        let numbers = || {
            let values = records
                .iter()
                .filter_map(move |record| Some((record, record.value(index)?)));
            let texts = values.map(|(record, value)| (record, value, value.json.trim_matches('"')));
            texts.filter(|(.., text)| is_all_digits(text))
        };
        let has_zero = |text: &str| text.len() > 1 && text.starts_with('0');
        let mut lengths = numbers()
            .filter(|(.., text)| has_zero(text))
            .map(|(.., text)| text.len());
        let Some(length) = lengths
            .next()
            .filter(|length| lengths.all(|other| other == *length))
        else {
            continue;
        };
        for (record, value, _) in
            numbers().filter(|(.., text)| text.len() < length && !has_zero(text))
        {
            let cell = CellPosition::new(record.row, header.heading(column));
            let finding = Diagnostic::new(&rules::LEADING_ZERO_LOST, value.span).cell(cell);
            findings.push(finding.param("field", field.name).param("length", length));
        }
    }
}
