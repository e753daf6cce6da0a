use wide::u8x16;

use super::digit_runs::{has_long_run, may_hold, may_hold_in_long_run};

/// What one pass over a text tells of it. Each may be denied of a text of which it holds, and the texts that are denied it are few.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Texture {
    /// There are neither blanks around it nor two of them in a row, and no other than the plain one: nothing in it is to be folded.
    pub(crate) is_single_spaced: bool,
    /// JSON takes it as it stands.
    pub(crate) needs_no_escape: bool,
    /// It has not so many digits in a row that a card number may be among them.
    pub(crate) holds_no_card_number: bool,
}

impl Texture {
    #[inline(never)]
    pub(crate) fn of(text: &[u8]) -> Self {
        let mut seen = Seen { after_blank: 1, ..Seen::default() };
        let (chunks, rest) = text.as_chunks::<16>();
        for chunk in chunks {
            seen.take(chunk);
        }
        if !rest.is_empty() {
            let mut padded = [b'.'; 16];
            padded.iter_mut().zip(rest).for_each(|(place, byte)| *place = *byte);
            seen.take(&padded);
        }
        let has_control = seen.control.to_bitmask() != 0;
        let is_odd = has_control || seen.odd.to_bitmask() != 0 || seen.doubled != 0;
        Self {
            is_single_spaced: !is_odd && text.last() != Some(&b' '),
            needs_no_escape: !has_control && seen.escape.to_bitmask() == 0,
            // A tab may separate digits too.
            holds_no_card_number: !if has_control {
                may_hold(text)
            } else {
                seen.long_run && may_hold_in_long_run(text)
            },
        }
    }
}

/// What was seen of the bytes so far.
#[derive(Default)]
struct Seen {
    /// Control characters, the first bytes of all blanks that aren't ASCII, and what JSON wants escaped.
    control: u8x16,
    odd: u8x16,
    escape: u8x16,
    /// Blanks that follow one, and whether the last byte is one.
    doubled: u32,
    after_blank: u32,
    /// Digits and separators among the last bytes, and whether there was a long run of them.
    runs: u32,
    long_run: bool,
}

impl Seen {
    #[inline]
    fn take(&mut self, bytes: &[u8; 16]) {
        let bytes = u8x16::new(*bytes);
        self.control |= bytes.min(u8x16::splat(0x1f)).simd_eq(bytes);
        let wide = bytes - u8x16::splat(0xe1);
        self.odd |= bytes.simd_eq(u8x16::splat(0xc2)) | wide.min(u8x16::splat(2)).simd_eq(wide);
        self.escape |= bytes.simd_eq(u8x16::splat(b'"')) | bytes.simd_eq(u8x16::splat(b'\\'));
        let blank = bytes.simd_eq(u8x16::splat(b' '));
        let blanks = blank.to_bitmask();
        self.doubled |= blanks & (blanks << 1 | self.after_blank);
        self.after_blank = blanks >> 15;
        let values = bytes - u8x16::splat(b'0');
        let digit = values.min(u8x16::splat(9)).simd_eq(values);
        // What isn't ASCII has its highest bit set, and may be a separator.
        let run = digit | blank | bytes.simd_eq(u8x16::splat(b'-')) | bytes;
        self.runs = self.runs >> 16 | run.to_bitmask() << 16;
        self.long_run |= has_long_run(self.runs);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::CardNumber;
    use super::*;

    proptest! {
        #[test]
        fn what_one_pass_tells_holds(text in "([0-9 -]{0,30}[a-z\"\\\\\t\u{1f}éâ\u{a0}\u{2011} ]{0,40}){0,4}") {
            let texture = Texture::of(text.as_bytes());
            let is_folded = text.split_whitespace().collect::<Vec<_>>().join(" ") == text;
            prop_assert!(is_folded || !texture.is_single_spaced);
            let is_plain = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
            prop_assert!(!is_plain || texture.is_single_spaced == is_folded);
            prop_assert_eq!(texture.needs_no_escape, !text.bytes().any(|byte| byte < b' ' || matches!(byte, b'"' | b'\\')));
            prop_assert!(!texture.holds_no_card_number || CardNumber::find(&text).is_none());
            prop_assert_eq!(texture.holds_no_card_number, !may_hold(text.as_bytes()));
        }
    }
}
