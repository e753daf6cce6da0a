//! Parses values as XML Schema writes them.

use rust_decimal::Decimal;

use crate::format::rules;
use crate::report::Diagnostic;
use crate::source::Span;
use crate::value::Date;

/// Parses an amount as XML Schema writes a decimal, without a sign.
pub(super) fn parse_decimal(text: &str) -> Option<Decimal> {
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    Decimal::from_str_exact(text).ok().filter(|_| is_plain)
}

/// Parses a day, also with a time and a time zone after it, which are ignored.
pub(super) fn parse_day(text: &str) -> Option<Date> {
    let day = text.get(..10)?;
    let rest = text.get(10..)?;
    let is_day = rest.is_empty() || rest.starts_with(['T', 'Z', '+', '-', ' ']);
    Date::parse(day).ok().filter(|_| is_day)
}

/// Returns a finding about a value that can't be read.
pub(super) fn unreadable(span: Span, expected: &'static str) -> Diagnostic {
    Diagnostic::new(&rules::CELL_PASSED_OVER, span).param("expected", expected)
}
