use std::collections::HashMap;

use super::rules::ACCOUNT_MAP_INVALID;
use crate::configuration::{self, Faults, written};
use crate::report::{Policy, Reading};
use crate::value::{AccountIdentifier, Currency, Iban};

/// Whose accounts some files are about: from what a bank writes, or how a file is called, to the account and its currency.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct AccountMap {
    /// The accounts; the first that fits counts.
    pub accounts: Vec<KnownAccount>,
}

/// An account, and how to tell it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownAccount {
    /// What the bank writes for it.
    pub written: Vec<String>,
    /// Patterns of the names of files that are about it.
    pub files: Vec<String>,
    /// The account, which goes out in its canonical form.
    pub account: AccountIdentifier,
    /// Its currency, where a file doesn't name it.
    pub currency: Option<Currency>,
}

written! {
    /// A map as it is written.
    #[cfg_attr(test, schemars(title = "Account map"))]
    struct WrittenMap {
        /// The accounts; the first that fits counts.
        accounts: Vec<WrittenAccount> = "accounts";
    }
}

written! {
    /// An account, and how to tell it.
    #[cfg_attr(test, schemars(rename = "KnownAccount"))]
    struct WrittenAccount {
        /// What the bank writes for it: its number of the account, or the masked number of a card. Blanks and case don't matter, nor which
        /// of the signs `*`, `x` and `•` stands for hidden digits; the digits that are shown do.
        written: Vec<String> = "written", default;
        /// Names of files that are about it and don't name it, without their folder unless the pattern has a stroke; `*` stands for any
        /// characters, `?` for one, and case counts.
        files: Vec<String> = "files", default;
        /// The account identifier that goes out, such as the IBAN.
        account: String = "account";
        /// Its currency, where a file doesn't name it.
        currency: Option<String> = "currency", default;
    }
}

impl WrittenMap {
    fn parse(self) -> Result<AccountMap, Faults> {
        let mut faults = Vec::new();
        let mut accounts = HashMap::new();
        for (index, known) in self.accounts.iter().enumerate() {
            let mut say = |member: &str, fault: &str| {
                faults.push((format!("/accounts/{index}{member}"), fault.to_owned()));
            };
            if AccountIdentifier::parse(&known.account).is_err() {
                say("/account", "an account identifier has 1 to 255 characters, and not blanks alone");
            }
            if known.currency.as_ref().is_some_and(|code| Currency::parse(code).is_err()) {
                say("/currency", "this is no currency of ISO 4217");
            }
            if known.account.contains(char::is_control) {
                say("/account", "an account identifier holds no control characters");
            }
            if Iban::looks_like(&known.account)
                && let Err(fault) = Iban::parse(&known.account)
            {
                say("/account", &format!("this is shaped as an IBAN and is none: {fault}"));
            }
            if known.written.is_empty() && known.files.is_empty() {
                say("", "say by what the account is told: `written` or `files`");
            }
            for (place, written) in known.written.iter().enumerate() {
                if !written.contains(char::is_alphanumeric) {
                    say(&format!("/written/{place}"), "this tells no account: a letter or a digit must be in it");
                }
                let first = *accounts.entry(bare(written)).or_insert(known.account.as_str());
                if first != known.account {
                    say(&format!("/written/{place}"), "this stands for another account before");
                }
            }
        }
        // What can't be parsed is among the faults.
        let accounts = self.accounts.into_iter().filter_map(|WrittenAccount { written, files, account, currency }| {
            let account = AccountIdentifier::parse(&account).ok()?;
            let currency = currency.map(|code| Currency::parse(&code)).transpose().ok()?;
            Some(KnownAccount { written, files, account, currency })
        });
        let map = AccountMap { accounts: accounts.collect() };
        if faults.is_empty() { Ok(map) } else { Err(faults) }
    }
}

