//! Looks for the header of a known format, or for the shape of its rows where it has none.

use std::cmp::Reverse;

use super::catalog::Catalog;
use super::header::Header;
use super::shape::{self, Found};
use crate::report::Fault;

/// What a file is by its first lines: the names of the columns alone tell, or the shape of the rows where there is no header.
pub(in crate::format) fn search<'c>(
    headers: &[Header<'c>],
    text: &str,
    catalog: &'c Catalog,
    bank: Option<&str>,
) -> Result<Found<'c>, Fault> {
    // The first header counts: what stands before a later one are rows, not its preamble.
    let key = |header: &Header<'_>| (Reverse(header.line), header.rank());
    let mut whole: Vec<&Header<'c>> = headers.iter().filter(|header| header.is_whole()).collect();
    let Some(best) = whole.iter().map(|header| key(header)).max() else {
        return nearest(headers.iter()).map_or_else(|| shape::search(text, catalog, bank), |near| Err(near.changed()));
    };
    whole.retain(|header| key(header) == best);
    let [first, others @ ..] = whole.as_slice() else { return shape::search(text, catalog, bank) };
    // A statement whose header has changed would be lost above one whose header is whole.
    if let Some(above) = nearest(headers.iter().filter(|header| header.line < first.line)) {
        return Err(above.changed());
    }
    // A profile that knows more of the names is the better match, even if one of its own columns is missing.
    let names = first.strangers().len();
    let closer = headers.iter().filter(|header| {
        header.line == first.line && !header.is_whole() && header.is_likely() && header.strangers().len() < names
    });
    if let Some(closer) = closer.max_by_key(|header| header.rank()) {
        return Err(closer.changed());
    }
    let others = others.iter().map(|header| header.profile).filter(|profile| profile.id != first.profile.id);
    shape::only(std::iter::once(first.profile).chain(others), first.span)?;
    if first.profile.refused.is_none() {
        first.check()?;
    }
    Ok(Found::Header(Box::new((*first).clone())))
}

fn nearest<'h, 'c>(headers: impl Iterator<Item = &'h Header<'c>>) -> Option<&'h Header<'c>>
where
    'c: 'h,
{
    headers.filter(|header| header.is_likely()).max_by_key(|header| (header.share(), header.rank()))
}
