//! Every encoding gives the text back, and every place is where the user has it.

use proptest::prelude::*;
use universal_accounting::internals::source::{
    Decoded, Encoding, FileKind, Position, Span, first_invalid_utf8, line_at,
};

use crate::cases::cases;

/// Text written in an encoding, with the bytes of each character on their own.
fn encode(text: &str, encoding: Encoding) -> Vec<Vec<u8>> {
    text.chars()
        .map(|character| match encoding {
            Encoding::Utf8 => character.to_string().into_bytes(),
            Encoding::Utf16LittleEndian => units(character).into_iter().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf16BigEndian => units(character).into_iter().flat_map(u16::to_be_bytes).collect(),
            Encoding::Windows1252 => vec![windows_1252(character)],
            Encoding::Iso8859Part15 => vec![iso_8859_15(character)],
        })
        .collect()
}

fn units(character: char) -> Vec<u16> {
    character.encode_utf16(&mut [0; 2]).to_vec()
}

/// Written from the table at encoding.spec.whatwg.org/index-windows-1252.txt, the other way round than in the library.
fn windows_1252(character: char) -> u8 {
    let upper = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";
    match upper.chars().position(|other| other == character) {
        Some(at) => 0x80 + u8::try_from(at).unwrap(),
        None => u8::try_from(u32::from(character)).unwrap(),
    }
}

/// Written from ISO/IEC 8859-15, the other way round than in the library.
fn iso_8859_15(character: char) -> u8 {
    let places = [0xA4, 0xA6, 0xA8, 0xB4, 0xB8, 0xBC, 0xBD, 0xBE];
    match "€ŠšŽžŒœŸ".chars().position(|other| other == character) {
        Some(at) => places[at],
        None => u8::try_from(u32::from(character)).unwrap(),
    }
}

/// Line and column by the book: one character after the other, from the start.
fn place_by_the_book(text: &str, offset: usize) -> (usize, usize) {
    let (mut line, mut column) = (1, 1);
    for (at, character) in text[..offset].char_indices() {
        let ends = character == '\n' || character == '\r' && !text[at + 1..].starts_with('\n');
        (line, column) = if ends { (line + 1, 1) } else { (line, column + 1) };
    }
    (line, column)
}

/// Decoding gives the text back, and each character's place is where its bytes stand.
fn holds(text: &str, encoding: Encoding, mark: &[u8]) {
    let characters = encode(text, encoding);
    let bytes = [mark.to_vec(), characters.concat()].concat();
    let decoded = Decoded::from_bytes(&bytes);
    assert_eq!((decoded.text(), decoded.encoding()), (text, encoding));
    assert_eq!(decoded.has_byte_order_mark(), !mark.is_empty());

    let mut locator = decoded.locator();
    let mut stands = mark.len();
    let units = |at: usize| usize::from(!mark.is_empty()) + text[..at].encode_utf16().count();
    let mut places = Vec::new();
    for ((at, _), written) in text.char_indices().zip(&characters) {
        let (line, column) = place_by_the_book(text, at);
        places.push((at, Position { line, column, offset: stands, utf16: units(at) }));
        stands += written.len();
    }
    let (line, column) = place_by_the_book(text, text.len());
    places.push((text.len(), Position { line, column, offset: bytes.len(), utf16: units(text.len()) }));
    for (at, place) in &places {
        assert_eq!(locator.locate(*at), *place, "ascending, at {at} in {text:?}");
    }
    for (at, place) in places.iter().rev() {
        assert_eq!(locator.locate(*at), *place, "descending, at {at} in {text:?}");
    }
    for (at, place) in places.iter().step_by(3) {
        assert_eq!(decoded.locator().locate(*at), *place, "at once, at {at} in {text:?}");
    }
}

/// Lines that end in each way, with characters of every length.
fn lines(characters: &'static str) -> impl Strategy<Value = String> {
    prop::collection::vec(prop_oneof![characters.prop_map(String::from), Just("\r\n".into()), "[\r\n]"], 0..12)
        .prop_map(|parts| parts.concat())
}

