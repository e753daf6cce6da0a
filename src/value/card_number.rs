use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::card_digits::{Digits, has_issuer};
use super::card_search;
use super::digit_groups::{digit_value, parse_groups};
use super::error::error_enum;
use crate::source::{Certain, may_contain_card_number};

/// A payment card number. Only its length and last four digits are stored.
///
/// A full number has 13 to 19 digits with blanks or hyphens between them, the prefix and length of an issuer
/// (ISO/IEC 7812) and passes the Luhn check.
///
/// ```
/// use universal_accounting::value::CardNumber;
///
/// assert_eq!(CardNumber::parse("4111-1111-1111-1111")?.to_string(), "************1111");
/// assert_eq!(CardNumber::find("Card 4111 1111 1111 1111, lunch"), Some(5..24));
/// assert_eq!(CardNumber::mask("Card 4111 1111 1111 1111, lunch"), "Card **** **** **** 1111, lunch");
/// # Ok::<(), universal_accounting::value::CardNumberError>(())
/// ```
#[derive(Clone, Copy)]
pub struct CardNumber {
    length: usize,
    last_four: [u8; 4],
}

error_enum! {
    /// The reason why a text as a whole is not a card number.
    pub enum CardNumberError {
        /// Not 13 to 19 digits with at most two blanks or hyphens between two of them.
        Form => "a card number has 13 to 19 digits, with blanks or hyphens between them",
        /// No issuer has numbers of this length that start with these digits.
        Issuer => "no card issuer has numbers of this length that start with these digits",
        /// The last digit is not the check digit of the others (Luhn).
        CheckDigit => "the last digit of the card number is not the check digit of the others",
    }
}

/// The number of digits at the end that masking leaves readable.
const UNMASKED_DIGITS: usize = 4;

/// Limit on how often a text is searched again for card numbers that masking has revealed.
const MAX_MASKING_ROUNDS: usize = 16;

impl CardNumber {
    /// Parses a text that is one full card number and nothing else.
    ///
    /// # Errors
    ///
    /// The text has another form, no card issuer uses such numbers, or the check digit is wrong.
    pub fn parse(text: &str) -> Result<Self, CardNumberError> {
        let groups = parse_groups(text).ok_or(CardNumberError::Form)?;
        let number = Digits::from_groups(text, &groups).ok_or(CardNumberError::Form)?;
        if !has_issuer(text, &groups) {
            return Err(CardNumberError::Issuer);
        }
        if !number.passes_luhn() {
            return Err(CardNumberError::CheckDigit);
        }
        let last_four = number
            .as_slice()
            .last_chunk()
            .ok_or(CardNumberError::Form)?;
        Ok(Self {
            length: number.as_slice().len(),
            last_four: *last_four,
        })
    }

    /// Returns the byte range of the first full card number in a text.
    #[must_use]
    pub fn find(text: &str) -> Option<Range<usize>> {
        Self::find_iter(text).next()
    }

    /// Whether a text contains a full card number.
    #[inline]
    pub(crate) fn is_in(text: &str) -> bool {
        may_contain_card_number(text.as_bytes()) && Self::find(text).is_some()
    }

    /// Whether JSON text contains a full card number, with its digits plain or escaped.
    pub(crate) fn is_in_json(json: &str) -> bool {
        if Self::is_in(json) {
            return true;
        }
        if !json.contains('\\') {
            return false;
        }
        let (mut text, mut rest) = (String::with_capacity(json.len()), json);
        while let Some((before, escape)) = rest.split_once('\\') {
            let (character, length) = unescape(escape);
            text.push_str(before);
            text.push(character);
            rest = escape.get(length..).unwrap_or_default();
        }
        text.push_str(rest);
        Self::is_in(&text)
    }

    /// Iterates over the byte ranges of the full card numbers in a text.
    ///
    /// Digits that belong to an IBAN, a payment reference or a word are skipped, and so are masked numbers.
    pub fn find_iter(text: &str) -> impl Iterator<Item = Range<usize>> {
        card_search::Search::new(text)
    }

    /// Replaces the digits of each card number in a text by `*`, except for the last four digits.
    #[must_use]
    pub fn mask(text: &str) -> Cow<'_, str> {
        let Cow::Owned(mut masked) = Self::mask_once(text) else {
            return Cow::Borrowed(text);
        };
        // Masking one number may turn the digits beside it into another complete number.
        for _ in 0..MAX_MASKING_ROUNDS {
            match Self::mask_once(&masked) {
                Cow::Borrowed(_) => return Cow::Owned(masked),
                Cow::Owned(again) => masked = again,
            }
        }
        // A text made up to need many rounds must not cost more time, so all of its digits are masked.
        Cow::Owned(masked.replace(|character| digit_value(character).is_some(), "*"))
    }

    fn mask_once(text: &str) -> Cow<'_, str> {
        let mut masked: Option<String> = None;
        let mut copied = 0;
        for found in Self::find_iter(text) {
            let (Some(before), Some(number)) =
                (text.get(copied..found.start), text.get(found.clone()))
            else {
                continue;
            };
            let masked = masked.get_or_insert_with(|| String::with_capacity(text.len()));
            masked.push_str(before);
            let mut hidden = number
                .chars()
                .filter_map(digit_value)
                .count()
                .saturating_sub(UNMASKED_DIGITS);
            masked.extend(number.chars().map(|character| {
                if hidden == 0 || digit_value(character).is_none() {
                    return character;
                }
                hidden -= 1;
                '*'
            }));
            copied = found.end;
        }
        let Some(mut masked) = masked else {
            return Cow::Borrowed(text);
        };
        masked.push_str(text.get(copied..).certain());
        Cow::Owned(masked)
    }
}

