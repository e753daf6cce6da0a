//! The IBAN registry of ISO 13616, release 102 of June 2026: what follows the check digits in each country.

use super::iban::CharacterClass;

/// Country and structure, sorted by country. `5n12c` is five digits, then twelve letters or digits; `a` is a letter.
pub(super) static REGISTRY: [(&str, &str); 89] = [
    ("AD", "8n12c"),
    ("AE", "19n"),
    ("AL", "8n16c"),
    ("AT", "16n"),
    ("AZ", "4a20c"),
    ("BA", "16n"),
    ("BE", "12n"),
    ("BG", "4a6n8c"),
    ("BH", "4a14c"),
    ("BI", "23n"),
    ("BR", "23n1a1c"),
    ("BY", "4c4n16c"),
    ("CH", "5n12c"),
    ("CR", "18n"),
    ("CY", "8n16c"),
    ("CZ", "20n"),
    ("DE", "18n"),
    ("DJ", "23n"),
    ("DK", "14n"),
    ("DO", "4c20n"),
    ("EE", "16n"),
    ("EG", "25n"),
    ("ES", "20n"),
    ("FI", "14n"),
    ("FK", "2a12n"),
    ("FO", "14n"),
    ("FR", "10n11c2n"),
    ("GB", "4a14n"),
    ("GE", "2a16n"),
    ("GI", "4a15c"),
    ("GL", "14n"),
    ("GR", "7n16c"),
    ("GT", "24c"),
    ("HN", "4a20n"),
    ("HR", "17n"),
    ("HU", "24n"),
    ("IE", "4a14n"),
    ("IL", "19n"),
    ("IQ", "4a15n"),
    ("IS", "22n"),
    ("IT", "1a10n12c"),
    ("JO", "4a4n18c"),
    ("KW", "4a22c"),
    ("KZ", "3n13c"),
    ("LB", "4n20c"),
    ("LC", "4a24c"),
    ("LI", "5n12c"),
    ("LT", "16n"),
    ("LU", "3n13c"),
    ("LV", "4a13c"),
    ("LY", "21n"),
    ("MC", "10n11c2n"),
    ("MD", "20c"),
    ("ME", "18n"),
    ("MK", "3n10c2n"),
    ("MN", "16n"),
    ("MR", "23n"),
    ("MT", "4a5n18c"),
    ("MU", "4a19n3a"),
    ("NI", "4a20n"),
    ("NL", "4a10n"),
    ("NO", "11n"),
    ("OM", "3n16c"),
    ("PK", "4a16c"),
    ("PL", "24n"),
    ("PS", "4a21c"),
    ("PT", "21n"),
    ("QA", "4a21c"),
    ("RO", "4a16c"),
    ("RS", "18n"),
    ("RU", "14n15c"),
    ("SA", "2n18c"),
    ("SC", "4a20n3a"),
    ("SD", "14n"),
    ("SE", "20n"),
    ("SI", "15n"),
    ("SK", "20n"),
    ("SM", "1a10n12c"),
    ("SO", "19n"),
    ("ST", "21n"),
    ("SV", "4a20n"),
    ("TL", "19n"),
    ("TN", "20n"),
    ("TR", "6n16c"),
    ("UA", "6n19c"),
    ("VA", "18n"),
    ("VG", "4a16n"),
    ("XK", "16n"),
    ("YE", "4a4n18c"),
];

/// The structure of a country's account number, if the country is registered.
pub(super) fn structure(country: &str) -> Option<Structure> {
    let row = REGISTRY.binary_search_by_key(&country, |(code, _)| code).ok()?;
    REGISTRY.get(row).map(|(_, structure)| Structure { rest: structure.as_bytes() })
}

/// How many characters of which class follow one another.
#[derive(Clone)]
pub(super) struct Structure {
    rest: &'static [u8],
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
        let mut count = 0;
        while let Some((first, rest)) = self.rest.split_first() {
            self.rest = rest;
            let class = match first {
                b'n' => CharacterClass::Digit,
                b'a' => CharacterClass::Letter,
                b'c' => CharacterClass::LetterOrDigit,
                digit => {
                    count = count * 10 + usize::from(digit - b'0');
                    continue;
                }
            };
            return Some((count, class));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_registry_is_sorted_and_well_formed() {
        assert!(REGISTRY.is_sorted_by(|(left, _), (right, _)| left < right));
        for (country, text) in &REGISTRY {
            assert!(country.len() == 2 && country.bytes().all(|byte| byte.is_ascii_uppercase()));
            let written = structure(country).unwrap().fold(String::new(), |written, (count, class)| {
                let letter = match class {
                    CharacterClass::Digit => 'n',
                    CharacterClass::Letter => 'a',
                    CharacterClass::LetterOrDigit => 'c',
                };
                format!("{written}{count}{letter}")
            });
            assert_eq!(written, *text, "{country}");
        }
    }

    #[test]
    fn lengths_follow_from_the_structure() {
        for (country, length) in [("NO", 15), ("BE", 16), ("CH", 21), ("LI", 21), ("DE", 22), ("LC", 32), ("RU", 33)] {
            assert_eq!(structure(country).unwrap().iban_length(), length);
        }
        assert!(structure("DZ").is_none());
        assert!(REGISTRY.iter().all(|(country, _)| (15..=34).contains(&structure(country).unwrap().iban_length())));
    }
}
