use std::error::Error;
use std::fmt;

use crate::dedup::content::Content;
use crate::dedup::entry::{Entry, Spelling, TextMark};
use crate::dedup::index::Index;
use crate::dedup::tables::{Compared, Hashes, Name, Records, Tables};
use crate::dedup::varint;
use crate::value::{AccountIdentifier, Text};

#[derive(Debug, Clone, Default)]
pub(super) struct State {
    pub(super) records: Entries,
    pub(super) tables: Tables,
    pub(super) length: usize,
}

/// A store in memory has no room for more: it holds at most 16 GB of ids and contents and 4 billion accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreFullError;

/// The same accounts, numbered alike, and the same transactions in the same order.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (&self.records, &other.records);
        let raw = |(_, raw)| raw;
        one.accounts.all == other.accounts.all && one.all().map(raw).eq(other.all().map(raw))
    }
}

/// The transactions themselves, in the order in which they came.
#[derive(Debug, Clone, Default)]
pub(super) struct Entries {
    pub(super) accounts: Accounts,
    pub(super) arena: Arena,
}

/// So many transactions are looked up or entered together, as far as memory is concerned.
pub(super) const TOGETHER: usize = 512;

/// A transaction in memory and in a snapshot: in LEB128 the number of its account and the length of its id plus one, or zero without an
/// id; the id; the content; two bytes of its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Raw<'a> {
    pub(super) account: usize,
    pub(super) id: Option<&'a [u8]>,
    pub(super) content: &'a [u8],
    pub(super) text: TextMark,
}

impl<'a> Raw<'a> {
    /// The transaction at the start of some bytes, and the bytes behind it.
    #[inline]
    pub(super) fn split(mut bytes: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let account = varint::read_count(&mut bytes)?;
        let id = match varint::read_count(&mut bytes)?.checked_sub(1) {
            Some(length) => {
                let (id, rest) = bytes.split_at_checked(length)?;
                bytes = rest;
                Some(id)
            }
            None => None,
        };
        let (content, rest) = Content::split(bytes)?;
        let (text, rest) = rest.split_first_chunk()?;
        Some((Self { account, id, content, text: TextMark::from_bytes(*text) }, rest))
    }

    /// At most so many bytes are written of a transaction with an id of this length.
    pub(super) const fn most(id: usize) -> usize {
        // Two numbers of at most ten bytes, the longest content, the text.
        id + 2 * 10 + Content::MAX_LENGTH + 2
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        varint::write_count(self.account, bytes);
        varint::write_count(self.id.map_or(0, |id| id.len() + 1), bytes);
        bytes.extend_from_slice(self.id.unwrap_or_default());
        bytes.extend_from_slice(self.content);
        bytes.extend_from_slice(&self.text.to_bytes());
    }
}

impl Records for Entries {
    #[inline]
    fn compared(&self, place: u32) -> Option<Compared<'_>> {
        self.compared_of(&self.raw(place)?)
    }
}

impl Entries {
    #[inline]
    pub(super) fn raw(&self, place: u32) -> Option<Raw<'_>> {
        Raw::split(self.arena.from(place)?).map(|(raw, _)| raw)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (u32, Raw<'_>)> {
        self.arena.parts(Raw::split)
    }

    /// Returns tables of all transactions, with room for so many. `meet` sees each of them before it is added.
    pub(super) fn tables(&self, room: usize, mut meet: impl FnMut(&Tables, u32, &Hashes)) -> Tables {
        let (mut tables, mut all) = (Tables::with_room(room), self.all());
        let mut some = Vec::with_capacity(TOGETHER);
        loop {
            let next = all.by_ref().take(TOGETHER);
            some.extend(next.filter_map(|(place, raw)| Some((place, self.compared_of(&raw)?.hashes()))));
            if some.is_empty() {
                return tables;
            }
            tables.fetch(some.iter().map(|(_, hashes)| hashes));
            for (place, hashes) in some.drain(..) {
                meet(&tables, place, &hashes);
                tables.add(place, &hashes, self);
            }
        }
    }

