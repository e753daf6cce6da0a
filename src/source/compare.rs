/// Returns whether two byte strings are equal.
///
/// Records mostly have short texts. For these, comparing eight bytes at a time inline is faster than the call to `memcmp` that `==` compiles to, and
/// much faster on WebAssembly.
#[inline]
pub(crate) fn bytes_equal(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    // The last comparison overlaps the one before it, so that no byte is compared alone.
    match left.len() {
        0..4 => left.iter().eq(right),
        4..8 => {
            left.first_chunk::<4>() == right.first_chunk()
                && left.last_chunk::<4>() == right.last_chunk()
        }
        _ => {
            let (left_words, _) = left.as_chunks::<8>();
            let (right_words, _) = right.as_chunks::<8>();
            let equal = |(left, right): (&[u8; 8], &[u8; 8])| {
                u64::from_le_bytes(*left) == u64::from_le_bytes(*right)
            };
            left.last_chunk::<8>() == right.last_chunk()
                && left_words.iter().zip(right_words).all(equal)
        }
    }
}

/// Returns two bytes that show whether a text differs from another; 1 of 65,535 other texts has the same. Never 0.
///
/// Stores keep them, so the scheme is frozen; [`MemoryStore::snapshot`](crate::dedup::MemoryStore::snapshot) documents it.
pub(crate) fn fingerprint(text: &str) -> u16 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let step = |hash: u64, word: u64| (hash.rotate_left(29) ^ word).wrapping_mul(FACTOR);
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let hash = words
        .iter()
        .fold(0, |hash, word| step(hash, u64::from_le_bytes(*word)));
    let last = rest
        .iter()
        .rev()
        .fold(0, |word, byte| word << 8 | u64::from(*byte));
    let hash = if rest.is_empty() {
        hash
    } else {
        step(hash, last)
    };
    let hash = step(hash, u64::try_from(text.len()).unwrap_or(u64::MAX));
    let highest = (hash ^ hash >> 32).wrapping_mul(FACTOR) >> 48;
    u16::try_from(highest).unwrap_or_default().max(1)
}

/// Returns the items sorted by key. Items with equal keys keep their order.
///
/// The compiler generates the code of a sort again for each type that it sorts. Here all types share the sort of their keys, which keeps the program
/// small.
pub(crate) fn sorted_by_key<T>(items: Vec<T>, key: impl Fn(&T) -> (usize, usize)) -> Vec<T> {
    let keys = items.iter().map(key).enumerate();
    let mut order: Vec<(usize, usize, usize)> = keys
        .map(|(index, (first, second))| (first, second, index))
        .collect();
    if order.is_sorted() {
        return items;
    }
    order.sort_unstable();
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order
        .into_iter()
        .filter_map(|(_, _, index)| items.get_mut(index)?.take())
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn agrees_with_the_equality_of_strings(left in "[ab]{0,20}", right in "[ab]{0,20}") {
            prop_assert_eq!(bytes_equal(left.as_bytes(), right.as_bytes()), left == right);
            prop_assert!(bytes_equal(left.as_bytes(), left.clone().as_bytes()));
        }
    }

    #[test]
    fn items_with_equal_keys_keep_their_order() {
        let items = vec![(2, 1, 'a'), (1, 9, 'b'), (2, 1, 'c'), (2, 0, 'd')];
        let sorted = sorted_by_key(items, |(first, second, _)| (*first, *second));
        assert_eq!(
            sorted.iter().map(|(_, _, name)| *name).collect::<String>(),
            "bdac"
        );
        assert_eq!(sorted_by_key(vec!['x', 'y'], |_| (0, 0)), ['x', 'y']);
    }
}
