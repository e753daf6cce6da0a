use super::Row;
use crate::source::{Cells, End, Ends, Span, places};
use crate::statement::Cell;

/// How far a closing quote is looked for: no bank writes a cell of a mebibyte, and a stray quote may swallow no more.
const LONGEST_QUOTED: usize = 1 << 20;

/// How many cells a row has at most, so that a line of delimiters alone takes no memory out of proportion.
const MOST_CELLS: usize = 4096;

/// Splits a text into rows, one call a row, without allocating once the row's buffer has grown.
#[derive(Debug, Clone)]
pub struct Rows<'t> {
    text: &'t str,
    delimiter: u8,
    /// Where the next row starts, and on which line.
    at: usize,
    line: usize,
    /// The same of the row read last.
    last: (usize, usize),
    /// How many cells of a row are wanted at least, unless the row is long.
    wanted: usize,
    /// What is known of the bytes that come.
    ends: Ends,
}

/// What stands where a cell starts.
enum Start<'t> {
    Bare,
    /// A quote that opens nothing.
    Stray(usize),
    /// A quoted cell, how many line ends are in it, and where its delimiter or line end stands.
    Quoted(Cell<'t>, usize, usize),
}

/// What was found on the way to a closing quote.
struct Closing {
    at: usize,
    doubled: bool,
    line_ends: usize,
}

impl<'t> Rows<'t> {
    /// Rows of `text`, whose cells stand between delimiters.
    ///
    /// A delimiter is one ASCII character other than a quote or a line end. Where it is none, each line is one cell.
    #[must_use]
    pub fn new(text: &'t str, delimiter: u8) -> Self {
        // A line end is looked for anyway and ends the row, so as a delimiter it splits nothing.
        let splits = delimiter.is_ascii() && !matches!(delimiter, b'"' | b'\r' | b'\n');
        Self {
            text,
            delimiter: if splits { delimiter } else { b'\n' },
            at: 0,
            line: 1,
            last: (0, 1),
            wanted: usize::MAX,
            ends: Ends::default(),
        }
    }

    /// The same rows, of which only so many cells are read as are asked for, and perhaps some more: where the others end tells where the row does.
    pub(in crate::format) fn up_to(self, wanted: usize) -> Self {
        Self { wanted, ..self }
    }

    /// Reads the next row into `row`; false where the text is at its end.
    pub fn next_row(&mut self, row: &mut Row<'t>) -> bool {
        self.read(row, true)
    }

    /// Reads the next line as a row, no cell of which spans lines; false where the text is at its end.
    ///
    /// ```
    /// use universal_accounting::format::table::{Row, Rows};
    ///
    /// let mut rows = Rows::new("Date;\"Amount\n2026-03-31;5.00\n", b';');
    /// let mut row = Row::default();
    /// assert!(rows.next_line(&mut row));
    /// assert_eq!((row.cells()[1].raw(), row.lines()), ("\"Amount", 1));
    /// ```
    pub fn next_line(&mut self, row: &mut Row<'t>) -> bool {
        self.read(row, false)
    }

    /// Reads the row just read again, up to its first line end: no cell of it spans lines this time.
    ///
    /// For callers who see that a row of several lines makes no sense, since a stray quote in it found a second one in a
    /// later row. The rows that were swallowed come next.
    ///
    /// ```
    /// use universal_accounting::format::table::{Row, Rows};
    ///
    /// let mut rows = Rows::new("1;\"Zum goldenen;5.00\n2;Löwen\";7.00\n", b';');
    /// let mut row = Row::default();
    ///
    /// rows.next_row(&mut row);
    /// assert_eq!((row.cells().len(), row.lines()), (3, 2));
    ///
    /// rows.reread(&mut row);
    /// assert_eq!((row.cells()[2].raw(), row.line()), ("5.00", 1));
    ///
    /// rows.next_row(&mut row);
    /// assert_eq!((row.cells()[2].raw(), row.line()), ("7.00", 2));
    /// ```
    pub fn reread(&mut self, row: &mut Row<'t>) -> bool {
        (self.at, self.line) = self.last;
        self.read(row, false)
    }

    fn read(&mut self, row: &mut Row<'t>, across_lines: bool) -> bool {
        let bytes = self.text.as_bytes();
        self.last = (self.at, self.line);
        row.begin(self.line, self.at);
        let mut at = self.at;
        match bytes.get(at) {
            None => return false,
            Some(b'\r' | b'\n') => {}
            Some(_) => loop {
                let is_line;
                (at, is_line) = self.read_plain_cells(at, row);
                if is_line {
                    break;
                }
                at = self.read_cell(at, row, across_lines);
                if bytes.get(at) != Some(&self.delimiter) || self.delimiter == b'\n' {
                    break;
                }
                at += 1;
            },
        }
        // The cells that were passed over are not counted: in a long row they might be too many.
        if self.wanted < usize::MAX && at - self.at >= MOST_CELLS - 1 {
            self.wanted = usize::MAX;
            return self.read(row, across_lines);
        }
        row.span.end = at;
        row.closed = at < bytes.len();
        let line_end = match bytes.get(at..) {
            None | Some([]) => 0,
            Some([b'\r', b'\n', ..]) => 2,
            Some(_) => 1,
        };
        self.at = at + line_end;
        self.line += row.lines;
        true
    }

