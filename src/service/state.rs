use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::ItemKey;
use crate::dedup::{MemoryStore, SnapshotError, varint};
use crate::endpoint::Organization;

type Items = BTreeMap<ItemKey, Vec<u8>>;

/// The data of one organization, in memory.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Data {
    pub(super) transactions: MemoryStore,
    pub(super) items: Items,
}

/// The data of all organizations.
pub(super) type State = BTreeMap<Organization, Data>;

const MAGIC: [u8; 8] = *b"UACCSERV";

/// The version of a snapshot of one organization.
const ONE: u8 = 1;

/// The version of a snapshot of all organizations.
const ALL: u8 = 2;

impl Data {
    /// Returns the data as bytes: the number of items, the key and the value of each item with their lengths, and the snapshot of the transactions
    /// with its length. Numbers are in LEB128. The secret of the webhook, which the service shows to nobody, is left out.
    pub(super) fn snapshot(&self) -> Vec<u8> {
        self.snapshot_of(|key| *key != ItemKey::WebhookSecret)
    }

    fn snapshot_of(&self, is_included: impl Fn(&ItemKey) -> bool) -> Vec<u8> {
        seal(ONE, |bytes| {
            let included = self.items.keys().filter(|key| is_included(key));
            varint::write_usize(included.count(), bytes);
            for (key, value) in self.items.iter().filter(|(key, _)| is_included(key)) {
                varint::write_bytes(key.to_string().as_bytes(), bytes);
                varint::write_bytes(value, bytes);
            }
            varint::write_bytes(&self.transactions.snapshot(), bytes);
        })
    }

    /// Reads a snapshot, and rejects other or damaged bytes.
    pub(super) fn restore(bytes: &[u8]) -> Result<Self, SnapshotError> {
        let (items, transactions) = read_data(open(bytes, ONE)?).ok_or(SnapshotError::Damaged)?;
        Ok(Self {
            transactions: MemoryStore::restore(transactions)?,
            items,
        })
    }
}

/// Returns the data of all organizations as bytes: their number, and for each its name and its snapshot with their lengths.
pub(super) fn snapshot_of_all(state: &State) -> Vec<u8> {
    seal(ALL, |bytes| {
        varint::write_usize(state.len(), bytes);
        for (organization, data) in state {
            varint::write_bytes(organization.as_str().as_bytes(), bytes);
            varint::write_bytes(&data.snapshot_of(|_| true), bytes);
        }
    })
}

/// Reads a snapshot of all organizations, and rejects other or damaged bytes.
pub(super) fn restore_all(bytes: &[u8]) -> Result<State, SnapshotError> {
    let parts = read_parts(open(bytes, ALL)?).ok_or(SnapshotError::Damaged)?;
    parts
        .into_iter()
        .map(|(organization, data)| Ok((organization, Data::restore(data)?)))
        .collect()
}

/// Writes a snapshot: `UACCSERV`, the version, a content, and the SHA-256 of all bytes before it.
fn seal(version: u8, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.push(version);
    write(&mut bytes);
    let digest = Sha256::digest(&bytes);
    bytes.extend_from_slice(&digest);
    bytes
}

/// Returns the content of a snapshot of this version.
fn open(bytes: &[u8], version: u8) -> Result<&[u8], SnapshotError> {
    let Some((body, digest)) = bytes.split_last_chunk::<32>() else {
        return Err(SnapshotError::NotASnapshot);
    };
    let (found, content) = body
        .strip_prefix(&MAGIC)
        .and_then(<[u8]>::split_first)
        .ok_or(SnapshotError::NotASnapshot)?;
    if *found != version {
        return Err(SnapshotError::UnsupportedVersion(u32::from(*found)));
    }
    if *Sha256::digest(body) != *digest {
        return Err(SnapshotError::Damaged);
    }
    Ok(content)
}

/// Reads the items of an organization, and returns them with the snapshot of its transactions.
fn read_data(mut bytes: &[u8]) -> Option<(Items, &[u8])> {
    let mut items = Items::new();
    for _ in 0..varint::read_usize(&mut bytes)? {
        let key = ItemKey::parse(str::from_utf8(varint::read_bytes(&mut bytes)?).ok()?)?;
        items.insert(key, varint::read_bytes(&mut bytes)?.to_owned());
    }
    let transactions = varint::read_bytes(&mut bytes)?;
    bytes.is_empty().then_some((items, transactions))
}

/// Reads the organizations of a snapshot of all, with their snapshots.
fn read_parts(mut bytes: &[u8]) -> Option<Vec<(Organization, &[u8])>> {
    let mut parts = Vec::new();
    for _ in 0..varint::read_usize(&mut bytes)? {
        let name = str::from_utf8(varint::read_bytes(&mut bytes)?).ok()?;
        parts.push((
            Organization::parse(name).ok()?,
            varint::read_bytes(&mut bytes)?,
        ));
    }
    bytes.is_empty().then_some(parts)
}
