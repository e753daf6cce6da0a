//! The rows of a table that are no records: groups, titles and totals of a chart of accounts or a list of taxes.

use std::collections::HashSet;

use super::catalog::{CATALOG, Meaning};
use super::cell::cell_text;
use super::header::{Header, is_blank};
use super::rules;
use crate::format::table::{Row, Rows};
use crate::report::{Collector, Diagnostic};
use crate::source::Span;

/// The number of lines that a finding names.
const MAX_NAMED: usize = 20;

/// The fewest digits of an account in a chart whose groups have fewer.
const MIN_DIGITS: usize = 4;

/// A row as far as it matters for whether it is a record.
struct Outline {
    line: usize,
    span: Span,
    number: String,
    has_description: bool,
    has_type: bool,
    /// What is filled beside the number and the description.
    others: Others,
    /// Whether the row itself says that it is a group.
    is_marked: bool,
}

/// The fields of a row beside its number and its description.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Others {
    Nothing,
    /// The type alone, which groups may have too.
    Type,
    /// Those that only accounts have, such as a currency.
    More,
}

/// Returns the lines below the header that are no records, and reports them once.
pub(super) fn lines_left_out(
    text: &str,
    header: &Header,
    findings: &mut Collector<'_>,
) -> HashSet<usize> {
    let outlines = outlines(text, header);
    let groups = groups(&outlines);
    let has_descriptions = header.list().index_of("description").is_some();
    let is_no_record_of_chart = |outline: &Outline| {
        is_title(outline)
            || outline.is_marked
            || outline.number.starts_with(['.', ',', ';', ':'])
            || outline.others != Others::More && groups.contains(outline.number.as_str())
    };
    let is_left_out = |outline: &&Outline| {
        is_total(&outline.number) || has_descriptions && is_no_record_of_chart(outline)
    };
    let (left_out, records): (Vec<&Outline>, Vec<&Outline>) =
        outlines.iter().partition(is_left_out);
    // A table without any record is not one of titles.
    if left_out.len() == outlines.len() {
        return HashSet::new();
    }
    if let Some(first) = left_out.first() {
        let lines: Vec<usize> = left_out.iter().map(|outline| outline.line).collect();
        let has_type = |outline: &&Outline| outline.has_type;
        let lose_types = left_out.iter().any(has_type) && !records.iter().any(has_type);
        let also = if lose_types {
            "; only they say a type"
        } else {
            ""
        };
        let finding = Diagnostic::new(&rules::ROWS_LEFT_OUT, first.span)
            .param("list", header.list().name())
            .param("count", lines.len())
            .param("lines", enumerate(&lines))
            .param("also", also);
        findings.push(finding);
    }
    left_out.iter().map(|outline| outline.line).collect()
}

/// Reads the rows below the header, of a list whose records have a number or a code, and a description or a name.
fn outlines(text: &str, header: &Header) -> Vec<Outline> {
    let list = header.list();
    let column = |field| header.column_of(list.index_of(field)?);
    let number = column("number").or_else(|| column("code"));
    let description = column("description").or_else(|| column("name"));
    let (Some(number), Some(description)) = (number, description) else {
        return Vec::new();
    };
    let account_type = column("type");
    let mut outlines = Vec::new();
    let (mut rows, mut row) = (Rows::new(text, header.delimiter), Row::default());
    while rows.next_row(&mut row) {
        if row.line() <= header.line || is_blank(&row) || header.is_repeated_by(&row) {
            continue;
        }
        if outlines.is_empty() && header.is_continued_by(&row) {
            continue;
        }
        let cell = |column: usize| row.cells().get(column);
        let is_filled =
            |column: usize| cell(column).is_some_and(|cell| !cell_text(cell).trim().is_empty());
        let is_other = |column: usize| {
            let meaning = header.columns.get(column).and_then(|column| column.meaning);
            let is_held = meaning.is_some_and(Meaning::is_held);
            is_held && column != number && column != description
        };
        let mut marks = (0..row.cells().len()).filter(|column| {
            let meaning = header
                .columns
                .get(*column)
                .and_then(|column| column.meaning);
            meaning == Some(Meaning::Group)
        });
        let first = (0..row.cells().len()).find(|column| is_filled(*column));
        let mut filled =
            (0..row.cells().len()).filter(|column| is_other(*column) && is_filled(*column));
        let others = match (filled.next(), filled.next()) {
            (None, _) => Others::Nothing,
            (Some(only), None) if Some(only) == account_type => Others::Type,
            _ => Others::More,
        };
        outlines.push(Outline {
            line: row.line(),
            span: first.and_then(cell).map_or(row.span(), |cell| cell.span),
            number: cell(number).map_or_else(String::new, |cell| cell_text(cell).trim().to_owned()),
            has_description: is_filled(description),
            has_type: account_type.is_some_and(is_filled),
            is_marked: marks.any(|column| {
                let yes = cell(column).and_then(|cell| CATALOG.yes_or_no(&cell_text(cell)));
                yes == Some(true)
            }),
            others,
        });
    }
    outlines
}

