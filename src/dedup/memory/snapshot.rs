use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fmt;

use sha2::{Digest, Sha256};

use crate::dedup::content::Content;
use crate::dedup::known::KnownTransaction;
use crate::dedup::marks::Marks;
use crate::dedup::plan::KnownTransactions;
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

pub(super) fn write(transactions: &[KnownTransaction]) -> Vec<u8> {
    let (mut accounts, mut numbers) = (Vec::new(), HashMap::new());
    for transaction in transactions {
        let account = transaction.account().as_str();
        numbers.entry(account).or_insert_with(|| {
            accounts.push(account);
            accounts.len() - 1
        });
    }
    let mut bytes = Vec::from(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    varint::write_usize(accounts.len(), &mut bytes);
    for account in accounts {
        varint::write_bytes(account.as_bytes(), &mut bytes);
    }
    varint::write_usize(transactions.len(), &mut bytes);
    for transaction in transactions {
        if let Some(number) = numbers.get(transaction.account().as_str()) {
            varint::write_usize(*number, &mut bytes);
        }
        let id = transaction.transaction_id().map(Text::as_str);
        varint::write_usize(id.map_or(0, |id| id.len() + 1), &mut bytes);
        bytes.extend_from_slice(id.unwrap_or_default().as_bytes());
        bytes.extend_from_slice(transaction.content().as_bytes());
        transaction.marks().push_to(&mut bytes);
    }
    let checksum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&checksum);
    bytes
}

pub(super) fn read(bytes: &[u8]) -> Result<KnownTransactions, SnapshotError> {
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

/// Reads the transactions of a snapshot. Returns `None` for those that no store can have.
fn read_state(mut bytes: &[u8]) -> Option<KnownTransactions> {
    // Nothing is reserved for a count: an account or a transaction that can't be read ends the loop, so a count that is too high does no harm.
    let (mut accounts, mut different) = (Vec::new(), HashSet::new());
    for _ in 0..varint::read_usize(&mut bytes)? {
        let account = str::from_utf8(varint::read_bytes(&mut bytes)?).ok()?;
        // A repeated account would get the number of the first one.
        different.insert(account).then_some(())?;
        accounts.push(AccountIdentifier::parse(account).ok()?);
    }
    let (mut known, mut used_accounts) = (KnownTransactions::new(), 0);
    for count in 1..=varint::read_usize(&mut bytes)? {
        // Accounts are numbered in the order of their first transactions, and every account has a transaction.
        let account = varint::read_usize(&mut bytes)?;
        used_accounts += usize::from(account == used_accounts);
        (account < used_accounts).then_some(())?;
        let id = match varint::read_usize(&mut bytes)?.checked_sub(1) {
            Some(length) => {
                let (id, rest) = bytes.split_at_checked(length)?;
                bytes = rest;
                Some(Text::parse(str::from_utf8(id).ok()?).ok()?)
            }
            None => None,
        };
        let (content, rest) = Content::split_first(bytes)?;
        let (marks, rest) = Marks::split_first(rest)?;
        bytes = rest;
        let (account, content) = (
            accounts.get(account)?.clone(),
            Content::from_bytes(content)?,
        );
        known.add(KnownTransaction::with_marks(account, id, content, marks));
        // A transaction whose key is known already is not added.
        (known.as_slice().len() == count).then_some(())?;
    }
    (bytes.is_empty() && used_accounts == accounts.len()).then_some(known)
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
