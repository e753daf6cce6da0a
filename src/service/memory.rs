use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;

use sha2::{Digest, Sha256};

use super::{Identifier, ItemKey, State};
use crate::dedup::{MemoryStore, SnapshotError, varint};
use crate::endpoint::Organization;
use crate::transactions::Transaction;

/// A [`State`] in memory, with snapshots.
///
/// ```
/// use universal_accounting::endpoint::Organization;
/// use universal_accounting::service::{ItemKey, MemoryState, State};
///
/// let (mut state, muster) = (MemoryState::new(), Organization::parse("muster-ag")?);
/// let Ok(()) = state.write_item(&muster, ItemKey::BaseData, b"{}");
/// assert_eq!(state.read_item(&muster, ItemKey::BaseData), Ok(Some(b"{}".to_vec())));
/// # Ok::<(), universal_accounting::endpoint::OrganizationError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MemoryState {
    organizations: HashMap<Organization, OrganizationState>,
}

impl MemoryState {
    /// Creates an empty state.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn organization(&mut self, organization: &Organization) -> &mut OrganizationState {
        self.organizations.entry(organization.clone()).or_default()
    }
}

impl State for MemoryState {
    type Store = MemoryStore;
    type Error = Infallible;

    fn transaction_store(
        &mut self,
        organization: &Organization,
    ) -> Result<&MemoryStore, Infallible> {
        Ok(&self.organization(organization).transactions)
    }

    fn read_item(
        &mut self,
        organization: &Organization,
        key: ItemKey,
    ) -> Result<Option<Vec<u8>>, Infallible> {
        Ok(self.organization(organization).items.get(&key).cloned())
    }

    fn write_item(
        &mut self,
        organization: &Organization,
        key: ItemKey,
        value: &[u8],
    ) -> Result<(), Infallible> {
        self.organization(organization)
            .items
            .insert(key, value.to_owned());
        Ok(())
    }

    fn create_item(
        &mut self,
        organization: &Organization,
        key: ItemKey,
        value: &[u8],
    ) -> Result<bool, Infallible> {
        let mut is_new = false;
        self.organization(organization)
            .items
            .entry(key)
            .or_insert_with(|| {
                is_new = true;
                value.to_owned()
            });
        Ok(is_new)
    }

    fn document_ids(&mut self, organization: &Organization) -> Result<Vec<Identifier>, Infallible> {
        let keys = self.organization(organization).items.keys();
        let documents = keys.filter_map(|key| {
            if let ItemKey::Document(id) = key {
                Some(*id)
            } else {
                None
            }
        });
        Ok(documents.collect())
    }

    fn first_transactions(
        &mut self,
        organization: &Organization,
        limit: usize,
    ) -> Result<Vec<Transaction>, Infallible> {
        let mut transactions = Vec::new();
        self.organization(organization)
            .transactions
            .for_each(|known| {
                if transactions.len() < limit {
                    transactions.extend(known.to_transaction());
                }
            });
        Ok(transactions)
    }

    fn reset(&mut self, organization: &Organization) -> Result<(), Infallible> {
        self.organizations.remove(organization);
        Ok(())
    }

    fn snapshot(&mut self, organization: &Organization) -> Option<Vec<u8>> {
        Some(self.organization(organization).snapshot())
    }

    fn restore(
        &mut self,
        organization: &Organization,
        bytes: &[u8],
    ) -> Option<Result<(), SnapshotError>> {
        Some(
            OrganizationState::restore(bytes)
                .map(|restored| *self.organization(organization) = restored),
        )
    }
}

type Items = BTreeMap<ItemKey, Vec<u8>>;

/// The data of one organization.
#[derive(Debug, Clone, Default, PartialEq)]
struct OrganizationState {
    transactions: MemoryStore,
    items: Items,
}

const MAGIC: [u8; 8] = *b"UACCSERV";
const VERSION: u8 = 1;

impl OrganizationState {
    /// Returns the data as bytes: `UACCSERV`, the version, the number of items, the key and the value of each item with their lengths, the
    /// snapshot of the transactions with its length, and the SHA-256 of all bytes before it. Numbers are in LEB128.
    fn snapshot(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        varint::write_usize(self.items.len(), &mut bytes);
        for (key, value) in &self.items {
            varint::write_bytes(key.to_string().as_bytes(), &mut bytes);
            varint::write_bytes(value, &mut bytes);
        }
        varint::write_bytes(&self.transactions.snapshot(), &mut bytes);
        let digest = Sha256::digest(&bytes);
        bytes.extend_from_slice(&digest);
        bytes
    }

    /// Reads a snapshot, and rejects other or damaged bytes.
    fn restore(bytes: &[u8]) -> Result<Self, SnapshotError> {
        let Some((body, digest)) = bytes.split_last_chunk::<32>() else {
            return Err(SnapshotError::NotASnapshot);
        };
        let version = body
            .strip_prefix(&MAGIC)
            .and_then(<[u8]>::first)
            .ok_or(SnapshotError::NotASnapshot)?;
        if *version != VERSION {
            return Err(SnapshotError::UnsupportedVersion(u32::from(*version)));
        }
        let content = body
            .get(MAGIC.len() + 1..)
            .filter(|_| *Sha256::digest(body) == *digest);
        let (items, transactions) = content
            .and_then(read_content)
            .ok_or(SnapshotError::Damaged)?;
        Ok(Self {
            transactions: MemoryStore::restore(transactions)?,
            items,
        })
    }
}

/// Reads the items of a snapshot, and returns them with the snapshot of the transactions.
fn read_content(mut bytes: &[u8]) -> Option<(Items, &[u8])> {
    let mut items = Items::new();
    for _ in 0..varint::read_usize(&mut bytes)? {
        let key = ItemKey::parse(str::from_utf8(varint::read_bytes(&mut bytes)?).ok()?)?;
        items.insert(key, varint::read_bytes(&mut bytes)?.to_owned());
    }
    let transactions = varint::read_bytes(&mut bytes)?;
    bytes.is_empty().then_some((items, transactions))
}
