use std::io::{self, Write};

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::error::error_enum;

error_enum! {
    /// The reason why a text is not base64.
    pub enum Base64Error {
        /// A character that is in neither alphabet, or characters of both alphabets.
        Character => "the text has a character that base64 does not have, or mixes its two alphabets",
        /// Padding in the wrong place, or too much or too little of it.
        Padding => "the padding of the base64 text is wrong",
        /// The text ends within a byte, so it was probably cut off.
        Length => "the base64 text ends within a byte; it was probably cut off",
    }
}

const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);

static STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
static URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT);

/// The number of characters of a group, which encodes three bytes.
const GROUP_LEN: usize = 4;

/// How many characters are decoded at once: a multiple of the length of a group.
const CHUNK_LEN: usize = 32 * 1024;

/// How many characters are checked at once, in a loop without branches.
const BLOCK_LEN: usize = 64;

/// The characters of a text that may be base64, which can be added part by part.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a fact about the text"
)]
#[derive(Debug, Default)]
pub(crate) struct Base64Characters {
    /// The number of characters of an alphabet.
    count: usize,
    /// The number of padding characters.
    padding: usize,
    has_standard: bool,
    has_url_safe: bool,
    /// Whether there is a character that is in neither alphabet, no padding and no blank.
    has_other: bool,
    /// Whether anything but padding and blanks follows the padding.
    continues_after_padding: bool,
}

/// The form of a text that is base64.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Base64Form {
    /// The number of characters of the alphabet.
    count: usize,
    is_url_safe: bool,
}

impl Base64Characters {
    /// Adds the next part of the text.
    pub(crate) fn add(&mut self, part: &[u8]) {
        for block in part.chunks(BLOCK_LEN) {
            let [is_regular, has_standard, has_url_safe] = classify(block);
            if is_regular {
                self.has_standard |= has_standard;
                self.has_url_safe |= has_url_safe;
                self.continues_after_padding |= self.padding > 0;
                self.count += block.len();
            } else {
                for byte in block {
                    self.add_byte(*byte);
                }
            }
        }
    }

    fn add_byte(&mut self, byte: u8) {
        match byte {
            b'=' => self.padding += 1,
            _ if is_blank(byte) => {}
            _ => {
                let [is_regular, is_standard, is_url_safe] = classify(&[byte]);
                self.count += usize::from(is_regular);
                self.has_standard |= is_standard;
                self.has_url_safe |= is_url_safe;
                self.has_other |= !is_regular;
                self.continues_after_padding |= self.padding > 0;
            }
        }
    }

    /// Returns the form of the text that was added.
    ///
    /// # Errors
    ///
    /// The text is not base64, or is cut off.
    pub(crate) const fn form(&self) -> Result<Base64Form, Base64Error> {
        if self.continues_after_padding {
            return Err(Base64Error::Padding);
        }
        if self.has_other || self.has_standard && self.has_url_safe {
            return Err(Base64Error::Character);
        }
        let rest = self.count % GROUP_LEN;
        if rest == 1 {
            return Err(Base64Error::Length);
        }
        if self.padding == 0 || rest >= 2 && rest + self.padding == GROUP_LEN {
            Ok(Base64Form {
                count: self.count,
                is_url_safe: self.has_url_safe,
            })
        } else {
            Err(Base64Error::Padding)
        }
    }
}

impl Base64Form {
    /// Returns the size of the content in bytes.
    pub(crate) const fn size(self) -> usize {
        self.count / GROUP_LEN * 3 + (self.count % GROUP_LEN).saturating_sub(1)
    }
}

/// Decodes a text whose form is known, part by part.
#[derive(Debug)]
pub(crate) struct Base64Decoder {
    engine: &'static GeneralPurpose,
    /// The characters of a group whose end was not added yet.
    group: Vec<u8>,
    /// The bytes of one chunk.
    decoded: Vec<u8>,
}

impl Base64Decoder {
    pub(crate) fn new(form: Base64Form) -> Self {
        let engine = if form.is_url_safe {
            &URL_SAFE
        } else {
            &STANDARD
        };
        let decoded_len = form.size().clamp(3, CHUNK_LEN / GROUP_LEN * 3);
        Self {
            engine,
            group: Vec::with_capacity(GROUP_LEN),
            decoded: vec![0; decoded_len],
        }
    }

    /// Decodes the next part of the text and writes its bytes. Characters are kept back until their group is complete.
    ///
    /// # Errors
    ///
    /// `out` fails, or the text does not have the form.
    pub(crate) fn add(&mut self, part: &[u8], out: &mut impl Write) -> io::Result<()> {
        for chunk in part.chunks(CHUNK_LEN) {
            if has_blanks_or_padding(chunk) {
                for run in chunk.split(|byte| is_blank(*byte) || *byte == b'=') {
                    self.add_run(run, out)?;
                }
            } else {
                self.add_run(chunk, out)?;
            }
        }
        Ok(())
    }

    /// Adds at most one chunk of characters of the alphabet.
    fn add_run(&mut self, run: &[u8], out: &mut impl Write) -> io::Result<()> {
        let missing = if self.group.is_empty() {
            0
        } else {
            GROUP_LEN - self.group.len()
        };
        let (head, run) = run.split_at(missing.min(run.len()));
        self.group.extend_from_slice(head);
        if self.group.len() == GROUP_LEN {
            self.finish(out)?;
        }
        let (groups, rest) = run.split_at(run.len() - run.len() % GROUP_LEN);
        self.group.extend_from_slice(rest);
        write_decoded(self.engine, groups, &mut self.decoded, out)
    }

