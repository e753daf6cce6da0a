//! The CSV of single entries: a row has a debit and a credit account. Its rows are read back into journal records.

mod header;
mod json;
mod record;
mod rows;
pub(crate) mod rules;

use std::collections::HashSet;

use foldhash::fast::RandomState;

use crate::journal::rules::{ENTRY_LINE_ALONE, ENTRY_UNBALANCED, ENTRY_WITHOUT_LINES};
use crate::journal::{self, JournalReading, JournalRecord};
use crate::record::rules::shape::EXPECTED_FIELD_MISSING;
use crate::record::{Brand, kind_of_file};
use crate::report::{
    CellPosition, Collector, Diagnostic, Finding, Limits, Policy, RecordPosition, Report,
};
use crate::sheet::report_mixed_encoding;
use crate::sheet::rules::STATEMENT_EMPTY;
use crate::source::{Decoded, FileKind, Span};
use header::{Header, Part};
use json::JsonWriter;
use record::{RecordWriter, split_row};
use rows::{GroupedRows, group_rows};
use rules::SINGLE_ENTRIES_UNKNOWN;

pub(super) use header::is_single_entries;

/// The CSV of single entries that was read. Every row belongs to one of the records, or is rejected.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SingleEntriesReading {
    /// The records without an error, in the order of their first rows.
    pub records: Vec<JournalRecord>,
    /// The position of each of these records: the first of its rows.
    pub positions: Vec<RecordPosition>,
    /// The position of each record with an error; nothing is built from it.
    pub rejected: Vec<RecordPosition>,
    /// The number of rows below the header that are not blank.
    pub rows: usize,
    /// The numbers of the rows of rejected records, counted from 1 below the header.
    pub rejected_rows: Vec<usize>,
    /// The word in the place of `service` in the name of the first column.
    pub brand: Option<String>,
    /// The findings. Each has the cell that it is about; that of a finding about a whole row has no column.
    pub report: Report,
}

impl From<SingleEntriesReading> for JournalReading {
    fn from(reading: SingleEntriesReading) -> Self {
        let SingleEntriesReading {
            records,
            positions,
            rejected,
            brand,
            report,
            ..
        } = reading;
        Self {
            records,
            positions,
            rejected,
            brand,
            report,
        }
    }
}

/// Reads the CSV of single entries back into journal records.
///
/// Columns are found by their names, in any order; unknown ones are reported. A row with two accounts becomes a debit line and a credit line, a row with
/// one account becomes one line. Rows with the same `entryId` are one entry, and rows with the same id of the record one record.
///
/// What the format does not say is decided like this:
///
/// - The debit line of a row has the `lineId` of the row, and the credit line the same with `-credit` behind it.
/// - The lines of an entry with pairs are numbered from 1 in the order of the rows.
/// - Where the rows of an entry have different accounts on one side alone, the lines of that side get the tax, the original amount and the dimensions. Where
///   this does not decide, the debit line gets them, and a warning says so. Both lines get the text.
/// - Lines are never merged: the debits and credits of each account stay the sums of the rows, and an entry of three lines may have four.
/// - An empty cell of a record or an entry repeats nothing. Rows that differ in a value are an error.
///
/// The rules are those of [`journal::check`](crate::journal::check()), and findings point to the cells of the file.
///
/// ```
/// use universal_accounting::{format, report::Policy};
///
/// let csv = "serviceId,entry-entryId,entry-date,entry-lineId,entry-debitAccount-number,entry-creditAccount-number,entry-amount,entry-currency\n\
///     s-81,e-1,2026-03-31,l-1,6500,2000,30.00,CHF\n\
///     s-81,e-1,2026-03-31,l-2,6510,2000,35.00,EURO\n";
/// let reading = format::read_single_entries(csv.as_bytes(), &Policy::new());
/// let finding = &reading.report.findings[0];
/// assert_eq!((finding.rule.id, finding.line), ("currency-unknown", 3));
/// assert_eq!(finding.cell.as_ref().map(|cell| (cell.row, cell.column.as_str())), Some((2, "entry-currency")));
/// assert_eq!(reading.rejected_rows, [1, 2]);
///
/// let reading = format::read_single_entries(csv.replace("EURO", "CHF").as_bytes(), &Policy::new());
/// assert_eq!(reading.records[0].entries[0].lines.len(), 4);
/// ```
#[must_use]
pub fn read_single_entries(source: &[u8], policy: &Policy) -> SingleEntriesReading {
    let mut reading = SingleEntriesReading::default();
    let report = read_file(source, policy, Some(&mut reading));
    SingleEntriesReading { report, ..reading }
}

