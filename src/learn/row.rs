/// A row, with the texts of its cells.
#[derive(Debug, Clone)]
pub(super) struct TableRow {
    /// The index of the file among those that are learned together.
    pub(super) file: usize,
    /// The line on which the row starts, counted from 1.
    pub(super) line: usize,
    pub(super) cells: Vec<Box<str>>,
}

impl TableRow {
    /// Returns the text of a cell. A cell that the row lacks is empty.
    pub(super) fn cell(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", |cell| cell)
    }

    /// Returns the texts of the cells that are not empty.
    pub(super) fn filled(&self) -> impl Iterator<Item = &str> {
        let cells = self.cells.iter().map(|cell| &**cell);
        cells.filter(|cell| !cell.is_empty())
    }
}
