//! The cells of a sheet.

use std::ops::Range;
use std::rc::Rc;

use super::damage::{Damage, ExpansionLimit, as_u64};
use crate::value::Currency;

/// The maximum number of rows and columns of a sheet in Excel.
pub(crate) const MAX_ROWS: u32 = 1 << 20;
pub(super) const MAX_COLUMNS: u32 = 1 << 14;

/// A sheet of a workbook. The texts of all cells are in one string, because a sheet may have millions of them. Equal cells side by side are one entry, and so
/// are equal rows one below the other.
#[derive(Debug)]
pub(crate) struct Sheet {
    pub(crate) name: String,
    pub(crate) is_hidden: bool,
    text: String,
    shared: Rc<SharedTexts>,
    cells: Vec<StoredCell>,
    /// The rows that stand for several, with their number.
    repeated_rows: Vec<(u32, u32)>,
    /// The first of some hidden rows, counted from 1, and their number.
    hidden_rows: Vec<(u32, u32)>,
    merges: Vec<MergedCells>,
    /// The currencies that the formats of numbers show, each with its first row.
    pub(super) shown_currencies: Vec<(Currency, u32)>,
    limit: ExpansionLimit,
    /// The size of the sheets before it.
    size_before: u64,
}

/// The sheets of a workbook, in its order. The last one gets cells.
#[derive(Debug)]
pub(super) struct SheetList {
    limit: ExpansionLimit,
    sheets: Vec<Sheet>,
}

/// Texts that cells of all sheets refer to by number.
#[derive(Debug, Default)]
pub(super) struct SharedTexts {
    text: String,
    /// Where each text ends.
    ends: Vec<u32>,
}

/// Cells side by side that are equal and not empty.
#[derive(Debug, Clone, Copy)]
struct StoredCell {
    /// Counted from 1.
    row: u32,
    /// The first column, counted from 0.
    column: u16,
    /// The number of columns.
    columns: u16,
    kind: CellKind,
    /// Whether the text is one of the shared texts.
    is_shared: bool,
    start: u32,
    end: u32,
}

/// Cells that are shown as one, with the value of the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MergedCells {
    /// Counted from 1.
    pub(crate) rows: Range<u32>,
    /// Counted from 0.
    pub(crate) columns: Range<u32>,
}

/// What the text of a cell is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellKind {
    Text,
    /// A decimal number, with a point before its decimals.
    Number,
    /// A decimal number that is shown with its digits, and with zeros where it has fewer of them before or after the decimal point.
    FixedNumber {
        whole_digits: u8,
        decimals: u8,
    },
    /// A decimal number that is shown otherwise: rounded, in thousands, or with words.
    ChangedNumber,
    /// A decimal number that is shown as a percentage: 0.081 for 8.1 %.
    Percent,
    /// A number that is no decimal of 15 digits, as the workbook has it.
    InexactNumber,
    /// A formula whose result the workbook lacks.
    Formula,
    /// A date as `yyyy-mm-dd`, maybe with a time as ` HH:MM:SS`.
    Date,
}

impl CellKind {
    /// Whether the text is a decimal number, with a point before its decimals.
    pub(super) const fn is_decimal(self) -> bool {
        matches!(
            self,
            Self::Number | Self::FixedNumber { .. } | Self::ChangedNumber | Self::Percent
        )
    }
}

impl SharedTexts {
    /// Adds an empty text, to which [`push_str`](Self::push_str) appends.
    pub(super) fn begin(&mut self) -> Result<(), Damage> {
        self.ends.push(offset(self.text.len())?);
        Ok(())
    }

    /// Appends to the last text, if there is one.
    pub(super) fn push_str(&mut self, part: &str) -> Result<(), Damage> {
        if let Some(end) = self.ends.last_mut() {
            self.text.push_str(part);
            *end = offset(self.text.len())?;
        }
        Ok(())
    }

    fn range(&self, index: usize) -> Option<(u32, u32)> {
        let end = self.ends.get(index)?;
        let before = index
            .checked_sub(1)
            .and_then(|before| self.ends.get(before));
        Some((before.copied().unwrap_or_default(), *end))
    }
}

impl SheetList {
    pub(super) const fn new(limit: ExpansionLimit) -> Self {
        Self {
            limit,
            sheets: Vec::new(),
        }
    }

    /// Adds an empty sheet, whose cells may refer to shared texts.
    pub(super) fn add(&mut self, name: String, is_hidden: bool, shared: &Rc<SharedTexts>) {
        let size_before = self.sheets.last().map_or(0, Sheet::size_with_before);
        self.sheets.push(Sheet {
            name,
            is_hidden,
            text: String::new(),
            shared: Rc::clone(shared),
            cells: Vec::new(),
            repeated_rows: Vec::new(),
            hidden_rows: Vec::new(),
            merges: Vec::new(),
            shown_currencies: Vec::new(),
            limit: self.limit,
            size_before,
        });
    }

