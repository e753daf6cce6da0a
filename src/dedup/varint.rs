//! Numbers of any size in as few bytes as they need: LEB128, seven bits a byte, least first.

/// Gives the bytes of a number.
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

/// How many bytes the number at the start of some bytes has.
#[inline]
pub(crate) fn length(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| byte & 0x80 == 0).map(|last| last + 1)
}

/// The number at the start of some bytes, which begin behind it from then on.
pub(crate) fn read(bytes: &mut &[u8]) -> Option<u128> {
    let (mut number, mut shift) = (0_u128, 0);
    loop {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let bits = u128::from(byte & 0x7f);
        // Neither bits that fall off at the top nor a zero that says nothing.
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

/// The same for a number that counts things in memory.
#[inline]
pub(crate) fn read_count(bytes: &mut &[u8]) -> Option<usize> {
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

/// Appends a number that counts things in memory.
pub(crate) fn write_count(count: usize, bytes: &mut Vec<u8>) {
    write(u128::try_from(count).unwrap_or_default(), |byte| bytes.push(byte));
}

/// The bytes at the start of some bytes, with their length before them; the rest begins behind them from then on.
pub(crate) fn read_part<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = read_count(bytes)?;
    let (part, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(part)
}

/// Appends bytes with their length before them.
pub(crate) fn write_part(part: &[u8], bytes: &mut Vec<u8>) {
    write_count(part.len(), bytes);
    bytes.extend_from_slice(part);
}
