//! Reads the rows of a table into records of its list.

use super::catalog::{ListHeadings, Meaning};
use super::cell::{Value, cell_text, read_cell};
use super::chart::Chart;
use super::header::{Header, is_blank};
use super::list::List;
use super::rules;
use crate::base_data::LegalType;
use crate::format::rules::{ROW_TOO_SHORT, STRAY_QUOTE};
use crate::format::table::{Row, Rows};
use crate::report::{Cell, Collector, Diagnostic};
use crate::source::Span;

/// A record, and the cells that it comes from.
#[derive(Debug)]
pub(super) struct Record {
    /// The index of its table.
    pub(super) table: usize,
    /// The row after the header, counted from 1.
    pub(super) row: usize,
    pub(super) line: usize,
    /// The first cell that is not empty.
    pub(super) span: Span,
    /// For each field its value.
    pub(super) values: Vec<Option<Value>>,
    /// The cell of each column, also if it is empty.
    cells: Vec<Span>,
    /// Whether the external id is that of another column.
    pub(super) has_derived_id: bool,
}

impl Record {
    /// Returns the cell of a column.
    pub(super) fn cell(&self, column: usize) -> Option<Span> {
        self.cells.get(column).copied()
    }
}

/// Reads all rows below the header.
pub(super) fn read_records(
    text: &str,
    header: &Header,
    table: usize,
    chart: Option<Chart>,
    is_sheet: bool,
    findings: &mut Collector<'_>,
) -> Vec<Record> {
    let (mut rows, mut row, mut records) = (Rows::new(text, header.delimiter), Row::default(), Vec::new());
    let mut reader = RowReader {
        header,
        headings: header.list,
        list: header.list(),
        chart,
        has_merged_heading: false,
        surplus: Vec::new(),
    };
    while rows.next_row(&mut row) {
        // A header that is repeated on the next page is no record.
        if row.line() <= header.line || is_blank(&row) || header.is_repeated_by(&row) {
            continue;
        }
        if records.is_empty() && !reader.has_merged_heading && header.is_continued_by(&row) {
            findings.push(Diagnostic::new(&rules::HEADER_MERGED, row.span()));
            reader.has_merged_heading = true;
            continue;
        }
        // A sheet has no empty cells at the end of a row. In a CSV file, a delimiter may be missing.
        let expected = header.columns.iter().rposition(|column| !column.heading.is_empty()).map_or(0, |last| last + 1);
        if !is_sheet && row.cells().len() < expected {
            let finding = Diagnostic::new(&ROW_TOO_SHORT, row.span()).param("found", row.cells().len());
            findings.push(finding.param("expected", expected).cell(Cell::new(records.len() + 1, String::new())));
        }
        records.push(reader.read(&row, table, records.len() + 1, findings));
    }
    records
}

struct RowReader<'h> {
    header: &'h Header,
    headings: &'static ListHeadings,
    list: List,
    chart: Option<Chart>,
    /// Whether the header takes two rows, so that it is known why columns have no heading.
    has_merged_heading: bool,
    /// The columns without a heading that have been reported.
    surplus: Vec<usize>,
}

