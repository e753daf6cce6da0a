use std::error::Error;
use std::fmt;

use crate::dedup::content::Content;
use crate::dedup::index::Index;
use crate::dedup::known::{CanonicalAccount, KnownTransaction};
use crate::dedup::lookup::{
    HashedAccount, Hashes, LookupTables, MatchFields, NumberedTransactions,
};
use crate::dedup::marks::Marks;
use crate::dedup::varint;
use crate::value::{AccountIdentifier, Text};

#[derive(Debug, Clone, Default)]
pub(super) struct State {
    pub(super) transactions: PackedTransactions,
    pub(super) tables: LookupTables,
    pub(super) count: usize,
}

/// A store in memory is full: it stores at most 16 GB of ids and contents, and 4 billion accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoreFullError;

/// Two states are equal if they have the same accounts with the same numbers, and the same transactions in the same order.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let (left, right) = (&self.transactions, &other.transactions);
        let packed = |(_, packed)| packed;
        left.accounts.all == right.accounts.all
            && left.iter().map(packed).eq(right.iter().map(packed))
    }
}

/// The transactions of a store, in the order in which they were committed. A transaction's number is its position in the arena.
#[derive(Debug, Clone, Default)]
pub(super) struct PackedTransactions {
    pub(super) accounts: AccountTable,
    pub(super) arena: Arena,
}

/// The number of transactions whose buckets are prefetched together.
pub(super) const PREFETCH_BATCH: usize = 512;

/// A transaction in its encoding in memory and in snapshots.
///
/// The bytes are, with numbers in LEB128: the number of the account; the length of the id plus one, or zero without an id; the id; the
/// content; the two bytes of the text's fingerprint; the references.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PackedTransaction<'a> {
    pub(super) identity: PackedIdentity<'a>,
    pub(super) marks: Marks,
}

/// The first members of a packed transaction, by which it is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PackedIdentity<'a> {
    pub(super) account: usize,
    pub(super) id: Option<&'a [u8]>,
    pub(super) content: &'a [u8],
}

impl<'a> PackedIdentity<'a> {
    /// Splits bytes that start with a transaction into its first members and the rest.
    #[inline]
    fn split_first(mut bytes: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let account = varint::read_usize(&mut bytes)?;
        let id = match varint::read_usize(&mut bytes)?.checked_sub(1) {
            Some(length) => {
                let (id, rest) = bytes.split_at_checked(length)?;
                bytes = rest;
                Some(id)
            }
            None => None,
        };
        let (content, rest) = Content::split_first(bytes)?;
        let identity = Self {
            account,
            id,
            content,
        };
        Some((identity, rest))
    }
}

impl<'a> PackedTransaction<'a> {
    /// Splits bytes that start with a transaction into the transaction and the rest.
    #[inline]
    pub(super) fn split_first(bytes: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let (identity, rest) = PackedIdentity::split_first(bytes)?;
        let (marks, rest) = Marks::split_first(rest)?;
        Some((Self { identity, marks }, rest))
    }

    /// Returns the most bytes that a transaction with an id of this length takes.
    pub(super) const fn max_length(id_length: usize) -> usize {
        // Two numbers of at most ten bytes, the longest content, and the marks.
        id_length + 2 * 10 + Content::MAX_LENGTH + Marks::MAX_LENGTH
    }

    /// Appends the bytes of the transaction.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let PackedIdentity {
            account,
            id,
            content,
        } = self.identity;
        varint::write_usize(account, bytes);
        varint::write_usize(id.map_or(0, |id| id.len() + 1), bytes);
        bytes.extend_from_slice(id.unwrap_or_default());
        bytes.extend_from_slice(content);
        self.marks.push_to(bytes);
    }
}

impl NumberedTransactions for PackedTransactions {
    #[inline]
    fn match_fields(&self, number: u32) -> Option<MatchFields<'_>> {
        let (identity, _) = PackedIdentity::split_first(self.arena.bytes_from(number)?)?;
        self.match_fields_of(&identity)
    }
}

