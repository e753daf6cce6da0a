use wide::u8x16;

/// Where in a text the first byte stands that JSON wants escaped: a quote, a backslash or a control character.
#[inline]
pub(crate) fn first_escape(text: &[u8]) -> Option<usize> {
    let (chunks, rest) = text.as_chunks::<16>();
    for (index, chunk) in chunks.iter().enumerate() {
        let bytes = u8x16::new(*chunk);
        let escape = bytes.min(u8x16::splat(0x1f)).simd_eq(bytes)
            | bytes.simd_eq(u8x16::splat(b'"'))
            | bytes.simd_eq(u8x16::splat(b'\\'));
        let bits = escape.to_bitmask();
        if bits != 0 {
            return Some(index * 16 + usize::try_from(bits.trailing_zeros()).unwrap_or_default());
        }
    }
    let at = rest.iter().position(|byte| *byte < b' ' || matches!(byte, b'"' | b'\\'))?;
    Some(text.len() - rest.len() + at)
}
