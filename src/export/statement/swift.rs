//! The characters of SWIFT messages (character set X), and lines of at most 65 of them.

use crate::source::encode_windows_1252;

/// How many characters a line has at most.
const MAX_LINE: usize = 65;

/// Whether a character is in the set X.
fn is_allowed(character: char) -> bool {
    character.is_ascii_alphanumeric() || " /-?:().,'+".contains(character)
}

/// Whether a text has only characters of the set, and does not begin or end in a way that a reference must not.
pub(super) fn is_reference(text: &str) -> bool {
    let is_framed = text.starts_with('/') || text.ends_with('/') || text.contains("//");
    !text.is_empty() && text.chars().all(is_allowed) && !is_framed
}

/// Whether a text has only characters of the set.
pub(super) fn is_text(text: &str) -> bool {
    text.chars().all(is_allowed)
}

/// Writes a text with the characters of the set: other letters without their accents, other signs as similar ones, and what is left as points. Returns
/// whether anything was changed.
pub(super) fn to_swift(text: &str) -> (String, bool) {
    let mut written = String::with_capacity(text.len());
    let mut is_changed = false;
    for character in text.chars() {
        if is_allowed(character) {
            written.push(character);
        } else {
            written.push_str(similar(character).unwrap_or("."));
            is_changed = true;
        }
    }
    (written, is_changed)
}

/// Returns how a letter or a sign outside the set is written, such as `ae` for `ä`.
pub(super) const fn similar(character: char) -> Option<&'static str> {
    Some(match character {
        'ä' | 'æ' => "ae",
        'Ä' | 'Æ' => "Ae",
        'ö' | 'œ' => "oe",
        'Ö' | 'Œ' => "Oe",
        'ü' => "ue",
        'Ü' => "Ue",
        'ß' => "ss",
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ă' | 'ą' | 'ā' => "a",
        'À' | 'Á' | 'Â' | 'Ã' | 'Å' | 'Ă' | 'Ą' | 'Ā' => "A",
        'ç' | 'ć' | 'č' => "c",
        'Ç' | 'Ć' | 'Č' => "C",
        'ď' | 'đ' | 'ð' => "d",
        'Ď' | 'Đ' | 'Ð' => "D",
        'è' | 'é' | 'ê' | 'ë' | 'ę' | 'ě' | 'ē' | 'ė' => "e",
        'È' | 'É' | 'Ê' | 'Ë' | 'Ę' | 'Ě' | 'Ē' | 'Ė' => "E",
        'ğ' | 'ģ' => "g",
        'Ğ' | 'Ģ' => "G",
        'ì' | 'í' | 'î' | 'ï' | 'ı' | 'ī' | 'į' => "i",
        'Ì' | 'Í' | 'Î' | 'Ï' | 'İ' | 'Ī' | 'Į' => "I",
        'ķ' => "k",
        'Ķ' => "K",
        'ł' | 'ľ' | 'ĺ' | 'ļ' => "l",
        'Ł' | 'Ľ' | 'Ĺ' | 'Ļ' => "L",
        'ñ' | 'ń' | 'ň' | 'ņ' => "n",
        'Ñ' | 'Ń' | 'Ň' | 'Ņ' => "N",
        'ò' | 'ó' | 'ô' | 'õ' | 'ø' | 'ő' | 'ō' => "o",
        'Ò' | 'Ó' | 'Ô' | 'Õ' | 'Ø' | 'Ő' | 'Ō' => "O",
        'ř' | 'ŕ' => "r",
        'Ř' | 'Ŕ' => "R",
        'ś' | 'š' | 'ş' | 'ș' => "s",
        'Ś' | 'Š' | 'Ş' | 'Ș' => "S",
        'ť' | 'ţ' | 'ț' => "t",
        'Ť' | 'Ţ' | 'Ț' => "T",
        'ù' | 'ú' | 'û' | 'ű' | 'ů' | 'ū' | 'ų' => "u",
        'Ù' | 'Ú' | 'Û' | 'Ű' | 'Ů' | 'Ū' | 'Ų' => "U",
        'ý' | 'ÿ' => "y",
        'Ý' | 'Ÿ' => "Y",
        'ź' | 'ż' | 'ž' => "z",
        'Ź' | 'Ż' | 'Ž' => "Z",
        '&' => "+",
        '_' | '–' | '—' | '~' => "-",
        ';' => ",",
        '"' | '‘' | '’' | '“' | '”' | '„' | '«' | '»' | '`' | '´' => "'",
        '[' | '{' | '<' => "(",
        ']' | '}' | '>' => ")",
        '|' | '\\' => "/",
        '@' => "(at)",
        '€' => "EUR",
        '£' => "GBP",
        '…' => "...",
        '\u{a0}' | '\u{202f}' => " ",
        _ => return None,
    })
}

/// Breaks a text of SWIFT characters into lines. None begins with a colon or a hyphen, because the next field or the end of the message begins so. A line ends with
/// the blank between two words, so that joining the lines gives the text again. Returns the lines, and whether such a sign had to be replaced.
pub(super) fn break_lines(text: &str) -> (Vec<String>, bool) {
    let (mut lines, mut rest, mut is_changed) = (Vec::new(), text.to_owned(), false);
    while rest.len() > MAX_LINE {
        let end = line_end(&rest).unwrap_or(MAX_LINE);
        let next = rest.split_off(end);
        lines.push(std::mem::replace(&mut rest, next));
        if rest.starts_with([':', '-']) {
            rest.replace_range(..1, ".");
            is_changed = true;
        }
    }
    lines.push(rest);
    (lines, is_changed)
}

/// Returns where the first line of a longer text ends: after the last blank that fits, or else anywhere that no sign forbids.
fn line_end(text: &str) -> Option<usize> {
    let can_begin = |at: &usize| !matches!(text.as_bytes().get(*at), Some(b':' | b'-' | b' '));
    let is_after_blank = |at: &usize| text.as_bytes().get(at.wrapping_sub(1)) == Some(&b' ');
    let mut blanks = (1..=MAX_LINE).rev().filter(is_after_blank);
    blanks
        .find(can_begin)
        .or_else(|| Some(MAX_LINE).filter(can_begin))
}

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
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_text_can_be_written(text in "\\PC{0,200}") {
            let (written, is_changed) = to_swift(&text);
            prop_assert!(is_text(&written));
            prop_assert_eq!(is_changed, written != text);
        }

        #[test]
        fn joined_lines_are_the_text(text in "[a-z:-]{1,80}( [a-z:-]{1,80}){0,6}") {
            let (lines, is_changed) = break_lines(&text);
            prop_assert!(lines.iter().all(|line| line.len() <= MAX_LINE));
            prop_assert!(lines.iter().skip(1).all(|line| !line.starts_with([':', '-'])));
            let joined = lines.concat();
            prop_assert_eq!(joined.len(), text.len());
            prop_assert_eq!(joined != text, is_changed);
        }
    }

    #[test]
    fn letters_are_spelled() {
        let (written, _) = to_swift("Zürich & Genève [10 €] 東");
        assert_eq!(written, "Zuerich + Geneve (10 EUR) .");
        assert_eq!(to_swift("plain text"), ("plain text".to_owned(), false));
    }

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
