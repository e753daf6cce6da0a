//! Which amount a text means that is written in another form, where only one can be meant.

use super::{Amount, AmountFault};

/// The fault of digits that start with needless zeros.
#[cold]
pub(super) fn without_leading_zeros(text: &str) -> AmountFault {
    let stripped = text.trim_start_matches('0');
    let whole = if stripped.starts_with('.') || stripped.is_empty() { "0" } else { "" };
    Amount::parse(&format!("{whole}{stripped}")).map_or_else(|fault| fault, AmountFault::LeadingZeros)
}

/// The fault of a text that isn't digits with at most one point between them.
#[cold]
pub(super) fn mend(text: &str) -> AmountFault {
    let trimmed = text.trim();
    let Some(positive) = trimmed.strip_prefix(['-', '\u{2212}']).map(str::trim_start) else {
        return AmountFault::Form(unsigned(trimmed.strip_prefix('+').unwrap_or(trimmed)));
    };
    match read(positive) {
        Ok(amount) => AmountFault::Negative(amount),
        Err(fault) => fault,
    }
}

fn unsigned(text: &str) -> Option<Amount> {
    read(text).ok()
}

/// An amount in any form that has one meaning.
fn read(text: &str) -> Result<Amount, AmountFault> {
    let plain = plain(text).ok_or(AmountFault::Form(None))?;
    match Amount::parse(&plain) {
        Err(AmountFault::LeadingZeros(amount)) => Ok(amount),
        result => result,
    }
}

/// The digits and the point alone, if only one reading is possible: `1,000` and `1.234.567` have two.
fn plain(text: &str) -> Option<String> {
    let is_digit = |character: char| character.is_ascii_digit();
    let Some(separator) = text.chars().find(|&character| !is_digit(character)) else {
        return digits(text).map(str::to_owned);
    };
    let (whole, fraction) = match separator {
        '\'' | '\u{2019}' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' => split_last(text, &['.', ',']),
        '.' if text.contains(',') => split_last(text, &[',']),
        ',' if text.contains('.') => split_last(text, &['.']),
        '.' => {
            return text
                .split_once('.')
                .filter(|(whole, fraction)| digits(whole).and(digits(fraction)).is_some())
                .map(|_| text.to_owned());
        }
        ',' => {
            let (whole, fraction) = text.split_once(',')?;
            let short = (1..=2).contains(&fraction.len());
            return short
                .then(|| digits(whole).zip(digits(fraction)))
                .flatten()
                .map(|(whole, fraction)| format!("{whole}.{fraction}"));
        }
        _ => return None,
    };
    let whole = ungroup(whole, separator)?;
    match fraction {
        Some(fraction) => digits(fraction).map(|fraction| format!("{whole}.{fraction}")),
        None => Some(whole),
    }
}

fn split_last<'text>(text: &'text str, marks: &[char]) -> (&'text str, Option<&'text str>) {
    text.rsplit_once(marks).map_or((text, None), |(whole, fraction)| (whole, Some(fraction)))
}

/// The digits of groups: one to three first, then three each.
fn ungroup(text: &str, separator: char) -> Option<String> {
    let (first, rest) = text.split_once(separator)?;
    let grouped = (1..=3).contains(&first.len())
        && rest.split(separator).all(|group| group.len() == 3 && digits(group).is_some());
    (grouped && digits(first).is_some()).then(|| text.replace(separator, ""))
}

fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(text: &str) -> Amount {
        Amount::parse(text).unwrap()
    }

    /// Equality of amounts ignores trailing zeros; here they count.
    fn assert_fault(text: &str, expected: AmountFault) {
        assert_eq!(format!("{:?}", Amount::check(text)), format!("{:?}", Err::<(), _>(expected)), "{text:?}");
    }

    #[test]
    fn one_meaning_is_offered() {
        let rows = [
            ("1'234.50", "1234.50"),
            ("1’234’567.5", "1234567.5"),
            ("1'234", "1234"),
            ("1'234,50", "1234.50"),
            ("1 234.50", "1234.50"),
            ("1\u{a0}234\u{a0}567", "1234567"),
            ("1\u{202f}234,5", "1234.5"),
            ("1,234.50", "1234.50"),
            ("1,234,567.00", "1234567.00"),
            ("1.234,50", "1234.50"),
            ("1.234.567,5", "1234567.5"),
            ("12,50", "12.50"),
            ("1000,00", "1000.00"),
            ("0,5", "0.5"),
            ("+1", "1"),
            (" 1 ", "1"),
            ("1.50\n", "1.50"),
            (" 007.10", "7.10"),
        ];
        for (text, plain) in rows {
            assert_fault(text, AmountFault::Form(Some(amount(plain))));
        }
    }

    #[test]
    fn two_meanings_or_none_are_not() {
        let texts = [
            "",
            " ",
            "-",
            "1,000",
            "1,234,567",
            "1.234.567",
            "1'23.50",
            "1'2345",
            "1''234",
            "1'234'",
            "'234",
            "12'34'567",
            "1.234'567",
            "1 234'567",
            "1,234.567.8",
            "1.",
            ".5",
            "1,",
            ",5",
            "12,500",
            "1_000",
            "1e3",
            "NaN",
            "0x1",
            "1.00 CHF",
            "(1.00)",
            "１２",
            "--1",
            "+-1",
            "-+1",
            "++1",
            "1-",
            "1/3",
            "1\0",
            "-abc",
            "1. 5",
            "0'000",
        ];
        for text in texts {
            assert_fault(text, AmountFault::Form(None));
        }
    }

    #[test]
    fn a_minus_sign_is_told_from_other_faults() {
        let rows = [
            ("-1", "1"),
            ("−12.50", "12.50"),
            ("- 5", "5"),
            (" -5", "5"),
            ("-1'234.50", "1234.50"),
            ("-007", "7"),
            ("-12,50", "12.50"),
        ];
        for (text, positive) in rows {
            assert_fault(text, AmountFault::Negative(amount(positive)));
        }
        assert_fault("-79228162514264337593543950336", AmountFault::TooLarge);
    }

    #[test]
    fn leading_zeros_go() {
        for (text, plain) in [("007", "7"), ("01.00", "1.00"), ("00.50", "0.50"), ("0001.50", "1.50")] {
            assert_fault(text, AmountFault::LeadingZeros(amount(plain)));
        }
    }
}