    #[inline]
    fn compared_of<'a>(&'a self, raw: &Raw<'a>) -> Option<Compared<'a>> {
        let Account { identifier, spelling } = self.accounts.all.get(raw.account)?;
        Some(spelling.compared(identifier, raw.id, raw.content))
    }

    pub(super) fn entry(&self, raw: &Raw<'_>) -> Option<Entry> {
        let account = self.accounts.all.get(raw.account)?.identifier.clone();
        let id = match raw.id {
            Some(id) => Some(Text::parse(str::from_utf8(id).ok()?).ok()?),
            None => None,
        };
        Some(Entry::marked(account, id, Content::from_bytes(raw.content)?, raw.text))
    }
}

/// The accounts that transactions belong to, each held once and numbered in the order in which they came.
#[derive(Debug, Clone, Default)]
pub(super) struct Accounts {
    pub(super) all: Vec<Account>,
    numbers: Index,
    /// The one asked for last, which most imports are all about.
    last: usize,
}

/// An account in the spelling in which it was sent.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Account {
    pub(super) identifier: AccountIdentifier,
    spelling: Spelling,
}

impl Accounts {
    /// The number of an account, which is added where it is new; none where there is no place for it.
    #[inline]
    pub(super) fn number(&mut self, identifier: &AccountIdentifier, sent: Name<'_>) -> Option<usize> {
        let is = |known: &Account| known.spelling.sent(&known.identifier).is(sent);
        if !self.all.get(self.last).is_some_and(is) {
            let found = self.numbers.find(sent.hash, |place| self.all.get(at(place)).is_some_and(is));
            self.last = match found {
                Some(place) => at(place),
                None => self.add(identifier, sent)?,
            };
        }
        Some(self.last)
    }

    #[cold]
    fn add(&mut self, identifier: &AccountIdentifier, sent: Name<'_>) -> Option<usize> {
        let number = self.all.len();
        let place = u32::try_from(number).ok()?;
        let all = &self.all;
        let hash_of = |place| all.get(at(place)).map(|known| known.spelling.sent(&known.identifier).hash);
        self.numbers.add(sent.hash, place, hash_of);
        self.all.push(Account { identifier: identifier.clone(), spelling: Spelling::of(identifier) });
        Some(number)
    }
}

fn at(place: u32) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}

impl fmt::Display for StoreFullError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the store in memory is full; keep this many transactions in a database")
    }
}

impl Error for StoreFullError {}

/// Bytes of many lengths, one after the other, where each stays. Memory is taken a chunk at a time, so that growing copies nothing.
#[derive(Debug, Clone, Default)]
pub(super) struct Arena {
    chunks: Vec<Vec<u8>>,
}

/// Places count four bytes each, which lets 32 bits reach over 16 GB.
const UNIT: usize = 4;
/// What begins in one chunk, in units; what is longer gets a chunk of its own. Tests go over every limit, so theirs are small.
const UNITS: usize = if cfg!(test) { 1 << 5 } else { 1 << 18 };
const CHUNK: usize = UNIT * UNITS;
/// So many chunks can be told apart.
const CHUNKS: usize = 1 << 14;

impl Arena {
    /// Whether so many bytes in so many parts surely find a place.
    pub(super) const fn has_room(&self, parts: usize, bytes: usize) -> bool {
        // Each part wastes less than a unit, and each chunk, at worst, half of it.
        let needed = bytes.saturating_add(parts.saturating_mul(UNIT));
        let chunks = needed / (CHUNK / 2) + 2;
        chunks <= CHUNKS - self.chunks.len()
    }

