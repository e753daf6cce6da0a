use std::sync::Arc;

use super::options::Options;
use super::table::profile::Profile;
use super::table::{Search, all_fits, misfit, search_among, shapes};
use crate::source::{Decoded, FileKind};
use crate::value::CardNumber;

/// How near a file comes to a format.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Candidate {
    /// The format.
    pub profile: Arc<Profile>,
    /// Whether the file is read by it.
    pub chosen: bool,
    /// The generation that fits, where one does.
    pub variant: Option<String>,
    /// The line whose cells come nearest to its header, counted from 1; nothing for a format without a header.
    pub line: Option<usize>,
    /// How many columns of the format, or rows of its shape, are there.
    pub found: usize,
    /// How many there would be: the columns that every export has, or the first rows of the file.
    pub expected: usize,
    /// The columns that are missing.
    pub missing: Vec<String>,
    /// The names in the file that the format doesn't know, card numbers masked.
    pub strangers: Vec<String>,
}

impl Candidate {
    fn without_columns(profile: &Arc<Profile>, variant: Option<String>, (found, expected): (usize, usize)) -> Self {
        let (missing, strangers) = (Vec::new(), Vec::new());
        Self { profile: Arc::clone(profile), chosen: true, variant, line: None, found, expected, missing, strangers }
    }
}

/// Tells how near a file comes to each format, the nearest first. Formats of which nothing is there are left out.
///
/// ```
/// use universal_accounting::format::{self, Options};
///
/// let file = "IBAN;Booked At;Text;Amount;Valuta Date\n";
/// let nearest = &format::detect(file.as_bytes(), &Options::new())[0];
/// assert_eq!((nearest.profile.id.as_str(), nearest.chosen), ("raiffeisen-account", false));
/// assert_eq!(nearest.missing, ["Credit/Debit Amount"]);
/// assert_eq!(nearest.strangers, ["Amount"]);
/// ```
#[must_use]
pub fn detect(source: &[u8], options: &Options) -> Vec<Candidate> {
    if source.len() > options.policy.bounds().bytes || FileKind::sniff(source) != FileKind::Text {
        return Vec::new();
    }
    let catalog = &*options.format.catalog();
    let decoded = Decoded::from_bytes(source);
    let text = decoded.text();
    let bank = options.format.id();
    let mut fits = all_fits(text, catalog, bank);
    let found = search_among(fits.clone(), text, catalog, bank);
    let chosen = match &found {
        Search::Found(header) => Some((header.profile, header.line)),
        Search::Refused { profile, .. } | Search::Empty { profile } => Some((*profile, 0)),
        _ => None,
    };
    let is_chosen = |profile: &Arc<Profile>| chosen.is_some_and(|(chosen, _)| Arc::ptr_eq(chosen, profile));
    let mut candidates: Vec<Candidate> = Vec::new();
    fits.sort_by_cached_key(|fit| {
        let here = chosen.is_some_and(|(profile, line)| Arc::ptr_eq(profile, fit.profile) && line == fit.line);
        (!here, fit.variant.is_none(), std::cmp::Reverse(fit.share()), std::cmp::Reverse(fit.rank()), fit.line)
    });
    for fit in fits {
        if candidates.iter().any(|known| Arc::ptr_eq(&known.profile, fit.profile)) {
            continue;
        }
        let (found, expected) = fit.wanted();
        candidates.push(Candidate {
            profile: Arc::clone(fit.profile),
            chosen: is_chosen(fit.profile),
            variant: fit.variant.map(|variant| variant.id.clone()),
            line: Some(fit.line),
            found,
            expected,
            missing: if fit.variant.is_some() { Vec::new() } else { fit.missing(&fit.language()) },
            strangers: fit.strangers().iter().map(|name| CardNumber::mask(name).into_owned()).collect(),
        });
    }
    if let Search::Empty { profile } = found {
        candidates.retain(|candidate| !Arc::ptr_eq(&candidate.profile, profile));
        candidates.insert(0, Candidate::without_columns(profile, None, (0, 0)));
    }
    for (header, found, expected) in shapes(text, catalog, bank) {
        let variant = Some(header.variant.id.clone());
        let mut candidate = Candidate::without_columns(header.profile, variant, (found, expected));
        candidate.chosen = is_chosen(header.profile);
        let place = if candidate.chosen { 0 } else { candidates.len() };
        candidates.insert(place, candidate);
    }
    if let ([], [profile]) = (candidates.as_slice(), catalog.profiles.as_slice()) {
        let mut candidate = Candidate::without_columns(profile, None, (0, 0));
        candidate.chosen = false;
        candidate.missing.extend(misfit(text, profile).filter(|_| profile.headerless));
        candidates.push(candidate);
    }
    candidates
}
