use std::fmt;

use super::error::error_enum;
use super::iban_registry::{CharacterClass, MAX_LENGTH, Structure, has_valid_check_digits};
use crate::source::{Block, Certain};

/// An international bank account number (ISO 13616) of a registered country, with valid length, structure and check digits.
///
/// Parsing is lenient about spelling: it accepts blanks of any kind, hyphens, dots and lower case. The value has the canonical form, in
/// upper case without separators.
///
/// ```
/// use universal_accounting::value::{Iban, IbanError};
///
/// let iban = Iban::parse("ch93 0076 2011 6238 5295 7")?;
/// assert_eq!(iban.as_str(), "CH9300762011623852957");
/// assert_eq!(iban.grouped().to_string(), "CH93 0076 2011 6238 5295 7");
/// assert_eq!(Iban::parse("CH9300762011623852958"), Err(IbanError::CheckDigits));
/// # Ok::<(), IbanError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Iban {
    characters: [u8; MAX_LENGTH],
    length: u8,
}

error_enum! {
    /// The reason why a text is not an IBAN.
    pub enum IbanError {
        /// Not two letters followed by letters and digits.
        Form => "an IBAN is the two letters of a country followed by letters and digits",
        /// The country isn't in the IBAN registry.
        Country => "no IBANs are registered for this country; check its two letters",
        /// Too short or too long for its country, blanks, hyphens and dots not counted.
        Length {
            /// The number of characters of an IBAN of this country.
            expected: usize,
            /// The number of characters found.
            found: usize,
        } => "an IBAN of this country has {expected} characters, here are {found}",
        /// A letter where the country's IBANs have a digit, or the other way round.
        Structure {
            /// The position of the character, counted from 1 without blanks, hyphens and dots.
            position: usize,
            /// The class of characters at this position.
            expected: &'static str,
        } => "character {position} of an IBAN of this country is {expected}",
        /// The check digits don't match: a character is wrong or two are swapped.
        CheckDigits => "the check digits of the IBAN don't match; a character is wrong or two are swapped",
    }
}

impl Iban {
    /// Parses an IBAN in any spelling.
    ///
    /// # Errors
    ///
    /// The text has another form, the country isn't registered, or length, structure or check digits are wrong.
    pub fn parse(text: &str) -> Result<Self, IbanError> {
        // Most IBANs have the canonical form, which needs no loop over the characters.
        if let Some(characters) = parse_canonical(text) {
            return Self::from_characters(characters, text.len());
        }
        let mut characters = [0; MAX_LENGTH];
        let mut found = 0;
        for character in text.chars() {
            let byte = match u8::try_from(character) {
                Ok(byte @ (b'0'..=b'9' | b'A'..=b'Z')) => byte,
                Ok(byte @ b'a'..=b'z') => byte.to_ascii_uppercase(),
                Ok(b'-' | b'.') => continue,
                // Printed hyphens are mostly other characters than the hyphen of a keyboard.
                _ if character.is_whitespace()
                    || matches!(character, '\u{2010}'..='\u{2015}' | '\u{2212}') =>
                {
                    continue;
                }
                _ => return Err(IbanError::Form),
            };
            if let Some(target) = characters.get_mut(found) {
                *target = byte;
            }
            found += 1;
        }
        Self::from_characters(characters, found)
    }

