use std::collections::HashMap;

use super::ledger::AccountKind;
use crate::base_data::{self, BaseData};
use crate::journal::{JournalRecord, LineAccount};

/// The accounts of a journal, with what base data says about them.
///
/// An account is known by its number. If lines have different external ids with one number, each external id is an account.
#[derive(Debug)]
pub(super) struct Accounts<'r> {
    list: Vec<JournalAccount<'r>>,
    /// The index of the account with a number and an external id, as a line has them.
    indexes: HashMap<(&'r str, Option<&'r str>), usize>,
    /// How many numbers several accounts share.
    pub(super) shared_numbers: usize,
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
        let (mut indexes, mut ids_by_number) =
            (HashMap::new(), HashMap::<&str, Vec<Option<&str>>>::new());
        let mut numbers = Vec::new();
        for account in lines(records) {
            let key = key_of(account);
            if indexes.insert(key, usize::MAX).is_none() {
                let ids = ids_by_number.entry(key.0).or_default();
                if ids.is_empty() {
                    numbers.push(key.0);
                }
                ids.push(key.1);
            }
        }
        let known = base_data.map(KnownAccounts::new);
        let (mut list, mut shared_numbers) = (Vec::new(), 0);
        for number in numbers {
            let ids = ids_by_number.remove(number).unwrap_or_default();
            let shares_number = ids.iter().flatten().count() > 1;
            shared_numbers += usize::from(shares_number);
            // A line without an external id means the account with this number, if there is only one.
            let only_id = ids.iter().copied().find(Option::is_some).flatten();
            for (position, id) in ids.into_iter().enumerate() {
                if shares_number || position == 0 {
                    let external_id = if shares_number { id } else { only_id };
                    let found = known
                        .as_ref()
                        .and_then(|known| known.find(external_id, number));
                    list.push(JournalAccount {
                        number,
                        external_id,
                        shares_number,
                        description: found.map(|account| account.description.as_str()),
                        kind: found
                            .and_then(|account| account.account_type)
                            .map(AccountKind::from),
                    });
                }
                indexes.insert((number, id), list.len() - 1);
            }
        }
        Self {
            list,
            indexes,
            shared_numbers,
        }
    }

    /// Returns the index of the account of a line.
    pub(super) fn index_of(&self, account: &LineAccount) -> usize {
        self.indexes
            .get(&key_of(account))
            .copied()
            .unwrap_or(usize::MAX)
    }

    /// Returns the account of a line.
    pub(super) fn get(&self, account: &LineAccount) -> Option<&JournalAccount<'r>> {
        self.list.get(self.index_of(account))
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, JournalAccount<'r>> {
        self.list.iter()
    }

    pub(super) fn count_without_kind(&self) -> usize {
        let without_kind = self.list.iter().filter(|account| account.kind.is_none());
        without_kind.count()
    }
}

/// Returns the number and the external id of an account, as a line has them.
fn key_of(account: &LineAccount) -> (&str, Option<&str>) {
    (
        account.number.as_str(),
        account.external_id.as_ref().map(AsRef::as_ref),
    )
}

fn lines(records: &[JournalRecord]) -> impl Iterator<Item = &LineAccount> {
    let entries = records.iter().flat_map(|record| &record.entries);
    entries
        .flat_map(|entry| &entry.lines)
        .map(|line| &line.account)
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
            by_number
                .entry(account.number.as_str())
                .and_modify(|known| *known = None)
                .or_insert(Some(account));
        }
        Self {
            by_id: accounts
                .iter()
                .map(|account| (account.external_id.as_str(), account))
                .collect(),
            by_number,
        }
    }

    /// Finds an account by its external id, or else by a number that only one account has.
    fn find(&self, external_id: Option<&str>, number: &str) -> Option<&'b base_data::Account> {
        let by_id = external_id.and_then(|id| self.by_id.get(id).copied());
        by_id.or_else(|| self.by_number.get(number).copied().flatten())
    }
}
