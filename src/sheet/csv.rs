//! Splits a CSV text into rows of cells, each with its span, so that no stray quote can lose a row.
//!
//! - A row ends at LF, CRLF or a lone CR; one file may mix them. An empty line is a row without cells.
//! - A quote opens a quoted cell only at the start of a cell, after optional blanks (space, tab). Blanks after the closing quote are
//!   dropped too. A quote anywhere else is an ordinary character. A quoted cell may span lines.
//! - `="…"`, a formula with which spreadsheets protect a text, is a quoted cell with the text between the quotes.
//! - If a quote at the start of a cell has no closing quote within a mebibyte, or if something other than a delimiter or a line end
//!   follows the closing quote, the cell is not quoted: it is read as it is, up to the next delimiter or line end, and the row reports
//!   the stray quote. So a stray quote loses no row. (A cell of several lines that contains a bare quote breaks into several rows, which the
//!   caller rejects.)
//! - The 4096th cell of a row takes the rest of the line.
//!
//! Correctly quoted cells are read as RFC 4180 says. Two stray quotes can look like one quoted cell if the second is right before a
//! delimiter or line end in a later row (`1;"Zum goldenen;5.00` and `2;Löwen";7.00`). The text alone can't decide. A caller that knows
//! what the columns must hold can, and reads the row again with [`Rows::reread_as_line`].
//!
//! The time is linear in the length of any text. The search for a closing quote ends at the first run of quotes of odd length, and a cell
//! that starts with a run of even length needs no search, so no two searches cover the same text.
//!
//! ```
//! use universal_accounting::internals::table::{Row, Rows};
//!
//! let mut rows = Rows::new("Datum;Text\n31.12.2025;\"Bahn; 2. Klasse\"\n02.01.2026;\"Hotel\n", b';');
//! let mut row = Row::default();
//!
//! assert!(rows.next_row(&mut row) && rows.next_row(&mut row));
//! assert_eq!(row.line(), 2);
//! assert_eq!(row.cells()[1].value(), "Bahn; 2. Klasse");
//!
//! assert!(rows.next_row(&mut row));
//! assert_eq!(row.cells()[1].value(), "\"Hotel");
//! assert!(row.stray_quote().is_some());
//! assert!(!rows.next_row(&mut row));
//! ```

use super::cell::Cell;
use crate::source::{Boundary, CellEnds, DelimiterIndex, Span, to_index};

/// The maximum distance to a closing quote. No bank writes a cell of a mebibyte, and a stray quote must not reach further.
const MAX_QUOTED_BYTES: usize = 1 << 20;

/// The maximum number of cells of a row, so that a line of delimiters can't take memory out of proportion.
const MAX_CELLS: usize = 4096;

/// One row of a table. [`Rows::next_row`] fills the same row again and again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row<'t> {
    cells: Vec<Cell<'t>>,
    span: Span,
    line: usize,
    line_count: usize,
    has_line_end: bool,
    stray_quote: Option<Span>,
}

impl<'t> Row<'t> {
    /// Returns the cells; an empty line has none.
    #[must_use]
    pub fn cells(&self) -> &[Cell<'t>] {
        &self.cells
    }

    /// Returns the span from the first byte to the line end, without the line end.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Returns the line on which the row starts, counted from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// Returns the number of lines of the row; more than one if a quoted cell spans lines.
    #[must_use]
    pub const fn line_count(&self) -> usize {
        self.line_count
    }

    /// Returns whether a line end follows. The last row of a text may lack it, and may have been truncated.
    #[must_use]
    pub const fn has_line_end(&self) -> bool {
        self.has_line_end
    }

    /// Returns the first quote at the start of a cell that has no matching closing quote.
    #[must_use]
    pub const fn stray_quote(&self) -> Option<Span> {
        self.stray_quote
    }

    /// Exchanges the cells for another buffer, which the next row reuses.
    pub(crate) fn swap_cells(&mut self, cells: &mut Vec<Cell<'t>>) {
        std::mem::swap(&mut self.cells, cells);
    }

