//! The IBAN registry of ISO 13616, release 102 of June 2026: the structure of the account number of each country.

use super::text::code_bytes;

/// The class of characters that are valid at a position in an IBAN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CharacterClass {
    /// A digit (`n` in the registry).
    Digit,
    /// A letter (`a`).
    Letter,
    /// A letter or a digit (`c`).
    LetterOrDigit,
}

macro_rules! registry {
    ($($country:ident $structure:tt,)*) => {
        [$((code_bytes(stringify!($country)), stringify!($structure))),*]
    };
}

/// Country and structure, sorted by country. `5n12c` is five digits, then twelve letters or digits; `a` means letters.
pub(super) static REGISTRY: [([u8; 2], &str); 89] = registry! {
    AD 8n12c, AE 19n, AL 8n16c, AT 16n, AZ 4a20c,
    BA 16n, BE 12n, BG 4a6n8c, BH 4a14c, BI 23n, BR 23n1a1c, BY 4c4n16c,
    CH 5n12c, CR 18n, CY 8n16c, CZ 20n,
    DE 18n, DJ 23n, DK 14n, DO 4c20n,
    EE 16n, EG 25n, ES 20n,
    FI 14n, FK 2a12n, FO 14n, FR 10n11c2n,
    GB 4a14n, GE 2a16n, GI 4a15c, GL 14n, GR 7n16c, GT 24c,
    HN 4a20n, HR 17n, HU 24n,
    IE 4a14n, IL 19n, IQ 4a15n, IS 22n, IT 1a10n12c,
    JO 4a4n18c,
    KW 4a22c, KZ 3n13c,
    LB 4n20c, LC 4a24c, LI 5n12c, LT 16n, LU 3n13c, LV 4a13c, LY 21n,
    MC 10n11c2n, MD 20c, ME 18n, MK 3n10c2n, MN 16n, MR 23n, MT 4a5n18c, MU 4a19n3a,
    NI 4a20n, NL 4a10n, NO 11n,
    OM 3n16c,
    PK 4a16c, PL 24n, PS 4a21c, PT 21n,
    QA 4a21c,
    RO 4a16c, RS 18n, RU 14n15c,
    SA 2n18c, SC 4a20n3a, SD 14n, SE 20n, SI 15n, SK 20n, SM 1a10n12c, SO 19n, ST 21n, SV 4a20n,
    TL 19n, TN 20n, TR 6n16c,
    UA 6n19c,
    VA 18n, VG 4a16n,
    XK 16n,
    YE 4a4n18c,
};

/// The length of the longest IBAN that the standard allows.
pub(super) const MAX_LENGTH: usize = 34;

/// The structure of the account number after the check digits: at most three parts, each with its length and class.
#[derive(Clone, Copy)]
pub(super) struct Structure([(u8, CharacterClass); 3]);

impl Structure {
    /// Returns the structure for a country in upper-case letters, if the country is registered.
    pub(super) fn for_country(country: [u8; 2]) -> Option<&'static Self> {
        let [first, second] = country.map(|letter| usize::from(letter.wrapping_sub(b'A')));
        STRUCTURES.get(first)?.get(second)?.as_ref()
    }

    /// Returns the length of the whole IBAN: country, check digits and account number.
    pub(super) fn iban_length(self) -> usize {
        4 + self.parts().map(|(count, _)| count).sum::<usize>()
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = (usize, CharacterClass)> {
        self.0
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, class)| (count.into(), class))
    }
}

/// The registry, parsed at compile time and indexed by the letters of the country: a binary search would take longer than the rest of the check.
#[allow(
    clippy::as_conversions,
    clippy::indexing_slicing,
    reason = "runs at compile time only"
)]
static STRUCTURES: [[Option<Structure>; 26]; 26] = {
    let mut structures = [[None; 26]; 26];
    let mut row = 0;
    while row < REGISTRY.len() {
        let ([first, second], structure) = REGISTRY[row];
        structures[(first - b'A') as usize][(second - b'A') as usize] =
            Some(parse_structure(structure.as_bytes()));
        row += 1;
    }
    structures
};

