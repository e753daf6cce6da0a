//! The scanner: finds quotes, escapes, control characters, digits and blanks, sixteen bytes at a time.

use wide::u8x16;

/// No card number has fewer digits, nor does any other number have as many by which a text is told apart.
pub(crate) const MIN_CARD_DIGITS: usize = 13;

/// Sixteen bytes. Each class of bytes is a mask, in which the lanes of its bytes are all ones.
#[derive(Clone, Copy)]
pub(crate) struct Block(u8x16);

impl Block {
    #[inline]
    pub(crate) fn of(bytes: &[u8; 16]) -> Self {
        Self(u8x16::new(*bytes))
    }

    #[inline]
    pub(crate) fn equal(self, byte: u8) -> u8x16 {
        self.0.simd_eq(u8x16::splat(byte))
    }

    #[inline]
    pub(crate) fn between(self, first: u8, last: u8) -> u8x16 {
        let above = self.0 - u8x16::splat(first);
        above.min(u8x16::splat(last - first)).simd_eq(above)
    }

    #[inline]
    fn up_to(self, last: u8) -> u8x16 {
        self.0.min(u8x16::splat(last)).simd_eq(self.0)
    }

    /// Quotes, backslashes and control characters: what can't stand in a JSON string as it is.
    #[inline]
    fn stops(self) -> u8x16 {
        // With one bit turned the quote follows the control characters, which stay among themselves.
        let turned = Self(self.0 ^ u8x16::splat(b'"' ^ b' '));
        turned.up_to(b' ') | self.equal(b'\\')
    }

    #[inline]
    fn digits(self) -> u8x16 {
        self.between(b'0', b'9')
    }

    /// Digits and what may separate the groups of a long number, and also other bytes up to the digits in ASCII, which takes fewer looks: whoever finds a
    /// long number looks closer. Only the highest bit of each lane counts.
    #[inline]
    fn numeric(self) -> u8x16 {
        // What isn't ASCII has its highest bit set.
        self.up_to(b'9') | self.0
    }

    /// Control characters, and the first bytes of all blanks that aren't ASCII.
    #[inline]
    fn odd_blanks(self) -> u8x16 {
        self.up_to(0x1f) | self.equal(0xc2) | self.between(0xe1, 0xe3)
    }
}

#[inline]
fn bits(mask: u8x16) -> u64 {
    u64::from(mask.to_bitmask())
}

/// A number of bits as one of places.
#[inline]
pub(crate) fn places(count: u32) -> usize {
    usize::try_from(count).unwrap_or_default()
}

/// The last bytes of a text, with others behind them.
pub(super) fn padded<const LENGTH: usize>(rest: &[u8], filler: u8) -> [u8; LENGTH] {
    let mut bytes = [filler; LENGTH];
    if let Some(place) = bytes.get_mut(..rest.len()) {
        place.copy_from_slice(rest);
    }
    bytes
}

/// How many bytes stand before the first quote, backslash or control character; all of them, if there is none.
#[inline]
pub(crate) fn plain_length(bytes: &[u8]) -> usize {
    let (blocks, _) = bytes.as_chunks();
    for (index, block) in blocks.iter().enumerate() {
        let stops = Block::of(block).stops().to_bitmask();
        if stops != 0 {
            return index * 16 + places(stops.trailing_zeros());
        }
    }
    plain_length_of_last(bytes, blocks.len() * 16)
}

/// The same of a text whose first bytes have none.
#[inline(never)]
fn plain_length_of_last(bytes: &[u8], before: usize) -> usize {
    // Nearly always there is none in the last bytes either, of which some are looked at twice.
    let ends = match (bytes.last_chunk(), bytes.first_chunk::<8>(), bytes.last_chunk()) {
        (Some(last), ..) => Some(*last),
        (None, Some(first), Some(last)) => [*first, *last].as_flattened().try_into().ok(),
        _ => None,
    };
    if ends.is_some_and(|ends| Block::of(&ends).stops().to_bitmask() == 0) {
        return bytes.len();
    }
    let rest = bytes.get(before..).unwrap_or_default();
    before + rest.iter().take_while(|byte| **byte >= b' ' && !matches!(byte, b'"' | b'\\')).count()
}

