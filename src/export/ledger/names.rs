use std::collections::{BTreeMap, HashMap};

use super::syntax::Grammar;
use super::unique::UniqueNames;
use super::{Account, Transaction};
use crate::value::Date;

/// The accounts of a ledger with their names.
pub(super) struct Names<'t> {
    names: HashMap<&'t Account, String>,
    /// Each account with the day of its first use, in the order of accounts.
    pub(super) accounts: Vec<(&'t Account, Date)>,
}

impl<'t> Names<'t> {
    /// Gives each account a valid name of its own. The names don't depend on the order of the transactions.
    pub(super) fn new(transactions: &'t [Transaction], grammar: &Grammar) -> Self {
        let mut days: BTreeMap<&Account, Date> = BTreeMap::new();
        for transaction in transactions {
            for posting in &transaction.postings {
                let day = days.entry(&posting.account).or_insert(transaction.day);
                *day = transaction.day.min(*day);
            }
        }
        let (mut names, mut unique) = (HashMap::with_capacity(days.len()), UniqueNames::default());
        for account in days.keys() {
            names.insert(*account, unique.add(valid_name(account, grammar)));
        }
        Self { names, accounts: days.into_iter().collect() }
    }

    pub(super) fn of(&self, account: &Account) -> &str {
        self.names.get(account).map(String::as_str).unwrap_or_default()
    }
}

/// Returns the name of an account in the syntax, which another account may have too.
fn valid_name(account: &Account, grammar: &Grammar) -> String {
    let mut name = account.kind.root().to_owned();
    let segments = account.segments.iter().map(|segment| (grammar.segment)(segment));
    let mut is_empty = true;
    for segment in segments.filter(|segment| !segment.is_empty()) {
        name.push(':');
        name += &segment;
        is_empty = false;
    }
    // In beancount a root alone is no account.
    if is_empty { name + ":Other" } else { name }
}
