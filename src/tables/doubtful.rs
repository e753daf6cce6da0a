//! Finds keys that are unlike keys: numbers of accounts with a blank or a mark, years of notes, and whole numbers with decimals.

use std::ops::RangeInclusive;

use super::catalog::CATALOG;
use super::header::Header;
use super::left_out::{are_groups, enumerate, is_short};
use super::record::{Record, Value};
use super::rules;
use crate::record::FieldKind;
use crate::report::{Cell, Collector, Diagnostic};

/// The years that a note may have in the column of the numbers.
const YEARS: RangeInclusive<u16> = 1990..=2050;

/// The fewest other records that tell what a row has.
const MIN_OTHERS: usize = 2;

/// Reports numbers of accounts that are unlike the others or unlike numbers of accounts, once for each reason. In a chart whose numbers are all names, nobody
/// can know. `text` is that of the table.
pub(super) fn check_account_numbers(
    records: &[Record],
    header: &Header,
    text: &str,
    findings: &mut Collector<'_>,
) {
    let Some(field) = header.list().index_of("number") else {
        return;
    };
    let numbers = records
        .iter()
        .filter_map(|record| Some((record, record.value(field)?)));
    let numbers: Vec<Numbered<'_>> = numbers
        .filter(|(_, value)| !value.is_faulty)
        .map(|(record, value)| Numbered {
            record,
            value,
            number: text_of(value),
        })
        .collect();
    let begins_with_digit = |known: &Numbered<'_>| {
        known
            .number
            .starts_with(|first: char| first.is_ascii_digit())
    };
    if !numbers.iter().any(begins_with_digit) {
        return;
    }
    let marked: Vec<&Numbered<'_>> = numbers
        .iter()
        .filter(|known| is_doubtful(known.number))
        .collect();
    let doubtful = [
        (
            "accounts have neither blanks nor marks around their numbers",
            marked,
        ),
        ("no other number has decimals", only_decimals(&numbers)),
        (
            "most others have more digits, as if leading zeros were lost",
            short_ones(&numbers),
        ),
        (
            "each is a year, with only a text beside it",
            years(&numbers, header, text),
        ),
    ];
    let heading = header
        .column_of(field)
        .map_or_else(String::new, |column| header.heading(column));
    for (reason, found) in doubtful {
        let Some(first) = found.first() else {
            continue;
        };
        let lines: Vec<usize> = found.iter().map(|known| known.record.line).collect();
        let finding = Diagnostic::new(&rules::ACCOUNT_NUMBER_DOUBTFUL, first.value.span)
            .cell(Cell::new(first.record.row, heading.clone()))
            .param("reason", reason)
            .param("count", lines.len())
            .param("lines", enumerate(&lines));
        findings.push(finding);
    }
}

/// A record with the number of its account.
struct Numbered<'r> {
    record: &'r Record,
    value: &'r Value,
    number: &'r str,
}

/// Returns numbers such as `1020.00` among whole ones. Beside a number such as `1020.01`, they are sub-accounts.
fn only_decimals<'n, 'r>(numbers: &'n [Numbered<'r>]) -> Vec<&'n Numbered<'r>> {
    let (whole, others): (Vec<&Numbered<'_>>, Vec<&Numbered<'_>>) =
        numbers.iter().partition(|known| is_whole(known.number));
    let has_point = others.iter().any(|known| known.number.contains('.'));
    if others.len() < MIN_OTHERS || has_point {
        return Vec::new();
    }
    whole
}

/// Returns the numbers with up to three digits that are no groups, if most others have more digits. Where others have leading zeros, a rule of its own compares
/// them.
fn short_ones<'n, 'r>(numbers: &'n [Numbered<'r>]) -> Vec<&'n Numbered<'r>> {
    let texts: Vec<&str> = numbers.iter().map(|known| known.number).collect();
    let has_zeros = texts.iter().any(|text| text.starts_with('0'));
    let short: Vec<&Numbered<'_>> = numbers
        .iter()
        .filter(|known| is_short(known.number))
        .collect();
    let are_few = 2 * short.len() < numbers.len();
    if has_zeros || !are_few || are_groups(&texts) {
        return Vec::new();
    }
    short
}

