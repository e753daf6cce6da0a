use std::collections::HashMap;
use std::sync::Arc;

use super::rules::ACCOUNT_MAP_INVALID;
use crate::configuration::{self, Faults, json_struct};
use crate::report::{Policy, Reading};
use crate::value::{AccountIdentifier, Currency, Iban};

/// A map from the account numbers that banks write, or from the names of files, to accounts and their currencies.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AccountMap {
    /// The accounts, which the readers of several files share. The first match is used.
    pub(crate) accounts: Arc<[KnownAccount]>,
}

/// An account of an [`AccountMap`], and how statements of the account are recognized.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KnownAccount {
    /// The bank's numbers of the account, or masked card numbers.
    pub(crate) bank_numbers: Vec<String>,
    /// Patterns of the names of the account's files.
    pub(crate) file_patterns: Vec<String>,
    /// The id of the only format that the account is for.
    pub(crate) bank: Option<String>,
    /// The account, which is sent in its canonical form.
    pub(crate) account: AccountIdentifier,
    /// The currency of files that name no currency.
    pub(crate) currency: Option<Currency>,
}

json_struct! {
    /// The JSON file of an account map.
    #[cfg_attr(test, schemars(title = "Account map"))]
    struct AccountMapJson {
        /// The accounts. The first match is used.
        accounts: Vec<AccountJson> = "accounts";
    }
}

json_struct! {
    /// An account, and how statements of the account are recognized.
    #[cfg_attr(test, schemars(rename = "KnownAccount"))]
    struct AccountJson {
        /// The bank's numbers of the account, or masked card numbers, as they are in the bank's files. Spaces and case are ignored. `*`, `x` and
        /// `•` all mean hidden digits.
        bank_numbers: Vec<String> = "written", default;
        /// Patterns of the names of files that belong to the account and don't name it. `*` matches any characters, `?` matches one character, and
        /// case matters. The folder of a file is only matched if the pattern contains a `/`.
        file_patterns: Vec<String> = "files", default;
        /// The id of a format, such as `ubs-account`: only statements in this format belong to the account.
        bank: Option<String> = "bank", default;
        /// The account identifier that is sent, such as the IBAN.
        account: String = "account";
        /// The currency of files that name no currency.
        currency: Option<String> = "currency", default;
    }
}

impl AccountMapJson {
    fn into_account_map(self) -> Result<AccountMap, Faults> {
        let mut faults = Vec::new();
        let mut accounts = HashMap::new();
        for (index, known) in self.accounts.iter().enumerate() {
            let mut add_fault = |pointer: &str, fault: &str| {
                faults.push((format!("/accounts/{index}{pointer}"), fault.to_owned()));
            };
            if AccountIdentifier::parse(&known.account).is_err() {
                add_fault(
                    "/account",
                    "an account identifier has 1 to 255 characters, and not only spaces",
                );
            }
            if known
                .currency
                .as_ref()
                .is_some_and(|code| Currency::parse(code).is_err())
            {
                add_fault("/currency", "this is not a currency of ISO 4217");
            }
            if known.account.contains(char::is_control) {
                add_fault(
                    "/account",
                    "an account identifier contains no control characters",
                );
            }
            if Iban::looks_like(&known.account)
                && let Err(fault) = Iban::parse(&known.account)
            {
                add_fault(
                    "/account",
                    &format!("this looks like an IBAN but is not valid: {fault}"),
                );
            }
            if known.bank_numbers.is_empty() && known.file_patterns.is_empty() {
                add_fault(
                    "",
                    "give `written` or `files`, so that statements of the account can be recognized",
                );
            }
            for (position, number) in known.bank_numbers.iter().enumerate() {
                if !number.contains(char::is_alphanumeric) {
                    add_fault(
                        &format!("/written/{position}"),
                        "this names no account: it needs a letter or a digit",
                    );
                }
                let first = *accounts
                    .entry((&known.bank, normalize_number(number)))
                    .or_insert(known.account.as_str());
                if first != known.account {
                    add_fault(
                        &format!("/written/{position}"),
                        "this is already listed for another account",
                    );
                }
            }
        }
        // Each account that can't be parsed has a fault.
        let accounts = self.accounts.into_iter().filter_map(|known| {
            let AccountJson {
                bank_numbers,
                file_patterns,
                bank,
                account,
                currency,
            } = known;
            let account = AccountIdentifier::parse(&account).ok()?;
            let currency = currency
                .map(|code| Currency::parse(&code))
                .transpose()
                .ok()?;
            Some(KnownAccount {
                bank_numbers,
                file_patterns,
                bank,
                account,
                currency,
            })
        });
        let map = AccountMap {
            accounts: accounts.collect(),
        };
        if faults.is_empty() {
            Ok(map)
        } else {
            Err(faults)
        }
    }
}

