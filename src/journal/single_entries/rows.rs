use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::header::{Header, Part};
use crate::record::rules::TOO_MANY_RECORDS;
use crate::report::{Collector, Diagnostic};
use crate::sheet::rules::{CELL_TOO_LONG, LINE_TOO_LONG, ROW_TOO_LONG, ROW_TOO_SHORT, STRAY_QUOTE};
use crate::sheet::{Cell, Row, Rows};
use crate::source::Span;

/// A row below the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowPlace {
    pub(super) span: Span,
    /// The number of the row, counted from 1.
    pub(super) number: usize,
}

/// The rows with the id of one record.
#[derive(Debug, Default)]
pub(super) struct RecordRows {
    /// The rows whose cells can be read.
    pub(super) rows: Vec<RowPlace>,
    /// The other rows. Without them, the record can't be built.
    pub(super) unreadable: Vec<RowPlace>,
}

/// The rows of a file by their records, in the order of their first rows.
#[derive(Debug, Default)]
pub(super) struct GroupedRows {
    pub(super) records: Vec<RecordRows>,
    /// The number of all rows that are not blank.
    pub(super) count: usize,
}

impl GroupedRows {
    /// Returns all rows, in the order of the file.
    pub(super) fn places(&self) -> Vec<RowPlace> {
        let mut places: Vec<RowPlace> = Vec::with_capacity(self.count);
        for record in &self.records {
            places.extend(record.rows.iter().chain(&record.unreadable));
        }
        places.sort_unstable_by_key(|place| place.number);
        places
    }
}

/// Reads all rows, reports those with another number of cells than the header, and groups them by the ids of their records.
pub(super) fn group_rows(text: &str, header: &Header, sink: &mut Collector<'_>) -> GroupedRows {
    let mut grouped = GroupedRows::default();
    let mut by_id: HashMap<String, usize, RandomState> = HashMap::default();
    let (mut rows, mut row) = (Rows::new(text, header.delimiter), Row::default());
    for _ in 0..header.rows {
        rows.next_line(&mut row);
    }
    let (limit, mut first_surplus) = (sink.policy().limits.records, None);
    let id_column = header.column((Part::RecordId, None)).unwrap_or_default();
    while rows.next_row(&mut row) {
        // A quoted cell that ends in a later row probably began with a stray quote.
        if row.line_count() > 1 && row.cells().len() != header.width() {
            rows.reread_as_line(&mut row);
        }
        if row.cells().iter().all(|cell| cell.raw().trim().is_empty()) {
            continue;
        }
        grouped.count += 1;
        let place = RowPlace {
            span: row.span(),
            number: grouped.count,
        };
        let id = row
            .cells()
            .get(id_column)
            .map(|cell| cell.value().into_owned())
            .unwrap_or_default();
        let next = grouped.records.len();
        // A row without an id is a record of its own.
        let index = if id.trim().is_empty() {
            next
        } else {
            *by_id.entry(id.clone()).or_insert(next)
        };
        if index == next {
            grouped.records.push(RecordRows::default());
        }
        let since = sink.checkpoint();
        let is_surplus = grouped.count > limit;
        if is_surplus {
            first_surplus.get_or_insert(place);
        } else if let Some(span) = row.stray_quote() {
            sink.push(Diagnostic::new(&STRAY_QUOTE, span));
        }
        let fault = if is_surplus {
            None
        } else {
            find_fault(&row, header, sink)
        };
        let is_faulty = is_surplus || fault.is_some();
        if let Some(fault) = fault {
            sink.push(fault);
        }
        sink.locate_cells(since, |span| {
            Some(cell_at(row.cells(), span, place.number, header))
        });
        sink.set_item(since, index, Some(id.as_str()).filter(|id| !id.is_empty()));
        if let Some(record) = grouped.records.get_mut(index) {
            if is_faulty {
                &mut record.unreadable
            } else {
                &mut record.rows
            }
            .push(place);
        }
    }
    if let Some(place) = first_surplus {
        let diagnostic =
            Diagnostic::new(&TOO_MANY_RECORDS, place.span).param("found", grouped.count);
        sink.push(diagnostic.param("what", "rows").param("limit", limit));
    }
    grouped
}

/// Returns the fault of a row whose cells can't be read.
fn find_fault(row: &Row<'_>, header: &Header, sink: &Collector<'_>) -> Option<Diagnostic> {
    let (limits, width, cells) = (&sink.policy().limits, header.width(), row.cells());
    if row.span().len() > limits.line {
        let diagnostic =
            Diagnostic::new(&LINE_TOO_LONG, row.span()).param("found", row.span().len());
        return Some(diagnostic.param("limit", limits.line));
    }
    if let Some(cell) = cells.iter().find(|cell| cell.raw().len() > limits.cell) {
        let diagnostic =
            Diagnostic::new(&CELL_TOO_LONG, cell.span).param("found", cell.raw().len());
        return Some(diagnostic.param("limit", limits.cell));
    }
    if cells.len() < width {
        let diagnostic = Diagnostic::new(&ROW_TOO_SHORT, row.span()).param("found", cells.len());
        return Some(diagnostic.param("expected", width));
    }
    let (index, cell) = cells
        .iter()
        .enumerate()
        .skip(width)
        .find(|(_, cell)| !cell.raw().trim().is_empty())?;
    Some(
        Diagnostic::new(&ROW_TOO_LONG, cell.span)
            .param("found", index + 1)
            .param("expected", width),
    )
}

/// Returns the cell that a span begins in; the row if it begins in none.
fn cell_at(
    cells: &[Cell<'_>],
    span: Span,
    row: usize,
    header: &Header,
) -> crate::report::CellPosition {
    let within =
        |cell: &Cell<'_>| (cell.span.start.saturating_sub(1)..=cell.span.end).contains(&span.start);
    let index = cells
        .iter()
        .position(|cell| within(cell) && span.len() <= cell.span.len().max(1));
    crate::report::CellPosition::new(row, index.map_or("", |index| header.name(index)).to_owned())
}
