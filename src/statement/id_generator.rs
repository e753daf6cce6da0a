use std::borrow::Cow;
use std::collections::HashMap;

use foldhash::fast::RandomState;
use sha2::{Digest, Sha256};

use super::entry::{CurrencyCode, EntryAmount};
use crate::source::Certain;
use crate::transactions::{BookingKey, first_half, push_booking, push_occurrence, push_part};
use crate::value::Date;

/// The values that an id, or what is compared in its place, depends on. The scheme is frozen; the prefix `ua1` of every id names it.
pub(super) struct IdInput<'a> {
    /// The version of the format's list of identity parts.
    pub(super) version: u32,
    /// The account and the currency, and the index of their cash account.
    pub(super) account: &'a str,
    pub(super) currency: &'a CurrencyCode<'a>,
    pub(super) cash_account: usize,
    pub(super) amount: EntryAmount,
    pub(super) date: Option<Date>,
    pub(super) parts: &'a [Cow<'a, str>],
}

/// Derives ids for entries without a reference of the bank, the same for the same entry in every export, and numbers equal entries.
///
/// Duplicates within a day get occurrence numbers, starting at the oldest entry. A later export only adds newer entries, so the numbers of
/// older entries do not change.
#[derive(Default)]
pub(super) struct IdGenerator {
    occurrences: Occurrences,
    /// The hash state after the parts that all entries of a cash account share, for the cash account and the version of the previous entry.
    shared_prefix: Option<((usize, u32), Sha256)>,
    /// A buffer for the bytes to hash.
    message: Vec<u8>,
}

/// How the occurrence number of a duplicate is found.
#[derive(Default)]
enum Occurrences {
    /// No id was derived yet, so the order of the entries is not known yet.
    #[default]
    Unknown,
    /// The oldest entry comes first. Counts the occurrences so far.
    OldestFirst(OccurrenceCounts),
    /// The newest entry comes first. Counts the occurrences that remain.
    NewestFirst(StatementHashes),
}

/// What the ids of all entries of a statement are made from, from a first pass through it.
#[derive(Default)]
pub(super) struct StatementHashes {
    counts: OccurrenceCounts,
    /// The offset of each entry and its hash, in the order of the file.
    hashes: Vec<(usize, [u8; 16])>,
    /// The index of the first entry that was not passed yet.
    next: usize,
}

impl StatementHashes {
    /// Adds the hash of an entry of an account.
    pub(super) fn add(&mut self, account: usize, offset: usize, hash: [u8; 16]) {
        self.counts.add(account, hash);
        self.hashes.push((offset, hash));
    }

    /// Returns the hash of the entry at an offset, which is after that of the call before.
    fn hash_at(&mut self, offset: usize) -> Option<[u8; 16]> {
        while let Some((known, hash)) = self.hashes.get(self.next)
            && *known <= offset
        {
            self.next += 1;
            if *known == offset {
                return Some(*hash);
            }
        }
        None
    }
}

impl IdGenerator {
    /// Begins a statement, in which occurrences are counted from 1 again.
    pub(super) fn begin_statement(&mut self) {
        self.occurrences = Occurrences::Unknown;
    }

    /// Whether [`set_order`](Self::set_order) must be called before the next id is derived.
    pub(super) const fn needs_order(&self) -> bool {
        matches!(self.occurrences, Occurrences::Unknown)
    }

    /// Sets the order of the entries. `hashes` are those of the whole statement if the newest entry comes first, else `None`.
    pub(super) fn set_order(&mut self, hashes: Option<StatementHashes>) {
        self.occurrences = match hashes {
            Some(hashes) => Occurrences::NewestFirst(hashes),
            None => Occurrences::OldestFirst(OccurrenceCounts::default()),
        };
    }

    /// Returns the hash of the entry at an offset, if a first pass has found it. Entries are asked for in the order of the file.
    pub(super) fn known_hash(&mut self, offset: usize) -> Option<[u8; 16]> {
        match &mut self.occurrences {
            Occurrences::NewestFirst(hashes) => hashes.hash_at(offset),
            _ => None,
        }
    }

