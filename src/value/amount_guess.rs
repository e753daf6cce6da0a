//! Which digits a text means that writes an amount in another form, where only one amount can be meant.

/// Marks that stand between groups of three digits, and those that may then stand before the decimals.
static GROUPINGS: [(&[char], &[char]); 3] =
    [(&['\'', '\u{2019}', ' ', '\u{a0}', '\u{2009}', '\u{202f}'], &['.', ',']), (&[','], &['.']), (&['.'], &[','])];

/// The digits and the point alone, if only one reading is possible.
pub(super) fn plain(text: &str) -> Option<String> {
    ungrouped(text).or_else(|| grouped(text))
}

/// `12`, `12.50` and `12,50`, but not `1,000`, which may be a thousand.
fn ungrouped(text: &str) -> Option<String> {
    let right = match text.split_once(['.', ',']) {
        Some((whole, fraction)) => {
            let decimal = fraction.len() <= 2 || !text.contains(',');
            decimal && are_digits(whole) && are_digits(fraction)
        }
        None => are_digits(text),
    };
    right.then(|| text.replace(',', "."))
}

/// `1'234`, `1'234.50`, `1,234.50` and `1.234,50`, but not `1,000` and `1.234.567`.
fn grouped(text: &str) -> Option<String> {
    let separator = text.chars().find(|character| !character.is_ascii_digit())?;
    let (_, marks) = GROUPINGS.iter().find(|(separators, _)| separators.contains(&separator))?;
    let (whole, fraction) = match text.rsplit_once(*marks) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None if matches!(separator, '.' | ',') => return None,
        None => (text, None),
    };
    let (first, others) = whole.split_once(separator)?;
    let in_threes = others.split(separator).all(|group| group.len() == 3 && are_digits(group));
    if !in_threes || !(1..=3).contains(&first.len()) || !are_digits(first) {
        return None;
    }
    let whole = whole.replace(separator, "");
    match fraction {
        Some(fraction) => are_digits(fraction).then(|| format!("{whole}.{fraction}")),
        None => Some(whole),
    }
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use crate::value::{Amount, AmountFault};

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
