use std::borrow::Cow;

use super::{OpenToken, SyntaxError, SyntaxErrorKind};
use crate::source::{Certain, unescaped_prefix_len};

/// The text between the quotes of a JSON string. Its escapes are checked, but not decoded yet.
#[derive(Debug, Clone, Copy)]
pub struct JsonText<'s> {
    raw: &'s str,
    /// A `usize`, because a single byte in its place slows down copies of the structs that contain this one.
    escape_count: usize,
}

impl<'s> JsonText<'s> {
    /// Wraps a text that was checked, with the number of its escapes.
    pub(crate) const fn from_checked(raw: &'s str, escape_count: usize) -> Self {
        Self { raw, escape_count }
    }

    #[cfg(test)]
    pub(super) fn from_raw(raw: &'s str) -> Self {
        Self::from_checked(raw, raw.matches('\\').count())
    }

    /// Returns the text between the quotes, with its escapes.
    #[must_use]
    pub const fn raw(&self) -> &'s str {
        self.raw
    }

    /// Returns whether the text has escapes.
    #[must_use]
    pub const fn has_escapes(&self) -> bool {
        self.escape_count > 0
    }

    /// Returns the text with its escapes decoded; borrowed if there are none.
    #[must_use]
    pub fn decode(&self) -> Cow<'s, str> {
        if self.has_escapes() {
            unescape(self.raw)
        } else {
            Cow::Borrowed(self.raw)
        }
    }

    /// Calls `visit` with the parts of the decoded text in their order. Nothing is copied but single characters that are escaped.
    pub(crate) fn try_for_each_part<E>(
        &self,
        mut visit: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut rest = self.raw;
        while let Some((plain, escape)) =
            memchr::memchr(b'\\', rest.as_bytes()).and_then(|at| rest.split_at_checked(at))
        {
            if !plain.is_empty() {
                visit(plain)?;
            }
            // The escapes were checked, so this always succeeds.
            let Ok((character, length)) = parse_escape(escape.as_bytes()) else {
                return Ok(());
            };
            visit(character.encode_utf8(&mut [0; 4]))?;
            rest = escape.get(length..).unwrap_or_default();
        }
        if rest.is_empty() { Ok(()) } else { visit(rest) }
    }

    /// Returns whether the decoded text equals `other`. A text that is too long is not decoded.
    #[must_use]
    #[inline]
    pub fn decodes_to(&self, other: &str) -> bool {
        // An escape has at most six bytes for each byte of its character.
        if self.has_escapes() {
            self.raw.len() <= 6 * other.len() && self.decode() == other
        } else {
            self.raw == other
        }
    }
}

/// Decodes the escapes of a text between quotes that was checked.
pub(crate) fn unescape(raw: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\\', raw.as_bytes()).is_none() {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    unescape_into(raw, &mut text);
    Cow::Owned(text)
}

/// Two texts are equal if their decoded texts are equal.
impl PartialEq for JsonText<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.decodes_to(&other.decode())
    }
}

impl Eq for JsonText<'_> {}

/// Appends the decoded text of a JSON string, and returns the offset at which decoding stops: at the closing quote, a control character, an invalid
/// escape, or the end of the text.
pub(crate) fn unescape_into(raw: &str, text: &mut String) -> usize {
    let mut at = 0;
    loop {
        let rest = raw.get(at..).unwrap_or_default();
        let (plain, rest) = rest
            .split_at_checked(unescaped_prefix_len(rest.as_bytes()))
            .unwrap_or_default();
        text.push_str(plain);
        at += plain.len();
        let Some(Ok((character, length))) = rest
            .starts_with('\\')
            .then(|| parse_escape(rest.as_bytes()))
        else {
            return at;
        };
        text.push(character);
        at += length;
    }
}

/// An error in an escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EscapeError {
    /// The text ends inside the escape.
    Truncated,
    /// JSON has no such escape.
    Invalid {
        /// The number of bytes before the first one that is wrong.
        prefix_len: usize,
    },
    /// The escape is half a surrogate pair. It has six bytes.
    LoneSurrogate,
}

