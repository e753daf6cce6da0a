use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::catalog::{Catalog, Named, comparable};
use super::header::DELIMITERS;
use crate::format::table::profile::{Column, Profile, Role, Variant};
use crate::format::table::value::content;
use crate::format::table::{Row, Rows};
use crate::source::Span;
use crate::value::Currency;

/// The header is looked for in so many lines.
pub(in crate::format) const HEAD: usize = 100;
/// No bank writes so many columns; what has more is no header.
pub(in crate::format) const MOST_COLUMNS: usize = 500;

/// How far each of the first lines is the header of each profile.
pub(in crate::format) fn all_fits<'c>(text: &str, catalog: &'c Catalog, bank: Option<&str>) -> Vec<Fit<'c>> {
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

/// How far a row is the header of a profile.
#[derive(Clone)]
pub(in crate::format) struct Fit<'c> {
    pub(in crate::format) profile: &'c Arc<Profile>,
    pub(in crate::format) variant: Option<&'c Variant>,
    pub(in crate::format) delimiter: u8,
    pub(in crate::format) line: usize,
    pub(in crate::format) lines: usize,
    pub(in crate::format) span: Span,
    pub(in crate::format) names: Rc<[String]>,
    pub(in crate::format) cells: Vec<Option<usize>>,
    pub(in crate::format) currencies: Vec<Option<Currency>>,
    /// How many of the required columns are there, and how many there are.
    required: (usize, usize),
    /// Two cells of one column.
    pub(in crate::format) twice: Option<(usize, usize)>,
}

/// How far a row is the header of each profile of which a column is there.
pub(in crate::format) fn fits_of<'c>(
    row: &Row<'_>,
    delimiter: u8,
    catalog: &'c Catalog,
    bank: Option<&str>,
) -> Vec<Fit<'c>> {
    let names: Rc<[String]> = row.cells().iter().map(|cell| content::content(cell).into_owned()).collect();
    let mut known: HashMap<&str, (Vec<Named>, Option<Currency>)> = HashMap::new();
    // For each profile the cells that go by names of it, and the columns that each may be.
    let mut places: Vec<Vec<(usize, usize, Option<Currency>)>> = vec![Vec::new(); catalog.profiles.len()];
    for (cell, name) in names.iter().enumerate() {
        let (columns, currency) = known.entry(name).or_insert_with(|| catalog.columns(name));
        for named in columns {
            if let Some(of_profile) = places.get_mut(named.profile) {
                of_profile.push((cell, named.column, *currency));
            }
        }
    }
    let mut fits = Vec::new();
    for (profile, places) in catalog.profiles.iter().zip(places) {
        if places.is_empty() || bank.is_some_and(|bank| bank != profile.id) {
            continue;
        }
        let mut cells = vec![None; profile.columns.len()];
        let mut currencies = vec![None; profile.columns.len()];
        let mut twice = None;
        for place in places.chunk_by(|(one, ..), (other, ..)| one == other) {
            // Two columns of one name stand in the order of the profile.
            let free = place.iter().find(|(_, column, _)| cells.get(*column).is_some_and(Option::is_none));
            if let Some((cell, column, currency)) = free {
                if let Some(place) = cells.get_mut(*column) {
                    *place = Some(*cell);
                }
                if let Some(place) = currencies.get_mut(*column) {
                    *place = *currency;
                }
            } else if let Some((cell, column, _)) = place.first() {
                twice = twice.or(cells.get(*column).copied().flatten().map(|first| (first, *cell)));
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

impl Fit<'_> {
    /// More columns weigh more, then fewer names that the profile doesn't know.
    pub(in crate::format) fn rank(&self) -> (usize, Reverse<usize>) {
        let known = self.cells.iter().flatten().count();
        (known, Reverse(self.names.iter().filter(|name| !name.is_empty()).count().saturating_sub(known)))
    }

    /// How many of a thousand required columns are there.
    pub(in crate::format) fn share(&self) -> usize {
        let (there, required) = self.required;
        there * 1000 / required.max(1)
    }

    /// Half of the columns make a format recognisable; fewer are chance.
    pub(in crate::format) fn is_likely(&self) -> bool {
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
    pub(in crate::format) fn language(&self) -> String {
        let mut counts: Vec<(usize, &str)> = Vec::new();
        for (column, cell) in self.profile.columns.iter().zip(&self.cells) {
            let name = cell.and_then(|cell| self.names.get(cell));
            let Some(name) = name.map(|name| comparable(name)) else { continue };
            for (language, names) in &column.names {
                if names.iter().any(|known| comparable(known) == name) {
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
    pub(in crate::format) fn wanted(&self) -> (usize, usize) {
        (self.best().filter(|(_, cell)| cell.is_some()).count(), self.best().count())
    }

    /// Those of these columns that are not there.
    pub(in crate::format) fn missing(&self, language: &str) -> Vec<String> {
        let missing = self.best().filter(|(_, cell)| cell.is_none());
        missing.filter_map(|(column, _)| name_in(column, language)).collect()
    }

    /// The columns that are not there and would tell something, or another variant.
    pub(in crate::format) fn absent(&self) -> Vec<String> {
        let language = self.language();
        let needed = |key: &String| self.profile.variants.iter().any(|variant| variant.needs.contains(key));
        let columns = self.profile.columns.iter().zip(&self.cells).filter(|(_, cell)| cell.is_none());
        let telling = columns.filter(|(column, _)| column.role != Role::Other || needed(&column.key));
        telling.filter_map(|(column, _)| name_in(column, &language)).collect()
    }

    /// The names that the profile doesn't know.
    pub(in crate::format) fn strangers(&self) -> Vec<String> {
        let strange = self.names.iter().enumerate().filter(|(index, _)| !self.cells.contains(&Some(*index)));
        strange.filter(|(_, name)| !name.is_empty()).map(|(_, name)| name.clone()).collect()
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
