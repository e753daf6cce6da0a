use std::io::{self, ErrorKind};
use std::ops::Range;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use redb::StorageBackend;

use crate::source::Certain;

/// A file that knows the checksum of each of its blocks, so that every block is verified when it is read, and only then.
///
/// The file begins with [`HEADER`] in a block of its own. Then come the blocks of the database. When the file is closed, a list follows them: the CRC-32
/// of each block, as four bytes. The number of blocks and the CRC-32 of the list stand behind the header.
///
/// So a closed file is known as a whole. No block passes that was set to zero or written in a wrong place, and none of an earlier commit or of another copy
/// of the file.
///
/// While the file is open to write, the header has no such numbers, and the file has no list. A file that was left so, because its process was killed
/// or because it was copied meanwhile, must be checked as a whole by the database, in which the page that leads to another one has its checksum.
#[derive(Debug)]
pub(super) struct CheckedFile<B> {
    file: B,
    state: RwLock<State>,
}

#[derive(Debug)]
struct State {
    /// The checksum of each block.
    checksums: Vec<u32>,
    change: Change,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    /// Nothing was written since the file was opened.
    None,
    /// Something was written, so the list must be, too.
    Written,
    /// It is not known what was written.
    Failed,
}

/// The first bytes of the file: a name, the version of the blocks and tables, and bytes that a transfer as text would change.
pub(super) const HEADER: [u8; 16] = *b"uacc store 1\r\n\x1a\n";

pub(super) const HEADER_LENGTH: u64 = 16;

/// What the headers of all versions begin with.
pub(super) const HEADER_NAME: &[u8] = b"uacc store ";

/// What stands behind the header: the number of blocks as eight bytes, and the checksum of the list as four. While the file is open to write, both are zero.
/// The least significant byte of a number comes first.
const SEAL_BYTES: usize = 8 + CHECKSUM_BYTES;

const CHECKSUM_BYTES: usize = 4;
const CHECKSUM_LENGTH: u64 = 4;

fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

fn damaged() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "a block of the store is damaged")
}

/// Returns the offset of a byte of the blocks in the file.
fn file_offset(offset: u64) -> io::Result<u64> {
    offset
        .checked_add(BLOCK_LENGTH)
        .ok_or_else(|| ErrorKind::FileTooLarge.into())
}

/// Returns where the list begins after a number of blocks.
fn list_offset(blocks: u64) -> io::Result<u64> {
    let length = blocks
        .checked_mul(BLOCK_LENGTH)
        .ok_or(ErrorKind::FileTooLarge)?;
    file_offset(length)
}

impl<B: StorageBackend> CheckedFile<B> {
    /// Makes a new file.
    pub(super) fn create(file: B) -> io::Result<Self> {
        file.set_len(BLOCK_LENGTH)?;
        file.write(0, &HEADER)?;
        Ok(Self::new(file, Vec::new(), Change::Written))
    }

    /// Opens a file that begins with [`HEADER`]. Returns `None` if it was not closed.
    pub(super) fn open_closed(file: B) -> io::Result<Option<Self>> {
        let checksums = read_list(&file)?;
        Ok(checksums.map(|checksums| Self::new(file, checksums, Change::None)))
    }

    /// Opens a file that begins with [`HEADER`], and reads all of it: the blocks of a closed file are verified. Those of another one are taken as they are,
    /// and the database must check them.
    pub(super) fn open_whole(file: B) -> io::Result<Self> {
        let found = list_blocks(&file)?;
        let checksums = match read_list(&file)? {
            Some(checksums) if found.starts_with(&checksums) => checksums,
            Some(_) => return Err(damaged()),
            None => found,
        };
        Ok(Self::new(file, checksums, Change::None))
    }

