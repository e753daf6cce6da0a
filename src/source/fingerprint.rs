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
