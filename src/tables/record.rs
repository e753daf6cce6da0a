//! Reads the rows of a table into records of its list.

use std::collections::HashSet;
use std::iter::Peekable;
use std::vec::IntoIter;

use super::built::{BuildOptions, RowSelection};
use super::catalog::Meaning;
use super::cell::{CellPlace, cell_text, no_value, read_cell};
use super::chart::Chart;
use super::damage::NoValue;
use super::header::{Column, Header, is_blank};
use super::left_out::lines_left_out;
use super::rules;
use super::source::{MergedCells, SheetText};
use crate::base_data::LegalType;
use crate::report::{CellPosition, Collector, Diagnostic};
use crate::sheet::rules::{ROW_TOO_SHORT, STRAY_QUOTE};
use crate::sheet::{Row, Rows};
use crate::source::Span;

pub(super) use super::cell::Value;

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
    values: Vec<Option<Value>>,
    /// The cell of each column, also if it is empty.
    cells: Vec<Span>,
    /// Whether the external id is that of another column.
    pub(super) has_derived_id: bool,
}

impl Record {
    /// Returns the value of a field.
    pub(super) fn value(&self, field: usize) -> Option<&Value> {
        self.values.get(field)?.as_ref()
    }

    fn set(&mut self, field: usize, value: Option<Value>) {
        if let Some(slot) = self.values.get_mut(field) {
            *slot = value;
        }
    }

    /// Returns the cell of a column.
    pub(super) fn cell(&self, column: usize) -> Option<Span> {
        self.cells.get(column).copied()
    }
}

/// The rows of a table with its header.
pub(super) struct TableRows<'t> {
    pub(super) text: &'t str,
    pub(super) header: &'t Header,
    /// The index of the table.
    pub(super) table: usize,
    pub(super) sheet: Option<&'t SheetText>,
}

/// Reads all rows below the header that are records.
pub(super) fn read_records(
    table: &TableRows<'_>,
    options: &BuildOptions,
    findings: &mut Collector<'_>,
) -> Vec<Record> {
    let TableRows { text, header, .. } = *table;
    let (mut rows, mut row, mut records) = (
        Rows::new(text, header.delimiter),
        Row::default(),
        Vec::new(),
    );
    let left_out = match options.rows {
        RowSelection::Records => lines_left_out(text, header, findings),
        RowSelection::All => HashSet::new(),
    };
    let mut reader = RowReader {
        header,
        chart: options.chart,
        sheet: table.sheet,
        merged: MergedColumns::new(table.sheet, header.columns.len()),
        has_merged_heading: false,
        surplus: HashSet::new(),
        instead: header.fields_instead(),
    };
    let expected = header
        .columns
        .iter()
        .rposition(|column| !column.heading.is_empty())
        .map_or(0, |last| last + 1);
    while rows.next_row(&mut row) {
        // A header that is repeated on the next page is no record.
        if row.line() <= header.line || is_blank(&row) || header.is_repeated_by(&row) {
            continue;
        }
        if left_out.contains(&row.line()) {
            continue;
        }
        if records.is_empty() && !reader.has_merged_heading && header.is_continued_by(&row) {
            findings.push(Diagnostic::new(&rules::HEADER_MERGED, row.span()));
            reader.has_merged_heading = true;
            continue;
        }
        // A sheet has no empty cells at the end of a row. In a CSV file, a delimiter may be missing.
        if table.sheet.is_none() && row.cells().len() < expected {
            let finding =
                Diagnostic::new(&ROW_TOO_SHORT, row.span()).param("found", row.cells().len());
            findings.push(
                finding
                    .param("expected", expected)
                    .cell(CellPosition::new(records.len() + 1, String::new())),
            );
        }
        records.push(reader.read(&row, table.table, records.len() + 1, findings));
    }
    records
}

