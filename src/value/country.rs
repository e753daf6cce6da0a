use super::error::error_enum;
use super::{Text, TextError};

/// A country code as the contract has it: exactly two characters, whatever they are, kept as they came.
///
/// ISO 3166-1 knows most of those in use, yet not all (XK is Kosovo's): ask [`Country::is_assigned`].
///
/// ```
/// use universal_accounting::value::{Country, CountryError, CountrySuggestion};
///
/// assert!(Country::parse("CH")?.is_assigned());
/// assert_eq!(Country::parse("ch")?.suggestion(), Some(CountrySuggestion::Case("CH")));
/// assert_eq!(Country::parse("UK")?.suggestion(), Some(CountrySuggestion::Alias("GB")));
/// assert_eq!(Country::parse("Schweiz"), Err(CountryError::Length));
/// assert_eq!(Country::code_for_name("Schweiz"), Some("CH"));
/// # Ok::<(), CountryError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Country {
    /// UTF-8, at most four bytes for each of the two characters.
    bytes: [u8; 8],
    length: u8,
}

/// The assigned code that another one means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountrySuggestion {
    /// The same letters, in upper case.
    Case(&'static str),
    /// The country has this code; the other one is a habit, or was withdrawn when the country took another name.
    Alias(&'static str),
}

error_enum! {
    /// Why a text is no country code.
    pub enum CountryError {
        /// It doesn't have two characters.
        Length => "a country code has two characters, such as CH (ISO 3166-1 alpha-2)",
        /// It has only characters that can't be seen.
        Blank => "the country code is blank; write its two letters, such as CH",
    }
}

/// The officially assigned codes of ISO 3166-1 alpha-2, a blank behind each.
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

/// Codes that one country only can be meant by: the Union's for Greece, the habit for the United Kingdom, and those that
/// Burma, East Timor and Zaire had (ISO 3166-3).
static ALIASES: [([u8; 2], &str); 5] = [(*b"BU", "MM"), (*b"EL", "GR"), (*b"TP", "TL"), (*b"UK", "GB"), (*b"ZR", "CD")];

/// What else stands for Switzerland and its neighbours, in lower case: alpha-3 codes, names in their languages and English.
static NAMES: [(&str, &[&str]); 6] = [
    ("AT", &["aut", "österreich", "oesterreich", "autriche", "austria"]),
    ("CH", &["che", "schweiz", "suisse", "svizzera", "svizra", "switzerland"]),
    ("DE", &["deu", "deutschland", "allemagne", "germania", "germany"]),
    ("FR", &["fra", "frankreich", "france", "francia"]),
    ("IT", &["ita", "italien", "italie", "italia", "italy"]),
    ("LI", &["lie", "liechtenstein"]),
];

impl Country {
    /// Takes exactly two characters, of which at least one can be seen.
    pub fn parse(text: &str) -> Result<Self, CountryError> {
        if Text::check(text) == Err(TextError::Blank) {
            return Err(CountryError::Blank);
        }
        if text.chars().take(3).count() != 2 {
            return Err(CountryError::Length);
        }
        let mut bytes = [0; 8];
        for (place, byte) in bytes.iter_mut().zip(text.bytes()) {
            *place = byte;
        }
        Ok(Self { bytes, length: text.len().try_into().map_err(|_| CountryError::Length)? })
    }

    /// The two characters.
    #[must_use]
    pub fn code(&self) -> &str {
        // Always text: two whole characters.
        self.bytes.get(..self.length.into()).and_then(|code| str::from_utf8(code).ok()).unwrap_or_default()
    }

    /// Whether it is one of the 249 codes that ISO 3166-1 alpha-2 assigns.
    #[must_use]
    pub fn is_assigned(&self) -> bool {
        assigned_code(self.code()) == Some(self.code())
    }

    /// The code that must be meant, where this one isn't assigned and only one can be.
    #[must_use]
    pub fn suggestion(&self) -> Option<CountrySuggestion> {
        match assigned_code(self.code())? {
            code if code == self.code() => None,
            code if code.eq_ignore_ascii_case(self.code()) => Some(CountrySuggestion::Case(code)),
            code => Some(CountrySuggestion::Alias(code)),
        }
    }

    /// The assigned code that a longer text must mean: a code with blanks around it, or for Switzerland and its neighbours
    /// a name or an alpha-3 code, in any case.
    #[must_use]
    pub fn code_for_name(text: &str) -> Option<&'static str> {
        let text = text.trim();
        let is = |name: &&str| text.chars().flat_map(char::to_lowercase).eq(name.chars());
        assigned_code(text).or_else(|| NAMES.iter().find(|(_, names)| names.iter().any(is)).map(|(code, _)| *code))
    }
}

/// The assigned code that two letters in any case are, or stand for.
fn assigned_code(code: &str) -> Option<&'static str> {
    let letters = <[u8; 2]>::try_from(code.as_bytes()).ok()?.map(|letter| letter.to_ascii_uppercase());
    match ASSIGNED.binary_search_by_key(&letters, |[first, second, _]| [*first, *second]) {
        Ok(row) => str::from_utf8(ASSIGNED.get(row)?.get(..2)?).ok(),
        Err(_) => ALIASES.iter().find(|(alias, _)| *alias == letters).map(|(_, code)| *code),
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
    fn the_tables_are_sorted_and_well_formed() {
        assert!(ASSIGNED.is_sorted_by(|left, right| left < right));
        assert_eq!(ASSIGNED.len(), 249);
        assert!(
            ASSIGNED
                .iter()
                .all(|[one, other, blank]| [one, other].iter().all(|l| l.is_ascii_uppercase()) && *blank == b' ')
        );
        for (alias, code) in ALIASES {
            assert!(!ASSIGNED.iter().any(|row| row.starts_with(&alias)) && country(code).is_assigned(), "{code}");
        }
        for (code, names) in NAMES {
            assert!(country(code).is_assigned(), "{code}");
            for name in names {
                assert_eq!(Country::code_for_name(&name.to_uppercase()), Some(code), "{name}");
            }
        }
    }

    #[test]
    fn two_characters_of_any_kind_are_kept() {
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
    fn codes_in_use_that_are_not_assigned_are_told() {
        for code in ["CH", "LI", "AQ", "AX", "BL", "SS", "TL", "ZW", "AD"] {
            assert_eq!((country(code).is_assigned(), country(code).suggestion()), (true, None), "{code}");
        }
        for code in ["XK", "EU", "XI", "AN", "CS", "YU", "SU", "ZZ", "AA", "C1", "СH", "ＣＨ", "c ", "xk"] {
            assert_eq!((country(code).is_assigned(), country(code).suggestion()), (false, None), "{code}");
        }
    }

    #[test]
    fn what_must_be_meant_is_offered() {
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
            assert_eq!((country(text).suggestion(), country(text).is_assigned()), (Some(suggestion), false), "{text}");
        }
    }

    #[test]
    fn longer_texts_with_one_meaning_are_understood() {
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
    fn it_shows_its_code() {
        assert_eq!(format!("{0} {0:?} {0:>4}", country("CH")), "CH Country(\"CH\")   CH");
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,3}|[A-Za-z ]{0,4}") {
            let named = Country::code_for_name(&text);
            prop_assert!(named.is_none_or(|code| country(code).is_assigned()));
            if let Ok(country) = Country::parse(&text) {
                prop_assert_eq!(country.code(), text);
                prop_assert!(!(country.is_assigned() && country.suggestion().is_some()));
            }
        }
    }
}
