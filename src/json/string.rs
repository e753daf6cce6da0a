#![allow(
    clippy::inline_always,
    reason = "measured: without it, results are returned through memory, which takes twice the time"
)]

use super::text::{EscapeError, parse_escape};
use super::{JsonText, OpenToken, SyntaxError, SyntaxErrorKind};
use crate::source::unescaped_prefix_len;

/// Reads the string whose opening quote is at `quote`. Returns its text and the offset after it.
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
        JsonText::from_checked(text.get(start..end).unwrap_or_default(), escape_count),
        end + 1,
    ))
}

/// Returns the offset after the escape at `start`.
fn escape_end(text: &str, quote: usize, start: usize) -> Result<usize, SyntaxError> {
    let rest = text.get(start..).unwrap_or_default();
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
