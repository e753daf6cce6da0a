use std::error::Error;
use std::fmt;

use super::entries::{Entries, Raw, TOGETHER};
use crate::dedup::entry::Entry;
use crate::dedup::key::Key;
use crate::dedup::known::Known;
use crate::dedup::plan::Plan;
use crate::dedup::store::CommitError;
use crate::dedup::tables::Tables;

/// What a store in memory holds.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    pub(super) records: Entries,
    pub(super) tables: Tables,
    /// How many transactions there are.
    pub(super) length: usize,
}

/// A store in memory has no room for more: it holds at most 16 GB of ids and contents and 4 billion accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreFull;

impl State {
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.records.all().filter_map(|(_, raw)| self.records.entry(&raw))
    }

    pub(super) fn look_up(&self, keys: &[Key<'_>]) -> Known {
        let mut places: Vec<u32> = Vec::new();
        for keys in keys.chunks(TOGETHER) {
            self.tables.fetch(keys.iter().map(Key::hashes));
            for key in keys {
                let (sought, hashes) = (key.compared(), key.hashes());
                match self.tables.same_key(&sought, hashes, &self.records) {
                    Some(place) => places.push(place),
                    None => places.extend(self.tables.like(&sought, hashes, &self.records).into_iter().flatten()),
                }
            }
        }
        // Places rise from transaction to transaction, and the first ones are to be named.
        places.sort_unstable();
        places.dedup();
        let known: Known = places.iter().filter_map(|place| self.records.entry(&self.records.raw(*place)?)).collect();
        debug_assert_eq!(known.entries().len(), places.len(), "what was found can be read");
        known
    }

    pub(super) fn commit(&mut self, plan: &Plan<'_>) -> Result<(), CommitError<StoreFull>> {
        let (mut parts, mut bytes) = (0, 0);
        for key in plan.new_keys() {
            if self.tables.same_key(&key.compared(), key.hashes(), &self.records).is_some() {
                return Err(CommitError::Outdated);
            }
            parts += 1;
            bytes += Raw::most(key.transaction_id().map_or(0, |id| id.as_str().len()));
        }
        if !self.records.arena.has_room(parts, bytes) || !self.records.accounts.have_room(parts) {
            return Err(CommitError::Failed(StoreFull));
        }
        if !self.tables.have_room(parts) {
            // The old tables are freed before the new ones are filled, in the order of memory and not in that of the old tables.
            self.tables = Tables::default();
            self.tables = self.records.tables(self.length + parts, |_, _, _| {});
        }
        let mut written = Vec::new();
        for key in plan.new_keys() {
            let compared = key.compared();
            let account = self.records.accounts.number(&key.transaction().account_identifier, compared.account);
            let account = account.ok_or(CommitError::Failed(StoreFull))?;
            let raw = Raw { account, id: compared.transaction_id, content: compared.content, text: key.text() };
            written.clear();
            raw.write(&mut written);
            let place = self.records.arena.push(&written).ok_or(CommitError::Failed(StoreFull))?;
            self.tables.add(place, key.hashes(), &self.records);
            self.length += 1;
        }
        Ok(())
    }
}

/// The same accounts, numbered alike, and the same transactions in the same order.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (&self.records, &other.records);
        let raw = |(_, raw)| raw;
        one.accounts.identifiers().eq(other.accounts.identifiers()) && one.all().map(raw).eq(other.all().map(raw))
    }
}

impl fmt::Display for StoreFull {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the store in memory is full; keep this many transactions in a database")
    }
}

impl Error for StoreFull {}
