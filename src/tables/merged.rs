//! Cells of a sheet that are shown as one with the value of another cell.

use std::iter::Peekable;
use std::vec::IntoIter;

use super::source::{MergedCells, SheetText};

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
