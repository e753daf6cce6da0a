use std::cmp::Reverse;
use std::collections::HashSet;

use super::catalog::{Catalog, Named};
use super::cell;
use super::profile::{AmountModel, Profile, Role, Variant};
use super::table::{Row, Rows};
use crate::source::Span;
use crate::value::{CardNumber, Currency};

/// The header is looked for in so many lines.
const HEAD: usize = 100;
pub(super) const DELIMITERS: &[u8] = b";,\t|";

/// A header that was found, and which cell is which column.
#[derive(Debug, Clone)]
pub(super) struct Header<'c> {
    pub(super) profile: &'c Profile,
    pub(super) variant: &'c Variant,
    pub(super) delimiter: u8,
    pub(super) line: usize,
    pub(super) span: Span,
    /// The names as the file writes them.
    pub(super) names: Vec<String>,
    /// The names for output: card numbers masked, and each there once.
    pub(super) labels: Vec<String>,
    /// For each column of the profile the cell that holds it.
    cells: Vec<Option<usize>>,
    /// For each column of the profile the currency in its name.
    currencies: Vec<Option<Currency>>,
}

impl Header<'_> {
    /// The cell of the column with that key.
    pub(super) fn cell(&self, key: &str) -> Option<usize> {
        let column = self.profile.columns.iter().position(|column| column.key == key)?;
        self.cells.get(column).copied().flatten()
    }

    /// The name of a column as the file writes it, for a message.
    pub(super) fn name(&self, column: Option<usize>) -> String {
        let name = column.and_then(|column| self.names.get(column));
        name.map(|name| CardNumber::mask(name).into_owned()).unwrap_or_default()
    }

    /// Whether the cell is a column that the profile knows.
    pub(super) fn is_known(&self, cell: usize) -> bool {
        self.cells.contains(&Some(cell))
    }

    /// How many columns there are, up to the last that has a name: delimiters at the end of a line make none.
    pub(super) fn columns(&self) -> usize {
        self.names.iter().rposition(|name| !name.is_empty()).map_or(0, |last| last + 1)
    }

    /// The cells of the columns that feed something, in the order of the profile.
    pub(super) fn cells_of(&self, role: Role) -> impl Iterator<Item = usize> {
        let columns = self.profile.columns.iter().zip(&self.cells);
        columns.filter(move |(column, _)| column.role == role).filter_map(|(_, cell)| *cell)
    }

    /// The currencies in the names of columns, each once.
    pub(super) fn currencies(&self) -> Vec<Currency> {
        let mut named: Vec<Currency> = self.currencies.iter().flatten().copied().collect();
        named.sort_unstable();
        named.dedup();
        named
    }
}

/// What looking for a header came to.
#[derive(Debug)]
pub(super) enum Search<'c> {
    Found(Box<Header<'c>>),
    /// Several profiles fit equally well.
    Ambiguous {
        span: Span,
        profiles: Vec<&'c Profile>,
    },
    /// A header that has a column twice.
    Twice {
        span: Span,
        names: [String; 2],
    },
    /// A header whose line goes on with a value.
    RunsOn {
        span: Span,
        name: String,
    },
    /// A header that is nearly that of a profile.
    Near {
        span: Span,
        profile: &'c Profile,
        missing: Vec<String>,
        new: Vec<String>,
    },
    Unknown,
}

/// Looks for the header of a known format in the first lines, by the names of the columns alone.
pub(super) fn search<'c>(text: &str, catalog: &'c Catalog, bank: Option<&str>) -> Search<'c> {
    let mut fits: Vec<Fit<'c>> = Vec::new();
    for delimiter in DELIMITERS {
        let mut rows = Rows::new(text, *delimiter);
        let mut row = Row::default();
        for _ in 0..HEAD {
            // A quote in a header may not reach for one in a row.
            if !rows.next_line(&mut row) {
                break;
            }
            if row.cells().len() > 1 {
                fits.extend(fits_of(&row, *delimiter, catalog, bank));
            }
        }
    }
    // The first header counts: what stands before a later one are rows, not its preamble.
    let whole = |fit: &&Fit<'_>| fit.variant.is_some();
    let best = fits.iter().filter(whole).map(|fit| (Reverse(fit.line), fit.rank())).max();
    let Some(best) = best else { return near(fits) };
    // A statement whose header has changed would be lost above one whose header is whole.
    let (Reverse(line), _) = best;
    if fits.iter().any(|fit| fit.line < line && fit.is_likely()) {
        fits.retain(|fit| fit.line < line);
        return near(fits);
    }
    let mut equal = fits.into_iter().filter(|fit| fit.variant.is_some() && (Reverse(fit.line), fit.rank()) == best);
    let Some(first) = equal.next() else { return Search::Unknown };
    let mut profiles: Vec<&Profile> = vec![first.profile];
    profiles.extend(equal.map(|fit| fit.profile).filter(|profile| profile.id != first.profile.id));
    if profiles.len() > 1 {
        return Search::Ambiguous { span: first.span, profiles };
    }
    first.into_header()
}

