use crate::format::rules;
use crate::format::table::Row;
use crate::format::table::detect::ColumnMapping;
use crate::format::table::value::{content, date};
use crate::report::Diagnostic;

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
        let blank = content::is_blank_at(row, last);
        let is_day = mapping.date_cells().any(|day| day == last);
        if !row.has_line_end() {
            // A readable date is complete if the date above was as long, or if the style has no longer pattern. A missing date may have
            // been there.
            let may_be_truncated = if blank {
                (is_day || mapping.feeds_transaction(last))
                    && !self.has_empty_last_cell
                    && number > 1
            } else if is_day {
                let day = content::text_at(row, Some(last));
                self.last_date_len != Some(day.len())
                    && date::may_be_truncated(&day, &mapping.style.dates)
            } else {
                mapping.feeds_transaction(last)
            };
            if may_be_truncated {
                faults.push(Diagnostic::new(
                    &rules::LAST_CELL_OPEN,
                    content::span_at(row, Some(last)),
                ));
            }
        }
        self.has_empty_last_cell |= blank;
        self.last_date_len = is_day.then(|| content::text_at(row, Some(last)).len());
    }
}
