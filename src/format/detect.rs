use std::cmp::Reverse;
use std::ptr;
use std::sync::Arc;

use super::options::ConvertOptions;
use super::profile::Profile;
use super::table::profile::Variant;
use super::table::{
    Detected, ListedProfile, ShapeMatch, detect_format, explain_mismatch, find_headers,
    match_shapes,
};
use super::workbook::read_sheet;
use crate::sheet::is_workbook;
use crate::source::{Decoded, FileKind};
use crate::value::CardNumber;

/// A format that a file may be in, and how well the file matches it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Candidate {
    /// The profile of the format.
    pub profile: Profile,
    /// Whether the file is converted with this format.
    pub chosen: bool,
    /// The variant that matches completely, if any.
    pub variant: Option<String>,
    /// The line that matches the header best, counted from 1; `None` for a format without a header.
    pub line: Option<usize>,
    /// The number of expected columns that the line has, or of rows that have the format's shape.
    pub found: usize,
    /// The number of columns that the variant expects, or of rows that were compared.
    pub expected: usize,
    /// The names of the missing columns. For a format without a header, why the first row doesn't match.
    pub missing: Vec<String>,
    /// The names in the header that the format doesn't know; card numbers are masked.
    pub unknown_columns: Vec<String>,
}

impl Candidate {
    fn new(
        profile: &ListedProfile,
        variant: Option<&Variant>,
        (found, expected): (usize, usize),
    ) -> Self {
        let (profile, variant) = (
            Profile::from_shared(profile.definition()),
            variant.map(|variant| variant.id.clone()),
        );
        let (missing, unknown_columns) = (Vec::new(), Vec::new());
        Self {
            profile,
            chosen: false,
            variant,
            line: None,
            found,
            expected,
            missing,
            unknown_columns,
        }
    }
}

/// Compares a file with each format and returns the candidates, the best first. Formats that have nothing in common with the file are left out.
///
/// ```
/// use universal_accounting::format::{self, ConvertOptions};
///
/// let file = "IBAN;Booked At;Text;Amount;Valuta Date\n";
/// let nearest = &format::detect(file.as_bytes(), &ConvertOptions::new())[0];
/// assert_eq!((nearest.profile.id(), nearest.chosen), ("raiffeisen-account", false));
/// assert_eq!(nearest.missing, ["Credit/Debit Amount"]);
/// assert_eq!(nearest.unknown_columns, ["Amount"]);
/// ```
#[must_use]
pub fn detect(source: &[u8], options: &ConvertOptions) -> Vec<Candidate> {
    if source.len() > options.policy.limits.bytes {
        return Vec::new();
    }
    let sheet = match FileKind::sniff(source) {
        FileKind::Text => None,
        kind if is_workbook(kind) => match read_sheet(source, kind, options) {
            Ok(sheet) => Some(sheet.text),
            Err(_) => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let catalog = &options.catalog();
    let decoded = Decoded::from_bytes(sheet.as_ref().map_or(source, String::as_bytes));
    let text = decoded.text();
    let bank = options.format.id();
    let mut headers = find_headers(text, catalog, bank);
    let found = detect_format(&headers, text, catalog, bank);
    let chosen = match &found {
        Ok(Detected::Header(header)) => Some((header.profile, header.line)),
        Ok(Detected::Empty(profile)) => Some((*profile, 0)),
        Err(_) => None,
    };
    let is_chosen =
        |profile: &ListedProfile| chosen.is_some_and(|(chosen, _)| ptr::eq(chosen, profile));
    let mut candidates: Vec<Candidate> = Vec::new();
    headers.sort_by_cached_key(|header| {
        let here = is_chosen(header.profile) && chosen.is_some_and(|(_, line)| line == header.line);
        (
            !here,
            header.variant.is_none(),
            Reverse(header.match_permille()),
            Reverse(header.score()),
            header.line,
        )
    });
    for header in headers {
        if candidates
            .iter()
            .any(|known| Arc::ptr_eq(known.profile.definition(), header.profile.definition()))
        {
            continue;
        }
        candidates.push(Candidate {
            chosen: is_chosen(header.profile),
            line: Some(header.line),
            missing: header.missing(),
            unknown_columns: header
                .unknown_columns()
                .iter()
                .map(|name| CardNumber::mask(name).into_owned())
                .collect(),
            ..Candidate::new(header.profile, header.variant, header.count_expected())
        });
    }
    if let Ok(Detected::Empty(profile)) = found {
        candidates
            .retain(|candidate| !Arc::ptr_eq(candidate.profile.definition(), profile.definition()));
        candidates.insert(
            0,
            Candidate {
                chosen: true,
                ..Candidate::new(profile, None, (0, 0))
            },
        );
    }
    for ShapeMatch {
        header,
        matching,
        compared,
    } in match_shapes(text, catalog, bank)
    {
        let chosen = is_chosen(header.profile);
        let candidate = Candidate::new(header.profile, header.variant, (matching, compared));
        candidates.insert(
            if chosen { 0 } else { candidates.len() },
            Candidate {
                chosen,
                ..candidate
            },
        );
    }
    if let ([], [(_, profile)]) = (
        candidates.as_slice(),
        catalog.profiles(bank).collect::<Vec<_>>().as_slice(),
    ) {
        let missing = explain_mismatch(text, profile)
            .filter(|_| profile.headerless)
            .into_iter()
            .collect();
        candidates.push(Candidate {
            missing,
            ..Candidate::new(profile, None, (0, 0))
        });
    }
    candidates
}
