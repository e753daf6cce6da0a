//! Detects the format of a file: by its header, by the shape of its rows if it has no header, or by the lines above the header if it
//! has no rows.

use std::cmp::Reverse;

use super::catalog::{Catalog, ListedProfile};
use super::header::{self, DELIMITERS, Header};
use super::mapping::ColumnMapping;
use super::preamble::Preamble;
use crate::format::rules;
use crate::format::table::profile::Role;
use crate::format::table::value::{content, date, number};
use crate::format::table::{Row, Rows};
use crate::report::{Diagnostic, sanitize_name};
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
        return report_nearest(headers.iter())
            .map_or_else(|| detect_by_shape(text, catalog, bank), Err);
    };
    // A statement with a changed header, above one with a complete header, would be lost. And a profile that knows more of the names is
    // the better match, even if one of the profile's columns is missing.
    let above = report_nearest(headers.iter().filter(|header| header.line < first.line));
    let unknown = first.unknown_columns().len();
    let beside = headers
        .iter()
        .filter(|header| header.line == first.line && !header.is_complete() && header.is_likely());
    let closer = beside
        .filter(|header| header.unknown_columns().len() < unknown)
        .max_by_key(|header| header.score());
    if let Some(near) = above.or_else(|| closer.map(Header::report_changed)) {
        return Err(near);
    }
    // Of equal matches, those of the caller's profiles count.
    let is_other = |header: &&Header<'_>| {
        header.profile.id != first.profile.id
            && (!catalog.is_own(first.profile) || catalog.is_own(header.profile))
    };
    let others = complete
        .filter(|header| key(header) == key(first))
        .filter(is_other);
    check_unique(std::iter::once(first).chain(others), first.span)?;
    if first.profile.unsupported.is_none() {
        first.check()?;
    }
    Ok(Detected::Header(Box::new(first.clone())))
}

/// Reports the best match among the headers that are likely but incomplete.
fn report_nearest<'h, 'c: 'h>(headers: impl Iterator<Item = &'h Header<'c>>) -> Option<Diagnostic> {
    let likely = headers.filter(|header| header.is_likely());
    likely
        .max_by_key(|header| (header.match_permille(), header.score()))
        .map(Header::report_changed)
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
        if found
            .iter()
            .any(|shape| catalog.is_own(shape.header.profile))
        {
            found.retain(|shape| catalog.is_own(shape.header.profile));
        }
        check_unique(found.iter().map(|shape| &shape.header), Span::at(0))?;
    }
    let header = found
        .pop()
        .map(|shape| Detected::Header(Box::new(shape.header)));
    let empty = || detect_empty(text, catalog, bank).map(Detected::Empty);
    header
        .or_else(empty)
        .ok_or_else(|| report_unknown(text, catalog, bank))
}

/// Returns an error if several formats match equally well.
fn check_unique<'h, 'c: 'h>(
    headers: impl Iterator<Item = &'h Header<'c>>,
    span: Span,
) -> Result<(), Diagnostic> {
    match headers
        .map(|header| header.profile.id.as_ref())
        .collect::<Vec<_>>()
        .as_slice()
    {
        [_] => Ok(()),
        several => {
            Err(Diagnostic::new(&rules::BANK_AMBIGUOUS, span).param("found", several.join(", ")))
        }
    }
}