    const fn new(file: B, checksums: Vec<u32>, change: Change) -> Self {
        let state = RwLock::new(State { checksums, change });
        Self { file, state }
    }
    fn state(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn state_to_write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the list away before the first change, so that no crash leaves a changed block beside the list as it was.
    fn unseal(&self, state: &mut State) -> io::Result<()> {
        if state.change == Change::None {
            state.change = Change::Failed;
            self.file.write(HEADER_LENGTH, &[0; SEAL_BYTES])?;
            self.file.set_len(list_offset(state.block_count()?)?)?;
            self.file.sync_data()?;
            state.change = Change::Written;
        }
        Ok(())
    }

    /// Writes the list. After a loss of power, a part of it is worth as much as none.
    fn seal(&self, state: &mut State) -> io::Result<()> {
        let list: Vec<u8> = state
            .checksums
            .iter()
            .flat_map(|checksum| checksum.to_le_bytes())
            .collect();
        let blocks = state.block_count()?;
        let mut seal = blocks.to_le_bytes().to_vec();
        seal.extend(checksum(&list).to_le_bytes());
        self.file
            .set_len(list_offset(blocks)? + blocks * CHECKSUM_LENGTH)?;
        self.file.write(list_offset(blocks)?, &list)?;
        self.file.write(HEADER_LENGTH, &seal)?;
        self.file.sync_data()?;
        state.change = Change::None;
        Ok(())
    }
}

impl State {
    fn block_count(&self) -> io::Result<u64> {
        u64::try_from(self.checksums.len()).map_err(|_| ErrorKind::FileTooLarge.into())
    }

