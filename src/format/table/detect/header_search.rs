use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::catalog::Catalog;
use super::header::{Header, MatchedColumn};
use super::names::NamedColumn;
use crate::format::table::value::content;
use crate::sheet::{DELIMITERS, Row, Rows, try_headers};

/// The number of lines that are searched for the header.
pub(super) const MAX_HEADER_LINES: usize = 100;
/// The maximum number of columns of a header; no bank writes more.
const MAX_COLUMNS: usize = 500;

/// Matches each of the first lines with each profile, and returns the headers with at least one column of the profile.
pub(in crate::format) fn find_headers<'c>(
    text: &str,
    catalog: &'c Catalog,
    bank: Option<&str>,
) -> Vec<Header<'c>> {
    let mut headers: Vec<Header<'c>> = Vec::new();
    try_headers(text, DELIMITERS, MAX_HEADER_LINES, |row, delimiter| {
        if !may_be_header(row) {
            return true;
        }
        let mut found = match_headers(row, delimiter, catalog, bank);
        let is_complete = found.iter().any(Header::is_complete);
        if row.line_count() > 1 {
            found.retain(Header::is_complete);
        }
        headers.extend(found);
        is_complete
    });
    headers
}

fn may_be_header(row: &Row<'_>) -> bool {
    (2..=MAX_COLUMNS).contains(&row.cells().len())
}

/// Returns whether a line is, or resembles, the header of any format.
pub(in crate::format) fn is_header(line: &str, catalog: &Catalog) -> bool {
    let mut row = Row::default();
    for delimiter in DELIMITERS {
        let has_row = Rows::new(line, *delimiter).next_row(&mut row);
        if !has_row || !may_be_header(&row) {
            continue;
        }
        // The first cells show that most lines are not a header.
        let mut first_cells = row.cells().iter().take(12);
        if !first_cells.any(|cell| catalog.is_name(&content::text(cell))) {
            continue;
        }
        let headers = match_headers(&row, *delimiter, catalog, None);
        if headers.iter().any(Header::is_likely) {
            return true;
        }
    }
    false
}

/// Matches a row with each profile, and returns the headers with at least one column of the profile.
fn match_headers<'c>(
    row: &Row<'_>,
    delimiter: u8,
    catalog: &'c Catalog,
    bank: Option<&str>,
) -> Vec<Header<'c>> {
    let texts = row.cells().iter().map(content::text);
    let names: Rc<[String]> = texts.map(Cow::into_owned).collect();
    let mut candidates = find_candidates(&names, catalog);
    let mut headers = Vec::new();
    for (index, profile) in catalog.profiles(bank) {
        let Some(candidates) = candidates.remove(&index) else {
            continue;
        };
        let (matched, duplicate) = choose_columns(&candidates);
        let is_unnamed =
            |column: &MatchedColumn| names.get(column.cell).is_none_or(String::is_empty);
        // An unnamed cell alone doesn't indicate a format.
        if matched.iter().all(is_unnamed) {
            continue;
        }
        let mut header = Header {
            profile,
            variant: None,
            delimiter,
            line: row.line(),
            lines: row.line_count(),
            span: row.span(),
            names: Rc::clone(&names),
            matched,
            duplicate,
        };
        header.remove_indent();
        header.variant = header.find_variant();
        headers.push(header);
    }
    headers
}

/// Returns for each profile the cells with a name of one of its columns, and the columns that each may be.
fn find_candidates(names: &[String], catalog: &Catalog) -> BTreeMap<usize, Vec<MatchedColumn>> {
    let mut known = HashMap::new();
    let mut candidates: BTreeMap<usize, Vec<MatchedColumn>> = BTreeMap::new();
    for (cell, name) in names.iter().enumerate() {
        let columns = known
            .entry(name)
            .or_insert_with(|| catalog.columns_named(name));
        for (named, currency) in columns {
            let NamedColumn {
                profile,
                column,
                optional,
            } = named;
            candidates.entry(*profile).or_default().push(MatchedColumn {
                column: *column,
                cell,
                optional: *optional,
                currency: *currency,
            });
        }
    }
    candidates
}

/// Chooses one column for each cell. Returns these in the order of the profile, and two cells that match the same column.
fn choose_columns(candidates: &[MatchedColumn]) -> (Vec<MatchedColumn>, Option<[usize; 2]>) {
    let mut matched: Vec<MatchedColumn> = Vec::new();
    let mut duplicate = None;
    for of_cell in candidates.chunk_by(|first, second| first.cell == second.cell) {
        let taken = |candidate: &MatchedColumn| {
            let mut matched = matched.iter();
            matched.find(|known| known.column == candidate.column)
        };
        // Columns of the same name are in the order of the profile.
        let free = of_cell.iter().find(|candidate| taken(candidate).is_none());
        if let Some(free) = free {
            matched.push(*free);
            continue;
        }
        if let Some(candidate) = of_cell.first()
            && let Some(first) = taken(candidate)
        {
            duplicate.get_or_insert([first.cell, candidate.cell]);
        }
    }
    matched.sort_unstable_by_key(|column| column.column);
    (matched, duplicate)
}
