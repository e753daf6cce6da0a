use crate::format::rules;
use crate::format::table::Row;
use crate::format::table::detect::{ColumnMapping, Header};
use crate::format::table::value::{content, date};
use crate::report::{Cell, Diagnostic};
use crate::source::Span;

/// Compares the shape of each entry's row with that of other entries, to find rows with a different number of cells and a last cell that may
/// be truncated.
#[derive(Debug, Default)]
pub(super) struct RowShape {
    /// The number of cells of entries; and the span and number of the first entry until it is compared with the second.
    usual_cells: Option<(usize, Option<(Span, usize)>)>,
    /// Whether an earlier entry ended in an empty cell; then a truncation after a delimiter can't be noticed.
    has_empty_last_cell: bool,
    /// The length of the date at the end of the previous entry, if it ended in one.
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

    /// Reports a row whose number of cells differs from the header and from the other rows: it was trimmed or something was inserted.
    /// The first row is reported when the second one differs from it.
    fn check_cell_count(
        &mut self,
        row: &Row<'_>,
        number: usize,
        header: &Header<'_>,
        mapping: &ColumnMapping<'_>,
        faults: &mut Vec<Diagnostic>,
    ) {
        // Delimiters at the end of the header add no columns, and rows may have them or not.
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

    /// Reports a last cell without a line end, which may be truncated without any other sign.
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
            // A readable date is complete if the date above was as long, or if the style has no longer pattern. A missing date may have
            // been there.
            let may_be_truncated = if blank {
                (is_day || mapping.feeds_transaction(last)) && !self.has_empty_last_cell && number > 1
            } else if is_day {
                let day = content::text_at(row, Some(last));
                self.last_date_len != Some(day.len()) && date::may_be_truncated(&day, &mapping.style.dates)
            } else {
                mapping.feeds_transaction(last)
            };
            if may_be_truncated {
                faults.push(Diagnostic::new(&rules::LAST_CELL_OPEN, content::span_at(row, Some(last))));
            }
        }
        self.has_empty_last_cell |= blank;
        self.last_date_len = is_day.then(|| content::text_at(row, Some(last)).len());
    }
}
