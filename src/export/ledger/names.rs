use std::collections::{BTreeMap, HashMap};

use super::Account;
use super::syntax::Grammar;
use super::unique::UniqueNames;
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
