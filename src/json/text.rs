use std::borrow::Cow;

use crate::source::unescaped_prefix_len;

/// A string as it stands between its quotes, its escapes checked but not yet read.
#[derive(Debug, Clone, Copy)]
pub struct JsonText<'s> {
    raw: &'s str,
    /// A whole word: a single byte at the end makes copies of whatever holds it slow.
    escapes: usize,
}

impl<'s> JsonText<'s> {
    /// `raw` has been checked, and has so many escapes.
    pub(crate) const fn checked(raw: &'s str, escapes: usize) -> Self {
        Self { raw, escapes }
    }

    #[cfg(test)]
    pub(super) fn of(raw: &'s str) -> Self {
        Self::checked(raw, raw.matches('\\').count())
    }

    /// The text between the quotes, escapes and all.
    #[must_use]
    pub const fn raw(&self) -> &'s str {
        self.raw
    }

    /// Whether there is an escape in it: if not, it reads as it stands.
    #[must_use]
    pub const fn is_escaped(&self) -> bool {
        self.escapes > 0
    }

    /// The text that is meant; borrowed if nothing is escaped.
    #[must_use]
    pub fn decode(&self) -> Cow<'s, str> {
        if self.is_escaped() { decoded(self.raw) } else { Cow::Borrowed(self.raw) }
    }

    /// Whether the text that is meant is `other`. However long it is, no more is decoded than would fit `other`.
    #[must_use]
    #[inline]
    pub fn is(&self, other: &str) -> bool {
        // No escape has more than six bytes for each byte of what it means.
        if self.is_escaped() { self.raw.len() <= 6 * other.len() && self.decode() == other } else { self.raw == other }
    }
}

/// What is meant by the inside of a string that was read before.
pub(crate) fn decoded(raw: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\\', raw.as_bytes()).is_none() {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    unescape(raw, &mut text);
    Cow::Owned(text)
}

/// Two strings are equal if they read the same.
impl PartialEq for JsonText<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.is(&other.decode())
    }
}

impl Eq for JsonText<'_> {}

/// Appends what the inside of a string means, and returns the offset at which it ends: that of the closing quote, of a control character, of an
/// escape that is none, or of the text's end.
pub(crate) fn unescape(raw: &str, text: &mut String) -> usize {
    let mut at = 0;
    loop {
        let rest = raw.get(at..).unwrap_or_default();
        let (plain, rest) = rest.split_at_checked(unescaped_prefix_len(rest.as_bytes())).unwrap_or_default();
        text.push_str(plain);
        at += plain.len();
        let Some(Ok((character, length))) = rest.starts_with('\\').then(|| escape(rest.as_bytes())) else { return at };
        text.push(character);
        at += length;
    }
}

/// How an escape fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BadEscape {
    /// The text ends in it.
    Cut,
    /// It is none; so many bytes of it can be told.
    Unknown(usize),
    /// It is half a surrogate pair, six bytes long.
    Lone,
}

/// The character that the escape at the start of `bytes` means, and how long the escape is.
pub(crate) fn escape(bytes: &[u8]) -> Result<(char, usize), BadEscape> {
    let (code, rest) = match bytes {
        [_, code, rest @ ..] => (*code, rest),
        _ => return Err(BadEscape::Cut),
    };
    let character = match code {
        b'"' | b'\\' | b'/' => char::from(code),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode_escape(rest),
        _ => return Err(BadEscape::Unknown(1)),
    };
    Ok((character, 2))
}

/// The escape whose `\u` stands before `bytes`, with the second half of a surrogate pair if it is the first.
fn unicode_escape(bytes: &[u8]) -> Result<(char, usize), BadEscape> {
    let (first, rest) = code_unit(bytes)?;
    if let Some(character) = char::from_u32(u32::from(first)) {
        return Ok((character, 6));
    }
    if let [b'\\', b'u', rest @ ..] = rest
        && let Ok((second, _)) = code_unit(rest)
        && let Some(Ok(character)) = char::decode_utf16([first, second]).next()
    {
        return Ok((character, 12));
    }
    Err(BadEscape::Lone)
}

fn code_unit(bytes: &[u8]) -> Result<(u16, &[u8]), BadEscape> {
    let mut unit = 0;
    let mut rest = bytes;
    for read in 0..4 {
        let (byte, after) = rest.split_first().ok_or(BadEscape::Cut)?;
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'f' => byte - b'a' + 10,
            b'A'..=b'F' => byte - b'A' + 10,
            _ => return Err(BadEscape::Unknown(2 + read)),
        };
        unit = unit << 4 | u16::from(digit);
        rest = after;
    }
    Ok((unit, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_every_escape() {
        let text = JsonText::of(r#"\"\\\/\b\f\n\r\t\u0041\u00e9\uD83D\ude00 plain é\u0000"#);
        assert!(text.is_escaped());
        assert_eq!(text.decode(), "\"\\/\u{8}\u{c}\n\r\tAé😀 plain é\0");
        assert!(text.is("\"\\/\u{8}\u{c}\n\r\tAé😀 plain é\0"));
        assert!(!text.is("\"\\/\u{8}\u{c}\n\r\tAé😀 plain é"));
        assert!(!text.is("\"\\/\u{8}\u{c}\n\r\tAé😀 plain é\0\0"));
        assert!(!text.is(text.raw()));
    }

    #[test]
    fn plain_text_is_borrowed() {
        let text = JsonText::of("Zürich 😀");
        assert!(matches!(text.decode(), Cow::Borrowed("Zürich 😀")));
        assert!(text.is("Zürich 😀") && !text.is("Zürich"));
    }

    #[test]
    fn equal_is_what_reads_the_same() {
        assert_eq!(JsonText::of("a"), JsonText::of("\\u0061"));
        assert_eq!(JsonText::of("\\u0061"), JsonText::of("a"));
        assert_eq!(JsonText::of("\\/"), JsonText::of("\\u002F"));
        assert_ne!(JsonText::of("a"), JsonText::of("\\\\u0061"));
    }

    #[test]
    fn bad_escapes() {
        for (text, bad) in [
            ("\\", BadEscape::Cut),
            ("\\u", BadEscape::Cut),
            ("\\u00e", BadEscape::Cut),
            ("\\x", BadEscape::Unknown(1)),
            ("\\é", BadEscape::Unknown(1)),
            ("\\U0041", BadEscape::Unknown(1)),
            ("\\u00\"", BadEscape::Unknown(4)),
            ("\\u+041", BadEscape::Unknown(2)),
            ("\\ud83d", BadEscape::Lone),
            ("\\ud83d\\n", BadEscape::Lone),
            ("\\ud83d\\u0041", BadEscape::Lone),
            ("\\ud83d\\ud83d", BadEscape::Lone),
            ("\\ude00\\ud83d", BadEscape::Lone),
        ] {
            assert_eq!(escape(text.as_bytes()), Err(bad), "{text}");
        }
    }
}
