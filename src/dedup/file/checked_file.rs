use std::io::{self, ErrorKind};
use std::ops::{Bound, Range};

use redb::backends::FileBackend;
use redb::{BackendError, StorageBackend};

use super::blocks::{BLOCK_BYTES, BLOCK_LENGTH, block_ranges};

/// A file that keeps a checksum with each block of the database, so that every block is verified when it is read, and only then.
///
/// The file begins with [`HEADER`], padded to a block. After it comes each block, followed by its checksum: the CRC-32 of its number, as eight bytes
/// with the least significant first, and of its bytes. A block that was never written has zeros in the place of both.
///
/// A block and its checksum are written at once, and a block of a commit is never written again, so a process that is killed harms no other block.
/// The first block is an exception, as each commit changes it. The database protects it by checksums of its own, so here it only tells
/// [`is_first_block_whole`](Self::is_first_block_whole).
#[derive(Debug)]
pub(super) struct CheckedFile(FileBackend);

/// The first bytes of the file: a name, the version of the blocks and tables, and bytes that a transfer as text would change.
pub(super) const HEADER: [u8; 16] = *b"uacc store 1\r\n\x1a\n";

pub(super) const HEADER_LENGTH: u64 = 16;

/// What the headers of all versions begin with.
pub(super) const HEADER_NAME: &[u8] = b"uacc store ";

const CHECKSUM_BYTES: usize = 4;
const RECORD_BYTES: usize = BLOCK_BYTES + CHECKSUM_BYTES;
const RECORD_LENGTH: u64 = BLOCK_LENGTH + 4;

fn checksum(number: u64, block: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(block);
    hasher.finalize().to_le_bytes()
}

fn damaged() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "a block of the store is damaged")
}

/// Returns the offset of a block in the file.
fn record_offset(number: u64) -> io::Result<u64> {
    let offset = number
        .checked_mul(RECORD_LENGTH)
        .and_then(|offset| offset.checked_add(BLOCK_LENGTH));
    offset.ok_or_else(|| ErrorKind::FileTooLarge.into())
}

impl CheckedFile {
    /// Takes a file that begins with [`HEADER`].
    pub(super) const fn new(file: FileBackend) -> Self {
        Self(file)
    }

    /// Makes a new file.
    pub(super) fn create(file: FileBackend) -> io::Result<Self> {
        file.set_len(BLOCK_LENGTH)?;
        file.write(0, &HEADER)?;
        Ok(Self(file))
    }

    /// Returns whether the first block is as it was written. After a loss of power it may be partly an older one, which the database can repair.
    pub(super) fn is_first_block_whole(&self) -> io::Result<bool> {
        let mut record = vec![0; RECORD_BYTES];
        self.0.read(record_offset(0)?, &mut record)?;
        let whole = record
            .split_last_chunk()
            .is_some_and(|(block, stored)| *stored == checksum(0, block));
        Ok(whole)
    }

    /// Calls `take` with the verified bytes of some successive blocks.
    fn read_blocks(&self, numbers: Range<u64>, mut take: impl FnMut(u64, &[u8])) -> io::Result<()> {
        let count =
            usize::try_from(numbers.end - numbers.start).map_err(|_| ErrorKind::FileTooLarge)?;
        let mut records = vec![
            0;
            count
                .checked_mul(RECORD_BYTES)
                .ok_or(ErrorKind::FileTooLarge)?
        ];
        self.0.read(record_offset(numbers.start)?, &mut records)?;
        for (number, record) in numbers.zip(records.chunks(RECORD_BYTES)) {
            let (block, stored) = record.split_last_chunk().ok_or_else(damaged)?;
            let is_whole =
                || *stored == checksum(number, block) || record.iter().all(|byte| *byte == 0);
            if number > 0 && !is_whole() {
                return Err(damaged());
            }
            take(number, block);
        }
        Ok(())
    }
}

/// Forwards the functions for locks to the file.
macro_rules! forward_locks {
    ($($lock:ident -> $locked:ty),*) => {
        $(fn $lock(&self, start: Bound<u64>, end: Bound<u64>) -> Result<$locked, BackendError> {
            self.0.$lock(start, end)
        })*
    };
}

impl StorageBackend for CheckedFile {
    fn len(&self) -> Result<u64, io::Error> {
        Ok(self.0.len()?.saturating_sub(BLOCK_LENGTH) / RECORD_LENGTH * BLOCK_LENGTH)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> Result<(), io::Error> {
        let mut ranges = block_ranges(offset, out.len());
        let Some((first, _)) = ranges.next() else {
            return Ok(());
        };
        let last = ranges.last().map_or(first, |(last, _)| last);
        let mut parts = block_ranges(offset, out.len());
        let mut rest = out;
        self.read_blocks(first..last + 1, |_, block| {
            let Some((_, range)) = parts.next() else {
                return;
            };
            let (part, behind) = std::mem::take(&mut rest).split_at_mut(range.len());
            part.copy_from_slice(block.get(range).unwrap_or_default());
            rest = behind;
        })
    }

    fn set_len(&self, length: u64) -> Result<(), io::Error> {
        if !length.is_multiple_of(BLOCK_LENGTH) {
            return Err(ErrorKind::InvalidInput.into());
        }
        self.0.set_len(record_offset(length / BLOCK_LENGTH)?)
    }

    fn sync_data(&self) -> Result<(), io::Error> {
        self.0.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> Result<(), io::Error> {
        let mut ranges = block_ranges(offset, data.len());
        let Some((first, _)) = ranges.next() else {
            return Ok(());
        };
        let mut records =
            Vec::with_capacity(data.len() / BLOCK_BYTES * RECORD_BYTES + 2 * RECORD_BYTES);
        let mut rest = data;
        for (number, range) in block_ranges(offset, data.len()) {
            let (part, behind) = rest.split_at(range.len());
            rest = behind;
            let start = records.len();
            records.resize(start + BLOCK_BYTES, 0);
            let block = records.get_mut(start..).unwrap_or_default();
            if range.len() < BLOCK_BYTES {
                self.read_blocks(number..number + 1, |_, old| block.copy_from_slice(old))?;
            }
            if let Some(target) = block.get_mut(range) {
                target.copy_from_slice(part);
            }
            let checksum = checksum(number, block);
            records.extend(checksum);
        }
        self.0.write(record_offset(first)?, &records)
    }

    fn close(&self) -> Result<(), io::Error> {
        self.0.close()
    }

    forward_locks! {
        try_lock_range -> bool, try_lock_shared_range -> bool, lock_range -> (), lock_shared_range -> (), unlock_range -> (),
        query_lock_range -> bool
    }
}