#[allow(
    clippy::as_conversions,
    clippy::indexing_slicing,
    reason = "runs at compile time only"
)]
const fn parse_structure(text: &[u8]) -> Structure {
    let mut parts = [(0, CharacterClass::LetterOrDigit); 3];
    let (mut part, mut index) = (0, 0);
    while index < text.len() {
        match text[index] {
            b'n' => parts[part].1 = CharacterClass::Digit,
            b'a' => parts[part].1 = CharacterClass::Letter,
            b'c' => {}
            digit => parts[part].0 = parts[part].0 * 10 + digit - b'0',
        }
        part += text[index].is_ascii_lowercase() as usize;
        index += 1;
    }
    Structure(parts)
}

impl CharacterClass {
    /// Returns the class as it is named in a sentence.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Digit => "a digit",
            Self::Letter => "a letter",
            Self::LetterOrDigit => "a letter or a digit",
        }
    }
}

/// Returns whether the canonical characters of an IBAN have the remainder 1 modulo 97 (ISO 7064). The check digits 00, 01 and 99 have the same remainder as 97, 98 and 02, but are invalid: the standard computes
/// only 02 to 98.
pub(super) fn has_valid_check_digits(characters: &[u8]) -> bool {
    let Some((head, account)) = characters.split_first_chunk() else {
        return false;
    };
    // Remainders are slow, so there is one for eight characters: after a number below 97, 64 bits have room for eight letters, which count as
    // two digits each.
    let remainder = account.chunks(8).fold(0, |number, characters| {
        let of_digits = characters
            .try_into()
            .ok()
            .and_then(parse_eight_digits)
            .map(|digits| number * 100_000_000 + digits);
        let of_characters = || {
            characters.iter().fold(number, |number, byte| match byte {
                b'0'..=b'9' => number * 10 + u64::from(byte - b'0'),
                letter => number * 100 + u64::from(letter - b'A') + 10,
            })
        };
        of_digits.unwrap_or_else(of_characters) % 97
    });
    let [first, second, tens, ones] = *head;
    let country = (u64::from(first - b'A') + 10) * 100 + u64::from(second - b'A') + 10;
    let check = u64::from(tens - b'0') * 10 + u64::from(ones - b'0');
    (remainder * 1_000_000 + country * 100 + check) % 97 == 1
        && !matches!((tens, ones), (b'0', b'0' | b'1') | (b'9', b'9'))
}

/// Returns the number that eight ASCII digits make, or `None` for other bytes. Joins neighbouring digits at once, then pairs, then groups of four.
fn parse_eight_digits(bytes: [u8; 8]) -> Option<u64> {
    let digits = u64::from_le_bytes(bytes) ^ 0x3030_3030_3030_3030;
    // A byte that isn't a digit sets its highest bit in the sum.
    if (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080 != 0 {
        return None;
    }
    let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    Some((fours * 10_000 + (fours >> 32)) & 0xffff_ffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registry_is_sorted_and_well_formed() {
        assert!(REGISTRY.is_sorted_by(|(left, _), (right, _)| left < right));
        for (country, structure) in &REGISTRY {
            assert!(country.iter().all(u8::is_ascii_uppercase));
            let formatted = Structure::for_country(*country).unwrap().parts().fold(
                String::new(),
                |text, (count, class)| {
                    let letter = match class {
                        CharacterClass::Digit => 'n',
                        CharacterClass::Letter => 'a',
                        CharacterClass::LetterOrDigit => 'c',
                    };
                    format!("{text}{count}{letter}")
                },
            );
            assert_eq!(formatted, *structure);
        }
    }

    #[test]
    fn computes_the_length_from_the_structure() {
        for (country, length) in [
            (*b"NO", 15),
            (*b"BE", 16),
            (*b"CH", 21),
            (*b"LI", 21),
            (*b"DE", 22),
            (*b"LC", 32),
            (*b"RU", 33),
        ] {
            assert_eq!(
                Structure::for_country(country).unwrap().iban_length(),
                length
            );
        }
        assert!(Structure::for_country(*b"DZ").is_none());
        assert!(REGISTRY.iter().all(|(country, _)| {
            (15..=34).contains(&Structure::for_country(*country).unwrap().iban_length())
        }));
    }
}
