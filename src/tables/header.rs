//! Finds the header of a table, and what its columns hold.

use super::catalog::{CATALOG, ListHeadings, Meaning};
use super::cell::cell_text;
use super::columns::ColumnMap;
use super::heading::fold;
use super::list::List;
use super::rules;
use crate::record::{Field, nearest};
use crate::report::{CellPosition, Collector, Diagnostic};
use crate::sheet::rules::ROW_ABOVE_HEADER;
use crate::sheet::{Cell, DELIMITERS, Row, Rows, try_headers};
use crate::source::Span;

/// The number of rows in which the header is searched: above it there may be a title, a company and a date.
const MAX_SEARCHED_ROWS: usize = 30;

/// The fewest rows that begin with a heading in a table whose headings are in its first column.
const MIN_UPRIGHT: usize = 3;

/// What to do with such a table.
const UPRIGHT: &str = "; its headings are in the first column: write them in one row, and the values in the row below";

/// The header of a table.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) headings: &'static ListHeadings,
    pub(super) delimiter: u8,
    pub(super) line: usize,
    pub(super) span: Span,
    pub(super) columns: Vec<Column>,
}

/// A column of a table.
#[derive(Debug)]
pub(super) struct Column {
    /// The heading as the file writes it; it may be empty.
    pub(super) heading: String,
    pub(super) span: Span,
    /// What the column holds, if its heading is known.
    pub(super) meaning: Option<Meaning>,
}

/// How well a row fits as the header of a list. A later part decides only where the earlier ones are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Match {
    /// The number of columns of fields.
    fields: usize,
    /// Whether the file or the sheet is named after the list.
    has_title: bool,
    /// The number of columns whose headings are known, also if base data has no field for them.
    known: usize,
    /// Whether no required field is missing.
    is_complete: bool,
}

/// What the search for a header needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Search<'a> {
    /// The folded names of the file and the sheet.
    pub(super) names: &'a [String],
    pub(super) columns: &'a ColumnMap,
    /// The delimiter of a table that was a sheet.
    pub(super) delimiter: Option<u8>,
}

