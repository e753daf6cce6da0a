//! Formats without a header, told by the shape of their rows; and statements without rows, told by what stands above them.

use std::sync::Arc;

use super::catalog::Catalog;
use super::header::{DELIMITERS, Header, Search};
use super::plan::Plan;
use super::preamble::Preamble;
use super::profile::{Profile, Role};
use super::table::{Row, Rows};
use super::{cell, day, number};
use crate::source::Span;
use crate::value::{Currency, Iban};

/// So many rows are looked at.
const HEAD: usize = 50;

/// Looks for a format without a header whose shape most of the first rows have.
pub(super) fn search<'c>(text: &str, catalog: &'c Catalog, bank: Option<&str>) -> Search<'c> {
    let mut found = fits(text, catalog, bank);
    found.retain(|(_, fitting, all)| 2 * fitting >= *all);
    let Some(most) = found.iter().map(|(_, fitting, _)| *fitting).max() else { return empty(text, catalog, bank) };
    found.retain(|(_, fitting, _)| *fitting == most);
    let profiles: Vec<&Arc<Profile>> = found.iter().map(|(header, ..)| header.profile).collect();
    match found.pop() {
        Some((header, ..)) if found.is_empty() => Search::Found(Box::new(header)),
        _ => Search::Ambiguous { span: Span::at(0), profiles },
    }
}

/// The formats without a header of which some of the first rows have the shape, how many have it, and of how many. Of each
/// format the variant and the delimiter that fit best.
pub(super) fn fits<'c>(text: &str, catalog: &'c Catalog, bank: Option<&str>) -> Vec<(Header<'c>, usize, usize)> {
    let mut found = Vec::new();
    let headerless = catalog.profiles.iter().filter(|profile| profile.headerless);
    for profile in headerless.filter(|profile| bank.is_none_or(|bank| bank == profile.id)) {
        let each = DELIMITERS.iter().flat_map(|one| profile.variants.iter().map(move |two| (one, two)));
        let fits = each.filter_map(|(delimiter, variant)| {
            let header = Header::unwritten(profile, variant, *delimiter);
            let (fitting, all) = count(text, &header, &Plan::new(&header)?);
            (fitting > 0).then_some((header, fitting, all))
        });
        // The first of those that fit equally.
        found.extend(fits.reduce(|best, other| if other.1 > best.1 { other } else { best }));
    }
    found
}

/// How many of the first rows have the shape, and how many there are.
fn count(text: &str, header: &Header<'_>, plan: &Plan<'_>) -> (usize, usize) {
    let mut rows = Rows::new(text, header.delimiter);
    let mut row = Row::default();
    let (mut fitting, mut all) = (0, 0);
    while all < HEAD && rows.next_row(&mut row) {
        row.blank_out(&header.profile.blanks);
        if cell::filled(&row) > 0 {
            all += 1;
            fitting += usize::from(has_shape(&row, header, plan));
        }
    }
    (fitting, all)
}

/// Whether every cell of a row may be what stands in its place, and an amount is there.
fn has_shape(row: &Row<'_>, header: &Header<'_>, plan: &Plan<'_>) -> bool {
    let columns = &header.profile.columns;
    let least = columns.iter().filter(|column| !column.optional).count();
    let within = row.cells().iter().skip(columns.len()).all(cell::is_blank);
    let style = plan.style;
    let amounts: Vec<usize> = plan.amounts().into_iter().flatten().collect();
    let is_number =
        |text: &str| header.profile.styles.iter().any(|style| number::parse(text, &style.numbers).is_some());
    let mut kinds = columns.iter().enumerate().map(|(index, column)| {
        let text = cell::at(row, Some(index));
        match column.role {
            _ if text.is_empty() => !column.needed,
            Role::BookedAt | Role::ValutaAt | Role::PurchasedAt => day::parse(&text, &style.dates).is_some(),
            Role::Iban => Iban::looks_like(&text),
            Role::Account | Role::Card => !Iban::looks_like(&text),
            Role::Currency => Currency::parse(&text).is_ok(),
            Role::Balance => is_number(&text),
            _ => !amounts.contains(&index) || is_number(&text),
        }
    });
    row.cells().len() >= least
        && within
        && kinds.all(|fits| fits)
        && amounts.iter().any(|index| !cell::at(row, Some(*index)).is_empty())
}

/// What a file without rows is, which holds nothing but what stands above the header of a format.
fn empty<'c>(text: &str, catalog: &'c Catalog, bank: Option<&str>) -> Search<'c> {
    let wanted = |profile: &&Arc<Profile>| bank.is_none_or(|bank| bank == profile.id);
    for profile in catalog.profiles.iter().filter(wanted) {
        for delimiter in DELIMITERS {
            let mut preamble = Preamble::default();
            let mut rows = Rows::new(text, *delimiter);
            let mut row = Row::default();
            let mut lines = 0;
            while lines < HEAD && rows.next_line(&mut row) {
                let before = preamble.labels();
                preamble.take(&row, profile);
                lines += usize::from(cell::filled(&row) > 0 && preamble.labels() == before);
            }
            // Two lines may stand there that the profile doesn't know.
            if preamble.labels() > 2 && lines < 3 {
                return Search::Empty { profile };
            }
        }
    }
    Search::Unknown
}