    /// Returns the canonical form: upper case, no separators.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // Always valid UTF-8: `parse` accepts only ASCII letters and digits.
        str::from_utf8(self.as_bytes()).certain()
    }

    /// Formats the IBAN as on paper, in groups of four.
    #[must_use]
    pub fn grouped(self) -> impl fmt::Display {
        Grouped(self)
    }

    /// Returns the two letters of the country: the ISO 3166-1 code or, for Kosovo, the code of the IBAN registry.
    #[must_use]
    pub fn country(&self) -> &str {
        self.as_str().get(..2).certain()
    }

    /// Whether it is a QR-IBAN: of Switzerland or Liechtenstein, with institution 30000 to 31999 (SIX, QR-bill).
    ///
    /// A QR-IBAN is for payments with a QR reference; statements have the ordinary IBAN of the account.
    #[must_use]
    pub fn is_qr(&self) -> bool {
        matches!(
            self.as_bytes(),
            [b'C', b'H', _, _, b'3', b'0' | b'1', ..] | [b'L', b'I', _, _, b'3', b'0' | b'1', ..]
        )
    }

    /// Whether a text, valid or not, is most likely meant as an IBAN, so that an invalid one is worth a warning.
    ///
    /// Without blanks, the text must be two letters of one case, two digits and 11 to 30 letters and digits. Many payment references have this
    /// form too, so either the country must be registered and the length at most four characters off (a group lost or
    /// doubled), or everything after the country must be digits.
    #[must_use]
    pub(crate) fn looks_like(text: &str) -> bool {
        let compact: String = text
            .chars()
            .filter(|character| !character.is_whitespace())
            .take(MAX_LENGTH + 1)
            .collect();
        let Some((country, rest)) = compact.as_bytes().split_first_chunk::<2>() else {
            return false;
        };
        let one_case = country.iter().all(u8::is_ascii_uppercase)
            || country.iter().all(u8::is_ascii_lowercase);
        let has_check_digits = rest.iter().take(2).all(u8::is_ascii_digit);
        let has_valid_length = (15..=MAX_LENGTH).contains(&compact.len());
        if !one_case
            || !has_check_digits
            || !has_valid_length
            || !rest.iter().all(u8::is_ascii_alphanumeric)
        {
            return false;
        }
        match Structure::for_country(country.map(|letter| letter.to_ascii_uppercase())) {
            Some(structure) if structure.iban_length().abs_diff(compact.len()) <= 4 => true,
            _ => rest.iter().all(u8::is_ascii_digit),
        }
    }

    /// Returns why a text that is said to be an IBAN is none.
    ///
    /// Some countries have IBANs that the registry doesn't list, so with right check digits, an IBAN of an unknown country has no fault.
    pub(crate) fn find_fault(text: &str) -> Option<IbanError> {
        let fault = Self::parse(text).err()?;
        let is_unlisted = fault == IbanError::Country && Self::has_form_of_unlisted(text);
        (!is_unlisted).then_some(fault)
    }

    /// Whether a text has the form of an IBAN, whatever its country is, and right check digits.
    fn has_form_of_unlisted(text: &str) -> bool {
        let compact: String = text.split_whitespace().collect();
        let check_digits = compact.get(2..4).certain();
        let is_form = check_digits.bytes().all(|byte| byte.is_ascii_digit());
        let Some(characters) = parse_canonical(&compact).filter(|_| is_form) else {
            return false;
        };
        let Ok(length) = compact.len().try_into() else {
            return false;
        };
        let iban = Self { characters, length };
        has_valid_check_digits(iban.as_bytes())
    }

    /// Checks upper-case letters and digits. `found` is their number; only the first 34 of them are given.
    fn from_characters(characters: [u8; MAX_LENGTH], found: usize) -> Result<Self, IbanError> {
        let [first, second, ..] = characters;
        if !first.is_ascii_uppercase() || !second.is_ascii_uppercase() {
            return Err(IbanError::Form);
        }
        let structure = Structure::for_country([first, second]).ok_or(IbanError::Country)?;
        let expected = structure.iban_length();
        if found != expected {
            return Err(IbanError::Length { expected, found });
        }
        let iban = Self {
            characters,
            length: found.try_into().map_err(|_| IbanError::Form)?,
        };
        let letters = range_bits(&characters, b'A', b'Z');
        let mut start = 2;
        for (count, class) in std::iter::once((2, CharacterClass::Digit)).chain(structure.parts()) {
            let wrong = match class {
                CharacterClass::Digit => letters,
                CharacterClass::Letter => !letters,
                CharacterClass::LetterOrDigit => 0,
            };
            let offset = (wrong >> start)
                .trailing_zeros()
                .try_into()
                .unwrap_or(count);
            if offset < count {
                return Err(IbanError::Structure {
                    position: start + offset + 1,
                    expected: class.name(),
                });
            }
            start += count;
        }
        if has_valid_check_digits(iban.as_bytes()) {
            Ok(iban)
        } else {
            Err(IbanError::CheckDigits)
        }
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.characters.get(..self.length.into()).certain()
    }
}

