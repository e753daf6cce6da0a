use std::collections::{BTreeMap, HashMap, HashSet};

use super::Account;
use super::syntax::Grammar;
use crate::value::Date;

/// The accounts of a ledger with their names.
pub(super) struct Names<'d>(HashMap<&'d Account, String>);

impl<'d> Names<'d> {
    /// Gives each account a valid name of its own. The names don't depend on the order of the transactions.
    pub(super) fn new(accounts: &'d BTreeMap<Account, Date>, grammar: &Grammar) -> Self {
        let (mut names, mut unique) = (
            HashMap::with_capacity(accounts.len()),
            UniqueNames::default(),
        );
        for account in accounts.keys() {
            names.insert(account, unique.add(valid_name(account, grammar)));
        }
        Self(names)
    }

    pub(super) fn of(&self, account: &Account) -> &str {
        self.0.get(account).map(String::as_str).unwrap_or_default()
    }
}

/// Returns the name of an account in the syntax, which another account may have too.
fn valid_name(account: &Account, grammar: &Grammar) -> String {
    let mut name = account.kind.root().to_owned();
    let segments = account
        .segments
        .iter()
        .map(|segment| (grammar.segment)(segment));
    let mut is_empty = true;
    for segment in segments.filter(|segment| !segment.is_empty()) {
        name.push(':');
        name += &segment;
        is_empty = false;
    }
    // In beancount a root alone is no account.
    if is_empty { name + ":Other" } else { name }
}

/// Names that are in use. A name that repeats gets a number.
#[derive(Debug, Default)]
pub(super) struct UniqueNames {
    used: HashSet<String>,
    /// The next number to try for each name that was asked for, so that many equal names take no longer than others.
    next: HashMap<String, usize>,
}

impl UniqueNames {
    /// Returns the name or, if it is in use, the name with the first free number, such as `name-2`.
    pub(super) fn add(&mut self, name: String) -> String {
        if self.used.insert(name.clone()) {
            return name;
        }
        let number = self.next.entry(name.clone()).or_insert(2);
        loop {
            let numbered = format!("{name}-{number}");
            *number += 1;
            if self.used.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_get_the_first_free_number() {
        let mut names = UniqueNames::default();
        let found = ["a", "a-2", "a", "a", "a-2", "b"].map(|name| names.add(name.to_owned()));
        assert_eq!(found, ["a", "a-2", "a-3", "a-4", "a-2-2", "b"]);
    }
}
