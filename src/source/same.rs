/// Whether two texts are the same. For the short ones that records are made of it is faster to compare them here, eight bytes at a time, than to
/// call for it, and on WebAssembly much faster.
#[inline]
pub(crate) fn same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    // The last bytes are compared once more with those before them rather than one by one.
    match one.len() {
        0..4 => one.iter().eq(other),
        4..8 => one.first_chunk::<4>() == other.first_chunk() && one.last_chunk::<4>() == other.last_chunk(),
        _ => {
            let (words, _) = one.as_chunks::<8>();
            let (other_words, _) = other.as_chunks::<8>();
            let equal = |(one, other): (&[u8; 8], &[u8; 8])| u64::from_le_bytes(*one) == u64::from_le_bytes(*other);
            one.last_chunk::<8>() == other.last_chunk() && words.iter().zip(other_words).all(equal)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_is_equality(one in "[ab]{0,20}", other in "[ab]{0,20}") {
            prop_assert_eq!(same(one.as_bytes(), other.as_bytes()), one == other);
            prop_assert!(same(one.as_bytes(), one.clone().as_bytes()));
        }
    }
}