/// Returns the characters of a text, if it is not longer than an IBAN and has only upper-case letters and digits.
fn parse_canonical(text: &str) -> Option<[u8; MAX_LENGTH]> {
    let mut characters = [0; MAX_LENGTH];
    characters
        .get_mut(..text.len())?
        .copy_from_slice(text.as_bytes());
    let allowed = range_bits(&characters, b'0', b'9') | range_bits(&characters, b'A', b'Z');
    (allowed.trailing_ones().try_into() == Ok(text.len())).then_some(characters)
}

/// Returns a bit for each character that is set where it lies between `first` and `last`; the lowest bit is the first character's. Blocks of sixteen
/// characters are compared at once, and the last two blocks overlap.
fn range_bits(characters: &[u8; MAX_LENGTH], first: u8, last: u8) -> u64 {
    let starts = [0, 16, MAX_LENGTH - 16];
    starts.into_iter().fold(0, |found, start| {
        let part = characters
            .get(start..)
            .and_then(<[u8]>::first_chunk)
            .copied()
            .unwrap_or_default();
        found | u64::from(Block::new(&part).in_range(first, last).to_bitmask()) << start
    })
}

struct Grouped(Iban);

impl fmt::Display for Grouped {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, group) in self.0.as_bytes().chunks(4).enumerate() {
            let blank = if index == 0 { "" } else { " " };
            write!(formatter, "{blank}{}", str::from_utf8(group).certain())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::value::CardNumber;

    proptest! {
        #[test]
        fn finds_no_card_number_in_an_iban(
            country in prop::sample::select(crate::value::iban_registry::REGISTRY.map(|(country, _)| country).to_vec()),
            digits in prop_oneof![Just("4111111111111111".to_owned()), Just("5555555555554444".to_owned()), "[0-9]{34}"],
            shift in 0_usize..16,
            letters in "[A-Z]{34}",
        ) {
            let mut digits = digits.chars().cycle().skip(shift);
            let mut letters = letters.chars();
            let structure = Structure::for_country(country).unwrap();
            let rest: String = structure
                .parts().flat_map(|(count, class)| std::iter::repeat_n(class, count))
                .map(|class| if class == CharacterClass::Letter { letters.next() } else { digits.next() }.unwrap())
                .collect();
            let [first, second] = country.map(char::from);
            let iban = (2..=98).map(|check| format!("{first}{second}{check:02}{rest}")).find(|text| Iban::parse(text).is_ok());
            prop_assert_eq!(CardNumber::find(&iban.unwrap()), None);
        }
    }

    #[test]
    fn every_spelling_has_the_same_canonical_form() {
        let spellings = [
            "CH9300762011623852957",
            "CH93 0076 2011 6238 5295 7",
            " ch93-0076.2011\u{a0}6238\t5295\u{202f}7\n",
            "cH9300762011623852957",
        ];
        for text in spellings {
            let iban = Iban::parse(text).unwrap();
            assert_eq!(
                (iban.as_str(), iban.country()),
                ("CH9300762011623852957", "CH")
            );
        }
        let iban = Iban::parse("NO9386011117947").unwrap();
        assert_eq!(
            format!("{iban} {iban:?} {}", iban.grouped()),
            "NO9386011117947 Iban(NO9386011117947) NO93 8601 1117 947"
        );
    }