/// Returns the character of the escape at the start of `bytes`, and the length of the escape.
fn parse_escape(bytes: &[u8]) -> Result<(char, usize), EscapeError> {
    let (code, rest) = match bytes {
        [_, code, rest @ ..] => (*code, rest),
        _ => return Err(EscapeError::Truncated),
    };
    let character = match code {
        b'"' | b'\\' | b'/' => char::from(code),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return parse_unicode_escape(rest),
        _ => return Err(EscapeError::Invalid { prefix_len: 1 }),
    };
    Ok((character, 2))
}

/// Parses the rest of a `\u` escape after the `u`. The first half of a surrogate pair includes the escape of the second half.
fn parse_unicode_escape(bytes: &[u8]) -> Result<(char, usize), EscapeError> {
    let (first, rest) = parse_code_unit(bytes)?;
    if let Some(character) = char::from_u32(u32::from(first)) {
        return Ok((character, 6));
    }
    if let [b'\\', b'u', rest @ ..] = rest
        && let Ok((second, _)) = parse_code_unit(rest)
        && let Some(Ok(character)) = char::decode_utf16([first, second]).next()
    {
        return Ok((character, 12));
    }
    Err(EscapeError::LoneSurrogate)
}

fn parse_code_unit(bytes: &[u8]) -> Result<(u16, &[u8]), EscapeError> {
    let mut unit = 0;
    let mut rest = bytes;
    for digits in 0..4 {
        let (byte, after) = rest.split_first().ok_or(EscapeError::Truncated)?;
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'f' => byte - b'a' + 10,
            b'A'..=b'F' => byte - b'A' + 10,
            _ => {
                return Err(EscapeError::Invalid {
                    prefix_len: 2 + digits,
                });
            }
        };
        unit = unit << 4 | u16::from(digit);
        rest = after;
    }
    Ok((unit, rest))
}

/// Reads the string whose opening quote is at `quote`. Returns its text and the offset after it.
#[allow(
    clippy::inline_always,
    reason = "measured: without it, results are returned through memory, which takes twice the time"
)]
#[inline(always)]
pub(super) fn read_string(text: &str, quote: usize) -> Result<(JsonText<'_>, usize), SyntaxError> {
    let bytes = text.as_bytes();
    let start = quote + 1;
    let mut end = start;
    let mut escape_count = 0;
    loop {
        end += unescaped_prefix_len(bytes.get(end..).unwrap_or_default());
        match bytes.get(end) {
            Some(b'"') => break,
            Some(b'\\') => {
                escape_count += 1;
                end = escape_end(text, quote, end)?;
            }
            Some(&code) => {
                return Err(SyntaxError::new(
                    end,
                    end + 1,
                    SyntaxErrorKind::ControlCharacter { code },
                ));
            }
            None => return Err(unclosed(text, quote)),
        }
    }
    Ok((
        JsonText::from_checked(text.get(start..end).certain(), escape_count),
        end + 1,
    ))
}

/// Returns the offset after the escape at `start`.
fn escape_end(text: &str, quote: usize, start: usize) -> Result<usize, SyntaxError> {
    let rest = text.get(start..).certain();
    match parse_escape(rest.as_bytes()) {
        Ok((_, length)) => Ok(start + length),
        Err(EscapeError::Truncated) => Err(unclosed(text, quote)),
        Err(EscapeError::LoneSurrogate) => Err(SyntaxError::new(
            start,
            start + 6,
            SyntaxErrorKind::LoneSurrogate,
        )),
        Err(EscapeError::Invalid { prefix_len }) => {
            let next = rest.get(prefix_len..).and_then(|rest| rest.chars().next());
            // The span includes the first wrong character, unless that ends the string or is a control character.
            let wrong_len = next
                .filter(|character| *character >= ' ' && *character != '"')
                .map_or(0, char::len_utf8);
            Err(SyntaxError::new(
                start,
                start + prefix_len + wrong_len,
                SyntaxErrorKind::InvalidEscape,
            ))
        }
    }
}

