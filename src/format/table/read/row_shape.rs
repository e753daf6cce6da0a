use crate::format::rules;
use crate::format::table::Row;
use crate::format::table::detect::{ColumnMapping, Header};
use crate::format::table::value::{content, date};
use crate::report::{Cell, Diagnostic};
use crate::source::Span;

/// Watches the shape of the rows that are entries, for what only shows beside others: cells that one row has and others
/// don't, and a last cell that may be cut off.
#[derive(Debug, Default)]
pub(super) struct RowShape {
    /// How many cells entries have; of the first one, until it can be compared, its place and number.
    usual_cells: Option<(usize, Option<(Span, usize)>)>,
    /// Whether an entry so far ended in an empty cell, as then a cut behind a delimiter can't be noticed.
    has_empty_last_cell: bool,
    /// How long the day is with which the last entry ended, where it did with one.
    last_date_len: Option<usize>,
}

impl RowShape {
    pub(super) fn check(
        &mut self,
        row: &Row<'_>,
        number: usize,
        header: &Header<'_>,
        mapping: &ColumnMapping<'_>,
        faults: &mut Vec<Diagnostic>,
    ) {
        if mapping.overflow.is_none() {
            self.check_cell_count(row, number, header, mapping, faults);
        }
        self.check_last_cell(row, number, mapping, faults);
    }

    /// Where a row has another number of cells than the header, it was trimmed or something was put in; what all rows have is
    /// no sign. The first one is reported when the second differs from it.
    fn check_cell_count(
        &mut self,
        row: &Row<'_>,
        number: usize,
        header: &Header<'_>,
        mapping: &ColumnMapping<'_>,
        faults: &mut Vec<Diagnostic>,
    ) {
        // Delimiters at the end of the header make no columns, and rows may have them or not.
        let cells = row.cells().len();
        let cells = if cells == header.names.len() { mapping.column_count } else { cells };
        let Some((usual_cells, first)) = &mut self.usual_cells else {
            self.usual_cells = Some((cells, Some((row.span(), number))));
            return;
        };
        let first = first.take();
        let mut ragged = |span, number, found: usize, expected: usize| {
            let fault = Diagnostic::new(&rules::ROW_RAGGED, span).param("found", found).param("expected", expected);
            faults.push(fault.cell(Cell::new(number, String::new())));
        };
        if cells == mapping.column_count && *usual_cells != mapping.column_count {
            if let Some((span, number)) = first {
                ragged(span, number, *usual_cells, mapping.column_count);
            }
            *usual_cells = mapping.column_count;
        } else if cells != *usual_cells && cells != mapping.column_count {
            ragged(row.span(), number, cells, *usual_cells);
        }
    }

    /// Without a line end behind it the last cell may be cut off, and nothing else would show it.
    fn check_last_cell(
        &mut self,
        row: &Row<'_>,
        number: usize,
        mapping: &ColumnMapping<'_>,
        faults: &mut Vec<Diagnostic>,
    ) {
        let last = row.cells().len().saturating_sub(1);
        let blank = content::is_blank_at(row, last);
        let is_day = mapping.date_cells().any(|day| day == last);
        if !row.has_line_end() {
            // A day that can be read is whole unless a longer one is written in that style too, or the one above was as long;
            // a missing one may have been there.
            let doubtful = if blank {
                (is_day || mapping.feeds_transaction(last)) && !self.has_empty_last_cell && number > 1
            } else if is_day {
                let day = content::text_at(row, Some(last));
                self.last_date_len != Some(day.len()) && date::may_be_truncated(&day, &mapping.style.dates)
            } else {
                mapping.feeds_transaction(last)
            };
            if doubtful {
                faults.push(Diagnostic::new(&rules::LAST_CELL_OPEN, content::span_at(row, Some(last))));
            }
        }
        self.has_empty_last_cell |= blank;
        self.last_date_len = is_day.then(|| content::text_at(row, Some(last)).len());
    }
}
