use std::io::{self, ErrorKind};
use std::ops::Range;

/// The length of a block: that of a page of the database.
pub(super) const BLOCK_BYTES: usize = 4096;
pub(super) const BLOCK_LENGTH: u64 = 4096;

/// Returns where in its block a byte lies.
pub(super) fn offset_in_block(offset: u64) -> usize {
    usize::try_from(offset % BLOCK_LENGTH).unwrap_or_default()
}

/// Returns the numbers of the blocks in which a range of bytes lies.
pub(super) fn covered_blocks(offset: u64, length: usize) -> io::Result<Range<u64>> {
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