    /// Returns the row with an empty cell before another one.
    pub(crate) fn with_empty_cell(&self, before: usize) -> Self {
        let mut row = self.clone();
        let at = self
            .cells
            .get(before)
            .map_or(self.span.end, |cell| cell.span.start);
        let before = before.min(row.cells.len());
        row.cells.insert(before, Cell::empty(at));
        row
    }

    /// Returns the row without one of its cells.
    pub(crate) fn without_cell(&self, index: usize) -> Self {
        let mut row = self.clone();
        if index < row.cells.len() {
            row.cells.remove(index);
        }
        row
    }

    /// Empties the cells whose text is one of the given values.
    pub(crate) fn clear_empty_values(&mut self, words: &[String]) {
        if words.is_empty() {
            return;
        }
        for cell in &mut self.cells {
            let content = cell
                .raw()
                .trim_matches(|edge: char| edge.is_whitespace() || matches!(edge, '"' | '\''));
            if words.iter().any(|word| content == word) {
                *cell = Cell::empty(cell.span.start);
            }
        }
    }

    /// Removes a mark before the content of each cell.
    pub(crate) fn remove_marks(&mut self, mark: char) {
        for cell in &mut self.cells {
            if let Some(content) = cell.without_mark(mark) {
                *cell = content;
            }
        }
    }

    /// Joins a cell of a row of `text` with as many cells after it as it has delimiters without quotes. Nothing is joined unless a blank follows each of the
    /// delimiters: others are no part of a text.
    pub(crate) fn join_unquoted_cells(&mut self, text: &'t str, first: usize, delimiters: usize) {
        let last = first.saturating_add(delimiters);
        let Some([start, rest @ ..]) = self.cells.get(first..=last) else {
            return;
        };
        let follows_blank = |cell: &Cell<'_>| !cell.is_quoted() && cell.raw().starts_with(' ');
        let is_unquoted = !start.is_quoted() && rest.iter().all(follows_blank);
        let Some(end) = rest.last().filter(|_| is_unquoted) else {
            return;
        };
        let joined = Cell::unquoted(text, Span::new(start.span.start, end.span.end));
        self.cells.splice(first..=last, [joined]);
    }

    fn reset(&mut self, line: usize, at: usize) {
        self.cells.clear();
        self.span = Span::at(at);
        self.line = line;
        self.line_count = 1;
        self.has_line_end = true;
        self.stray_quote = None;
    }
}

/// Splits a text into rows, one call a row, without allocating once the row's buffer has grown.
#[derive(Debug, Clone)]
pub struct Rows<'t> {
    text: &'t str,
    delimiter: u8,
    /// Where the next row starts, and its line.
    position: usize,
    line: usize,
    /// Where the row that was read last starts, and its line.
    previous: (usize, usize),
    /// How many cells of a row the caller asks for; further cells may be skipped unless the row is long.
    min_cells: usize,
    /// What has been found in the bytes ahead.
    delimiter_index: DelimiterIndex,
}

impl<'t> Rows<'t> {
    /// Returns the rows of `text`, whose cells are separated by `delimiter`.
    ///
    /// A delimiter is an ASCII character other than a quote or a line end. With any other byte, each line is one cell.
    #[must_use]
    pub fn new(text: &'t str, delimiter: u8) -> Self {
        // A line end ends the row anyway, so as a delimiter it splits nothing.
        let splits = delimiter.is_ascii() && !matches!(delimiter, b'"' | b'\r' | b'\n');
        Self {
            text,
            delimiter: if splits { delimiter } else { b'\n' },
            position: 0,
            line: 1,
            previous: (0, 1),
            min_cells: usize::MAX,
            delimiter_index: DelimiterIndex::default(),
        }
    }

    /// Returns the rows from the one at `offset` on. The spans of their cells are in the whole text.
    pub(crate) const fn starting_at(mut self, offset: usize) -> Self {
        self.position = offset;
        self
    }

