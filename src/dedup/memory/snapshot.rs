use std::error::Error;
use std::fmt;

use sha2::{Digest, Sha256};

use super::raw::Raw;
use super::restore::Restore;
use super::state::State;
use crate::dedup::varint;
use crate::value::AccountIdentifier;

/// Why bytes are no snapshot of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotFault {
    /// They don't begin as a snapshot does.
    Foreign,
    /// They are of a version that is not known here.
    Version(u32),
    /// They are not whole, or not what was written.
    Damaged,
}

const MAGIC: [u8; 8] = *b"UACCSTOR";
const VERSION: u32 = 1;

pub(super) fn write(state: &State) -> Vec<u8> {
    let mut bytes = Vec::from(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    varint::write_count(state.accounts().len(), &mut bytes);
    for account in state.accounts().identifiers() {
        varint::write_count(account.as_str().len(), &mut bytes);
        bytes.extend_from_slice(account.as_str().as_bytes());
    }
    varint::write_count(state.len(), &mut bytes);
    for raw in state.raw() {
        raw.write(&mut bytes);
    }
    let checksum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&checksum);
    bytes
}

pub(super) fn read(bytes: &[u8]) -> Result<State, SnapshotFault> {
    let (magic, rest) = bytes.split_first_chunk().ok_or(SnapshotFault::Foreign)?;
    if *magic != MAGIC {
        return Err(SnapshotFault::Foreign);
    }
    let (version, rest) = rest.split_first_chunk().ok_or(SnapshotFault::Damaged)?;
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        return Err(SnapshotFault::Version(version));
    }
    let (content, checksum) = rest.split_last_chunk::<32>().ok_or(SnapshotFault::Damaged)?;
    let checked = bytes.get(..bytes.len() - checksum.len()).unwrap_or_default();
    if Sha256::digest(checked)[..] != checksum[..] {
        return Err(SnapshotFault::Damaged);
    }
    // Whoever writes a checksum may still write nonsense before it.
    read_state(content).ok_or(SnapshotFault::Damaged)
}

fn read_state(mut bytes: &[u8]) -> Option<State> {
    let mut restore = Restore::default();
    // One that can't be read ends the reading, so that a count of more than there are does no harm.
    for _ in 0..varint::read_count(&mut bytes)? {
        let length = varint::read_count(&mut bytes)?;
        let (name, rest) = bytes.split_at_checked(length)?;
        bytes = rest;
        restore.account(&AccountIdentifier::parse(str::from_utf8(name).ok()?).ok()?)?;
    }
    for _ in 0..varint::read_count(&mut bytes)? {
        let (raw, rest) = Raw::split(bytes)?;
        bytes = rest;
        restore.transaction(&raw)?;
    }
    restore.finish().filter(|_| bytes.is_empty())
}

impl fmt::Display for SnapshotFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => formatter.write_str("these bytes are no snapshot of a store; check where they come from"),
            Self::Version(version) => write!(
                formatter,
                "the snapshot is of version {version}, and only version {VERSION} is known here; use a newer universal-accounting"
            ),
            Self::Damaged => formatter.write_str("the snapshot is damaged; restore from another one"),
        }
    }
}

impl Error for SnapshotFault {}
