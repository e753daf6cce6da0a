//! The scanner: finds quotes, escapes, control characters, digits and whitespace, sixteen bytes at a time.
//!
//! To change it: a mask has all bits of a lane or none, unless its method says that only the highest counts. Tails of fewer than sixteen bytes are padded
//! with a byte that no mask matches, so each mask needs one. A mask may find too much where its callers look again, never too little: a text that a scan calls
//! clean is not read a second time, by the checks of card numbers neither. The tests compare each scan with a loop over bytes, at every offset of a block.

use wide::u8x16;

/// The number of digits of the shortest card number. A [plain number](plain_number_len) is shorter, so it contains no card number.
pub(crate) const MIN_CARD_DIGITS: usize = 13;

/// Sixteen bytes. Each method returns a mask in which the lanes of the matching bytes are all ones.
#[derive(Clone, Copy)]
pub(crate) struct Block(u8x16);

impl Block {
    #[inline]
    pub(crate) fn new(bytes: &[u8; 16]) -> Self {
        Self(u8x16::new(*bytes))
    }

    #[inline]
    pub(crate) fn equal(self, byte: u8) -> u8x16 {
        self.0.simd_eq(u8x16::splat(byte))
    }

    #[inline]
    pub(crate) fn in_range(self, first: u8, last: u8) -> u8x16 {
        let offset = self.0 - u8x16::splat(first);
        offset.min(u8x16::splat(last - first)).simd_eq(offset)
    }

    #[inline]
    fn at_most(self, last: u8) -> u8x16 {
        self.0.min(u8x16::splat(last)).simd_eq(self.0)
    }

    /// Quotes, backslashes and control characters, which a JSON string can't contain unescaped.
    #[inline]
    fn json_specials(self) -> u8x16 {
        // Flipping one bit maps the quote to U+0020 and the control characters to each other, so that one comparison finds all of them.
        let flipped = Self(self.0 ^ u8x16::splat(b'"' ^ b' '));
        flipped.at_most(b' ') | self.equal(b'\\')
    }

    #[inline]
    fn digits(self) -> u8x16 {
        self.in_range(b'0', b'9')
    }

    /// A superset of the bytes of long numbers: digits, separators of their groups, and all other bytes that are at most `9` or not ASCII.
    ///
    /// This takes fewer comparisons than an exact mask; callers verify what they find. Only the highest bit of each lane counts.
    #[inline]
    fn maybe_numeric(self) -> u8x16 {
        // Bytes that aren't ASCII have the highest bit set.
        self.at_most(b'9') | self.equal(b'_') | self.0
    }

    /// Control characters, and the first bytes of all whitespace that isn't ASCII.
    #[inline]
    fn unusual_whitespace(self) -> u8x16 {
        self.at_most(0x1f) | self.equal(0xc2) | self.in_range(0xe1, 0xe3)
    }
}

#[inline]
fn bits(mask: u8x16) -> u64 {
    u64::from(mask.to_bitmask())
}

/// Converts a count of bits, such as the number of trailing zeros, to an index.
#[inline]
pub(crate) fn to_index(count: u32) -> usize {
    usize::try_from(count).unwrap_or_default()
}

/// Returns the last bytes of a text, filled up with `filler`.
pub(super) fn padded<const LENGTH: usize>(tail: &[u8], filler: u8) -> [u8; LENGTH] {
    let mut bytes = [filler; LENGTH];
    if let Some(target) = bytes.get_mut(..tail.len()) {
        target.copy_from_slice(tail);
    }
    bytes
}

/// Returns the number of bytes before the first quote, backslash or control character; the length of the text if there is none.
#[inline]
pub(crate) fn unescaped_prefix_len(bytes: &[u8]) -> usize {
    let (blocks, _) = bytes.as_chunks();
    for (index, block) in blocks.iter().enumerate() {
        let specials = Block::new(block).json_specials().to_bitmask();
        if specials != 0 {
            return index * 16 + to_index(specials.trailing_zeros());
        }
    }
    unescaped_tail_len(bytes, blocks.len() * 16)
}

