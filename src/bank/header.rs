use std::cmp::Reverse;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use super::catalog::{Catalog, Named};
use super::cell;
use super::profile::{Column, Profile, Role, Variant};
use super::shape;
use super::table::{Row, Rows};
use crate::source::Span;
use crate::value::{CardNumber, Currency};

/// The header is looked for in so many lines.
const HEAD: usize = 100;
/// No bank writes so many columns; what has more is no header.
const MOST_COLUMNS: usize = 500;
pub(super) const DELIMITERS: &[u8] = b";,\t|";

/// A header that was found, and which cell is which column.
#[derive(Debug, Clone)]
pub(super) struct Header<'c> {
    pub(super) profile: &'c Arc<Profile>,
    pub(super) variant: &'c Variant,
    pub(super) delimiter: u8,
    /// The names that the format doesn't know, and the columns of it that are not there, where both are.
    pub(super) unfamiliar: Option<[Vec<String>; 2]>,
    /// Its first line, 0 where the file has no header, and on how many lines it stands.
    pub(super) line: usize,
    pub(super) lines: usize,
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

impl<'c> Header<'c> {
    /// The header that a file without one would have: its columns in the order of the profile.
    pub(super) fn unwritten(profile: &'c Arc<Profile>, variant: &'c Variant, delimiter: u8) -> Self {
        let names: Vec<String> = profile.columns.iter().map(|column| column.key.clone()).collect();
        let cells = (0..names.len()).map(Some).collect();
        let currencies = vec![None; names.len()];
        let labels = names.clone();
        let unfamiliar = None;
        Self {
            profile,
            variant,
            delimiter,
            unfamiliar,
            line: 0,
            lines: 0,
            span: Span::at(0),
            names,
            labels,
            cells,
            currencies,
        }
    }

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

    /// How many columns there are, up to the last that has a name or is known without: delimiters at the end of a line make
    /// none.
    pub(super) fn columns(&self) -> usize {
        let named = self.names.iter().rposition(|name| !name.is_empty());
        named.max(self.cells.iter().flatten().max().copied()).map_or(0, |last| last + 1)
    }

    /// How many cells every row has: rows may end before the last columns, where the format says so.
    pub(super) fn fewest(&self) -> usize {
        let may_lack = |cell: usize| {
            let column = self.cells.iter().position(|known| *known == Some(cell));
            column.and_then(|column| self.profile.columns.get(column)).is_some_and(|column| column.trailing)
        };
        let columns = self.columns();
        columns - (0..columns).rev().take_while(|cell| may_lack(*cell)).count()
    }

    /// The cells of the columns that feed something, in the order of the profile.
    pub(super) fn cells_of(&self, role: Role) -> impl Iterator<Item = usize> {
        let columns = self.profile.columns.iter().zip(&self.cells);
        columns.filter(move |(column, _)| column.role == role).filter_map(|(_, cell)| *cell)
    }

    /// The currency in the name of the column that a cell is.
    pub(super) fn currency_of(&self, cell: usize) -> Option<Currency> {
        let column = self.cells.iter().position(|known| *known == Some(cell))?;
        self.currencies.get(column).copied().flatten()
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
        profiles: Vec<&'c Arc<Profile>>,
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
    /// A file that is known and not converted.
    Refused {
        span: Span,
        profile: &'c Arc<Profile>,
    },
    /// What stands above the header of a format, and nothing else.
    Empty {
        profile: &'c Arc<Profile>,
    },
    /// A header that is nearly that of a profile.
    Near {
        span: Span,
        profile: &'c Arc<Profile>,
        missing: Vec<String>,
        new: Vec<String>,
    },
    Unknown,
}

/// Looks for the header of a known format in the first lines, by the names of the columns alone.
pub(super) fn search<'c>(text: &str, catalog: &'c Catalog, bank: Option<&str>) -> Search<'c> {
    let mut fits = all_fits(text, catalog, bank);
    // The first header counts: what stands before a later one are rows, not its preamble.
    let whole = |fit: &&Fit<'_>| fit.variant.is_some();
    let best = fits.iter().filter(whole).map(|fit| (Reverse(fit.line), fit.rank())).max();
    let Some(best) = best else {
        return match near(fits) {
            Search::Unknown => shape::search(text, catalog, bank),
            near => near,
        };
    };
    // A statement whose header has changed would be lost above one whose header is whole.
    let (Reverse(line), _) = best;
    if fits.iter().any(|fit| fit.line < line && fit.is_likely()) {
        fits.retain(|fit| fit.line < line);
        return near(fits);
    }
    let (fits, closer): (Vec<Fit<'_>>, Vec<Fit<'_>>) = fits.into_iter().partition(|fit| fit.variant.is_some());
    let mut equal = fits.into_iter().filter(|fit| (Reverse(fit.line), fit.rank()) == best);
    let Some(first) = equal.next() else { return Search::Unknown };
    // Who knows more of the names knows the file better, though one of its own is missing.
    let names = first.strangers().len();
    let better =
        closer.into_iter().filter(|fit| fit.line == first.line && fit.is_likely() && fit.strangers().len() < names);
    if let Some(better) = better.max_by_key(Fit::rank) {
        return near(vec![better]);
    }
    let mut profiles: Vec<&Arc<Profile>> = vec![first.profile];
    profiles.extend(equal.map(|fit| fit.profile).filter(|profile| profile.id != first.profile.id));
    if profiles.len() > 1 {
        return Search::Ambiguous { span: first.span, profiles };
    }
    first.into_header()
}

