use crate::format::rules;
use crate::format::table::detect::{
    Catalog, ColumnMapping, DELIMITERS, Header, Preamble, is_header, normalized_name,
};
use crate::format::table::value::{content, date, number};
use crate::format::table::{Row, Rows};
use crate::report::Diagnostic;
use crate::value::Currency;

/// Classifies the lines of a file by their shape: rows of the statement, its footer, or lines of another statement.
#[derive(Debug, Clone)]
pub(in crate::format) struct RowClassifier<'t, 'h, 'c> {
    pub(in crate::format) text: &'t str,
    pub(in crate::format) header: &'h Header<'c>,
    pub(in crate::format) mapping: ColumnMapping<'c>,
    pub(in crate::format) catalog: &'c Catalog,
}

impl<'t> RowClassifier<'t, '_, '_> {
    /// Returns whether a row of the file names a currency.
    pub(in crate::format) fn names_currency(&self) -> bool {
        let Some(cell) = self.mapping.currency else {
            return false;
        };
        let mut rows = Rows::new(self.text, self.header.delimiter).limit_cells(cell + 1);
        let mut row = Row::default();
        while rows.next_row(&mut row) {
            row.clear_empty_values(&self.header.profile.empty_values);
            let text = content::text_at(&row, Some(cell));
            if row.line() > self.header.line && Currency::parse(&text).is_ok() {
                return true;
            }
        }
        false
    }

    /// Reads the next row. If its quotes are paired with quotes of later rows, reads it again line by line. Before `stray_quotes_end`, quotes that span
    /// lines are known to be stray quotes.
    pub(in crate::format) fn next_row(
        &self,
        rows: &mut Rows<'t>,
        row: &mut Row<'t>,
        stray_quotes_end: &mut usize,
    ) -> bool {
        let empty_values = &self.header.profile.empty_values;
        if !rows.next_row(row) {
            return false;
        }
        row.clear_empty_values(empty_values);
        if row.line_count() > 1 {
            if row.span().start >= *stray_quotes_end && self.has_mispaired_quote(rows, row) {
                *stray_quotes_end = row.span().end;
            }
            if row.span().start < *stray_quotes_end {
                rows.reread_as_line(row);
                row.clear_empty_values(empty_values);
            }
        }
        true
    }

