use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::catalog::{Catalog, NamedColumn, normalized_name};
use crate::format::rules;
use crate::format::table::profile::{Column, Profile, Role, Variant};
use crate::format::table::value::content;
use crate::format::table::{Row, Rows};
use crate::report::{Diagnostic, Rule, sanitize_name};
use crate::source::Span;
use crate::value::Currency;

/// What may stand between the cells of a row.
pub(in crate::format) const DELIMITERS: &[u8] = b";,\t|";
/// The header is looked for in so many lines.
pub(super) const MAX_HEADER_LINES: usize = 100;
/// No bank writes so many columns; what has more is no header.
const MAX_COLUMNS: usize = 500;

/// A row taken for the header of a profile: which of its cells is which column.
#[derive(Debug, Clone)]
pub(in crate::format) struct Header<'c> {
    pub(in crate::format) profile: &'c Arc<Profile>,
    /// The variant that has all of its columns there; none where the row is a header in part only.
    pub(in crate::format) variant: Option<&'c Variant>,
    pub(in crate::format) delimiter: u8,
    /// Its first line, 0 where the file has no header, and on how many lines it stands.
    pub(in crate::format) line: usize,
    pub(in crate::format) lines: usize,
    pub(in crate::format) span: Span,
    /// The names as the file writes them.
    pub(in crate::format) names: Rc<[String]>,
    /// The columns that are there, in the order of the profile.
    matched: Vec<MatchedColumn>,
    /// Two cells of one column.
    duplicate: Option<[usize; 2]>,
}

/// Where a column of a profile is.
#[derive(Debug, Clone, Copy)]
struct MatchedColumn {
    /// Its index in the profile.
    column: usize,
    cell: usize,
    /// The currency in its name.
    currency: Option<Currency>,
}

/// Each of the first lines as the header of each profile of which a column is there.
pub(in crate::format) fn find_headers<'c>(text: &str, catalog: &'c Catalog, bank: Option<&str>) -> Vec<Header<'c>> {
    let mut headers: Vec<Header<'c>> = Vec::new();
    for delimiter in DELIMITERS {
        let mut rows = Rows::new(text, *delimiter);
        let mut row = Row::default();
        for _ in 0..MAX_HEADER_LINES {
            // A quote in a header may not reach for one in a row.
            let mut across = rows.clone();
            if !rows.next_line(&mut row) {
                break;
            }
            if !(2..=MAX_COLUMNS).contains(&row.cells().len()) {
                continue;
            }
            let of_line = match_headers(&row, *delimiter, catalog, bank);
            // Unless one of its names spans lines.
            let is_complete = of_line.iter().any(Header::is_complete);
            headers.extend(of_line);
            if row.stray_quote().is_some() && !is_complete && across.next_row(&mut row) && row.line_count() < 4 {
                let of_lines = match_headers(&row, *delimiter, catalog, bank);
                headers.extend(of_lines.into_iter().filter(Header::is_complete));
            }
        }
    }
    headers
}

/// Whether a line is the header of a statement, of whatever format, or nearly.
pub(in crate::format) fn is_header(line: &str, catalog: &Catalog) -> bool {
    let mut row = Row::default();
    DELIMITERS.iter().any(|delimiter| {
        // Most lines are none, and their first cells tell.
        Rows::new(line, *delimiter).next_row(&mut row)
            && (2..=MAX_COLUMNS).contains(&row.cells().len())
            && row.cells().iter().take(12).any(|cell| catalog.is_name(&content::text(cell)))
            && match_headers(&row, *delimiter, catalog, None).iter().any(Header::is_likely)
    })
}