/// Returns the same for a text whose first `before` bytes are known to have no such character.
#[inline(never)]
fn unescaped_tail_len(bytes: &[u8], before: usize) -> usize {
    // The tail rarely has one either, so first a single comparison tests it, together with some bytes before it.
    let last_bytes = match (
        bytes.last_chunk(),
        bytes.first_chunk::<8>(),
        bytes.last_chunk(),
    ) {
        (Some(last), ..) => Some(*last),
        (None, Some(first), Some(last)) => [*first, *last].as_flattened().try_into().ok(),
        _ => None,
    };
    if last_bytes.is_some_and(|bytes| Block::new(&bytes).json_specials().to_bitmask() == 0) {
        return bytes.len();
    }
    let tail = bytes.get(before..).unwrap_or_default();
    before
        + tail
            .iter()
            .take_while(|byte| **byte >= b' ' && !matches!(byte, b'"' | b'\\'))
            .count()
}

/// A scan of the next 16, 32, 48 or 64 bytes of a text for the end of a JSON string and for long numbers.
///
/// Each mask has a bit for each byte; the lowest bit is the first byte. No branch depends on the length of the string, which the processor couldn't
/// predict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StringScan {
    specials: u64,
    maybe_numeric: u64,
}

impl StringScan {
    /// Scans the bytes from `at` on. The end of the text counts as a quote.
    #[inline]
    pub(crate) fn at<const LENGTH: usize>(bytes: &[u8], at: usize) -> Self {
        match bytes.get(at..).and_then(<[u8]>::first_chunk::<LENGTH>) {
            Some(next) => Self::new(next),
            None => Self::for_tail::<LENGTH>(bytes.get(at..).unwrap_or_default()),
        }
    }

    #[cold]
    fn for_tail<const LENGTH: usize>(tail: &[u8]) -> Self {
        Self::new(&padded::<LENGTH>(tail, b'"'))
    }

    #[inline]
    fn new(bytes: &[u8]) -> Self {
        let empty = Self {
            specials: 0,
            maybe_numeric: 0,
        };
        bytes.as_chunks().0.iter().rev().fold(
            empty,
            |Self {
                 specials,
                 maybe_numeric,
             },
             part| {
                let block = Block::new(part);
                Self {
                    specials: specials << 16 | bits(block.json_specials()),
                    maybe_numeric: maybe_numeric << 16 | bits(block.maybe_numeric()),
                }
            },
        )
    }

    /// Returns the number of bytes before the first quote, backslash or control character, or `None` if there is none.
    #[inline]
    pub(crate) fn len(self) -> Option<usize> {
        (self.specials != 0).then(|| to_index(self.specials.trailing_zeros()))
    }

    /// Returns whether a card number may come before the first such character.
    #[inline]
    pub(crate) const fn may_contain_card_number(self) -> bool {
        // The second and third operand select the bits below the first special byte; all bits if there is none.
        has_long_run(self.maybe_numeric & self.specials.wrapping_sub(1) & !self.specials)
    }
}

/// Returns whether [`MIN_CARD_DIGITS`] consecutive bits are set.
#[inline]
const fn has_long_run(bits: u64) -> bool {
    let two = bits & bits >> 1;
    let four = two & two >> 2;
    let eight = four & four >> 4;
    eight & eight >> (MIN_CARD_DIGITS - 8) != 0
}

/// The properties of a text that one pass finds.
///
/// A flag is never set wrongly. [`needs_no_escape`](Self::needs_no_escape) is exact; the other flags may be unset although the text has the property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct TextScan {
    /// The only whitespace is single spaces between words, so there is nothing to fold.
    pub(crate) is_single_spaced: bool,
    /// A JSON string can contain the text unescaped.
    pub(crate) needs_no_escape: bool,
    /// No run of digits and separators is long enough for a card number.
    pub(crate) has_no_card_number: bool,
}