    /// Returns the sheet that was added last.
    pub(super) fn last_mut(&mut self) -> Result<&mut Sheet, Damage> {
        self.sheets.last_mut().ok_or(Damage::Structure)
    }

    pub(super) fn into_sheets(self) -> Vec<Sheet> {
        self.sheets
    }
}

impl Sheet {
    /// Adds a cell; an empty one is left out.
    ///
    /// # Errors
    ///
    /// It is beyond the size of a sheet.
    pub(super) fn push(
        &mut self,
        row: u32,
        column: u32,
        kind: CellKind,
        text: &str,
    ) -> Result<(), Damage> {
        self.push_equal(row, column, 1, kind, text)
    }

    /// Adds equal cells in several columns.
    pub(super) fn push_equal(
        &mut self,
        row: u32,
        column: u32,
        columns: u32,
        kind: CellKind,
        text: &str,
    ) -> Result<(), Damage> {
        self.check_space(text.len())?;
        let start = offset(self.text.len())?;
        let end = offset(self.text.len() + text.len())?;
        self.push_cell(row, column, columns, StoredCell::new(kind, start, end))?;
        self.text.push_str(text);
        Ok(())
    }

    /// Adds a cell with one of the shared texts.
    pub(super) fn push_shared(
        &mut self,
        row: u32,
        column: u32,
        index: usize,
    ) -> Result<(), Damage> {
        self.check_space(0)?;
        let (start, end) = self.shared.range(index).ok_or(Damage::Sheet)?;
        let cell = StoredCell {
            is_shared: true,
            ..StoredCell::new(CellKind::Text, start, end)
        };
        self.push_cell(row, column, 1, cell)
    }

    fn push_cell(
        &mut self,
        row: u32,
        column: u32,
        columns: u32,
        cell: StoredCell,
    ) -> Result<(), Damage> {
        let is_within =
            (1..=MAX_ROWS).contains(&row) && column.saturating_add(columns) <= MAX_COLUMNS;
        if !is_within {
            return Err(Damage::Sheet);
        }
        if cell.start < cell.end && columns > 0 {
            let [column, columns] =
                [column, columns].map(|number| u16::try_from(number).map_err(|_| Damage::Sheet));
            self.cells.push(StoredCell {
                row,
                column: column?,
                columns: columns?,
                ..cell
            });
        }
        Ok(())
    }

    /// Notes that the format of a number in a row shows a currency.
    pub(super) fn show_currency(&mut self, currency: Currency, row: u32) {
        if !self
            .shown_currencies
            .iter()
            .any(|(known, _)| *known == currency)
        {
            self.shown_currencies.push((currency, row));
        }
    }

    /// Makes a row stand for several.
    #[cfg(feature = "old-workbooks")]
    pub(super) fn repeat_row(&mut self, row: u32, count: u32) -> Result<(), Damage> {
        let end = row.checked_add(count).ok_or(Damage::Sheet)?;
        let has_cells = self.cells.last().is_some_and(|cell| cell.row == row);
        if count > 1 && has_cells {
            if end > MAX_ROWS + 1 {
                return Err(Damage::Sheet);
            }
            self.repeated_rows.push((row, count));
        }
        Ok(())
    }

    pub(super) fn hide_rows(&mut self, first: u32, count: u32) {
        self.hidden_rows.push((first, count));
    }

    /// Notes that cells are shown as one.
    pub(super) fn merge(&mut self, cells: MergedCells) -> Result<(), Damage> {
        self.limit
            .check(as_u64((self.merges.len() + 1) * size_of::<MergedCells>()))?;
        self.merges.push(cells);
        Ok(())
    }

    /// Returns the cells that are shown as one with a value, in the order of their rows.
    pub(super) fn merged_values(&self) -> Vec<MergedCells> {
        let has_value = |merged: &&MergedCells| {
            let first = self.cell_at(merged.rows.start, merged.columns.start);
            first.is_some_and(|cell| !cell.text.trim().is_empty())
        };
        let mut merged: Vec<MergedCells> = self.merges.iter().filter(has_value).cloned().collect();
        merged.sort_by_key(|merged| merged.rows.start);
        merged
    }