impl PackedTransactions {
    #[inline]
    pub(super) fn get(&self, number: u32) -> Option<PackedTransaction<'_>> {
        PackedTransaction::split_first(self.arena.bytes_from(number)?).map(|(packed, _)| packed)
    }

    /// Iterates over all transactions with their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, PackedTransaction<'_>)> {
        self.arena.iter(PackedTransaction::split_first)
    }

    /// Builds the tables of all transactions, with a capacity. Calls `is_new` with the fields of each transaction before it is inserted, and returns `None` if it is not:
    /// tables with many equal keys would take quadratic time.
    pub(super) fn build_tables(
        &self,
        capacity: usize,
        is_new: impl Fn(&LookupTables, &MatchFields<'_>, &Hashes) -> bool,
    ) -> Option<LookupTables> {
        let (mut tables, mut transactions) = (LookupTables::with_capacity(capacity), self.iter());
        let mut batch = Vec::with_capacity(PREFETCH_BATCH);
        loop {
            let next = transactions.by_ref().take(PREFETCH_BATCH);
            batch.extend(next.filter_map(|(number, packed)| {
                let fields = self.match_fields_of(&packed.identity)?;
                Some((number, fields, fields.hashes()))
            }));
            if batch.is_empty() {
                return Some(tables);
            }
            tables.prefetch(batch.iter().map(|(.., hashes)| hashes));
            for (number, fields, hashes) in batch.drain(..) {
                is_new(&tables, &fields, &hashes).then_some(())?;
                tables.insert(number, &hashes, self);
            }
        }
    }

    #[inline]
    fn match_fields_of<'a>(&'a self, packed: &PackedIdentity<'a>) -> Option<MatchFields<'a>> {
        let NumberedAccount {
            identifier,
            canonical,
        } = self.accounts.all.get(packed.account)?;
        Some(canonical.match_fields(identifier, packed.id, packed.content))
    }

    /// Returns a packed transaction as a value that does not borrow from the state.
    pub(super) fn unpack(&self, packed: &PackedTransaction<'_>) -> Option<KnownTransaction> {
        let identity = &packed.identity;
        let account = self.accounts.all.get(identity.account)?;
        let id = match identity.id {
            Some(id) => Some(Text::parse(str::from_utf8(id).ok()?).ok()?),
            None => None,
        };
        Some(KnownTransaction::with_marks(
            account.identifier.clone(),
            id,
            Content::from_bytes(identity.content)?,
            packed.marks,
        ))
    }
}

/// The accounts of all transactions. Each account is stored once. Accounts are numbered in the order in which they were first committed.
#[derive(Debug, Clone, Default)]
pub(super) struct AccountTable {
    pub(super) all: Vec<NumberedAccount>,
    numbers: Index,
    /// The number of the account that was looked up last: most imports are all about one account.
    last: usize,
}

/// An account in the spelling in which it was sent.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NumberedAccount {
    pub(super) identifier: AccountIdentifier,
    canonical: CanonicalAccount,
}

impl AccountTable {
    /// Returns the number of an account, and adds the account if it is new. Returns `None` if the table is full.
    #[inline]
    pub(super) fn get_or_add(
        &mut self,
        identifier: &AccountIdentifier,
        account: HashedAccount<'_>,
    ) -> Option<usize> {
        let is_same =
            |known: &NumberedAccount| known.canonical.as_sent(&known.identifier).equals(account);
        if !self.all.get(self.last).is_some_and(is_same) {
            let found = self.numbers.find(account.hash, |number| {
                self.all.get(to_usize(number)).is_some_and(is_same)
            });
            self.last = match found {
                Some(number) => to_usize(number),
                None => self.add(identifier, account)?,
            };
        }
        Some(self.last)
    }

    #[cold]
    fn add(&mut self, identifier: &AccountIdentifier, account: HashedAccount<'_>) -> Option<usize> {
        let index = self.all.len();
        let number = u32::try_from(index).ok()?;
        self.numbers.insert(account.hash, number);
        self.all.push(NumberedAccount {
            identifier: identifier.clone(),
            canonical: CanonicalAccount::new(identifier),
        });
        Some(index)
    }
}

fn to_usize(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl fmt::Display for StoreFullError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .write_str("the store in memory is full; keep this many transactions in a database")
    }
}

impl Error for StoreFullError {}

/// Byte strings of many lengths, stored one after the other and never moved. Memory is allocated in chunks, so growing copies nothing.
#[derive(Debug, Clone, Default)]
pub(super) struct Arena {
    chunks: Vec<Vec<u8>>,
}

/// The bytes of a unit. Positions count units, so 32 bits reach over 16 GB.
const UNIT_BYTES: usize = 4;
/// The units of a chunk. A longer byte string gets its own chunk. Chunks are small in tests, so that tests reach every limit.
const CHUNK_UNITS: usize = if cfg!(test) { 1 << 5 } else { 1 << 18 };
const CHUNK_BYTES: usize = UNIT_BYTES * CHUNK_UNITS;
/// The maximum number of chunks that positions can address.
const MAX_CHUNKS: usize = 1 << 14;

impl Arena {
    /// Returns whether this many byte strings with this many bytes in total fit for certain.
    pub(super) const fn has_capacity_for(&self, strings: usize, bytes: usize) -> bool {
        // Each string wastes less than a unit, and each chunk, at worst, half of it.
        let needed = bytes.saturating_add(strings.saturating_mul(UNIT_BYTES));
        let chunks = needed / (CHUNK_BYTES / 2) + 2;
        chunks <= MAX_CHUNKS - self.chunks.len()
    }