    /// From the next row on, reads at least the first `min_cells` cells of each; further cells may be skipped.
    pub(crate) const fn limit_cells(&mut self, min_cells: usize) {
        self.min_cells = min_cells;
    }

    /// Reads the next row into `row`. Returns false at the end of the text.
    pub fn next_row(&mut self, row: &mut Row<'t>) -> bool {
        self.read(row, true)
    }

    /// Reads the next line as a row whose cells don't span lines. Returns false at the end of the text.
    ///
    /// ```
    /// use universal_accounting::internals::table::{Row, Rows};
    ///
    /// let mut rows = Rows::new("Date;\"Amount\n2026-03-31;5.00\n", b';');
    /// let mut row = Row::default();
    /// assert!(rows.next_line(&mut row));
    /// assert_eq!((row.cells()[1].raw(), row.line_count()), ("\"Amount", 1));
    /// ```
    pub fn next_line(&mut self, row: &mut Row<'t>) -> bool {
        self.read(row, false)
    }

    /// Reads the previous row again, as a row whose cells don't span lines.
    ///
    /// This is for callers that see that a row of several lines makes no sense, because a stray quote in it was paired with one in a later
    /// row. The rows between them come next.
    ///
    /// ```
    /// use universal_accounting::internals::table::{Row, Rows};
    ///
    /// let mut rows = Rows::new("1;\"Zum goldenen;5.00\n2;Löwen\";7.00\n", b';');
    /// let mut row = Row::default();
    ///
    /// rows.next_row(&mut row);
    /// assert_eq!((row.cells().len(), row.line_count()), (3, 2));
    ///
    /// rows.reread_as_line(&mut row);
    /// assert_eq!((row.cells()[2].raw(), row.line()), ("5.00", 1));
    ///
    /// rows.next_row(&mut row);
    /// assert_eq!((row.cells()[2].raw(), row.line()), ("7.00", 2));
    /// ```
    pub fn reread_as_line(&mut self, row: &mut Row<'t>) -> bool {
        (self.position, self.line) = self.previous;
        self.read(row, false)
    }

    fn read(&mut self, row: &mut Row<'t>, across_lines: bool) -> bool {
        let bytes = self.text.as_bytes();
        self.previous = (self.position, self.line);
        row.reset(self.line, self.position);
        let mut at = self.position;
        match bytes.get(at) {
            None => return false,
            Some(b'\r' | b'\n') => {}
            Some(_) => loop {
                let ends_row;
                (at, ends_row) = self.read_well_formed_cells(at, row);
                if ends_row {
                    break;
                }
                at = self.read_cell(at, row, across_lines);
                if bytes.get(at) != Some(&self.delimiter) || self.delimiter == b'\n' {
                    break;
                }
                at += 1;
            },
        }
        // Skipped cells are not counted, and a long row might have more than the maximum.
        if self.min_cells < usize::MAX && at - self.position >= MAX_CELLS - 1 {
            self.min_cells = usize::MAX;
            return self.read(row, across_lines);
        }
        row.span.end = at;
        row.has_line_end = at < bytes.len();
        let line_end = match bytes.get(at..) {
            None | Some([]) => 0,
            Some([b'\r', b'\n', ..]) => 2,
            Some(_) => 1,
        };
        self.position = at + line_end;
        self.line += row.line_count;
        true
    }

