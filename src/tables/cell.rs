//! Reads single cells: the value that a cell means in its field, as JSON.

use rust_decimal::Decimal;

use super::catalog::{CATALOG, ListHeadings};
use super::damage::{NoValue, Reformatted, unseen_character};
use super::heading::fold;
use super::rules;
use super::source::CellLook;
use crate::base_data::rules::RATE_AS_FRACTION;
use crate::record::{Field, FieldKind, quoted};
use crate::report::{Diagnostic, Rule};
use crate::sheet::{Cell, INEXACT_MARK, date};
use crate::source::Span;
use crate::value::{Date, DateError, Iban, Rate, RateError, is_all_digits};

/// The value of a field, and the cell that it comes from.
#[derive(Debug, Clone)]
pub(super) struct Value {
    /// The value as JSON.
    pub(super) json: String,
    pub(super) span: Span,
    /// Whether the cell can't be read, which has been reported already.
    pub(super) is_faulty: bool,
}

/// The number of digits that a number in a spreadsheet keeps.
const MAX_DIGITS: usize = 15;

impl Value {
    pub(super) fn text(text: &str, span: Span) -> Self {
        Self {
            json: quoted(text),
            span,
            is_faulty: false,
        }
    }

    /// A value that has been reported already.
    pub(super) fn faulty(text: &str, span: Span) -> Self {
        Self {
            is_faulty: true,
            ..Self::text(text, span)
        }
    }

    fn json(json: String, span: Span) -> Self {
        Self {
            json,
            span,
            is_faulty: false,
        }
    }
}

/// Returns the text of a cell; blanks around a text without quotes are part of the table, not of the text.
pub(super) fn cell_text(cell: &Cell<'_>) -> String {
    let value = cell.value();
    let text = if cell.is_quoted() {
        value.into_owned()
    } else {
        value.trim_matches([' ', '\t']).to_owned()
    };
    // Excel writes this for the first half of a line break.
    text.replace("_x000D_", "")
}

/// The field that a cell holds, and how its sheet shows it.
pub(super) struct CellPlace<'p> {
    /// The index of the field in its list.
    pub(super) index: usize,
    pub(super) field: &'p Field,
    pub(super) headings: &'p ListHeadings,
    /// The heading of its column.
    pub(super) heading: &'p str,
    pub(super) look: Option<CellLook>,
    /// Whether the cell is one of a sheet, where blanks around a text indent it.
    pub(super) is_in_sheet: bool,
}

/// Returns the finding that a cell has no value.
pub(super) fn no_value(reason: NoValue, span: Span) -> Diagnostic {
    Diagnostic::new(&rules::CELL_WITHOUT_VALUE, span)
        .param("reason", reason.reason())
        .param("advice", reason.advice())
}

