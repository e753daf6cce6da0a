//! Finds a second table in a file or a sheet, below or above the one whose header was found.

use super::header::{Header, Search};
use super::list::List;
use super::rules;
use crate::report::Diagnostic;
use crate::sheet::{Row, Rows};
use crate::source::Span;

/// The header of another table in the text of a table.
pub(super) struct SecondTable {
    list: List,
    span: Span,
    line: usize,
    /// Whether it stands above the header that was found.
    is_above: bool,
}

impl SecondTable {
    /// Finds the first row that has nothing but headings and is not the header, its repetition or its second row.
    pub(super) fn find(text: &str, header: &Header, search: &Search<'_>) -> Option<Self> {
        let (mut rows, mut row) = (Rows::new(text, header.delimiter), Row::default());
        let mut is_first_below = true;
        while rows.next_row(&mut row) {
            let is_below = row.line() > header.line;
            let is_own = row.line() == header.line
                || header.is_repeated_by(&row)
                || is_below && is_first_below && header.is_continued_by(&row);
            is_first_below &= !is_below;
            if is_own {
                continue;
            }
            if let Some(list) = search.list_of_headings(&row) {
                return Some(Self {
                    list,
                    span: row.span(),
                    line: row.line(),
                    is_above: !is_below,
                });
            }
        }
        None
    }

    /// Returns the finding at the header of the lower table, or at the second row of a header.
    pub(super) fn finding(&self, header: &Header) -> Diagnostic {
        let is_right_above = self.is_above && self.line + 1 == header.line;
        if is_right_above && self.list == header.list() {
            return Diagnostic::new(&rules::HEADER_MERGED, header.span);
        }
        let (list, span) = if self.is_above {
            (header.list(), header.span)
        } else {
            (self.list, self.span)
        };
        Diagnostic::new(&rules::TABLE_SECOND, span).param("list", list.name())
    }

    pub(super) const fn is_above(&self) -> bool {
        self.is_above
    }

    /// Returns where the rows of the table end whose header was found.
    pub(super) const fn end_of_rows(&self, text: &str) -> usize {
        if self.is_above {
            text.len()
        } else {
            self.span.start
        }
    }
}
