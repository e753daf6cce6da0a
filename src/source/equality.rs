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
}