/// Reads the cell of a field, and reports what can't be read. Returns `None` for an empty cell.
pub(super) fn read_cell(
    cell: &Cell<'_>,
    place: &CellPlace<'_>,
    report: &mut impl FnMut(Diagnostic),
) -> Option<Value> {
    let &CellPlace {
        index,
        field,
        headings,
        heading,
        look,
        is_in_sheet,
    } = place;
    let (text, span) = (cell_text(cell), cell.span);
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return None;
    }
    if let Some(reason) = NoValue::of_cell(trimmed, look) {
        report(no_value(reason, span));
        return Some(Value::faulty(&text, span));
    }
    if let Some(rule) = rounding(trimmed, field.kind) {
        report(Diagnostic::new(rule, span).param("field", field.name));
        return Some(Value {
            is_faulty: rule == &rules::NUMBER_ROUNDED,
            ..Value::text(&text, span)
        });
    }
    if matches!(field.kind, FieldKind::Id | FieldKind::Code)
        && let Some(fault) = check_key(&text, place, span)
    {
        let is_error = !fault.is(&rules::ZEROS_DROPPED);
        report(fault);
        return Some(Value {
            is_faulty: is_error,
            ..Value::text(&text, span)
        });
    }
    let mut unreadable = |expected: &'static str| {
        report(
            Diagnostic::new(&rules::CELL_UNREADABLE, span)
                .param("field", field.name)
                .param("expected", expected),
        );
        Value::faulty(&text, span)
    };
    if field.kind == FieldKind::Date && has_time(trimmed) {
        return Some(unreadable("a day without a time"));
    }
    Some(match field.kind {
        FieldKind::Boolean => match CATALOG.yes_or_no(trimmed) {
            Some(value) => Value::json(value.to_string(), span),
            None => unreadable("yes or no"),
        },
        FieldKind::Rate => match Rate::parse(trimmed) {
            Ok(rate) | Err(RateError::Form(Some(rate))) => {
                if look != Some(CellLook::Percent) && is_written_as_fraction(trimmed, rate) {
                    report(Diagnostic::new(&RATE_AS_FRACTION, span).param("field", field.name));
                }
                if is_doubtful(rate) {
                    report(Diagnostic::new(&rules::RATE_DOUBTFUL, span).param("field", field.name));
                }
                Value::json(rate.to_string(), span)
            }
            Err(RateError::Form(None)) if look == Some(CellLook::Percent) => unreadable(
                "8.1 % in a cell with the format of percentages, or 8.1 in one without it",
            ),
            Err(RateError::Form(None)) => unreadable("a rate in percent, such as 8.1"),
            // The check of the payload reports a rate that is out of range.
            Err(_) => Value::json(trimmed.to_owned(), span),
        },
        FieldKind::Choice(words) => {
            let word = words
                .iter()
                .copied()
                .find(|word| fold(word) == fold(trimmed));
            Value::text(
                word.or_else(|| headings.value_of(index, trimmed, heading))
                    .unwrap_or(trimmed),
                span,
            )
        }
        FieldKind::Country => Value::text(
            headings.value_of(index, trimmed, heading).unwrap_or(&text),
            span,
        ),
        FieldKind::Date => Value::text(&read_date(trimmed), span),
        FieldKind::Iban => match Iban::parse(trimmed) {
            Ok(iban) => Value::text(iban.as_str(), span),
            Err(_) => Value::text(trimmed, span),
        },
        FieldKind::Currency | FieldKind::Uid => Value::text(trimmed, span),
        FieldKind::Text if is_in_sheet => Value::text(trimmed, span),
        _ => Value::text(&text, span),
    })
}

/// Reports a number, a code or an external id that is not what was entered.
fn check_key(text: &str, place: &CellPlace<'_>, span: Span) -> Option<Diagnostic> {
    let (field, list) = (place.field, place.headings.list);
    let fault = |rule| Diagnostic::new(rule, span).param("field", field.name);
    if let Some(character) = unseen_character(text) {
        return Some(fault(&rules::KEY_UNSEEN).param("character", character));
    }
    if let Some(found) = Reformatted::of_key(text.trim(), place.look, field, list) {
        return Some(fault(&rules::KEY_REFORMATTED).param("found", found.description()));
    }
    let may_lack_zeros = place.look == Some(CellLook::Number) && text.contains('.');
    may_lack_zeros.then(|| fault(&rules::ZEROS_DROPPED))
}

/// Returns whether a rate is probably another one without its decimal mark. No value added tax of Europe is above 27 %; with 100 %, programs book the tax
/// of an import.
fn is_doubtful(rate: Rate) -> bool {
    let percent = Decimal::from(rate);
    percent > Decimal::from(27) && percent < Decimal::ONE_HUNDRED
}

/// Returns whether a cell such as `0,10` may mean ten percent. The check of base data only sees 0.1, which is the lowest rate of Switzerland.
fn is_written_as_fraction(text: &str, rate: Rate) -> bool {
    let decimals = text.split_once(['.', ',']).map(|(_, decimals)| decimals);
    let has_several = |decimals: &str| decimals.len() > 1 && is_all_digits(decimals);
    is_low(rate) && decimals.is_some_and(has_several)
}

