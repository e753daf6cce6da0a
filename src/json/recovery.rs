//! Decides whether reading can go on after an error between two members or elements.

use super::text::{read_string, skip_whitespace};
use super::{SyntaxError, SyntaxErrorKind};

/// The most stray characters that are skipped.
const MAX_STRAY_BYTES: usize = 20;

/// An error, and the offset at which the next member, element or bracket begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Recovery {
    pub(super) error: SyntaxError,
    pub(super) at: usize,
}

/// Skips further commas, and stray characters before a key, if the next member or element is certain behind them.
pub(super) fn before_item(text: &str, start: usize, closer: u8) -> Option<Recovery> {
    let is_stray = |byte: u8| {
        !matches!(
            byte,
            b'{' | b'}' | b'[' | b']' | b':' | b'"' | b'\n' | b'\r'
        )
    };
    let (stray, end) = stray_characters(text, start, is_stray)?;
    let is_comma = stray
        .bytes()
        .all(|byte| byte == b',' || byte.is_ascii_whitespace());
    // Digits behind a comma may belong to the number before it.
    let is_removable = is_comma || closer == b'}' && !stray.contains(char::is_alphanumeric);
    let error = SyntaxError::new(start, start + stray.len(), SyntaxErrorKind::StrayCharacters);
    (is_removable && begins_item(text, end, closer)).then_some(Recovery { error, at: end })
}

/// Continues after a missing comma, or after stray characters behind a value, if the next member or element is certain.
pub(super) fn after_item(
    text: &str,
    start: usize,
    closer: u8,
    error: SyntaxError,
) -> Option<Recovery> {
    if error.kind == SyntaxErrorKind::MissingComma {
        return begins_item(text, start, closer).then_some(Recovery { error, at: start });
    }
    let SyntaxErrorKind::Unexpected { .. } = error.kind else {
        return None;
    };
    let is_stray = |byte: u8| {
        !matches!(
            byte,
            b'{' | b'}' | b'[' | b']' | b',' | b':' | b'"' | b'\n' | b'\r'
        )
    };
    let (stray, end) = stray_characters(text, start, is_stray)?;
    let next = text.as_bytes().get(end).copied();
    let is_certain = next == Some(b',') || next == Some(closer) || begins_item(text, end, closer);
    let is_word = stray.contains(char::is_alphanumeric);
    // Behind a number, they may belong to the amount.
    let before = text.get(..start).unwrap_or_default().trim_end();
    let follows_number = before.ends_with(|last: char| last.is_ascii_digit());
    if !is_certain || follows_number && is_word {
        return None;
    }
    // Letters and digits may be a part of a value, so only other characters may be removed.
    let kind = if is_word {
        error.kind
    } else {
        SyntaxErrorKind::StrayCharacters
    };
    let error = SyntaxError::new(start, start + stray.len(), kind);
    Some(Recovery {
        error,
        at: if next == Some(b',') { end + 1 } else { end },
    })
}

/// Returns the stray characters at `start`, and the offset of the next token. `None` if there are none, or too many.
fn stray_characters(
    text: &str,
    start: usize,
    is_stray: impl Fn(u8) -> bool,
) -> Option<(&str, usize)> {
    let length = text
        .bytes()
        .skip(start)
        .take_while(|byte| is_stray(*byte))
        .count();
    let stray = text.get(start..start + length)?.trim_end();
    let is_skipped = !stray.is_empty() && length <= MAX_STRAY_BYTES;
    is_skipped.then(|| (stray, skip_whitespace(text.as_bytes(), start + length)))
}

/// Whether a member of an object begins at an offset: a string and a colon; or an element of an array that can't be the rest of another value.
fn begins_item(text: &str, at: usize, closer: u8) -> bool {
    let bytes = text.as_bytes();
    match bytes.get(at) {
        Some(b'{' | b'[') => closer == b']',
        Some(b'"') if closer == b']' => true,
        Some(b'"') => read_string(text, at)
            .is_ok_and(|(_, end)| bytes.get(skip_whitespace(bytes, end)) == Some(&b':')),
        _ => false,
    }
}
