use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};
use std::sync::LazyLock;

use foldhash::fast::RandomState;

use super::content::Content;

/// The fields by which transactions are compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct MatchFields<'a> {
    /// The account as it was sent.
    pub(super) account: HashedAccount<'a>,
    /// The account in the form that all its spellings share.
    pub(super) canonical_account: HashedAccount<'a>,
    pub(super) transaction_id: Option<&'a [u8]>,
    pub(super) content: &'a [u8],
}

/// The text of an account with its hash.
#[derive(Debug, Clone, Copy)]
pub(super) struct HashedAccount<'a> {
    pub(super) text: &'a str,
    pub(super) hash: u64,
}

/// The keys by which a store looks up one transaction. Each is made from an account and from bytes that belong to it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LookupKeys<K> {
    /// Made from the account as it was sent and the id, if there is one.
    pub(super) exact_id: Option<K>,
    /// Made from the canonical account and the id, if there is one and the account was sent in another spelling.
    pub(super) respelled_id: Option<K>,
    /// Made from the canonical account and the core of the content.
    pub(super) core: K,
}

/// The lookup keys as hashes.
pub(super) type Hashes = LookupKeys<u64>;

impl<K: Copy> LookupKeys<K> {
    /// Returns the key made from the canonical account and the id, regardless of how the account was spelled.
    pub(super) fn canonical_id(&self) -> Option<K> {
        self.respelled_id.or(self.exact_id)
    }
}

/// Transactions that [`LookupTables`] refer to by number.
pub(super) trait NumberedTransactions {
    /// Returns the fields of the transaction with a number.
    fn match_fields(&self, number: usize) -> Option<MatchFields<'_>>;
}

/// Numbers by the hashes of the items that they stand for. The caller compares the items themselves: where several have one hash, each takes the next free one.
#[derive(Debug, Clone, Default)]
struct Index(HashMap<u64, usize, RandomState>);

impl Index {
    /// Returns a number with a hash for which `is_match` is true.
    fn find(&self, hash: u64, is_match: impl Fn(usize) -> bool) -> Option<usize> {
        let mut numbers = slots(hash).map_while(|slot| self.0.get(&slot).copied());
        numbers.find(|number| is_match(*number))
    }

    fn insert(&mut self, hash: u64, number: usize) {
        if let Some(slot) = slots(hash).find(|slot| !self.0.contains_key(slot)) {
            self.0.insert(slot, number);
        }
    }
}

fn slots(hash: u64) -> impl Iterator<Item = u64> {
    (0..=u64::MAX).map(move |step| hash.wrapping_add(step))
}

/// The tables that find the numbers of transactions by their lookup keys.
#[derive(Debug, Clone, Default)]
pub(super) struct LookupTables {
    /// By account and id.
    exact_id: Index,
    /// By canonical account and id. Has only transactions whose account was sent in another spelling, and of equal keys the first.
    respelled_id: Index,
    /// By canonical account and core of the content. Has the first transaction of equal keys.
    core: Index,
}

/// The seed differs from run to run, so that the sender of transactions can't choose texts whose hashes collide.
static SEED: LazyLock<RandomState> = LazyLock::new(RandomState::default);

#[inline]
fn hash(account: u64, bytes: &[u8]) -> u64 {
    let mut hasher = SEED.build_hasher();
    hasher.write_u64(account);
    hasher.write(bytes);
    hasher.finish()
}

impl<'a> HashedAccount<'a> {
    #[inline]
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            hash: hash(0, text.as_bytes()),
        }
    }

    #[inline]
    pub(super) fn equals(self, other: HashedAccount<'_>) -> bool {
        // The two texts are mostly at the same address, which saves the comparison.
        self.hash == other.hash && (std::ptr::eq(self.text, other.text) || self.text == other.text)
    }
}

impl<'a> MatchFields<'a> {
    /// Returns the core of the content.
    #[inline]
    pub(super) fn core(&self) -> Content {
        Content::core_of(self.content)
    }

