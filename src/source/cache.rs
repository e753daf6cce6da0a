/// A cache of `N` recent results of a lookup whose keys usually repeat. The first entry is the one that was used last.
#[derive(Debug, Clone)]
pub(crate) struct RecentCache<K, V, const N: usize>([Option<(K, V)>; N]);

impl<K, V, const N: usize> Default for RecentCache<K, V, N> {
    fn default() -> Self {
        Self([const { None }; N])
    }
}

impl<K, V, const N: usize> RecentCache<K, V, N> {
    /// Returns the entry that was used last.
    #[inline]
    pub(crate) fn last_used(&self) -> Option<&(K, V)> {
        self.0.first()?.as_ref()
    }

    /// Returns the cached value whose key `matches`. If there is none, calls `load` and caches the entry that it returns.
    #[inline]
    pub(crate) fn get_or_insert_with(
        &mut self,
        matches: impl Fn(&K) -> bool,
        load: impl FnOnce() -> Option<(K, V)>,
    ) -> Option<&V> {
        if !self.last_used().is_some_and(|(key, _)| matches(key)) {
            self.move_or_load(matches, load)?;
        }
        self.last_used().map(|(_, value)| value)
    }

    /// Moves the matching entry to the front, or loads it and drops the last entry.
    #[inline(never)]
    fn move_or_load(
        &mut self,
        matches: impl Fn(&K) -> bool,
        load: impl FnOnce() -> Option<(K, V)>,
    ) -> Option<()> {
        let is_match = |entry: &Option<(K, V)>| entry.as_ref().is_some_and(|(key, _)| matches(key));
        if let Some(index) = self.0.iter().position(is_match) {
            self.0.swap(0, index);
        } else {
            let mut newer = Some(load()?);
            self.0
                .iter_mut()
                .for_each(|entry| newer = std::mem::replace(entry, newer.take()));
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn returns_the_value_of_the_key(keys in prop::collection::vec(0_u8..8, 0..50)) {
            let mut cache = RecentCache::<u8, u8, 3>::default();
            let mut loaded = Vec::new();
            for (index, key) in keys.iter().enumerate() {
                let value = cache.get_or_insert_with(|known| known == key, || {
                    loaded.push(index);
                    (*key < 7).then_some((*key, key * 2))
                });
                prop_assert_eq!(value.copied(), (*key < 7).then_some(key * 2));
            }
            // The last two keys are cached. The key 7 has no value and never is.
            let is_loaded = |index: usize| loaded.contains(&index);
            for (index, window) in keys.windows(3).enumerate() {
                prop_assert!(!is_loaded(index + 2) || window[2] == 7 || !window[..2].contains(&window[2]));
            }
        }
    }
}
