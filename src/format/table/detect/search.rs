//! Which format a file is in: told by its header, by the shape of its rows where it has none, or by what stands above them where there
//! are no rows.

use std::cmp::Reverse;
use std::sync::Arc;

use super::catalog::Catalog;
use super::header::{self, DELIMITERS, Header};
use super::mapping::ColumnMapping;
use super::preamble::Preamble;
use crate::format::rules;
use crate::format::table::profile::{Profile, Role};
use crate::format::table::value::{content, date, number};
use crate::format::table::{Row, Rows};
use crate::report::{Diagnostic, sanitize_name};
use crate::source::Span;
use crate::value::{Currency, Iban};

/// So many rows are looked at, or lines where there are no rows.
const MAX_SHAPE_ROWS: usize = 50;

/// And so many bytes at most: every format is tried, so that a long line would be read as often as there are formats.
const MAX_SHAPE_BYTES: usize = 256 << 10;

/// A longer row has no shape.
const MAX_ROW_BYTES: usize = 16 << 10;

/// A statement of a known format.
#[derive(Debug)]
pub(in crate::format) enum Detected<'c> {
    Header(Box<Header<'c>>),
    /// What stands above the header of a format, and nothing else.
    Empty(&'c Arc<Profile>),
}

/// What a file is by its first lines: the names of the columns alone tell, or the shape of the rows where there is no header.
pub(in crate::format) fn detect_format<'c>(
    headers: &[Header<'c>],
    text: &str,
    catalog: &'c Catalog,
    bank: Option<&str>,
) -> Result<Detected<'c>, Diagnostic> {
    // The first header counts: what stands before a later one are rows, not its preamble.
    let key = |header: &Header<'_>| (Reverse(header.line), header.score());
    let whole = headers.iter().filter(|header| header.is_complete());
    // Of equals it is the first that counts, which is the last one of those from behind.
    let Some(first) = whole.clone().rev().max_by_key(|header| key(header)) else {
        return report_nearest(headers.iter()).map_or_else(|| detect_by_shape(text, catalog, bank), Err);
    };
    // A statement whose header has changed would be lost above one whose header is whole. And a profile that knows more of
    // the names is the better match, even if one of its own columns is missing.
    let above = report_nearest(headers.iter().filter(|header| header.line < first.line));
    let names = first.unknown_columns().len();
    let beside =
        headers.iter().filter(|header| header.line == first.line && !header.is_complete() && header.is_likely());
    let closer = beside.filter(|header| header.unknown_columns().len() < names).max_by_key(|header| header.score());
    if let Some(near) = above.or_else(|| closer.map(Header::report_changed)) {
        return Err(near);
    }
    let others = whole.filter(|header| key(header) == key(first) && header.profile.id != first.profile.id);
    check_unique(std::iter::once(first).chain(others), first.span)?;
    if first.profile.unsupported.is_none() {
        first.check()?;
    }
    Ok(Detected::Header(Box::new(first.clone())))
}

fn report_nearest<'h, 'c: 'h>(headers: impl Iterator<Item = &'h Header<'c>>) -> Option<Diagnostic> {
    let likely = headers.filter(|header| header.is_likely());
    likely.max_by_key(|header| (header.match_permille(), header.score())).map(Header::report_changed)
}

/// Looks for a format without a header whose shape most of the first rows have, or for a statement without rows.
fn detect_by_shape<'c>(text: &str, catalog: &'c Catalog, bank: Option<&str>) -> Result<Detected<'c>, Diagnostic> {
    let mut found = match_shapes(text, catalog, bank);
    found.retain(|(_, fitting, all)| 2 * fitting >= *all);
    if let Some(most) = found.iter().map(|(_, fitting, _)| *fitting).max() {
        found.retain(|(_, fitting, _)| *fitting == most);
        check_unique(found.iter().map(|(header, ..)| header), Span::at(0))?;
    }
    let header = found.pop().map(|(header, ..)| Detected::Header(Box::new(header)));
    let empty = || detect_empty(text, catalog, bank).map(Detected::Empty);
    header.or_else(empty).ok_or_else(|| report_unknown(text, catalog, bank))
}

