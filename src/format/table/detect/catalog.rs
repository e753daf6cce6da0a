use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use crate::configuration;
use crate::format::table::profile::ProfileDefinition;
use crate::format::table::value::number::CURRENCY_SIGNS;
use crate::source::sorted_by_key;
use crate::value::Currency;

/// All files in `profiles/`, one for each format.
const PROFILE_FILES: &[&str] = include!(concat!(env!("OUT_DIR"), "/profiles.rs"));

/// The built-in profiles.
pub(in crate::format) static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let profiles = PROFILE_FILES.iter().filter_map(|file| configuration::parse(file).ok());
    Catalog::new(profiles.map(Arc::new).collect())
});

/// Profiles, and an index of all their header names.
#[derive(Debug, Clone)]
pub(in crate::format) struct Catalog {
    pub(in crate::format) profiles: Vec<Arc<ProfileDefinition>>,
    names: HashMap<String, Vec<NamedColumn>>,
    /// The length of the longest name; a much longer cell is no name.
    max_name_bytes: usize,
}

/// A column with a given name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NamedColumn {
    /// The index of the profile.
    pub(super) profile: usize,
    /// The index of the column in the profile.
    pub(super) column: usize,
}

impl Catalog {
    pub(in crate::format) fn new(profiles: Vec<Arc<ProfileDefinition>>) -> Self {
        let mut names: HashMap<String, Vec<NamedColumn>> = HashMap::new();
        for (profile, columns) in profiles.iter().map(|profile| &profile.columns).enumerate() {
            for (column, spellings) in columns.iter().map(|column| column.names.values().flatten()).enumerate() {
                for name in spellings {
                    let known = names.entry(normalized_name(name)).or_default();
                    let candidate = NamedColumn { profile, column };
                    if !known.contains(&candidate) {
                        known.push(candidate);
                    }
                }
            }
        }
        let max_name_bytes = names.keys().map(String::len).max().unwrap_or_default();
        Self { profiles, names, max_name_bytes }
    }

    /// Returns the columns that a header cell may be, and the currency in its name.
    pub(super) fn columns_named(&self, header: &str) -> (Vec<NamedColumn>, Option<Currency>) {
        // Extra blanks make a name longer, but not that much.
        if header.len() > 4 * self.max_name_bytes {
            return (Vec::new(), None);
        }
        let known = self.lookup(header).map(|known| (known, None));
        let with_currency = |(before, currency, after)| {
            // Profiles write `{currency}` in place of a currency.
            Some((self.lookup(&format!("{before}{{currency}}{after}"))?, Some(currency)))
        };
        known.or_else(|| currencies_in(header).find_map(with_currency)).unwrap_or_default()
    }

    /// Returns whether any column may have this name.
    pub(in crate::format) fn is_name(&self, cell: &str) -> bool {
        let first = cell.chars().next();
        // No name starts with a digit, and most values do.
        first.is_some_and(|first| !first.is_ascii_digit()) && !self.columns_named(cell).0.is_empty()
    }

    /// Returns the columns with this name. In a name with lost characters, each lost character may have been any non-ASCII character.
    fn lookup(&self, name: &str) -> Option<Vec<NamedColumn>> {
        let name = normalized_name(name);
        if !name.contains(char::REPLACEMENT_CHARACTER) {
            return self.names.get(&name).cloned();
        }
        let found =
            self.names.iter().filter(|(known, _)| matches_damaged(&name, known)).flat_map(|(_, columns)| columns);
        let mut columns = sorted_by_key(found.copied().collect(), |named: &NamedColumn| (named.profile, named.column));
        columns.dedup();
        (!columns.is_empty()).then_some(columns)
    }
}

/// Returns whether a damaged name may be a known one: each lost character replaces one non-ASCII character.
fn matches_damaged(damaged: &str, known: &str) -> bool {
    let is_lost = |lost: char, original: char| lost == char::REPLACEMENT_CHARACTER && !original.is_ascii();
    damaged.chars().count() == known.chars().count()
        && damaged.chars().zip(known.chars()).all(|(found, original)| found == original || is_lost(found, original))
}

/// Returns a name without the differences between exports: case, blanks, the kind of apostrophe.
pub(in crate::format) fn normalized_name(name: &str) -> String {
    let mut normalized = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        if !normalized.is_empty() {
            normalized.push(' ');
        }
        for character in word.chars() {
            let plain = if matches!(character, '\u{2019}' | '\u{2018}' | '`') { '\'' } else { character };
            normalized.extend(plain.to_lowercase());
        }
    }
    normalized
}

/// Returns the codes and signs of currencies in a text, each with the text before and after it.
pub(in crate::format) fn currencies_in(text: &str) -> impl Iterator<Item = (&str, Currency, &str)> {
    let words = text.split(|character: char| !character.is_alphanumeric()).filter(|word| word.len() == 3);
    let codes = words.filter_map(|word| Some((word.as_ptr().addr().checked_sub(text.as_ptr().addr())?, 3, word)));
    let signs = CURRENCY_SIGNS.iter().filter_map(|(sign, code)| Some((text.find(*sign)?, sign.len_utf8(), *code)));
    codes.chain(signs).filter_map(|(start, length, code)| {
        let (before, rest) = text.split_at_checked(start)?;
        Some((before, Currency::parse(code).ok()?, rest.get(length..)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Policy;

    #[test]
    fn every_file_is_a_profile() {
        let mut ids = Vec::new();
        for file in PROFILE_FILES {
            let reading = ProfileDefinition::read(file.as_bytes(), &Policy::new());
            assert!(reading.report.findings.is_empty(), "{file}: {:#?}", reading.report.findings);
            ids.push(reading.value.unwrap().id);
        }
        let mut distinct = ids.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!((distinct.len(), CATALOG.profiles.len()), (ids.len(), PROFILE_FILES.len()));
    }

    #[test]
    fn a_file_has_the_name_and_country_of_its_profile() {
        for profile in &CATALOG.profiles {
            let country = profile.country.to_lowercase();
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/format/table/profiles");
            let places = [country.as_str(), "eu"].map(|place| folder.join(place).join(format!("{}.json", profile.id)));
            assert!(places.iter().any(|path| path.exists()), "{}", profile.id);
        }
    }

    #[test]
    fn normalizes_case_blanks_and_apostrophes() {
        assert_eq!(normalized_name("  Data  dell\u{2019}operazione "), "data dell'operazione");
    }

    #[test]
    fn finds_the_currency_in_a_name() {
        let (known, currency) = CATALOG.columns_named("Gutschrift in EUR ");
        assert_eq!(currency.map(|currency| currency.to_string()).as_deref(), Some("EUR"));
        assert!(!known.is_empty());
        assert_eq!(CATALOG.columns_named("Gutschrift in XYZ"), (Vec::new(), None));
    }

    #[test]
    fn matches_a_name_with_lost_characters() {
        let whole = CATALOG.columns_named("Währung");
        assert!(!whole.0.is_empty());
        assert_eq!(CATALOG.columns_named("W\u{fffd}hrung"), whole);
        assert!(!matches_damaged("w\u{fffd}hrung", "wahrung") && !matches_damaged("w\u{fffd}hrun", "währung"));
    }
}