/// What the next sixteen, thirty-two, forty-eight or sixty-four bytes of a text are, a bit for each, the first one the lowest. No branch depends on how
/// long a string is, which no processor could foretell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StringScan {
    stops: u64,
    numeric: u64,
}

impl StringScan {
    /// Scans the bytes from `at` on; what lies behind the last one are quotes.
    #[inline]
    pub(crate) fn at<const LENGTH: usize>(bytes: &[u8], at: usize) -> Self {
        match bytes.get(at..).and_then(<[u8]>::first_chunk::<LENGTH>) {
            Some(next) => Self::of(next),
            None => Self::at_end::<LENGTH>(bytes.get(at..).unwrap_or_default()),
        }
    }

    #[cold]
    fn at_end<const LENGTH: usize>(rest: &[u8]) -> Self {
        Self::of(&padded::<LENGTH>(rest, b'"'))
    }

    #[inline]
    fn of(bytes: &[u8]) -> Self {
        bytes.as_chunks().0.iter().rev().fold(Self { stops: 0, numeric: 0 }, |Self { stops, numeric }, part| {
            let block = Block::of(part);
            Self { stops: stops << 16 | bits(block.stops()), numeric: numeric << 16 | bits(block.numeric()) }
        })
    }

    /// How many bytes stand before the first quote, backslash or control character, if there is one.
    #[inline]
    pub(crate) fn length(self) -> Option<usize> {
        (self.stops != 0).then(|| places(self.stops.trailing_zeros()))
    }

    /// Whether there may be a card number before the first stop.
    #[inline]
    pub(crate) const fn may_hold_card_number(self) -> bool {
        // Below the first stop all bits are set; all of them, if there is none.
        has_long_run(self.numeric & self.stops.wrapping_sub(1) & !self.stops)
    }
}

/// Whether as many bits as a card number has digits follow each other.
#[inline]
const fn has_long_run(bits: u64) -> bool {
    let two = bits & bits >> 1;
    let four = two & two >> 2;
    let eight = four & four >> 4;
    eight & eight >> (MIN_CARD_DIGITS - 8) != 0
}

/// What one pass over a text tells of it. Each flag may be a false negative, never a false positive, but for [`needs_no_escape`](Self::needs_no_escape).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct TextScan {
    /// There are neither blanks around it nor two of them in a row, and no other than the plain one: nothing in it is to be folded.
    pub(crate) is_single_spaced: bool,
    /// JSON takes it as it stands.
    pub(crate) needs_no_escape: bool,
    /// It has not so many digits in a row that a card number may be among them.
    pub(crate) holds_no_card_number: bool,
}

impl TextScan {
    #[inline(never)]
    pub(crate) fn of(text: &[u8]) -> Self {
        let (mut stops, mut blanks, mut numbers) = (u8x16::ZERO, Blanks::default(), Numbers::default());
        each_block(text, |block| {
            stops |= block.stops();
            blanks.take(block);
            numbers.take(block);
        });
        Self {
            is_single_spaced: blanks.are_single(text),
            needs_no_escape: stops.to_bitmask() == 0,
            holds_no_card_number: !(numbers.is_long && has_many_digits(text)),
        }
    }
}

/// Takes the blocks of a text; behind its last byte are letters, of which nothing is told.
#[inline]
fn each_block(text: &[u8], mut take: impl FnMut(Block)) {
    let (blocks, rest) = text.as_chunks();
    for block in blocks {
        take(Block::of(block));
    }
    if !rest.is_empty() {
        take(Block::of(&padded(rest, b'a')));
    }
}

/// The blanks of a text.
struct Blanks {
    odd: u8x16,
    doubled: u32,
    /// Whether the last byte was one, or there was none.
    after_blank: u32,
}

impl Default for Blanks {
    fn default() -> Self {
        Self { odd: u8x16::ZERO, doubled: 0, after_blank: 1 }
    }
}