    /// Returns the occurrence number of an entry of an account, from 1, among those with the same hash.
    pub(super) fn number(&mut self, account: usize, hash: [u8; 16]) -> u32 {
        match &mut self.occurrences {
            Occurrences::NewestFirst(remaining) => {
                let count = remaining.counts.count_mut(account, hash);
                let occurrence = (*count).max(1);
                *count = occurrence - 1;
                occurrence
            }
            Occurrences::OldestFirst(counts) => counts.add(account, hash),
            Occurrences::Unknown => 1,
        }
    }

    /// Returns the first 16 bytes of the SHA-256 hash of the input.
    pub(super) fn hash(&mut self, input: &IdInput<'_>) -> [u8; 16] {
        let key = (input.cash_account, input.version);
        if self
            .shared_prefix
            .as_ref()
            .is_some_and(|(known, _)| *known != key)
        {
            self.shared_prefix = None;
        }
        let (_, prefix) = self
            .shared_prefix
            .get_or_insert_with(|| (key, input.hash_prefix(&mut self.message)));
        input.write_suffix(&mut self.message);
        first_half(prefix.clone().chain_update(&self.message).finalize())
    }
}

/// Appends a derived id: a hash, and the occurrence number from 2 on.
pub(super) fn push_derived_id(hash: [u8; 16], occurrence: u32, id: &mut String) {
    id.push_str("ua1-");
    let mut digits = [0; 32];
    for (eight, four) in digits
        .as_chunks_mut::<8>()
        .0
        .iter_mut()
        .zip(hash.as_chunks::<4>().0)
    {
        *eight = hex_digits(*four);
    }
    id.push_str(str::from_utf8(&digits).certain());
    push_occurrence(occurrence, id);
}

/// Returns the hexadecimal digits of four bytes. Spreads the half-bytes over the bytes of a word, then converts all of them to ASCII at once.
fn hex_digits(bytes: [u8; 4]) -> [u8; 8] {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let number = u64::from(u32::from_be_bytes(bytes));
    let number = (number << 16 | number) & 0x0000_ffff_0000_ffff;
    let number = (number << 8 | number) & 0x00ff_00ff_00ff_00ff;
    let digits = (number << 4 | number) & (15 * ONES);
    let letters = (digits + 6 * ONES) >> 4 & ONES;
    (digits + u64::from(b'0') * ONES + letters * u64::from(b'a' - b'9' - 1)).to_be_bytes()
}

impl IdInput<'_> {
    /// Hashes the parts that all entries of a cash account share.
    fn hash_prefix(&self, message: &mut Vec<u8>) -> Sha256 {
        message.clear();
        let version = self.version.to_string();
        for part in [
            "universal-accounting transaction 1",
            &version,
            self.account,
            self.currency,
        ] {
            push_part(message, part.as_bytes());
        }
        Sha256::new_with_prefix(message)
    }

    /// Writes the other parts into `message`.
    fn write_suffix(&self, message: &mut Vec<u8>) {
        message.clear();
        let key = BookingKey {
            direction: self.amount.direction,
            amount: self.amount.value,
            day: self.date,
        };
        push_booking(message, &key);
        for part in self.parts {
            push_part(message, part.as_bytes());
        }
    }
}

/// The number of entries of each account with each hash.
#[derive(Debug, Default)]
pub(super) struct OccurrenceCounts(HashMap<([u8; 16], usize), u32, RandomState>);

impl OccurrenceCounts {
    /// Counts an occurrence of a hash, and returns the number of its occurrences so far.
    pub(super) fn add(&mut self, account: usize, hash: [u8; 16]) -> u32 {
        let count = self.count_mut(account, hash);
        *count += 1;
        *count
    }

