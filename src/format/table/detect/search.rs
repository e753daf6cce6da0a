//! Looks for the header of a known format, or for the shape of its rows where it has none.

use std::cmp::Reverse;
use std::sync::Arc;

use super::catalog::Catalog;
use super::header::{DELIMITERS, Header, Search};
use super::matching::{Fit, MOST_COLUMNS, all_fits, fits_of};
use super::shape;
use crate::format::table::profile::Profile;
use crate::format::table::value::content;
use crate::format::table::{Cell, Row, Rows};

/// Looks for the header of a known format in the first lines, by the names of the columns alone.
pub(in crate::format) fn search<'c>(text: &str, catalog: &'c Catalog, bank: Option<&str>) -> Search<'c> {
    search_among(all_fits(text, catalog, bank), text, catalog, bank)
}

/// What looking for a header comes to, by how far the first lines fit.
pub(in crate::format) fn search_among<'c>(
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
    // A profile that knows more of the names is the better match, even if one of its own columns is missing.
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
pub(in crate::format) fn is_header(line: &str, catalog: &Catalog) -> bool {
    let mut row = Row::default();
    DELIMITERS.iter().any(|delimiter| {
        // Most lines are none, and their first cells tell.
        let is_name = |cell: &&Cell<'_>| catalog.is_name(&content::content(cell));
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
    let is_value = |name: &&String| fit.profile.styles.iter().any(|style| content::is_value(name, style));
    // One may be the name of a column, such as a year.
    if let [name, _, ..] = fit.names.iter().skip(known).filter(is_value).collect::<Vec<_>>().as_slice() {
        return Search::RunsOn { span: fit.span, name: (*name).clone() };
    }
    let strangers = fit.strangers();
    let absent: Vec<String> = fit.absent();
    let unfamiliar = (!strangers.is_empty() && !absent.is_empty()).then_some([strangers, absent]);
    let Fit { profile, delimiter, line, lines, span, names, cells, currencies, .. } = fit;
    let names = names.to_vec();
    let header = Header { profile, variant, delimiter, unfamiliar, line, lines, span, names, cells, currencies };
    Search::Found(Box::new(header))
}
