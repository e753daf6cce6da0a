//! Text in every encoding is decoded, and every position refers to the user's file.

use proptest::prelude::*;
use universal_accounting::internals::source::{
    Decoded, Encoding, FileKind, Position, Span, first_invalid_utf8, line_at,
};

use crate::cases::cases;

/// Encodes a text, and returns the bytes of each character separately.
fn encode(text: &str, encoding: Encoding) -> Vec<Vec<u8>> {
    text.chars()
        .map(|character| match encoding {
            Encoding::Utf8 => character.to_string().into_bytes(),
            Encoding::Utf16LittleEndian => utf16_units(character)
                .into_iter()
                .flat_map(u16::to_le_bytes)
                .collect(),
            Encoding::Utf16BigEndian => utf16_units(character)
                .into_iter()
                .flat_map(u16::to_be_bytes)
                .collect(),
            Encoding::Windows1252 => vec![windows_1252(character)],
            Encoding::Iso8859Part15 => vec![iso_8859_15(character)],
            other => panic!("{other:?} is tested nowhere"),
        })
        .collect()
}

fn utf16_units(character: char) -> Vec<u16> {
    character.encode_utf16(&mut [0; 2]).to_vec()
}

/// Encodes a character in Windows-1252. Written independently of the library, from encoding.spec.whatwg.org/index-windows-1252.txt.
fn windows_1252(character: char) -> u8 {
    let upper = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";
    match upper.chars().position(|other| other == character) {
        Some(at) => 0x80 + u8::try_from(at).unwrap(),
        None => u8::try_from(u32::from(character)).unwrap(),
    }
}

/// Encodes a character in ISO-8859-15. Written independently of the library, from ISO/IEC 8859-15.
fn iso_8859_15(character: char) -> u8 {
    let bytes = [0xA4, 0xA6, 0xA8, 0xB4, 0xB8, 0xBC, 0xBD, 0xBE];
    match "€ŠšŽžŒœŸ".chars().position(|other| other == character) {
        Some(at) => bytes[at],
        None => u8::try_from(u32::from(character)).unwrap(),
    }
}

/// Counts the line and the column of an offset, one character after the other from the start.
fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let (mut line, mut column) = (1, 1);
    for (at, character) in text[..offset].char_indices() {
        let ends_line = character == '\n' || character == '\r' && !text[at + 1..].starts_with('\n');
        (line, column) = if ends_line {
            (line + 1, 1)
        } else {
            (line, column + 1)
        };
    }
    (line, column)
}

/// Asserts that the encoded text is decoded again, and that the position of each character is that of its bytes.
fn assert_round_trip(text: &str, encoding: Encoding, mark: &[u8]) {
    let characters = encode(text, encoding);
    let bytes = [mark.to_vec(), characters.concat()].concat();
    let decoded = Decoded::from_bytes(&bytes);
    assert_eq!((decoded.text(), decoded.encoding()), (text, encoding));
    assert_eq!(decoded.has_byte_order_mark(), !mark.is_empty());

    let mut locator = decoded.locator();
    let mut offset = mark.len();
    let utf16_offset =
        |at: usize| usize::from(!mark.is_empty()) + text[..at].encode_utf16().count();
    let mut positions = Vec::new();
    for ((at, _), encoded) in text.char_indices().zip(&characters) {
        let (line, column) = line_and_column(text, at);
        positions.push((
            at,
            Position {
                line,
                column,
                offset,
                utf16: utf16_offset(at),
            },
        ));
        offset += encoded.len();
    }
    let (line, column) = line_and_column(text, text.len());
    positions.push((
        text.len(),
        Position {
            line,
            column,
            offset: bytes.len(),
            utf16: utf16_offset(text.len()),
        },
    ));
    for (at, position) in &positions {
        assert_eq!(
            locator.locate(*at),
            *position,
            "ascending, at {at} in {text:?}"
        );
    }
    for (at, position) in positions.iter().rev() {
        assert_eq!(
            locator.locate(*at),
            *position,
            "descending, at {at} in {text:?}"
        );
    }
    for (at, position) in positions.iter().step_by(3) {
        assert_eq!(
            decoded.locator().locate(*at),
            *position,
            "with a new locator, at {at} in {text:?}"
        );
    }
}