    /// Returns the cell in a row, counted from 1, and a column, counted from 0.
    pub(super) fn cell_at(&self, row: u32, column: u32) -> Option<SheetCell<'_>> {
        let after = self.cells.partition_point(|cell| cell.row <= row);
        let first = self.cells.get(after.checked_sub(1)?)?.row;
        if row >= first.saturating_add(self.count_of(first)) {
            return None;
        }
        let place = |cell: &StoredCell| (cell.row, u32::from(cell.column));
        let index = self
            .cells
            .partition_point(|cell| place(cell) <= (first, column));
        let cell = self.cells.get(index.checked_sub(1)?)?;
        let is_there =
            cell.row == first && column < u32::from(cell.column) + u32::from(cell.columns);
        is_there.then(|| self.read(cell))
    }

    fn read(&self, cell: &StoredCell) -> SheetCell<'_> {
        let [start, end] =
            [cell.start, cell.end].map(|offset| usize::try_from(offset).unwrap_or(usize::MAX));
        let text = if cell.is_shared {
            &self.shared.text
        } else {
            &self.text
        };
        SheetCell {
            column: u32::from(cell.column),
            columns: u32::from(cell.columns),
            kind: cell.kind,
            text: text.get(Range { start, end }).unwrap_or_default(),
        }
    }

    /// Brings the cells into the order of rows and columns. Of several cells in one place, the last one stays.
    #[cfg(feature = "old-workbooks")]
    pub(super) fn sort(&mut self) {
        let place = |cell: &StoredCell| (cell.row, cell.column);
        if !self.cells.is_sorted_by_key(place) {
            self.cells.sort_by_key(place);
        }
        self.cells.reverse();
        self.cells.dedup_by_key(|cell| place(cell));
        self.cells.reverse();
    }

    /// Returns whether each cell is after the cells before it.
    pub(super) fn is_ordered(&self) -> bool {
        self.cells.is_sorted_by(|before, after| {
            let end = before.column.saturating_add(before.columns - 1);
            (before.row, end) < (after.row, after.column)
        })
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Refuses another cell if the cells of all sheets would take more memory than the limit.
    pub(super) fn check_space(&self, text_len: usize) -> Result<(), Damage> {
        let found = self.size_with_before() + as_u64(size_of::<StoredCell>());
        self.limit.check(found.saturating_add(as_u64(text_len)))
    }

    /// Returns how many bytes of memory the cells take, with those of the sheets before.
    fn size_with_before(&self) -> u64 {
        let cells = as_u64(self.cells.len()) * as_u64(size_of::<StoredCell>());
        self.size_before + as_u64(self.text.len()) + cells
    }

    /// Returns the hidden rows with a cell: their number, and the first one.
    pub(super) fn filled_hidden_rows(&self) -> (usize, Option<u32>) {
        let hidden = self.hidden_rows.iter().flat_map(|(first, count)| {
            let end = first.saturating_add(*count).min(MAX_ROWS + 1);
            *first..end
        });
        let mut filled = hidden.filter(|row| self.is_filled(*row));
        let first = filled.next();
        (usize::from(first.is_some()) + filled.count(), first)
    }

    fn is_filled(&self, row: u32) -> bool {
        let after = self.cells.partition_point(|cell| cell.row <= row);
        let Some(last) = after.checked_sub(1).and_then(|last| self.cells.get(last)) else {
            return false;
        };
        last.row == row || row < last.row.saturating_add(self.count_of(last.row))
    }

    /// Returns for how many rows a row stands.
    fn count_of(&self, row: u32) -> u32 {
        let index = self
            .repeated_rows
            .binary_search_by_key(&row, |(first, _)| *first);
        let repeated = index.ok().and_then(|index| self.repeated_rows.get(index));
        repeated.map_or(1, |(_, count)| *count)
    }

    /// Iterates over the rows with a cell, in their order.
    pub(super) fn rows(&self) -> impl Iterator<Item = SheetRows<'_>> {
        let rows = self.cells.chunk_by(|cell, next| cell.row == next.row);
        rows.map(|cells| {
            let first = cells.first().map_or(0, |cell| cell.row);
            SheetRows {
                sheet: self,
                first,
                count: self.count_of(first),
                cells,
            }
        })
    }
}

impl StoredCell {
    /// A cell whose place is not known yet.
    const fn new(kind: CellKind, start: u32, end: u32) -> Self {
        Self {
            row: 0,
            column: 0,
            columns: 0,
            kind,
            is_shared: false,
            start,
            end,
        }
    }
}

/// Equal rows of a sheet, one below the other.
#[derive(Clone, Copy)]
pub(super) struct SheetRows<'s> {
    sheet: &'s Sheet,
    pub(super) first: u32,
    pub(super) count: u32,
    cells: &'s [StoredCell],
}

impl<'s> SheetRows<'s> {
    /// Iterates over the cells of one of the rows, in their order.
    pub(super) fn cells(self) -> impl Iterator<Item = SheetCell<'s>> {
        self.cells.iter().map(move |cell| self.sheet.read(cell))
    }
}

/// Equal cells side by side, with their text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SheetCell<'s> {
    pub(super) column: u32,
    pub(super) columns: u32,
    pub(super) kind: CellKind,
    pub(super) text: &'s str,
}

/// Returns an offset in the texts of a sheet.
fn offset(length: usize) -> Result<u32, Damage> {
    u32::try_from(length).map_err(|_| Damage::TooLarge {
        found: as_u64(length),
        limit: u64::from(u32::MAX),
    })
}