/// How far each of the first lines is the header of each profile.
pub(super) fn all_fits<'c>(text: &str, catalog: &'c Catalog, bank: Option<&str>) -> Vec<Fit<'c>> {
    let mut fits: Vec<Fit<'c>> = Vec::new();
    for delimiter in DELIMITERS {
        let mut rows = Rows::new(text, *delimiter);
        let mut row = Row::default();
        for _ in 0..HEAD {
            // A quote in a header may not reach for one in a row.
            let mut across = rows.clone();
            if !rows.next_line(&mut row) {
                break;
            }
            if !(2..=MOST_COLUMNS).contains(&row.cells().len()) {
                continue;
            }
            let before = fits.len();
            fits.extend(fits_of(&row, *delimiter, catalog, bank));
            // Unless one of its names spans lines.
            let is_whole = fits.iter().skip(before).any(|fit| fit.variant.is_some());
            if row.stray_quote().is_some() && !is_whole && across.next_row(&mut row) && row.lines() < 4 {
                fits.extend(fits_of(&row, *delimiter, catalog, bank).into_iter().filter(|fit| fit.variant.is_some()));
            }
        }
    }
    fits
}

/// Whether a line is the header of a statement, of whatever format, or nearly.
pub(super) fn is_header(line: &str, catalog: &Catalog) -> bool {
    let mut row = Row::default();
    DELIMITERS.iter().any(|delimiter| {
        // Most lines are none, and their first cells tell.
        let is_name = |cell: &&super::table::Cell<'_>| catalog.is_name(&cell::content(cell));
        Rows::new(line, *delimiter).next_row(&mut row)
            && (2..=MOST_COLUMNS).contains(&row.cells().len())
            && row.cells().iter().take(12).any(|cell| is_name(&cell))
            && fits_of(&row, *delimiter, catalog, None).iter().any(Fit::is_likely)
    })
}

fn near(fits: Vec<Fit<'_>>) -> Search<'_> {
    let Some(fit) = fits.into_iter().filter(Fit::is_likely).max_by_key(|fit| (fit.share(), fit.rank())) else {
        return Search::Unknown;
    };
    let language = fit.language();
    let missing = fit.missing(&language);
    Search::Near { span: fit.span, profile: fit.profile, missing, new: fit.strangers() }
}

/// How far a row is the header of a profile.
pub(super) struct Fit<'c> {
    pub(super) profile: &'c Arc<Profile>,
    pub(super) variant: Option<&'c Variant>,
    delimiter: u8,
    pub(super) line: usize,
    lines: usize,
    span: Span,
    names: Rc<[String]>,
    cells: Vec<Option<usize>>,
    currencies: Vec<Option<Currency>>,
    /// How many of the required columns are there, and how many there are.
    required: (usize, usize),
    /// Two cells of one column.
    twice: Option<(usize, usize)>,
}