impl Search<'_> {
    /// Finds the header of a table.
    ///
    /// # Errors
    ///
    /// No row has a heading that is known, or the headings fit two lists.
    pub(super) fn find(&self, text: &str) -> Result<Header, Diagnostic> {
        let delimiters = self
            .delimiter
            .as_ref()
            .map_or(DELIMITERS, std::slice::from_ref);
        let mut best: Option<(Match, Vec<&'static ListHeadings>, u8, Row<'_>)> = None;
        let mut first: Option<Row<'_>> = None;
        try_headers(text, delimiters, MAX_SEARCHED_ROWS, |row, delimiter| {
            if first.as_ref().is_none_or(|first| {
                first.cells().len() < row.cells().len() && first.line() == row.line()
            }) {
                first = Some(row.clone());
            }
            if let Some((found, lists)) = self.match_row(row)
                && best.as_ref().is_none_or(|(known, ..)| found > *known)
            {
                best = Some((found, lists, delimiter, row.clone()));
            }
            false
        });
        if let Some((found, _, delimiter, row)) = &best
            && found.known < MIN_UPRIGHT
            && self.is_upright(text, *delimiter)
        {
            return Err(Diagnostic::new(&rules::TABLE_UNKNOWN, row.span()).param("hint", UPRIGHT));
        }
        let Some((_, lists, delimiter, row)) = best else {
            let Some(first) = first else {
                return Err(Diagnostic::new(&rules::TABLE_EMPTY, Span::at(0)));
            };
            return Err(Diagnostic::new(&rules::TABLE_UNKNOWN, first.span())
                .param("hint", hint_for(&first)));
        };
        match lists.as_slice() {
            [headings] => Ok(self.header(headings, delimiter, &row)),
            _ => {
                let names: Vec<&str> = lists.iter().map(|headings| headings.list.name()).collect();
                let fault = Diagnostic::new(&rules::TABLE_AMBIGUOUS, row.span());
                Err(fault.param("lists", format!("`{}`", names.join("` and `"))))
            }
        }
    }

    /// Returns whether a table has its headings in the first column, and a value beside each: most of its rows begin with a heading of one list, and no second
    /// cell is one.
    pub(super) fn is_upright(&self, text: &str, delimiter: u8) -> bool {
        let mut pairs: Vec<(String, String)> = Vec::new();
        let (mut rows, mut row) = (Rows::new(text, delimiter), Row::default());
        while pairs.len() < MAX_SEARCHED_ROWS && rows.next_row(&mut row) {
            let mut cells = row.cells().iter().map(cell_text);
            let first = cells.next().unwrap_or_default();
            let second = cells.next().unwrap_or_default();
            if !first.trim().is_empty() || !second.trim().is_empty() {
                pairs.push((first, second));
            }
        }
        CATALOG.lists().iter().any(|headings| {
            let is_known = |cell: &str| self.meaning(cell, headings, &[]).is_some();
            let named = pairs
                .iter()
                .filter(|(first, second)| is_known(first) && !second.trim().is_empty());
            let (headings_beside, values): (Vec<_>, Vec<_>) =
                named.partition(|(_, second)| is_known(second));
            let is_most = 2 * values.len() >= pairs.len();
            values.len() >= MIN_UPRIGHT && is_most && headings_beside.is_empty()
        })
    }

    /// Returns the list whose headings are all that a row has. At least two of them are headings of fields.
    pub(super) fn list_of_headings(&self, row: &Row<'_>) -> Option<List> {
        let (found, lists) = self.match_row(row)?;
        let headings = lists.first()?;
        let header = self.header(headings, b';', row);
        let is_of_column = |index: usize| header.column_of(index).is_some();
        let fields = (0..headings.list.fields().len()).filter(|index| is_of_column(*index));
        let has_only_headings = found.known == count_filled(row);
        (has_only_headings && fields.count() >= 2).then_some(headings.list)
    }

    /// Returns how well a row fits as a header, and the lists that it fits so well.
    fn match_row(&self, row: &Row<'_>) -> Option<(Match, Vec<&'static ListHeadings>)> {
        let all: Vec<String> = row.cells().iter().map(cell_text).collect();
        let matches = CATALOG.lists().iter().filter_map(|headings| {
            let meanings: Vec<Meaning> = all
                .iter()
                .filter_map(|heading| self.meaning(heading, headings, &all))
                .collect();
            let has = |field: usize| meanings.contains(&Meaning::Field(field));
            let fields = meanings
                .iter()
                .filter(|meaning| meaning.is_record_value())
                .count();
            let required = headings
                .list
                .fields()
                .iter()
                .enumerate()
                .filter(|(_, field)| field.is_required());
            let mut required = required
                .filter(|(_, field)| field.name != "externalId" && field.name != "legalType");
            let found = Match {
                fields,
                has_title: self.names.iter().any(|name| headings.has_title(name)),
                known: meanings.len(),
                is_complete: required.all(|(index, _)| has(index)),
            };
            (fields > 0).then_some((
                found,
                headings.list.fields().len().saturating_sub(fields),
                headings,
            ))
        });
        let mut matches: Vec<(Match, usize, &'static ListHeadings)> = matches.collect();
        // Where a list explains every heading and others don't, a heading of theirs is one by chance: `Währung;Bezeichnung;Kurs` are currencies.
        let filled = all.iter().filter(|heading| !fold(heading).is_empty());
        let filled = filled.count();
        let is_whole = |found: &Match| found.is_complete && found.known == filled && filled > 1;
        if matches.iter().any(|(found, ..)| is_whole(found)) {
            matches.retain(|(found, ..)| is_whole(found));
        }
        let best = matches.iter().map(|(found, ..)| *found).max()?;
        let best_lists = || matches.iter().filter(|(found, ..)| *found == best);
        // A list without fields beside these is meant rather than one that also has others.
        let missing = best_lists().map(|(_, missing, _)| *missing).min()?;
        Some((
            best,
            best_lists()
                .filter(|(_, others, _)| *others == missing)
                .map(|(.., headings)| *headings)
                .collect(),
        ))
    }

    /// Returns what a column with this heading holds beside all headings of its row, if the heading is known.
    fn meaning(&self, heading: &str, headings: &ListHeadings, all: &[String]) -> Option<Meaning> {
        if fold(heading).is_empty() || self.columns.is_of_another(heading, headings.list) {
            return None;
        }
        self.columns
            .meaning(heading, headings.list)
            .or_else(|| headings.meaning_beside(heading, all))
            .or_else(|| headings.meaning(heading))
    }

    fn header(&self, headings: &'static ListHeadings, delimiter: u8, row: &Row<'_>) -> Header {
        let all: Vec<String> = row.cells().iter().map(cell_text).collect();
        let columns = row.cells().iter().map(|cell| {
            let heading = cell_text(cell);
            let meaning = self.meaning(&heading, headings, &all);
            Column {
                heading,
                span: cell.span,
                meaning,
            }
        });
        Header {
            headings,
            delimiter,
            line: row.line(),
            span: row.span(),
            columns: columns.collect(),
        }
    }
}