impl Blanks {
    #[inline]
    fn take(&mut self, block: Block) {
        self.odd |= block.odd_blanks();
        let blanks = block.equal(b' ').to_bitmask();
        self.doubled |= blanks & (blanks << 1 | self.after_blank);
        self.after_blank = blanks >> 15;
    }

    #[inline]
    fn are_single(&self, text: &[u8]) -> bool {
        self.odd.to_bitmask() == 0 && self.doubled == 0 && text.last() != Some(&b' ')
    }
}

/// The numbers of a text.
#[derive(Default)]
struct Numbers {
    /// The bits of the last two blocks.
    last: u64,
    /// Whether one may be as long as a card number.
    is_long: bool,
}

impl Numbers {
    #[inline]
    fn take(&mut self, block: Block) {
        self.last = self.last >> 16 | bits(block.numeric()) << 16;
        self.is_long |= has_long_run(self.last);
    }
}

/// Whether nothing in a text is to be folded. False is always allowed.
#[inline(never)]
pub(crate) fn is_single_spaced(text: &[u8]) -> bool {
    let mut blanks = Blanks::default();
    each_block(text, |block| blanks.take(block));
    blanks.are_single(text)
}

/// Whether a text has so many digits in a row that a card number may be among them; much faster than finding it.
#[inline]
pub(crate) fn may_hold_card_number(text: &[u8]) -> bool {
    text.len() >= MIN_CARD_DIGITS && has_long_number(text)
}

#[inline(never)]
fn has_long_number(text: &[u8]) -> bool {
    let mut numbers = Numbers::default();
    each_block(text, |block| numbers.take(block));
    numbers.is_long && has_many_digits(text)
}

