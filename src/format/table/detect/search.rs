//! Detects the format of a file: by its header, by the shape of its rows if it has no header, or by the lines above the header if it
//! has no rows.

use std::cmp::Reverse;

use super::catalog::{Catalog, ListedProfile};
use super::header::Header;
use super::header_search;
use super::mapping::ColumnMapping;
use super::preamble::Preamble;
use crate::format::rules;
use crate::format::table::profile::{Role, Style};
use crate::format::table::value::{content, number};
use crate::report::{Diagnostic, sanitize_name};
use crate::sheet::{DELIMITERS, Row, Rows, date, widest_delimiter};
use crate::source::Span;
use crate::value::{Currency, Iban};

/// The maximum number of rows, or of lines of a file without rows, that are compared with a format.
const MAX_SHAPE_ROWS: usize = 50;

/// The maximum number of bytes that are compared: every format is tried, so a long line would be read once for each.
const MAX_SHAPE_BYTES: usize = 256 << 10;

/// The maximum length of a row that is compared; a longer row matches no format.
const MAX_ROW_BYTES: usize = 16 << 10;

/// The detected format of a statement.
#[derive(Debug)]
pub(in crate::format) enum Detected<'c> {
    Header(Box<Header<'c>>),
    /// The file has only the lines above the header of this format.
    Empty(&'c ListedProfile),
}

/// A format without a header, and how many of the first rows have its shape.
pub(in crate::format) struct ShapeMatch<'c> {
    pub(in crate::format) header: Header<'c>,
    pub(in crate::format) matching: usize,
    pub(in crate::format) compared: usize,
}

/// Detects the format by the names of the columns, or by the shape of the rows if no line is a header.
pub(in crate::format) fn detect_format<'c>(
    headers: &[Header<'c>],
    text: &str,
    catalog: &'c Catalog,
    bank: Option<&str>,
) -> Result<Detected<'c>, Diagnostic> {
    // The first header counts: the lines before a later header are rows, not its preamble.
    let key = |header: &Header<'_>| (Reverse(header.line), header.score());
    let complete = headers.iter().filter(|header| header.is_complete());
    // `max_by_key` returns the last of equal headers, so the search is reversed to get the first.
    let Some(first) = complete.clone().rev().max_by_key(|header| key(header)) else {
        return match report_nearest(headers.iter().filter(|header| header.is_near())) {
            Some(fault) => Err(fault),
            None => detect_by_shape(text, catalog, bank),
        };
    };
    // A statement with a changed header, above one with a complete header, would be lost.
    let above = headers.iter().filter(|header| header.line < first.line);
    if let Some(fault) = report_nearest(above) {
        return Err(fault);
    }
    if let Some(closer) = find_closer(headers, first) {
        return Err(closer.report_changed());
    }
    let mut equal = vec![first];
    for header in complete {
        let is_other = header.profile.id != first.profile.id && key(header) == key(first);
        // Of equal matches, those of the caller's profiles count.
        let is_preferred = !catalog.is_own(first.profile) || catalog.is_own(header.profile);
        if is_other && is_preferred {
            equal.push(header);
        }
    }
    check_unique(equal.into_iter(), first.span)?;
    if first.profile.unsupported.is_none() {
        first.check()?;
    }
    Ok(Detected::Header(Box::new(first.clone())))
}

/// Returns the best incomplete header on the line of a complete one whose profile knows more of the names: it is the better match, even if
/// one of the profile's columns is missing.
fn find_closer<'h, 'c>(headers: &'h [Header<'c>], first: &Header<'c>) -> Option<&'h Header<'c>> {
    let unknown = first.unknown_columns().len();
    let is_closer = |header: &&Header<'_>| {
        header.line == first.line
            && !header.is_complete()
            && header.is_likely()
            && header.unknown_columns().len() < unknown
    };
    let closer = headers.iter().filter(is_closer);
    closer.max_by_key(|header| header.score())
}