fn fits_of<'c>(row: &Row<'_>, delimiter: u8, catalog: &'c Catalog, bank: Option<&str>) -> Vec<Fit<'c>> {
    let names: Rc<[String]> = row.cells().iter().map(|cell| cell::content(cell).into_owned()).collect();
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
        // A cell without a name alone is no sign of any format.
        let is_named =
            |cell: &Option<usize>| cell.and_then(|cell| names.get(cell)).is_some_and(|name| !name.is_empty());
        if !cells.iter().any(is_named) {
            continue;
        }
        let required = profile.columns.iter().zip(&cells).filter(|(column, _)| !column.optional);
        let there = required.clone().filter(|(_, cell)| cell.is_some()).count();
        let mut fit = Fit {
            profile,
            variant: None,
            delimiter,
            line: row.line(),
            lines: row.lines(),
            span: row.span(),
            names: Rc::clone(&names),
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
    pub(super) fn rank(&self) -> (usize, Reverse<usize>) {
        let known = self.cells.iter().flatten().count();
        (known, Reverse(self.names.iter().filter(|name| !name.is_empty()).count().saturating_sub(known)))
    }

    /// How many of a thousand required columns are there.
    pub(super) fn share(&self) -> usize {
        let (there, required) = self.required;
        there * 1000 / required.max(1)
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
        columns_of(variant).all(|key| self.has(key)) && !variant.lacks.iter().any(|key| self.has(key))
    }

    /// The language in which most of the names are written.
    pub(super) fn language(&self) -> String {
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

    /// The columns that an export of the best fitting variant has, each with its cell where it is there.
    fn best(&self) -> impl Iterator<Item = (&Column, Option<usize>)> {
        let variant = self.variant.or_else(|| {
            self.profile.variants.iter().max_by_key(|variant| {
                columns_of(variant).fold(0_isize, |score, key| score + if self.has(key) { 1 } else { -1 })
            })
        });
        let needed: Vec<&str> = variant.into_iter().flat_map(columns_of).collect();
        let columns = self.profile.columns.iter().zip(self.cells.iter().copied());
        columns.filter(move |(column, _)| !column.optional || needed.contains(&column.key.as_str()))
    }

    /// How many of these columns are there, and how many there are.
    pub(super) fn wanted(&self) -> (usize, usize) {
        (self.best().filter(|(_, cell)| cell.is_some()).count(), self.best().count())
    }

    /// Those of these columns that are not there.
    pub(super) fn missing(&self, language: &str) -> Vec<String> {
        let missing = self.best().filter(|(_, cell)| cell.is_none());
        missing.filter_map(|(column, _)| name_in(column, language)).collect()
    }

    /// The columns that are not there and would tell something, or another variant.
    fn absent(&self) -> Vec<String> {
        let language = self.language();
        let needed = |key: &String| self.profile.variants.iter().any(|variant| variant.needs.contains(key));
        let columns = self.profile.columns.iter().zip(&self.cells).filter(|(_, cell)| cell.is_none());
        let telling = columns.filter(|(column, _)| column.role != Role::Other || needed(&column.key));
        telling.filter_map(|(column, _)| name_in(column, &language)).collect()
    }

    /// The names that the profile doesn't know.
    pub(super) fn strangers(&self) -> Vec<String> {
        let strange = self.names.iter().enumerate().filter(|(index, _)| !self.cells.contains(&Some(*index)));
        strange.filter(|(_, name)| !name.is_empty()).map(|(_, name)| name.clone()).collect()
    }

    fn into_header(self) -> Search<'c> {
        let Some(variant) = self.variant else { return Search::Unknown };
        if self.profile.refused.is_some() {
            return Search::Refused { span: self.span, profile: self.profile };
        }
        if let Some((first, second)) = self.twice {
            let name = |cell: usize| self.names.get(cell).cloned().unwrap_or_default();
            return Search::Twice { span: self.span, names: [name(first), name(second)] };
        }
        let known = self.cells.iter().flatten().max().map_or(0, |last| last + 1);
        let is_value = |name: &&String| self.profile.styles.iter().any(|style| cell::is_value(name, style));
        // One may be the name of a column, such as a year.
        if let [name, _, ..] = self.names.iter().skip(known).filter(is_value).collect::<Vec<_>>().as_slice() {
            return Search::RunsOn { span: self.span, name: (*name).clone() };
        }
        let strangers = self.strangers();
        let absent: Vec<String> = self.absent();
        let unfamiliar = (!strangers.is_empty() && !absent.is_empty()).then_some([strangers, absent]);
        let Self { profile, delimiter, line, lines, span, names, cells, currencies, .. } = self;
        let labels = labels(&names);
        let names = names.to_vec();
        let header =
            Header { profile, variant, delimiter, unfamiliar, line, lines, span, names, labels, cells, currencies };
        Search::Found(Box::new(header))
    }
}

/// The first name of a column in a language, or in the first that it has.
fn name_in(column: &Column, language: &str) -> Option<String> {
    let names = column.names.get(language).or_else(|| column.names.values().next());
    names.and_then(|names| names.first()).cloned()
}

/// The columns that a variant needs, those of its amounts included.
fn columns_of(variant: &Variant) -> impl Iterator<Item = &str> {
    variant.needs.iter().map(String::as_str).chain(variant.amount.columns())
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