/// Whether among bytes that follow each other and are digits or parts of separators there are as many digits as a card number has.
fn has_many_digits(text: &[u8]) -> bool {
    let separates = |byte: u8| matches!(byte, b' ' | b'\t' | b'-' | 0xc2 | 0xa0 | 0xe2 | 0x80 | 0xaf | 0x91);
    let belongs = |byte: &&u8| byte.is_ascii_digit() || separates(**byte);
    let mut rest = text;
    while let Some(next) = rest.get(..MIN_CARD_DIGITS) {
        // A long run covers its thirteenth byte, so what lies before a byte that belongs to none need not be looked at.
        let mut length = MIN_CARD_DIGITS - next.iter().rev().take_while(belongs).count();
        if length == 0 {
            let run = rest.iter().take_while(belongs);
            length = run.clone().count();
            if run.filter(|byte| byte.is_ascii_digit()).count() >= MIN_CARD_DIGITS {
                return true;
            }
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    false
}

/// How long the number is that stands at the start of some bytes and ends at a quote: at most twelve digits with at most one point between
/// them, no zero before another digit, and not all of them zeros. None of any other text.
#[inline]
pub(crate) fn plain_number(bytes: &[u8; 16]) -> Option<usize> {
    let block = Block::of(bytes);
    let [digits, points, zeros, quotes] =
        [block.digits(), block.equal(b'.'), block.equal(b'0'), block.equal(b'"')].map(u8x16::to_bitmask);
    // The bit behind the number, and all bits below it.
    let number = digits | points;
    let end = !number & (number + 1);
    let inside = end.wrapping_sub(1);
    let point = points & inside;
    let is_plain = quotes & end & ((1 << MIN_CARD_DIGITS) - 1) != 0
        && digits & 1 != 0
        && digits & end >> 1 != 0
        && point & point.wrapping_sub(1) == 0
        && (zeros & 1 == 0 || (point | end) & 2 != 0)
        && digits & !zeros & inside != 0;
    is_plain.then(|| places(end.trailing_zeros()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_stop(byte: u8) -> bool {
        byte < b' ' || matches!(byte, b'"' | b'\\')
    }

    /// Where the first stop stands, the longest run before it, and the longest of what may belong to a long number.
    fn one_by_one(bytes: &[u8]) -> (Option<usize>, usize, usize) {
        let stop = bytes.iter().position(|byte| is_stop(*byte));
        let before = bytes.get(..stop.unwrap_or(bytes.len())).unwrap();
        let longest =
            |belongs: fn(&u8) -> bool| before.split(|byte| !belongs(byte)).map(<[u8]>::len).max().unwrap_or_default();
        let in_number: fn(&u8) -> bool = |byte| byte.is_ascii_digit() || matches!(byte, b' ' | b'-' | 0x80..);
        (stop, longest(|byte| !(b':'..0x80).contains(byte)), longest(in_number))
    }

    proptest! {
        #[test]
        fn a_string_is_what_its_bytes_are(
            bytes in prop::collection::vec(prop_oneof![8 => b'0'..=b'9', 2 => Just(b' '), 1 => any::<u8>()], 0..100),
            at in 0_usize..110,
        ) {
            let mut behind = bytes.get(at..).unwrap_or_default().to_vec();
            behind.resize(behind.len().max(64), b'"');
            let check = |scan: StringScan, bytes: &[u8]| {
                let (length, run, in_number) = one_by_one(bytes);
                prop_assert_eq!((scan.length(), scan.may_hold_card_number()), (length, run >= MIN_CARD_DIGITS));
                prop_assert!(in_number <= run);
                Ok(())
            };
            check(StringScan::at::<64>(&bytes, at), behind.get(..64).unwrap())?;
            check(StringScan::at::<32>(&bytes, at), behind.get(..32).unwrap())?;
        }

        #[test]
        fn a_plain_number_is_an_amount(text in "0{0,1}[0-9.]{1,14}[\"a ]") {
            let (number, rest) = text.split_at(text.len() - 1);
            let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
            let right = rest == "\"" && number.len() < MIN_CARD_DIGITS
                && !whole.is_empty() && !fraction.is_empty() && !fraction.contains('.')
                && (whole == "0" || !whole.starts_with('0'))
                && number.contains(|digit: char| ('1'..='9').contains(&digit));
            prop_assert_eq!(plain_number(&padded(text.as_bytes(), b'"')), right.then_some(number.len()));
        }

        #[test]
        fn a_text_is_what_its_bytes_are(text in "([0-9 -]{0,30}[a-z\"\\\\\t\u{1f}éâ\u{a0}\u{2011} ]{0,40}){0,4}") {
            let scan = TextScan::of(text.as_bytes());
            let is_folded = text.split_whitespace().collect::<Vec<_>>().join(" ") == text;
            prop_assert!(is_folded || !scan.is_single_spaced);
            let is_plain = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
            prop_assert!(!is_plain || scan.is_single_spaced == is_folded);
            prop_assert_eq!(scan.needs_no_escape, !text.bytes().any(is_stop));
            let separators = " \t-\u{a0}\u{2011}".as_bytes();
            let mut runs = text.as_bytes().split(|byte| !byte.is_ascii_digit() && !separators.contains(byte));
            let is_long = |run: &[u8]| run.iter().filter(|byte| byte.is_ascii_digit()).count() >= MIN_CARD_DIGITS;
            prop_assert_eq!(scan.holds_no_card_number, !runs.any(is_long));
        }
    }

    #[test]
    fn plain_length_is_exact_at_every_offset() {
        let plain = "aé\u{7f}!#[]\u{20}\u{21}~ÿ€😀 abcdefghijklmnop";
        for start in 0..8 {
            let before = plain.as_bytes().iter().cycle().skip(start);
            for length in 0..40 {
                for stop in (0..0x20).chain([b'"', b'\\']) {
                    let mut bytes: Vec<u8> = before.clone().take(length).copied().collect();
                    assert_eq!(plain_length(&bytes), length);
                    bytes.push(stop);
                    assert_eq!(plain_length(&bytes), length);
                    bytes.extend(b"!\"! \x1f\\]#!\"");
                    assert_eq!(plain_length(&bytes), length);
                }
            }
        }
    }
}