impl AccountMap {
    /// Reads an account map from JSON, and reports its faults.
    ///
    /// ```
    /// use universal_accounting::statement::AccountMap;
    /// use universal_accounting::report::Policy;
    ///
    /// let map = br#"{"accounts": [
    ///     {"written": ["**** 1111"], "account": "card-1111", "currency": "CHF"},
    ///     {"files": ["meinElba_*.csv"], "account": "AT611904300234573201"}
    /// ]}"#;
    /// let reading = AccountMap::read(map, &Policy::new());
    /// assert!(reading.value.is_some(), "{:?}", reading.report);
    /// ```
    #[must_use]
    pub fn read(source: &[u8], policy: &Policy) -> Reading<Self> {
        configuration::read(
            source,
            policy,
            &ACCOUNT_MAP_INVALID,
            AccountMapJson::into_account_map,
        )
    }

    /// Returns the account with one of the bank's numbers.
    #[must_use]
    pub(crate) fn find_by_number(&self, number: &str) -> Option<&KnownAccount> {
        let number = normalize_number(number);
        let is_number = |candidate: &String| normalize_number(candidate) == number;
        self.accounts
            .iter()
            .find(|known| known.bank_numbers.iter().any(is_number))
    }

    /// Returns the account that a file in a format belongs to by its name, with or without its folder. Without a format, only accounts for every
    /// format are found.
    #[must_use]
    pub(crate) fn find_by_file_name(
        &self,
        name: &str,
        bank: Option<&str>,
    ) -> Option<&KnownAccount> {
        let without_folder = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let matches = |pattern: &String| {
            let name = if pattern.contains('/') {
                name
            } else {
                without_folder
            };
            matches_pattern(
                &pattern.chars().collect::<Vec<char>>(),
                &name.chars().collect::<Vec<char>>(),
            )
        };
        self.accounts
            .iter()
            .find(|known| known.is_for(bank) && known.file_patterns.iter().any(matches))
    }
}

impl KnownAccount {
    /// Returns whether statements in a format may belong to the account.
    pub(super) fn is_for(&self, bank: Option<&str>) -> bool {
        self.bank.as_deref().is_none_or(|only| bank == Some(only))
    }
}

/// Normalizes a number of an account or a card: removes spaces, lowercases it, and replaces each run of hidden digits by `*`. A single `x` may be
/// a letter of the number, so only two or more hide digits.
pub(super) fn normalize_number(number: &str) -> String {
    let mut normalized = String::with_capacity(number.len());
    let mut characters = number
        .chars()
        .filter(|character| !character.is_whitespace())
        .flat_map(char::to_lowercase)
        .peekable();
    let mut previous = ' ';
    while let Some(character) = characters.next() {
        let is_hidden_x = character == 'x' && (previous == 'x' || characters.peek() == Some(&'x'));
        let is_hidden = is_hidden_x || character == '\u{2022}';
        previous = character;
        let character = if is_hidden { '*' } else { character };
        if character != '*' || !normalized.ends_with('*') {
            normalized.push(character);
        }
    }
    normalized
}

/// Whether a name matches a pattern. The time is at most proportional to the product of their lengths.
fn matches_pattern(pattern: &[char], name: &[char]) -> bool {
    // `matched[i]` is whether the pattern so far matches the first `i` characters of the name.
    let mut matched = vec![false; name.len() + 1];
    if let Some(start) = matched.first_mut() {
        *start = true;
    }
    for symbol in pattern {
        let mut next = vec![false; name.len() + 1];
        let mut any_before = false;
        for (length, is_match) in matched.iter().enumerate() {
            any_before |= is_match;
            let extends = *is_match
                && name
                    .get(length)
                    .is_some_and(|character| *symbol == '?' || symbol == character);
            let (same, longer) = if *symbol == '*' {
                (any_before, false)
            } else {
                (false, extends)
            };
            if let Some(prefix) = next.get_mut(length) {
                *prefix |= same;
            }
            if let Some(prefix) = next.get_mut(length + 1) {
                *prefix |= longer;
            }
        }
        matched = next;
    }
    matched.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use schemars::generate::SchemaSettings;

    use super::*;
    use crate::source::{assert_matches_file, render_schema};

    #[test]
    fn patterns_match_names() {
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
            assert_eq!(
                matches_pattern(&characters(pattern), &characters(name)),
                expected,
                "{pattern} {name}"
            );
        }
    }

    #[test]
    fn schema_file_is_up_to_date() {
        let schema = render_schema::<AccountMapJson>("account-map", SchemaSettings::draft2020_12());
        assert_matches_file("schema/account-map.schema.json", &schema);
    }
}