/// Reports that no format matches.
fn report_unknown(text: &str, catalog: &Catalog, bank: Option<&str>) -> Diagnostic {
    let profile = bank.and_then(|bank| Some(catalog.profiles(Some(bank)).next()?.1));
    let no_header = |what: &str| {
        format!(
            "none of the first {} lines is the header of {what}",
            header::MAX_HEADER_LINES
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
    let mut found = Vec::new();
    for (_, profile) in catalog
        .profiles(bank)
        .filter(|(_, profile)| profile.headerless)
    {
        let readings = DELIMITERS.iter().flat_map(|delimiter| {
            profile
                .variants
                .iter()
                .map(move |variant| (delimiter, variant))
        });
        let matches = readings.filter_map(|(delimiter, variant)| {
            let header = Header::for_headerless(profile, variant, *delimiter);
            let (matching, compared) =
                count_matching_rows(text, &header, &ColumnMapping::new(&header)?);
            (matching > 0).then_some(ShapeMatch {
                header,
                matching,
                compared,
            })
        });
        // Of equal matches, the first is used.
        found.extend(matches.reduce(|best, other| {
            if other.matching > best.matching {
                other
            } else {
                best
            }
        }));
    }
    found
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
        row.clear_empty_values(&header.profile.empty_values);
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
    let mut row = Row::default();
    // The delimiter that splits the row into the most cells is the most likely one.
    let delimiter = DELIMITERS.iter().copied().max_by_key(|delimiter| {
        Rows::new(text, *delimiter).next_row(&mut row);
        row.cells().len()
    })?;
    let header = Header::for_headerless(profile, profile.variants.first()?, delimiter);
    let mapping = ColumnMapping::new(&header)?;
    let mut rows = Rows::new(text, delimiter);
    while rows.next_row(&mut row) && content::count_filled(&row) == 0 {}
    row_mismatch(&row, &header, &mapping).map(|why| format!("line {}: {why}", row.line()))
}

/// Returns why a row doesn't have the shape of a format, or `None` if it does.
fn row_mismatch(row: &Row<'_>, header: &Header<'_>, mapping: &ColumnMapping<'_>) -> Option<String> {
    let columns = &header.profile.columns;
    let min_cells = columns.iter().filter(|column| !column.optional).count();
    let within = row
        .cells()
        .iter()
        .skip(columns.len())
        .all(content::is_blank);
    let style = mapping.style;
    let amounts: Vec<usize> = mapping.amount_cells().into_iter().flatten().collect();
    let is_number = |text: &str| {
        header
            .profile
            .styles
            .iter()
            .any(|style| number::parse(text, &style.numbers).is_some())
    };
    let mismatch = columns.iter().enumerate().find_map(|(index, column)| {
        let text = content::text_at(row, Some(index));
        let expect = |is_valid: bool, expected: &str| {
            (!is_valid).then(|| format!("cell {} (`{}`) is not {expected}", index + 1, column.id))
        };
        match column.role {
            _ if text.is_empty() => column
                .value_required
                .then(|| format!("cell {} (`{}`) is empty", index + 1, column.id)),
            Role::BookedAt | Role::ValutaAt | Role::PurchasedAt => {
                let date = format!("a date such as {}", date::examples(&style.dates));
                expect(date::parse(&text, &style.dates).is_some(), &date)
            }
            Role::Iban => expect(Iban::looks_like(&text), "an IBAN"),
            Role::Account | Role::Card => expect(!Iban::looks_like(&text), "a number of the bank"),
            Role::Currency => expect(Currency::parse(&text).is_ok(), "a currency"),
            Role::Balance => expect(is_number(&text), "a number"),
            _ => expect(!amounts.contains(&index) || is_number(&text), "a number"),
        }
    });
    let cells = row.cells().len();
    if cells < min_cells || !within {
        return Some(format!(
            "{cells} cells; the format has {min_cells} to {}",
            columns.len()
        ));
    }
    let empty = amounts
        .iter()
        .all(|index| content::text_at(row, Some(*index)).is_empty());
    mismatch.or_else(|| empty.then(|| "the amount is missing".to_owned()))
}

/// Returns the start of a text that is compared with formats.
fn search_range(text: &str) -> &str {
    let end = (0..=MAX_SHAPE_BYTES.min(text.len()))
        .rev()
        .find(|end| text.is_char_boundary(*end));
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// Detects the format of a file that has only the lines above a header.
fn detect_empty<'c>(
    text: &str,
    catalog: &'c Catalog,
    bank: Option<&str>,
) -> Option<&'c ListedProfile> {
    let text = search_range(text);
    for (_, profile) in catalog.profiles(bank) {
        for delimiter in DELIMITERS {
            let mut preamble = Preamble::default();
            let mut rows = Rows::new(text, *delimiter);
            let mut row = Row::default();
            // Up to two lines may be unknown to the profile.
            let (mut known, mut unknown) = (0, 0);
            while unknown < 3 && row.line() < MAX_SHAPE_ROWS && rows.next_line(&mut row) {
                if row.span().len() > MAX_ROW_BYTES {
                    unknown += 1;
                    continue;
                }
                let before = preamble.values.len();
                preamble.read_line(&row, profile);
                match (content::count_filled(&row), preamble.values.len() > before) {
                    (0, _) => {}
                    // A line with more filled cells is not a label with its value.
                    (1..=4, true) => known += 1,
                    _ => unknown += 1,
                }
            }
            if known > 2 && unknown < 3 {
                return Some(profile);
            }
        }
    }
    None
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
