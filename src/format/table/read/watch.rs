use crate::format::rules;
use crate::format::table::Row;
use crate::format::table::detect::{ColumnMapping, Header};
use crate::format::table::value::{content, day};
use crate::report::{Cell, Diagnostic};
use crate::source::Span;

/// Watches the shape of the rows that are entries, for what only shows beside others: cells that one row has and others
/// don't, and a last cell that may be cut off.
#[derive(Debug, Default)]
pub(super) struct RowShape {
    /// How many cells entries have; of the first one, until it can be compared, its place and number.
    usual: Option<(usize, Option<(Span, usize)>)>,
    /// Whether an entry so far ended in an empty cell, as then a cut behind a delimiter can't be noticed.
    ends_empty: bool,
    /// How long the day is with which the last entry ended, where it did with one.
    last_day: Option<usize>,
}

impl RowShape {
    pub(super) fn watch(
        &mut self,
        row: &Row<'_>,
        number: usize,
        header: &Header<'_>,
        mapping: &ColumnMapping<'_>,
        faults: &mut Vec<Diagnostic>,
    ) {
        if mapping.rest.is_none() {
            self.watch_the_cells(row, number, header, mapping, faults);
        }
        self.watch_the_end(row, number, mapping, faults);
    }

    /// Where a row has another number of cells than the header, it was trimmed or something was put in; what all rows have is
    /// no sign. The first one is reported when the second differs from it.
    fn watch_the_cells(
        &mut self,
        row: &Row<'_>,
        number: usize,
        header: &Header<'_>,
        mapping: &ColumnMapping<'_>,
        faults: &mut Vec<Diagnostic>,
    ) {
        // Delimiters at the end of the header make no columns, and rows may have them or not.
        let cells = row.cells().len();
        let cells = if cells == header.names.len() { mapping.columns } else { cells };
        let Some((usual, first)) = &mut self.usual else {
            self.usual = Some((cells, Some((row.span(), number))));
            return;
        };
        let first = first.take();
        let mut ragged = |span, number, found: usize, expected: usize| {
            let fault = Diagnostic::new(&rules::ROW_RAGGED, span).param("found", found).param("expected", expected);
            faults.push(fault.cell(Cell::new(number, String::new())));
        };
        if cells == mapping.columns && *usual != mapping.columns {
            if let Some((span, number)) = first {
                ragged(span, number, *usual, mapping.columns);
            }
            *usual = mapping.columns;
        } else if cells != *usual && cells != mapping.columns {
            ragged(row.span(), number, cells, *usual);
        }
    }

    /// Without a line end behind it the last cell may be cut off, and nothing else would show it.
    fn watch_the_end(
        &mut self,
        row: &Row<'_>,
        number: usize,
        mapping: &ColumnMapping<'_>,
        faults: &mut Vec<Diagnostic>,
    ) {
        let last = row.cells().len().saturating_sub(1);
        let blank = content::is_blank_at(row, last);
        let is_day = mapping.days().any(|day| day == last);
        if !row.closed() {
            // A day that can be read is whole unless a longer one is written in that style too, or the one above was as long;
            // a missing one may have been there.
            let doubtful = if blank {
                (is_day || mapping.feeds_values(last)) && !self.ends_empty && number > 1
            } else if is_day {
                let day = content::at(row, Some(last));
                self.last_day != Some(day.len()) && day::may_go_on(&day, &mapping.style.dates)
            } else {
                mapping.feeds_values(last)
            };
            if doubtful {
                faults.push(Diagnostic::new(&rules::LAST_CELL_OPEN, content::span(row, Some(last))));
            }
        }
        self.ends_empty |= blank;
        self.last_day = is_day.then(|| content::at(row, Some(last)).len());
    }
}
