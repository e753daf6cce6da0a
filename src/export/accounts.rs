use std::collections::HashMap;

use super::ledger::AccountKind;
use crate::base_data::{self, AccountType, BaseData};
use crate::journal::{JournalRecord, LineAccount};

/// The accounts of a journal, with what base data says about them.
///
/// An account is known by its number. If lines have different external ids with one number, each external id is an account.
#[derive(Debug)]
pub(super) struct Accounts<'r> {
    accounts: Vec<JournalAccount<'r>>,
    /// For each number, the accounts that have it, by their external ids.
    by_number: HashMap<&'r str, Vec<(Option<&'r str>, usize)>>,
}

/// An account of a journal.
#[derive(Debug)]
pub(super) struct JournalAccount<'r> {
    pub(super) number: &'r str,
    external_id: Option<&'r str>,
    /// Whether another account has the number too.
    shares_number: bool,
    /// The description in base data.
    pub(super) description: Option<&'r str>,
    /// The kind by its type in base data.
    pub(super) kind: Option<AccountKind>,
}

impl JournalAccount<'_> {
    /// Returns the external id, if the number alone does not identify the account.
    pub(super) fn shared_number_id(&self) -> Option<&str> {
        self.external_id.filter(|_| self.shares_number)
    }
}

impl<'r> Accounts<'r> {
    pub(super) fn new(records: &'r [JournalRecord], base_data: Option<&'r BaseData>) -> Self {
        let mut by_number: HashMap<&str, Vec<(Option<&str>, usize)>> = HashMap::new();
        let mut numbers = Vec::new();
        for account in lines(records) {
            let ids = by_number.entry(account.number.as_str()).or_insert_with(|| {
                numbers.push(account.number.as_str());
                Vec::new()
            });
            let id = account.external_id.as_ref().map(AsRef::as_ref);
            if !ids.iter().any(|(known, _)| *known == id) {
                ids.push((id, 0));
            }
        }
        let known = base_data.map(KnownAccounts::new);
        let mut accounts = Vec::new();
        for number in numbers {
            let Some(ids) = by_number.get_mut(number) else { continue };
            // A line without an external id means the account with this number, if there is only one.
            let several = ids.iter().filter(|(id, _)| id.is_some()).count() > 1;
            let only_id = ids.iter().find_map(|(id, _)| *id);
            for (position, (id, index)) in ids.iter_mut().enumerate() {
                if !several && position > 0 {
                    continue;
                }
                *index = accounts.len();
                let external_id = if several { *id } else { only_id };
                let found = known.as_ref().and_then(|known| known.find(external_id, number));
                accounts.push(JournalAccount {
                    number,
                    external_id,
                    shares_number: several,
                    description: found.map(|account| account.description.as_str()),
                    kind: found.and_then(|account| account.account_type).map(kind_of),
                });
            }
            if let (false, Some((_, first))) = (several, ids.first().copied()) {
                ids.iter_mut().for_each(|(_, index)| *index = first);
            }
        }
        Self { accounts, by_number }
    }

    /// Returns the index of the account of a line.
    pub(super) fn index_of(&self, account: &LineAccount) -> usize {
        let id = account.external_id.as_ref().map(AsRef::as_ref);
        let ids = self.by_number.get(account.number.as_str()).map(Vec::as_slice).unwrap_or_default();
        ids.iter().find(|(known, _)| *known == id).map_or(usize::MAX, |(_, index)| *index)
    }

    /// Returns the account of a line.
    pub(super) fn get(&self, account: &LineAccount) -> Option<&JournalAccount<'r>> {
        self.accounts.get(self.index_of(account))
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, JournalAccount<'r>> {
        self.accounts.iter()
    }

    /// Returns how many numbers several accounts share.
    pub(super) fn shared_numbers(&self) -> usize {
        self.by_number.values().filter(|ids| ids.iter().filter(|(id, _)| id.is_some()).count() > 1).count()
    }
}

fn lines(records: &[JournalRecord]) -> impl Iterator<Item = &LineAccount> {
    let entries = records.iter().flat_map(|record| &record.entries);
    entries.flat_map(|entry| &entry.lines).map(|line| &line.account)
}

const fn kind_of(account_type: AccountType) -> AccountKind {
    match account_type {
        AccountType::Asset => AccountKind::Asset,
        AccountType::Liability => AccountKind::Liability,
        AccountType::Expense => AccountKind::Expense,
        AccountType::Revenue => AccountKind::Income,
    }
}

/// The accounts of base data by external id and by number.
struct KnownAccounts<'b> {
    by_id: HashMap<&'b str, &'b base_data::Account>,
    /// `None` for a number that several accounts have.
    by_number: HashMap<&'b str, Option<&'b base_data::Account>>,
}

impl<'b> KnownAccounts<'b> {
    fn new(base_data: &'b BaseData) -> Self {
        let accounts = &base_data.records().accounts;
        let mut by_number = HashMap::with_capacity(accounts.len());
        for account in accounts {
            by_number.entry(account.number.as_str()).and_modify(|known| *known = None).or_insert(Some(account));
        }
        Self { by_id: accounts.iter().map(|account| (account.external_id.as_str(), account)).collect(), by_number }
    }

    /// Finds an account by its external id, or else by a number that only one account has.
    fn find(&self, external_id: Option<&str>, number: &str) -> Option<&'b base_data::Account> {
        let by_id = external_id.and_then(|id| self.by_id.get(id).copied());
        by_id.or_else(|| self.by_number.get(number).copied().flatten())
    }
}