/// Whether a line is the header of a statement, of whatever format, or nearly.
pub(super) fn is_header(line: &str, catalog: &Catalog) -> bool {
    let mut row = Row::default();
    DELIMITERS.iter().any(|delimiter| {
        Rows::new(line, *delimiter).next_row(&mut row)
            && row.cells().len() > 1
            && fits_of(&row, *delimiter, catalog, None).iter().any(Fit::is_likely)
    })
}

fn near(fits: Vec<Fit<'_>>) -> Search<'_> {
    let Some(fit) = fits
        .into_iter()
        .filter(Fit::is_likely)
        .max_by_key(|fit| (fit.required.0 * 1000 / fit.required.1.max(1), fit.rank()))
    else {
        return Search::Unknown;
    };
    let language = fit.language();
    let missing = fit.missing(&language);
    Search::Near { span: fit.span, profile: fit.profile, missing, new: fit.strangers() }
}

/// How far a row is the header of a profile.
struct Fit<'c> {
    profile: &'c Profile,
    variant: Option<&'c Variant>,
    delimiter: u8,
    line: usize,
    span: Span,
    names: Vec<String>,
    cells: Vec<Option<usize>>,
    currencies: Vec<Option<Currency>>,
    /// How many of the required columns are there, and how many there are.
    required: (usize, usize),
    /// Two cells of one column.
    twice: Option<(usize, usize)>,
}

fn fits_of<'c>(row: &Row<'_>, delimiter: u8, catalog: &'c Catalog, bank: Option<&str>) -> Vec<Fit<'c>> {
    let names: Vec<String> = row.cells().iter().map(|cell| cell::content(cell).into_owned()).collect();
    let known: Vec<(Vec<Named>, Option<Currency>)> = names.iter().map(|name| catalog.columns(name)).collect();
    let mut fits = Vec::new();
    for (index, profile) in catalog.profiles.iter().enumerate() {
        if bank.is_some_and(|bank| bank != profile.id) {
            continue;
        }
        let mut cells = vec![None; profile.columns.len()];
        let mut currencies = vec![None; profile.columns.len()];
        let mut twice = None;
        for (cell, (columns, currency)) in known.iter().enumerate() {
            // Two columns of one name stand in the order of the profile.
            let own = || columns.iter().filter(|named| named.profile == index).map(|named| named.column);
            let free = own().find(|column| cells.get(*column).is_some_and(Option::is_none));
            if let Some(column) = free {
                if let Some(place) = cells.get_mut(column) {
                    *place = Some(cell);
                }
                if let Some(place) = currencies.get_mut(column) {
                    *place = *currency;
                }
            } else if let Some(first) = own().find_map(|column| cells.get(column).copied().flatten()) {
                twice = twice.or(Some((first, cell)));
            }
        }
        if cells.iter().all(Option::is_none) {
            continue;
        }
        let required = profile.columns.iter().zip(&cells).filter(|(column, _)| !column.optional);
        let there = required.clone().filter(|(_, cell)| cell.is_some()).count();
        let mut fit = Fit {
            profile,
            variant: None,
            delimiter,
            line: row.line(),
            span: row.span(),
            names: names.clone(),
            required: (there, required.count()),
            cells,
            currencies,
            twice,
        };
        if fit.required.0 == fit.required.1 {
            fit.variant = profile.variants.iter().find(|variant| fit.has_all(variant));
        }
        fits.push(fit);
    }
    fits
}

impl<'c> Fit<'c> {
    /// More columns weigh more, then fewer names that the profile doesn't know.
    fn rank(&self) -> (usize, Reverse<usize>) {
        let known = self.cells.iter().flatten().count();
        (known, Reverse(self.names.iter().filter(|name| !name.is_empty()).count().saturating_sub(known)))
    }

    /// Half of the columns make a format recognisable; fewer are chance.
    fn is_likely(&self) -> bool {
        let (there, required) = self.required;
        self.variant.is_some() || there >= 3 && 2 * there >= required
    }

