//! The statement line, `:61:`: the days, direction, amount and references of an entry.

use rust_decimal::Decimal;

use super::tags::split_line;
use crate::format::rules::DATE_UNREADABLE;
use crate::report::Diagnostic;
use crate::source::Span;
use crate::statement::rules::{AMOUNT_UNREADABLE, CELL_ADVICE, DIRECTION_UNKNOWN};
use crate::transactions::CreditDebit;
use crate::value::Date;

/// A statement line, and the spans of its parts.
#[derive(Debug, Clone, Copy)]
pub(super) struct StatementLine<'s> {
    /// The value date. `None` if the calendar has no such day.
    pub(super) valuta: (Option<Date>, Span),
    /// The entry date, if there is one.
    pub(super) booked: Option<(Option<Date>, Span)>,
    pub(super) direction: (CreditDebit, Span),
    /// Whether the entry is only expected.
    pub(super) is_expected: bool,
    /// Whether the mark is that of a reversal.
    pub(super) is_reversal: bool,
    /// The third letter of the currency, which may follow the direction.
    pub(super) currency_letter: Option<(u8, Span)>,
    pub(super) amount: (Decimal, Span),
    /// The kind of the entry, such as `NTRF`.
    pub(super) kind: &'s str,
    /// What stands between the amount and the reference, and is no kind.
    pub(super) stray: Option<Span>,
    /// The reference of the account's owner.
    pub(super) reference: &'s str,
    /// The reference of the bank, after `//`.
    pub(super) bank_reference: (&'s str, Span),
    /// The lines after the first one.
    pub(super) supplement: &'s str,
}

impl<'s> StatementLine<'s> {
    /// Parses the content of the tag, which begins at `start` in the text.
    ///
    /// # Errors
    ///
    /// The value date, the direction or the amount can't be read.
    pub(super) fn parse(content: &'s str, start: usize) -> Result<Self, Diagnostic> {
        let (line, supplement) = split_line(content);
        let line = line.trim_end();
        let mut rest = Rest { line, at: 0, start };
        let unreadable = |span| {
            Diagnostic::new(&DATE_UNREADABLE, span)
                .param("expected", "260331 for 31 March 2026".to_owned())
        };
        let (digits, valuta_span) = rest
            .take_digits(6)
            .ok_or_else(|| unreadable(rest.span(6)))?;
        let (year, valuta) = (century(digits), full_day(digits));
        let booked = rest
            .take_digits(4)
            .map(|(digits, span)| (nearest(year, valuta, digits), span));
        rest.skip_blanks();
        let (mark, direction_span) = rest
            .take_mark()
            .ok_or_else(|| Diagnostic::new(&DIRECTION_UNKNOWN, rest.span(1)))?;
        let currency_letter = rest.take_currency_letter();
        let (amount, amount_span) = rest.take_amount();
        let amount = amount.filter(|_| !rest.continues_amount(supplement));
        let amount = amount.ok_or_else(|| {
            Diagnostic::new(&AMOUNT_UNREADABLE, amount_span)
                .param("advice", CELL_ADVICE)
                .param("decimal", ",".to_owned())
        })?;
        let kind = rest.take_kind();
        let is_wrapped = rest.rest().is_empty() && supplement.get(..4).is_some_and(is_kind);
        let has_stray = kind.is_empty() && (is_wrapped || !rest.is_reference());
        let stray = Some(rest.span(4)).filter(|_| has_stray);
        let (reference, bank_reference) =
            rest.take_references(supplement, start + content.len() - supplement.len());
        Ok(Self {
            valuta: (valuta, valuta_span),
            booked,
            // A reversed credit is money out, and a reversed debit money in.
            direction: (
                if matches!(mark, "C" | "EC" | "RD") {
                    CreditDebit::Credit
                } else {
                    CreditDebit::Debit
                },
                direction_span,
            ),
            is_expected: mark.starts_with('E'),
            is_reversal: mark.starts_with('R'),
            currency_letter,
            amount: (amount, amount_span),
            kind,
            stray,
            reference,
            bank_reference,
            supplement: if supplement.trim_start().starts_with("//") {
                ""
            } else {
                supplement
            },
        })
    }
}

/// Whether four characters are the kind of an entry.
fn is_kind(kind: &str) -> bool {
    let mut rest = kind.bytes();
    kind.starts_with(['N', 'F', 'S'])
        && rest.all(|byte| byte.is_ascii_alphanumeric() || byte == b' ')
}

/// What is left of the line.
struct Rest<'s> {
    line: &'s str,
    at: usize,
    /// The offset of the line in the text.
    start: usize,
}

