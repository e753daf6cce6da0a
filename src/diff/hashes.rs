use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

use foldhash::fast::RandomState;

/// Items by hashes of their content. Several items may have the same hash.
#[derive(Default)]
pub(super) struct Hashes {
    state: RandomState,
    /// The index of the entry that was inserted last with each hash.
    last: HashMap<u64, usize, RandomState>,
    /// Each item, and the entry that was inserted before it with the same hash.
    entries: Vec<(usize, Option<usize>)>,
}

impl Hashes {
    pub(super) fn hash(&self, content: &impl Hash) -> u64 {
        self.state.hash_one(content)
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn insert(&mut self, hash: u64, item: usize) {
        let before = self.last.insert(hash, self.entries.len());
        self.entries.push((item, before));
    }

    /// Returns the latest item with this hash that is not taken and has the right content. Forgets items that are taken, so that the search stays fast.
    pub(super) fn find(
        &mut self,
        hash: u64,
        is_taken: &dyn Fn(usize) -> bool,
        is_right: &mut dyn FnMut(usize) -> bool,
    ) -> Option<usize> {
        let last = self.last.get_mut(&hash)?;
        while let Some((_, Some(before))) =
            self.entries.get(*last).filter(|(item, _)| is_taken(*item))
        {
            *last = *before;
        }
        let mut entry = Some(*last);
        // All items with this hash have the same content, unless two hashes are equal by chance.
        while let Some((item, before)) = entry.and_then(|entry| self.entries.get(entry)) {
            if !is_taken(*item) && is_right(*item) {
                return Some(*item);
            }
            entry = *before;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_latest_item_that_is_free() {
        let mut hashes = Hashes::default();
        for item in (0..4).rev() {
            hashes.insert(7, item);
        }
        assert_eq!(hashes.find(7, &|_| false, &mut |_| true), Some(0));
        assert_eq!(
            hashes.find(7, &|item| item < 2, &mut |item| item != 2),
            Some(3),
            "equal hashes by chance"
        );
        assert_eq!(hashes.find(7, &|item| item < 2, &mut |_| true), Some(2));
        assert_eq!(hashes.find(7, &|_| true, &mut |_| true), None);
        assert_eq!(hashes.find(8, &|_| false, &mut |_| true), None);
    }
}