/// Any bytes, among them those of characters of every length, so that sequences are whole, cut and broken.
fn pieces_of_utf8() -> impl Strategy<Value = Vec<u8>> {
    let cut = prop::sample::select(&["ä", "€", "😀", "\u{FFFD}"][..]);
    let cut = (cut, 1..5_usize).prop_map(|(character, length)| character.bytes().take(length).collect());
    prop::collection::vec(prop_oneof![any::<u8>().prop_map(|byte| vec![byte]), cut], 0..40)
        .prop_map(|pieces: Vec<Vec<u8>>| pieces.concat())
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn utf8_comes_back(text in lines("[a-z;ä€😀\u{FFFD}]{0,4}")) {
        holds(&text, Encoding::Utf8, b"\xEF\xBB\xBF");
        holds(&text, Encoding::Utf8, b"");
    }

    #[test]
    fn any_text_with_a_mark_comes_back(text: String) {
        holds(&text, Encoding::Utf8, b"\xEF\xBB\xBF");
        holds(&text, Encoding::Utf16LittleEndian, b"\xFF\xFE");
        holds(&text, Encoding::Utf16BigEndian, b"\xFE\xFF");
    }

    #[test]
    fn utf16_comes_back(text in lines("[a-z;ä€😀\u{FFFD}]{0,4}")) {
        holds(&text, Encoding::Utf16LittleEndian, b"\xFF\xFE");
        holds(&text, Encoding::Utf16BigEndian, b"\xFE\xFF");
    }

    #[test]
    fn western_utf16_needs_no_mark(text in lines("[a-z;äöü0-9]{2,6}€?")) {
        prop_assume!(!text.is_empty());
        holds(&text, Encoding::Utf16LittleEndian, b"");
        holds(&text, Encoding::Utf16BigEndian, b"");
    }

    #[test]
    fn windows_1252_comes_back(text in lines("[a-z;ä€Šß–]{0,4}")) {
        // A lone umlaut is no UTF-8, and no valid sequence stands anywhere to say otherwise.
        let text = format!("ä;{text}");
        prop_assume!(!encode(&text, Encoding::Windows1252).concat().utf8_chunks().any(|chunk| !chunk.valid().is_ascii()));
        holds(&text, Encoding::Windows1252, b"");
    }

    #[test]
    fn iso_8859_15_is_told_by_its_euro(text in lines("[a-z;äŠß]{0,4}")) {
        let text = format!("ä €;{text}");
        let bytes = encode(&text, Encoding::Iso8859Part15).concat();
        prop_assume!(!bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii()));
        holds(&text, Encoding::Iso8859Part15, b"");
    }

    /// What is no UTF-8 in a file that is marked as such is Windows-1252, and everything still stands where it stood.
    #[test]
    fn mixed_encodings_keep_their_places(bytes in pieces_of_utf8()) {
        let marked = [b"\xEF\xBB\xBF", bytes.as_slice()].concat();
        let decoded = Decoded::from_bytes(&marked);
        let mut locator = decoded.locator();
        let mut stands = 3;
        for (at, character) in decoded.text().char_indices() {
            prop_assert_eq!(locator.locate(at).offset, stands);
            let rest = &marked[stands..];
            let written = character.to_string();
            stands += if rest.starts_with(written.as_bytes()) {
                written.len()
            } else {
                let chunk = rest.utf8_chunks().next().unwrap();
                prop_assert!(chunk.valid().is_empty(), "{:?} stands where {:?} does", character, chunk.valid());
                // Of a cut sequence one sign is left.
                let is_cut = matches!(chunk.invalid(), [0xC2 | 0xC3] | [_, _, ..]);
                prop_assert_eq!(character == char::REPLACEMENT_CHARACTER, is_cut);
                prop_assert!(is_cut || chunk.invalid() == [windows_1252(character)]);
                chunk.invalid().len()
            };
        }
        prop_assert_eq!(stands, marked.len());
        prop_assert_eq!(decoded.first_invalid_utf8(), first_invalid_utf8(&bytes));
        prop_assert_eq!(locator.locate(decoded.text().len()).offset, marked.len());
    }

    #[test]
    fn anything_is_read(bytes: Vec<u8>, offset in 0..64_usize) {
        let decoded = Decoded::from_bytes(&bytes);
        let place = decoded.locator().locate(offset);
        prop_assert!(place.offset <= bytes.len());
        prop_assert!(!FileKind::sniff(&bytes).name().is_empty());
        prop_assert_eq!(first_invalid_utf8(&bytes).is_none(), std::str::from_utf8(&bytes).is_ok());
    }

    #[test]
    fn a_line_has_no_line_end_and_holds_the_offset(text in lines("[a-zä]{0,3}")) {
        for (offset, _) in text.char_indices() {
            let Span { start, end } = line_at(&text, offset);
            prop_assert!(!text[start..end].contains(['\r', '\n']));
            prop_assert!(start <= offset && offset <= end + usize::from(text[end..].starts_with("\r\n")));
            let line = place_by_the_book(&text, offset).0;
            prop_assert_eq!(place_by_the_book(&text, start), (line, 1));
            prop_assert_eq!(place_by_the_book(&text, end).0, line);
        }
    }
}

