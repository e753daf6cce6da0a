//! A quick look at the digits of a text, to tell that no card number is among them.

use wide::u8x16;

/// No card number has fewer digits.
pub(super) const FEWEST: usize = 13;

/// The same, as bits are counted.
const SO_MANY: u32 = (1_u32 << FEWEST).trailing_zeros();

/// Whether a text may hold a card number: whether among bytes that follow each other and are digits or parts of separators there are as many
/// digits as it has. Looking at many bytes at once is faster than any search, and tells of nearly every text that it holds none.
#[inline(never)]
pub(super) fn may_hold(text: &[u8]) -> bool {
    if text.len() < FEWEST {
        return false;
    }
    let (chunks, rest) = text.as_chunks::<16>();
    let mut runs = 0;
    for chunk in chunks {
        runs = runs >> 16 | of_runs(chunk) << 16;
        if has_long_run(runs) {
            return may_hold_in_long_run(text);
        }
    }
    runs = runs >> 16 | of_last_bytes(text, rest, of_runs) << 16;
    has_long_run(runs) && may_hold_in_long_run(text)
}

/// The same of a text that has so many digits or parts of separators in a row, as telephone numbers and dates beside each other do.
pub(super) fn may_hold_in_long_run(text: &[u8]) -> bool {
    has_many_digits(text) && holds_digits(text)
}

/// What is told of the last bytes of a text, which are fewer than sixteen.
#[inline]
fn of_last_bytes(text: &[u8], rest: &[u8], tell: impl Fn(&[u8; 16]) -> u32) -> u32 {
    match text.last_chunk() {
        _ if rest.is_empty() => 0,
        // They are looked at with those before them.
        Some(last) => tell(last) >> (16 - rest.len()),
        None => {
            let mut padded = [0; 16];
            padded.iter_mut().zip(rest).for_each(|(place, byte)| *place = *byte);
            tell(&padded)
        }
    }
}

/// The same but for what isn't ASCII, all of which is taken for parts of separators: where it says no, there are none.
fn has_many_digits(text: &[u8]) -> bool {
    let within = |digits: u64, length: u32| (digits & !u64::MAX.unbounded_shl(length)).count_ones();
    // The digits of the run that goes on from the bytes before.
    let mut before = 0;
    for window in text.chunks(64) {
        let (digits, runs) = masks(window);
        let first = (!runs).trailing_zeros();
        if before > 0 && before + within(digits, first) >= SO_MANY {
            return true;
        }
        // In each byte of a long run but its last ones such a run begins.
        let two = runs & runs >> 1;
        let four = two & two >> 2;
        let eight = four & four >> 4;
        let mut long = eight & eight >> (FEWEST - 8);
        while long != 0 {
            let start = long.trailing_zeros();
            let length = (!(runs >> start)).trailing_zeros();
            if within(digits >> start, length) >= SO_MANY {
                return true;
            }
            long &= u64::MAX.unbounded_shl(start + length);
        }
        let last = (!runs).leading_zeros();
        let behind = digits.unbounded_shr(u64::BITS - last).count_ones();
        before = if first == u64::BITS { before + behind } else { behind };
    }
    false
}

/// Which of up to 64 bytes are digits, and which are these or may be parts of separators.
fn masks(window: &[u8]) -> (u64, u64) {
    let (chunks, rest) = window.as_chunks::<16>();
    let (mut digits, mut runs) = (0, 0);
    for (place, chunk) in (0..).step_by(16).zip(chunks) {
        digits |= u64::from(of_digits(chunk)) << place;
        runs |= u64::from(of_runs(chunk)) << place;
    }
    let place = chunks.len() * 16;
    if place < 64 {
        digits |= u64::from(of_last_bytes(window, rest, of_digits)) << place;
        runs |= u64::from(of_last_bytes(window, rest, of_runs)) << place;
    }
    (digits, runs)
}