impl RowReader<'_> {
    fn read(&mut self, row: &Row<'_>, table: usize, number: usize, findings: &mut Collector<'_>) -> Record {
        let fields = self.list.fields();
        let mut record = Record {
            table,
            row: number,
            line: row.line(),
            span: row
                .cells()
                .iter()
                .find(|cell| !cell_text(cell).trim().is_empty())
                .map_or(row.span(), |cell| cell.span),
            values: vec![None; fields.len()],
            cells: row.cells().iter().map(|cell| cell.span).collect(),
            has_derived_id: false,
        };
        if let Some(quote) = row.stray_quote() {
            findings.push(Diagnostic::new(&STRAY_QUOTE, quote).cell(Cell::new(number, String::new())));
        }
        let mut name = None;
        for (column, cell) in row.cells().iter().enumerate() {
            let mut report =
                |diagnostic: Diagnostic| findings.push(diagnostic.cell(Cell::new(number, self.header.heading(column))));
            match self.header.columns.get(column).map(|column| (column.meaning, column.heading.trim().is_empty())) {
                Some((Some(Meaning::Field(index)), _)) => {
                    let value =
                        fields.get(index).and_then(|field| read_cell(cell, index, field, self.headings, &mut report));
                    if let Some(slot) = record.values.get_mut(index) {
                        *slot = value;
                    }
                }
                Some((Some(Meaning::Name), _)) => {
                    name = Some(cell_text(cell))
                        .filter(|text| !text.trim().is_empty())
                        .map(|text| Value::text(&text, cell.span));
                }
                Some((Some(Meaning::LeftOut | Meaning::Ignored), _) | (None, false)) => {}
                None | Some((None, true)) => {
                    if !cell.value().trim().is_empty() && !self.has_merged_heading && !self.surplus.contains(&column) {
                        self.surplus.push(column);
                        report(Diagnostic::new(&rules::HEADING_MISSING, cell.span));
                    }
                }
            }
        }
        self.complete_contact(&mut record, name);
        self.derive_id(&mut record);
        self.derive_type(&mut record, findings);
        record
    }

    /// Puts a name in its field, and sets the legal type where only one is possible.
    fn complete_contact(&self, record: &mut Record, name: Option<Value>) {
        let index = |field| self.list.index_of(field);
        let (Some(legal_type), Some(company_name), Some(first_name), Some(last_name)) =
            (index("legalType"), index("companyName"), index("firstName"), index("lastName"))
        else {
            return;
        };
        let says = |record: &Record, word: LegalType| {
            record
                .values
                .get(legal_type)
                .and_then(Option::as_ref)
                .is_some_and(|value| value.json == format!("\"{word}\""))
        };
        let has = |record: &Record, field: usize| record.values.get(field).is_some_and(Option::is_some);
        if let Some(name) = name {
            let is_last_name = self.header.has(Meaning::Field(company_name))
                || has(record, first_name)
                || says(record, LegalType::Individual);
            let field = if is_last_name && !says(record, LegalType::Company) { last_name } else { company_name };
            if let Some(slot) = record.values.get_mut(field).filter(|slot| slot.is_none()) {
                *slot = Some(name);
            }
        }
        if self.header.has(Meaning::Field(legal_type)) {
            return;
        }
        let is_company = has(record, company_name);
        let is_person = has(record, first_name) || has(record, last_name);
        // A name that may be that of a company or of a person tells nothing.
        let is_clear = !is_company || self.header.has(Meaning::Field(company_name));
        if is_company != is_person && is_clear {
            let legal_type_of_name = if is_company { LegalType::Company } else { LegalType::Individual };
            let value = Value::text(legal_type_of_name.as_str(), record.span);
            if let Some(slot) = record.values.get_mut(legal_type) {
                *slot = Some(value);
            }
        }
    }

    /// Takes the external id from the number, the code or the first day, if the table has no column for it.
    fn derive_id(&self, record: &mut Record) {
        let (Some(id), Some(source)) = (self.list.index_of("externalId"), self.list.id_source()) else { return };
        if !self.header.has(Meaning::Field(id)) && self.header.has(Meaning::Field(source)) {
            let value = record.values.get(source).cloned().flatten();
            record.has_derived_id = true;
            if let Some(slot) = record.values.get_mut(id) {
                *slot = value;
            }
        }
    }

    /// Takes the type of an account from its number, if the caller named the chart and the table does not say it.
    fn derive_type(&self, record: &mut Record, findings: &mut Collector<'_>) {
        let (Some(chart), Some(type_index)) = (self.chart, self.list.index_of("type")) else { return };
        let number = self.list.index_of("number").and_then(|index| record.values.get(index)?.as_ref());
        let (Some(number), Some(None)) = (number, record.values.get(type_index)) else { return };
        let span = number.span;
        match chart.account_type(number.json.trim_matches('"')) {
            Some(account_type) => {
                let value = Value::text(account_type.as_str(), span);
                if let Some(slot) = record.values.get_mut(type_index) {
                    *slot = Some(value);
                }
            }
            None => findings.push(
                Diagnostic::new(&rules::ACCOUNT_TYPE_OPEN, span).cell(Cell::new(record.row, self.heading_of("number"))),
            ),
        }
    }

    fn heading_of(&self, field: &str) -> String {
        let column = self.list.index_of(field).and_then(|index| self.header.column_of(index));
        column.map_or_else(String::new, |column| self.header.heading(column))
    }
}
