//! Finds keys that are unlike keys: numbers of accounts with a blank or a mark, and whole numbers with decimals.

use super::header::Header;
use super::left_out::enumerate;
use super::record::{Record, Value};
use super::rules;
use crate::record::FieldKind;
use crate::report::{Cell, Collector, Diagnostic};

/// Reports numbers of accounts that are unlike the others: with a blank, without a digit, or with a mark before or after them. In a chart whose numbers are
/// all names, nobody can know.
pub(super) fn check_account_numbers(
    records: &[Record],
    header: &Header,
    findings: &mut Collector<'_>,
) {
    let Some(field) = header.list().index_of("number") else {
        return;
    };
    let numbers = || {
        let values = records
            .iter()
            .filter_map(|record| Some((record, record.value(field)?)));
        values.filter(|(_, value)| !value.is_faulty)
    };
    let begins_with_digit =
        |value: &Value| text_of(value).starts_with(|first: char| first.is_ascii_digit());
    if !numbers().any(|(_, value)| begins_with_digit(value)) {
        return;
    }
    let doubtful: Vec<(&Record, &Value)> = numbers()
        .filter(|(_, value)| is_doubtful(text_of(value)))
        .collect();
    let Some((first, value)) = doubtful.first() else {
        return;
    };
    let heading = header
        .column_of(field)
        .map_or_else(String::new, |column| header.heading(column));
    let lines: Vec<usize> = doubtful.iter().map(|(record, _)| record.line).collect();
    let finding = Diagnostic::new(&rules::ACCOUNT_NUMBER_DOUBTFUL, value.span)
        .cell(Cell::new(first.row, heading))
        .param("count", lines.len())
        .param("lines", enumerate(&lines));
    findings.push(finding);
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
