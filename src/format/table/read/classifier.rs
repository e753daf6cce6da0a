use super::amount;
use crate::format::rules;
use crate::format::table::detect::{
    Catalog, ColumnMapping, Header, Preamble, is_header, normalized_name,
};
use crate::format::table::value::{content, number};
use crate::report::Diagnostic;
use crate::sheet::{Cell, DELIMITERS, Row, Rows, date};
use crate::source::Certain;

/// Classifies the lines of a file by their shape: rows of the statement, its footer, or lines of another statement.
#[derive(Debug, Clone)]
pub(in crate::format) struct RowClassifier<'t, 'h, 'c> {
    pub(in crate::format) text: &'t str,
    pub(in crate::format) header: &'h Header<'c>,
    pub(in crate::format) mapping: ColumnMapping<'c>,
    pub(in crate::format) catalog: &'c Catalog,
}

impl<'t> RowClassifier<'t, '_, '_> {
    /// Reads the next row. If its quotes are paired with quotes of later rows, reads it again line by line. Before `stray_quotes_end`, quotes that span
    /// lines are known to be stray quotes.
    pub(in crate::format) fn next_row(
        &self,
        rows: &mut Rows<'t>,
        row: &mut Row<'t>,
        stray_quotes_end: &mut usize,
    ) -> bool {
        if !rows.next_row(row) {
            return false;
        }
        self.header.clean_row(row, self.text);
        if row.line_count() > 1 {
            if row.span().start >= *stray_quotes_end && self.has_mispaired_quote(rows, row) {
                *stray_quotes_end = row.span().end;
            }
            if row.span().start < *stray_quotes_end {
                rows.reread_as_line(row);
                self.header.clean_row(row, self.text);
            }
        }
        true
    }

    /// Returns whether a quote is paired with one in a later row, so that the rows between would be lost. Then each of the lines is a row of
    /// its own, or the first or second line is one and the whole is not.
    fn has_mispaired_quote(&self, rows: &Rows<'t>, row: &Row<'t>) -> bool {
        let min_cells = (2 * self.mapping.column_count).div_ceil(3);
        let (mut rows, mut line) = (rows.clone(), Row::default());
        rows.reread_as_line(&mut line);
        let first_is_row = self.is_row_of_one_line(&line, min_cells);
        let is_whole = || self.check_cell_count(row).is_ok() && self.has_content(row);
        if !first_is_row && is_whole() {
            return false;
        }
        if first_is_row && self.check_no_surplus(row).is_err() {
            return true;
        }
        // Whether each further line is a row.
        let mut further = Vec::new();
        for _ in 1..row.line_count() {
            let has_line = rows.next_row(&mut line);
            // No text has a date where the rows have it, and as many cells.
            let is_within = line.line_count() == 1 && line.span().end <= row.span().end;
            let is_wide = line.cells().len() >= min_cells;
            if has_line && first_is_row && is_within && is_wide && self.has_date(&line) {
                return true;
            }
            // Blank lines between rows are ignored.
            if !has_line || content::count_filled(&line) > 0 {
                further.push(has_line && self.is_row_of_one_line(&line, min_cells));
            }
        }
        match further.as_slice() {
            [first, ..] if !first_is_row || row.cells().len() < min_cells => *first,
            // The last line may be anything, since it ends with what follows the closing quote.
            [inner @ .., _] if !inner.is_empty() => inner.iter().all(|is_row| *is_row),
            all => all == [true],
        }
    }

    fn is_row_of_one_line(&self, line: &Row<'t>, min_cells: usize) -> bool {
        let has_shape = line.cells().len() >= min_cells && self.check_no_surplus(line).is_ok();
        line.line_count() == 1 && has_shape && self.has_content(line)
    }

    /// Returns whether a row has the content of a row of the statement. A line within a text may have as many delimiters, but rarely a date
    /// in the same cell as the rows.
    fn has_content(&self, row: &Row<'_>) -> bool {
        self.has_date(row) || self.mapping.row_rule(row).is_some()
    }

    fn has_date(&self, row: &Row<'_>) -> bool {
        let dates = &self.mapping.style.dates;
        let is_date = |cell| date::parse(&content::text_at(row, Some(cell)), dates).is_some();
        self.mapping.date_cells().any(is_date)
    }

