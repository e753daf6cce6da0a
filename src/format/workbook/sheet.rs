//! The cells of a sheet.

use std::ops::Range;

/// The maximum number of rows and columns of a sheet in Excel.
pub(super) const MAX_ROWS: u32 = 1 << 20;
pub(super) const MAX_COLUMNS: u32 = 1 << 14;

/// A sheet of a workbook. The texts of all cells are in one string, because a sheet may have millions of them.
#[derive(Debug, Clone, Default)]
pub(super) struct Sheet {
    pub(super) name: String,
    pub(super) is_hidden: bool,
    text: String,
    cells: Vec<Cell>,
    /// The rows that are hidden, counted from 1.
    hidden_rows: Vec<u32>,
}

/// A cell that is not empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cell {
    /// Counted from 1.
    row: u32,
    /// Counted from 0.
    column: u32,
    kind: CellKind,
    start: usize,
    end: usize,
}

/// What the text of a cell is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellKind {
    Text,
    /// A decimal number, with a point before its decimals.
    Number,
    /// A decimal number that is shown as a percentage: 0.081 for 8.1 %.
    Percent,
    /// A number that is no decimal of 15 digits, as the workbook has it.
    InexactNumber,
    /// A date as `yyyy-mm-dd`, maybe with a time as ` HH:MM:SS`.
    Date,
}

impl Sheet {
    pub(super) fn new(name: String, is_hidden: bool) -> Self {
        Self {
            name,
            is_hidden,
            ..Self::default()
        }
    }

    /// Adds a cell; an empty one is left out. Returns false if it is beyond the size of a sheet, or not after the cells before it.
    pub(super) fn push(&mut self, row: u32, column: u32, kind: CellKind, text: &str) -> bool {
        let is_after = self
            .cells
            .last()
            .is_none_or(|last| (last.row, last.column) < (row, column));
        let is_within = (1..=MAX_ROWS).contains(&row) && column < MAX_COLUMNS;
        if is_after && is_within && !text.is_empty() {
            let start = self.text.len();
            self.text.push_str(text);
            self.cells.push(Cell {
                row,
                column,
                kind,
                start,
                end: self.text.len(),
            });
        }
        is_after && is_within
    }

    pub(super) fn hide_row(&mut self, row: u32) {
        self.hidden_rows.push(row);
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns the hidden rows with a cell.
    pub(super) fn filled_hidden_rows(&self) -> Vec<u32> {
        let is_filled = |row: &&u32| {
            self.cells
                .binary_search_by(|cell| cell.row.cmp(row))
                .is_ok()
        };
        self.hidden_rows.iter().filter(is_filled).copied().collect()
    }

    /// Iterates over the cells in the order of rows and columns.
    pub(super) fn cells(&self) -> impl Iterator<Item = SheetCell<'_>> {
        self.cells.iter().map(
            |&Cell {
                 row,
                 column,
                 kind,
                 start,
                 end,
             }| {
                let text = self.text.get(Range { start, end }).unwrap_or_default();
                SheetCell {
                    row,
                    column,
                    kind,
                    text,
                }
            },
        )
    }
}

/// A cell with its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SheetCell<'s> {
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) kind: CellKind,
    pub(super) text: &'s str,
}