    /// Appends a byte string and returns its position. Returns `None` if the arena is full.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Option<u32> {
        let fits = |chunk: &Vec<u8>| chunk.len() + bytes.len() <= CHUNK_BYTES;
        if !self.chunks.last().is_some_and(fits) {
            if self.chunks.len() >= MAX_CHUNKS {
                return None;
            }
            // The first chunk grows as needed, so that a small store stays small. Any further chunk will probably be full one day.
            let capacity = if self.chunks.is_empty() {
                0
            } else {
                CHUNK_BYTES.max(bytes.len())
            };
            self.chunks.push(Vec::with_capacity(capacity));
        }
        let number = self.chunks.len() - 1;
        let chunk = self.chunks.last_mut()?;
        let position = number * CHUNK_UNITS + chunk.len() / UNIT_BYTES;
        chunk.extend_from_slice(bytes);
        chunk.resize(chunk.len().next_multiple_of(UNIT_BYTES), 0);
        u32::try_from(position).ok()
    }

    /// Returns the bytes from a position to the end of its chunk.
    #[inline]
    fn bytes_from(&self, position: u32) -> Option<&[u8]> {
        let position = usize::try_from(position).ok()?;
        self.chunks
            .get(position / CHUNK_UNITS)?
            .get(position % CHUNK_UNITS * UNIT_BYTES..)
    }

    /// Iterates over all byte strings with their positions. `split_first` decodes the first string of some bytes and returns the rest.
    fn iter<'a, T, F>(&'a self, split_first: F) -> impl Iterator<Item = (u32, T)>
    where
        F: Fn(&'a [u8]) -> Option<(T, &'a [u8])> + Copy,
    {
        self.chunks
            .iter()
            .enumerate()
            .flat_map(move |(number, chunk)| {
                let mut offset = 0;
                std::iter::from_fn(move || {
                    let bytes = chunk.get(offset..)?;
                    let (decoded, rest) = split_first(bytes)?;
                    let position =
                        u32::try_from(number * CHUNK_UNITS + offset / UNIT_BYTES).ok()?;
                    offset += (bytes.len() - rest.len()).next_multiple_of(UNIT_BYTES);
                    Some((position, decoded))
                })
            })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn chunk_positions(arena: &Arena) -> Vec<u32> {
        (0..arena.chunks.len())
            .map(|number| u32::try_from(number * CHUNK_UNITS).unwrap())
            .collect()
    }

    fn byte_string(number: usize, length: usize) -> Vec<u8> {
        (0..length)
            .map(|index| (index * 7 + number).to_le_bytes()[0])
            .collect()
    }

    proptest! {
        #[test]
        fn byte_strings_keep_their_positions(lengths in prop::collection::vec(1_usize..300, 1..200), is_cloned in any::<bool>()) {
            let mut arena = Arena::default();
            let mut positions = Vec::new();
            for (number, length) in lengths.iter().enumerate() {
                positions.push(arena.push(&byte_string(number, *length)).unwrap());
                if is_cloned {
                    arena = arena.clone();
                }
            }
            prop_assert!(positions.is_sorted_by(|left, right| left < right));
            for (number, (position, length)) in positions.iter().zip(&lengths).enumerate() {
                prop_assert!(arena.bytes_from(*position).unwrap().starts_with(&byte_string(number, *length)));
            }
            prop_assert!(chunk_positions(&arena).iter().all(|chunk| positions.contains(chunk)));
            let bytes: usize = lengths.iter().sum();
            prop_assert!(arena.chunks.len() <= 2 * (bytes + 4 * lengths.len()) / CHUNK_BYTES + 1);
        }
    }

    #[test]
    fn accepts_byte_strings_until_all_chunks_are_used() {
        let mut arena = Arena::default();
        assert!(!arena.has_capacity_for(usize::MAX, usize::MAX));
        let mut positions = Vec::new();
        while let Some(position) = arena.push(&byte_string(positions.len(), CHUNK_BYTES)) {
            positions.push(position);
        }
        assert_eq!(positions.len(), MAX_CHUNKS);
        assert!(!arena.has_capacity_for(1, 1));
        assert_eq!(chunk_positions(&arena), positions);
        for (number, position) in positions.into_iter().enumerate() {
            assert_eq!(
                arena.bytes_from(position),
                Some(&*byte_string(number, CHUNK_BYTES))
            );
        }
    }

    #[test]
    fn accepts_byte_strings_within_its_capacity() {
        for length in [
            1,
            CHUNK_BYTES / 2 + 1,
            CHUNK_BYTES - 1,
            CHUNK_BYTES,
            CHUNK_BYTES + 1,
            5 * CHUNK_BYTES,
        ] {
            let (mut arena, mut pushed) = (Arena::default(), 0);
            while arena.has_capacity_for(1, length) {
                assert!(
                    arena.push(&byte_string(pushed, length)).is_some(),
                    "{length}"
                );
                pushed += 1;
            }
            assert!(pushed > MAX_CHUNKS / 3, "{length}: {pushed}");
        }
    }
}