/// Reports the best match among the headers that are likely but incomplete.
fn report_nearest<'h, 'c: 'h>(headers: impl Iterator<Item = &'h Header<'c>>) -> Option<Diagnostic> {
    let likely = headers.filter(|header| header.is_likely());
    let nearest = likely.max_by_key(|header| (header.match_permille(), header.score()))?;
    Some(nearest.report_changed())
}

/// Detects a format without a header whose shape at least half of the first rows have, or else a statement without rows.
fn detect_by_shape<'c>(
    text: &str,
    catalog: &'c Catalog,
    bank: Option<&str>,
) -> Result<Detected<'c>, Diagnostic> {
    let mut found = match_shapes(text, catalog, bank);
    found.retain(|shape| 2 * shape.matching >= shape.compared);
    if let Some(max) = found.iter().map(|shape| shape.matching).max() {
        found.retain(|shape| shape.matching == max);
        let is_own = |shape: &ShapeMatch<'_>| catalog.is_own(shape.header.profile);
        if found.iter().any(is_own) {
            found.retain(is_own);
        }
        check_unique(found.iter().map(|shape| &shape.header), Span::at(0))?;
    }
    if let Some(shape) = found.pop() {
        return Ok(Detected::Header(Box::new(shape.header)));
    }
    match detect_empty(text, catalog, bank) {
        Some(profile) => Ok(Detected::Empty(profile)),
        None => Err(report_unknown(text, catalog, bank)),
    }
}

/// Returns an error if several formats match equally well.
fn check_unique<'h, 'c: 'h>(
    headers: impl Iterator<Item = &'h Header<'c>>,
    span: Span,
) -> Result<(), Diagnostic> {
    let mut names = Vec::new();
    for header in headers {
        names.push(format!(
            "{} (`{}`)",
            header.profile.title(),
            header.profile.id
        ));
    }
    if names.len() == 1 {
        return Ok(());
    }
    Err(Diagnostic::new(&rules::BANK_AMBIGUOUS, span).param("found", names.join(", ")))
}

/// Reports that no format matches.
fn report_unknown(text: &str, catalog: &Catalog, bank: Option<&str>) -> Diagnostic {
    let profile = bank.and_then(|bank| {
        let (_, profile) = catalog.profiles(Some(bank)).next()?;
        Some(profile)
    });
    let no_header = |what: &str| {
        format!(
            "none of the first {} lines is the header of {what}",
            header_search::MAX_HEADER_LINES
        )
    };
    let what = match (profile, bank) {
        (Some(profile), _) if profile.headerless => {
            let why = explain_mismatch(text, profile).unwrap_or_default();
            format!(
                "most rows don't have the shape of the format {}; {why}",
                profile.id
            )
        }
        (Some(profile), _) => no_header(&format!("the format {}", profile.id)),
        (None, Some(bank)) => no_header(&format!(
            "the format {}, which is not a known format",
            sanitize_name(bank)
        )),
        (None, None) => no_header("a known format"),
    };
    Diagnostic::new(&rules::BANK_UNKNOWN, Span::at(0)).param("what", what)
}

/// Returns the formats without a header whose shape some of the first rows have, each with the variant and the delimiter that match best.
pub(in crate::format) fn match_shapes<'c>(
    text: &str,
    catalog: &'c Catalog,
    bank: Option<&str>,
) -> Vec<ShapeMatch<'c>> {
    let text = search_range(text);
    let delimiters = distinct_delimiters(text);
    let profiles = catalog.profiles(bank);
    let headerless = profiles.filter(|(_, profile)| profile.headerless);
    headerless
        .filter_map(|(_, profile)| match_shape(text, profile, &delimiters))
        .collect()
}