#[cold]
fn unclosed(text: &str, quote: usize) -> SyntaxError {
    let end = text.len();
    SyntaxError::new(
        end,
        end,
        SyntaxErrorKind::UnexpectedEnd {
            open: Some(OpenToken::Text(quote)),
        },
    )
}

/// Returns the offset of the first byte at or after `from` that isn't whitespace.
#[inline]
pub(crate) fn skip_whitespace(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while bytes
        .get(at)
        .is_some_and(|byte| *byte <= b' ' && matches!(byte, b' ' | b'\n' | b'\r' | b'\t'))
    {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_every_escape() {
        let text = JsonText::from_raw(r#"\"\\\/\b\f\n\r\t\u0041\u00e9\uD83D\ude00 plain é\u0000"#);
        assert!(text.has_escapes());
        assert_eq!(text.decode(), "\"\\/\u{8}\u{c}\n\r\tAé😀 plain é\0");
        assert!(text.decodes_to("\"\\/\u{8}\u{c}\n\r\tAé😀 plain é\0"));
        assert!(!text.decodes_to("\"\\/\u{8}\u{c}\n\r\tAé😀 plain é"));
        assert!(!text.decodes_to("\"\\/\u{8}\u{c}\n\r\tAé😀 plain é\0\0"));
        assert!(!text.decodes_to(text.raw()));
    }

    #[test]
    fn the_parts_are_the_decoded_text() {
        for raw in [
            "",
            "plain é",
            r"\n",
            r"a\/b\r\n\u0041\ud83d\ude00\\c",
            r"\\n",
        ] {
            let text = JsonText::from_raw(raw);
            let mut parts = Vec::new();
            assert_eq!(
                text.try_for_each_part(|part| {
                    parts.push(part.to_owned());
                    Ok::<(), ()>(())
                }),
                Ok(())
            );
            assert_eq!(parts.concat(), text.decode(), "{raw}");
            assert!(parts.iter().all(|part| !part.is_empty()));
        }
        let mut count = 0;
        let stop_at_second = |_: &str| {
            count += 1;
            if count == 2 { Err(()) } else { Ok(()) }
        };
        assert_eq!(
            (
                JsonText::from_raw(r"a\nb").try_for_each_part(stop_at_second),
                count
            ),
            (Err(()), 2)
        );
    }

    #[test]
    fn text_without_escapes_is_borrowed() {
        let text = JsonText::from_raw("Zürich 😀");
        assert!(matches!(text.decode(), Cow::Borrowed("Zürich 😀")));
        assert!(text.decodes_to("Zürich 😀") && !text.decodes_to("Zürich"));
    }

    #[test]
    fn texts_are_equal_if_they_decode_to_the_same() {
        assert_eq!(JsonText::from_raw("a"), JsonText::from_raw("\\u0061"));
        assert_eq!(JsonText::from_raw("\\u0061"), JsonText::from_raw("a"));
        assert_eq!(JsonText::from_raw("\\/"), JsonText::from_raw("\\u002F"));
        assert_ne!(JsonText::from_raw("a"), JsonText::from_raw("\\\\u0061"));
    }

    #[test]
    fn rejects_invalid_escapes() {
        for (text, error) in [
            ("\\", EscapeError::Truncated),
            ("\\u", EscapeError::Truncated),
            ("\\u00e", EscapeError::Truncated),
            ("\\x", EscapeError::Invalid { prefix_len: 1 }),
            ("\\é", EscapeError::Invalid { prefix_len: 1 }),
            ("\\U0041", EscapeError::Invalid { prefix_len: 1 }),
            ("\\u00\"", EscapeError::Invalid { prefix_len: 4 }),
            ("\\u+041", EscapeError::Invalid { prefix_len: 2 }),
            ("\\ud83d", EscapeError::LoneSurrogate),
            ("\\ud83d\\n", EscapeError::LoneSurrogate),
            ("\\ud83d\\u0041", EscapeError::LoneSurrogate),
            ("\\ud83d\\ud83d", EscapeError::LoneSurrogate),
            ("\\ude00\\ud83d", EscapeError::LoneSurrogate),
        ] {
            assert_eq!(parse_escape(text.as_bytes()), Err(error), "{text}");
        }
    }
}