/// Returns the report of [`read_single_entries`] without building the records.
pub(in crate::journal) fn check_single_entries(source: &[u8], policy: &Policy) -> Report {
    read_file(source, policy, None)
}

fn read_file(source: &[u8], policy: &Policy, reading: Option<&mut SingleEntriesReading>) -> Report {
    let mut sink = Collector::new(policy);
    let kind = kind_of_file(source, &mut sink);
    let decoded = Decoded::from_bytes(if kind.is_some() { source } else { b"" });
    report_mixed_encoding(&decoded, &mut sink);
    match kind {
        None => {}
        Some(FileKind::Text) => match Header::read(decoded.text(), &mut sink) {
            Ok(header) => read_rows(&decoded, header, &mut sink, reading),
            Err(fault) => sink.push(fault),
        },
        Some(kind) => {
            let diagnostic = Diagnostic::new(&SINGLE_ENTRIES_UNKNOWN, Span::at(0));
            sink.push(diagnostic.param("why", format!("it is {}", kind.name())));
        }
    }
    sink.into_report(&decoded, None)
}

fn read_rows(
    decoded: &Decoded<'_>,
    header: Header,
    sink: &mut Collector<'_>,
    reading: Option<&mut SingleEntriesReading>,
) {
    let grouped = group_rows(decoded.text(), &header, sink);
    if grouped.count == 0 {
        sink.push(Diagnostic::new(&STATEMENT_EMPTY, header.span));
    }
    let written = WrittenRecords::write(decoded.text(), &header, &grouped, sink);
    let (json, policy) = (
        written.out.json().as_bytes(),
        policy_for_json(sink.policy()),
    );
    let Some(reading) = reading else {
        return written.translate(
            &journal::check(json, &policy).findings,
            decoded.text(),
            &header,
            &grouped,
            sink,
        );
    };
    let inner = journal::read(json, &policy);
    written.translate(
        &inner.report.findings,
        decoded.text(),
        &header,
        &grouped,
        sink,
    );
    let values = inner
        .positions
        .iter()
        .map(|position| written.index_of(position.index))
        .zip(inner.records);
    reading.fill(values, &written.faulty, &grouped, decoded);
    reading.brand = header.brand.map(Brand::into_string);
}

impl SingleEntriesReading {
    /// Takes the records over that were built and have no error outside of the JSON.
    fn fill(
        &mut self,
        values: impl Iterator<Item = (usize, JournalRecord)>,
        faulty: &[bool],
        grouped: &GroupedRows,
        decoded: &Decoded<'_>,
    ) {
        self.rows = grouped.count;
        let (mut values, mut locator) = (values.peekable(), decoded.locator());
        for (index, (record, is_faulty)) in grouped.records.iter().zip(faulty).enumerate() {
            let value = values
                .next_if(|(built, _)| *built == index)
                .map(|(_, value)| value);
            let rows = record.rows.iter().chain(&record.unreadable);
            let Some(span) = rows
                .clone()
                .min_by_key(|row| row.number)
                .map(|row| row.span)
            else {
                continue;
            };
            let start = locator.locate(span.start).offset;
            let position = RecordPosition {
                index,
                span: Span::new(start, locator.locate(span.end).offset),
            };
            match value.filter(|_| !is_faulty) {
                Some(value) => {
                    self.records.push(value);
                    self.positions.push(position);
                }
                None => {
                    self.rejected.push(position);
                    self.rejected_rows.extend(rows.map(|row| row.number));
                }
            }
        }
        self.rejected_rows.sort_unstable();
    }
}

/// The records of a file as JSON.
struct WrittenRecords {
    out: JsonWriter,
    /// For each record in the JSON its index in the file. A record without a row that can be read is not in the JSON.
    indexes: Vec<usize>,
    /// For each record of the file, whether it has an error that the JSON does not show, so that lines may be missing in the JSON.
    faulty: Vec<bool>,
}