    /// Reads well-formed cells up to a line end, or up to a cell that may not be well-formed. Returns where that is, and whether it is a line end.
    #[inline]
    fn read_well_formed_cells(&mut self, start: usize, row: &mut Row<'t>) -> (usize, bool) {
        let bytes = self.text.as_bytes();
        let mut start = start;
        let mut cells =
            CellEnds::starting_at(start, &mut self.delimiter_index, bytes, self.delimiter);
        while row.cells.len() < MAX_CELLS - DelimiterIndex::CHUNK_LEN {
            if row.cells.len() < self.min_cells {
                let mut ends = cells.ends;
                while ends != 0 {
                    let lowest = ends & ends.wrapping_neg();
                    let outer = Span::new(start, cells.start + to_index(lowest.trailing_zeros()));
                    let Some(cell) =
                        Cell::from_outer_span(self.text, outer, cells.quoted_ends & lowest != 0)
                    else {
                        return (start, false);
                    };
                    row.cells.push(cell);
                    start = outer.end + 1;
                    ends ^= lowest;
                }
            } else if cells.ends != 0 {
                // The next cell starts after the last end, which is the highest set bit.
                start =
                    cells.start + DelimiterIndex::CHUNK_LEN - to_index(cells.ends.leading_zeros());
            }
            if cells.has_line_end {
                return (start - 1, true);
            }
            // A very long cell is read on its own, since it may be longer than a quoted cell may be.
            if cells.ends_fast_path || cells.ends == 0 && cells.start > start + MAX_QUOTED_BYTES / 2
            {
                break;
            }
            cells = cells.next_chunk(&mut self.delimiter_index, bytes, self.delimiter);
        }
        (start, false)
    }

    /// Reads the cell that starts at `start` and returns its end.
    #[inline]
    fn read_cell(&mut self, start: usize, row: &mut Row<'t>, across_lines: bool) -> usize {
        let is_last = row.cells.len() >= MAX_CELLS - 1;
        if !is_last
            && matches!(
                self.text.as_bytes().get(start),
                Some(b'"' | b' ' | b'\t' | b'=')
            )
            && let Some(end) = self.read_quoted_cell(start, row, across_lines)
        {
            return end;
        }
        let end = self
            .find_end(
                start,
                if is_last {
                    Boundary::Line
                } else {
                    Boundary::Cell
                },
            )
            .unwrap_or(self.text.len());
        row.cells
            .push(Cell::unquoted(self.text, Span::new(start, end)));
        end
    }

