use super::catalog::catalog;
use super::header::{Header, is_header};
use super::plan::Plan;
use super::preamble::Preamble;
use super::table::{Row, Rows};
use super::{cell, day, movement, number, rules};
use crate::report::Fault;

/// What the lines of a file are by their outline alone: rows of the statement, its footer, or those of another one.
#[derive(Debug)]
pub(super) struct Outline<'h> {
    pub(super) header: &'h Header<'static>,
    pub(super) plan: Plan<'static>,
}

impl Outline<'_> {
    /// Whether a quote pairs with one of a later row and swallows what stands between: each of the lines is a row by itself
    /// then, or the first one is and the whole is none.
    pub(super) fn is_mispaired<'t>(&self, rows: &Rows<'t>, row: &Row<'t>, shortest: usize) -> bool {
        let most = self.header.names.len();
        let fewest = (2 * self.header.columns()).div_ceil(3);
        // A line inside of a text may have as many delimiters, but hardly a day where the rows have theirs.
        let says_something = |row: &Row<'_>| {
            let mut days = self.plan.days().map(|day| cell::at(row, Some(day)));
            days.any(|text| day::parse(&text, &self.header.profile.dates).is_some()) || self.plan.kind(row).is_some()
        };
        let is_row =
            |row: &Row<'_>| row.lines() == 1 && (fewest..=most).contains(&row.cells().len()) && says_something(row);
        let (mut rows, mut line) = (rows.clone(), Row::default());
        rows.reread(&mut line);
        if !is_row(&line) {
            return false;
        }
        if self.within_header(row).is_err() {
            return true;
        }
        let mut next_is_row = || rows.next_row(&mut line) && is_row(&line);
        if row.cells().len() < shortest.min(fewest) { next_is_row() } else { (1..row.lines()).all(|_| next_is_row()) }
    }

    /// Whether the rows end here: a line with one cell, which is neither a number nor a day.
    pub(super) fn is_footer(&self, row: &Row<'_>, filled: usize, after_blank_line: bool) -> bool {
        let Some(footer) = &self.header.profile.footer else { return false };
        let first = row.cells().first().map(cell::content).unwrap_or_default();
        let named = || footer.labels.iter().any(|label| *label == first);
        let value = || {
            number::parse(&first, &self.header.profile.numbers).is_some()
                || day::parse(&first, &self.header.profile.dates).is_some()
        };
        filled == 1 && !first.is_empty() && (named() || footer.after_blank_line && after_blank_line && !value())
    }

    /// Whether a line below the footer is no text of it: it has a day or an amount in its place, or begins another statement.
    pub(super) fn is_row_of_any(&self, row: &Row<'_>) -> bool {
        let is_day = |day| day::parse(&cell::at(row, Some(day)), &self.header.profile.dates).is_some();
        self.plan.days().any(is_day)
            || movement::read(row, &self.plan, &self.header.profile.numbers).is_ok()
            || self.begins_another(row)
    }

    /// Whether a line is one that stands above the rows of a statement, or a header.
    pub(super) fn begins_another(&self, row: &Row<'_>) -> bool {
        Preamble::is_line_of(row, self.header.profile) || is_header(row, self.header.delimiter, catalog())
    }

    /// A row may hold nothing beyond the last column that has a name.
    pub(super) fn within_header(&self, row: &Row<'_>) -> Result<(), Fault> {
        let columns = self.header.columns();
        let surplus = row.cells().iter().enumerate().skip(columns).find(|(_, cell)| !cell::is_blank(cell));
        surplus.map_or(Ok(()), |(index, surplus)| {
            let fault = Fault::new(&rules::ROW_TOO_LONG, surplus.span);
            Err(fault.param("found", index + 1).param("expected", columns))
        })
    }
}
