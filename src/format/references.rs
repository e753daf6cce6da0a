use super::private_value::{PrivateValue, PrivateValuesError};
use crate::source::Span;

/// The last of the accented Latin letters of Europe.
const MAX_LATIN: char = '\u{24f}';

/// Adds the parts of a text that are between its character references, such as `&amp;`, which stay. `read` returns the character of a reference at the start of a
/// text, and the length of the reference.
///
/// # Errors
///
/// A letter or digit is written as a reference, so a name may be written so.
pub(super) fn push_between_references(
    text: &str,
    span: Span,
    read: impl Fn(&str) -> Option<(char, usize)>,
    fields: &mut Vec<PrivateValue>,
) -> Result<(), PrivateValuesError> {
    let (mut start, mut has_letter) = (span.start, false);
    let raw = text.get(..span.end).unwrap_or_default();
    while let Some(length) = raw.get(start..).and_then(|rest| rest.find('&')) {
        let at = start + length;
        if length > 0 {
            fields.push(PrivateValue::text(Span::new(start, at)));
            has_letter = false;
        }
        let Some((character, length)) = read(raw.get(at..).unwrap_or_default()) else {
            start = at + 1;
            continue;
        };
        // A single Latin letter with an accent may stay. A word that is written as numbers would stay readable.
        let is_of_word = character.is_alphabetic() && (has_letter || character > MAX_LATIN);
        if character.is_ascii_alphanumeric() || is_of_word {
            return Err(PrivateValuesError::CharacterReference(at));
        }
        has_letter |= character.is_alphabetic();
        start = at + length;
    }
    if start < span.end {
        fields.push(PrivateValue::text(Span::new(start, span.end)));
    }
    Ok(())
}