impl TextScan {
    #[inline(never)]
    pub(crate) fn new(text: &[u8]) -> Self {
        let (mut specials, mut spacing, mut numbers) =
            (u8x16::ZERO, SpacingScan::default(), NumberScan::default());
        for_each_block(text, |block| {
            specials |= block.json_specials();
            spacing.push(block);
            numbers.push(block);
        });
        Self {
            is_single_spaced: spacing.is_single(text),
            needs_no_escape: specials.to_bitmask() == 0,
            has_no_card_number: !numbers.has_long_run,
        }
    }
}

/// Visits the blocks of a text. The last one is filled up with letters, which no mask matches.
#[inline]
fn for_each_block(text: &[u8], mut visit: impl FnMut(Block)) {
    let (blocks, tail) = text.as_chunks();
    for block in blocks {
        visit(Block::new(block));
    }
    if !tail.is_empty() {
        visit(Block::new(&padded(tail, b'a')));
    }
}

/// The spaces and other whitespace of the blocks so far.
struct SpacingScan {
    unusual: u8x16,
    /// Spaces at the start of the text or after another space.
    repeated: u32,
    /// 1 if the last byte was a space, or there was no byte yet.
    after_space: u32,
}

impl Default for SpacingScan {
    fn default() -> Self {
        Self {
            unusual: u8x16::ZERO,
            repeated: 0,
            after_space: 1,
        }
    }
}

impl SpacingScan {
    #[inline]
    fn push(&mut self, block: Block) {
        self.unusual |= block.unusual_whitespace();
        let spaces = block.equal(b' ').to_bitmask();
        self.repeated |= spaces & (spaces << 1 | self.after_space);
        self.after_space = spaces >> 15;
    }

    #[inline]
    fn is_single(&self, text: &[u8]) -> bool {
        self.unusual.to_bitmask() == 0 && self.repeated == 0 && text.last() != Some(&b' ')
    }
}

/// The runs of digits in the blocks so far.
#[derive(Default)]
struct NumberScan {
    /// The bits of the last two blocks.
    last: u64,
    /// Whether a run may be as long as a card number.
    has_long_run: bool,
}

impl NumberScan {
    #[inline]
    fn push(&mut self, block: Block) {
        self.last = self.last >> 16 | bits(block.maybe_numeric()) << 16;
        self.has_long_run |= has_long_run(self.last);
    }
}

/// Returns whether the only whitespace of a text is single spaces between words. May return false for a text with control characters or
/// characters outside ASCII.
#[inline(never)]
pub(crate) fn is_single_spaced(text: &[u8]) -> bool {
    let mut spacing = SpacingScan::default();
    for_each_block(text, |block| spacing.push(block));
    spacing.is_single(text)
}

/// Returns whether a text may have a run of digits and separators that is long enough for a card number. This is much faster than searching for the
/// number.
#[inline]
pub(crate) fn may_contain_card_number(text: &[u8]) -> bool {
    text.len() >= MIN_CARD_DIGITS && has_long_number(text)
}

#[inline(never)]
fn has_long_number(text: &[u8]) -> bool {
    let mut numbers = NumberScan::default();
    for_each_block(text, |block| numbers.push(block));
    numbers.has_long_run
}

