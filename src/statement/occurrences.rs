use std::collections::HashMap;

use foldhash::fast::RandomState;

/// The number of entries of each account with each hash.
#[derive(Debug, Default)]
pub(super) struct OccurrenceCounts(HashMap<([u8; 16], usize), u32, RandomState>);

impl OccurrenceCounts {
    /// Counts an occurrence of a hash, and returns the number of its occurrences so far.
    pub(super) fn add(&mut self, account: usize, hash: [u8; 16]) -> u32 {
        let count = self.count_mut(account, hash);
        *count += 1;
        *count
    }

    /// Returns the count of a hash, which starts at 0.
    pub(super) fn count_mut(&mut self, account: usize, hash: [u8; 16]) -> &mut u32 {
        self.0.entry((hash, account)).or_default()
    }
}
