//! How far the sheets of a workbook may expand.

use super::damage::Damage;

/// Sheets that expand to more than this many times the size of the file are refused. Sheets of equal rows reach a hundred times.
const MAX_RATIO: u64 = 200;

/// Sheets of this size do no harm, whatever the size of the file is.
const SAFE_SIZE: u64 = 32 << 20;

/// The maximum number of bytes that the cells of a workbook, and the text of its sheets, may have. A small file may repeat rows, cells and texts millions
/// of times, so each size is compared with this before memory is allocated.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExpansionLimit {
    bytes: u64,
}

impl ExpansionLimit {
    /// Returns the limit for a file of this size under a policy with this maximum size.
    pub(super) fn new(file_len: usize, max_bytes: usize) -> Self {
        let [file_len, max_bytes] = [file_len, max_bytes].map(as_u64);
        let harmless = file_len.saturating_mul(MAX_RATIO).max(SAFE_SIZE);
        Self {
            bytes: max_bytes.min(harmless),
        }
    }

    /// Refuses a size above the limit.
    pub(super) const fn check(self, found: u64) -> Result<(), Damage> {
        let Self { bytes: limit } = self;
        if found > limit {
            return Err(Damage::TooLarge { found, limit });
        }
        Ok(())
    }
}

/// Returns a length as a number of 64 bits, which every platform's lengths fit.
pub(super) fn as_u64(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