/// Returns the length of the plain number at the start of the bytes, if a quote follows it.
///
/// A plain number has at most twelve digits and points in total, at most one point, which is between digits, no superfluous leading zero, and a digit other
/// than zero.
#[inline]
pub(crate) fn plain_number_len(bytes: &[u8; 16]) -> Option<usize> {
    let block = Block::new(bytes);
    let [digits, points, zeros, quotes] = [
        block.digits(),
        block.equal(b'.'),
        block.equal(b'0'),
        block.equal(b'"'),
    ]
    .map(u8x16::to_bitmask);
    // `end` is the bit after the number, and `inside` are the bits below.
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
    is_plain.then(|| to_index(end.trailing_zeros()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_special(byte: u8) -> bool {
        byte < b' ' || matches!(byte, b'"' | b'\\')
    }

    /// Returns the offset of the first special byte, the length of the longest run before it, and that of the longest run of bytes of long numbers.
    fn scan_bytewise(bytes: &[u8]) -> (Option<usize>, usize, usize) {
        let special = bytes.iter().position(|byte| is_special(*byte));
        let before = bytes.get(..special.unwrap_or(bytes.len())).unwrap();
        let longest_run = |is_in_run: fn(&u8) -> bool| {
            before
                .split(|byte| !is_in_run(byte))
                .map(<[u8]>::len)
                .max()
                .unwrap_or_default()
        };
        let is_in_number: fn(&u8) -> bool =
            |byte| byte.is_ascii_digit() || matches!(byte, b' ' | b'-' | b'_' | 0x80..);
        (
            special,
            longest_run(|byte| *byte == b'_' || !(b':'..0x80).contains(byte)),
            longest_run(is_in_number),
        )
    }

    proptest! {
        #[test]
        fn string_scan_agrees_with_a_bytewise_scan(
            bytes in prop::collection::vec(prop_oneof![8 => b'0'..=b'9', 2 => Just(b' '), 1 => any::<u8>()], 0..100),
            at in 0_usize..110,
        ) {
            let mut tail = bytes.get(at..).unwrap_or_default().to_vec();
            tail.resize(tail.len().max(64), b'"');
            let check = |scan: StringScan, bytes: &[u8]| {
                let (len, run, number_run) = scan_bytewise(bytes);
                prop_assert_eq!((scan.len(), scan.may_contain_card_number()), (len, run >= MIN_CARD_DIGITS));
                prop_assert!(number_run <= run);
                Ok(())
            };
            check(StringScan::at::<64>(&bytes, at), tail.get(..64).unwrap())?;
            check(StringScan::at::<32>(&bytes, at), tail.get(..32).unwrap())?;
        }

        #[test]
        fn a_plain_number_has_the_form_of_an_amount(text in "0{0,1}[0-9.]{1,14}[\"a ]") {
            let (number, terminator) = text.split_at(text.len() - 1);
            let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
            let is_plain = terminator == "\"" && number.len() < MIN_CARD_DIGITS
                && !whole.is_empty() && !fraction.is_empty() && !fraction.contains('.')
                && (whole == "0" || !whole.starts_with('0'))
                && number.contains(|digit: char| ('1'..='9').contains(&digit));
            prop_assert_eq!(plain_number_len(&padded(text.as_bytes(), b'"')), is_plain.then_some(number.len()));
        }

        #[test]
        fn text_scan_agrees_with_a_bytewise_scan(text in "([0-9 ./_-]{0,30}[a-z\"\\\\\t\u{1f}éâ\u{a0}\u{2011} ]{0,40}){0,4}") {
            let scan = TextScan::new(text.as_bytes());
            let is_folded = text.split_whitespace().collect::<Vec<_>>().join(" ") == text;
            prop_assert!(is_folded || !scan.is_single_spaced);
            let is_printable_ascii = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
            prop_assert!(!is_printable_ascii || scan.is_single_spaced == is_folded);
            prop_assert_eq!(scan.needs_no_escape, !text.bytes().any(is_special));
            let runs = text.as_bytes().split(|byte| *byte != b'_' && (b':'..0x80).contains(byte));
            let longest_run = runs.map(<[u8]>::len).max().unwrap_or_default();
            prop_assert_eq!(scan.has_no_card_number, longest_run < MIN_CARD_DIGITS);
        }
    }

    #[test]
    fn unescaped_prefix_len_is_exact_at_every_offset() {
        let plain = "aé\u{7f}!#[]\u{20}\u{21}~ÿ€😀 abcdefghijklmnop";
        for start in 0..8 {
            let before = plain.as_bytes().iter().cycle().skip(start);
            for length in 0..40 {
                for special in (0..0x20).chain([b'"', b'\\']) {
                    let mut bytes: Vec<u8> = before.clone().take(length).copied().collect();
                    assert_eq!(unescaped_prefix_len(&bytes), length);
                    bytes.push(special);
                    assert_eq!(unescaped_prefix_len(&bytes), length);
                    bytes.extend(b"!\"! \x1f\\]#!\"");
                    assert_eq!(unescaped_prefix_len(&bytes), length);
                }
            }
        }
    }
}
