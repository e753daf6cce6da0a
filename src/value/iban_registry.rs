//! The IBAN registry of ISO 13616, release 102 of June 2026: what follows the check digits in each country.

use std::{fmt, slice};

/// Which characters may stand at a place in an IBAN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CharacterClass {
    /// A digit (`n` in the registry).
    Digit,
    /// A letter (`a`).
    Letter,
    /// A letter or a digit (`c`).
    LetterOrDigit,
}

/// Country and structure, sorted by country. `5n12c` is five digits, then twelve letters or digits; `a` is a letter.
pub(super) static REGISTRY: [([u8; 2], &str); 89] = [
    (*b"AD", "8n12c"),
    (*b"AE", "19n"),
    (*b"AL", "8n16c"),
    (*b"AT", "16n"),
    (*b"AZ", "4a20c"),
    (*b"BA", "16n"),
    (*b"BE", "12n"),
    (*b"BG", "4a6n8c"),
    (*b"BH", "4a14c"),
    (*b"BI", "23n"),
    (*b"BR", "23n1a1c"),
    (*b"BY", "4c4n16c"),
    (*b"CH", "5n12c"),
    (*b"CR", "18n"),
    (*b"CY", "8n16c"),
    (*b"CZ", "20n"),
    (*b"DE", "18n"),
    (*b"DJ", "23n"),
    (*b"DK", "14n"),
    (*b"DO", "4c20n"),
    (*b"EE", "16n"),
    (*b"EG", "25n"),
    (*b"ES", "20n"),
    (*b"FI", "14n"),
    (*b"FK", "2a12n"),
    (*b"FO", "14n"),
    (*b"FR", "10n11c2n"),
    (*b"GB", "4a14n"),
    (*b"GE", "2a16n"),
    (*b"GI", "4a15c"),
    (*b"GL", "14n"),
    (*b"GR", "7n16c"),
    (*b"GT", "24c"),
    (*b"HN", "4a20n"),
    (*b"HR", "17n"),
    (*b"HU", "24n"),
    (*b"IE", "4a14n"),
    (*b"IL", "19n"),
    (*b"IQ", "4a15n"),
    (*b"IS", "22n"),
    (*b"IT", "1a10n12c"),
    (*b"JO", "4a4n18c"),
    (*b"KW", "4a22c"),
    (*b"KZ", "3n13c"),
    (*b"LB", "4n20c"),
    (*b"LC", "4a24c"),
    (*b"LI", "5n12c"),
    (*b"LT", "16n"),
    (*b"LU", "3n13c"),
    (*b"LV", "4a13c"),
    (*b"LY", "21n"),
    (*b"MC", "10n11c2n"),
    (*b"MD", "20c"),
    (*b"ME", "18n"),
    (*b"MK", "3n10c2n"),
    (*b"MN", "16n"),
    (*b"MR", "23n"),
    (*b"MT", "4a5n18c"),
    (*b"MU", "4a19n3a"),
    (*b"NI", "4a20n"),
    (*b"NL", "4a10n"),
    (*b"NO", "11n"),
    (*b"OM", "3n16c"),
    (*b"PK", "4a16c"),
    (*b"PL", "24n"),
    (*b"PS", "4a21c"),
    (*b"PT", "21n"),
    (*b"QA", "4a21c"),
    (*b"RO", "4a16c"),
    (*b"RS", "18n"),
    (*b"RU", "14n15c"),
    (*b"SA", "2n18c"),
    (*b"SC", "4a20n3a"),
    (*b"SD", "14n"),
    (*b"SE", "20n"),
    (*b"SI", "15n"),
    (*b"SK", "20n"),
    (*b"SM", "1a10n12c"),
    (*b"SO", "19n"),
    (*b"ST", "21n"),
    (*b"SV", "4a20n"),
    (*b"TL", "19n"),
    (*b"TN", "20n"),
    (*b"TR", "6n16c"),
    (*b"UA", "6n19c"),
    (*b"VA", "18n"),
    (*b"VG", "4a16n"),
    (*b"XK", "16n"),
    (*b"YE", "4a4n18c"),
];

