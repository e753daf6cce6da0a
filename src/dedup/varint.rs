//! LEB128 numbers: seven bits a byte, least significant first, in as few bytes as possible.

use crate::source::Certain;

/// Passes the bytes of a number to `push`.
#[inline]
pub(crate) fn write(mut number: u128, mut push: impl FnMut(u8)) {
    loop {
        let [low, ..] = number.to_le_bytes();
        number >>= 7;
        if number == 0 {
            return push(low & 0x7f);
        }
        push(low | 0x80);
    }
}

/// Returns the length of the encoded number at the start of some bytes.
#[inline]
pub(crate) fn encoded_length(bytes: &[u8]) -> Option<usize> {
    bytes
        .iter()
        .position(|byte| byte & 0x80 == 0)
        .map(|last| last + 1)
}

/// Reads a number from the start of some bytes and removes it from them.
pub(crate) fn read(bytes: &mut &[u8]) -> Option<u128> {
    let (mut number, mut shift) = (0_u128, 0);
    loop {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let bits = u128::from(byte & 0x7f);
        // A number has one encoding: without bits beyond the top, and without a zero as its last byte.
        if shift > 121 || (*byte == 0 && shift > 0) {
            return None;
        }
        number |= bits << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
        shift += 7;
    }
}

/// Reads a `usize` from the start of some bytes and removes it from them.
#[inline]
pub(crate) fn read_usize(bytes: &mut &[u8]) -> Option<usize> {
    // Most are small, and need no loop.
    match **bytes {
        [only, ..] if only < 0x80 => {
            *bytes = bytes.get(1..)?;
            Some(usize::from(only))
        }
        [first, second, ..] if second < 0x80 && second > 0 => {
            *bytes = bytes.get(2..)?;
            Some(usize::from(first & 0x7f) | usize::from(second) << 7)
        }
        _ => usize::try_from(read(bytes)?).ok(),
    }
}

/// Appends a `usize`.
pub(crate) fn write_usize(number: usize, bytes: &mut Vec<u8>) {
    write(u128::try_from(number).certain(), |byte| {
        bytes.push(byte);
    });
}

/// Reads bytes that have their length before them, and removes both from the start of `bytes`.
pub(crate) fn read_bytes<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = read_usize(bytes)?;
    let (part, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(part)
}

/// Appends bytes with their length before them.
pub(crate) fn write_bytes(part: &[u8], bytes: &mut Vec<u8>) {
    write_usize(part.len(), bytes);
    bytes.extend_from_slice(part);
}