impl Header {
    pub(super) const fn list(&self) -> List {
        self.headings.list
    }

    /// Returns the column of a field.
    pub(super) fn column_of(&self, field: usize) -> Option<usize> {
        self.columns
            .iter()
            .position(|column| column.meaning == Some(Meaning::Field(field)))
    }

    pub(super) fn has(&self, meaning: Meaning) -> bool {
        self.columns
            .iter()
            .any(|column| column.meaning == Some(meaning))
    }

    /// Returns the heading of a column, which findings name.
    pub(super) fn heading(&self, column: usize) -> String {
        self.columns
            .get(column)
            .map_or_else(String::new, |column| column.heading.clone())
    }

    /// Reports headings that are not known or repeated, columns that are left out, and required fields without a column. After it, each field has at most
    /// one column.
    pub(super) fn check(&mut self, findings: &mut Collector<'_>) {
        let list = self.list();
        let at = |rule, column: &Column| {
            let cell = CellPosition::new(0, column.heading.clone());
            Diagnostic::new(rule, column.span).cell(cell)
        };
        let taken: Vec<Meaning> = self
            .columns
            .iter()
            .filter_map(|column| column.meaning)
            .collect();
        let mut repeated = Vec::new();
        for (index, column) in self.columns.iter().enumerate() {
            let held = column.meaning.filter(|meaning| meaning.is_record_value());
            let earlier = held.and_then(|meaning| {
                self.columns
                    .iter()
                    .position(|known| known.meaning == Some(meaning))
            });
            match (column.meaning, earlier.filter(|earlier| *earlier < index)) {
                (Some(meaning), Some(earlier)) => {
                    repeated.push(index);
                    findings.push(
                        at(&rules::HEADING_REPEATED, column)
                            .param("field", name_of(list, meaning))
                            .param("first", earlier + 1),
                    );
                }
                (Some(_), None) => {}
                (None, _) if column.heading.trim().is_empty() => {}
                (None, _) => {
                    let known = nearest(&column.heading, self.headings.headings_without(&taken))
                        .map(|(known, _)| known);
                    let hint =
                        known.map_or_else(String::new, |known| format!("; is `{known}` meant?"));
                    findings.push(
                        at(&rules::HEADING_UNKNOWN, column)
                            .param("list", list.name())
                            .param("hint", hint),
                    );
                }
            }
        }
        let left_out = || {
            self.columns
                .iter()
                .filter(|column| column.meaning == Some(Meaning::LeftOut))
        };
        if let Some(first) = left_out().next() {
            let names: Vec<String> = left_out()
                .map(|column| format!("`{}`", column.heading))
                .collect();
            findings.push(at(&rules::COLUMN_LEFT_OUT, first).param("columns", names.join(", ")));
        }
        for (index, field) in list
            .fields()
            .iter()
            .enumerate()
            .filter(|(_, field)| field.is_required())
        {
            if self.lacks_column_of(index) {
                let fault =
                    Diagnostic::new(&rules::COLUMN_MISSING, self.span).param("field", field.name);
                findings.push(fault.param("about", field.description));
            }
        }
        for index in repeated {
            if let Some(column) = self.columns.get_mut(index) {
                column.meaning = Some(Meaning::Ignored);
            }
        }
    }

    /// Returns whether no column has the values of a field, and they don't come from other columns.
    pub(super) fn lacks_column_of(&self, field: usize) -> bool {
        let fields = self.list().fields();
        let is_derived = |field: &Field| self.can_do_without(field.name);
        !self.has(Meaning::Field(field)) && !fields.get(field).is_some_and(is_derived)
    }

    /// Returns whether the values of a required field come from other columns.
    fn can_do_without(&self, field: &str) -> bool {
        let list = self.list();
        match field {
            "externalId" => list
                .id_source()
                .is_some_and(|source| self.has(Meaning::Field(source))),
            "legalType" => {
                let names = ["companyName", "firstName", "lastName"];
                names
                    .iter()
                    .filter_map(|name| list.index_of(name))
                    .any(|index| self.has(Meaning::Field(index)))
            }
            _ => false,
        }
    }

