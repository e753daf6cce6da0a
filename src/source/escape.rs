use wide::u8x16;

/// Where in a text the first byte stands that JSON wants escaped: a quote, a backslash or a control character.
#[inline]
pub(crate) fn first_escape(text: &[u8]) -> Option<usize> {
    let (chunks, rest) = text.as_chunks::<16>();
    for (index, chunk) in chunks.iter().enumerate() {
        let bits = escapes(chunk);
        if bits != 0 {
            return Some(index * 16 + usize::try_from(bits.trailing_zeros()).unwrap_or_default());
        }
    }
    // Nearly always there is none in the last bytes either, which are looked at once more with those before them.
    if text.last_chunk().is_some_and(|last| escapes(last) == 0) {
        return None;
    }
    let at = rest.iter().position(|byte| *byte < b' ' || matches!(byte, b'"' | b'\\'))?;
    Some(text.len() - rest.len() + at)
}

/// Which of sixteen bytes JSON wants escaped, a bit for each.
#[inline]
fn escapes(bytes: &[u8; 16]) -> u32 {
    let bytes = u8x16::new(*bytes);
    let escape = bytes.min(u8x16::splat(0x1f)).simd_eq(bytes)
        | bytes.simd_eq(u8x16::splat(b'"'))
        | bytes.simd_eq(u8x16::splat(b'\\'));
    escape.to_bitmask()
}
