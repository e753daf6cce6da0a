//! Which nine digits a text means that writes a business identification number in another form.

/// What is added to the number of who is registered for value added tax: German, French, Italian, Romansh.
static VAT_SUFFIXES: [&str; 4] = ["MWST", "TVA", "IVA", "TPV"];

/// What is added to the number of who stands in the commercial register.
static REGISTER_SUFFIXES: [&str; 2] = ["HR", "RC"];

/// The digits of any spelling with the prefix CHE, suffixes included.
pub(super) fn prefixed(text: &str) -> Option<[u8; 9]> {
    spelled(without_prefix(text)?)
}

/// The digits of any spelling that starts with a digit. A text that starts with a dash would be a negative number.
pub(super) fn bare(text: &str) -> Option<[u8; 9]> {
    text.trim_start().starts_with(|first: char| first.is_ascii_digit()).then(|| spelled(text)).flatten()
}

/// Nine digits with separators anywhere, then the suffixes.
fn spelled(text: &str) -> Option<[u8; 9]> {
    let mut characters = text.chars();
    let mut digits = [0; 9];
    for place in &mut digits {
        let character = characters.find(|character| !is_separator(*character))?;
        *place = character.try_into().ok().filter(u8::is_ascii_digit)?;
    }
    are_suffixes(characters.as_str()).then_some(digits)
}

/// What follows CHE, in any case, at the start.
fn without_prefix(text: &str) -> Option<&str> {
    let (prefix, rest) = text.trim_start().split_at_checked(3)?;
    prefix.eq_ignore_ascii_case("CHE").then_some(rest)
}

/// Dots, blanks of any kind and what looks like a hyphen.
fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, '.' | '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Whether a text is nothing, or at most one suffix of each kind.
fn are_suffixes(text: &str) -> bool {
    let is_one_of = |suffixes: &[&str], word: &str| suffixes.iter().any(|suffix| word.eq_ignore_ascii_case(suffix));
    let (mut vat, mut register) = (false, false);
    text.split(|character| is_separator(character) || character == '/').filter(|word| !word.is_empty()).all(|word| {
        let seen = if is_one_of(&VAT_SUFFIXES, word) {
            &mut vat
        } else if is_one_of(&REGISTER_SUFFIXES, word) {
            &mut register
        } else {
            return false;
        };
        !std::mem::replace(seen, true)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::value::uid::tests::right_uid;
    use crate::value::{Uid, UidFault};

    fn uid(text: &str) -> Uid {
        Uid::parse(text).unwrap()
    }

    #[test]
    fn other_spellings_of_a_right_number_are_mended() {
        let right = uid("CHE-109.322.551");
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
            assert_eq!(Uid::parse(text), Err(UidFault::Spelling(right)), "{text:?}");
            assert_eq!(Uid::parse_with_suffix(text), Some(right), "{text:?}");
        }
        for text in ["109322551", "109.322.551", " 109-322-551", "109322551MWST"] {
            assert_eq!(Uid::parse(text), Err(UidFault::Prefix(right)), "{text:?}");
            assert_eq!(Uid::parse_with_suffix(text), None, "{text:?}");
        }
    }

    #[test]
    fn what_is_no_right_number_is_not_mended() {
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
            assert_eq!(Uid::parse(text), Err(UidFault::Form), "{text:?}");
        }
    }

    #[test]
    fn a_tax_number_shows_its_number_even_with_wrong_digits() {
        assert_eq!(Uid::parse_with_suffix("CHE-123.456.789 MWST"), Some(uid("CHE-123.456.789")));
        assert_eq!(Uid::parse_with_suffix("CHE-123.456.789"), Some(uid("CHE-123.456.789")));
        for text in ["CHE-123.456.789 VAT", "CHE-123.456 MWST", "MWST", "CH-020.4.001.234-5"] {
            assert_eq!(Uid::parse_with_suffix(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_right_number_is_read_in_any_spelling(
            right in right_uid(),
            prefix in "(CHE|che|Che|)",
            separators in proptest::collection::vec("[-. \u{a0}\u{202f}\u{2010}-\u{2015}\u{2212}]{0,2}", 9),
            suffix in "( ?(MWST|mwst|MwSt|TVA|IVA|TPV|HR|RC|HR/MWST|TVA / RC))?[ .]?",
        ) {
            let digits = right.to_string().replace(|character: char| !character.is_ascii_digit(), "");
            // Without the prefix no separator comes first.
            let separators = separators.iter().enumerate().map(|(place, text)| if place == 0 && prefix.is_empty() { "" } else { text });
            let spelled: String = separators.zip(digits.chars()).flat_map(|(separator, digit)| separator.chars().chain([digit])).collect();
            let text = format!("{prefix}{spelled}{suffix}");
            let expected = match &*prefix {
                "" => Err(UidFault::Prefix(right)),
                _ if text == right.to_string() => Ok(right),
                _ => Err(UidFault::Spelling(right)),
            };
            prop_assert_eq!(Uid::parse(&text), expected);
        }
    }
}