/// Returns the variant and the delimiter with which most rows have the shape of a format; of equal ones, the first.
fn match_shape<'c>(
    text: &str,
    profile: &'c ListedProfile,
    delimiters: &[u8],
) -> Option<ShapeMatch<'c>> {
    let mut best: Option<ShapeMatch<'c>> = None;
    for delimiter in delimiters {
        for variant in &profile.variants {
            let header = Header::for_headerless(profile, variant, *delimiter);
            let Some(mapping) = ColumnMapping::new(&header) else {
                continue;
            };
            let (matching, compared) = count_matching_rows(text, &header, &mapping);
            if matching > best.as_ref().map_or(0, |best| best.matching) {
                best = Some(ShapeMatch {
                    header,
                    matching,
                    compared,
                });
            }
        }
    }
    best
}

/// Returns how many of the first rows have the shape of a format, and how many were compared.
fn count_matching_rows(
    text: &str,
    header: &Header<'_>,
    mapping: &ColumnMapping<'_>,
) -> (usize, usize) {
    let mut rows = Rows::new(text, header.delimiter);
    let mut row = Row::default();
    let (mut matching, mut compared) = (0, 0);
    while compared < MAX_SHAPE_ROWS && rows.next_row(&mut row) {
        header.clean_row(&mut row, text);
        if row.span().len() > MAX_ROW_BYTES {
            compared += 1;
        } else if content::count_filled(&row) > 0 {
            compared += 1;
            let is_match = row_mismatch(&row, header, mapping).is_none();
            // The first row may be the header of another format.
            if compared == 1 && !is_match {
                return (0, 0);
            }
            matching += usize::from(is_match);
        }
    }
    (matching, compared)
}

/// Returns why the first row of a file doesn't have the shape of a format.
pub(in crate::format) fn explain_mismatch(text: &str, profile: &ListedProfile) -> Option<String> {
    // The most likely one.
    let delimiter = widest_delimiter(text, 1);
    let header = Header::for_headerless(profile, profile.variants.first()?, delimiter);
    let mapping = ColumnMapping::new(&header)?;
    let (mut rows, mut row) = (Rows::new(text, delimiter), Row::default());
    while rows.next_row(&mut row) && content::count_filled(&row) == 0 {}
    let why = row_mismatch(&row, &header, &mapping)?;
    Some(format!("line {}: {why}", row.line()))
}

/// Returns why a row doesn't have the shape of a format, or `None` if it does.
fn row_mismatch(row: &Row<'_>, header: &Header<'_>, mapping: &ColumnMapping<'_>) -> Option<String> {
    let columns = &header.profile.columns;
    let cells = row.cells().len();
    let min_cells = columns.iter().filter(|column| !column.optional).count();
    let surplus = row.cells().get(columns.len()..).unwrap_or_default();
    if cells < min_cells || !surplus.iter().all(content::is_blank) {
        let max_cells = columns.len();
        return Some(format!(
            "{cells} cells; the format has {min_cells} to {max_cells}"
        ));
    }
    let amounts: Vec<usize> = mapping.amount_cells().into_iter().flatten().collect();
    for (index, column) in columns.iter().enumerate() {
        let text = content::text_at(row, Some(index));
        let what = if !text.is_empty() {
            let is_amount = amounts.contains(&index);
            cell_mismatch(&text, column.role, is_amount, header.profile, mapping.style)
                .map(|expected| format!("not {expected}"))
        } else if column.value_required {
            Some("empty".to_owned())
        } else {
            None
        };
        if let Some(what) = what {
            return Some(format!("cell {} (`{}`) is {what}", index + 1, column.id));
        }
    }
    let is_empty = |index: &usize| content::text_at(row, Some(*index)).is_empty();
    if amounts.iter().all(is_empty) {
        return Some("the amount is missing".to_owned());
    }
    None
}

