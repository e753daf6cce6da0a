use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::catalog::{Catalog, ListedProfile};
use super::names::{NamedColumn, normalized_name};
use crate::format::rules;
use crate::format::table::profile::{Column, Role, Variant};
use crate::format::table::value::content;
use crate::format::table::{Row, Rows};
use crate::report::{Diagnostic, Rule, sanitize_name};
use crate::source::Span;
use crate::value::Currency;

/// The delimiters that are tried.
pub(crate) const DELIMITERS: &[u8] = b";,\t|";
/// The number of lines that are searched for the header.
pub(super) const MAX_HEADER_LINES: usize = 100;
/// The maximum number of columns of a header; no bank writes more.
const MAX_COLUMNS: usize = 500;

/// A row as the header of a profile, with the cell of each column.
#[derive(Debug, Clone)]
pub(in crate::format) struct Header<'c> {
    pub(in crate::format) profile: &'c ListedProfile,
    /// The variant whose columns are all there; `None` if the row matches the profile only in part.
    pub(in crate::format) variant: Option<&'c Variant>,
    pub(in crate::format) delimiter: u8,
    /// The first line of the header, 0 if the file has none, and the number of its lines.
    pub(in crate::format) line: usize,
    pub(in crate::format) lines: usize,
    pub(in crate::format) span: Span,
    /// The names as the file writes them.
    pub(in crate::format) names: Rc<[String]>,
    /// The columns of the profile that the header has, in the order of the profile.
    matched: Vec<MatchedColumn>,
    /// Two cells that match the same column.
    duplicate: Option<[usize; 2]>,
}

/// A column of a profile, and its cell in the header.
#[derive(Debug, Clone, Copy)]
struct MatchedColumn {
    /// The index of the column in the profile.
    column: usize,
    cell: usize,
    /// Whether a file may lack the column.
    optional: bool,
    /// The currency in the name of the column.
    currency: Option<Currency>,
}

/// Matches each of the first lines with each profile, and returns the headers with at least one column of the profile.
pub(in crate::format) fn find_headers<'c>(
    text: &str,
    catalog: &'c Catalog,
    bank: Option<&str>,
) -> Vec<Header<'c>> {
    let mut headers: Vec<Header<'c>> = Vec::new();
    for delimiter in DELIMITERS {
        let mut rows = Rows::new(text, *delimiter);
        let mut row = Row::default();
        for _ in 0..MAX_HEADER_LINES {
            // A quote in the header must not be paired with a quote in a row.
            let mut across = rows.clone();
            if !rows.next_line(&mut row) {
                break;
            }
            if !(2..=MAX_COLUMNS).contains(&row.cells().len()) {
                continue;
            }
            let of_line = match_headers(&row, *delimiter, catalog, bank);
            // Unless a name in the header spans lines.
            let is_complete = of_line.iter().any(Header::is_complete);
            headers.extend(of_line);
            if row.stray_quote().is_some()
                && !is_complete
                && across.next_row(&mut row)
                && row.line_count() < 4
            {
                let of_lines = match_headers(&row, *delimiter, catalog, bank);
                headers.extend(of_lines.into_iter().filter(Header::is_complete));
            }
        }
    }
    headers
}

/// Returns whether a line is, or resembles, the header of any format.
pub(in crate::format) fn is_header(line: &str, catalog: &Catalog) -> bool {
    let mut row = Row::default();
    DELIMITERS.iter().any(|delimiter| {
        // The first cells show that most lines are not a header.
        Rows::new(line, *delimiter).next_row(&mut row)
            && (2..=MAX_COLUMNS).contains(&row.cells().len())
            && row
                .cells()
                .iter()
                .take(12)
                .any(|cell| catalog.is_name(&content::text(cell)))
            && match_headers(&row, *delimiter, catalog, None)
                .iter()
                .any(Header::is_likely)
    })
}

