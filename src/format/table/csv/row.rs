use crate::source::Span;
use crate::statement::Cell;

/// One row of a table, to be filled by [`Rows::next_row`](super::Rows::next_row) again and again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row<'t> {
    pub(super) cells: Vec<Cell<'t>>,
    pub(super) span: Span,
    pub(super) line: usize,
    pub(super) lines: usize,
    pub(super) closed: bool,
    pub(super) stray_quote: Option<Span>,
}

impl<'t> Row<'t> {
    /// Its cells; none where nothing stands on the line.
    #[must_use]
    pub fn cells(&self) -> &[Cell<'t>] {
        &self.cells
    }

    /// From its first byte to its line end, which isn't part of it.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }

    /// The line that it starts on, counted from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// On how many lines it stands: more than one where a quoted cell spans lines.
    #[must_use]
    pub const fn lines(&self) -> usize {
        self.lines
    }

    /// Whether a line end stands after it; the last row of a text may lack it, and may have been cut.
    #[must_use]
    pub const fn closed(&self) -> bool {
        self.closed
    }

    /// The first quote in it that opened a cell and had no fitting one to close it.
    #[must_use]
    pub const fn stray_quote(&self) -> Option<Span> {
        self.stray_quote
    }

    /// Gives its cells away, and takes the buffer of others for the next row.
    pub(in crate::format) fn swap_cells(&mut self, cells: &mut Vec<Cell<'t>>) {
        std::mem::swap(&mut self.cells, cells);
    }

    /// Empties the cells that hold one of some words.
    pub(in crate::format) fn blank_out(&mut self, words: &[String]) {
        if words.is_empty() {
            return;
        }
        for cell in &mut self.cells {
            let content = cell.raw().trim_matches(|edge: char| edge.is_whitespace() || matches!(edge, '"' | '\''));
            if words.iter().any(|word| content == word) {
                *cell = Cell::bare("", Span::at(cell.span.start));
            }
        }
    }

    pub(super) fn begin(&mut self, line: usize, at: usize) {
        self.cells.clear();
        self.span = Span::at(at);
        self.line = line;
        self.lines = 1;
        self.closed = true;
        self.stray_quote = None;
    }
}
