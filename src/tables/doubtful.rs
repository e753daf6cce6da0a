//! Finds keys that are unlike keys, such as numbers of accounts with a mark, years of notes and whole numbers with decimals, and columns of fractions.

use std::ops::RangeInclusive;

use rust_decimal::Decimal;

use super::catalog::CATALOG;
use super::cell::is_low;
use super::header::Header;
use super::left_out::{are_groups, enumerate, is_short};
use super::record::{Record, Value};
use super::rules;
use crate::base_data::rules::RATE_AS_FRACTION;
use crate::record::FieldKind;
use crate::report::{CellPosition, Collector, Diagnostic};
use crate::value::{Rate, is_all_digits};

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
            .cell(CellPosition::new(first.record.row, heading.clone()))
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
            let cell = CellPosition::new(record.row, header.heading(column));
            let finding = Diagnostic::new(&rules::KEY_REFORMATTED, value.span).cell(cell);
            let finding = finding.param("field", field.name);
            findings.push(finding.param("found", "a whole number with decimals"));
        }
    }
}

/// Reports rates such as 0.1 beside fractions such as 0.081, which the check of base data reports: the whole column has fractions.
pub(super) fn check_fractions(records: &[Record], header: &Header, findings: &mut Collector<'_>) {
    let fields = header.list().fields().iter().enumerate();
    let Some((index, field)) = fields
        .filter(|(_, field)| field.kind == FieldKind::Rate)
        .find(|(index, _)| header.column_of(*index).is_some())
    else {
        return;
    };
    let rates = records.iter().filter_map(|record| {
        let value = record.value(index).filter(|value| !value.is_faulty)?;
        Some((record, value, Rate::parse(&value.json).ok()?))
    });
    let rates: Vec<(&Record, &Value, Rate)> = rates.collect();
    let is_of_percent = |rate: &Rate| Decimal::from(*rate) >= Decimal::ONE;
    let is_zero = |rate: &Rate| Decimal::from(*rate).is_zero();
    let others = || {
        rates
            .iter()
            .filter(|(.., rate)| !is_low(*rate) && !is_zero(rate))
    };
    if others().next().is_none() || others().any(|(.., rate)| is_of_percent(rate)) {
        return;
    }
    let heading = header
        .column_of(index)
        .map_or_else(String::new, |column| header.heading(column));
    for (record, value, _) in rates.iter().filter(|(.., rate)| is_low(*rate)) {
        let finding = Diagnostic::new(&RATE_AS_FRACTION, value.span).param("field", field.name);
        findings.push(finding.cell(CellPosition::new(record.row, heading.clone())));
    }
}

/// Reports codes such as `Mrz 26` among codes such as `2026-01`: a spreadsheet takes these for days and months.
pub(super) fn check_months(records: &[Record], header: &Header, findings: &mut Collector<'_>) {
    for (index, field) in header.list().fields().iter().enumerate() {
        let is_key = matches!(field.kind, FieldKind::Id | FieldKind::Code);
        let Some(column) = header.column_of(index).filter(|_| is_key) else {
            continue;
        };
        let values = records
            .iter()
            .filter_map(|record| Some((record, record.value(index)?)));
        let values: Vec<(&Record, &Value)> = values.filter(|(_, value)| !value.is_faulty).collect();
        if !values.iter().any(|(_, value)| is_like_day(text_of(value))) {
            continue;
        }
        for (record, value) in values {
            if is_month(text_of(value)) {
                let cell = CellPosition::new(record.row, header.heading(column));
                let finding = Diagnostic::new(&rules::KEY_REFORMATTED, value.span).cell(cell);
                let finding = finding.param("field", field.name);
                findings.push(finding.param("found", "a date"));
            }
        }
    }
}

/// The months as spreadsheets of four languages shorten them.
const MONTHS: [&str; 36] = [
    "jan", "janv", "gen", "feb", "févr", "mrz", "mär", "mars", "mar", "apr", "avr", "mai", "may",
    "mag", "jun", "juin", "giu", "jul", "juil", "lug", "aug", "août", "ago", "sep", "sept", "set",
    "okt", "oct", "ott", "nov", "dez", "dec", "déc", "dic", "märz", "juni",
];

/// Returns whether a text is a month with a number of up to two digits, such as `Mrz 26`, `Jan-26`, `01. Mrz` and `3-gen`. `MAR-01` is a code.
fn is_month(text: &str) -> bool {
    let mut parts = text.split([' ', '-', '.']).filter(|part| !part.is_empty());
    let (Some(first), Some(second), None) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let is_number = |part: &str| part.len() <= 2 && is_all_digits(part);
    let is_name = |part: &str| {
        let mut letters = part.chars().skip(1);
        letters.all(char::is_lowercase) && MONTHS.contains(&part.to_lowercase().as_str())
    };
    is_name(first) && is_number(second) || is_number(first) && is_name(second)
}

/// Returns whether a spreadsheet could take a text for a day or a month: two or three numbers with a mark between them.
fn is_like_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['-', '.', '/']).collect();
    let are_short = parts
        .iter()
        .all(|part| part.len() <= 4 && is_all_digits(part));
    matches!(parts.len(), 2 | 3) && are_short
}

/// Returns whether a text is digits with decimals that are zero. A number has no leading zeros.
fn is_whole(text: &str) -> bool {
    let Some((whole, decimals)) = text.split_once('.') else {
        return false;
    };
    let is_zero = !decimals.is_empty() && decimals.bytes().all(|byte| byte == b'0');
    let is_number = is_all_digits(whole);
    is_zero && is_number && !whole.starts_with('0')
}

fn text_of(value: &Value) -> &str {
    value.json.trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::{is_doubtful, is_like_day, is_month, is_whole};

    #[test]
    fn knows_months_that_were_codes() {
        for text in ["Mrz 26", "Jan-26", "01. Mrz", "3-gen", "janv-26", "26-Mar"] {
            assert!(is_month(text), "{text}");
        }
        for text in [
            "MAR-01", "Mrz", "Mrz 2026", "26", "Bau-26", "Jan-Feb", "1-2",
        ] {
            assert!(!is_month(text), "{text}");
        }
        assert!(is_like_day("2026-01") && is_like_day("26.03"));
        assert!(!is_like_day("P-1") && !is_like_day("2026"));
    }

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