/// Matches a row with each profile, and returns the headers with at least one column of the profile.
fn match_headers<'c>(
    row: &Row<'_>,
    delimiter: u8,
    catalog: &'c Catalog,
    bank: Option<&str>,
) -> Vec<Header<'c>> {
    let names: Rc<[String]> = row
        .cells()
        .iter()
        .map(|cell| content::text(cell).into_owned())
        .collect();
    let mut known = HashMap::new();
    // For each profile, the cells with a name of one of its columns, and the columns that each may be.
    let mut found: BTreeMap<usize, Vec<MatchedColumn>> = BTreeMap::new();
    for (cell, name) in names.iter().enumerate() {
        let (columns, currency) = known
            .entry(name)
            .or_insert_with(|| catalog.columns_named(name));
        for NamedColumn {
            profile,
            column,
            optional,
        } in columns
        {
            let matched = MatchedColumn {
                column: *column,
                cell,
                optional: *optional,
                currency: *currency,
            };
            found.entry(*profile).or_default().push(matched);
        }
    }
    let mut headers = Vec::new();
    for (index, profile) in catalog.profiles(bank) {
        let Some(found) = found.remove(&index) else {
            continue;
        };
        let mut matched: Vec<MatchedColumn> = Vec::new();
        let mut duplicate = None;
        for candidates in found.chunk_by(|first, second| first.cell == second.cell) {
            let taken = |candidate: &&MatchedColumn| {
                matched
                    .iter()
                    .find(|known| known.column == candidate.column)
            };
            // Columns of the same name are in the order of the profile.
            if let Some(free) = candidates
                .iter()
                .find(|candidate| taken(candidate).is_none())
            {
                matched.push(*free);
            } else if let Some(candidate) = candidates.first() {
                duplicate =
                    duplicate.or(taken(&candidate).map(|first| [first.cell, candidate.cell]));
            }
        }
        // An unnamed cell alone doesn't indicate a format.
        if matched
            .iter()
            .all(|candidate| names.get(candidate.cell).is_none_or(String::is_empty))
        {
            continue;
        }
        matched.sort_unstable_by_key(|found| found.column);
        let (variant, line, lines, span) = (None, row.line(), row.line_count(), row.span());
        let names = Rc::clone(&names);
        let header = Header {
            profile,
            variant,
            delimiter,
            line,
            lines,
            span,
            names,
            matched,
            duplicate,
        };
        let (there, required) = header.count_required();
        // Most profiles lack a column, and need not be read.
        let variants = if there == required {
            profile.variants.as_slice()
        } else {
            &[]
        };
        let variant = variants
            .iter()
            .find(|variant| header.matches_variant(variant));
        headers.push(Header { variant, ..header });
    }
    headers
}

impl<'c> Header<'c> {
    /// Returns a header for a file without one: the columns in the order of the profile.
    pub(super) fn for_headerless(
        profile: &'c ListedProfile,
        variant: &'c Variant,
        delimiter: u8,
    ) -> Self {
        let names: Rc<[String]> = profile
            .columns
            .iter()
            .map(|column| column.id.clone())
            .collect();
        let columns = profile.columns.iter().enumerate();
        let matched = columns
            .map(|(index, column)| MatchedColumn {
                column: index,
                cell: index,
                optional: column.optional,
                currency: None,
            })
            .collect();
        let (variant, span, duplicate) = (Some(variant), Span::at(0), None);
        Self {
            profile,
            variant,
            delimiter,
            line: 0,
            lines: 0,
            span,
            names,
            matched,
            duplicate,
        }
    }

    /// Returns the columns that the header has, in the order of the profile.
    fn matched_columns(&self) -> impl Iterator<Item = (&'c Column, &MatchedColumn)> {
        self.matched
            .iter()
            .filter_map(|matched| Some((self.profile.columns.get(matched.column)?, matched)))
    }