/// Reports that several formats fit equally well.
fn check_unique<'h, 'c: 'h>(headers: impl Iterator<Item = &'h Header<'c>>, span: Span) -> Result<(), Diagnostic> {
    match headers.map(|header| header.profile.id.as_str()).collect::<Vec<_>>().as_slice() {
        [_] => Ok(()),
        several => Err(Diagnostic::new(&rules::BANK_AMBIGUOUS, span).param("found", several.join(", "))),
    }
}

fn report_unknown(text: &str, catalog: &Catalog, bank: Option<&str>) -> Diagnostic {
    let profile = bank.and_then(|bank| catalog.profiles.iter().find(|profile| profile.id == bank));
    let of = |what: &str| format!("none of the first {} lines is the header of {what}", header::MAX_HEADER_LINES);
    let what = match (profile, bank) {
        (Some(profile), _) if profile.headerless => {
            let why = explain_mismatch(text, profile).unwrap_or_default();
            format!("most rows have not the shape of the format {}; {why}", profile.id)
        }
        (Some(profile), _) => of(&format!("the format {}", profile.id)),
        (None, Some(bank)) => of(&format!("the format {}, which is none of those known", sanitize_name(bank))),
        (None, None) => of("a known format"),
    };
    Diagnostic::new(&rules::BANK_UNKNOWN, Span::at(0)).param("what", what)
}

/// The formats without a header of which some of the first rows have the shape, how many have it, and of how many. Of each
/// format the variant and the delimiter that fit best.
pub(in crate::format) fn match_shapes<'c>(
    text: &str,
    catalog: &'c Catalog,
    bank: Option<&str>,
) -> Vec<(Header<'c>, usize, usize)> {
    let text = search_range(text);
    let mut found = Vec::new();
    let headerless = catalog.profiles.iter().filter(|profile| profile.headerless);
    for profile in headerless.filter(|profile| bank.is_none_or(|bank| bank == profile.id)) {
        let each = DELIMITERS.iter().flat_map(|one| profile.variants.iter().map(move |two| (one, two)));
        let fits = each.filter_map(|(delimiter, variant)| {
            let header = Header::for_headerless(profile, variant, *delimiter);
            let (fitting, all) = count_matching_rows(text, &header, &ColumnMapping::new(&header)?);
            (fitting > 0).then_some((header, fitting, all))
        });
        // The first of those that fit equally.
        found.extend(fits.reduce(|best, other| if other.1 > best.1 { other } else { best }));
    }
    found
}

/// How many of the first rows have the shape, and how many there are.
fn count_matching_rows(text: &str, header: &Header<'_>, mapping: &ColumnMapping<'_>) -> (usize, usize) {
    let mut rows = Rows::new(text, header.delimiter);
    let mut row = Row::default();
    let (mut fitting, mut all) = (0, 0);
    while all < MAX_SHAPE_ROWS && rows.next_row(&mut row) {
        row.clear_empty_values(&header.profile.empty_values);
        if row.span().len() > MAX_ROW_BYTES {
            all += 1;
        } else if content::count_filled(&row) > 0 {
            all += 1;
            fitting += usize::from(row_mismatch(&row, header, mapping).is_none());
        }
    }
    (fitting, all)
}