#[test]
fn every_byte_is_a_character_in_windows_1252() {
    // Downward no two bytes make a sequence of UTF-8; the letter first, since FF FE would be a mark.
    let bytes: Vec<u8> = std::iter::once(b'a').chain((0x01..=0xFF).rev()).collect();
    let decoded = Decoded::from_bytes(&bytes);
    assert_eq!(decoded.encoding(), Encoding::Windows1252);
    assert_eq!(decoded.text().chars().map(windows_1252).collect::<Vec<_>>(), bytes);
    assert!(decoded.text().contains("Ÿž\u{9D}œ›"));
}

#[test]
fn half_a_pair_and_an_odd_byte_are_kept_as_signs() {
    // a, a high half alone, b, then one byte of a unit.
    let decoded = Decoded::from_bytes(b"\xFF\xFEa\0\x00\xD8b\0c");
    assert_eq!(decoded.text(), "a\u{FFFD}b\u{FFFD}");
    let mut locator = decoded.locator();
    let offsets: Vec<usize> = [0, 1, 4, 5, 8].into_iter().map(|at| locator.locate(at).offset).collect();
    assert_eq!(offsets, [2, 4, 6, 8, 9]);
}

#[test]
fn a_cut_character_does_not_cost_the_others() {
    let decoded = Decoded::from_bytes(b"W\xC3\xA4hrung;Stra\xC3;5.00");
    assert_eq!(decoded.encoding(), Encoding::Utf8);
    assert_eq!(decoded.text(), "Währung;Stra\u{FFFD};5.00");
    let at = decoded.text().find("5.00").unwrap();
    assert_eq!(decoded.locator().locate(at), Position { line: 1, column: 15, offset: 15, utf16: 14 });
}

#[test]
fn utf8_is_not_copied() {
    let bytes = "Zürich".as_bytes();
    assert_eq!(Decoded::from_bytes(bytes).text().as_ptr(), bytes.as_ptr());
}

#[test]
fn an_offset_inside_a_character_or_beyond_the_end_finds_a_place() {
    let decoded = Decoded::from_bytes("a😀".as_bytes());
    let mut locator = decoded.locator();
    assert_eq!(locator.locate(3), Position { line: 1, column: 2, offset: 1, utf16: 1 });
    assert_eq!(locator.locate(99), Position { line: 1, column: 3, offset: 5, utf16: 3 });
}

/// 100 000 findings on one line of 10 MB: quadratic work would not end.
#[test]
fn many_findings_on_one_line_stay_cheap() {
    let text = "ä;".repeat(3_500_000);
    let decoded = Decoded::from_bytes(text.as_bytes());
    let mut locator = decoded.locator();
    for finding in 0..100_000 {
        let place = locator.locate(finding * 105);
        assert_eq!(place.column, 1 + finding * 70);
    }
}