    /// Returns the columns that the header lacks.
    fn missing_columns(&self) -> impl Iterator<Item = &'c Column> {
        let columns = self.profile.columns.iter().enumerate();
        let absent =
            columns.filter(|(index, _)| self.matched.iter().all(|found| found.column != *index));
        absent.map(|(_, column)| column)
    }

    /// Returns the cell of the column with this id.
    pub(super) fn cell_of(&self, id: &str) -> Option<usize> {
        self.matched_columns()
            .find(|(column, _)| column.id == id)
            .map(|(_, matched)| matched.cell)
    }

    /// Returns the cells of the columns with a role, in the order of the profile.
    pub(super) fn cells_with_role(&self, role: Role) -> impl Iterator<Item = usize> {
        self.matched_columns()
            .filter(move |(column, _)| column.role == role)
            .map(|(_, matched)| matched.cell)
    }

    /// Returns whether a cell is a column of the profile.
    pub(in crate::format) fn is_matched(&self, cell: usize) -> bool {
        self.matched.iter().any(|found| found.cell == cell)
    }

    /// Returns the number of columns up to the last one that has a name or is matched without a name. Delimiters at the end of a line
    /// add no columns.
    pub(in crate::format) fn column_count(&self) -> usize {
        let named = self.names.iter().rposition(|name| !name.is_empty());
        named
            .max(self.last_matched_cell())
            .map_or(0, |last| last + 1)
    }

    fn last_matched_cell(&self) -> Option<usize> {
        self.matched.iter().map(|found| found.cell).max()
    }

    /// Returns the minimum number of cells of a row. Rows may end before the last columns if the profile says so.
    pub(super) fn min_cells(&self) -> usize {
        let may_lack = |cell: usize| {
            self.matched_columns()
                .any(|(column, matched)| matched.cell == cell && column.rows_may_end_before)
        };
        let columns = self.column_count();
        columns
            - (0..columns)
                .rev()
                .take_while(|cell| may_lack(*cell))
                .count()
    }

    /// Returns the currency in the name of the column of a cell.
    pub(in crate::format) fn currency_of(&self, cell: usize) -> Option<Currency> {
        self.matched
            .iter()
            .find(|found| found.cell == cell)?
            .currency
    }

    /// Returns the currencies in the names of columns, each once.
    pub(in crate::format) fn currencies(&self) -> Vec<Currency> {
        let mut named = Vec::new();
        for currency in self.matched.iter().filter_map(|found| found.currency) {
            if !named.contains(&currency) {
                named.push(currency);
            }
        }
        named
    }

    pub(super) fn is_complete(&self) -> bool {
        self.variant.is_some()
    }

    /// Returns the score of the match: more columns are better, then fewer names that the profile doesn't know.
    pub(in crate::format) fn score(&self) -> (usize, Reverse<usize>) {
        let (known, named) = (
            self.matched.len(),
            self.names.iter().filter(|name| !name.is_empty()).count(),
        );
        (known, Reverse(named.saturating_sub(known)))
    }

    /// Returns how many of the required columns the header has, and how many there are.
    fn count_required(&self) -> (usize, usize) {
        (
            self.matched
                .iter()
                .filter(|matched| !matched.optional)
                .count(),
            self.profile.required,
        )
    }

    /// Returns the share of the required columns that the header has, in thousandths.
    pub(in crate::format) fn match_permille(&self) -> usize {
        let (there, required) = self.count_required();
        there * 1000 / required.max(1)
    }

    /// Returns whether the header is probably one of the profile: half of the required columns and at least three. Fewer may be chance.
    pub(in crate::format) fn is_likely(&self) -> bool {
        let (there, required) = self.count_required();
        self.is_complete() || there >= 3 && 2 * there >= required
    }

    fn matches_variant(&self, variant: &Variant) -> bool {
        let has = |key: &str| self.cell_of(key).is_some();
        required_columns(variant).all(has) && !variant.excludes.iter().any(|key| has(key))
    }

    /// Returns the language of most of the names.
    fn language(&self) -> &'c str {
        let languages = self.matched_columns().flat_map(|(column, matched)| {
            let name = self
                .names
                .get(matched.cell)
                .map(|name| normalized_name(name));
            let is_name = move |known: &String| {
                name.as_ref()
                    .is_some_and(|name| normalized_name(known) == *name)
            };
            column
                .names
                .iter()
                .filter(move |(_, names)| names.iter().any(&is_name))
                .map(|(language, _)| language)
        });
        let mut counts: Vec<(&String, usize)> = Vec::new();
        for language in languages {
            match counts.iter_mut().find(|(known, _)| *known == language) {
                Some((_, count)) => *count += 1,
                None => counts.push((language, 1)),
            }
        }
        // Of equal counts, the last one wins.
        counts
            .iter()
            .max_by_key(|(_, count)| *count)
            .map_or("en", |(language, _)| language)
    }

    /// Returns a predicate for the columns that an export of the best matching variant has.
    fn is_expected(&self) -> impl Fn(&Column) -> bool {
        let score = |variant: &&Variant| {
            required_columns(variant).fold(0_isize, |score, key| {
                score + if self.cell_of(key).is_some() { 1 } else { -1 }
            })
        };
        let variant = self
            .variant
            .or_else(|| self.profile.variants.iter().max_by_key(score));
        let required: Vec<&str> = variant.into_iter().flat_map(required_columns).collect();
        move |column| !column.optional || required.contains(&column.id.as_str())
    }

    /// Returns how many columns of the best matching variant the header has, and how many the variant has.
    pub(in crate::format) fn count_expected(&self) -> (usize, usize) {
        let is_expected = self.is_expected();
        let there = self
            .matched_columns()
            .filter(|(column, _)| is_expected(column))
            .count();
        (
            there,
            there
                + self
                    .missing_columns()
                    .filter(|column| is_expected(column))
                    .count(),
        )
    }

    /// Returns the names of the columns of the best matching variant that the header lacks.
    pub(in crate::format) fn missing(&self) -> Vec<String> {
        let is_expected = self.is_expected();
        self.missing_names(|column| !self.is_complete() && is_expected(column))
    }

    /// Returns the names of missing columns, in the language of the header or else in the first language of the column.
    fn missing_names(&self, is_meant: impl Fn(&Column) -> bool) -> Vec<String> {
        let language = self.language();
        let names = |column: &'c Column| {
            column
                .names
                .get(language)
                .or_else(|| column.names.values().next())?
                .first()
        };
        let currency = self
            .currencies()
            .first()
            .map_or(String::new(), |currency| currency.code().to_owned());
        let missing = self
            .missing_columns()
            .filter(|column| is_meant(column))
            .filter_map(names);
        missing
            .map(|name| name.replace("{currency}", &currency).trim().to_owned())
            .collect()
    }

    /// Returns the names in the header that the profile doesn't know.
    pub(in crate::format) fn unknown_columns(&self) -> Vec<String> {
        let names = self.names.iter().enumerate();
        let unknown = names.filter(|(index, name)| !name.is_empty() && !self.is_matched(*index));
        unknown.map(|(_, name)| name.clone()).collect()
    }

    /// Reports unknown names if columns are missing too that have a role or that another variant requires.
    pub(in crate::format) fn report_unfamiliar(&self) -> Option<Diagnostic> {
        let is_required = |id: &String| {
            self.profile
                .variants
                .iter()
                .any(|variant| variant.requires.contains(id))
        };
        let absent =
            self.missing_names(|column| column.role != Role::Other || is_required(&column.id));
        let new = self.unknown_columns();
        let fault = || {
            self.diagnostic(&rules::HEADER_UNFAMILIAR)
                .param("new", list_names(&new))
                .param("missing", list_names(&absent))
        };
        (!new.is_empty() && !absent.is_empty()).then(fault)
    }

    /// Reports the missing columns of a header that is nearly one of the format.
    pub(super) fn report_changed(&self) -> Diagnostic {
        let fault = self
            .diagnostic(&rules::HEADER_CHANGED)
            .param("missing", list_names(&self.missing()));
        fault.param("new", list_names(&self.unknown_columns()))
    }

    /// Returns a finding at the header, with the format as its parameter.
    pub(in crate::format) fn diagnostic(&self, rule: &'static Rule) -> Diagnostic {
        Diagnostic::new(rule, self.span).param("bank", self.profile.id.to_string())
    }

    /// Returns an error if the header has a column twice or contains the values of a row.
    pub(super) fn check(&self) -> Result<(), Diagnostic> {
        if let Some(duplicate) = self.duplicate {
            let names = duplicate.map(|cell| self.names.get(cell).cloned().unwrap_or_default());
            return Err(
                Diagnostic::new(&rules::COLUMN_TWICE, self.span).param("names", list_names(&names))
            );
        }
        let next_cell = self.last_matched_cell().map_or(0, |last| last + 1);
        let is_value = |name: &&String| {
            self.profile
                .styles
                .iter()
                .any(|style| content::is_value(name, style))
        };
        let mut values = self.names.iter().skip(next_cell).filter(is_value);
        // A single value may be the name of a column, such as a year.
        if let (Some(name), Some(_)) = (values.next(), values.next()) {
            let name = list_names(std::slice::from_ref(name));
            return Err(Diagnostic::new(&rules::HEADER_RUNS_ON, self.span).param("name", name));
        }
        Ok(())
    }
}

/// Returns the columns that a variant requires, including those of its amounts.
fn required_columns(variant: &Variant) -> impl Iterator<Item = &str> {
    variant
        .requires
        .iter()
        .map(String::as_str)
        .chain(variant.amount.required_columns())
}

/// Joins names of columns for a message, up to a maximum number.
fn list_names(names: &[String]) -> String {
    if names.is_empty() {
        return "nothing".to_owned();
    }
    let shown = names
        .iter()
        .take(12)
        .map(|name| format!("`{}`", sanitize_name(name)));
    shown
        .chain((names.len() > 12).then(|| "…".to_owned()))
        .collect::<Vec<_>>()
        .join(", ")
}