    #[test]
    fn errors_have_position_and_expectation() {
        let structure = |position, expected: CharacterClass| IbanError::Structure {
            position,
            expected: expected.name(),
        };
        let rows = [
            ("", IbanError::Form),
            ("C", IbanError::Form),
            ("1H9300762011623852957", IbanError::Form),
            ("CH93\u{200b}00762011623852957", IbanError::Form),
            ("ＣＨ9300762011623852957", IbanError::Form),
            ("€1234567890123456", IbanError::Form),
            ("CH93007620116238529é7", IbanError::Form),
            ("DZ5800021000011130000005 70", IbanError::Country),
            ("AA110011123Z5678", IbanError::Country),
            (
                "CH",
                IbanError::Length {
                    expected: 21,
                    found: 2,
                },
            ),
            (
                "CH9300762011623852957CH9300762011623852957",
                IbanError::Length {
                    expected: 21,
                    found: 42,
                },
            ),
            ("CH720076A011623852957", structure(9, CharacterClass::Digit)),
            (
                "GB2LABBY09012857201707",
                structure(4, CharacterClass::Digit),
            ),
            (
                "GB82 1EST 1234 5698 7654 32",
                structure(5, CharacterClass::Letter),
            ),
            ("CH9300762011623852958", IbanError::CheckDigits),
            ("CH9300762011623825957", IbanError::CheckDigits),
        ];
        for (text, error) in rows {
            assert_eq!(Iban::parse(text), Err(error), "{text:?}");
        }
        assert_eq!(
            structure(9, CharacterClass::Digit).to_string(),
            "character 9 of an IBAN of this country is a digit"
        );
    }

    #[test]
    fn rejects_check_digits_00_01_and_99() {
        for text in [
            "CH9900762000000000051",
            "CH0000762000000000087",
            "CH0100762000000000069",
        ] {
            assert_eq!(Iban::parse(text), Err(IbanError::CheckDigits));
        }
        assert!(Iban::parse("CH9800762000000000069").is_ok());
    }

    #[test]
    fn recognizes_qr_ibans_by_their_institution() {
        for (text, is_qr) in [
            ("CH4431999123000889012", true),
            ("CH2131000000123456789", true),
            ("LI6331234000123456789", true),
            ("CH6429999000123456789", false),
            ("CH6732000000123456789", false),
            ("CH9300762011623852957", false),
        ] {
            assert_eq!(Iban::parse(text).unwrap().is_qr(), is_qr, "{text}");
        }
    }

    #[test]
    fn looks_like_accepts_only_probable_ibans() {
        let probable = [
            "CH9300762011623852957",
            "CH93 0076 2011 6238 5295",
            "ch9300762011623852958",
            "LL8220036212570354316",
            "GB82WEST12345698765432",
            "MT84MALT011000012345MTLCAST001S",
            "DE8937040044053201300",
        ];
        for text in probable {
            assert!(Iban::looks_like(text), "{text}");
        }
        let others = [
            "",
            "CH",
            "CH93",
            "001-234567-01",
            "4111111111111111",
            "TX2025A1310000012345",
            "de305d54-75b4-431b-adb2-eb6b9e546014",
            "Ab12345678901234567",
            "CHE-123.456.789",
            "LL822003621",
            "CH9300762011623852957CH93007620116",
            "éé12345678901234567",
        ];
        for text in others {
            assert!(!Iban::looks_like(text), "{text}");
        }
    }
}

/// Compares the parser with the crate `iban`.
#[cfg(test)]
mod oracle {
    use proptest::prelude::*;

    use super::*;
    use crate::value::iban_registry::{REGISTRY, Structure};

    /// Generates valid IBANs of all countries.
    fn valid_iban() -> impl Strategy<Value = String> {
        (0..REGISTRY.len(), proptest::collection::vec(0..36_u8, 30)).prop_map(|(row, choices)| {
            let country = REGISTRY[row].0;
            let classes = Structure::for_country(country)
                .unwrap()
                .parts()
                .flat_map(|(count, class)| std::iter::repeat_n(class, count));
            let account: String = classes
                .zip(choices)
                .map(|(class, choice)| character(class, choice))
                .collect();
            let country = str::from_utf8(&country).unwrap();
            format!(
                "{country}{:02}{account}",
                98 - remainder(&format!("{account}{country}00"))
            )
        })
    }

