use std::ops::Range;

/// The length of a block: that of a page of the database.
pub(super) const BLOCK_BYTES: usize = 4096;
pub(super) const BLOCK_LENGTH: u64 = 4096;

/// Splits a range of bytes into blocks: the number of each block, and the part of the block that lies in the range.
pub(super) fn block_ranges(
    mut offset: u64,
    mut left: usize,
) -> impl Iterator<Item = (u64, Range<usize>)> {
    std::iter::from_fn(move || {
        let start = usize::try_from(offset % BLOCK_LENGTH).ok()?;
        let length = left.min(BLOCK_BYTES - start);
        let range = (offset / BLOCK_LENGTH, start..start + length);
        offset = offset.checked_add(u64::try_from(length).ok()?)?;
        left -= length;
        (length > 0).then_some(range)
    })
}
