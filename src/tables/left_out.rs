//! The rows of a table that are no records: groups, titles and totals of a chart of accounts or a list of taxes.

use std::collections::HashSet;

use super::catalog::{CATALOG, Meaning};
use super::cell::cell_text;
use super::header::{Header, is_blank};
use super::rules;
use crate::report::{Collector, Diagnostic};
use crate::sheet::{Row, Rows};
use crate::source::Span;
use crate::value::is_all_digits;

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
    mark: Option<Mark>,
}

/// What a cell of a row says about the row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// It is a group.
    Group,
    /// It is a part of a record, or none of those that the list is of.
    Part,
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
    let mut outlines = outlines(text, header);
    // Where every row is marked as a group, the mark tells nothing.
    let is_group = |outline: &Outline| outline.mark == Some(Mark::Group);
    if outlines.iter().all(is_group) {
        for outline in &mut outlines {
            outline.mark = None;
        }
    }
    let outlines = outlines;
    let groups = groups(&outlines);
    // Where every row has a currency, it tells no account from a group.
    let all_have_more = outlines
        .iter()
        .all(|outline| outline.others == Others::More);
    let has_descriptions = header.list().index_of("description").is_some();
    let is_no_record_of_chart = |outline: &Outline| {
        is_title(outline)
            || outline.mark.is_some()
            || outline.number.starts_with(['.', ',', ';', ':'])
            || (all_have_more || outline.others != Others::More)
                && groups.contains(outline.number.as_str())
    };
    // Beside cost centers with codes, a name alone is the title of a group.
    let is_without_code = |outline: &Outline| outline.number.is_empty();
    let is_left_out = |outline: &&Outline| {
        is_total(&outline.number)
            || if has_descriptions {
                is_no_record_of_chart(outline)
            } else {
                is_without_code(outline) && outline.others == Others::Nothing
            }
    };
    let (left_out, records): (Vec<&Outline>, Vec<&Outline>) =
        outlines.iter().partition(is_left_out);
    // A table without any record is not one of titles.
    if left_out.len() == outlines.len() {
        return HashSet::new();
    }
    let has_type = |outline: &&Outline| outline.has_type;
    let lose_types = left_out.iter().any(has_type) && !records.iter().any(has_type);
    let also = if lose_types {
        "; only they say a type"
    } else {
        ""
    };
    // Rows that would be records but for a word in them are named apart from the many that are empty beside it.
    let (parts, others): (Vec<&Outline>, Vec<&Outline>) = left_out
        .iter()
        .partition(|outline| outline.mark == Some(Mark::Part));
    for left_out in [others, parts] {
        let Some(first) = left_out.first() else {
            continue;
        };
        let lines: Vec<usize> = left_out.iter().map(|outline| outline.line).collect();
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
            let is_record_value = meaning.is_some_and(Meaning::is_record_value);
            is_record_value && column != number && column != description
        };
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
            mark: mark_of(&row, header),
            others,
        });
    }
    outlines
}

/// Returns what a cell of a row says about the row.
fn mark_of(row: &Row<'_>, header: &Header) -> Option<Mark> {
    row.cells()
        .iter()
        .zip(&header.columns)
        .find_map(|(cell, column)| {
            let text = cell_text(cell);
            let is_group =
                column.meaning == Some(Meaning::Group) && CATALOG.yes_or_no(&text) == Some(true);
            if is_group {
                return Some(Mark::Group);
            }
            let is_part = header.headings.leaves_row_out(&column.heading, &text);
            is_part.then_some(Mark::Part)
        })
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

/// Returns the numbers of groups: those with up to three digits, if they are the groups of the accounts, and ranges such as `10-19` in which an account is.
fn groups(outlines: &[Outline]) -> HashSet<&str> {
    let mut groups = short_numbers(outlines);
    let numbers = || outlines.iter().map(|outline| outline.number.as_str());
    let is_in = |number: &str, (first, last): (&str, &str)| {
        let begin = number.get(..first.len());
        let is_longer = is_all_digits(number) && number.len() > first.len();
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
    let are_numbers = is_all_digits(first) && is_all_digits(last);
    (are_numbers && first.len() == last.len() && first < last).then_some((first, last))
}

/// Returns the numbers with up to three digits, if they are the groups of the chart.
fn short_numbers(outlines: &[Outline]) -> HashSet<&str> {
    let numbers: Vec<&str> = outlines
        .iter()
        .map(|outline| outline.number.as_str())
        .collect();
    if !are_groups(&numbers) {
        return HashSet::new();
    }
    numbers
        .into_iter()
        .filter(|number| is_short(number))
        .collect()
}

/// Returns whether a number has fewer digits than accounts have in a chart with groups.
pub(super) fn is_short(number: &str) -> bool {
    is_all_digits(number) && number.len() < MIN_DIGITS
}

/// Returns whether the numbers with up to three digits, in the order of their rows, are the groups of the others: half of them or more stand beside a number
/// that they begin, or nearly all accounts begin with one of them. In a chart whose leading zeros are lost, a few accounts begin with 27 by chance.
pub(super) fn are_groups(numbers: &[&str]) -> bool {
    let is_account = |number: &str| {
        let begin = number.get(..MIN_DIGITS);
        begin.is_some_and(is_all_digits)
    };
    let begins = |group: &str, number: &str| {
        let is_longer = number.len() > group.len() && number.starts_with(group);
        is_longer && (is_short(number) || is_account(number))
    };
    let short: HashSet<&str> = numbers
        .iter()
        .copied()
        .filter(|number| is_short(number))
        .collect();
    let mut beside: HashSet<&str> = HashSet::new();
    for pair in numbers.windows(2) {
        let &[first, second] = pair else { continue };
        for (group, number) in [(first, second), (second, first)] {
            if short.contains(group) && begins(group, number) {
                beside.insert(group);
            }
        }
    }
    let has_group = |number: &&&str| {
        (1..MIN_DIGITS).any(|length| {
            let begin = number.get(..length);
            begin.is_some_and(|begin| short.contains(begin))
        })
    };
    let accounts = numbers.iter().filter(|number| is_account(number));
    let covered = accounts.clone().filter(has_group).count();
    let has_accounts = covered > 0;
    let are_beside = 2 * beside.len() >= short.len();
    let are_covering = 10 * covered >= 9 * accounts.count();
    has_accounts && (are_beside || are_covering)
}

/// Writes the first lines, such as `2, 3, 9`.
pub(super) fn enumerate(lines: &[usize]) -> String {
    let named = lines.iter().take(MAX_NAMED).map(usize::to_string);
    let named: Vec<String> = named.collect();
    let rest = if lines.len() > MAX_NAMED { ", …" } else { "" };
    named.join(", ") + rest
}
