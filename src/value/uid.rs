use std::fmt;

use super::error::error_enum;
use crate::source::Certain;

/// A Swiss business identification number (UID), written `CHE-ddd.ddd.ddd`.
///
/// A `Uid` can have any nine digits, even with a wrong check digit: see [`Uid::is_valid`].
///
/// ```
/// use universal_accounting::value::{Uid, UidError};
///
/// let uid = Uid::parse("CHE-123.456.788")?;
/// assert!(uid.is_valid());
/// assert_eq!(Uid::parse("che 123456788 MWST"), Err(UidError::Spelling(uid)));
/// assert_eq!(Uid::parse("123.456.788"), Err(UidError::Prefix(uid)));
/// assert!(!Uid::parse("CHE-123.456.789")?.is_valid(), "the check digit is 8");
/// # Ok::<(), UidError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uid([u8; 9]);

/// Whether the last digit of a UID is the check digit of the other eight (UIDV, article 5; Federal Statistical Office, "Die UID").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UidCheckDigit {
    /// The last digit is the check digit.
    Valid,
    /// The check digit is another one.
    Wrong {
        /// The correct check digit, 0 to 9.
        expected: u8,
    },
    /// The check digit would be 10: no UID starts with these eight digits.
    Impossible,
}

error_enum! {
    /// The reason why a text is not a business identification number in the form `CHE-ddd.ddd.ddd`.
    pub enum UidError {
        /// Another spelling of a valid number; carries the number.
        Spelling(Uid) => "a business identification number is written CHE-ddd.ddd.ddd, with nothing before or after it",
        /// A valid number in any spelling, without the prefix CHE; carries the number, if the text is meant as a UID at all.
        Prefix(Uid) => "a business identification number starts with CHE; it is written CHE-ddd.ddd.ddd",
        /// Any other text.
        Form => "a business identification number is CHE and nine digits, written CHE-ddd.ddd.ddd",
    }
}

static WEIGHTS: [u16; 8] = [5, 4, 3, 2, 7, 6, 5, 4];

/// Suffixes for companies registered for value added tax: German, French, Italian, Romansh.
static VAT_SUFFIXES: [&str; 4] = ["MWST", "TVA", "IVA", "TPV"];

/// Suffixes for companies in the commercial register.
static REGISTER_SUFFIXES: [&str; 2] = ["HR", "RC"];

impl Uid {
    /// Parses exactly fifteen characters `CHE-ddd.ddd.ddd`.
    ///
    /// # Errors
    ///
    /// The text has another form.
    pub fn parse(text: &str) -> Result<Self, UidError> {
        let [
            b'C',
            b'H',
            b'E',
            b'-',
            a1,
            a2,
            a3,
            b'.',
            b1,
            b2,
            b3,
            b'.',
            c1,
            c2,
            c3,
        ] = *text.as_bytes()
        else {
            return Err(parse_error(text));
        };
        let digits = [a1, a2, a3, b1, b2, b3, c1, c2, c3];
        if digits.iter().all(u8::is_ascii_digit) {
            Ok(Self(digits))
        } else {
            Err(parse_error(text))
        }
    }

    /// Parses any spelling with the prefix CHE, such as a tax number `CHE-123.456.788 MWST`; the check digit may be wrong.
    #[must_use]
    pub(crate) fn parse_with_suffix(text: &str) -> Option<Self> {
        parse_prefixed(text)
    }

    /// Checks the last digit against the other eight.
    #[must_use]
    pub(crate) fn check_digit(self) -> UidCheckDigit {
        let [.., last] = self.0;
        let sum: u16 = self
            .0
            .iter()
            .zip(WEIGHTS)
            .map(|(digit, weight)| u16::from(digit - b'0') * weight)
            .sum();
        match u8::try_from((11 - sum % 11) % 11) {
            Ok(expected) if expected == last - b'0' => UidCheckDigit::Valid,
            Ok(expected) if expected < 10 => UidCheckDigit::Wrong { expected },
            _ => UidCheckDigit::Impossible,
        }
    }

    /// Whether the first digit is zero; valid numbers start at 100.000.000 (eCH-0097 and the UID register).
    #[must_use]
    pub(crate) fn has_leading_zero(self) -> bool {
        self.0.starts_with(b"0")
    }

    /// Whether the number can exist: its check digit is correct and its first digit isn't zero.
    #[must_use]
    pub fn is_valid(self) -> bool {
        self.check_digit() == UidCheckDigit::Valid && !self.has_leading_zero()
    }
}

/// Returns the error for a text that isn't exactly `CHE-ddd.ddd.ddd`.
#[cold]
fn parse_error(text: &str) -> UidError {
    // Without the prefix, a dash at the start would be a minus sign.
    let without_prefix = || {
        parse_digits_and_suffixes(text).filter(|_| {
            text.trim_start()
                .starts_with(|first: char| first.is_ascii_digit())
        })
    };
    match parse_prefixed(text)
        .map(UidError::Spelling)
        .or_else(|| without_prefix().map(UidError::Prefix))
    {
        Some(error @ (UidError::Spelling(uid) | UidError::Prefix(uid))) if uid.is_valid() => error,
        _ => UidError::Form,
    }
}

