use std::borrow::Cow;
use std::cmp::Reverse;
use std::rc::Rc;

use super::catalog::ListedProfile;
use super::names::normalized_name;
use crate::format::rules;
use crate::format::table::profile::{Column, Role, Variant};
use crate::format::table::value::content;
use crate::report::{Diagnostic, Rule, sanitize_name};
use crate::sheet::Row;
use crate::source::Span;
use crate::value::Currency;

/// The maximum number of names in a message.
const MAX_LISTED_NAMES: usize = 12;

const UNNAMED_COLUMN: &str = "a column without a name";

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
    pub(super) matched: Vec<MatchedColumn>,
    /// Two cells that match the same column.
    pub(super) duplicate: Option<[usize; 2]>,
}

/// A column of a profile, and its cell in the header.
#[derive(Debug, Clone, Copy)]
pub(super) struct MatchedColumn {
    /// The index of the column in the profile.
    pub(super) column: usize,
    pub(super) cell: usize,
    /// Whether a file may lack the column.
    pub(super) optional: bool,
    /// The currency in the name of the column.
    pub(super) currency: Option<Currency>,
}

/// Returns the names without the empty cells before them, if there are as many as the header is indented by.
fn without_indent(names: &[String], indent: usize) -> Vec<String> {
    let mut before = names.iter().take(indent);
    let is_indented = names.len() > indent && before.all(String::is_empty);
    let mut moved = names.to_vec();
    if is_indented {
        moved.rotate_left(indent);
    }
    moved
}

impl<'c> Header<'c> {
    /// Returns a header for a file without one: the columns in the order of the profile.
    pub(super) fn for_headerless(
        profile: &'c ListedProfile,
        variant: &'c Variant,
        delimiter: u8,
    ) -> Self {
        let mut names = Vec::new();
        let mut matched = Vec::new();
        for (index, column) in profile.columns.iter().enumerate() {
            names.push(column.id.clone());
            matched.push(MatchedColumn {
                column: index,
                cell: index,
                optional: column.optional,
                currency: None,
            });
        }
        Self {
            profile,
            variant: Some(variant),
            delimiter,
            line: 0,
            lines: 0,
            span: Span::at(0),
            names: names.into(),
            matched,
            duplicate: None,
        }
    }

    /// Moves the names of an indented header to the cells of their values.
    pub(super) fn remove_indent(&mut self) {
        let (there, required) = self.count_required();
        let begins_empty = self.names.first().is_some_and(String::is_empty);
        // Most profiles lack a column, and need not be read.
        if there != required || !begins_empty {
            return;
        }
        let indent = self.profile.header_indent;
        let names = without_indent(&self.names, indent);
        if names == *self.names {
            return;
        }
        self.names = names.into();
        self.matched.retain(|column| column.cell >= indent);
        for column in &mut self.matched {
            column.cell -= indent;
        }
    }

    /// Returns whether a row repeats the header, with each name in the same cell.
    pub(in crate::format) fn is_repeated_in(&self, row: &Row<'_>) -> bool {
        let texts = row.cells().iter().map(content::text);
        let names: Vec<String> = texts.map(Cow::into_owned).collect();
        without_indent(&names, self.profile.header_indent) == *self.names
    }

