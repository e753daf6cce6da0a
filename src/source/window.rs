//! The next bytes of a text, all looked at at once: what each of them is becomes a bit, and the rest is arithmetic on bits. No branch
//! depends on how long a value is, which no processor could foretell.

use wide::u8x16;

/// What sixteen, thirty-two, forty-eight or sixty-four bytes are, a bit for each, the first one the lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    /// Quotes, backslashes and control characters.
    stops: u64,
    /// Digits and what may stand between the groups of a long number: blanks, hyphens, and the bytes of all that isn't ASCII. Other marks that come
    /// before the digits in ASCII count as well, which takes fewer looks: whoever finds a long run looks closer.
    runs: u64,
}

impl Window {
    /// The bytes from `at` on; what lies behind the last one are quotes.
    #[inline]
    pub(crate) fn at<const LENGTH: usize>(bytes: &[u8], at: usize) -> Self {
        match bytes.get(at..).and_then(<[u8]>::first_chunk::<LENGTH>) {
            Some(window) => Self::of(window),
            None => Self::at_end::<LENGTH>(bytes.get(at..).unwrap_or_default()),
        }
    }

    #[cold]
    fn at_end<const LENGTH: usize>(rest: &[u8]) -> Self {
        let mut window = [b'"'; LENGTH];
        window.iter_mut().zip(rest).for_each(|(place, byte)| *place = *byte);
        Self::of(&window)
    }

    #[inline]
    fn of(window: &[u8]) -> Self {
        let (mut stops, mut runs) = (0, 0);
        for part in window.as_chunks::<16>().0.iter().rev() {
            let bytes = u8x16::new(*part);
            // With one bit turned the quote follows the control characters, which stay among themselves.
            let turned = bytes ^ u8x16::splat(b'"' ^ b' ');
            let stop = turned.min(u8x16::splat(b' ')).simd_eq(turned) | bytes.simd_eq(u8x16::splat(b'\\'));
            // What isn't ASCII has its highest bit set, as has each lane of which a comparison holds.
            let run = bytes.min(u8x16::splat(b'9')).simd_eq(bytes) | bytes;
            stops = stops << 16 | u64::from(stop.to_bitmask());
            runs = runs << 16 | u64::from(run.to_bitmask());
        }
        Self { stops, runs }
    }

    /// How many bytes stand before the first quote, backslash or control character, if there is one.
    #[inline]
    pub(crate) fn length(self) -> Option<usize> {
        (self.stops != 0).then(|| places(self.stops.trailing_zeros()))
    }

    /// So many bytes that follow each other and may belong to one long number are a long run.
    pub(crate) const LONG: usize = 13;

    /// Whether there may be a long run before the first stop.
    #[inline]
    pub(crate) fn may_have_long_run(self) -> bool {
        // Below the first stop all bits are set; all of them, if there is none.
        let one = self.runs & self.stops.wrapping_sub(1) & !self.stops;
        let two = one & one >> 1;
        let four = two & two >> 2;
        let eight = four & four >> 4;
        eight & eight >> 5 != 0
    }
}

/// How long the number is that stands at the start of some bytes and ends at a quote: at most twelve digits with at most one point between
/// them, no zero before another digit, and not all of them zeros. None of any other text.
#[inline]
pub(crate) fn plain_number(bytes: &[u8; 16]) -> Option<usize> {
    let bytes = u8x16::new(*bytes);
    let (digits, points) = (digits(bytes).to_bitmask(), bytes.simd_eq(u8x16::splat(b'.')).to_bitmask());
    let (zeros, quotes) =
        (bytes.simd_eq(u8x16::splat(b'0')).to_bitmask(), bytes.simd_eq(u8x16::splat(b'"')).to_bitmask());
    // The bit behind the number, and all bits below it.
    let number = digits | points;
    let end = !number & (number + 1);
    let inside = end.wrapping_sub(1);
    let point = points & inside;
    let is_plain = quotes & end & 0x1fff != 0
        && digits & 1 != 0
        && digits & end >> 1 != 0
        && point & point.wrapping_sub(1) == 0
        && (zeros & 1 == 0 || (point | end) & 2 != 0)
        && digits & !zeros & inside != 0;
    is_plain.then(|| places(end.trailing_zeros()))
}

#[inline]
fn digits(bytes: u8x16) -> u8x16 {
    let values = bytes - u8x16::splat(b'0');
    values.min(u8x16::splat(9)).simd_eq(values)
}

/// A number of bits as one of places.
#[inline]
pub(crate) fn places(count: u32) -> usize {
    usize::try_from(count).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Where the first stop stands, the longest run before it, and the longest of what may belong to a long number.
    fn one_by_one(bytes: &[u8]) -> (Option<usize>, usize, usize) {
        let stop = bytes.iter().position(|byte| *byte < 0x20 || matches!(byte, b'"' | b'\\'));
        let before = bytes.get(..stop.unwrap_or(bytes.len())).unwrap();
        let longest =
            |belongs: fn(&u8) -> bool| before.split(|byte| !belongs(byte)).map(<[u8]>::len).max().unwrap_or_default();
        let in_number: fn(&u8) -> bool = |byte| byte.is_ascii_digit() || matches!(byte, b' ' | b'-' | 0x80..);
        (stop, longest(|byte| !(b':'..0x80).contains(byte)), longest(in_number))
    }

    proptest! {
        #[test]
        fn a_window_shows_what_one_look_at_each_byte_shows(
            bytes in prop::collection::vec(prop_oneof![8 => b'0'..=b'9', 2 => Just(b' '), 1 => any::<u8>()], 0..100),
            at in 0_usize..110,
        ) {
            let mut behind = bytes.get(at..).unwrap_or_default().to_vec();
            behind.resize(behind.len().max(64), b'"');
            let check = |window: Window, bytes: &[u8]| {
                let (length, run, in_number) = one_by_one(bytes);
                prop_assert_eq!((window.length(), window.may_have_long_run()), (length, run >= Window::LONG));
                prop_assert!(in_number <= run);
                Ok(())
            };
            check(Window::at::<64>(&bytes, at), behind.get(..64).unwrap())?;
            check(Window::at::<32>(&bytes, at), behind.get(..32).unwrap())?;
        }

        #[test]
        fn a_plain_number_is_an_amount(text in "0{0,1}[0-9.]{1,14}[\"a ]") {
            let mut bytes = [b'"'; 16];
            bytes.iter_mut().zip(text.bytes()).for_each(|(place, byte)| *place = byte);
            let (number, rest) = text.split_at(text.len() - 1);
            let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
            let right = rest == "\"" && number.len() < Window::LONG
                && !whole.is_empty() && !fraction.is_empty() && !fraction.contains('.')
                && (whole == "0" || !whole.starts_with('0'))
                && number.contains(|digit: char| ('1'..='9').contains(&digit));
            prop_assert_eq!(plain_number(&bytes), right.then_some(number.len()));
        }
    }
}