impl<'s> Rest<'s> {
    fn rest(&self) -> &'s str {
        self.line.get(self.at..).unwrap_or_default()
    }

    /// The span of at most this number of bytes from here on.
    fn span(&self, length: usize) -> Span {
        let end = (self.at + length).min(self.line.len());
        let end = (end..=self.line.len())
            .find(|end| self.line.is_char_boundary(*end))
            .unwrap_or(end);
        Span::new(self.start + self.at, self.start + end)
    }

    fn take(&mut self, length: usize) -> (&'s str, Span) {
        let (taken, span) = (
            self.rest().get(..length).unwrap_or_default(),
            self.span(length),
        );
        self.at += taken.len();
        (taken, span)
    }

    fn take_digits(&mut self, count: usize) -> Option<(&'s str, Span)> {
        let digits = self.rest().get(..count)?;
        digits
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| self.take(count))
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn take_mark(&mut self) -> Option<(&'s str, Span)> {
        let rest = self.rest();
        let mark = ["RC", "RD", "EC", "ED", "C", "D"]
            .into_iter()
            .find(|mark| rest.starts_with(mark))?;
        Some(self.take(mark.len()))
    }

    fn take_currency_letter(&mut self) -> Option<(u8, Span)> {
        let letter = self.rest().bytes().next().filter(u8::is_ascii_alphabetic)?;
        let (_, span) = self.take(1);
        Some((letter, span))
    }

    fn take_amount(&mut self) -> (Option<Decimal>, Span) {
        let length = self
            .rest()
            .bytes()
            .take_while(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b'.'))
            .count();
        let (text, span) = self.take(length);
        (
            parse_amount(text),
            if length == 0 { self.span(1) } else { span },
        )
    }

    /// Whether what follows the amount may be a part of it, such as the rest of `1'234,50` or of an amount on two lines.
    fn continues_amount(&self, supplement: &str) -> bool {
        match self.rest().trim_start().chars().next() {
            Some(next) => !next.is_ascii_alphabetic() && next != '/',
            None => {
                let decimals = self.line.rsplit([',', '.']).next().map_or(0, str::len);
                let is_open = decimals < 2 || !self.line.contains([',', '.']);
                supplement.starts_with([',', '.'])
                    || is_open && supplement.starts_with(|digit: char| digit.is_ascii_digit())
            }
        }
    }

    /// Whether the references follow the amount at once, or nothing does.
    fn is_reference(&self) -> bool {
        let rest = self.rest();
        rest.is_empty() || rest.starts_with('/')
    }

    /// Takes the four characters of the kind. Some banks write three.
    fn take_kind(&mut self) -> &'s str {
        if self.rest().get(..4).is_some_and(is_kind) {
            self.take(4).0.trim_end()
        } else {
            ""
        }
    }

    /// Takes the references. That of the bank may be on the next line if it did not fit.
    fn take_references(
        &self,
        supplement: &'s str,
        supplement_start: usize,
    ) -> (&'s str, (&'s str, Span)) {
        let rest = self.rest();
        let located = |text: &'s str, start: usize| {
            let trimmed = text.trim();
            let start = start + text.len() - text.trim_start().len();
            (trimmed, Span::new(start, start + trimmed.len()))
        };
        if let Some((reference, bank)) = rest.split_once("//") {
            return (
                reference.trim(),
                located(bank, self.start + self.line.len() - bank.len()),
            );
        }
        let (first, _) = split_line(supplement);
        let bank = first
            .trim_start()
            .strip_prefix("//")
            .map(|bank| located(bank, supplement_start + first.len() - bank.len()));
        (
            rest.trim(),
            bank.unwrap_or(("", Span::at(self.start + self.line.len()))),
        )
    }
}

/// Parses an amount with a comma before the decimals, or in old files with a point.
pub(super) fn parse_amount(text: &str) -> Option<Decimal> {
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b'.'));
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    Decimal::from_str_exact(&text.replace(',', "."))
        .ok()
        .filter(|_| is_plain && has_digit)
}

/// Returns the year of two digits: MT940 is younger than 1980.
fn century(digits: &str) -> u16 {
    let year: u16 = digits
        .get(..2)
        .and_then(|year| year.parse().ok())
        .unwrap_or_default();
    if year < 80 { 2000 + year } else { 1900 + year }
}

/// Returns a day of six digits, its year first.
pub(super) fn full_day(digits: &str) -> Option<Date> {
    day(century(digits), digits.get(2..)?)
}

fn day(year: u16, month_and_day: &str) -> Option<Date> {
    let (month, day) = month_and_day.split_at_checked(2)?;
    Date::from_year_month_day(year, month.parse().ok()?, day.parse().ok()?)
}

/// The most days between the value date and the entry date, which has no year.
const HALF_A_YEAR: i64 = 183;

/// Returns the entry date in the year in which it is at most half a year away from the value date. The calendar of that year may have no such day, as that
/// of most years has no 29 February.
fn nearest(year: u16, valuta: Option<Date>, month_and_day: &str) -> Option<Date> {
    let Some(valuta) = valuta else {
        return day(year, month_and_day);
    };
    let candidates = [year, year.saturating_sub(1), year + 1]
        .into_iter()
        .filter_map(|year| day(year, month_and_day));
    let distance = |candidate: &Date| candidate.days_since(valuta).abs();
    candidates
        .filter(|candidate| distance(candidate) <= HALF_A_YEAR)
        .min_by_key(distance)
}