impl fmt::Display for CardNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hidden = self.length.saturating_sub(UNMASKED_DIGITS);
        write!(formatter, "{:*<hidden$}", "")?;
        self.last_four
            .iter()
            .try_for_each(|digit| write!(formatter, "{digit}"))
    }
}

/// Returns the character of a JSON escape, and the length of the escape after its backslash. The search needs only digits and
/// separators, so every other character is returned as a line end.
fn unescape(escape: &str) -> (char, usize) {
    let code = escape.strip_prefix('u').and_then(|digits| digits.get(..4));
    let code = code.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    match (
        code.and_then(|digits| u32::from_str_radix(digits, 16).ok()),
        escape.bytes().next(),
    ) {
        // Half of a surrogate pair isn't a digit.
        (Some(code), _) => (char::from_u32(code).unwrap_or('\n'), 5),
        (None, Some(b't')) => ('\t', 1),
        (None, Some(b'/')) => ('/', 1),
        (None, Some(b'"' | b'\\' | b'b' | b'f' | b'n' | b'r')) => ('\n', 1),
        // Not an escape of JSON: the digits after it don't belong to it.
        (None, _) => ('\n', 0),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Public test numbers of the issuers, which are no real cards.
    const NUMBERS: [&str; 14] = [
        "4111111111111111",
        "4012888888881881",
        "4222222222222",
        "5555555555554444",
        "5105105105105100",
        "2223003122003222",
        "378282246310005",
        "371449635398431",
        "30569309025904",
        "38520000023237",
        "6011111111111117",
        "3530111333300000",
        "6200000000000005",
        "6759649826438453",
    ];

    #[test]
    fn finds_and_masks_test_numbers_of_every_issuer() {
        for number in NUMBERS {
            let text = format!("Paid with {number}.");
            assert_eq!(
                CardNumber::find(&text),
                Some(10..10 + number.len()),
                "{number}"
            );
            let parsed = CardNumber::parse(number).unwrap();
            let masked = format!(
                "{}{}",
                "*".repeat(number.len() - 4),
                number.get(number.len() - 4..).unwrap()
            );
            assert_eq!(parsed.to_string(), masked);
            assert_eq!(format!("{parsed:?}"), format!("CardNumber({masked})"));
            assert_eq!(CardNumber::mask(&text), format!("Paid with {masked}."));
        }
    }

    #[test]
    fn errors_distinguish_form_issuer_and_check_digit() {
        let error = |text: &str| CardNumber::parse(text).unwrap_err();
        for text in [
            "",
            "411111111111",
            "4111   1111 1111 1111",
            " 4111111111111111",
            "4111111111111111x",
            &"4".repeat(20),
        ] {
            assert_eq!(error(text), CardNumberError::Form, "{text:?}");
        }
        assert_eq!(error("9111111111111111"), CardNumberError::Issuer);
        assert_eq!(error("41111111111111111"), CardNumberError::Issuer);
        assert_eq!(error("4111 1111 1111 1112"), CardNumberError::CheckDigit);
    }

    #[test]
    fn masks_several_numbers_and_nothing_else() {
        assert_eq!(
            CardNumber::mask("«4111-1111-1111-1111» → 3782 822463 10005, é"),
            "«****-****-****-1111» → **** ****** *0005, é"
        );
        assert_eq!(
            CardNumber::mask("4111111111111111 5555555555554444"),
            "************1111 ************4444"
        );
        assert_eq!(
            CardNumber::mask("46310005 60111105 6011111111111117"),
            "******** ****1105 ************1117"
        );
        assert_eq!(
            CardNumber::mask("4111\u{a0}1111\u{a0}1111\u{a0}1111"),
            "****\u{a0}****\u{a0}****\u{a0}1111"
        );
        assert!(matches!(
            CardNumber::mask("Migros 12.05.2025"),
            Cow::Borrowed(_)
        ));
    }

    proptest! {
        #[test]
        fn ranges_are_ordered_and_masking_keeps_the_length(text in "[-0-9４１ A-Za-z./_*é\u{a0}\u{200b}]{0,80}|\\PC{0,40}") {
            let mut end = 0;
            for found in CardNumber::find_iter(&text) {
                prop_assert!(found.start >= end && text.get(found.clone()).is_some());
                end = found.end;
            }
            prop_assert_eq!(CardNumber::mask(&text).chars().count(), text.chars().count());
        }

        #[test]
        fn masked_texts_contain_no_number(number in 0..NUMBERS.len(), before in "([A-Za-z]{0,8} |[0-9]{1,3} )?", after in "( [0-9]{1,3}|,[0-9]{2}| [a-z]{1,9})?") {
            let text = format!("{before}{}{after}", NUMBERS[number]);
            prop_assert!(!CardNumber::mask(&text).contains(NUMBERS[number]));
            let masked = CardNumber::mask(&text).into_owned();
            prop_assert_eq!(CardNumber::find(&masked), None);
        }

        #[test]
        fn finds_numbers_behind_json_escapes(before in "([\\\\/\"\t\n\r\u{8}😀é a-z]|[0-9]{1,4} ?){0,8}", number in 0..NUMBERS.len(), escaped in any::<bool>()) {
            let text = format!("{before}{}", NUMBERS[number]);
            let mut json = serde_json::to_string(&text).unwrap();
            if escaped {
                let units = text.encode_utf16().map(|unit| format!("\\u{unit:04x}"));
                json = format!("\"{}\"", units.collect::<String>());
            }
            prop_assert!(CardNumber::is_in_json(&json) || CardNumber::find(&text).is_none(), "{json}");
        }
    }
}