    /// Reads the cells that are written by the book, up to a line end, or to the start of one that may not be. Tells where that is, and whether it is a
    /// line end.
    #[inline]
    fn read_plain_cells(&mut self, start: usize, row: &mut Row<'t>) -> (usize, bool) {
        let bytes = self.text.as_bytes();
        let mut start = start;
        let mut cells = Cells::from(start, &mut self.ends, bytes, self.delimiter);
        while row.cells.len() < MOST_CELLS - Ends::LENGTH {
            if row.cells.len() < self.wanted {
                let mut ends = cells.ends;
                while ends != 0 {
                    let lowest = ends & ends.wrapping_neg();
                    let place = Span::new(start, cells.start + places(lowest.trailing_zeros()));
                    let Some(cell) = Cell::plain(self.text, place, cells.quoted & lowest != 0) else {
                        return (start, false);
                    };
                    row.cells.push(cell);
                    start = place.end + 1;
                    ends ^= lowest;
                }
            } else if cells.ends != 0 {
                // Behind the last of the ends, the highest bit of them.
                start = cells.start + Ends::LENGTH - places(cells.ends.leading_zeros());
            }
            if cells.has_line {
                return (start - 1, true);
            }
            // A cell that goes on and on is looked at by itself: it may be longer than one in quotes may be.
            if cells.breaks || cells.ends == 0 && cells.start > start + LONGEST_QUOTED / 2 {
                break;
            }
            cells = cells.further(&mut self.ends, bytes, self.delimiter);
        }
        (start, false)
    }

    /// Reads the cell that starts at `start` and tells where it ends.
    #[inline]
    fn read_cell(&mut self, start: usize, row: &mut Row<'t>, across_lines: bool) -> usize {
        if row.cells.len() >= MOST_CELLS - 1 {
            return self.read_last_cell(start, row);
        }
        match self.text.as_bytes().get(start) {
            Some(b'"') => {
                if let Some(closing) = self.plain_closing(start) {
                    row.cells.push(Cell::quoted(self.text, Span::new(start + 1, closing), false));
                    return closing + 1;
                }
                if let Some(end) = self.read_quoted(start, row, across_lines) {
                    return end;
                }
            }
            Some(b' ' | b'\t' | b'=') => {
                if let Some(end) = self.read_quoted(start, row, across_lines) {
                    return end;
                }
            }
            _ => {}
        }
        let end = self.next(start, End::Cell).unwrap_or(self.text.len());
        row.cells.push(Cell::bare(self.text, Span::new(start, end)));
        end
    }

    #[cold]
    fn read_last_cell(&mut self, start: usize, row: &mut Row<'t>) -> usize {
        let end = self.next(start, End::Line).unwrap_or(self.text.len());
        row.cells.push(Cell::bare(self.text, Span::new(start, end)));
        end
    }

    /// Reads a cell in quotes, where one starts with a quote or with what may stand before one, and tells where it ends.
    #[inline(never)]
    fn read_quoted(&mut self, start: usize, row: &mut Row<'t>, across_lines: bool) -> Option<usize> {
        match self.quoted(start, across_lines) {
            Start::Quoted(cell, line_ends, end) => {
                row.cells.push(cell);
                row.lines += line_ends;
                return Some(end);
            }
            Start::Stray(quote) => {
                row.stray_quote.get_or_insert(Span::new(quote, quote + 1));
            }
            Start::Bare => {}
        }
        None
    }

    /// The next end of something at or after a place.
    #[inline]
    fn next(&mut self, from: usize, end: End) -> Option<usize> {
        self.ends.next(self.text.as_bytes(), self.delimiter, from, end)
    }

    /// Where the quote stands that closes a cell, if right behind it the cell ends.
    #[inline]
    fn plain_closing(&mut self, quote: usize) -> Option<usize> {
        let closing = self.next(quote + 1, End::Quote).filter(|at| at - quote <= LONGEST_QUOTED)?;
        match self.text.as_bytes().get(closing..)? {
            [b'"', next, ..] if *next == self.delimiter || matches!(next, b'\r' | b'\n') => Some(closing),
            _ => None,
        }
    }

