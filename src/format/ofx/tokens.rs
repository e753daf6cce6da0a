//! The tags and texts of a file. SGML and XML, and files that are neither, are read alike: nothing is expected to be closed.

use memchr::{memchr, memchr2, memmem};

use crate::source::{Certain, Span};

/// A tag or a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'s> {
    Open(&'s str, Span),
    /// An element without content, such as `<BALAMT/>`.
    Empty(&'s str, Span),
    Close(&'s str, Span),
    Text(&'s str, Span),
    /// The content of a CDATA section, in which nothing is escaped.
    Verbatim(&'s str, Span),
}

/// Reads the tokens of a text from an offset. Comments, declarations and processing instructions are passed over.
#[derive(Debug, Clone)]
pub(super) struct Tokens<'s> {
    text: &'s str,
    offset: usize,
}

impl<'s> Tokens<'s> {
    pub(super) const fn new(text: &'s str, offset: usize) -> Self {
        Self { text, offset }
    }

    fn rest(&self, from: usize) -> &'s str {
        self.text.get(from..).certain()
    }

    /// Returns a token if markup begins at an offset, and where it ends. `Some(None)` is markup that is passed over.
    fn markup(&self, start: usize) -> Option<(Option<Token<'s>>, usize)> {
        const CDATA: &str = "<![CDATA[";
        let rest = self.rest(start);
        let until = |end: &str| {
            let found = memmem::find(rest.as_bytes(), end.as_bytes());
            found.map_or(rest.len(), |at| at + end.len())
        };
        if rest.starts_with(CDATA) {
            let length = until("]]>");
            let content = rest.get(CDATA.len()..length).unwrap_or_default();
            let content = content.strip_suffix("]]>").unwrap_or(content);
            let first = start + CDATA.len();
            let span = Span::new(first, first + content.len());
            return Some((Some(Token::Verbatim(content, span)), start + length));
        }
        for (begin, end) in [("<!--", "-->"), ("<?", ">"), ("<!", ">")] {
            if rest.starts_with(begin) {
                return Some((None, start + until(end)));
            }
        }
        let (name, is_close) = match rest.strip_prefix("</") {
            Some(name) => (name, true),
            None => (rest.strip_prefix('<')?, false),
        };
        let length = name.bytes().take_while(|byte| is_name(*byte)).count();
        let (name, after) = name.split_at_checked(length)?;
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return None;
        }
        // What is between the name and the end is blanks or attributes. A tag that runs into another one is no tag.
        let close = memchr2(b'<', b'>', after.as_bytes())?;
        let (inside, end) = after.split_at_checked(close)?;
        let is_tag = inside.is_empty() || inside.starts_with([' ', '\t', '\r', '\n', '/']);
        if !is_tag || !end.starts_with('>') {
            return None;
        }
        let end = rest.len() - after.len() + close + 1;
        let span = Span::new(start, start + end);
        let token = if is_close {
            Token::Close(name, span)
        } else if inside.ends_with('/') {
            Token::Empty(name, span)
        } else {
            Token::Open(name, span)
        };
        Some((Some(token), start + end))
    }
}

impl<'s> Iterator for Tokens<'s> {
    type Item = Token<'s>;

    fn next(&mut self) -> Option<Token<'s>> {
        while let Some((token, end)) = self.markup(self.offset) {
            self.offset = end;
            if token.is_some() {
                return token;
            }
        }
        self.next_text()
    }
}

impl<'s> Tokens<'s> {
    fn next_text(&mut self) -> Option<Token<'s>> {
        let start = self.offset;
        let mut at = start;
        let end = loop {
            let Some(found) = memchr(b'<', self.rest(at).as_bytes()) else {
                break self.text.len();
            };
            if self.markup(at + found).is_some() {
                break at + found;
            }
            at += found + 1;
        };
        self.offset = end;
        let text = self.text.get(start..end).certain();
        (!text.is_empty()).then(|| Token::Text(text, Span::new(start, end)))
    }
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b':')
}
