//! Texts in Windows-1252, which DATEV and QuickBooks read.

use super::swift::similar;
use crate::source::encode_windows_1252;

/// Writes a text with the characters of Windows-1252: other letters without their accents, and what is left as points. Returns whether anything was changed.
pub(super) fn to_windows_1252(text: &str) -> (String, bool) {
    let (mut written, mut is_changed) = (String::with_capacity(text.len()), false);
    for character in text.chars() {
        if encode_windows_1252(character).is_some() {
            written.push(character);
        } else {
            written.push_str(similar(character).unwrap_or("."));
            is_changed = true;
        }
    }
    (written, is_changed)
}

/// Encodes a text. A character that Windows-1252 lacks becomes a point; [`to_windows_1252`] notes them before.
pub(super) fn encode(text: &str) -> Vec<u8> {
    let byte = |character| encode_windows_1252(character).unwrap_or(b'.');
    text.chars().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_encoding_has_stays() {
        let (text, is_changed) = to_windows_1252("Zürich 5 € – \u{201e}a\u{201c}");
        assert!(!is_changed);
        assert_eq!(encode(&text), b"Z\xFCrich 5 \x80 \x96 \x84a\x93");
        assert_eq!(
            to_windows_1252("Dvořák \u{81}東"),
            ("Dvorák ..".to_owned(), true)
        );
    }
}
