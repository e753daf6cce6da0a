use std::error::Error;
use std::fmt;

use super::accounts::Accounts;
use super::arena::Arena;
use super::raw::Raw;
use crate::dedup::content::Content;
use crate::dedup::entry::Entry;
use crate::dedup::key::Key;
use crate::dedup::known::Known;
use crate::dedup::plan::Plan;
use crate::dedup::store::CommitError;
use crate::dedup::tables::{Compared, Hashes, Records, Tables};
use crate::value::Text;

/// What a store in memory holds.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    pub(super) records: Entries,
    pub(super) tables: Tables,
    /// How many transactions there are.
    pub(super) length: usize,
}

/// The transactions themselves, in the order in which they came.
#[derive(Debug, Clone, Default)]
pub(super) struct Entries {
    pub(super) accounts: Accounts,
    pub(super) arena: Arena,
}

/// A store in memory has no room for more: it holds at most 16 GB of ids and contents and 4 billion accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreFull;

/// So many transactions are looked up or entered together, as far as memory is concerned.
const TOGETHER: usize = 512;

impl State {
    pub(super) const fn len(&self) -> usize {
        self.length
    }

    pub(super) const fn accounts(&self) -> &Accounts {
        &self.records.accounts
    }

    /// Every transaction as it lies in memory.
    pub(super) fn raw(&self) -> impl Iterator<Item = Raw<'_>> {
        self.records.all().map(|(_, raw)| raw)
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.raw().filter_map(|raw| self.records.entry(&raw))
    }

    pub(super) fn look_up(&self, keys: &[Key<'_>]) -> Known {
        let mut places: Vec<u32> = Vec::new();
        for keys in keys.chunks(TOGETHER) {
            self.tables.fetch(keys.iter().map(Key::hashes));
            for key in keys {
                let sought = key.sought();
                match self.tables.same_key(&sought, &self.records) {
                    Some(place) => places.push(place),
                    None => places.extend(self.tables.like(&sought, &self.records).into_iter().flatten()),
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
            if self.tables.same_key(&key.sought(), &self.records).is_some() {
                return Err(CommitError::Outdated);
            }
            parts += 1;
            bytes += Raw::most(key.transaction_id().map_or(0, |id| id.as_str().len()));
        }
        if !self.records.arena.has_room(parts, bytes) || !self.records.accounts.have_room(parts) {
            return Err(CommitError::Failed(StoreFull));
        }
        self.make_room(parts);
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

    /// Gives the tables room for so many more. They are filled anew in the order in which the transactions lie, and not in that of the
    /// old ones, which would jump about in memory, and which go before the new ones come.
    fn make_room(&mut self, more: usize) {
        if self.tables.have_room(more) {
            return;
        }
        self.tables = Tables::default();
        let mut tables = Tables::with_room(self.length + more);
        let mut entered = 0;
        self.records.each_together(|some| {
            tables.fetch(some.iter().map(|(_, hashes)| hashes));
            for (place, hashes) in some {
                tables.add(*place, hashes, &self.records);
            }
            entered += some.len();
        });
        debug_assert_eq!(entered, self.length, "every transaction was entered");
        self.tables = tables;
    }
}

impl Records for Entries {
    #[inline]
    fn compared(&self, place: u32) -> Option<Compared<'_>> {
        self.compared_of(&self.raw(place)?)
    }
}

/// The same accounts, numbered alike, and the same transactions in the same order.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.accounts().identifiers().eq(other.accounts().identifiers()) && self.raw().eq(other.raw())
    }
}

impl Entries {
    #[inline]
    fn raw(&self, place: u32) -> Option<Raw<'_>> {
        Raw::split(self.arena.from(place)?).map(|(raw, _)| raw)
    }

    /// Every transaction with its place.
    fn all(&self) -> impl Iterator<Item = (u32, Raw<'_>)> {
        self.arena.chunks().flat_map(|(begin, chunk)| {
            let mut at = 0;
            std::iter::from_fn(move || {
                let rest = chunk.get(at..)?;
                let (raw, behind) = Raw::split(rest)?;
                let place = begin + Arena::places(at);
                at += Arena::taken(rest.len() - behind.len());
                Some((place, raw))
            })
        })
    }

    /// Shows the hashes of every transaction with its place, some at a time.
    pub(super) fn each_together(&self, mut show: impl FnMut(&[(u32, Hashes)])) {
        let mut all = self.all();
        let mut some = Vec::with_capacity(TOGETHER);
        loop {
            let some_more = all.by_ref().take(TOGETHER);
            some.extend(some_more.filter_map(|(place, raw)| Some((place, self.compared_of(&raw)?.hashes()))));
            if some.is_empty() {
                break;
            }
            show(&some);
            some.clear();
        }
    }

    #[inline]
    fn compared_of<'a>(&'a self, raw: &Raw<'a>) -> Option<Compared<'a>> {
        let (account, canonical) = self.accounts.names(raw.account)?;
        Some(Compared { account, canonical, transaction_id: raw.id, content: raw.content })
    }

    fn entry(&self, raw: &Raw<'_>) -> Option<Entry> {
        let account = self.accounts.identifier(raw.account)?.clone();
        let id = match raw.id {
            Some(id) => Some(Text::parse(str::from_utf8(id).ok()?).ok()?),
            None => None,
        };
        Some(Entry::marked(account, id, Content::from_bytes(raw.content)?, raw.text))
    }
}

impl fmt::Display for StoreFull {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the store in memory is full; keep this many transactions in a database")
    }
}

impl Error for StoreFull {}
