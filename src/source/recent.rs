/// The last `N` answers to a question that is mostly asked again, the newest first.
#[derive(Debug, Clone)]
pub(crate) struct Recent<K, V, const N: usize>([Option<(K, V)>; N]);

impl<K, V, const N: usize> Default for Recent<K, V, N> {
    fn default() -> Self {
        Self([const { None }; N])
    }
}

impl<K, V, const N: usize> Recent<K, V, N> {
    /// The key and the answer that were asked for last.
    #[inline]
    pub(crate) fn newest(&self) -> Option<&(K, V)> {
        self.0.first()?.as_ref()
    }

    /// Returns the answer whose key `is` accepts. If none of the last ones is, `find` gives a key and its answer, which are remembered.
    #[inline]
    pub(crate) fn find_or(&mut self, is: impl Fn(&K) -> bool, find: impl FnOnce() -> Option<(K, V)>) -> Option<&V> {
        if !self.newest().is_some_and(|(key, _)| is(key)) {
            self.renew(is, find)?;
        }
        self.newest().map(|(_, answer)| answer)
    }

    #[inline(never)]
    fn renew(&mut self, is: impl Fn(&K) -> bool, find: impl FnOnce() -> Option<(K, V)>) -> Option<()> {
        let is_known = |known: &Option<(K, V)>| known.as_ref().is_some_and(|(key, _)| is(key));
        if let Some(place) = self.0.iter().position(is_known) {
            self.0.swap(0, place);
        } else {
            let mut newer = Some(find()?);
            self.0.iter_mut().for_each(|place| newer = std::mem::replace(place, newer.take()));
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
        fn an_answer_is_that_of_its_key(asked in prop::collection::vec(0_u8..8, 0..50)) {
            let mut recent = Recent::<u8, u8, 3>::default();
            let mut found = Vec::new();
            for (index, key) in asked.iter().enumerate() {
                let answer = recent.find_or(|known| known == key, || {
                    found.push(index);
                    (*key < 7).then_some((*key, key * 2))
                });
                prop_assert_eq!(answer.copied(), (*key < 7).then_some(key * 2));
            }
            // What was asked last is known, and so is what was asked before it.
            let is_found = |index: usize| found.contains(&index);
            for (index, pair) in asked.windows(3).enumerate() {
                prop_assert!(!is_found(index + 2) || pair[2] == 7 || !pair[..2].contains(&pair[2]));
            }
        }
    }
}