    /// Returns the count of a hash, which starts at 0.
    fn count_mut(&mut self, account: usize, hash: [u8; 16]) -> &mut u32 {
        self.0.entry((hash, account)).or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::source::Span;
    use crate::transactions::CreditDebit;

    /// Calls `use_input` with the input for a debit with some identity parts.
    fn with_input<T>(amount: &str, parts: &[&str], use_input: impl FnOnce(&IdInput<'_>) -> T) -> T {
        let value = amount.parse().unwrap();
        let amount = EntryAmount {
            value,
            direction: CreditDebit::Debit,
            span: Span::at(0),
            charges: None,
        };
        let parts: Vec<_> = parts.iter().map(|part| Cow::Borrowed(*part)).collect();
        use_input(&IdInput {
            version: 1,
            account: "CH9300762011623852957",
            currency: &CurrencyCode::from_text("CHF".into()),
            cash_account: 0,
            amount,
            date: Date::parse("2026-03-31").ok(),
            parts: &parts,
        })
    }

    fn id(ids: &mut IdGenerator, amount: &str, parts: &[&str]) -> String {
        let mut id = String::new();
        let hash = with_input(amount, parts, |input| ids.hash(input));
        push_derived_id(hash, ids.number(0, hash), &mut id);
        id
    }

    #[test]
    fn a_hash_is_known_by_the_offset_of_its_entry_only() {
        let mut hashes = StatementHashes::default();
        for (offset, byte) in [(10, 1), (20, 2), (30, 3)] {
            hashes.add(0, offset, [byte; 16]);
        }
        assert_eq!(hashes.hash_at(15), None);
        assert_eq!(hashes.hash_at(20), Some([2; 16]));
        assert_eq!(hashes.hash_at(29), None);
        assert_eq!(hashes.hash_at(30), Some([3; 16]));
        assert_eq!(hashes.hash_at(40), None);
    }

    fn generator(hashes: Option<StatementHashes>) -> IdGenerator {
        let mut ids = IdGenerator::default();
        ids.set_order(hashes);
        ids
    }

    /// The scheme is frozen: a different id for the same entry would be imported as another transaction.
    #[test]
    fn derives_the_frozen_ids() {
        let mut ids = generator(None);
        assert_eq!(id(&mut ids, "12.50", &["Einkauf"]), FROZEN);
        assert_eq!(id(&mut ids, "12.5", &["Einkauf"]), format!("{FROZEN}-2"));
        assert_eq!(id(&mut ids, "-12.500", &["Einkauf"]), format!("{FROZEN}-3"));
    }

    #[test]
    fn numbers_duplicates_from_the_oldest() {
        let (mut forward, mut hashes) = (generator(None), StatementHashes::default());
        let oldest_first: Vec<String> = (0..3)
            .map(|_| id(&mut forward, "12.5", &["Einkauf"]))
            .collect();
        for offset in 0..3 {
            with_input("12.5", &["Einkauf"], |input| {
                hashes.add(0, offset, forward.hash(input));
            });
        }
        let mut backward = generator(Some(hashes));
        let newest_first: Vec<String> = (0..3)
            .map(|_| id(&mut backward, "12.5", &["Einkauf"]))
            .collect();
        assert_eq!(
            newest_first.into_iter().rev().collect::<Vec<_>>(),
            oldest_first
        );
    }

    #[test]
    fn formats_every_byte_as_hex() {
        for (byte, other) in (0..=u8::MAX).zip((0..=u8::MAX).rev()) {
            let expected = format!("{byte:02x}{other:02x}{byte:02x}{byte:02x}");
            assert_eq!(hex_digits([byte, other, byte, byte]), expected.as_bytes());
        }
    }

    #[test]
    fn different_entries_have_different_ids() {
        let mut generator = generator(None);
        let ids = [
            id(&mut generator, "12.50", &["Einkauf"]),
            id(&mut generator, "12.51", &["Einkauf"]),
            id(&mut generator, "12.50", &["Ein", "kauf"]),
            id(&mut generator, "12.50", &["Einkauf", ""]),
            id(&mut generator, "12.50", &[]),
        ];
        let distinct: std::collections::BTreeSet<&String> = ids.iter().collect();
        assert_eq!(distinct.len(), ids.len());
    }

    const FROZEN: &str = "ua1-af94f71d126d23fe0659756ceadff550";
}