/// A row as the header of each profile of which a column is there.
fn match_headers<'c>(row: &Row<'_>, delimiter: u8, catalog: &'c Catalog, bank: Option<&str>) -> Vec<Header<'c>> {
    let names: Rc<[String]> = row.cells().iter().map(|cell| content::text(cell).into_owned()).collect();
    let mut known = HashMap::new();
    // For each profile the cells that go by names of it, and the columns that each may be.
    let mut found: Vec<Vec<MatchedColumn>> = vec![Vec::new(); catalog.profiles.len()];
    for (cell, name) in names.iter().enumerate() {
        let (columns, currency) = known.entry(name).or_insert_with(|| catalog.columns_named(name));
        for NamedColumn { profile, column } in columns {
            if let Some(found) = found.get_mut(*profile) {
                found.push(MatchedColumn { column: *column, cell, currency: *currency });
            }
        }
    }
    let mut headers = Vec::new();
    for (profile, found) in catalog.profiles.iter().zip(found) {
        if bank.is_some_and(|bank| bank != profile.id) {
            continue;
        }
        let mut matched: Vec<MatchedColumn> = Vec::new();
        let mut duplicate = None;
        for of_cell in found.chunk_by(|one, other| one.cell == other.cell) {
            let taken = |place: &&MatchedColumn| matched.iter().find(|known| known.column == place.column);
            // Two columns of one name stand in the order of the profile.
            if let Some(free) = of_cell.iter().find(|place| taken(place).is_none()) {
                matched.push(*free);
            } else if let Some(place) = of_cell.first() {
                duplicate = duplicate.or(taken(&place).map(|first| [first.cell, place.cell]));
            }
        }
        // A cell without a name alone is no sign of any format.
        if matched.iter().all(|place| names.get(place.cell).is_none_or(String::is_empty)) {
            continue;
        }
        matched.sort_unstable_by_key(|place| place.column);
        let (variant, line, lines, span) = (None, row.line(), row.line_count(), row.span());
        let names = Rc::clone(&names);
        let header = Header { profile, variant, delimiter, line, lines, span, names, matched, duplicate };
        let (there, required) = header.count_required();
        let variant = profile.variants.iter().find(|variant| there == required && header.matches_variant(variant));
        headers.push(Header { variant, ..header });
    }
    headers
}

impl<'c> Header<'c> {
    /// The header that a file without one would have: its columns in the order of the profile.
    pub(super) fn for_headerless(profile: &'c Arc<Profile>, variant: &'c Variant, delimiter: u8) -> Self {
        let names: Rc<[String]> = profile.columns.iter().map(|column| column.id.clone()).collect();
        let matched =
            (0..names.len()).map(|index| MatchedColumn { column: index, cell: index, currency: None }).collect();
        let (variant, span, duplicate) = (Some(variant), Span::at(0), None);
        Self { profile, variant, delimiter, line: 0, lines: 0, span, names, matched, duplicate }
    }

    /// The columns that are there, in the order of the profile.
    fn matched_columns(&self) -> impl Iterator<Item = (&'c Column, &MatchedColumn)> {
        self.matched.iter().filter_map(|place| Some((self.profile.columns.get(place.column)?, place)))
    }

