use std::collections::HashMap;
use std::sync::LazyLock;

use super::profile::Profile;
use crate::value::Currency;

/// One file a format; to add one is to add a line here.
const FILES: &[&str] = &[
    include_str!("profiles/ch/postfinance-account.json"),
    include_str!("profiles/ch/raiffeisen-account.json"),
    include_str!("profiles/ch/ubs-account.json"),
    include_str!("profiles/ch/viseca-card.json"),
];

static CATALOG: LazyLock<Catalog> =
    LazyLock::new(|| Catalog::new(FILES.iter().filter_map(|file| serde_json::from_str(file).ok()).collect()));

/// The built-in profiles, by id.
///
/// ```
/// use universal_accounting::bank;
///
/// assert!(bank::profiles().iter().any(|profile| profile.id == "ubs-account"));
/// ```
#[must_use]
pub fn profiles() -> &'static [Profile] {
    &CATALOG.profiles
}

/// The built-in profile of that id.
#[must_use]
pub fn profile_by_id(id: &str) -> Option<&'static Profile> {
    profiles().iter().find(|profile| profile.id == id)
}

pub(super) fn catalog() -> &'static Catalog {
    &CATALOG
}

/// Profiles, and an index of all their header names.
#[derive(Debug)]
pub(super) struct Catalog {
    pub(super) profiles: Vec<Profile>,
    names: HashMap<String, Vec<Named>>,
    /// How long the longest name is: a longer cell is none.
    longest: usize,
}

/// A column that goes by a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Named {
    /// Index of the profile.
    pub(super) profile: usize,
    /// Index of its column.
    pub(super) column: usize,
}

impl Catalog {
    pub(super) fn new(profiles: Vec<Profile>) -> Self {
        let mut names: HashMap<String, Vec<Named>> = HashMap::new();
        for (profile, columns) in profiles.iter().map(|profile| &profile.columns).enumerate() {
            for (column, spellings) in columns.iter().map(|column| column.names.values().flatten()).enumerate() {
                for name in spellings {
                    let known = names.entry(comparable(name)).or_default();
                    let place = Named { profile, column };
                    if !known.contains(&place) {
                        known.push(place);
                    }
                }
            }
        }
        let longest = names.keys().map(String::len).max().unwrap_or_default();
        Self { profiles, names, longest }
    }

    /// The columns that a header cell may stand for, and the currency in its name.
    pub(super) fn columns(&self, header: &str) -> (Vec<Named>, Option<Currency>) {
        // Blanks may make a name longer, but not that much.
        if header.len() > 4 * self.longest {
            return (Vec::new(), None);
        }
        if let Some(known) = self.names.get(&comparable(header)) {
            return (known.clone(), None);
        }
        for (start, end) in words(header) {
            let (Some(before), Some(code), Some(after)) =
                (header.get(..start), header.get(start..end), header.get(end..))
            else {
                continue;
            };
            let Ok(currency) = Currency::parse(code) else { continue };
            if let Some(known) = self.names.get(&comparable(&format!("{before}{HOLE}{after}"))) {
                return (known.clone(), Some(currency));
            }
        }
        (Vec::new(), None)
    }
}

/// Where a currency code stands in the name of a column.
const HOLE: &str = "{currency}";

/// A name without the differences that exports show: case, blanks, the form of the apostrophe.
pub(super) fn comparable(name: &str) -> String {
    let mut comparable = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        if !comparable.is_empty() {
            comparable.push(' ');
        }
        for character in word.chars() {
            let plain = if matches!(character, '\u{2019}' | '\u{2018}' | '`') { '\'' } else { character };
            comparable.extend(plain.to_lowercase());
        }
    }
    comparable
}

/// The words of three ASCII letters.
fn words(text: &str) -> impl Iterator<Item = (usize, usize)> {
    text.split(|character: char| !character.is_alphanumeric()).filter(|word| word.len() == 3).filter_map(|word| {
        let start = word.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
        Some((start, start + word.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_profile() {
        for file in FILES {
            let profile: Result<Profile, _> = serde_json::from_str(file);
            assert!(profile.is_ok(), "{profile:?}");
        }
        assert_eq!(profiles().len(), FILES.len());
    }

    #[test]
    fn names_compare_without_their_accidents() {
        assert_eq!(comparable("  Data  dell\u{2019}operazione "), "data dell'operazione");
    }

    #[test]
    fn a_currency_in_a_name_is_found() {
        let (known, currency) = catalog().columns("Gutschrift in EUR ");
        assert_eq!(currency.map(|currency| currency.to_string()).as_deref(), Some("EUR"));
        assert_eq!(known.len(), 1);
        assert_eq!(catalog().columns("Gutschrift in XYZ"), (Vec::new(), None));
    }
}