    /// Returns whether a line is the first of the footer: it has few filled cells and starts with a label of the footer, or it follows a
    /// blank line and starts with neither a number nor a date.
    pub(in crate::format) fn is_footer(&self, row: &Row<'_>, after_blank_line: bool) -> bool {
        let Some(footer) = &self.header.profile.footer else {
            return false;
        };
        let first = row.cells().first().map(content::text).unwrap_or_default();
        if content::count_filled(row) > footer.max_filled_cells || first.is_empty() {
            return false;
        }
        let normalized = normalized_name(&first);
        for label in &footer.labels {
            if normalized.starts_with(&normalized_name(label)) {
                return true;
            }
        }
        footer.after_blank_line && after_blank_line && !self.mapping.is_value(&first)
    }

    /// Returns whether a line below a footer is the header of the next page.
    pub(in crate::format) fn starts_page(&self, row: &Row<'_>) -> bool {
        let footer = self.header.profile.footer.as_ref();
        footer.is_some_and(|footer| footer.on_each_page) && self.header.is_repeated_in(row)
    }

    /// Returns whether a line below the start of the footer doesn't belong to it: it has a date or a filled amount cell, looks like a row, or
    /// starts another statement.
    pub(in crate::format) fn is_row_after_footer(&self, row: &Row<'_>) -> bool {
        let mut amounts = self.mapping.amount_cells().into_iter().flatten();
        let is_filled = |cell| !content::is_blank_at(row, cell);
        let mut has_values = || self.has_date(row) || amounts.any(is_filled);
        if content::count_filled(row) > 1 && has_values() {
            return true;
        }
        self.looks_like_row(row) || self.starts_another_statement(row)
    }

    /// Returns whether a line above or below the rows looks like a row: it has the date and the amount of this format in their columns, or, perhaps of
    /// another format, a date and a number in any notation, and other text. A balance on some date, which starts with its label, is not a row.
    pub(in crate::format) fn looks_like_row(&self, row: &Row<'_>) -> bool {
        if self.has_date(row) && amount::read_amount(row, &self.mapping).is_ok() {
            return true;
        }
        let line = self.line_text(row);
        let mut row = Row::default();
        for delimiter in DELIMITERS {
            let has_line = Rows::new(line, *delimiter).next_line(&mut row);
            if has_line && has_cells_of_row(row.cells()) {
                return true;
            }
        }
        false
    }