    /// The columns that are not there.
    fn missing_columns(&self) -> impl Iterator<Item = &'c Column> {
        let columns = self.profile.columns.iter().enumerate();
        let absent = columns.filter(|(index, _)| self.matched.iter().all(|place| place.column != *index));
        absent.map(|(_, column)| column)
    }

    /// The cell of the column with that key.
    pub(super) fn cell_of(&self, id: &str) -> Option<usize> {
        self.matched_columns().find(|(column, _)| column.id == id).map(|(_, place)| place.cell)
    }

    /// The cells of the columns that feed something, in the order of the profile.
    pub(super) fn cells_with_role(&self, role: Role) -> impl Iterator<Item = usize> {
        self.matched_columns().filter(move |(column, _)| column.role == role).map(|(_, place)| place.cell)
    }

    /// Whether the cell is a column that the profile knows.
    pub(in crate::format) fn is_matched(&self, cell: usize) -> bool {
        self.matched.iter().any(|place| place.cell == cell)
    }

    /// How many columns there are, up to the last that has a name or is known without: delimiters at the end of a line make
    /// none.
    pub(in crate::format) fn column_count(&self) -> usize {
        let named = self.names.iter().rposition(|name| !name.is_empty());
        named.max(self.last_matched_cell()).map_or(0, |last| last + 1)
    }

    fn last_matched_cell(&self) -> Option<usize> {
        self.matched.iter().map(|place| place.cell).max()
    }

    /// How many cells every row has: rows may end before the last columns, where the format says so.
    pub(super) fn min_cells(&self) -> usize {
        let may_lack = |cell: usize| {
            self.matched_columns().any(|(column, place)| place.cell == cell && column.rows_may_end_before)
        };
        let columns = self.column_count();
        columns - (0..columns).rev().take_while(|cell| may_lack(*cell)).count()
    }

    /// The currency in the name of the column that a cell is.
    pub(in crate::format) fn currency_of(&self, cell: usize) -> Option<Currency> {
        self.matched.iter().find(|place| place.cell == cell)?.currency
    }

    /// The currencies in the names of columns, each once.
    pub(in crate::format) fn currencies(&self) -> Vec<Currency> {
        let mut named = Vec::new();
        for currency in self.matched.iter().filter_map(|place| place.currency) {
            if !named.contains(&currency) {
                named.push(currency);
            }
        }
        named
    }

    pub(super) fn is_complete(&self) -> bool {
        self.variant.is_some()
    }

    /// More columns weigh more, then fewer names that the profile doesn't know.
    pub(in crate::format) fn score(&self) -> (usize, Reverse<usize>) {
        let (known, named) = (self.matched.len(), self.names.iter().filter(|name| !name.is_empty()).count());
        (known, Reverse(named.saturating_sub(known)))
    }

    /// How many of the required columns are there, and how many there are.
    fn count_required(&self) -> (usize, usize) {
        let there = self.matched_columns().filter(|(column, _)| !column.optional).count();
        (there, there + self.missing_columns().filter(|column| !column.optional).count())
    }

    /// How many of a thousand required columns are there.
    pub(in crate::format) fn match_permille(&self) -> usize {
        let (there, required) = self.count_required();
        there * 1000 / required.max(1)
    }

    /// Half of the columns make a format recognisable; fewer are chance.
    pub(super) fn is_likely(&self) -> bool {
        let (there, required) = self.count_required();
        self.is_complete() || there >= 3 && 2 * there >= required
    }

    fn matches_variant(&self, variant: &Variant) -> bool {
        let has = |key: &str| self.cell_of(key).is_some();
        required_columns(variant).all(has) && !variant.excludes.iter().any(|key| has(key))
    }

    /// The language in which most of the names are written.
    fn language(&self) -> &'c str {
        let languages = self.matched_columns().flat_map(|(column, place)| {
            let name = self.names.get(place.cell).map(|name| normalized_name(name));
            let is_name = move |known: &String| name.as_ref().is_some_and(|name| normalized_name(known) == *name);
            column.names.iter().filter(move |(_, names)| names.iter().any(&is_name)).map(|(language, _)| language)
        });
        let mut counts: Vec<(&String, usize)> = Vec::new();
        for language in languages {
            match counts.iter_mut().find(|(known, _)| *known == language) {
                Some((_, count)) => *count += 1,
                None => counts.push((language, 1)),
            }
        }
        // Of those that are equal, the one that came up last.
        counts.iter().max_by_key(|(_, count)| *count).map_or("en", |(language, _)| language)
    }

    /// Whether an export of the best fitting variant has a column.
    fn is_expected(&self) -> impl Fn(&Column) -> bool {
        let score = |variant: &&Variant| {
            required_columns(variant)
                .fold(0_isize, |score, key| score + if self.cell_of(key).is_some() { 1 } else { -1 })
        };
        let variant = self.variant.or_else(|| self.profile.variants.iter().max_by_key(score));
        let needed: Vec<&str> = variant.into_iter().flat_map(required_columns).collect();
        move |column| !column.optional || needed.contains(&column.id.as_str())
    }

    /// How many of the columns of the best fitting variant are there, and how many it has.
    pub(in crate::format) fn count_expected(&self) -> (usize, usize) {
        let is_expected = self.is_expected();
        let there = self.matched_columns().filter(|(column, _)| is_expected(column)).count();
        (there, there + self.missing_columns().filter(|column| is_expected(column)).count())
    }

    /// The columns of the best fitting variant that are not there.
    pub(in crate::format) fn missing(&self) -> Vec<String> {
        let is_expected = self.is_expected();
        self.missing_names(|column| !self.is_complete() && is_expected(column))
    }

    /// The names of columns that are not there, in the language of the others or the first that they have.
    fn missing_names(&self, is_meant: impl Fn(&Column) -> bool) -> Vec<String> {
        let language = self.language();
        let names = |column: &'c Column| column.names.get(language).or_else(|| column.names.values().next())?.first();
        self.missing_columns().filter(|column| is_meant(column)).filter_map(names).cloned().collect()
    }

    /// The names that the profile doesn't know.
    pub(in crate::format) fn unknown_columns(&self) -> Vec<String> {
        let names = self.names.iter().enumerate();
        let strange = names.filter(|(index, name)| !name.is_empty() && !self.is_matched(*index));
        strange.map(|(_, name)| name.clone()).collect()
    }

    /// Reports the names that the format doesn't know beside columns of it that are not there and would tell something, or another variant.
    pub(in crate::format) fn report_unfamiliar(&self) -> Option<Diagnostic> {
        let needed = |key: &String| self.profile.variants.iter().any(|variant| variant.requires.contains(key));
        let absent = self.missing_names(|column| column.role != Role::Other || needed(&column.id));
        let new = self.unknown_columns();
        let fault = || {
            self.diagnostic(&rules::HEADER_UNFAMILIAR)
                .param("new", list_names(&new))
                .param("missing", list_names(&absent))
        };
        (!new.is_empty() && !absent.is_empty()).then(fault)
    }

    /// Reports the columns that are missing where the header is nearly that of the format.
    pub(super) fn report_changed(&self) -> Diagnostic {
        let fault = self.diagnostic(&rules::HEADER_CHANGED).param("missing", list_names(&self.missing()));
        fault.param("new", list_names(&self.unknown_columns()))
    }

    /// A fault of the header as one of its format.
    pub(in crate::format) fn diagnostic(&self, rule: &'static Rule) -> Diagnostic {
        Diagnostic::new(rule, self.span).param("bank", self.profile.id.clone())
    }

    /// Whether the header has a column duplicate, or goes on with values.
    pub(super) fn check(&self) -> Result<(), Diagnostic> {
        if let Some(duplicate) = self.duplicate {
            let names = duplicate.map(|cell| self.names.get(cell).cloned().unwrap_or_default());
            return Err(Diagnostic::new(&rules::COLUMN_TWICE, self.span).param("names", list_names(&names)));
        }
        let behind = self.last_matched_cell().map_or(0, |last| last + 1);
        let is_value = |name: &&String| self.profile.styles.iter().any(|style| content::is_value(name, style));
        let mut values = self.names.iter().skip(behind).filter(is_value);
        // One may be the name of a column, such as a year.
        if let (Some(name), Some(_)) = (values.next(), values.next()) {
            let name = list_names(std::slice::from_ref(name));
            return Err(Diagnostic::new(&rules::HEADER_RUNS_ON, self.span).param("name", name));
        }
        Ok(())
    }
}

/// The columns that a variant needs, those of its amounts included.
fn required_columns(variant: &Variant) -> impl Iterator<Item = &str> {
    variant.requires.iter().map(String::as_str).chain(variant.amount.required_columns())
}

/// Names of columns for a message, not too many.
fn list_names(names: &[String]) -> String {
    if names.is_empty() {
        return "nothing".to_owned();
    }
    let shown = names.iter().take(12).map(|name| format!("`{}`", sanitize_name(name)));
    shown.chain((names.len() > 12).then(|| "…".to_owned())).collect::<Vec<_>>().join(", ")
}