    /// Returns the field that external ids come from, if the table has no column for them.
    pub(super) fn id_source(&self) -> Option<&'static str> {
        let list = self.list();
        let source = list
            .id_source()
            .filter(|_| self.can_do_without("externalId"))?;
        let has_ids = list
            .index_of("externalId")
            .is_some_and(|id| self.has(Meaning::Field(id)));
        list.fields()
            .get(source)
            .filter(|_| !has_ids)
            .map(|field| field.name)
    }

    /// Returns the fields that take the value of another one where they are empty, each with that other one.
    pub(super) fn fields_instead(&self) -> Vec<(usize, usize)> {
        let headings: Vec<String> = self
            .columns
            .iter()
            .map(|column| column.heading.clone())
            .collect();
        self.headings.fields_instead(&headings).collect()
    }

    /// Reports rows above the header that are as wide as rows of the table.
    pub(super) fn check_rows_above(&self, text: &str, findings: &mut Collector<'_>) {
        let (mut rows, mut row) = (Rows::new(text, self.delimiter), Row::default());
        while rows.next_row(&mut row) && row.line() < self.line {
            // A title, and a label with its value, are no rows, unless the table has no more columns.
            let filled = count_filled(&row);
            let is_wide = filled > 2 || filled == 2 && self.columns.len() <= 2;
            if is_wide && 2 * filled > self.columns.len() {
                findings.push(Diagnostic::new(&ROW_ABOVE_HEADER, row.span()));
            }
        }
    }

    /// Returns whether a row repeats the header, as exports with several pages do.
    pub(super) fn is_repeated_by(&self, row: &Row<'_>) -> bool {
        row.cells().len() == self.columns.len()
            && row
                .cells()
                .iter()
                .zip(&self.columns)
                .all(|(cell, column)| cell_text(cell) == column.heading)
    }

    /// Returns whether a row right below the header continues it: each of its cells is a known heading, and below an empty one.
    pub(super) fn is_continued_by(&self, row: &Row<'_>) -> bool {
        let mut filled = row
            .cells()
            .iter()
            .enumerate()
            .filter(|(_, cell)| !cell_text(cell).trim().is_empty())
            .peekable();
        let has_room = filled.clone().any(|(index, _)| {
            self.columns
                .get(index)
                .is_some_and(|column| column.heading.trim().is_empty())
        });
        filled.peek().is_some()
            && has_room
            && filled.all(|(_, cell)| self.headings.meaning(&cell_text(cell)).is_some())
    }
}

fn name_of(list: List, meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Field(index) => list.fields().get(index).map_or("", |field| field.name),
        Meaning::Name | Meaning::Group | Meaning::LeftOut | Meaning::Ignored => "name",
    }
}

/// Returns the number of cells that are not empty.
fn count_filled(row: &Row<'_>) -> usize {
    let is_filled = |cell: &&Cell<'_>| !cell_text(cell).trim().is_empty();
    row.cells().iter().filter(is_filled).count()
}

pub(super) fn is_blank(row: &Row<'_>) -> bool {
    row.cells()
        .iter()
        .all(|cell| cell.value().trim().is_empty())
}

/// Returns whether a text has a row of more than two cells, as a table has and a cover sheet has not.
pub(super) fn is_wide(text: &str) -> bool {
    let (mut rows, mut row) = (Rows::new(text, b';'), Row::default());
    while rows.next_row(&mut row) {
        let is_filled = |cell: &&Cell<'_>| !cell.value().trim().is_empty();
        if row.cells().iter().filter(is_filled).count() > 2 {
            return true;
        }
    }
    false
}

/// Returns whether the folded name of a sheet is that of a list.
pub(super) fn has_title(sheet: &str) -> bool {
    let mut lists = CATALOG.lists().iter();
    lists.any(|headings| headings.has_title(sheet))
}

/// Returns which known heading the first cell of a row may mean that is nearly one.
fn hint_for(row: &Row<'_>) -> String {
    let known: Vec<&str> = CATALOG
        .lists()
        .iter()
        .flat_map(ListHeadings::known_headings)
        .collect();
    let found = row
        .cells()
        .iter()
        .find_map(|cell| nearest(&cell_text(cell), known.iter().copied()));
    found.map_or_else(String::new, |(known, _)| format!("; is `{known}` meant?"))
}