    /// Returns the lines of a row.
    pub(in crate::format) fn line_text(&self, row: &Row<'_>) -> &'t str {
        self.text.get(row.span().start..row.span().end).certain()
    }

    /// Returns an error if a row that is not an entry is a line of another statement or has another delimiter.
    pub(in crate::format) fn check_same_statement(&self, row: &Row<'_>) -> Result<(), Diagnostic> {
        let has_other_delimiter = || content::count_filled(row) == 1 && self.starts_like_row(row);
        if is_header(self.line_text(row), self.catalog)
            || has_other_delimiter()
            || self.has_row_beyond_columns(row)
        {
            return Err(Diagnostic::new(&rules::ROW_OF_ANOTHER, row.span()));
        }
        Ok(())
    }

    /// Returns whether the cells after the last column have a date and a number.
    fn has_row_beyond_columns(&self, row: &Row<'_>) -> bool {
        let columns = self.mapping.column_count;
        let beyond = row.cells().get(columns..).unwrap_or_default();
        beyond.iter().any(is_date_like) && beyond.iter().any(is_number_like)
    }

    /// Returns whether a line of one cell is a row with another delimiter: a date, a number and at least one more cell.
    fn starts_like_row(&self, row: &Row<'_>) -> bool {
        let line = self.line_text(row);
        let mut row = Row::default();
        // A row that is quoted as a whole has the delimiter of the file within the quotes.
        let line = line.trim_matches(['"', char::from(self.header.delimiter)]);
        for delimiter in DELIMITERS {
            let has_line = Rows::new(line, *delimiter).next_line(&mut row);
            if !has_line || content::count_filled(&row) < 3 {
                continue;
            }
            let mut first_cells = row.cells().iter().take(2);
            let has_date =
                first_cells.any(|cell| is_date_like(cell) && content::text(cell).len() < 24);
            if has_date && row.cells().iter().any(is_number_like) {
                return true;
            }
        }
        false
    }

    /// Returns whether a line is a line of a preamble or a header.
    pub(in crate::format) fn starts_another_statement(&self, row: &Row<'_>) -> bool {
        Preamble::is_preamble_line(row, self.header.profile)
            || is_header(self.line_text(row), self.catalog)
    }

    /// Returns an error if a row lacks cells or has values beyond the last column.
    pub(in crate::format) fn check_cell_count(&self, row: &Row<'_>) -> Result<(), Diagnostic> {
        let (found, expected) = (row.cells().len(), self.mapping.min_cells);
        if !row.has_line_end() && (found < self.mapping.column_count || row.stray_quote().is_some())
        {
            let location = match row.stray_quote() {
                Some(_) => ", in a cell whose quote is not closed".to_owned(),
                None => format!(": {found} of {expected} cells are there"),
            };
            return Err(Diagnostic::new(&rules::ROW_TRUNCATED, row.span()).param("where", location));
        }
        self.check_no_surplus(row)?;
        if found < expected && !self.is_trimmed(row) {
            if content::count_filled(row) == 1 && self.starts_like_row(row) {
                return Err(Diagnostic::new(&rules::ROW_OF_ANOTHER, row.span()));
            }
            let fault = Diagnostic::new(&rules::ROW_TOO_SHORT, row.span());
            return Err(fault.param("found", found).param("expected", expected));
        }
        Ok(())
    }

    /// Returns whether a row only lacks empty cells at its end, which spreadsheets omit. If a delimiter within the row was lost instead, the row
    /// may end in an empty cell, or a value is in the wrong column.
    fn is_trimmed(&self, row: &Row<'_>) -> bool {
        let Some(last) = row.cells().last() else {
            return false;
        };
        if row.stray_quote().is_some() || content::is_blank(last) {
            return false;
        }
        self.mapping.has_required_cells(row)
            && self.mapping.has_valid_values(row)
            && !self.has_moved_value(row)
    }

    /// Returns whether a cell has a value that must have been moved there, since its column has texts or is not known.
    pub(in crate::format) fn has_moved_value(&self, row: &Row<'_>) -> bool {
        for (index, cell) in row.cells().iter().enumerate() {
            let is_known = self.header.is_matched(index) && !self.mapping.texts.contains(&index);
            if !is_known && self.mapping.is_value(&content::text(cell)) {
                return true;
            }
        }
        false
    }

    /// Returns whether the profile allows rows with this number of cells beside those of the header: rows that end before the last columns, or
    /// a last text that may contain the delimiter.
    pub(in crate::format) fn may_have_cells(&self, cells: usize) -> bool {
        let (min, max) = (self.mapping.min_cells, self.mapping.column_count);
        let is_within = min < max && (min..=max).contains(&cells);
        is_within || self.mapping.overflow.is_some()
    }

    /// Returns an error if a row has a value beyond the last column.
    pub(in crate::format) fn check_no_surplus(&self, row: &Row<'_>) -> Result<(), Diagnostic> {
        if self.mapping.overflow.is_some() {
            return Ok(());
        }
        let columns = self.mapping.column_count;
        for (index, cell) in row.cells().iter().enumerate().skip(columns) {
            if !content::is_blank(cell) {
                let fault = Diagnostic::new(&rules::ROW_TOO_LONG, cell.span);
                return Err(fault.param("found", index + 1).param("expected", columns));
            }
        }
        Ok(())
    }
}

/// Returns whether a line has the cells of a row: a date, a number and other text. A balance on some date, which starts with its label,
/// has fewer.
fn has_cells_of_row(cells: &[Cell<'_>]) -> bool {
    let begins_with_date = cells.first().is_some_and(is_date_like);
    let min_filled = if begins_with_date { 3 } else { 4 };
    let filled = cells.iter().filter(|cell| !content::is_blank(cell)).count();
    filled >= min_filled && cells.iter().any(is_date_like) && cells.iter().any(is_number_like)
}

fn is_date_like(cell: &Cell<'_>) -> bool {
    date::looks_like_date(&content::text(cell))
}

fn is_number_like(cell: &Cell<'_>) -> bool {
    number::looks_like_number(&content::text(cell))
}
