//! The smallest parts of XML: blanks, names and entities.

use std::borrow::Cow;

use memchr::memchr;

use crate::source::Span;

/// Why a document can't be read any further.
#[derive(Debug)]
pub(crate) enum XmlError {
    /// It is not well-formed, or is nested too deeply.
    Syntax { span: Span, reason: &'static str },
    /// It has a document type.
    DocumentType(Span),
}

/// Whether a character may be outside of the elements of a document. Files that were joined have a byte order mark before each document.
pub(crate) fn is_blank(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}

/// Whether each ASCII character ends the name of an element or an attribute.
pub(crate) const ENDS_NAME: [bool; 256] = {
    let mut ends = [false; 256];
    let mut characters: &[u8] = b" \t\n\r\x0C/>=<\"'";
    while let [character, rest @ ..] = characters {
        #[allow(
            clippy::indexing_slicing,
            clippy::as_conversions,
            reason = "evaluated by the compiler"
        )]
        {
            ends[*character as usize] = true;
        }
        characters = rest;
    }
    ends
};

/// Whether a text can be the name of an element or an attribute. Names are compared with known ones, so most of the letters are not checked.
pub(crate) fn is_name(name: &str) -> bool {
    name.bytes().next().is_some_and(|first| {
        first.is_ascii_alphabetic() || matches!(first, b'_' | b':') || !first.is_ascii()
    })
}

/// Returns the character of an entity or a reference by number, from what is between `&` and `;`.
fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix('x') {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => number.parse(),
        };
        return code
            .ok()
            .and_then(char::from_u32)
            .filter(|character| *character != '\0');
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => return None,
    })
}

/// Replaces the entities of a text. Returns `None` if XML has no such entity.
pub(crate) fn unescape(raw: &str) -> Option<Cow<'_, str>> {
    let Some(first) = memchr(b'&', raw.as_bytes()) else {
        return Some(Cow::Borrowed(raw));
    };
    let mut text = String::with_capacity(raw.len());
    text.push_str(raw.get(..first)?);
    let mut rest = raw.get(first + 1..)?;
    loop {
        let (name, after) = rest.split_once(';')?;
        text.push(entity(name)?);
        let Some((between, next)) = after.split_once('&') else {
            text.push_str(after);
            return Some(Cow::Owned(text));
        };
        text.push_str(between);
        rest = next;
    }
}

/// Describes the first `&` of a text that begins no known entity.
pub(crate) fn describe_entity(raw: &str, start: usize) -> XmlError {
    for (offset, _) in raw.match_indices('&') {
        let rest = raw.get(offset + 1..).unwrap_or_default();
        let Some((name, _)) = rest.split_once(';').filter(|(name, _)| !name.contains('&')) else {
            let reason = "`&` begins an entity that has no `;`; write `&amp;` for the character";
            return syntax(Span::at(start + offset), reason);
        };
        if entity(name).is_none() {
            let end = offset + name.len() + 2;
            return syntax(
                Span::new(start + offset, start + end),
                "XML has no entity of this name",
            );
        }
    }
    syntax(Span::at(start), "XML has no entity of this name")
}

/// Returns an error of the syntax.
pub(crate) fn syntax(span: Span, reason: &'static str) -> XmlError {
    XmlError::Syntax { span, reason }
}

/// Whether a text begins with an XML declaration.
pub(crate) fn is_declaration(text: &str) -> bool {
    let rest = text.strip_prefix("<?xml");
    rest.is_some_and(|rest| rest.starts_with(is_blank))
}

/// Returns what follows the blanks, the comments and the instructions for programs at the start of a text. A comment that has no end is left.
pub(crate) fn skip_comments(text: &str) -> &str {
    let mut rest = text.trim_start_matches(is_blank);
    loop {
        let instruction = rest.strip_prefix("<?").filter(|_| !is_declaration(rest));
        let (content, end) = match (rest.strip_prefix("<!--"), instruction) {
            (Some(comment), _) => (comment, "-->"),
            (None, Some(instruction)) => (instruction, "?>"),
            (None, None) => return rest,
        };
        let Some((_, following)) = content.split_once(end) else {
            return rest;
        };
        rest = following.trim_start_matches(is_blank);
    }
}