/// Returns whether a row has only a text: a title, a total or a note.
fn is_title(outline: &Outline) -> bool {
    if outline.others != Others::Nothing {
        return false;
    }
    match (outline.number.is_empty(), outline.has_description) {
        (true, _) => true,
        (false, true) => false,
        // A text in the place of the number: `Aktiven`, `Total`, `Stand 1.1.2026`.
        (false, false) => {
            let has_blank = outline.number.contains(char::is_whitespace);
            has_blank
                || !outline
                    .number
                    .contains(|letter: char| letter.is_ascii_digit())
        }
    }
}

/// Returns whether a row is the total of others: its number is `Total`, `Total 10` or `Summe:`.
fn is_total(number: &str) -> bool {
    let word = number.split_whitespace().next();
    word.is_some_and(|word| CATALOG.is_total(word.trim_end_matches(':')))
}

/// Returns the numbers of groups: those with up to three digits, if one of them begins the number of an account with more, and ranges such as `10-19` in
/// which an account is.
fn groups(outlines: &[Outline]) -> HashSet<&str> {
    let mut groups = short_numbers(outlines);
    let numbers = || outlines.iter().map(|outline| outline.number.as_str());
    let is_in = |number: &str, (first, last): (&str, &str)| {
        let begin = number.get(..first.len());
        let is_longer = is_number(number) && number.len() > first.len();
        is_longer && begin.is_some_and(|begin| (first..=last).contains(&begin))
    };
    let ranges = numbers().filter(|text| {
        let range = bounds(text);
        range.is_some_and(|range| numbers().any(|number| is_in(number, range)))
    });
    groups.extend(ranges);
    groups
}

/// Returns the two numbers of a range such as `10-19` or `100 – 109`, which have the same number of digits.
fn bounds(text: &str) -> Option<(&str, &str)> {
    let (first, last) = text.split_once(['-', '–'])?;
    let (first, last) = (first.trim(), last.trim());
    let are_numbers = is_number(first) && is_number(last);
    (are_numbers && first.len() == last.len() && first < last).then_some((first, last))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the numbers with up to three digits, if one of them begins the number of an account with more.
fn short_numbers(outlines: &[Outline]) -> HashSet<&str> {
    let numbers = || outlines.iter().map(|outline| outline.number.as_str());
    let is_account = |number: &&str| {
        let first = number.get(..MIN_DIGITS);
        first.is_some_and(is_number)
    };
    let prefixes: HashSet<&str> = numbers()
        .filter(is_account)
        .flat_map(|number| (1..MIN_DIGITS).filter_map(|length| number.get(..length)))
        .collect();
    let is_short = |number: &&str| is_number(number) && number.len() < MIN_DIGITS;
    if !numbers().any(|number| is_short(&number) && prefixes.contains(number)) {
        return HashSet::new();
    }
    numbers().filter(is_short).collect()
}

/// Writes the first lines, such as `2, 3, 9`.
pub(super) fn enumerate(lines: &[usize]) -> String {
    let named = lines.iter().take(MAX_NAMED).map(usize::to_string);
    let named: Vec<String> = named.collect();
    let rest = if lines.len() > MAX_NAMED { ", …" } else { "" };
    named.join(", ") + rest
}