impl WrittenRecords {
    fn write(text: &str, header: &Header, grouped: &GroupedRows, sink: &mut Collector<'_>) -> Self {
        let faulty = vec![false; grouped.records.len()];
        let mut written = Self {
            out: JsonWriter::default(),
            indexes: Vec::new(),
            faulty,
        };
        let mut sides_unknown = (0, None);
        written.out.begin();
        for (index, (record, is_faulty)) in
            grouped.records.iter().zip(&mut written.faulty).enumerate()
        {
            *is_faulty = !record.unreadable.is_empty();
            if record.rows.is_empty() {
                continue;
            }
            let since = sink.checkpoint();
            let out = &mut written.out;
            let mut writer = RecordWriter {
                text,
                header,
                out,
                sink,
                is_faulty: false,
                sides_unknown,
            };
            writer.write(&record.rows);
            *is_faulty |= writer.is_faulty;
            sides_unknown = writer.sides_unknown;
            sink.set_item(since, index, None);
            written.indexes.push(index);
        }
        written.out.close(']');
        RecordWriter::report_unknown_sides(sides_unknown, sink);
        written
    }

    /// Returns the index in the file of a record in the JSON.
    fn index_of(&self, index: usize) -> usize {
        self.indexes.get(index).copied().unwrap_or(index)
    }

    /// Reports the findings in the JSON at the cells that they are about.
    fn translate(
        &self,
        findings: &[Finding],
        text: &str,
        header: &Header,
        grouped: &GroupedRows,
        sink: &mut Collector<'_>,
    ) {
        let places = if findings.is_empty() {
            Vec::new()
        } else {
            grouped.places()
        };
        let mut known: HashSet<String, RandomState> = HashSet::default();
        for finding in findings {
            let Some(origin) = self.out.origin(finding.span.start) else {
                continue;
            };
            let Some(place) = places.get(origin.row().wrapping_sub(1)) else {
                continue;
            };
            let item = finding
                .item
                .as_ref()
                .map(|item| (self.index_of(item.index), item.id.as_deref()));
            let lacks_lines = item.is_some_and(|(index, _)| self.faulty.get(index) == Some(&true));
            let is_about_lines = [&ENTRY_UNBALANCED, &ENTRY_LINE_ALONE, &ENTRY_WITHOUT_LINES]
                .contains(&finding.rule);
            if lacks_lines && is_about_lines
                || finding.rule == &EXPECTED_FIELD_MISSING && lacks_column(finding, header)
            {
                continue;
            }
            // The two lines of a row have the same cells.
            if !known.insert(format!(
                "{} {:?} {:?}",
                finding.rule.id,
                origin.place(),
                finding.params
            )) {
                continue;
            }
            let (name, span) = match origin.column() {
                Some(column) => {
                    let cells = split_row(text, header.delimiter, *place);
                    (
                        header.name(column),
                        cells.get(column).map_or(place.span, |cell| cell.span),
                    )
                }
                None => ("", place.span),
            };
            let since = sink.checkpoint();
            let diagnostic = Diagnostic::new(finding.rule, span)
                .cell(CellPosition::new(place.number, name.to_owned()));
            sink.push(diagnostic.params(finding.params.iter().cloned()));
            if let Some((index, id)) = item {
                sink.set_item(since, index, id);
            }
        }
    }
}

/// Returns the policy to check the JSON with, which has no limits of its own. One finding in the JSON can stand at two lines of the CSV, so the limits count those.
fn policy_for_json(policy: &Policy) -> Policy {
    let unlimited = usize::MAX;
    let limits = Limits {
        bytes: unlimited,
        records: unlimited,
        findings_per_rule: unlimited,
        findings: unlimited,
        ..Limits::default()
    };
    // The JSON has the names of the contract.
    policy.clone().brand("service").limits(limits)
}

/// Returns whether a finding is about a value for which the file has no column. A file may lack columns.
fn lacks_column(finding: &Finding, header: &Header) -> bool {
    let field = finding
        .params
        .iter()
        .find(|(name, _)| *name == "field")
        .map(|(_, field)| field.to_string());
    let has = |part: Part| {
        part.fields().iter().any(|known| {
            Some(known.name) == field.as_deref() && header.has((part, Some(known.name)))
        })
    };
    !has(Part::Entry) && !has(Part::Line)
}