/// Which of sixteen bytes are digits, a bit for each.
#[inline]
fn of_digits(bytes: &[u8; 16]) -> u32 {
    let values = u8x16::new(*bytes) - u8x16::splat(b'0');
    values.min(u8x16::splat(9)).simd_eq(values).to_bitmask()
}

/// Which of sixteen bytes are digits or may be parts of separators, a bit for each.
#[inline]
fn of_runs(bytes: &[u8; 16]) -> u32 {
    let bytes = u8x16::new(*bytes);
    let values = bytes - u8x16::splat(b'0');
    let digits = values.min(u8x16::splat(9)).simd_eq(values);
    let blanks = bytes.simd_eq(u8x16::splat(b' ')) | bytes.simd_eq(u8x16::splat(b'\t'));
    // What isn't ASCII has its highest bit set, as has each lane of which a comparison holds.
    (digits | blanks | bytes.simd_eq(u8x16::splat(b'-')) | bytes).to_bitmask()
}

/// Whether as many bits as a card number has digits follow each other.
#[inline]
pub(super) const fn has_long_run(runs: u32) -> bool {
    let two = runs & runs >> 1;
    let four = two & two >> 2;
    let eight = four & four >> 4;
    eight & eight >> (FEWEST - 8) != 0
}

/// The same to the byte.
fn holds_digits(text: &[u8]) -> bool {
    let mut start = 0;
    // A long run covers its thirteenth byte, so what lies before a byte that belongs to none need not be looked at.
    while let Some(window) = text.get(start..start + FEWEST) {
        start += match window.iter().rposition(|byte| !belongs_to_run(*byte)) {
            Some(place) => place + 1,
            None => {
                let run = run_at(text, start);
                if count_digits(run) >= FEWEST {
                    return true;
                }
                run.len()
            }
        }
    }
    false
}

/// All bytes from a place on that may belong to one run.
fn run_at(text: &[u8], start: usize) -> &[u8] {
    let rest = text.get(start..).unwrap_or_default();
    let length = rest.iter().position(|byte| !belongs_to_run(*byte)).unwrap_or(rest.len());
    rest.get(..length).unwrap_or_default()
}

/// How many bytes are digits, eight at a time: in each lane the highest bit is set where the byte is none.
fn count_digits(bytes: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let mut digits = 0;
    for chunk in bytes.chunks(248) {
        let (words, rest) = chunk.as_chunks::<8>();
        let mut others = 0;
        for word in words {
            let offset = u64::from_le_bytes(*word) ^ (ONES * 0x30);
            let other = ((offset & (ONES * 0x7f)) + ONES * 0x76) | offset;
            others += (other >> 7) & ONES;
        }
        // The lanes add up in the highest one: 31 words of eight bytes fit in it.
        let others = usize::try_from(others.wrapping_mul(ONES) >> 56).unwrap_or_default();
        digits += words.len() * 8 - others + rest.iter().filter(|byte| byte.is_ascii_digit()).count();
    }
    digits
}

fn belongs_to_run(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b' ' | b'\t' | b'-' | 0xc2 | 0xa0 | 0xe2 | 0x80 | 0xaf | 0x91)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn digits_are_counted_as_one_by_one(bytes in prop::collection::vec(prop_oneof![Just(b'0'), Just(b'9'), any::<u8>()], 0..600)) {
            prop_assert_eq!(count_digits(&bytes), bytes.iter().filter(|byte| byte.is_ascii_digit()).count());
        }

        #[test]
        fn many_bytes_at_once_tell_what_each_of_them_does(text in "([0-9 -]{0,30}[a-zé\u{a0}]{0,40}){0,4}") {
            prop_assert_eq!(may_hold(text.as_bytes()), holds_digits(text.as_bytes()));
            prop_assert!(has_many_digits(text.as_bytes()) || !holds_digits(text.as_bytes()));
            prop_assert!(!text.is_ascii() || has_many_digits(text.as_bytes()) == holds_digits(text.as_bytes()));
        }
    }
}