/// Returns what a cell with a text should be, or `None` if it is that.
fn cell_mismatch(
    text: &str,
    role: Role,
    is_amount: bool,
    profile: &ListedProfile,
    style: &Style,
) -> Option<String> {
    let is_number = || {
        let mut styles = profile.styles.iter();
        styles.any(|style| number::parse(text, &style.numbers).is_some())
    };
    let (is_valid, expected) = match role {
        Role::BookedAt | Role::ValutaAt | Role::PurchasedAt => {
            if date::parse(text, &style.dates).is_some() {
                return None;
            }
            return Some(format!("a date such as {}", date::examples(&style.dates)));
        }
        Role::Iban => (Iban::looks_like(text), "an IBAN"),
        Role::Account | Role::Card => (!Iban::looks_like(text), "a number of the bank"),
        Role::Currency => (Currency::parse(text).is_ok(), "a currency"),
        Role::Balance | Role::BalanceBefore => (is_number(), "a number"),
        _ => (!is_amount || is_number(), "a number"),
    };
    (!is_valid).then(|| expected.to_owned())
}

/// Returns the start of a text that is compared with formats.
fn search_range(text: &str) -> &str {
    let mut end = MAX_SHAPE_BYTES.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or(text)
}

/// Detects the format of a file that has only the lines above a header.
fn detect_empty<'c>(
    text: &str,
    catalog: &'c Catalog,
    bank: Option<&str>,
) -> Option<&'c ListedProfile> {
    let text = search_range(text);
    let delimiters = distinct_delimiters(text);
    for (_, profile) in catalog.profiles(bank) {
        for delimiter in &delimiters {
            if is_preamble(text, *delimiter, profile) {
                return Some(profile);
            }
        }
    }
    None
}

/// Returns the delimiters that a text has, and one that it hasn't: all of those would split it into the same cells.
fn distinct_delimiters(text: &str) -> Vec<u8> {
    let mut has_missing = false;
    let mut delimiters = DELIMITERS.to_vec();
    delimiters.retain(|delimiter| {
        let is_in_text = memchr::memchr(*delimiter, text.as_bytes()).is_some();
        is_in_text || !std::mem::replace(&mut has_missing, true)
    });
    delimiters
}

/// Returns whether a text has only the lines above the header of a format. Up to two lines may be unknown to the profile.
fn is_preamble(text: &str, delimiter: u8, profile: &ListedProfile) -> bool {
    let mut preamble = Preamble::default();
    let mut rows = Rows::new(text, delimiter);
    let mut row = Row::default();
    let (mut known, mut unknown) = (0, 0);
    while unknown < 3 && row.line() < MAX_SHAPE_ROWS && rows.next_line(&mut row) {
        if row.span().len() > MAX_ROW_BYTES {
            unknown += 1;
            continue;
        }
        let before = preamble.values.len();
        preamble.read_line(&row, profile);
        let has_label = preamble.values.len() > before;
        match content::count_filled(&row) {
            0 => {}
            // A line with more filled cells is not a label with its value.
            1..=4 if has_label => known += 1,
            _ => unknown += 1,
        }
    }
    known > 2 && unknown < 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::iter;

    /// Every format is compared with the start of the text only.
    #[test]
    fn searches_only_the_start_of_the_text() {
        assert_eq!(search_range("a;b\n"), "a;b\n");
        assert_eq!(
            search_range(&format!("x{}", "ä".repeat(MAX_SHAPE_BYTES))).len(),
            MAX_SHAPE_BYTES - 1
        );
        // The same lines are a statement without rows, unless one of them is long.
        let lines = "IBAN:;CH93 0076 2011 6238 5295 7;\nVon:;2026-03-25;\nBis:;2026-03-31;\nAnfangssaldo:;100.00;\n";
        let found = |text: &str| {
            matches!(
                detect_by_shape(text, &Catalog::with_built_in(iter::empty()), None),
                Ok(Detected::Empty(_))
            )
        };
        assert!(found(lines));
        assert!(found(&format!("{lines}{}\n", "x".repeat(MAX_ROW_BYTES))));
        let long = format!("{}\n", "x".repeat(MAX_ROW_BYTES + 1));
        assert!(!found(&format!("{}{lines}", long.repeat(3))));
        assert!(!found(&format!("{}{lines}", "x\n".repeat(MAX_SHAPE_BYTES))));
    }
}
