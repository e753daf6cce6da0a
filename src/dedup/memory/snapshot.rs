use std::error::Error;
use std::fmt;

use sha2::{Digest, Sha256};

use super::state::{Raw, State};
use crate::dedup::content::Content;
use crate::dedup::tables::{Name, Records};
use crate::dedup::varint;
use crate::value::{AccountIdentifier, Text};

/// Why bytes are no snapshot of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// They don't begin as a snapshot does.
    Foreign,
    /// They are of a version that is not known here.
    Version(u32),
    /// They are not whole, or not what was written.
    Damaged,
}

const MAGIC: [u8; 8] = *b"UACCSTOR";
const VERSION: u32 = 1;

pub(super) fn write(State { records, length, .. }: &State) -> Vec<u8> {
    let mut bytes = Vec::from(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    varint::write_count(records.accounts.all.len(), &mut bytes);
    for account in &records.accounts.all {
        varint::write_part(account.identifier.as_str().as_bytes(), &mut bytes);
    }
    varint::write_count(*length, &mut bytes);
    for (_, raw) in records.all() {
        raw.write(&mut bytes);
    }
    let checksum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&checksum);
    bytes
}

pub(super) fn read(bytes: &[u8]) -> Result<State, SnapshotError> {
    let (magic, rest) = bytes.split_first_chunk().ok_or(SnapshotError::Foreign)?;
    if *magic != MAGIC {
        return Err(SnapshotError::Foreign);
    }
    let (version, rest) = rest.split_first_chunk().ok_or(SnapshotError::Damaged)?;
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        return Err(SnapshotError::Version(version));
    }
    let (content, checksum) = rest.split_last_chunk::<32>().ok_or(SnapshotError::Damaged)?;
    let checked = bytes.get(..bytes.len() - checksum.len()).unwrap_or_default();
    if Sha256::digest(checked)[..] != checksum[..] {
        return Err(SnapshotError::Damaged);
    }
    // Whoever writes a checksum may still write nonsense before it.
    read_state(content).ok_or(SnapshotError::Damaged)
}

/// The state that a snapshot describes; none where it describes what no store would hold.
fn read_state(mut bytes: &[u8]) -> Option<State> {
    let mut state = State::default();
    let State { records, tables, length } = &mut state;
    // One that can't be read ends the reading, so that a count of more than there are does no harm.
    for number in 0..varint::read_count(&mut bytes)? {
        let account = AccountIdentifier::parse(str::from_utf8(varint::read_part(&mut bytes)?).ok()?).ok()?;
        // One that is there twice has the number of the first.
        (records.accounts.number(&account, Name::new(account.as_str()))? == number).then_some(())?;
    }
    let (mut used, mut written) = (0, Vec::new());
    for _ in 0..varint::read_count(&mut bytes)? {
        let (raw, rest) = Raw::split(bytes)?;
        bytes = rest;
        // Accounts are numbered as they come, and one without transactions never comes.
        used += usize::from(raw.account == used);
        (raw.account < used).then_some(())?;
        if let Some(id) = raw.id {
            Text::check(str::from_utf8(id).ok()?).ok()?;
        }
        Content::from_bytes(raw.content)?;
        written.clear();
        raw.write(&mut written);
        records.arena.push(&written)?;
        *length += 1;
    }
    let mut twice = false;
    *tables = records.tables(*length, |tables, place, hashes| {
        let compared = records.compared(place);
        twice |= compared.is_some_and(|compared| tables.same_key(&compared, hashes, records).is_some());
    });
    let is_whole = bytes.is_empty() && used == records.accounts.all.len() && !twice;
    is_whole.then_some(state)
}

impl fmt::Display for SnapshotError {
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

impl Error for SnapshotError {}