/// Parses any spelling with the prefix CHE in upper or lower case, with or without suffixes.
fn parse_prefixed(text: &str) -> Option<Uid> {
    let (prefix, rest) = text.trim_start().split_at_checked(3)?;
    if prefix.eq_ignore_ascii_case("CHE") {
        parse_digits_and_suffixes(rest)
    } else {
        None
    }
}

/// Parses nine digits with separators anywhere, and the suffixes after them.
fn parse_digits_and_suffixes(text: &str) -> Option<Uid> {
    let mut characters = text.chars();
    let mut digits = [0; 9];
    for digit in &mut digits {
        let character = characters.find(|character| !is_separator(*character))?;
        *digit = character.try_into().ok().filter(u8::is_ascii_digit)?;
    }
    is_suffix_list(characters.as_str()).then_some(Uid(digits))
}

/// Whether a character is a dot, a blank of any kind, or a hyphen or dash.
fn is_separator(character: char) -> bool {
    character.is_whitespace()
        || matches!(character, '.' | '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Whether a text is empty or has at most one suffix of each kind.
fn is_suffix_list(text: &str) -> bool {
    let is_one_of = |suffixes: &[&str], word: &str| {
        suffixes
            .iter()
            .any(|suffix| word.eq_ignore_ascii_case(suffix))
    };
    let (mut has_vat, mut has_register) = (false, false);
    text.split(|character| is_separator(character) || character == '/')
        .filter(|word| !word.is_empty())
        .all(|word| {
            let is_repeated = if is_one_of(&VAT_SUFFIXES, word) {
                &mut has_vat
            } else if is_one_of(&REGISTER_SUFFIXES, word) {
                &mut has_register
            } else {
                return false;
            };
            !std::mem::replace(is_repeated, true)
        })
}

impl fmt::Display for Uid {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a1, a2, a3, b1, b2, b3, c1, c2, c3] = self.0;
        let text = [
            b'C', b'H', b'E', b'-', a1, a2, a3, b'.', b1, b2, b3, b'.', c1, c2, c3,
        ];
        // Always valid UTF-8: `parse` accepts only digits.
        formatter.pad(str::from_utf8(&text).certain())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn uid(text: &str) -> Uid {
        Uid::parse(text).unwrap()
    }

    #[test]
    fn accepts_any_digits_and_checks_them_separately() {
        let rows = [
            ("CHE-109.322.551", UidCheckDigit::Valid),
            ("CHE-100.000.006", UidCheckDigit::Valid),
            ("CHE-396.731.000", UidCheckDigit::Valid),
            ("CHE-109.322.552", UidCheckDigit::Wrong { expected: 1 }),
            ("CHE-123.456.789", UidCheckDigit::Wrong { expected: 8 }),
            ("CHE-396.731.001", UidCheckDigit::Wrong { expected: 0 }),
            ("CHE-100.010.000", UidCheckDigit::Impossible),
            ("CHE-100.010.009", UidCheckDigit::Impossible),
        ];
        for (text, check_digit) in rows {
            let uid = uid(text);
            assert_eq!(
                (uid.to_string(), uid.check_digit()),
                (text.to_owned(), check_digit)
            );
            assert_eq!(
                (uid.is_valid(), uid.has_leading_zero()),
                (check_digit == UidCheckDigit::Valid, false),
                "{text}"
            );
        }
    }

    #[test]
    fn numbers_with_a_leading_zero_are_never_valid() {
        for text in ["CHE-000.000.000", "CHE-010.322.557"] {
            let uid = uid(text);
            assert_eq!(
                (uid.check_digit(), uid.has_leading_zero()),
                (UidCheckDigit::Valid, true),
                "{text}"
            );
            assert!(!uid.is_valid(), "{text}");
        }
        assert_eq!(Uid::parse("CHE010322557"), Err(UidError::Form));
    }

    /// Generates valid numbers.
    pub(super) fn valid_uid() -> impl Strategy<Value = Uid> {
        (10_000_000_u32..=99_999_999).prop_filter_map("its check digit would be 10", |first| {
            let with = |last: u8| Uid::parse_with_suffix(&format!("CHE{first}{last}"));
            match with(0)?.check_digit() {
                UidCheckDigit::Valid => with(0),
                UidCheckDigit::Wrong { expected } => with(expected),
                UidCheckDigit::Impossible => None,
            }
        })
    }

    proptest! {
        #[test]
        fn the_check_digit_detects_one_wrong_digit_and_two_swapped_neighbours(valid in valid_uid(), position in 0..9_usize, digit in b'0'..=b'9') {
            let mut wrong = valid;
            wrong.0[position] = digit;
            prop_assert_eq!(wrong.check_digit() == UidCheckDigit::Valid, wrong == valid);
            let mut swapped = valid;
            swapped.0.swap(position, (position + 1) % 9);
            prop_assert!(position == 8 || (swapped.check_digit() == UidCheckDigit::Valid) == (swapped == valid));
        }

        #[test]
        fn suggested_numbers_are_valid(text in "\\PC{0,20}|[CHE0-9. -]{0,20}") {
            match Uid::parse(&text) {
                Ok(uid) => prop_assert_eq!(uid.to_string(), text),
                Err(UidError::Spelling(uid) | UidError::Prefix(uid)) => prop_assert!(uid.is_valid()),
                Err(UidError::Form) => {}
            }
        }
    }
}

#[cfg(test)]
mod spellings {
    use proptest::prelude::*;

    use super::tests::valid_uid;
    use crate::value::{Uid, UidError};

    fn uid(text: &str) -> Uid {
        Uid::parse(text).unwrap()
    }

    #[test]
    fn suggests_the_number_for_other_spellings() {
        let valid = uid("CHE-109.322.551");
        let spellings = [
            "CHE109322551",
            "che-109.322.551",
            " CHE-109.322.551\n",
            "CHE 109 322 551",
            "CHE\u{2011}109.322.551",
            "CHE\u{2212}109\u{2013}322\u{a0}551",
            "CHE.109.322.551-",
            "CHE-1 09.322.55 1 MWST",
            "CHE-109.322.551 HR/MWST",
            "CHE-109.322.551 iva / rc",
            "Che109322551MwSt",
            "CHE-109.322.551-TPV",
            "CHE-109.322.551\tTVA",
        ];
        for text in spellings {
            assert_eq!(Uid::parse(text), Err(UidError::Spelling(valid)), "{text:?}");
            assert_eq!(Uid::parse_with_suffix(text), Some(valid), "{text:?}");
        }
        for text in ["109322551", "109.322.551", " 109-322-551", "109322551MWST"] {
            assert_eq!(Uid::parse(text), Err(UidError::Prefix(valid)), "{text:?}");
            assert_eq!(Uid::parse_with_suffix(text), None, "{text:?}");
        }
    }

    #[test]
    fn suggests_nothing_for_invalid_numbers() {
        let texts = [
            "",
            "CHE",
            "CHE-",
            "CHÄ-109.322.551",
            "СНЕ-109.322.551",
            "CHF-109.322.551",
            "ADM-109.322.551",
            "CH-109.322.551",
            "C HE-109.322.551",
            "-109.322.551",
            "109.322.551 CHE",
            "CHE-109.322.55",
            "CHE-109.322.5511",
            "CHE-109.322.551.999",
            "CHE-109.322.551x",
            "CHE-109.322.551 VAT",
            "CHE-109.322.551 MWST TVA",
            "CHE-109.322.551 HR RC",
            "CHE-109.322.551 HRMWST",
            "CHE-109.322.551\0",
            "CHE-１０９.322.551",
            "CHE-1x0x9x3x2x2x5x5x1",
            "CHE109322552",
            "CHE-109.322.552 MWST",
            "109.322.552",
        ];
        for text in texts {
            assert_eq!(Uid::parse(text), Err(UidError::Form), "{text:?}");
        }
    }

    #[test]
    fn parses_tax_numbers_even_with_a_wrong_check_digit() {
        assert_eq!(
            Uid::parse_with_suffix("CHE-123.456.789 MWST"),
            Some(uid("CHE-123.456.789"))
        );
        assert_eq!(
            Uid::parse_with_suffix("CHE-123.456.789"),
            Some(uid("CHE-123.456.789"))
        );
        for text in [
            "CHE-123.456.789 VAT",
            "CHE-123.456 MWST",
            "MWST",
            "CH-020.4.001.234-5",
        ] {
            assert_eq!(Uid::parse_with_suffix(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn recognizes_valid_numbers_in_any_spelling(
            valid in valid_uid(),
            prefix in "(CHE|che|Che|)",
            separators in proptest::collection::vec("[-. \u{a0}\u{202f}\u{2010}-\u{2015}\u{2212}]{0,2}", 9),
            suffix in "( ?(MWST|mwst|MwSt|TVA|IVA|TPV|HR|RC|HR/MWST|TVA / RC))?[ .]?",
        ) {
            let digits = valid.to_string().replace(|character: char| !character.is_ascii_digit(), "");
            // Without the prefix, the text doesn't start with a separator.
            let separators = separators.iter().enumerate().map(|(index, text)| if index == 0 && prefix.is_empty() { "" } else { text });
            let number: String = separators.zip(digits.chars()).flat_map(|(separator, digit)| separator.chars().chain([digit])).collect();
            let text = format!("{prefix}{number}{suffix}");
            let expected = match &*prefix {
                "" => Err(UidError::Prefix(valid)),
                _ if text == valid.to_string() => Ok(valid),
                _ => Err(UidError::Spelling(valid)),
            };
            prop_assert_eq!(Uid::parse(&text), expected);
        }
    }
}