/// The structure of a country's account number, if the country is registered; its letters are upper case.
pub(super) fn structure(country: [u8; 2]) -> Option<Structure> {
    let [first, second] = country.map(|letter| usize::from(letter.wrapping_sub(b'A')));
    let parts = STRUCTURES.get(first)?.get(second)?.as_ref()?;
    Some(Structure { parts: parts.iter() })
}

/// At most so many parts a structure has.
const MOST: usize = 3;

/// The parts of a structure; one without characters is none.
type Parts = [(u8, CharacterClass); MOST];

/// What the compiler reads in the registry, by the letters of the country: a binary search takes longer than all else that is done with an IBAN.
#[allow(clippy::as_conversions, clippy::indexing_slicing, reason = "runs in the compiler alone")]
static STRUCTURES: [[Option<Parts>; 26]; 26] = {
    let mut structures = [[None; 26]; 26];
    let mut row = 0;
    while row < REGISTRY.len() {
        let ([first, second], structure) = REGISTRY[row];
        structures[(first - b'A') as usize][(second - b'A') as usize] = Some(parts(structure.as_bytes()));
        row += 1;
    }
    structures
};

#[allow(clippy::as_conversions, clippy::indexing_slicing, reason = "runs in the compiler alone")]
const fn parts(structure: &[u8]) -> Parts {
    let mut parts = [(0, CharacterClass::LetterOrDigit); MOST];
    let (mut part, mut at) = (0, 0);
    while at < structure.len() {
        match structure[at] {
            b'n' => parts[part].1 = CharacterClass::Digit,
            b'a' => parts[part].1 = CharacterClass::Letter,
            b'c' => {}
            digit => parts[part].0 = parts[part].0 * 10 + digit - b'0',
        }
        part += structure[at].is_ascii_lowercase() as usize;
        at += 1;
    }
    parts
}

/// How many characters of which class follow one another.
#[derive(Clone)]
pub(super) struct Structure {
    parts: slice::Iter<'static, (u8, CharacterClass)>,
}

impl Structure {
    /// Length of the whole IBAN: country, check digits and account number.
    pub(super) fn iban_length(&self) -> usize {
        4 + self.clone().map(|(count, _)| count).sum::<usize>()
    }
}

impl Iterator for Structure {
    type Item = (usize, CharacterClass);

    fn next(&mut self) -> Option<Self::Item> {
        self.parts.next().filter(|(count, _)| *count > 0).map(|(count, class)| (usize::from(*count), *class))
    }
}

impl fmt::Display for CharacterClass {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Digit => "a digit",
            Self::Letter => "a letter",
            Self::LetterOrDigit => "a letter or a digit",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_registry_is_sorted_and_well_formed() {
        assert!(REGISTRY.is_sorted_by(|(left, _), (right, _)| left < right));
        for (country, text) in &REGISTRY {
            assert!(country.iter().all(u8::is_ascii_uppercase));
            let written = structure(*country).unwrap().fold(String::new(), |written, (count, class)| {
                let letter = match class {
                    CharacterClass::Digit => 'n',
                    CharacterClass::Letter => 'a',
                    CharacterClass::LetterOrDigit => 'c',
                };
                format!("{written}{count}{letter}")
            });
            assert_eq!(written, *text);
        }
    }

    #[test]
    fn lengths_follow_from_the_structure() {
        for (country, length) in
            [(*b"NO", 15), (*b"BE", 16), (*b"CH", 21), (*b"LI", 21), (*b"DE", 22), (*b"LC", 32), (*b"RU", 33)]
        {
            assert_eq!(structure(country).unwrap().iban_length(), length);
        }
        assert!(structure(*b"DZ").is_none());
        assert!(REGISTRY.iter().all(|(country, _)| (15..=34).contains(&structure(*country).unwrap().iban_length())));
    }
}
