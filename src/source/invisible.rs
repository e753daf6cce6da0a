use std::borrow::Cow;

/// Returns whether a character controls a terminal, changes the direction of text, or has no width, so that a text with it is not what it looks like.
#[must_use]
pub fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}'
            // Tags, and further selectors of variants.
            | '\u{e0000}'..='\u{e0fff}')
}

/// Shows each [invisible](is_invisible) character as its number, such as `\u{202e}`. The braces keep its digits apart from those around it.
///
/// ```
/// use universal_accounting::internals::source::escape_invisible;
///
/// assert_eq!(escape_invisible("Muster\u{202e} AG"), r"Muster\u{202e} AG");
/// ```
#[must_use]
pub fn escape_invisible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_invisible) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if is_invisible(character) {
            escaped.extend(character.escape_unicode());
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_can_not_be_seen_and_nothing_else() {
        let hostile = "a\u{1b}[31m\u{9b}\u{202e}\u{200b}\u{200d}\u{feff}\u{e0041}\t";
        assert_eq!(
            escape_invisible(hostile),
            r"a\u{1b}[31m\u{9b}\u{202e}\u{200b}\u{200d}\u{feff}\u{e0041}\u{9}"
        );
        for plain in ["", "Müller & Söhne", "日本 ❤️ 😀", "a\u{a0}b"] {
            assert_eq!(escape_invisible(plain), plain);
        }
    }
}