/// Generates lines of the characters, with every kind of line end.
fn lines(characters: &'static str) -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop_oneof![
            characters.prop_map(String::from),
            Just("\r\n".into()),
            "[\r\n]"
        ],
        0..12,
    )
    .prop_map(|parts| parts.concat())
}

/// Generates bytes with valid, truncated and invalid UTF-8 sequences of every length.
fn mixed_utf8() -> impl Strategy<Value = Vec<u8>> {
    let characters = prop::sample::select(&["ä", "€", "😀", "\u{FFFD}"][..]);
    let truncated = (characters, 1..5_usize)
        .prop_map(|(character, length)| character.bytes().take(length).collect());
    prop::collection::vec(
        prop_oneof![any::<u8>().prop_map(|byte| vec![byte]), truncated],
        0..40,
    )
    .prop_map(|pieces: Vec<Vec<u8>>| pieces.concat())
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn decodes_utf8(text in lines("[a-z;ä€😀\u{FFFD}]{0,4}")) {
        assert_round_trip(&text, Encoding::Utf8, b"\xEF\xBB\xBF");
        assert_round_trip(&text, Encoding::Utf8, b"");
    }

    #[test]
    fn decodes_any_text_with_a_byte_order_mark(text: String) {
        assert_round_trip(&text, Encoding::Utf8, b"\xEF\xBB\xBF");
        assert_round_trip(&text, Encoding::Utf16LittleEndian, b"\xFF\xFE");
        assert_round_trip(&text, Encoding::Utf16BigEndian, b"\xFE\xFF");
    }

    #[test]
    fn decodes_utf16(text in lines("[a-z;ä€😀\u{FFFD}]{0,4}")) {
        assert_round_trip(&text, Encoding::Utf16LittleEndian, b"\xFF\xFE");
        assert_round_trip(&text, Encoding::Utf16BigEndian, b"\xFE\xFF");
    }

    #[test]
    fn decodes_western_utf16_without_a_byte_order_mark(text in lines("[a-z;äöü0-9]{2,6}€?")) {
        prop_assume!(!text.is_empty());
        assert_round_trip(&text, Encoding::Utf16LittleEndian, b"");
        assert_round_trip(&text, Encoding::Utf16BigEndian, b"");
    }

    #[test]
    fn decodes_windows_1252(text in lines("((Zürich|Škoda|Straße|10 €|–|Bäckerei|ä);){0,4}")) {
        // Words that no language writes, such as `ŠkodaŠkoda`, could be of another encoding.
        // A single umlaut is invalid UTF-8, and no valid sequence elsewhere suggests UTF-8.
        let text = format!("ä;{text}");
        prop_assume!(!encode(&text, Encoding::Windows1252).concat().utf8_chunks().any(|chunk| !chunk.valid().is_ascii()));
        assert_round_trip(&text, Encoding::Windows1252, b"");
    }

    #[test]
    fn detects_iso_8859_15_by_its_euro_sign(text in lines("[a-z;äŠß]{0,4}")) {
        let text = format!("ä €;{text}");
        let bytes = encode(&text, Encoding::Iso8859Part15).concat();
        prop_assume!(!bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii()));
        assert_round_trip(&text, Encoding::Iso8859Part15, b"");
    }

    /// Invalid bytes in a file with the byte order mark of UTF-8 are decoded as Windows-1252.
    #[test]
    fn positions_are_right_in_mixed_encodings(bytes in mixed_utf8()) {
        let marked = [b"\xEF\xBB\xBF", bytes.as_slice()].concat();
        let decoded = Decoded::from_bytes(&marked);
        let mut locator = decoded.locator();
        let mut offset = 3;
        for (at, character) in decoded.text().char_indices() {
            prop_assert_eq!(locator.locate(at).offset, offset);
            let rest = &marked[offset..];
            let encoded = character.to_string();
            offset += if rest.starts_with(encoded.as_bytes()) {
                encoded.len()
            } else {
                let chunk = rest.utf8_chunks().next().unwrap();
                prop_assert!(chunk.valid().is_empty(), "{:?} instead of {:?}", character, chunk.valid());
                // A truncated sequence becomes one replacement character.
                let is_truncated = matches!(chunk.invalid(), [0xC2 | 0xC3] | [_, _, ..]);
                prop_assert_eq!(character == char::REPLACEMENT_CHARACTER, is_truncated);
                prop_assert!(is_truncated || chunk.invalid() == [windows_1252(character)]);
                chunk.invalid().len()
            };
        }
        prop_assert_eq!(offset, marked.len());
        prop_assert_eq!(decoded.first_invalid_utf8(), first_invalid_utf8(&bytes));
        prop_assert_eq!(locator.locate(decoded.text().len()).offset, marked.len());
    }

    #[test]
    fn accepts_any_bytes(bytes: Vec<u8>, offset in 0..64_usize) {
        let decoded = Decoded::from_bytes(&bytes);
        let position = decoded.locator().locate(offset);
        prop_assert!(position.offset <= bytes.len());
        prop_assert!(!FileKind::sniff(&bytes).name().is_empty());
        prop_assert_eq!(first_invalid_utf8(&bytes).is_none(), std::str::from_utf8(&bytes).is_ok());
    }

    #[test]
    fn line_at_returns_the_line_around_the_offset(text in lines("[a-zä]{0,3}")) {
        for (offset, _) in text.char_indices() {
            let Span { start, end } = line_at(&text, offset);
            prop_assert!(!text[start..end].contains(['\r', '\n']));
            prop_assert!(start <= offset && offset <= end + usize::from(text[end..].starts_with("\r\n")));
            let line = line_and_column(&text, offset).0;
            prop_assert_eq!(line_and_column(&text, start), (line, 1));
            prop_assert_eq!(line_and_column(&text, end).0, line);
        }
    }
}

