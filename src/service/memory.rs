use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;

use sha2::{Digest, Sha256};

use super::{Item, State};
use crate::dedup::{MemoryStore, SnapshotError, varint};
use crate::endpoint::Organization;

/// A state in memory.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MemoryState {
    organizations: HashMap<Organization, Held>,
}

impl MemoryState {
    /// An empty state.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn of(&mut self, organization: &Organization) -> &mut Held {
        self.organizations.entry(organization.clone()).or_default()
    }
}

impl State for MemoryState {
    type Store = MemoryStore;
    type Error = Infallible;

    fn transactions(&mut self, organization: &Organization) -> Result<&MemoryStore, Infallible> {
        Ok(&self.of(organization).transactions)
    }

    fn get(&mut self, organization: &Organization, item: Item) -> Result<Option<Vec<u8>>, Infallible> {
        Ok(self.of(organization).items.get(&item).cloned())
    }

    fn put(&mut self, organization: &Organization, item: Item, value: &[u8]) -> Result<(), Infallible> {
        self.of(organization).items.insert(item, value.to_owned());
        Ok(())
    }

    fn create(&mut self, organization: &Organization, item: Item, value: &[u8]) -> Result<bool, Infallible> {
        let mut is_new = false;
        self.of(organization).items.entry(item).or_insert_with(|| {
            is_new = true;
            value.to_owned()
        });
        Ok(is_new)
    }

    fn reset(&mut self, organization: &Organization) -> Result<(), Infallible> {
        self.organizations.remove(organization);
        Ok(())
    }

    fn snapshot(&mut self, organization: &Organization) -> Option<Vec<u8>> {
        Some(self.of(organization).snapshot())
    }

    fn restore(&mut self, organization: &Organization, bytes: &[u8]) -> Option<Result<(), SnapshotError>> {
        Some(Held::restore(bytes).map(|held| *self.of(organization) = held))
    }
}

type Items = BTreeMap<Item, Vec<u8>>;

/// What is held of one organization.
#[derive(Debug, Clone, Default, PartialEq)]
struct Held {
    transactions: MemoryStore,
    items: Items,
}

const MAGIC: [u8; 8] = *b"UACCSERV";
const VERSION: u8 = 1;

impl Held {
    /// All of it as bytes: `UACCSERV`, the version, how many items there are and of each its name and its value with their lengths, the
    /// snapshot of the transactions with its length, and SHA-256 of all before. Numbers are in LEB128.
    fn snapshot(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        varint::write_count(self.items.len(), &mut bytes);
        for (item, value) in &self.items {
            varint::write_part(item.to_string().as_bytes(), &mut bytes);
            varint::write_part(value, &mut bytes);
        }
        varint::write_part(&self.transactions.snapshot(), &mut bytes);
        let digest = Sha256::digest(&bytes);
        bytes.extend_from_slice(&digest);
        bytes
    }

    /// What a snapshot holds. Bytes that are none, or are damaged, are refused.
    fn restore(bytes: &[u8]) -> Result<Self, SnapshotError> {
        let Some((body, digest)) = bytes.split_last_chunk::<32>() else { return Err(SnapshotError::Foreign) };
        let version = body.strip_prefix(&MAGIC).and_then(<[u8]>::first).ok_or(SnapshotError::Foreign)?;
        if *version != VERSION {
            return Err(SnapshotError::Version(u32::from(*version)));
        }
        let rest = body.get(MAGIC.len() + 1..).filter(|_| *Sha256::digest(body) == *digest);
        let (items, transactions) = rest.and_then(parts).ok_or(SnapshotError::Damaged)?;
        Ok(Self { transactions: MemoryStore::restore(transactions)?, items })
    }
}

/// The items, and the snapshot of the transactions.
fn parts(mut rest: &[u8]) -> Option<(Items, &[u8])> {
    let mut items = Items::new();
    for _ in 0..varint::read_count(&mut rest)? {
        let item = Item::parse(str::from_utf8(varint::read_part(&mut rest)?).ok()?)?;
        items.insert(item, varint::read_part(&mut rest)?.to_owned());
    }
    let transactions = varint::read_part(&mut rest)?;
    rest.is_empty().then_some((items, transactions))
}
