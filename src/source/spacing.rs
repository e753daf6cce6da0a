use wide::u8x16;

/// Whether a text has neither blanks around it nor two of them in a row, and no other than the plain one: then nothing in it is to be folded. It may
/// say no of a text in which there is nothing to fold either.
#[inline(never)]
pub(crate) fn is_single_spaced(text: &[u8]) -> bool {
    let ([.., last], [first, ..]) = (text, text) else { return true };
    if *first == b' ' || *last == b' ' {
        return false;
    }
    let mut after_blank = 0;
    match text.last_chunk() {
        // The last bytes are looked at once more with those before them rather than one by one.
        Some(end) => {
            text.as_chunks().0.iter().all(|chunk| is_single(chunk, &mut after_blank)) && is_single(end, &mut 0)
        }
        None => {
            let mut padded = [b'.'; 16];
            padded.iter_mut().zip(text).for_each(|(place, byte)| *place = *byte);
            is_single(&padded, &mut after_blank)
        }
    }
}

/// The same of sixteen bytes, after which `after_blank` tells whether they end with a blank.
#[inline]
fn is_single(bytes: &[u8; 16], after_blank: &mut u32) -> bool {
    let bytes = u8x16::new(*bytes);
    // Control characters, and the first bytes of all blanks that aren't ASCII.
    let odd = bytes.min(u8x16::splat(0x1f)).simd_eq(bytes)
        | bytes.simd_eq(u8x16::splat(0xc2))
        | bytes.simd_eq(u8x16::splat(0xe1))
        | bytes.simd_eq(u8x16::splat(0xe2))
        | bytes.simd_eq(u8x16::splat(0xe3));
    let blanks = bytes.simd_eq(u8x16::splat(b' ')).to_bitmask();
    let is_single = odd.to_bitmask() == 0 && blanks & (blanks << 1 | *after_blank) == 0;
    *after_blank = blanks >> 15;
    is_single
}
