use crate::format::rules;
use crate::format::table::detect::ColumnMapping;
use crate::format::table::value::content;
use crate::report::Diagnostic;
use crate::sheet::{Row, date};

/// Compares the last cell of each entry's row with that of other entries, to find a last cell that may be truncated.
#[derive(Debug, Default)]
pub(super) struct LastCell {
    /// Whether an earlier entry ended in an empty cell; then a truncation after a delimiter can't be noticed.
    has_empty_last_cell: bool,
    /// The length of the date at the end of the previous entry, if it ended in one.
    last_date_len: Option<usize>,
}

impl LastCell {
    /// Reports a last cell without a line end, which may be truncated without any other sign.
    pub(super) fn check(
        &mut self,
        row: &Row<'_>,
        number: usize,
        mapping: &ColumnMapping<'_>,
        faults: &mut Vec<Diagnostic>,
    ) {
        let last = row.cells().len().saturating_sub(1);
        let is_blank = content::is_blank_at(row, last);
        let is_date = mapping.date_cells().any(|cell| cell == last);
        if !row.has_line_end() {
            let may_be_truncated = if is_blank {
                // A missing value may have been there, unless a row above ended in an empty cell too.
                let is_compared = number > 1 && !self.has_empty_last_cell;
                is_compared && (is_date || mapping.feeds_transaction(last))
            } else if is_date {
                // A date is complete if the date above was as long, or if the style has no longer pattern.
                let date = content::text_at(row, Some(last));
                self.last_date_len != Some(date.len())
                    && date::may_be_truncated(&date, &mapping.style.dates)
            } else {
                mapping.feeds_transaction(last)
            };
            if may_be_truncated {
                let span = content::span_at(row, Some(last));
                faults.push(Diagnostic::new(&rules::LAST_CELL_OPEN, span));
            }
        }
        self.has_empty_last_cell |= is_blank;
        self.last_date_len = is_date.then(|| content::text_at(row, Some(last)).len());
    }
}