/// Why the first row of a file has not the shape of a format.
pub(in crate::format) fn explain_mismatch(text: &str, profile: &Arc<Profile>) -> Option<String> {
    let mut row = Row::default();
    // The delimiter that parts the row into most cells is the most likely one.
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

/// Which cell of a row can't be what stands in its place, or whether the amount is missing; nothing where the row has the shape.
fn row_mismatch(row: &Row<'_>, header: &Header<'_>, mapping: &ColumnMapping<'_>) -> Option<String> {
    let columns = &header.profile.columns;
    let least = columns.iter().filter(|column| !column.optional).count();
    let within = row.cells().iter().skip(columns.len()).all(content::is_blank);
    let style = mapping.style;
    let amounts: Vec<usize> = mapping.amount_cells().into_iter().flatten().collect();
    let is_number =
        |text: &str| header.profile.styles.iter().any(|style| number::parse(text, &style.numbers).is_some());
    let explain_mismatch = columns.iter().enumerate().find_map(|(index, column)| {
        let text = content::text_at(row, Some(index));
        let what =
            |fits: bool, what: &str| (!fits).then(|| format!("cell {} (`{}`) is no {what}", index + 1, column.id));
        match column.role {
            _ if text.is_empty() => {
                column.value_required.then(|| format!("cell {} (`{}`) is empty", index + 1, column.id))
            }
            Role::BookedAt | Role::ValutaAt | Role::PurchasedAt => {
                let day = format!("day such as {}", date::examples(&style.dates));
                what(date::parse(&text, &style.dates).is_some(), &day)
            }
            Role::Iban => what(Iban::looks_like(&text), "IBAN"),
            Role::Account | Role::Card => what(!Iban::looks_like(&text), "number of the bank's own"),
            Role::Currency => what(Currency::parse(&text).is_ok(), "currency"),
            Role::Balance => what(is_number(&text), "number"),
            _ => what(!amounts.contains(&index) || is_number(&text), "number"),
        }
    });
    let cells = row.cells().len();
    if cells < least || !within {
        return Some(format!("{cells} cells, where the format has {least} to {}", columns.len()));
    }
    let empty = amounts.iter().all(|index| content::text_at(row, Some(*index)).is_empty());
    explain_mismatch.or_else(|| empty.then(|| "no amount is there".to_owned()))
}

/// As much of a text as is looked at.
fn search_range(text: &str) -> &str {
    let end = (0..=MAX_SHAPE_BYTES.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// What a file without rows is, which holds nothing but what stands above the header of a format.
fn detect_empty<'c>(text: &str, catalog: &'c Catalog, bank: Option<&str>) -> Option<&'c Arc<Profile>> {
    let text = search_range(text);
    let wanted = |profile: &&Arc<Profile>| bank.is_none_or(|bank| bank == profile.id);
    for profile in catalog.profiles.iter().filter(wanted) {
        for delimiter in DELIMITERS {
            let mut preamble = Preamble::default();
            let mut rows = Rows::new(text, *delimiter);
            let mut row = Row::default();
            // Two lines may stand there that the profile doesn't know.
            let (mut known, mut strange) = (0, 0);
            while strange < 3 && row.line() < MAX_SHAPE_ROWS && rows.next_line(&mut row) {
                if row.span().len() > MAX_ROW_BYTES {
                    strange += 1;
                    continue;
                }
                let before = preamble.values.len();
                preamble.read_line(&row, profile);
                match (content::count_filled(&row), preamble.values.len() > before) {
                    (0, _) => {}
                    // A line of more is no label with its value.
                    (1..=4, true) => known += 1,
                    _ => strange += 1,
                }
            }
            if known > 2 && strange < 3 {
                return Some(profile);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::table::detect::CATALOG;

    /// Every format is tried on the head, and on nothing behind it.
    #[test]
    fn searches_only_the_start_of_the_text() {
        assert_eq!(search_range("a;b\n"), "a;b\n");
        assert_eq!(search_range(&format!("x{}", "ä".repeat(MAX_SHAPE_BYTES))).len(), MAX_SHAPE_BYTES - 1);
        // The same lines are a statement without rows, unless one of them is long.
        let lines = "IBAN:;CH93 0076 2011 6238 5295 7;\nVon:;2026-03-25;\nBis:;2026-03-31;\nAnfangssaldo:;100.00;\n";
        let found = |text: &str| matches!(detect_by_shape(text, &CATALOG, None), Ok(Detected::Empty(_)));
        assert!(found(lines));
        assert!(found(&format!("{lines}{}\n", "x".repeat(MAX_ROW_BYTES))));
        let long = format!("{}\n", "x".repeat(MAX_ROW_BYTES + 1));
        assert!(!found(&format!("{}{lines}", long.repeat(3))));
        assert!(!found(&format!("{}{lines}", "x\n".repeat(MAX_SHAPE_BYTES))));
    }
}
