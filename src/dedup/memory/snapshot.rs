use std::error::Error;
use std::fmt;

use sha2::{Digest, Sha256};

use super::state::{PackedTransaction, State};
use crate::dedup::content::Content;
use crate::dedup::lookup::HashedAccount;
use crate::dedup::varint;
use crate::value::{AccountIdentifier, Text};

/// Why bytes can't be restored as a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The bytes don't begin like a snapshot.
    NotASnapshot,
    /// The snapshot has a version that this library can't read.
    UnsupportedVersion(u32),
    /// The snapshot is cut off, or was changed after it was written.
    Damaged,
}

const MAGIC: [u8; 8] = *b"UACCSTOR";
const VERSION: u32 = 1;

pub(super) fn write(
    State {
        transactions,
        count,
        ..
    }: &State,
) -> Vec<u8> {
    let mut bytes = Vec::from(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    varint::write_usize(transactions.accounts.all.len(), &mut bytes);
    for account in &transactions.accounts.all {
        varint::write_bytes(account.identifier.as_str().as_bytes(), &mut bytes);
    }
    varint::write_usize(*count, &mut bytes);
    for (_, packed) in transactions.iter() {
        packed.write(&mut bytes);
    }
    let checksum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&checksum);
    bytes
}

pub(super) fn read(bytes: &[u8]) -> Result<State, SnapshotError> {
    let (magic, rest) = bytes
        .split_first_chunk()
        .ok_or(SnapshotError::NotASnapshot)?;
    if *magic != MAGIC {
        return Err(SnapshotError::NotASnapshot);
    }
    let (version, rest) = rest.split_first_chunk().ok_or(SnapshotError::Damaged)?;
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        return Err(SnapshotError::UnsupportedVersion(version));
    }
    let (content, checksum) = rest
        .split_last_chunk::<32>()
        .ok_or(SnapshotError::Damaged)?;
    let checked = bytes
        .get(..bytes.len() - checksum.len())
        .unwrap_or_default();
    if Sha256::digest(checked)[..] != checksum[..] {
        return Err(SnapshotError::Damaged);
    }
    // The checksum is not a signature: the bytes before it may still be anything.
    read_state(content).ok_or(SnapshotError::Damaged)
}

/// Reads the state that a snapshot describes. Returns `None` for a state that no store can have.
fn read_state(mut bytes: &[u8]) -> Option<State> {
    let mut state = State::default();
    let State {
        transactions,
        tables,
        count,
    } = &mut state;
    // Nothing is reserved for a count: an account or a transaction that can't be read ends the loop, so a count that is too high does no harm.
    for number in 0..varint::read_usize(&mut bytes)? {
        let account =
            AccountIdentifier::parse(str::from_utf8(varint::read_bytes(&mut bytes)?).ok()?).ok()?;
        // A repeated account would get the number of the first one.
        let numbered = transactions
            .accounts
            .get_or_add(&account, HashedAccount::new(account.as_str()))?;
        (numbered == number).then_some(())?;
    }
    let mut used_accounts = 0;
    for _ in 0..varint::read_usize(&mut bytes)? {
        let (packed, rest) = PackedTransaction::split_first(bytes)?;
        let (encoded, _) = bytes.split_at_checked(bytes.len() - rest.len())?;
        bytes = rest;
        // Accounts are numbered in the order of their first transactions, and every account has a transaction.
        let identity = &packed.identity;
        used_accounts += usize::from(identity.account == used_accounts);
        (identity.account < used_accounts).then_some(())?;
        if let Some(id) = identity.id {
            Text::check(str::from_utf8(id).ok()?).ok()?;
        }
        Content::from_bytes(identity.content)?;
        transactions.arena.push(encoded)?;
        *count += 1;
    }
    if !bytes.is_empty() || used_accounts != transactions.accounts.all.len() {
        return None;
    }
    *tables = transactions.build_tables(*count, |tables, fields, hashes| {
        let same = tables.find_same_key(fields, hashes, transactions);
        same.is_none()
    })?;
    Some(state)
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotASnapshot => formatter
                .write_str("these bytes are no snapshot of a store; check where they come from"),
            Self::UnsupportedVersion(version) => write!(
                formatter,
                "the snapshot is of version {version}, and only version {VERSION} is known here; use a newer universal-accounting"
            ),
            Self::Damaged => {
                formatter.write_str("the snapshot is damaged; restore from another one")
            }
        }
    }
}

impl Error for SnapshotError {}