    /// What stands where a cell starts with a quote, or with what may stand before one.
    fn quoted(&mut self, start: usize, across_lines: bool) -> Start<'t> {
        let bytes = self.text.as_bytes();
        let mut quote = self.after_blanks(start);
        if bytes.get(quote) == Some(&b'=') && self.delimiter != b'=' {
            quote += 1;
        }
        if bytes.get(quote) != Some(&b'"') {
            return Start::Bare;
        }
        let Some(closing) = self.closing(quote + 1) else { return Start::Stray(quote) };
        let end = self.after_blanks(closing.at + 1);
        let fits = bytes.get(end).is_none_or(|&next| next == self.delimiter || matches!(next, b'\r' | b'\n'));
        if !fits || closing.line_ends > 0 && !across_lines {
            return Start::Stray(quote);
        }
        let content = Span::new(quote + 1, closing.at);
        Start::Quoted(Cell::quoted(self.text, content, closing.doubled), closing.line_ends, end)
    }

    /// The first quote from `start` on that isn't doubled.
    fn closing(&mut self, start: usize) -> Option<Closing> {
        let bytes = self.text.as_bytes();
        let limit = start.saturating_add(LONGEST_QUOTED);
        let mut closing = Closing { at: start, doubled: false, line_ends: 0 };
        loop {
            closing.at = self.next(closing.at, End::Quote).filter(|at| *at < limit)?;
            match bytes.get(closing.at..)? {
                [b'"', b'"', ..] => {
                    closing.doubled = true;
                    closing.at += 2;
                }
                [b'"', ..] => return Some(closing),
                // Its line end is counted at the LF.
                [b'\r', b'\n', ..] => closing.at += 1,
                _ => {
                    closing.line_ends += 1;
                    closing.at += 1;
                }
            }
        }
    }

    fn after_blanks(&self, start: usize) -> usize {
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t') && *byte != self.delimiter;
        start + rest.iter().take_while(|byte| is_blank(byte)).count()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// All rows, each cell read by itself.
    fn one_by_one(text: &str, delimiter: u8) -> Vec<Row<'_>> {
        let (mut rows, mut all) = (Rows::new(text, delimiter), Vec::new());
        while rows.at < text.len() {
            let mut row = Row::default();
            row.begin(rows.line, rows.at);
            let mut at = rows.at;
            if !matches!(text.as_bytes().get(at), Some(b'\r' | b'\n')) {
                at = rows.read_cell(at, &mut row, true);
                while text.as_bytes().get(at) == Some(&delimiter) {
                    at = rows.read_cell(at + 1, &mut row, true);
                }
            }
            row.span.end = at;
            row.closed = at < text.len();
            let rest = text.get(at..).unwrap_or_default();
            rows.at = at + if rest.starts_with("\r\n") { 2 } else { rest.len().min(1) };
            rows.line += row.lines;
            all.push(row);
        }
        all
    }

    fn all(mut rows: Rows<'_>) -> Vec<Row<'_>> {
        let (mut row, mut all) = (Row::default(), Vec::new());
        while rows.next_row(&mut row) {
            all.push(row.clone());
        }
        all
    }

    fn agree(text: &str, wanted: usize) -> Result<(), TestCaseError> {
        let expected = one_by_one(text, b';');
        prop_assert_eq!(&all(Rows::new(text, b';')), &expected);
        let few = all(Rows::new(text, b';').up_to(wanted));
        prop_assert_eq!(few.len(), expected.len());
        for (few, row) in few.iter().zip(&expected) {
            prop_assert_eq!((few.span, few.line, few.lines), (row.span, row.line, row.lines));
            let first = |row: &Row<'_>| {
                row.cells.iter().take(wanted).copied().map(|cell| (cell.span, cell.is_quoted())).collect::<Vec<_>>()
            };
            prop_assert_eq!(first(few), first(row));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn cells_found_at_once_are_those_read_one_by_one(
            text in "((\"[a;\u{e9}]{0,30}\"|[a\u{e9}]{0,30}|[ =]?\"[a;\n]{0,9}\"|[\"a =\t]{0,9})(;|;|;|\n|\r\n|\"|\r)){0,40}[a\"]{0,3}",
            wanted in 0_usize..9,
        ) {
            agree(&text, wanted)?;
        }
    }

    #[test]
    fn cells_passed_over_are_too_many_where_those_read_are() {
        for cells in [MOST_CELLS - 70, MOST_CELLS - 1, MOST_CELLS, 2 * MOST_CELLS] {
            let text = format!("a;b\n{}\"a\nb\";c\nd;\"e\"\n", ";".repeat(cells));
            agree(&text, 2).unwrap();
        }
    }

    #[test]
    fn a_cell_too_long_is_none_in_quotes() {
        for length in [LONGEST_QUOTED / 2, LONGEST_QUOTED - 1, LONGEST_QUOTED, LONGEST_QUOTED + 9] {
            agree(&format!("\"{}\";c\n", "a;".repeat(length / 2)), 2).unwrap();
        }
    }
}
