//! Bytes in another encoding, and line ends.

use super::edits::with_rows;
use crate::damage::sheet::Sheet;

pub(super) const CP1252: [(char, u8); 10] = [
    ('€', 0x80),
    ('‚', 0x82),
    ('„', 0x84),
    ('…', 0x85),
    ('‘', 0x91),
    ('’', 0x92),
    ('“', 0x93),
    ('”', 0x94),
    ('–', 0x96),
    ('•', 0x95),
];
pub(super) const MAC_ROMAN: [(char, u8); 14] = [
    ('ä', 0x8A),
    ('ö', 0x9A),
    ('ü', 0x9F),
    ('Ä', 0x80),
    ('Ö', 0x85),
    ('Ü', 0x86),
    ('ß', 0xA7),
    ('é', 0x8E),
    ('è', 0x8F),
    ('à', 0x88),
    ('ç', 0x8D),
    ('ê', 0x90),
    ('ô', 0x99),
    ('â', 0x89),
];
pub(super) const CODE_PAGE_850: [(char, u8); 14] = [
    ('ä', 0x84),
    ('ö', 0x94),
    ('ü', 0x81),
    ('Ä', 0x8E),
    ('Ö', 0x99),
    ('Ü', 0x9A),
    ('ß', 0xE1),
    ('é', 0x82),
    ('è', 0x8A),
    ('à', 0x85),
    ('ç', 0x87),
    ('ê', 0x88),
    ('ô', 0x93),
    ('â', 0x83),
];

/// Encodes a text with one byte for each character. Characters that the table and Latin-1 lack become question marks.
pub(super) fn one_byte(text: &str, table: &[(char, u8)], is_latin: bool) -> Option<Vec<u8>> {
    let encode = |character: char| match table.iter().find(|(known, _)| *known == character) {
        Some((_, byte)) => *byte,
        None if character.is_ascii() || is_latin => u8::try_from(character).unwrap_or(b'?'),
        None => b'?',
    };
    (!text.is_ascii()).then(|| {
        text.trim_start_matches('\u{feff}')
            .chars()
            .map(encode)
            .collect()
    })
}

pub(super) fn with_line_ends(sheet: &Sheet, line_end: &str) -> Option<Vec<u8>> {
    with_rows(sheet, |row| {
        if !row.line_end.is_empty() {
            line_end.clone_into(&mut row.line_end);
        }
    })
}