    /// Writes the bytes of the last characters.
    ///
    /// # Errors
    ///
    /// `out` fails, or the text does not have the form.
    pub(crate) fn finish(&mut self, out: &mut impl Write) -> io::Result<()> {
        write_decoded(self.engine, &self.group, &mut self.decoded, out)?;
        self.group.clear();
        Ok(())
    }
}

fn write_decoded(
    engine: &GeneralPurpose,
    characters: &[u8],
    buffer: &mut [u8],
    out: &mut impl Write,
) -> io::Result<()> {
    let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
    let len = engine
        .decode_slice(characters, buffer)
        .map_err(|_| invalid(Base64Error::Padding))?;
    out.write_all(buffer.get(..len).unwrap_or_default())
}

/// Returns whether all bytes are in an alphabet of RFC 4648, and whether there are bytes that only that of section 4 or only that of section 5 has.
///
/// The loop has no branches, so that the compiler compares many bytes at once.
#[allow(
    clippy::needless_bitwise_bool,
    reason = "the lazy operators are branches"
)]
fn classify(block: &[u8]) -> [bool; 3] {
    let (mut is_regular, mut has_standard, mut has_url_safe) = (true, false, false);
    for byte in block {
        let is_standard = (*byte == b'+') | (*byte == b'/');
        let is_url_safe = (*byte == b'-') | (*byte == b'_');
        let is_letter = (*byte | 0x20).wrapping_sub(b'a') < 26;
        let is_digit = byte.wrapping_sub(b'0') < 10;
        is_regular &= is_letter | is_digit | is_standard | is_url_safe;
        has_standard |= is_standard;
        has_url_safe |= is_url_safe;
    }
    [is_regular, has_standard, has_url_safe]
}

/// Returns whether a text that is base64 has anything that encodes nothing. Nearly no text has.
///
/// The loop has no branches, so that the compiler compares many bytes at once.
#[allow(
    clippy::needless_bitwise_bool,
    reason = "the lazy operators are branches"
)]
fn has_blanks_or_padding(text: &[u8]) -> bool {
    text.iter().fold(false, |found, byte| {
        found | (*byte <= b' ') | (*byte == b'=')
    })
}

/// Returns whether a byte is a line break, or a blank that may stand beside one.
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | b'\t' | b' ')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Decodes a text as its documentation says, with copies of the whole text.
    fn decode_whole(text: &str) -> Result<Vec<u8>, Base64Error> {
        let text = text.replace(['\n', '\r', '\t', ' '], "");
        let unpadded = text.trim_end_matches('=');
        let consists_of = |more: &str| {
            unpadded
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || more.contains(c))
        };
        if unpadded.contains('=') {
            return Err(Base64Error::Padding);
        }
        if !consists_of("+/") && !consists_of("-_") {
            return Err(Base64Error::Character);
        }
        let padding = match unpadded.len() % 4 {
            0 => 0,
            1 => return Err(Base64Error::Length),
            rest => 4 - rest,
        };
        if ![0, padding].contains(&(text.len() - unpadded.len())) {
            return Err(Base64Error::Padding);
        }
        let bit = |c: char| {
            let index = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".find(c);
            u32::try_from(index.unwrap_or(if c == '-' { 62 } else { 63 })).unwrap()
        };
        let groups = unpadded.as_bytes().chunks(4).flat_map(|group| {
            let bits = group
                .iter()
                .fold(0, |bits, c| bits << 6 | bit(char::from(*c)))
                << (6 * (4 - group.len()));
            bits.to_be_bytes()
                .into_iter()
                .skip(1)
                .take(group.len() - 1)
                .collect::<Vec<u8>>()
        });
        Ok(groups.collect())
    }

    fn decode_parts(parts: &[&[u8]]) -> Result<Vec<u8>, Base64Error> {
        let mut characters = Base64Characters::default();
        for part in parts {
            characters.add(part);
        }
        let form = characters.form()?;
        let (mut decoder, mut content) = (Base64Decoder::new(form), Vec::new());
        for part in parts {
            decoder.add(part, &mut content).unwrap();
        }
        decoder.finish(&mut content).unwrap();
        assert_eq!(content.len(), form.size());
        Ok(content)
    }

    #[test]
    fn decodes_texts_of_several_chunks() {
        for line in [60, 76, 97, CHUNK_LEN] {
            let content: Vec<u8> = (0..100_000_u32)
                .flat_map(|n| n.wrapping_mul(2_654_435_761).to_be_bytes())
                .collect();
            let text = STANDARD.encode(&content);
            let lines: Vec<&[u8]> = text.as_bytes().chunks(line).collect();
            let broken = lines.join(&b"\r\n"[..]);
            assert_eq!(decode_parts(&[&broken]).as_ref(), Ok(&content), "{line}");
            assert_eq!(decode_parts(&lines).as_ref(), Ok(&content), "{line}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn accepts_and_decodes_the_same_in_any_parts(
            text in "[A-Ca-c01]{0,70}[A-C+/=]{0,5}[A-C\\-_= \n\r\t*é]{0,4}[A-C= \n]{0,6}",
            cuts in prop::collection::vec(0_usize..80, 0..4),
        ) {
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(text.len())).collect();
            cuts.sort_unstable();
            let ends = cuts.iter().copied().chain([text.len()]);
            let parts: Vec<&[u8]> = [0].into_iter().chain(cuts.iter().copied()).zip(ends).map(|(from, to)| &text.as_bytes()[from..to]).collect();
            prop_assert_eq!(decode_parts(&parts), decode_whole(&text));
        }
    }
}