/// Returns whether a rate is below one percent and has one decimal.
pub(super) fn is_low(rate: Rate) -> bool {
    let percent = Decimal::from(rate).normalize();
    percent > Decimal::ZERO && percent < Decimal::ONE && percent.scale() == 1
}

/// Returns whether a text is a date with a time other than midnight.
fn has_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once([' ', 'T']) else {
        return false;
    };
    let is_date = parse_day_first(date).is_some() || Date::parse(date).is_ok();
    let has_colon = time.contains(':');
    is_date && has_colon && time.bytes().any(|byte| (b'1'..=b'9').contains(&byte))
}

/// Returns the date as the contract writes it, if the text can mean only one day. Between points, the day always comes first.
fn read_date(text: &str) -> String {
    let date = text.strip_suffix(" 00:00:00").unwrap_or(text);
    match Date::parse(date) {
        Err(DateError::Form(Some(date))) => date.to_string(),
        Err(DateError::Form(None)) => {
            parse_day_first(date).map_or_else(|| text.to_owned(), |date| date.to_string())
        }
        _ => date.to_owned(),
    }
}

/// Reads `1.2.2026`.
fn parse_day_first(text: &str) -> Option<Date> {
    date::parse(text.trim(), &["d.m.yyyy", "d. m. yyyy"])
}

/// Returns the rule for a number that lost digits in a spreadsheet. In a description, such a number may be a name.
fn rounding(text: &str, kind: FieldKind) -> Option<&'static Rule> {
    let is_key = matches!(
        kind,
        FieldKind::Id | FieldKind::Code | FieldKind::Iban | FieldKind::TaxNumber
    );
    if text.starts_with(INEXACT_MARK) || is_scientific(text) && is_key {
        return Some(&rules::NUMBER_ROUNDED);
    }
    let has_zeros_at_end = || text.bytes().skip(MAX_DIGITS).all(|digit| digit == b'0');
    let is_long = text.len() > MAX_DIGITS && is_all_digits(text);
    (is_key && is_long && has_zeros_at_end()).then_some(&rules::DIGITS_REPLACED)
}

/// Returns whether a text is a number as a spreadsheet shows a long one, such as `1.23E+15`.
fn is_scientific(text: &str) -> bool {
    let Some((mantissa, exponent)) = text.split_once(['E', 'e']) else {
        return false;
    };
    let Some(exponent) = exponent.strip_prefix('+') else {
        return false;
    };
    let (whole, decimals) = mantissa.split_once(['.', ',']).unwrap_or((mantissa, "0"));
    is_all_digits(exponent) && whole.len() == 1 && is_all_digits(whole) && is_all_digits(decimals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_dates_that_mean_one_day() {
        for (text, date) in [
            ("2026-01-31", "2026-01-31"),
            ("2026-01-31 00:00:00", "2026-01-31"),
            ("31.12.2025", "2025-12-31"),
            ("1.2.2026", "2026-02-01"),
            ("01.02.2026", "2026-02-01"),
            ("1/2/2026", "1/2/2026"),
            ("1.2.26", "1.2.26"),
            ("46023", "46023"),
            ("31.2.2026", "31.2.2026"),
        ] {
            assert_eq!(read_date(text), date, "{text}");
        }
    }

    #[test]
    fn knows_numbers_that_lost_digits() {
        for (text, rule) in [
            ("1.23E+15", Some("number-rounded")),
            ("1,23457E+20", Some("number-rounded")),
            ("≈12345678901234567", Some("number-rounded")),
            ("1234567890123450", Some("digits-replaced")),
            ("1234567890123456", None),
            ("123456789012340", None),
            ("E+15", None),
            ("12E+15", None),
            ("1E15", None),
            ("A1E+2", None),
        ] {
            assert_eq!(
                rounding(text, FieldKind::Id).map(|rule| rule.id),
                rule,
                "{text}"
            );
        }
    }
}
