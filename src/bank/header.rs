use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use super::catalog::Catalog;
use super::cell;
use super::fit::{Fit, MOST_COLUMNS, all_fits, fits_of};
use super::profile::{Profile, Role, Variant};
use super::shape;
use super::table::{Row, Rows};
use crate::source::Span;
use crate::value::{CardNumber, Currency};

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
        column.and_then(|column| self.names.get(column)).map(|name| label(name)).unwrap_or_default()
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
        let mut named = Vec::new();
        for currency in self.currencies.iter().flatten() {
            if !named.contains(currency) {
                named.push(*currency);
            }
        }
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
    search_among(all_fits(text, catalog, bank), text, catalog, bank)
}

/// What looking for a header comes to, by how far the first lines fit.
pub(super) fn search_among<'c>(
    mut fits: Vec<Fit<'c>>,
    text: &str,
    catalog: &'c Catalog,
    bank: Option<&str>,
) -> Search<'c> {
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
    into_header(first)
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

/// The header that a fit is, unless something speaks against it.
fn into_header(fit: Fit<'_>) -> Search<'_> {
    let Some(variant) = fit.variant else { return Search::Unknown };
    if fit.profile.refused.is_some() {
        return Search::Refused { span: fit.span, profile: fit.profile };
    }
    if let Some((first, second)) = fit.twice {
        let name = |cell: usize| fit.names.get(cell).cloned().unwrap_or_default();
        return Search::Twice { span: fit.span, names: [name(first), name(second)] };
    }
    let known = fit.cells.iter().flatten().max().map_or(0, |last| last + 1);
    let is_value = |name: &&String| fit.profile.styles.iter().any(|style| cell::is_value(name, style));
    // One may be the name of a column, such as a year.
    if let [name, _, ..] = fit.names.iter().skip(known).filter(is_value).collect::<Vec<_>>().as_slice() {
        return Search::RunsOn { span: fit.span, name: (*name).clone() };
    }
    let strangers = fit.strangers();
    let absent: Vec<String> = fit.absent();
    let unfamiliar = (!strangers.is_empty() && !absent.is_empty()).then_some([strangers, absent]);
    let Fit { profile, delimiter, line, lines, span, names, cells, currencies, .. } = fit;
    let labels = labels(&names);
    let names = names.to_vec();
    let header =
        Header { profile, variant, delimiter, unfamiliar, line, lines, span, names, labels, cells, currencies };
    Search::Found(Box::new(header))
}

/// Names by which cells can be told apart: of several columns with one name the later ones are numbered.
fn labels(names: &[String]) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut numbered = |name: &String| {
        let name = label(name);
        let mut label = name.clone();
        let mut number = 1;
        while !taken.insert(label.clone()) {
            number += 1;
            label = format!("{name} #{number}");
        }
        label
    };
    names.iter().map(&mut numbered).collect()
}

/// Longer names are cut: a label stands beside a cell of every row, so that it must not grow with the file.
const LONGEST_LABEL: usize = 200;

/// A name for output, card numbers masked.
fn label(name: &str) -> String {
    let masked = CardNumber::mask(name);
    match masked.char_indices().nth(LONGEST_LABEL) {
        Some((end, _)) => format!("{}…", masked.get(..end).unwrap_or_default()),
        None => masked.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_told_apart() {
        let names = ["X #2", "X", "X", "4111 1111 1111 1111", "X"].map(str::to_owned);
        assert_eq!(labels(&names), ["X #2", "X", "X #3", "**** **** **** 1111", "X #4"]);
    }

    #[test]
    fn a_long_label_is_cut() {
        let labels = labels(&["ä".repeat(200), "ä".repeat(201), "ä".repeat(1000)]);
        let cut = format!("{}…", "ä".repeat(200));
        assert_eq!(labels, ["ä".repeat(200), cut.clone(), format!("{cut} #2")]);
    }
}