    fn has(&self, key: &str) -> bool {
        let column = self.profile.columns.iter().position(|column| column.key == key);
        column.and_then(|column| self.cells.get(column)).is_some_and(Option::is_some)
    }

    fn has_all(&self, variant: &Variant) -> bool {
        columns_of(variant).all(|key| self.has(key))
    }

    /// The language in which most of the names are written.
    fn language(&self) -> String {
        let mut counts: Vec<(usize, &str)> = Vec::new();
        for (column, cell) in self.profile.columns.iter().zip(&self.cells) {
            let name = cell.and_then(|cell| self.names.get(cell));
            let Some(name) = name.map(|name| super::catalog::comparable(name)) else { continue };
            for (language, names) in &column.names {
                if names.iter().any(|known| super::catalog::comparable(known) == name) {
                    match counts.iter_mut().find(|(_, known)| known == language) {
                        Some((count, _)) => *count += 1,
                        None => counts.push((1, language)),
                    }
                }
            }
        }
        counts.into_iter().max_by_key(|(count, _)| *count).map_or("en", |(_, language)| language).to_owned()
    }

    /// The required columns that are not there, those of the best fitting variant included.
    fn missing(&self, language: &str) -> Vec<String> {
        let variant = self.profile.variants.iter().max_by_key(|variant| {
            columns_of(variant).fold(0_isize, |score, key| score + if self.has(key) { 1 } else { -1 })
        });
        let needed: Vec<&str> = variant.into_iter().flat_map(columns_of).collect();
        let columns = self.profile.columns.iter().zip(&self.cells);
        let missing = columns
            .filter(|(column, cell)| cell.is_none() && (!column.optional || needed.contains(&column.key.as_str())));
        let name = |names: &std::collections::BTreeMap<String, Vec<String>>| {
            names.get(language).or_else(|| names.values().next()).and_then(|names| names.first()).cloned()
        };
        missing.filter_map(|(column, _)| name(&column.names)).collect()
    }

    /// The names that the profile doesn't know.
    fn strangers(&self) -> Vec<String> {
        let strange = self.names.iter().enumerate().filter(|(index, _)| !self.cells.contains(&Some(*index)));
        strange.filter(|(_, name)| !name.is_empty()).map(|(_, name)| name.clone()).collect()
    }

    fn into_header(self) -> Search<'c> {
        let Some(variant) = self.variant else { return Search::Unknown };
        if let Some((first, second)) = self.twice {
            let name = |cell: usize| self.names.get(cell).cloned().unwrap_or_default();
            return Search::Twice { span: self.span, names: [name(first), name(second)] };
        }
        let known = self.cells.iter().flatten().max().map_or(0, |last| last + 1);
        let is_value = |name: &&String| cell::is_value(name, &self.profile.numbers, &self.profile.dates);
        // One may be the name of a column, such as a year.
        if let [name, _, ..] = self.names.iter().skip(known).filter(is_value).collect::<Vec<_>>().as_slice() {
            return Search::RunsOn { span: self.span, name: (*name).clone() };
        }
        let Self { profile, delimiter, line, span, names, cells, currencies, .. } = self;
        let labels = labels(&names);
        Search::Found(Box::new(Header { profile, variant, delimiter, line, span, names, labels, cells, currencies }))
    }
}

/// The columns that a variant needs, those of its amounts included.
fn columns_of(variant: &Variant) -> impl Iterator<Item = &str> {
    let (first, second) = match &variant.amount {
        AmountModel::Signed { column, words, .. } => (column, words.as_ref().map(|words| &words.column)),
        AmountModel::Split { debit, credit } => (&debit.column, Some(&credit.column)),
    };
    variant.needs.iter().chain([first]).chain(second).map(String::as_str)
}

/// Names by which cells can be told apart: of several columns with one name the later ones are numbered.
fn labels(names: &[String]) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut label = |name: &String| {
        let name = CardNumber::mask(name).into_owned();
        let mut label = name.clone();
        let mut number = 1;
        while !taken.insert(label.clone()) {
            number += 1;
            label = format!("{name} #{number}");
        }
        label
    };
    names.iter().map(&mut label).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_told_apart() {
        let names = ["X #2", "X", "X", "4111 1111 1111 1111", "X"].map(str::to_owned);
        assert_eq!(labels(&names), ["X #2", "X", "X #3", "**** **** **** 1111", "X #4"]);
    }
}