    fn character(class: CharacterClass, choice: u8) -> char {
        let number = match class {
            CharacterClass::Digit => choice % 10,
            CharacterClass::Letter => 10 + choice % 26,
            CharacterClass::LetterOrDigit => choice,
        };
        char::from_digit(number.into(), 36)
            .unwrap()
            .to_ascii_uppercase()
    }

    /// Returns the number that letters and digits make, with letters counting from 10, modulo 97.
    fn remainder(text: &str) -> u32 {
        let decimal: String = text
            .chars()
            .map(|character| character.to_digit(36).unwrap().to_string())
            .collect();
        decimal.chars().fold(0, |number, digit| {
            (number * 10 + digit.to_digit(10).unwrap()) % 97
        })
    }

    /// Whether the crate `iban` is known to differ: it lacks two newer countries and accepts the check digits 99.
    fn is_known_to_differ(text: &str) -> bool {
        ["PK", "HN"].iter().any(|country| text.starts_with(country)) || text.get(2..4) == Some("99")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn valid_ibans_are_accepted(text in valid_iban(), separator in "[ .\t\u{a0}-]") {
            let iban = Iban::parse(&text).unwrap();
            prop_assert_eq!(iban.as_str(), &text);
            prop_assert_eq!(Iban::parse(&iban.grouped().to_string().to_lowercase().replace(' ', &separator)), Ok(iban));
            prop_assert!(Iban::parse(&text).is_ok_and(|iban| iban.as_str() == text) && Iban::looks_like(&text));
            prop_assert!(is_known_to_differ(&text) || text.parse::<iban::Iban>().is_ok());
        }

        #[test]
        fn one_wrong_character_is_rejected(text in valid_iban(), position in 0..34_usize, choice in 0..36_u8) {
            let mut characters: Vec<char> = text.chars().collect();
            let position = position % characters.len();
            let other = character(CharacterClass::LetterOrDigit, choice);
            prop_assume!(characters[position] != other);
            characters[position] = other;
            let mutated: String = characters.into_iter().collect();
            let theirs = mutated.parse::<iban::Iban>().is_ok();
            prop_assert!(is_known_to_differ(&mutated) || Iban::parse(&mutated).is_ok() == theirs, "{}", mutated);
            // Letters count as two digits, so a letter in place of a digit may pass the check.
            if text.as_bytes()[position].is_ascii_digit() == other.is_ascii_digit() {
                prop_assert!(Iban::parse(&mutated).is_err());
            }
        }

        #[test]
        fn swaps_cuts_and_other_check_digits_agree(text in valid_iban(), position in 0..34_usize, check_digits in 0..100_u8, cut in 0..35_usize) {
            let mut swapped: Vec<char> = text.chars().collect();
            let position = position % (swapped.len() - 1);
            swapped.swap(position, position + 1);
            let checked = format!("{}{check_digits:02}{}", text.get(..2).unwrap(), text.get(4..).unwrap());
            let longer = format!("{text}0");
            for mutated in [swapped.into_iter().collect(), checked, text.chars().take(cut).collect(), longer] {
                let ours = Iban::parse(&mutated);
                let theirs = mutated.parse::<iban::Iban>();
                prop_assert!(is_known_to_differ(&mutated) || ours.is_ok() == theirs.is_ok(), "{} {:?} {:?}", mutated, ours, theirs);
            }
        }

        #[test]
        fn structure_errors_have_a_valid_position(text in "\\PC{0,40}|[A-Z]{2}[0-9]{2}[A-Za-z0-9 .-]{0,40}") {
            let _ = Iban::looks_like(&text);
            if let Err(IbanError::Structure { position, .. }) = Iban::parse(&text) {
                prop_assert!((3..=34).contains(&position));
            }
        }
    }
}