/// Returns the numbers that are years, with nothing else in their rows but a text: if that text is about a year, or if the other rows all have more.
fn years<'n, 'r>(
    numbers: &'n [Numbered<'r>],
    header: &Header,
    text: &str,
) -> Vec<&'n Numbered<'r>> {
    let list = header.list();
    let description = list.index_of("description");
    let column = |field: Option<usize>| field.and_then(|field| header.column_of(field));
    let named = [column(list.index_of("number")), column(description)];
    let is_filled = |record: &Record, column: usize| {
        let cell = record.cell(column);
        let cell = cell.and_then(|span| text.get(span.start..span.end));
        cell.is_some_and(|cell| cell.contains(char::is_alphanumeric))
    };
    let more = || (0..header.columns.len()).filter(|column| !named.contains(&Some(*column)));
    let (noted, others): (Vec<&Numbered<'_>>, Vec<&Numbered<'_>>) =
        numbers.iter().partition(|known| {
            let has_more = more().any(|column| is_filled(known.record, column));
            is_year(known.number) && !has_more
        });
    let all_have_more = more().any(|column| {
        others.len() >= MIN_OTHERS && others.iter().all(|known| is_filled(known.record, column))
    });
    let is_about_year = |known: &&Numbered<'_>| {
        let value = description.and_then(|description| known.record.value(description));
        let mut words = value.map_or("", text_of).split_whitespace();
        words.any(|word| CATALOG.is_about_year(word))
    };
    noted
        .into_iter()
        .filter(|known| all_have_more || is_about_year(known))
        .collect()
}

fn is_year(number: &str) -> bool {
    number.len() == 4 && number.parse().is_ok_and(|year: u16| YEARS.contains(&year))
}

/// Returns whether a text is unlike the number of an account.
fn is_doubtful(number: &str) -> bool {
    let number = number.trim();
    let is_within_marks =
        !number.starts_with(char::is_alphanumeric) || !number.ends_with(char::is_alphanumeric);
    let has_digit = number.contains(|letter: char| letter.is_ascii_digit());
    is_within_marks || !has_digit || number.contains(char::is_whitespace)
}

/// Reports whole numbers with decimals, such as `1020.0`, in a column of keys that has nothing else: a program took the column for numbers. A single one may
/// be a sub-account.
pub(super) fn check_whole_decimals(
    records: &[Record],
    header: &Header,
    findings: &mut Collector<'_>,
) {
    for (index, field) in header.list().fields().iter().enumerate() {
        let is_key = matches!(field.kind, FieldKind::Id | FieldKind::Code);
        let Some(column) = header.column_of(index).filter(|_| is_key) else {
            continue;
        };
        let values = || {
            let values = records
                .iter()
                .filter_map(move |record| Some((record, record.value(index)?)));
            values.filter(|(_, value)| !value.is_faulty)
        };
        let are_whole = values().all(|(_, value)| is_whole(text_of(value)));
        if !are_whole || values().nth(1).is_none() {
            continue;
        }
        for (record, value) in values() {
            let cell = Cell::new(record.row, header.heading(column));
            let finding = Diagnostic::new(&rules::KEY_REFORMATTED, value.span).cell(cell);
            let finding = finding.param("field", field.name);
            findings.push(finding.param("found", "a whole number with decimals"));
        }
    }
}

/// Returns whether a text is digits with decimals that are zero. A number has no leading zeros.
fn is_whole(text: &str) -> bool {
    let Some((whole, decimals)) = text.split_once('.') else {
        return false;
    };
    let is_zero = !decimals.is_empty() && decimals.bytes().all(|byte| byte == b'0');
    let is_number = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
    is_zero && is_number && !whole.starts_with('0')
}

fn text_of(value: &Value) -> &str {
    value.json.trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::{is_doubtful, is_whole};

    #[test]
    fn knows_texts_that_are_no_numbers_of_accounts() {
        for text in [
            "1020 Bank",
            "1 020",
            "1020*",
            "(1030)",
            "# 1019",
            "Erstellt",
            "T",
            "-",
        ] {
            assert!(is_doubtful(text), "{text}");
        }
        for text in [
            "1020", "1020.01", "1020-EUR", "1020/2", "A1000", "1020a", "1020 ",
        ] {
            assert!(!is_doubtful(text), "{text}");
        }
    }

    #[test]
    fn knows_whole_numbers() {
        for (text, expected) in [
            ("1020.0", true),
            ("1020.00", true),
            ("1020.10", false),
            ("1020", false),
            ("0017.0", false),
            ("1020.", false),
            (".0", false),
            ("A.0", false),
        ] {
            assert_eq!(is_whole(text), expected, "{text}");
        }
    }
}