    /// Returns the checksums of some successive blocks.
    fn checksums(&mut self, blocks: &Range<u64>) -> io::Result<&mut [u32]> {
        let range = index_range(blocks)?;
        self.checksums
            .get_mut(range)
            .ok_or_else(|| ErrorKind::UnexpectedEof.into())
    }
}

fn index_range(blocks: &Range<u64>) -> io::Result<Range<usize>> {
    let index = |number| usize::try_from(number).map_err(|_| ErrorKind::FileTooLarge);
    Ok(index(blocks.start)?..index(blocks.end)?)
}

/// Returns the checksums of a closed file.
fn read_list(file: &impl StorageBackend) -> io::Result<Option<Vec<u32>>> {
    let length = file.len()?;
    let mut seal = [0; SEAL_BYTES];
    if length < BLOCK_LENGTH {
        return Ok(None);
    }
    file.read(HEADER_LENGTH, &mut seal)?;
    let Some((blocks, list_checksum)) = seal.split_first_chunk() else {
        return Ok(None);
    };
    let blocks = u64::from_le_bytes(*blocks);
    let list_length = blocks.checked_mul(CHECKSUM_LENGTH);
    let is_complete = blocks > 0
        && list_offset(blocks)
            .ok()
            .zip(list_length)
            .is_some_and(|(offset, list_length)| offset.checked_add(list_length) == Some(length));
    if !is_complete {
        return Ok(None);
    }
    let count = usize::try_from(blocks).map_err(|_| ErrorKind::FileTooLarge)?;
    let mut list = vec![0; count * CHECKSUM_BYTES];
    file.read(list_offset(blocks)?, &mut list)?;
    if checksum(&list).to_le_bytes() != *list_checksum {
        return Ok(None);
    }
    let (checksums, _) = list.as_chunks();
    let checksums = checksums.iter().map(|bytes| u32::from_le_bytes(*bytes));
    Ok(Some(checksums.collect()))
}

/// Returns the checksums of the blocks as they are.
fn list_blocks(file: &impl StorageBackend) -> io::Result<Vec<u32>> {
    let blocks = (file.len()? / BLOCK_LENGTH).saturating_sub(1);
    let mut block = [0; BLOCK_BYTES];
    let mut checksums = Vec::new();
    for number in 0..blocks {
        file.read(list_offset(number)?, &mut block)?;
        checksums.push(checksum(&block));
    }
    Ok(checksums)
}

/// Reads some successive blocks, and verifies them.
fn read_blocks(
    file: &impl StorageBackend,
    state: &State,
    blocks: Range<u64>,
) -> io::Result<Vec<u8>> {
    let checksums = state
        .checksums
        .get(index_range(&blocks)?)
        .ok_or(ErrorKind::UnexpectedEof)?;
    let mut bytes = vec![0; checksums.len() * BLOCK_BYTES];
    file.read(list_offset(blocks.start)?, &mut bytes)?;
    let is_whole = |(block, known): (&[u8], &u32)| checksum(block) == *known;
    if bytes.chunks(BLOCK_BYTES).zip(checksums).all(is_whole) {
        Ok(bytes)
    } else {
        Err(damaged())
    }
}

impl<B: StorageBackend> StorageBackend for CheckedFile<B> {
    fn len(&self) -> Result<u64, io::Error> {
        Ok(self.state().block_count()? * BLOCK_LENGTH)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> Result<(), io::Error> {
        let blocks = covered_blocks(offset, out.len())?;
        let bytes = read_blocks(&self.file, &self.state(), blocks)?;
        let start = offset_in_block(offset);
        let part = bytes.get(start..start + out.len()).ok_or_else(damaged)?;
        out.copy_from_slice(part);
        Ok(())
    }

    fn set_len(&self, length: u64) -> Result<(), io::Error> {
        if !length.is_multiple_of(BLOCK_LENGTH) {
            return Err(ErrorKind::InvalidInput.into());
        }
        let mut state = self.state_to_write();
        self.unseal(&mut state)?;
        let count = usize::try_from(length / BLOCK_LENGTH).map_err(|_| ErrorKind::FileTooLarge)?;
        let set = self.file.set_len(file_offset(length)?);
        match set {
            Ok(()) => state.checksums.resize(count, checksum(&[0; BLOCK_BYTES])),
            Err(_) => state.change = Change::Failed,
        }
        set
    }

    fn sync_data(&self) -> Result<(), io::Error> {
        let synced = self.file.sync_data();
        if synced.is_err() {
            self.state_to_write().change = Change::Failed;
        }
        synced
    }

    fn write(&self, offset: u64, data: &[u8]) -> Result<(), io::Error> {
        let mut state = self.state_to_write();
        self.unseal(&mut state)?;
        let blocks = covered_blocks(offset, data.len())?;
        let is_aligned = offset_in_block(offset) == 0 && data.len().is_multiple_of(BLOCK_BYTES);
        let patched;
        let whole = if is_aligned {
            data
        } else {
            let mut bytes = read_blocks(&self.file, &state, blocks.clone())?;
            let start = offset_in_block(offset);
            let target = bytes.get_mut(start..start + data.len());
            target.ok_or_else(damaged)?.copy_from_slice(data);
            patched = bytes;
            &patched
        };
        let new = whole.chunks(BLOCK_BYTES).map(checksum);
        for (known, new) in state.checksums(&blocks)?.iter_mut().zip(new) {
            *known = new;
        }
        let written = self.file.write(file_offset(offset)?, data);
        if written.is_err() {
            state.change = Change::Failed;
        }
        written
    }

    fn close(&self) -> Result<(), io::Error> {
        let mut state = self.state_to_write();
        match state.change {
            Change::Written => self.seal(&mut state),
            Change::None | Change::Failed => Ok(()),
        }
    }
}

/// The length of a block: that of a page of the database.
pub(super) const BLOCK_BYTES: usize = 4096;
pub(super) const BLOCK_LENGTH: u64 = 4096;

/// Returns where in its block a byte lies.
fn offset_in_block(offset: u64) -> usize {
    usize::try_from(offset % BLOCK_LENGTH).certain()
}

/// Returns the numbers of the blocks in which a range of bytes lies.
fn covered_blocks(offset: u64, length: usize) -> io::Result<Range<u64>> {
    let end = u64::try_from(length)
        .ok()
        .and_then(|length| offset.checked_add(length));
    let end = end.ok_or(ErrorKind::FileTooLarge)?;
    Ok(offset / BLOCK_LENGTH..end.div_ceil(BLOCK_LENGTH))
}

/// Splits a range of bytes into blocks: the number of each block, and the part of the block that lies in the range.
pub(super) fn block_ranges(
    mut offset: u64,
    mut left: usize,
) -> impl Iterator<Item = (u64, Range<usize>)> {
    std::iter::from_fn(move || {
        let start = offset_in_block(offset);
        let length = left.min(BLOCK_BYTES - start);
        let range = (offset / BLOCK_LENGTH, start..start + length);
        offset = offset.checked_add(u64::try_from(length).ok()?)?;
        left -= length;
        (length > 0).then_some(range)
    })
}