    /// Returns whether a quote is paired with one in a later row, so that the rows between would be lost. Then each of the lines is a row of
    /// its own, or the first or second line is one and the whole is not.
    fn has_mispaired_quote(&self, rows: &Rows<'t>, row: &Row<'t>) -> bool {
        let min_cells = (2 * self.mapping.column_count).div_ceil(3);
        // A line within a text may have as many delimiters, but rarely a date in the same cell as the rows.
        let has_content = |row: &Row<'_>| {
            let mut days = self
                .mapping
                .date_cells()
                .map(|day| content::text_at(row, Some(day)));
            days.any(|text| self.is_date(&text)) || self.mapping.row_rule(row).is_some()
        };
        let is_row = |row: &Row<'t>| {
            let has_shape = row.cells().len() >= min_cells && self.check_no_surplus(row).is_ok();
            row.line_count() == 1 && has_shape && has_content(row)
        };
        let (mut rows, mut line) = (rows.clone(), Row::default());
        rows.reread_as_line(&mut line);
        let first_is_row = is_row(&line);
        if !first_is_row && self.check_cell_count(row).is_ok() && has_content(row) {
            return false;
        }
        if first_is_row && self.check_no_surplus(row).is_err() {
            return true;
        }
        // Blank lines between rows are ignored.
        let further = (1..row.line_count()).filter_map(|_| {
            let has_line = rows.next_row(&mut line);
            (!has_line || content::count_filled(&line) > 0).then(|| has_line && is_row(&line))
        });
        let further: Vec<bool> = further.collect();
        match further.as_slice() {
            [first, ..] if !first_is_row || row.cells().len() < min_cells => *first,
            // The last line may be anything, since it ends with what follows the closing quote.
            [inner @ .., _] if !inner.is_empty() => inner.iter().all(|is_row| *is_row),
            all => all == [true],
        }
    }

    /// Returns whether a line is the first of the footer: it has few filled cells and starts with a label of the footer, or it follows a
    /// blank line and starts with neither a number nor a date.
    pub(in crate::format) fn is_footer(&self, row: &Row<'_>, after_blank_line: bool) -> bool {
        let Some(footer) = &self.header.profile.footer else {
            return false;
        };
        let first = row.cells().first().map(content::text).unwrap_or_default();
        let named = || {
            let first = normalized_name(&first);
            footer
                .labels
                .iter()
                .any(|label| first.starts_with(&normalized_name(label)))
        };
        content::count_filled(row) <= footer.max_filled_cells
            && !first.is_empty()
            && (named()
                || footer.after_blank_line && after_blank_line && !self.mapping.is_value(&first))
    }

    /// Returns whether a line below the start of the footer doesn't belong to it: it has a date or a filled amount cell, looks like a row, or
    /// starts another statement.
    pub(in crate::format) fn is_row_after_footer(&self, row: &Row<'_>) -> bool {
        let text = |cell| content::text_at(row, Some(cell));
        let is_row = || {
            self.mapping
                .date_cells()
                .any(|day| self.is_date(&text(day)))
                || self
                    .mapping
                    .amount_cells()
                    .into_iter()
                    .flatten()
                    .any(|amount| !text(amount).is_empty())
        };
        content::count_filled(row) > 1 && is_row()
            || self.looks_like_row(row)
            || self.starts_another_statement(row)
    }

    /// Returns whether a line above or below the rows looks like a row, perhaps of another format: it has a date and a number in any
    /// notation, and other text. A balance on some date, which starts with its label, is not a row.
    pub(in crate::format) fn looks_like_row(&self, row: &Row<'_>) -> bool {
        let line = self.line_text(row);
        let mut row = Row::default();
        DELIMITERS.iter().any(|delimiter| {
            let has_line = Rows::new(line, *delimiter).next_line(&mut row);
            let begins_with_day = row
                .cells()
                .first()
                .is_some_and(|cell| date::looks_like_date(&content::text(cell)));
            has_line
                && content::count_filled(&row) >= if begins_with_day { 3 } else { 4 }
                && row
                    .cells()
                    .iter()
                    .any(|cell| date::looks_like_date(&content::text(cell)))
                && row
                    .cells()
                    .iter()
                    .any(|cell| number::looks_like_number(&content::text(cell)))
        })
    }

    fn line_text(&self, row: &Row<'_>) -> &'t str {
        self.text
            .get(row.span().start..row.span().end)
            .unwrap_or_default()
    }

    fn is_date(&self, text: &str) -> bool {
        date::parse(text, &self.mapping.style.dates).is_some()
    }

    /// Returns an error if a row that is not an entry is a line of another statement or has another delimiter.
    pub(in crate::format) fn check_same_statement(&self, row: &Row<'_>) -> Result<(), Diagnostic> {
        let beyond = || {
            row.cells()
                .iter()
                .skip(self.mapping.column_count)
                .map(content::text)
        };
        let runs_on = || {
            beyond().any(|text| date::looks_like_date(&text))
                && beyond().any(|text| number::looks_like_number(&text))
        };
        let is_other = || content::count_filled(row) == 1 && self.starts_like_row(row) || runs_on();
        if is_header(self.line_text(row), self.catalog) || is_other() {
            return Err(Diagnostic::new(&rules::ROW_OF_ANOTHER, row.span()));
        }
        Ok(())
    }

    /// Returns whether a line of one cell is a row with another delimiter: a date, a number and at least one more cell.
    fn starts_like_row(&self, row: &Row<'_>) -> bool {
        let line = self.line_text(row);
        let mut row = Row::default();
        // A row that is quoted as a whole has the delimiter of the file within the quotes.
        let line = line.trim_matches(|character: char| {
            character == '"' || character == char::from(self.header.delimiter)
        });
        DELIMITERS.iter().any(|delimiter| {
            let has_line = Rows::new(line, *delimiter).next_line(&mut row);
            let cells = || row.cells().iter().map(content::text);
            has_line
                && content::count_filled(&row) >= 3
                && cells()
                    .take(2)
                    .any(|text| date::looks_like_date(&text) && text.len() < 24)
                && cells().any(|text| number::looks_like_number(&text))
        })
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
        row.stray_quote().is_none()
            && row
                .cells()
                .last()
                .is_some_and(|last| !content::is_blank(last))
            && self.mapping.has_required_cells(row)
            && self.mapping.has_valid_values(row)
            && !row.cells().iter().enumerate().any(|(index, cell)| {
                // A value in a text column was moved there.
                let is_not_value =
                    !self.header.is_matched(index) || self.mapping.texts.contains(&index);
                is_not_value && self.mapping.is_value(&content::text(cell))
            })
    }

    /// Returns whether the profile allows rows with this number of cells beside those of the header: rows that end before the last columns, or
    /// a last text that may contain the delimiter.
    pub(in crate::format) fn may_have_cells(&self, cells: usize) -> bool {
        let ColumnMapping {
            min_cells,
            column_count,
            overflow,
            ..
        } = &self.mapping;
        overflow.is_some()
            || min_cells < column_count && (*min_cells..=*column_count).contains(&cells)
    }

    /// Returns an error if a row has a value beyond the last column.
    pub(in crate::format) fn check_no_surplus(&self, row: &Row<'_>) -> Result<(), Diagnostic> {
        let columns = if self.mapping.overflow.is_some() {
            usize::MAX
        } else {
            self.mapping.column_count
        };
        let surplus = row
            .cells()
            .iter()
            .enumerate()
            .skip(columns)
            .find(|(_, cell)| !content::is_blank(cell));
        surplus.map_or(Ok(()), |(index, surplus)| {
            let fault = Diagnostic::new(&rules::ROW_TOO_LONG, surplus.span);
            Err(fault.param("found", index + 1).param("expected", columns))
        })
    }
}