    /// Adds bytes and gives their place; none where there is no room.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Option<u32> {
        let fits = |chunk: &Vec<u8>| chunk.len() + bytes.len() <= CHUNK;
        if !self.chunks.last().is_some_and(fits) {
            if self.chunks.len() >= CHUNKS {
                return None;
            }
            // Few transactions take little; with many each chunk is full one day.
            self.chunks.push(Vec::with_capacity(if self.chunks.is_empty() { 0 } else { CHUNK.max(bytes.len()) }));
        }
        let number = self.chunks.len() - 1;
        let chunk = self.chunks.last_mut()?;
        let place = number * UNITS + chunk.len() / UNIT;
        chunk.extend_from_slice(bytes);
        chunk.resize(chunk.len().next_multiple_of(UNIT), 0);
        u32::try_from(place).ok()
    }

    /// The bytes at a place, and all that follow in its chunk.
    #[inline]
    fn from(&self, place: u32) -> Option<&[u8]> {
        let place = usize::try_from(place).ok()?;
        self.chunks.get(place / UNITS)?.get(place % UNITS * UNIT..)
    }

    /// Every part with its place, as `split` takes it from the start of some bytes.
    fn parts<'a, T, F>(&'a self, split: F) -> impl Iterator<Item = (u32, T)>
    where
        F: Fn(&'a [u8]) -> Option<(T, &'a [u8])> + Copy,
    {
        self.chunks.iter().enumerate().flat_map(move |(number, chunk)| {
            let mut at = 0;
            std::iter::from_fn(move || {
                let rest = chunk.get(at..)?;
                let (part, behind) = split(rest)?;
                let place = u32::try_from(number * UNITS + at / UNIT).ok()?;
                at += (rest.len() - behind.len()).next_multiple_of(UNIT);
                Some((place, part))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn begins(arena: &Arena) -> Vec<u32> {
        (0..arena.chunks.len()).map(|number| u32::try_from(number * UNITS).unwrap()).collect()
    }

    fn part(number: usize, length: usize) -> Vec<u8> {
        (0..length).map(|at| (at * 7 + number).to_le_bytes()[0]).collect()
    }

    proptest! {
        #[test]
        fn whatever_was_put_in_stays_where_it_is(lengths in prop::collection::vec(1_usize..300, 1..200), cloned in any::<bool>()) {
            let mut arena = Arena::default();
            let mut places = Vec::new();
            for (number, length) in lengths.iter().enumerate() {
                places.push(arena.push(&part(number, *length)).unwrap());
                if cloned {
                    arena = arena.clone();
                }
            }
            prop_assert!(places.is_sorted_by(|one, other| one < other));
            for (number, (place, length)) in places.iter().zip(&lengths).enumerate() {
                prop_assert!(arena.from(*place).unwrap().starts_with(&part(number, *length)));
            }
            prop_assert!(begins(&arena).iter().all(|begin| places.contains(begin)));
            let bytes: usize = lengths.iter().sum();
            prop_assert!(arena.chunks.len() <= 2 * (bytes + 4 * lengths.len()) / CHUNK + 1);
        }
    }

    #[test]
    fn there_is_room_until_all_places_are_taken() {
        let mut arena = Arena::default();
        assert!(!arena.has_room(usize::MAX, usize::MAX));
        let mut places = Vec::new();
        while let Some(place) = arena.push(&part(places.len(), CHUNK)) {
            places.push(place);
        }
        assert_eq!(places.len(), CHUNKS);
        assert!(!arena.has_room(1, 1));
        assert_eq!(begins(&arena), places);
        for (number, place) in places.into_iter().enumerate() {
            assert_eq!(arena.from(place), Some(&*part(number, CHUNK)));
        }
    }

    #[test]
    fn what_has_room_finds_it() {
        for length in [1, CHUNK / 2 + 1, CHUNK - 1, CHUNK, CHUNK + 1, 5 * CHUNK] {
            let (mut arena, mut put) = (Arena::default(), 0);
            while arena.has_room(1, length) {
                assert!(arena.push(&part(put, length)).is_some(), "{length}");
                put += 1;
            }
            assert!(put > CHUNKS / 3, "{length}: {put}");
        }
    }
}