    /// Clears what the format writes into the cells of a row that is no content, and joins the text that the delimiters in it split.
    pub(in crate::format) fn clean_row<'t>(&self, row: &mut Row<'t>, text: &'t str) {
        content::clean_row(row, self.profile);
        let Some(id) = &self.profile.unquoted_column else {
            return;
        };
        let surplus = row.cells().len().saturating_sub(self.names.len());
        if surplus > 0
            && let Some(cell) = self.cell_of(id)
        {
            row.join_unquoted_cells(text, cell, surplus);
        }
    }

    /// Returns the columns that the header has, in the order of the profile.
    fn matched_columns(&self) -> impl Iterator<Item = (&'c Column, &MatchedColumn)> {
        let columns = &self.profile.columns;
        let matched = self.matched.iter();
        matched.filter_map(move |matched| Some((columns.get(matched.column)?, matched)))
    }

    /// Returns the columns that the header lacks.
    fn missing_columns(&self) -> impl Iterator<Item = &'c Column> {
        let is_missing = |index: usize| self.matched.iter().all(|found| found.column != index);
        let columns = self.profile.columns.iter().enumerate();
        columns.filter_map(move |(index, column)| is_missing(index).then_some(column))
    }

    /// Returns the cell of the column with this id.
    pub(super) fn cell_of(&self, id: &str) -> Option<usize> {
        let mut columns = self.matched_columns();
        let (_, matched) = columns.find(|(column, _)| column.id == id)?;
        Some(matched.cell)
    }

    /// Returns the cells of the columns with a role, in the order of the profile.
    pub(super) fn cells_with_role(&self, role: Role) -> impl Iterator<Item = usize> {
        let columns = self.matched_columns();
        columns.filter_map(move |(column, matched)| (column.role == role).then_some(matched.cell))
    }

    /// Returns whether a cell is a column of the profile.
    pub(in crate::format) fn is_matched(&self, cell: usize) -> bool {
        self.matched.iter().any(|found| found.cell == cell)
    }

    /// Returns the number of columns up to the last one that has a name or is matched without a name. Delimiters at the end of a line
    /// add no columns.
    pub(in crate::format) fn column_count(&self) -> usize {
        match self.last_named().max(self.last_matched_cell()) {
            Some(last) => last + 1,
            None => 0,
        }
    }

    /// Returns the last column that has a name.
    pub(in crate::format) fn last_named(&self) -> Option<usize> {
        self.names.iter().rposition(|name| !name.is_empty())
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
        let mut cells = self.column_count();
        while cells > 0 && may_lack(cells - 1) {
            cells -= 1;
        }
        cells
    }

    /// Returns the currency in the name of the column of a cell.
    pub(in crate::format) fn currency_of(&self, cell: usize) -> Option<Currency> {
        let mut matched = self.matched.iter();
        matched.find(|found| found.cell == cell)?.currency
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
        let known = self.matched.len();
        let named = self.names.iter().filter(|name| !name.is_empty()).count();
        (known, Reverse(named.saturating_sub(known)))
    }

    /// Returns how many of the required columns the header has, and how many there are.
    fn count_required(&self) -> (usize, usize) {
        let there = self.matched.iter().filter(|found| !found.optional).count();
        (there, self.profile.required)
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

    /// Returns whether the header is nearly one of the profile: three of four required columns are there, and three of four names are known.
    pub(super) fn is_near(&self) -> bool {
        let (there, required) = self.count_required();
        let named = self.names.iter().filter(|name| !name.is_empty()).count();
        self.is_likely() && 4 * there >= 3 * required && 4 * self.matched.len() >= 3 * named
    }

    /// Returns the first variant whose columns are all there.
    pub(super) fn find_variant(&self) -> Option<&'c Variant> {
        let (there, required) = self.count_required();
        // Most profiles lack a column, and need not be read.
        if there != required {
            return None;
        }
        let is_exact = || {
            let in_order = self.matched.is_sorted_by_key(|column| column.cell);
            in_order && self.unknown_columns().is_empty()
        };
        if self.profile.exact_header && !is_exact() {
            return None;
        }
        let mut variants = self.profile.variants.iter();
        variants.find(|variant| self.matches_variant(variant))
    }

    fn matches_variant(&self, variant: &Variant) -> bool {
        let has = |id: &str| self.cell_of(id).is_some();
        required_columns(variant).all(has) && !variant.excludes.iter().any(|id| has(id))
    }

    /// Returns the language of most of the names.
    fn language(&self) -> &'c str {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for (column, matched) in self.matched_columns() {
            let Some(name) = self.names.get(matched.cell) else {
                continue;
            };
            let name = normalized_name(name);
            for (language, names) in &column.names {
                if !names.iter().any(|known| normalized_name(known) == name) {
                    continue;
                }
                match counts
                    .iter_mut()
                    .find(|(known, _)| *known == language.as_str())
                {
                    Some((_, count)) => *count += 1,
                    None => counts.push((language, 1)),
                }
            }
        }
        // Of equal counts, the last one wins.
        match counts.iter().max_by_key(|(_, count)| *count) {
            Some((language, _)) => language,
            None => "en",
        }
    }

    /// Returns a predicate for the columns that an export of the best matching variant has.
    fn is_expected(&self) -> impl Fn(&Column) -> bool {
        let nearest = || {
            let variants = self.profile.variants.iter();
            variants.max_by_key(|variant| self.variant_score(variant))
        };
        let required = match self.variant.or_else(nearest) {
            Some(variant) => required_columns(variant).collect(),
            None => Vec::new(),
        };
        move |column| !column.optional || required.contains(&column.id.as_str())
    }

    /// Returns how many of the required columns of a variant the header has, less those that it lacks.
    fn variant_score(&self, variant: &Variant) -> isize {
        let mut score = 0;
        for id in required_columns(variant) {
            score += if self.cell_of(id).is_some() { 1 } else { -1 };
        }
        score
    }

    /// Returns how many columns of the best matching variant the header has, and how many the variant has.
    pub(in crate::format) fn count_expected(&self) -> (usize, usize) {
        let is_expected = self.is_expected();
        let matched = self.matched_columns();
        let there = matched.filter(|(column, _)| is_expected(column)).count();
        let missing = self.missing_columns();
        let lacking = missing.filter(|column| is_expected(column)).count();
        (there, there + lacking)
    }

    /// Returns the names of the columns of the best matching variant that the header lacks.
    pub(in crate::format) fn missing(&self) -> Vec<String> {
        let is_expected = self.is_expected();
        self.missing_names(|column| !self.is_complete() && is_expected(column))
    }

    /// Returns the names of missing columns, in the language of the header or else in the first language of the column.
    fn missing_names(&self, is_meant: impl Fn(&Column) -> bool) -> Vec<String> {
        let language = self.language();
        let currencies = self.currencies();
        let currency = currencies.first().map_or("", Currency::code);
        let mut missing = Vec::new();
        for column in self.missing_columns().filter(|column| is_meant(column)) {
            let first_language = || column.names.values().next();
            let names = column.names.get(language).or_else(first_language);
            if let Some(name) = names.and_then(|names| names.first()) {
                let name = name.replace("{currency}", currency);
                missing.push(name.trim().to_owned());
            }
        }
        missing
    }

    /// Returns the names in the header that the profile doesn't know.
    pub(in crate::format) fn unknown_columns(&self) -> Vec<String> {
        let mut unknown = Vec::new();
        for (cell, name) in self.names.iter().enumerate() {
            if !name.is_empty() && !self.is_matched(cell) {
                unknown.push(name.clone());
            }
        }
        unknown
    }

    /// Returns whether a column between others has no name.
    fn has_unnamed_column(&self) -> bool {
        let mut names = self.names.iter().enumerate();
        let first = self.names.iter().position(|name| !name.is_empty());
        names.any(|(cell, name)| {
            let is_inner = Some(cell) > first && Some(cell) < self.last_named();
            is_inner && name.is_empty() && !self.is_matched(cell)
        })
    }

    /// Reports unknown names if columns are missing too that have a role or a status, or that another variant requires.
    pub(in crate::format) fn report_unfamiliar(&self) -> Option<Diagnostic> {
        let is_required = |id: &String| {
            let mut variants = self.profile.variants.iter();
            variants.any(|variant| variant.requires.contains(id))
        };
        let has_status = |id: &String| {
            let mut statuses = self.profile.status.iter();
            statuses.any(|status| status.column == *id)
        };
        let missing = self.missing_names(|column| {
            column.role != Role::Other || is_required(&column.id) || has_status(&column.id)
        });
        let new = match self.unknown_columns().as_slice() {
            [] if self.has_unnamed_column() => UNNAMED_COLUMN.to_owned(),
            [] => return None,
            names => list_names(names),
        };
        if missing.is_empty() {
            return None;
        }
        let fault = self.diagnostic(&rules::HEADER_UNFAMILIAR);
        let fault = fault.param("new", new);
        Some(fault.param("missing", list_names(&missing)))
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
        Diagnostic::new(rule, self.span).param("bank", self.profile.title())
    }

    /// Returns an error if the header has a column twice or contains the values of a row.
    pub(super) fn check(&self) -> Result<(), Diagnostic> {
        if let Some(duplicate) = self.duplicate {
            let names = duplicate.map(|cell| self.names.get(cell).cloned().unwrap_or_default());
            let fault = Diagnostic::new(&rules::COLUMN_TWICE, self.span);
            return Err(fault.param("names", list_names(&names)));
        }
        let last_matched = self.last_matched_cell();
        let beyond = last_matched.map_or(0, |last| last + 1);
        let is_value = |name: &&String| {
            let mut styles = self.profile.styles.iter();
            styles.any(|style| content::is_value(name, style))
        };
        let mut values = self.names.iter().skip(beyond).filter(is_value);
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
    let required = variant.requires.iter().map(String::as_str);
    required.chain(variant.amount.required_columns())
}

/// Joins names of columns for a message, up to a maximum number.
fn list_names(names: &[String]) -> String {
    if names.is_empty() {
        return "nothing".to_owned();
    }
    let mut shown = Vec::new();
    for name in names.iter().take(MAX_LISTED_NAMES) {
        shown.push(format!("`{}`", sanitize_name(name)));
    }
    if names.len() > MAX_LISTED_NAMES {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}
