use super::error::error_enum;
use super::{Text, TextError};
use crate::source::Certain;

/// A country code as the service's contract defines it: any two characters, stored as they were sent.
///
/// ISO 3166-1 assigns most of the codes in use, but not all: XK for Kosovo isn't assigned (see [`Country::is_assigned`]).
///
/// ```
/// use universal_accounting::value::{Country, CountryError};
///
/// assert!(Country::parse("CH")?.is_assigned());
/// assert!(!Country::parse("UK")?.is_assigned());
/// assert_eq!(Country::parse("Schweiz"), Err(CountryError::Length));
/// # Ok::<(), CountryError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Country {
    /// UTF-8, at most four bytes for each of the two characters.
    bytes: [u8; 8],
    length: u8,
}

/// The assigned country code that an unassigned code must mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CountrySuggestion {
    /// The same letters, in upper case.
    Case(&'static str),
    /// The country has this code; the other code is used out of habit, or was withdrawn when the country changed its name.
    Alias(&'static str),
}

error_enum! {
    /// The reason why a text is not a country code.
    pub enum CountryError {
        /// The text doesn't have two characters.
        Length => "a country code has two characters, such as CH (ISO 3166-1 alpha-2)",
        /// The text has only invisible characters.
        Blank => "the country code is blank; write its two letters, such as CH",
    }
}

/// The officially assigned codes of ISO 3166-1 alpha-2, each followed by a blank.
static ASSIGNED: &[[u8; 3]] = b"\
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY \
    BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK \
    FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR \
    IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK \
    ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM \
    PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF \
    TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW "
    .as_chunks()
    .0;

/// Unassigned codes that can mean only one country: the European Union's code for Greece, the usual one for the United Kingdom, and the
/// former codes of Burma, East Timor and Zaire (ISO 3166-3).
static ALIASES: [([u8; 2], &str); 5] = [
    (*b"BU", "MM"),
    (*b"EL", "GR"),
    (*b"TP", "TL"),
    (*b"UK", "GB"),
    (*b"ZR", "CD"),
];

/// Alpha-3 codes and names of Switzerland and its neighbours in lower case, in their languages and in English.
static NAMES: [(&str, &[&str]); 6] = [
    (
        "AT",
        &["aut", "österreich", "oesterreich", "autriche", "austria"],
    ),
    (
        "CH",
        &[
            "che",
            "schweiz",
            "suisse",
            "svizzera",
            "svizra",
            "switzerland",
        ],
    ),
    (
        "DE",
        &["deu", "deutschland", "allemagne", "germania", "germany"],
    ),
    ("FR", &["fra", "frankreich", "france", "francia"]),
    ("IT", &["ita", "italien", "italie", "italia", "italy"]),
    ("LI", &["lie", "liechtenstein"]),
];

impl Country {
    /// Accepts exactly two characters, at least one of them visible.
    ///
    /// # Errors
    ///
    /// The text doesn't have two characters, or is blank.
    pub fn parse(text: &str) -> Result<Self, CountryError> {
        if Text::check(text) == Err(TextError::Blank) {
            return Err(CountryError::Blank);
        }
        if text.chars().take(3).count() != 2 {
            return Err(CountryError::Length);
        }
        let mut bytes = [0; 8];
        for (target, byte) in bytes.iter_mut().zip(text.bytes()) {
            *target = byte;
        }
        Ok(Self {
            bytes,
            length: text.len().try_into().map_err(|_| CountryError::Length)?,
        })
    }

    /// Returns the two characters.
    #[must_use]
    pub fn code(&self) -> &str {
        // Always valid UTF-8: `parse` copies two whole characters.
        self.bytes
            .get(..self.length.into())
            .and_then(|code| str::from_utf8(code).ok())
            .certain()
    }

    /// Whether the code is one of the 249 that ISO 3166-1 alpha-2 assigns.
    #[must_use]
    pub fn is_assigned(&self) -> bool {
        assigned_code(self.code()) == Some(self.code())
    }

    /// Returns the assigned code that an unassigned code must mean, if there is only one.
    #[must_use]
    pub(crate) fn suggestion(&self) -> Option<CountrySuggestion> {
        match assigned_code(self.code())? {
            code if code == self.code() => None,
            code if code.eq_ignore_ascii_case(self.code()) => Some(CountrySuggestion::Case(code)),
            code => Some(CountrySuggestion::Alias(code)),
        }
    }

    /// Returns the assigned code that a text must mean: a code with blanks around it or, for Switzerland and its neighbours, a name
    /// or an alpha-3 code, in upper or lower case.
    #[must_use]
    pub(crate) fn code_for_name(text: &str) -> Option<&'static str> {
        let text = text.trim();
        let is_text = |name: &&str| text.chars().flat_map(char::to_lowercase).eq(name.chars());
        assigned_code(text).or_else(|| {
            NAMES
                .iter()
                .find(|(_, names)| names.iter().any(is_text))
                .map(|(code, _)| *code)
        })
    }
}