    /// Reads a quoted cell that starts at `start`, after optional blanks or `=`, and returns its end. Returns `None` if the cell is not quoted.
    #[inline(never)]
    fn read_quoted_cell(
        &mut self,
        start: usize,
        row: &mut Row<'t>,
        across_lines: bool,
    ) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut quote = self.skip_blanks(start);
        if bytes.get(quote) == Some(&b'=') && self.delimiter != b'=' {
            quote += 1;
        }
        if bytes.get(quote) != Some(&b'"') {
            return None;
        }
        if let Some((closing, doubled, line_ends)) = self.find_closing_quote(quote + 1) {
            let end = self.skip_blanks(closing + 1);
            let fits = bytes
                .get(end)
                .is_none_or(|&next| next == self.delimiter || matches!(next, b'\r' | b'\n'));
            if fits && (across_lines || line_ends == 0) {
                row.cells.push(Cell::quoted(
                    self.text,
                    Span::new(quote + 1, closing),
                    doubled,
                ));
                row.line_count += line_ends;
                return Some(end);
            }
        }
        row.stray_quote.get_or_insert(Span::new(quote, quote + 1));
        None
    }

    /// Returns the next boundary of a kind at or after a position.
    #[inline]
    fn find_end(&mut self, from: usize, boundary: Boundary) -> Option<usize> {
        self.delimiter_index
            .find(self.text.as_bytes(), self.delimiter, from, boundary)
    }

    /// Returns the first quote from `start` on that isn't doubled, whether other quotes are, and the number of line ends before it.
    fn find_closing_quote(&mut self, start: usize) -> Option<(usize, bool, usize)> {
        let (bytes, limit) = (self.text.as_bytes(), start.saturating_add(MAX_QUOTED_BYTES));
        let (mut at, mut doubled, mut line_ends) = (start, false, 0);
        loop {
            at = self
                .find_end(at, Boundary::QuoteOrLine)
                .filter(|at| *at < limit)?;
            match bytes.get(at..)? {
                [b'"', b'"', ..] => {
                    doubled = true;
                    at += 1;
                }
                [b'"', ..] => return Some((at, doubled, line_ends)),
                // CRLF is counted once, at the LF.
                [b'\r', b'\n', ..] => {}
                _ => line_ends += 1,
            }
            at += 1;
        }
    }

    fn skip_blanks(&self, start: usize) -> usize {
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t') && *byte != self.delimiter;
        start + rest.iter().take_while(|byte| is_blank(byte)).count()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Reads all rows cell by cell, without the bulk search.
    fn read_cell_by_cell(text: &str, delimiter: u8) -> Vec<Row<'_>> {
        let (mut rows, mut all) = (Rows::new(text, delimiter), Vec::new());
        while rows.position < text.len() {
            let mut row = Row::default();
            row.reset(rows.line, rows.position);
            let mut at = rows.position;
            if !matches!(text.as_bytes().get(at), Some(b'\r' | b'\n')) {
                at = rows.read_cell(at, &mut row, true);
                while text.as_bytes().get(at) == Some(&delimiter) {
                    at = rows.read_cell(at + 1, &mut row, true);
                }
            }
            row.span.end = at;
            row.has_line_end = at < text.len();
            let rest = text.get(at..).unwrap_or_default();
            rows.position = at
                + if rest.starts_with("\r\n") {
                    2
                } else {
                    rest.len().min(1)
                };
            rows.line += row.line_count;
            all.push(row);
        }
        all
    }

    fn read_all(mut rows: Rows<'_>) -> Vec<Row<'_>> {
        let (mut row, mut all) = (Row::default(), Vec::new());
        while rows.next_row(&mut row) {
            all.push(row.clone());
        }
        all
    }

    fn assert_same_rows(text: &str, min_cells: usize) -> Result<(), TestCaseError> {
        let expected = read_cell_by_cell(text, b';');
        prop_assert_eq!(&read_all(Rows::new(text, b';')), &expected);
        let mut rows = Rows::new(text, b';');
        rows.limit_cells(min_cells);
        let few = read_all(rows);
        prop_assert_eq!(few.len(), expected.len());
        for (few, row) in few.iter().zip(&expected) {
            prop_assert_eq!(
                (few.span, few.line, few.line_count),
                (row.span, row.line, row.line_count)
            );
            let first = |row: &Row<'_>| {
                row.cells
                    .iter()
                    .take(min_cells)
                    .copied()
                    .map(|cell| (cell.span, cell.is_quoted()))
                    .collect::<Vec<_>>()
            };
            prop_assert_eq!(first(few), first(row));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn bulk_and_single_cell_reading_agree(
            text in "((\"[a;\u{e9}]{0,30}\"|[a\u{e9}]{0,30}|[ =]?\"[a;\n]{0,9}\"|[\"a =\t]{0,9})(;|;|;|\n|\r\n|\"|\r)){0,40}[a\"]{0,3}",
            min_cells in 0_usize..9,
        ) {
            assert_same_rows(&text, min_cells)?;
        }
    }

    #[test]
    fn skipped_cells_count_towards_the_limit_of_cells() {
        for cells in [MAX_CELLS - 70, MAX_CELLS - 1, MAX_CELLS, 2 * MAX_CELLS] {
            let text = format!("a;b\n{}\"a\nb\";c\nd;\"e\"\n", ";".repeat(cells));
            assert_same_rows(&text, 2).unwrap();
        }
    }

    #[test]
    fn a_quoted_cell_beyond_the_limit_is_read_without_quotes() {
        for length in [
            MAX_QUOTED_BYTES / 2,
            MAX_QUOTED_BYTES - 1,
            MAX_QUOTED_BYTES,
            MAX_QUOTED_BYTES + 9,
        ] {
            assert_same_rows(&format!("\"{}\";c\n", "a;".repeat(length / 2)), 2).unwrap();
        }
    }
}
