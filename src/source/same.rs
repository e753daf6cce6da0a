/// Whether two texts are the same. For the short ones that records are made of it is faster to compare them here, eight bytes at a time, than to
/// call for it, and on WebAssembly much faster.
#[inline]
pub(crate) fn same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let (words, rest) = one.as_chunks::<8>();
    let (other_words, other_rest) = other.as_chunks::<8>();
    let equal = |(one, other): (&[u8; 8], &[u8; 8])| u64::from_le_bytes(*one) == u64::from_le_bytes(*other);
    words.iter().zip(other_words).all(equal) && rest.iter().zip(other_rest).all(|(one, other)| one == other)
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