struct RowReader<'h> {
    header: &'h Header,
    chart: Option<Chart>,
    sheet: Option<&'h SheetText>,
    merged: MergedColumns,
    /// Whether the header takes two rows, so that it is known why columns have no heading.
    has_merged_heading: bool,
    /// The columns without a heading that have been reported.
    surplus: HashSet<usize>,
    /// The fields that take the value of another one where they are empty.
    instead: Vec<(usize, usize)>,
}

impl RowReader<'_> {
    fn read(
        &mut self,
        row: &Row<'_>,
        table: usize,
        number: usize,
        findings: &mut Collector<'_>,
    ) -> Record {
        let fields = self.header.list().fields();
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
            let finding = Diagnostic::new(&STRAY_QUOTE, quote);
            findings.push(finding.cell(CellPosition::new(number, String::new())));
        }
        let mut name = None;
        for (column, cell) in row.cells().iter().enumerate() {
            let mut report = |diagnostic: Diagnostic| {
                findings
                    .push(diagnostic.cell(CellPosition::new(number, self.header.heading(column))));
            };
            match self
                .header
                .columns
                .get(column)
                .map(|column| (column.meaning, column.heading.trim().is_empty()))
            {
                Some((Some(Meaning::Field(index)), _)) => {
                    let value = fields.get(index).and_then(|field| {
                        let place = CellPlace {
                            index,
                            field,
                            headings: self.header.headings,
                            heading: self
                                .header
                                .columns
                                .get(column)
                                .map_or("", |column| &column.heading),
                            look: self
                                .sheet
                                .and_then(|sheet| sheet.look_of(row.line(), column)),
                            is_in_sheet: self.sheet.is_some(),
                        };
                        read_cell(cell, &place, &mut report)
                    });
                    record.set(index, value);
                }
                Some((Some(Meaning::Name), _)) => {
                    let text = cell_text(cell);
                    let text = if self.sheet.is_some() {
                        text.trim()
                    } else {
                        &text
                    };
                    name = (!text.trim().is_empty()).then(|| Value::text(text, cell.span));
                }
                Some(
                    (Some(Meaning::Group | Meaning::LeftOut | Meaning::Ignored), _) | (None, false),
                ) => {}
                None | Some((None, true)) => {
                    if !cell.value().trim().is_empty()
                        && !self.has_merged_heading
                        && self.surplus.insert(column)
                    {
                        report(Diagnostic::new(&rules::HEADING_MISSING, cell.span));
                    }
                }
            }
        }
        self.report_merged(&mut record, row, findings);
        self.take_instead(&mut record);
        self.complete_contact(&mut record, name);
        self.derive_id(&mut record);
        self.derive_type(&mut record, findings);
        record
    }

    /// Reports the fields whose cell is merged with one that has a value.
    fn report_merged(&mut self, record: &mut Record, row: &Row<'_>, findings: &mut Collector<'_>) {
        for (
            column,
            Column {
                heading, meaning, ..
            },
        ) in self.header.columns.iter().enumerate()
        {
            let Some(Meaning::Field(index)) = *meaning else {
                continue;
            };
            if record.value(index).is_some() || !self.merged.has(row.line(), column) {
                continue;
            }
            // A row of a sheet ends at its last cell.
            let span = record.cell(column).unwrap_or(row.span());
            let finding = no_value(NoValue::Merged, span);
            findings.push(finding.cell(CellPosition::new(record.row, heading.clone())));
            record.set(index, Some(Value::faulty("", span)));
        }
    }

    /// Gives empty fields the values of other ones, where the program that has the table shows those instead.
    fn take_instead(&self, record: &mut Record) {
        for (field, source) in &self.instead {
            if record.value(*field).is_none() {
                record.set(*field, record.value(*source).cloned());
            }
        }
    }

    /// Puts a name in its field, and sets the legal type where only one is possible.
    fn complete_contact(&self, record: &mut Record, name: Option<Value>) {
        let index = |field| self.header.list().index_of(field);
        let (Some(legal_type), Some(company_name), Some(first_name), Some(last_name)) = (
            index("legalType"),
            index("companyName"),
            index("firstName"),
            index("lastName"),
        ) else {
            return;
        };
        let has = |record: &Record, field| record.value(field).is_some();
        if let Some(name) = name {
            let word = record
                .value(legal_type)
                .map(|value| value.json.trim_matches('"').to_owned());
            let says = |legal_type: LegalType| word.as_deref() == Some(legal_type.as_str());
            let is_last_name = self.header.has(Meaning::Field(company_name))
                || has(record, first_name)
                || says(LegalType::Individual);
            let field = if is_last_name && !says(LegalType::Company) {
                last_name
            } else {
                company_name
            };
            if !has(record, field) {
                record.set(field, Some(name));
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
            let legal_type_of_name = if is_company {
                LegalType::Company
            } else {
                LegalType::Individual
            };
            record.set(
                legal_type,
                Some(Value::text(legal_type_of_name.as_str(), record.span)),
            );
        }
    }

    /// Takes the external id from the number, the code or the first day, if the table has no column for it.
    fn derive_id(&self, record: &mut Record) {
        let (Some(id), Some(source)) = (
            self.header.list().index_of("externalId"),
            self.header.list().id_source(),
        ) else {
            return;
        };
        if !self.header.has(Meaning::Field(id)) && self.header.has(Meaning::Field(source)) {
            record.has_derived_id = true;
            record.set(id, record.value(source).cloned());
        }
    }

    /// Takes the type of an account from its number, if the caller named the chart and the table does not say it.
    fn derive_type(&self, record: &mut Record, findings: &mut Collector<'_>) {
        let (Some(chart), Some(type_index)) = (self.chart, self.header.list().index_of("type"))
        else {
            return;
        };
        let number = self
            .header
            .list()
            .index_of("number")
            .and_then(|index| record.value(index));
        let (Some(number), None) = (number, record.value(type_index)) else {
            return;
        };
        if number.is_faulty {
            return;
        }
        let span = number.span;
        match chart.account_type(number.json.trim_matches('"')) {
            Some(account_type) => {
                record.set(type_index, Some(Value::text(account_type.as_str(), span)));
            }
            None => findings.push(
                Diagnostic::new(&rules::ACCOUNT_TYPE_OPEN, span)
                    .cell(CellPosition::new(record.row, self.heading_of("number"))),
            ),
        }
    }

    fn heading_of(&self, field: &str) -> String {
        let column = self
            .header
            .list()
            .index_of(field)
            .and_then(|index| self.header.column_of(index));
        column.map_or_else(String::new, |column| self.header.heading(column))
    }
}

/// Tells for the rows of a sheet, asked in their order, which cells are below or beside the cell that has the value of both.
pub(super) struct MergedColumns {
    merged: Peekable<IntoIter<MergedCells>>,
    /// For each column, the row before which its cells are merged with one above or beside.
    ends: Vec<u32>,
}

impl MergedColumns {
    /// `columns` is the number of columns of the table.
    pub(super) fn new(sheet: Option<&SheetText>, columns: usize) -> Self {
        let merged = sheet.map_or_else(Vec::new, SheetText::merged_values);
        Self {
            merged: merged.into_iter().peekable(),
            ends: vec![0; columns],
        }
    }

    /// Returns whether the cell in a row and a column is merged with one above or beside it.
    pub(super) fn has(&mut self, line: usize, column: usize) -> bool {
        let row = u32::try_from(line).unwrap_or(u32::MAX);
        while let Some(merged) = self.merged.next_if(|merged| merged.rows.start <= row) {
            for (index, end) in (0_u32..).zip(&mut self.ends) {
                if merged.columns.contains(&index) {
                    *end = merged.rows.end.max(*end);
                }
            }
        }
        self.ends.get(column).is_some_and(|end| row < *end)
    }
}