    /// Makes each lookup key from an account and bytes with `make_key`. `core` is that of the content.
    #[inline]
    pub(super) fn lookup_keys<'k, K>(
        &self,
        core: &'k Content,
        make_key: impl Fn(HashedAccount<'k>, &'k [u8]) -> K,
    ) -> LookupKeys<K>
    where
        'a: 'k,
    {
        let is_canonical = self.account.equals(self.canonical_account);
        let respelled_id = self.transaction_id.filter(|_| !is_canonical);
        LookupKeys {
            exact_id: self.transaction_id.map(|id| make_key(self.account, id)),
            respelled_id: respelled_id.map(|id| make_key(self.canonical_account, id)),
            core: make_key(self.canonical_account, core.as_bytes()),
        }
    }

    #[inline]
    pub(super) fn hashes(&self) -> Hashes {
        self.lookup_keys(&self.core(), |account, bytes| hash(account.hash, bytes))
    }

    /// Returns whether both have the same id on the same account, regardless of its spelling.
    fn has_same_id(&self, other: &Self) -> bool {
        self.transaction_id.is_some()
            && self.transaction_id == other.transaction_id
            && self.canonical_account.equals(other.canonical_account)
    }

    /// Returns whether the contents of both have the same core on the same account, regardless of its spelling.
    #[inline]
    fn has_same_core(&self, other: &Self) -> bool {
        self.core() == other.core() && self.canonical_account.equals(other.canonical_account)
    }
}

impl LookupTables {
    /// Returns the transaction with the same account and id.
    #[inline]
    pub(super) fn find_same_key(
        &self,
        fields: &MatchFields<'_>,
        hashes: &Hashes,
        transactions: &impl NumberedTransactions,
    ) -> Option<usize> {
        self.find_exact_id(
            hashes.exact_id?,
            fields.account,
            fields.transaction_id,
            transactions,
        )
    }

    #[inline]
    fn find_exact_id(
        &self,
        hash: u64,
        account: HashedAccount<'_>,
        id: Option<&[u8]>,
        transactions: &impl NumberedTransactions,
    ) -> Option<usize> {
        self.exact_id.find(hash, |number| {
            let known = transactions.match_fields(number);
            known.is_some_and(|known| known.transaction_id == id && known.account.equals(account))
        })
    }

    /// Returns the transactions that are similar to a transaction with a new key: the transaction with its id on the canonical spelling of its
    /// account, the first transaction with its id on another spelling, and the first transaction with the core of its content on any spelling.
    #[inline]
    pub(super) fn find_similar(
        &self,
        fields: &MatchFields<'_>,
        hashes: &Hashes,
        transactions: &impl NumberedTransactions,
    ) -> [Option<usize>; 3] {
        let has_same_id = |number| {
            transactions
                .match_fields(number)
                .is_some_and(|known| known.has_same_id(fields))
        };
        let has_same_core = |number| {
            transactions
                .match_fields(number)
                .is_some_and(|known| known.has_same_core(fields))
        };
        let (canonical_account, id) = (fields.canonical_account, fields.transaction_id);
        [
            hashes
                .respelled_id
                .and_then(|hash| self.find_exact_id(hash, canonical_account, id, transactions)),
            hashes
                .canonical_id()
                .and_then(|hash| self.respelled_id.find(hash, has_same_id)),
            self.core.find(hashes.core, has_same_core),
        ]
    }

    /// Inserts a transaction with a new key. `transactions` must contain it already.
    #[inline]
    pub(super) fn insert(
        &mut self,
        number: usize,
        hashes: &Hashes,
        transactions: &impl NumberedTransactions,
    ) {
        // The fields of the new transaction are only read if a known one has its hash, which is rare.
        let both = |other| {
            Some((
                transactions.match_fields(other)?,
                transactions.match_fields(number)?,
            ))
        };
        if let Some(hash) = hashes.exact_id {
            self.exact_id.insert(hash, number);
        }
        if let Some(hash) = hashes.respelled_id {
            let is_same = |other| both(other).is_some_and(|(known, new)| known.has_same_id(&new));
            if self.respelled_id.find(hash, is_same).is_none() {
                self.respelled_id.insert(hash, number);
            }
        }
        let is_same = |other| both(other).is_some_and(|(known, new)| known.has_same_core(&new));
        if self.core.find(hashes.core, is_same).is_none() {
            self.core.insert(hashes.core, number);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// There are few different hashes, so many numbers share one and only `is_match` tells them apart.
        #[test]
        fn finds_every_number_by_its_hash(hashes in prop::collection::vec(prop_oneof![any::<u64>(), 0_u64..3, Just(u64::MAX)], 0..400)) {
            let mut index = Index::default();
            for (number, hash) in hashes.iter().enumerate() {
                prop_assert_eq!(index.find(*hash, |known| known == number), None);
                index.insert(*hash, number);
                prop_assert_eq!(index.find(*hash, |known| known == number), Some(number));
            }
            for (number, hash) in hashes.iter().enumerate() {
                prop_assert_eq!(index.find(*hash, |known| known == number), Some(number));
            }
        }
    }
}
