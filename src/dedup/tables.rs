use std::hash::{BuildHasher, Hasher};
use std::sync::LazyLock;

use foldhash::fast::RandomState;

use super::index::Index;

#[derive(Debug, Clone, Copy)]
pub(super) struct Compared<'a> {
    /// The account as it was sent.
    pub(super) account: Name<'a>,
    /// The account in the one form of all its spellings.
    pub(super) canonical: Name<'a>,
    pub(super) transaction_id: Option<&'a [u8]>,
    pub(super) content: &'a [u8],
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Name<'a> {
    pub(super) text: &'a str,
    pub(super) hash: u64,
}

/// All by which a transaction is found, each made of an account and of bytes within it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Marks<M> {
    /// Of the account as it was sent and the id, where there is one.
    pub(super) exact: Option<M>,
    /// Of the canonical account and the id, where the account is spelled otherwise.
    pub(super) spelled: Option<M>,
    /// Of the canonical account and the content.
    pub(super) alike: M,
}

pub(super) type Hashes = Marks<u64>;

impl<M: Copy> Marks<M> {
    /// Of the canonical account and the id, however the account is spelled.
    pub(super) fn canonical(&self) -> Option<M> {
        self.spelled.or(self.exact)
    }
}

/// Where transactions stand, as the one who keeps them numbers the places.
pub(super) trait Records {
    fn compared(&self, place: u32) -> Option<Compared<'_>>;
}

/// Where transactions stand, found by what is asked of them.
#[derive(Debug, Clone, Default)]
pub(super) struct Tables {
    /// By account and id.
    exact: Index,
    /// By canonical account and id, of those whose account is spelled otherwise: the first of each.
    spelled: Index,
    /// By canonical account and content: the first of each.
    alike: Index,
}

/// Hashes differ from run to run, so that nobody can choose texts that meet.
static SEED: LazyLock<RandomState> = LazyLock::new(RandomState::default);

#[inline]
fn hash(within: u64, bytes: &[u8]) -> u64 {
    let mut hasher = SEED.build_hasher();
    hasher.write_u64(within);
    hasher.write(bytes);
    hasher.finish()
}

impl<'a> Name<'a> {
    #[inline]
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, hash: hash(0, text.as_bytes()) }
    }

    #[inline]
    pub(super) fn is(self, other: Name<'_>) -> bool {
        // Mostly it is the very same text.
        self.hash == other.hash && (std::ptr::eq(self.text, other.text) || self.text == other.text)
    }
}

impl<'a> Compared<'a> {
    #[inline]
    pub(super) fn marks<M>(&self, mark: impl Fn(Name<'a>, &'a [u8]) -> M) -> Marks<M> {
        let is_canonical = self.account.is(self.canonical);
        Marks {
            exact: self.transaction_id.map(|id| mark(self.account, id)),
            spelled: self.transaction_id.filter(|_| !is_canonical).map(|id| mark(self.canonical, id)),
            alike: mark(self.canonical, self.content),
        }
    }

    #[inline]
    pub(super) fn hashes(&self) -> Hashes {
        self.marks(|account, bytes| hash(account.hash, bytes))
    }

    /// Whether both have one id on one account, however that is spelled.
    fn has_id_of(&self, other: &Self) -> bool {
        self.transaction_id.is_some()
            && self.transaction_id == other.transaction_id
            && self.canonical.is(other.canonical)
    }

    #[inline]
    fn has_content_of(&self, other: &Self) -> bool {
        self.content == other.content && self.canonical.is(other.canonical)
    }
}

impl Tables {
    pub(super) fn with_room(transactions: usize) -> Self {
        let room = || Index::with_room(transactions);
        Self { exact: room(), spelled: Index::default(), alike: room() }
    }

    pub(super) const fn have_room(&self, more: usize) -> bool {
        self.exact.has_room(more) && self.alike.has_room(more)
    }

    /// Prefetches the buckets for these hashes: with millions of transactions, most of the time is spent waiting for memory.
    pub(super) fn fetch<'h>(&self, hashes: impl Iterator<Item = &'h Hashes>) {
        let touched = hashes.fold(0, |all, hashes| {
            all ^ self.exact.touch(hashes.exact.unwrap_or_default()) ^ self.alike.touch(hashes.alike)
        });
        std::hint::black_box(touched);
    }

    /// Returns the transaction that has the key of the one sought.
    #[inline]
    pub(super) fn same_key(&self, sought: &Compared<'_>, hashes: &Hashes, records: &impl Records) -> Option<u32> {
        self.keyed(hashes.exact?, sought.account, sought.transaction_id, records)
    }

    #[inline]
    fn keyed(&self, hash: u64, account: Name<'_>, id: Option<&[u8]>, records: &impl Records) -> Option<u32> {
        self.exact.find(hash, |place| {
            records.compared(place).is_some_and(|known| known.transaction_id == id && known.account.is(account))
        })
    }

    /// Returns the transactions that one with a new key is like: the one with its id on the canonical spelling of its account, the first with
    /// its id on another spelling, the first with its content on any spelling.
    #[inline]
    pub(super) fn like(&self, sought: &Compared<'_>, hashes: &Hashes, records: &impl Records) -> [Option<u32>; 3] {
        let has_id = |place| records.compared(place).is_some_and(|known| known.has_id_of(sought));
        let has_content = |place| records.compared(place).is_some_and(|known| known.has_content_of(sought));
        [
            hashes.spelled.and_then(|hash| self.keyed(hash, sought.canonical, sought.transaction_id, records)),
            hashes.canonical().and_then(|hash| self.spelled.find(hash, has_id)),
            self.alike.find(hashes.alike, has_content),
        ]
    }

    /// Adds a transaction with a new key, which is among the records.
    #[inline]
    pub(super) fn add(&mut self, place: u32, hashes: &Hashes, records: &impl Records) {
        let hash_of = |place, hash: fn(&Hashes) -> Option<u64>| hash(&records.compared(place)?.hashes());
        // What it is compared with is looked at only where something has its hash, which is rare.
        let both = |other| Some((records.compared(other)?, records.compared(place)?));
        if let Some(hash) = hashes.exact {
            self.exact.add(hash, place, |place| hash_of(place, |hashes| hashes.exact));
        }
        if let Some(hash) = hashes.spelled {
            let same = |other| both(other).is_some_and(|(known, compared)| known.has_id_of(&compared));
            if self.spelled.find(hash, same).is_none() {
                self.spelled.add(hash, place, |place| hash_of(place, |hashes| hashes.spelled));
            }
        }
        let same = |other| both(other).is_some_and(|(known, compared)| known.has_content_of(&compared));
        if self.alike.find(hashes.alike, same).is_none() {
            self.alike.add(hashes.alike, place, |place| hash_of(place, |hashes| Some(hashes.alike)));
        }
    }
}