/// Returns the assigned code of two letters in upper or lower case: the letters themselves, or the code of the country that they must mean.
fn assigned_code(code: &str) -> Option<&'static str> {
    let letters = <[u8; 2]>::try_from(code.as_bytes())
        .ok()?
        .map(|letter| letter.to_ascii_uppercase());
    match ASSIGNED.binary_search_by_key(&letters, |[first, second, _]| [*first, *second]) {
        Ok(row) => str::from_utf8(ASSIGNED.get(row)?.get(..2)?).ok(),
        Err(_) => ALIASES
            .iter()
            .find(|(alias, _)| *alias == letters)
            .map(|(_, code)| *code),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn country(text: &str) -> Country {
        Country::parse(text).unwrap()
    }

    #[test]
    fn tables_are_sorted_and_well_formed() {
        assert!(ASSIGNED.is_sorted_by(|left, right| left < right));
        assert_eq!(ASSIGNED.len(), 249);
        assert!(ASSIGNED.iter().all(|[first, second, blank]| {
            [first, second].iter().all(|l| l.is_ascii_uppercase()) && *blank == b' '
        }));
        for (alias, code) in ALIASES {
            assert!(
                !ASSIGNED.iter().any(|row| row.starts_with(&alias)) && country(code).is_assigned(),
                "{code}"
            );
        }
        for (code, names) in NAMES {
            assert!(country(code).is_assigned(), "{code}");
            for name in names {
                assert_eq!(
                    Country::code_for_name(&name.to_uppercase()),
                    Some(code),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn accepts_any_two_visible_characters() {
        for text in ["CH", "ch", "ZZ", "12", " C", "é ", "🏔🏔", "\0\0", "e\u{301}"] {
            assert_eq!(country(text).code(), text);
        }
        for text in ["", "C", "CHE", " CH", "CH ", "🇨🇭🇨🇭", "é"] {
            assert_eq!(Country::parse(text), Err(CountryError::Length), "{text:?}");
        }
        for text in ["  ", " ", "\u{200b}\u{feff}", "\t\n\u{a0}"] {
            assert_eq!(Country::parse(text), Err(CountryError::Blank), "{text:?}");
        }
    }

    #[test]
    fn knows_which_codes_are_assigned() {
        for code in ["CH", "LI", "AQ", "AX", "BL", "SS", "TL", "ZW", "AD"] {
            assert_eq!(
                (country(code).is_assigned(), country(code).suggestion()),
                (true, None),
                "{code}"
            );
        }
        for code in [
            "XK", "EU", "XI", "AN", "CS", "YU", "SU", "ZZ", "AA", "C1", "СH", "ＣＨ", "c ", "xk",
        ] {
            assert_eq!(
                (country(code).is_assigned(), country(code).suggestion()),
                (false, None),
                "{code}"
            );
        }
    }

    #[test]
    fn suggests_the_code_that_must_be_meant() {
        let rows = [
            ("ch", CountrySuggestion::Case("CH")),
            ("Li", CountrySuggestion::Case("LI")),
            ("dE", CountrySuggestion::Case("DE")),
            ("UK", CountrySuggestion::Alias("GB")),
            ("uk", CountrySuggestion::Alias("GB")),
            ("EL", CountrySuggestion::Alias("GR")),
            ("ZR", CountrySuggestion::Alias("CD")),
        ];
        for (text, suggestion) in rows {
            assert_eq!(
                (country(text).suggestion(), country(text).is_assigned()),
                (Some(suggestion), false),
                "{text}"
            );
        }
    }

    #[test]
    fn finds_codes_for_names_and_alpha_3_codes() {
        let rows = [
            (" CH", Some("CH")),
            ("ch\n", Some("CH")),
            (" UK ", Some("GB")),
            ("CHE", Some("CH")),
            ("deu", Some("DE")),
            (" ÖSTERREICH ", Some("AT")),
            ("Svizzera", Some("CH")),
            ("Liechtenstein", Some("LI")),
            ("Italy", Some("IT")),
            ("", None),
            ("  ", None),
            ("D", None),
            ("A", None),
            ("756", None),
            ("C H", None),
            ("Schweizer", None),
            ("EUR", None),
            ("XK ", None),
        ];
        for (text, code) in rows {
            assert_eq!(Country::code_for_name(text), code, "{text:?}");
        }
    }

    #[test]
    fn displays_the_code() {
        assert_eq!(
            format!("{0} {0:?} {0:>4}", country("CH")),
            "CH Country(\"CH\")   CH"
        );
    }

    proptest! {
        #[test]
        fn suggestions_are_assigned(text in "\\PC{0,3}|[A-Za-z ]{0,4}") {
            let found = Country::code_for_name(&text);
            prop_assert!(found.is_none_or(|code| country(code).is_assigned()));
            if let Ok(country) = Country::parse(&text) {
                prop_assert_eq!(country.code(), text);
                prop_assert!(!(country.is_assigned() && country.suggestion().is_some()));
            }
        }
    }
}