impl AccountMap {
    /// Reads a map, and finds what is wrong with it.
    ///
    /// ```
    /// use universal_accounting::statement::AccountMap;
    /// use universal_accounting::report::Policy;
    ///
    /// let map = br#"{"accounts": [
    ///     {"written": ["**** 1111"], "account": "card-1111", "currency": "CHF"},
    ///     {"files": ["meinElba_*.csv"], "account": "AT611904300234573201"}
    /// ]}"#;
    /// let map = AccountMap::read(map, &Policy::new()).value.ok_or("not a map")?;
    /// assert_eq!(map.by_number("XXXX XXXX XXXX 1111").map(|known| known.account.as_str()), Some("card-1111"));
    /// assert_eq!(map.by_file("meinElba_2026.csv").map(|known| known.account.as_str()), Some("AT611904300234573201"));
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn read(source: &[u8], policy: &Policy) -> Reading<Self> {
        configuration::read(source, policy, &ACCOUNT_MAP_INVALID, WrittenMap::parse)
    }

    /// The account for which a bank writes this.
    #[must_use]
    pub fn by_number(&self, written: &str) -> Option<&KnownAccount> {
        let number = bare(written);
        self.accounts.iter().find(|known| known.written.iter().any(|written| bare(written) == number))
    }

    /// The account that a file of this name is about, with or without its folder.
    #[must_use]
    pub fn by_file(&self, name: &str) -> Option<&KnownAccount> {
        let bare = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let fits = |pattern: &String| {
            let name = if pattern.contains('/') { name } else { bare };
            fits(&pattern.chars().collect::<Vec<char>>(), &name.chars().collect::<Vec<char>>())
        };
        self.accounts.iter().find(|known| known.files.iter().any(fits))
    }
}

/// A number without blanks and case, each run of masked digits as one. A lone `x` may be a letter of the bank's.
pub(super) fn bare(number: &str) -> String {
    let mut bare = String::with_capacity(number.len());
    let mut rest =
        number.chars().filter(|character| !character.is_whitespace()).flat_map(char::to_lowercase).peekable();
    let mut before = ' ';
    while let Some(character) = rest.next() {
        let hides = character == 'x' && (before == 'x' || rest.peek() == Some(&'x')) || character == '\u{2022}';
        before = character;
        let plain = if hides { '*' } else { character };
        if plain != '*' || !bare.ends_with('*') {
            bare.push(plain);
        }
    }
    bare
}

/// Whether a name fits a pattern, in time that grows with the product of their lengths at most.
fn fits(pattern: &[char], name: &[char]) -> bool {
    let mut reached = vec![false; name.len() + 1];
    if let Some(start) = reached.first_mut() {
        *start = true;
    }
    for part in pattern {
        let mut next = vec![false; name.len() + 1];
        let mut any = false;
        for (at, was) in reached.iter().enumerate() {
            any |= was;
            let steps = *was && name.get(at).is_some_and(|one| *part == '?' || part == one);
            let (here, there) = if *part == '*' { (any, false) } else { (false, steps) };
            if let Some(place) = next.get_mut(at) {
                *place |= here;
            }
            if let Some(place) = next.get_mut(at + 1) {
                *place |= there;
            }
        }
        reached = next;
    }
    reached.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use schemars::generate::SchemaSettings;

    use super::*;
    use crate::source::{assert_matches_file, render_schema};

    #[test]
    fn patterns_fit_names() {
        for (pattern, name, expected) in [
            ("*", "", true),
            ("*.csv", "a.csv", true),
            ("*.csv", "a.csv.txt", false),
            ("a?c*", "abcdef", true),
            ("a?c*", "ac", false),
            ("*a*b*a*", "xaybza", true),
            ("", "a", false),
            ("ä*", "äö", true),
        ] {
            let characters = |text: &str| text.chars().collect::<Vec<char>>();
            assert_eq!(fits(&characters(pattern), &characters(name)), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn the_schema_is_that_of_a_map() {
        let schema = render_schema::<WrittenMap>("account-map", SchemaSettings::draft2020_12());
        assert_matches_file("schema/account-map.schema.json", &schema);
    }
}