#[test]
fn every_byte_is_a_character_in_windows_1252() {
    // In descending order, no two bytes are a valid UTF-8 sequence. The letter comes first, because FF FE would be a byte order mark.
    let bytes: Vec<u8> = std::iter::once(b'a').chain((0x01..=0xFF).rev()).collect();
    let decoded = Decoded::from_bytes(&bytes);
    assert_eq!(decoded.encoding(), Encoding::Windows1252);
    assert_eq!(
        decoded.text().chars().map(windows_1252).collect::<Vec<_>>(),
        bytes
    );
    assert!(decoded.text().contains("Ÿž\u{9D}œ›"));
}

#[test]
fn invalid_utf16_becomes_replacement_characters() {
    // "a", a lone high surrogate, "b", and the first byte of a code unit.
    let decoded = Decoded::from_bytes(b"\xFF\xFEa\0\x00\xD8b\0c");
    assert_eq!(decoded.text(), "a\u{FFFD}b\u{FFFD}");
    let mut locator = decoded.locator();
    let offsets: Vec<usize> = [0, 1, 4, 5, 8]
        .into_iter()
        .map(|at| locator.locate(at).offset)
        .collect();
    assert_eq!(offsets, [2, 4, 6, 8, 9]);
}

#[test]
fn one_truncated_character_does_not_change_the_encoding() {
    let decoded = Decoded::from_bytes(b"W\xC3\xA4hrung;Stra\xC3;5.00");
    assert_eq!(decoded.encoding(), Encoding::Utf8);
    assert_eq!(decoded.text(), "Währung;Stra\u{FFFD};5.00");
    let at = decoded.text().find("5.00").unwrap();
    assert_eq!(
        decoded.locator().locate(at),
        Position {
            line: 1,
            column: 15,
            offset: 15,
            utf16: 14
        }
    );
}

#[test]
fn utf8_is_not_copied() {
    let bytes = "Zürich".as_bytes();
    assert_eq!(Decoded::from_bytes(bytes).text().as_ptr(), bytes.as_ptr());
}

#[test]
fn locates_offsets_inside_a_character_and_beyond_the_end() {
    let decoded = Decoded::from_bytes("a😀".as_bytes());
    let mut locator = decoded.locator();
    assert_eq!(
        locator.locate(3),
        Position {
            line: 1,
            column: 2,
            offset: 1,
            utf16: 1
        }
    );
    assert_eq!(
        locator.locate(99),
        Position {
            line: 1,
            column: 3,
            offset: 5,
            utf16: 3
        }
    );
}

/// 100,000 findings on one line of 10 MB: with quadratic work, the test would not end.
#[test]
fn locates_many_findings_on_one_line_in_linear_time() {
    let text = "ä;".repeat(3_500_000);
    let decoded = Decoded::from_bytes(text.as_bytes());
    let mut locator = decoded.locator();
    for finding in 0..100_000 {
        let position = locator.locate(finding * 105);
        assert_eq!(position.column, 1 + finding * 70);
    }
}
