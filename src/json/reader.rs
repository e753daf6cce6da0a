#![allow(
    clippy::inline_always,
    reason = "measured: without it, results are returned through memory, which takes twice the time"
)]

use super::diagnosis::diagnose;
use super::number::number_end;
use super::recovery::{Recovery, after_item, before_item};
use super::text::{read_string, skip_whitespace};
use super::{Expected, JsonText, KeySet, OpenToken, SyntaxError, SyntaxErrorKind};
use crate::source::{Certain, Span};

/// A scalar value, or the start of an object or array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value<'s> {
    /// The location: a string with its quotes; of an object or array only the opening bracket.
    pub span: Span,
    /// The type of the value; for scalars, also the value itself.
    pub kind: ValueKind<'s>,
}

/// The type of a [`Value`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind<'s> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number as it is written, with any number of digits and any exponent.
    Number(&'s str),
    /// A string.
    Text(JsonText<'s>),
    /// An object. Call [`next_member`](Reader::next_member) for each member, or [`skip`](Reader::skip) it.
    Object,
    /// An array. Call [`next_element`](Reader::next_element) for each element, or [`skip`](Reader::skip) it.
    Array,
}

/// The key of a member of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberKey<'s> {
    /// The text of the key.
    pub text: JsonText<'s>,
    /// The location, with the quotes.
    pub span: Span,
}

/// A pull parser for a text of one or more JSON documents, which it reads in one pass.
///
/// - [`read_value`](Self::read_value) reads a scalar, or the opening bracket of an object or array.
/// - In an object, [`next_member`](Self::next_member) reads the next key, and `read_value` its value. At the closing brace, `next_member` returns `None`.
/// - In an array, [`next_element`](Self::next_element) returns whether another element follows, and `read_value` reads it.
/// - [`skip`](Self::skip) skips the rest of a value.
/// - After a document, [`next_document`](Self::next_document) returns where the next one starts.
///
/// After a [`SyntaxError`] the reader can't continue.
///
/// The reader recovers from errors after which the rest of the document is still unambiguous: a comma before a closing bracket, missing and
/// further commas, and stray characters behind a value or before a key. Callers must report them as errors.
#[derive(Debug, Clone)]
pub struct Reader<'s> {
    text: &'s str,
    at: usize,
    /// The open brackets, the innermost last.
    pub(super) open: Vec<OpenToken>,
    /// Whether the last token was the innermost bracket, so that no comma may come next.
    just_opened: bool,
    depth_limit: usize,
    pub(super) recovered: RecoveredErrors,
    /// A set for each depth at which an object was skipped.
    pub(super) key_sets: Vec<KeySet<'s>>,
}

/// Errors that the reader recovered from.
#[derive(Debug, Default, Clone)]
pub(crate) struct RecoveredErrors {
    /// Commas before a closing bracket.
    pub(crate) trailing_commas: Vec<Span>,
    /// Repeated keys of an object.
    pub(crate) duplicate_keys: Vec<Span>,
    /// Missing commas and stray characters.
    pub(crate) syntax: Vec<SyntaxError>,
}

impl RecoveredErrors {
    /// Whether the text breaks the grammar of JSON.
    pub(crate) const fn has_syntax_errors(&self) -> bool {
        !self.trailing_commas.is_empty() || !self.syntax.is_empty()
    }
}

impl<'s> Reader<'s> {
    /// The default limit of brackets that are open at once.
    pub const DEFAULT_DEPTH_LIMIT: usize = 128;

    /// Returns a reader at the start of `text`.
    #[must_use]
    pub const fn new(text: &'s str) -> Self {
        Self {
            text,
            at: 0,
            open: Vec::new(),
            just_opened: false,
            depth_limit: Self::DEFAULT_DEPTH_LIMIT,
            recovered: RecoveredErrors {
                trailing_commas: Vec::new(),
                duplicate_keys: Vec::new(),
                syntax: Vec::new(),
            },
            key_sets: Vec::new(),
        }
    }

    /// Sets the limit of brackets that may be open at once.
    #[must_use]
    pub const fn with_depth_limit(mut self, limit: usize) -> Self {
        self.depth_limit = limit;
        self
    }

    /// Starts at `offset`, for example after a byte order mark. Spans still count from the start of the text.
    ///
    /// An offset inside a character or after the text moves the reader to the end of the text.
    #[must_use]
    pub const fn starting_at(mut self, offset: usize) -> Self {
        self.at = if self.text.is_char_boundary(offset) {
            offset
        } else {
            self.text.len()
        };
        self
    }

    /// Reads the next value: a scalar completely, of an object or array only the opening bracket.
    ///
    /// # Errors
    ///
    /// Returns a [`SyntaxError`] if no value follows, or if it is malformed or nested too deeply.
    #[inline]
    pub fn read_value(&mut self) -> Result<Value<'s>, SyntaxError> {
        let first = self.peek();
        let start = self.at;
        let kind = match first {
            Some(b'"') => ValueKind::Text(self.read_string()?),
            Some(b'-' | b'0'..=b'9') => {
                self.at = number_end(self.text.as_bytes(), start)?;
                ValueKind::Number(self.slice(start, self.at))
            }
            Some(b'{') => self.open_container(OpenToken::Object(start), ValueKind::Object)?,
            Some(b'[') => self.open_container(OpenToken::Array(start), ValueKind::Array)?,
            Some(b't') => self.read_literal("true", ValueKind::Boolean(true))?,
            Some(b'f') => self.read_literal("false", ValueKind::Boolean(false))?,
            Some(b'n') => self.read_literal("null", ValueKind::Null)?,
            _ => return Err(self.unexpected(Expected::Value)),
        };
        Ok(Value {
            span: Span::new(start, self.at),
            kind,
        })
    }

    /// Reads the key of the next member, after the `{` of an object or the value of its last member.
    ///
    /// Returns `None` when it reads the closing `}`, and if the innermost container isn't an object.
    ///
    /// # Errors
    ///
    /// Returns a [`SyntaxError`] if neither a member nor the end of the object follows.
    #[inline]
    pub fn next_member(&mut self) -> Result<Option<MemberKey<'s>>, SyntaxError> {
        let Some(OpenToken::Object(_)) = self.open.last() else {
            return Ok(None);
        };
        if !self.next_item(b'}', Expected::CommaOrBrace)? {
            return Ok(None);
        }
        let start = self.at;
        if self.byte() != Some(b'"') {
            return Err(self.unexpected(Expected::Key));
        }
        let text = self.read_string()?;
        let span = Span::new(start, self.at);
        if self.peek() != Some(b':') {
            return Err(self.unexpected(Expected::Colon));
        }
        self.at += 1;
        Ok(Some(MemberKey { text, span }))
    }

    /// Returns whether another element follows, after the `[` of an array or its last element.
    ///
    /// Returns false when it reads the closing `]`, and if the innermost container isn't an array.
    ///
    /// # Errors
    ///
    /// Returns a [`SyntaxError`] if neither a comma nor the end of the array follows an element.
    #[inline]
    pub fn next_element(&mut self) -> Result<bool, SyntaxError> {
        let Some(OpenToken::Array(_)) = self.open.last() else {
            return Ok(false);
        };
        self.next_item(b']', Expected::CommaOrBracket)
    }

    /// Reads the given opening bracket, if it is the next token and the depth limit allows it, and returns its span. Otherwise it reads nothing, and
    /// callers use [`read_value`](Self::read_value).
    pub(crate) fn try_open(&mut self, bracket: u8) -> Option<Span> {
        let start = skip_whitespace(self.text.as_bytes(), self.at);
        if self.text.as_bytes().get(start) != Some(&bracket) || !self.can_open() {
            return None;
        }
        self.open.push(if bracket == b'{' {
            OpenToken::Object(start)
        } else {
            OpenToken::Array(start)
        });
        (self.at, self.just_opened) = (start + 1, true);
        Some(Span::new(start, self.at))
    }

    /// Returns the offset of the next document, or `None` if only whitespace follows.
    pub fn next_document(&mut self) -> Option<usize> {
        self.peek().map(|_| self.at)
    }

    /// Returns the offset up to which the text has been read.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.at
    }

    /// Returns the number of open brackets.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns the commas before a closing bracket. They are errors, but the reader continues after them.
    #[must_use]
    pub fn trailing_commas(&self) -> &[Span] {
        &self.recovered.trailing_commas
    }

    /// Returns the other errors that the reader recovered from: missing commas and stray characters.
    #[must_use]
    pub fn recovered_syntax_errors(&self) -> &[SyntaxError] {
        &self.recovered.syntax
    }

    /// Moves to the end of a value that was read without this reader.
    pub(crate) const fn set_position(&mut self, end: usize) {
        self.at = end;
    }

    /// Returns a new reader for the value at `start` in the innermost open container. It has the rest of the depth limit.
    pub(crate) const fn nested_reader(&self, start: usize) -> Self {
        let depth_left = self.depth_limit.saturating_sub(self.open.len());
        Self::new(self.text)
            .with_depth_limit(depth_left)
            .starting_at(start)
    }

    /// Returns the innermost open bracket.
    pub(crate) fn innermost(&self) -> Option<OpenToken> {
        self.open.last().copied()
    }

    /// Returns whether the depth limit allows another bracket.
    pub(crate) const fn can_open(&self) -> bool {
        self.open.len() < self.depth_limit
    }

    /// Returns whether the depth limit allows so many brackets inside each other.
    pub(crate) const fn can_open_levels(&self, levels: usize) -> bool {
        self.open.len().saturating_add(levels) <= self.depth_limit
    }

    /// Returns whether there are errors that were not taken yet.
    pub(crate) const fn has_recovered_errors(&self) -> bool {
        let RecoveredErrors {
            trailing_commas,
            duplicate_keys,
            syntax,
        } = &self.recovered;
        !trailing_commas.is_empty() || !duplicate_keys.is_empty() || !syntax.is_empty()
    }

    /// Removes and returns the errors since the last call.
    pub(crate) fn take_recovered_errors(&mut self) -> RecoveredErrors {
        std::mem::take(&mut self.recovered)
    }

    #[inline(always)]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips whitespace and returns the next byte.
    #[inline(always)]
    fn peek(&mut self) -> Option<u8> {
        self.at = skip_whitespace(self.text.as_bytes(), self.at);
        self.byte()
    }

    /// Returns whether another member or element follows in the innermost container. If not, reads the closing bracket.
    #[inline(always)]
    fn next_item(&mut self, closer: u8, expected: Expected) -> Result<bool, SyntaxError> {
        let just_opened = std::mem::take(&mut self.just_opened);
        let mut next = self.peek();
        if !just_opened {
            let comma = self.at;
            if next == Some(b',') {
                self.at += 1;
                next = self.peek();
                if closer == b'}' && !matches!(next, Some(b'"' | b'}')) || next == Some(b',') {
                    self.recover(before_item(self.text, self.at, closer));
                    next = self.peek();
                }
                if next == Some(closer) {
                    self.recovered
                        .trailing_commas
                        .push(Span::new(comma, comma + 1));
                }
            } else if next != Some(closer) {
                let error = self.unexpected(expected);
                if !self.recover(after_item(self.text, self.at, closer, error)) {
                    return Err(error);
                }
                next = self.peek();
            }
        }
        if next == Some(closer) {
            self.at += 1;
            self.open.pop();
            return Ok(false);
        }
        Ok(true)
    }

    /// Continues after an error between two members or elements, if that is certain.
    #[cold]
    fn recover(&mut self, recovery: Option<Recovery>) -> bool {
        let Some(Recovery { error, at }) = recovery else {
            return false;
        };
        self.recovered.syntax.push(error);
        self.at = at;
        true
    }

    #[inline(always)]
    fn open_container(
        &mut self,
        token: OpenToken,
        kind: ValueKind<'s>,
    ) -> Result<ValueKind<'s>, SyntaxError> {
        if !self.can_open() {
            return Err(SyntaxError::new(
                self.at,
                self.at + 1,
                SyntaxErrorKind::TooDeep {
                    limit: self.depth_limit,
                },
            ));
        }
        self.open.push(token);
        self.just_opened = true;
        self.at += 1;
        Ok(kind)
    }

    #[inline(always)]
    fn slice(&self, start: usize, end: usize) -> &'s str {
        self.text.get(start..end).certain()
    }

    #[inline(always)]
    fn read_string(&mut self) -> Result<JsonText<'s>, SyntaxError> {
        let (text, end) = read_string(self.text, self.at)?;
        self.at = end;
        Ok(text)
    }

    #[inline(always)]
    fn read_literal(
        &mut self,
        literal: &str,
        kind: ValueKind<'s>,
    ) -> Result<ValueKind<'s>, SyntaxError> {
        let end = self.at + literal.len();
        if self.text.as_bytes().get(self.at..end) != Some(literal.as_bytes()) {
            return Err(self.unexpected(Expected::Value));
        }
        self.at = end;
        Ok(kind)
    }

    #[cold]
    fn unexpected(&self, expected: Expected) -> SyntaxError {
        diagnose(self.text, self.at, self.innermost(), expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slices<'s>(text: &'s str, spans: &[Span]) -> Vec<&'s str> {
        spans
            .iter()
            .map(|span| text.get(span.start..span.end).unwrap())
            .collect()
    }

    #[test]
    fn every_key_and_value_has_its_span() {
        let text = " {\"a\" : [ true,null , -1.50e+3 ],\n\t\"\\u0062\":\"é\"}\r\n";
        let mut reader = Reader::new(text);
        let mut spans = Vec::new();
        let object = reader.read_value().unwrap();
        assert_eq!((object.kind, reader.depth()), (ValueKind::Object, 1));
        while let Some(key) = reader.next_member().unwrap() {
            spans.push(key.span);
            let value = reader.read_value().unwrap();
            spans.push(value.span);
            if value.kind == ValueKind::Array {
                while reader.next_element().unwrap() {
                    spans.push(reader.read_value().unwrap().span);
                }
            }
        }
        assert_eq!(reader.next_document(), None);
        assert_eq!((reader.position(), reader.depth()), (text.len(), 0));
        let expected = [
            "\"a\"",
            "[",
            "true",
            "null",
            "-1.50e+3",
            "\"\\u0062\"",
            "\"é\"",
        ];
        assert_eq!(slices(text, &spans), expected);
    }

    #[test]
    fn collects_commas_before_a_closing_bracket() {
        let text = r#"{"a":[1, ],"b":{"c":2,},"d":[[],],}"#;
        let mut reader = Reader::new(text);
        let value = reader.read_value().unwrap();
        assert_eq!(reader.skip(&value), Ok(text.len()));
        let starts: Vec<usize> = reader
            .trailing_commas()
            .iter()
            .map(|span| span.start)
            .collect();
        assert_eq!(starts, [7, 21, 31, 33]);
        assert!(
            slices(text, reader.trailing_commas())
                .iter()
                .all(|comma| *comma == ",")
        );
    }

    #[test]
    fn reads_several_documents() {
        let text = "{} [1]\n2 ";
        let mut reader = Reader::new(text);
        let mut starts = Vec::new();
        while let Some(start) = reader.next_document() {
            starts.push(start);
            let value = reader.read_value().unwrap();
            reader.skip(&value).unwrap();
        }
        assert_eq!(starts, [0, 3, 7]);
    }

    #[test]
    fn starts_at_the_given_offset() {
        let value = Reader::new("\u{feff}12")
            .starting_at(3)
            .read_value()
            .unwrap();
        assert_eq!(
            value,
            Value {
                span: Span::new(3, 5),
                kind: ValueKind::Number("12")
            }
        );
        for offset in [1, 99] {
            let error = Reader::new("\u{feff}12")
                .starting_at(offset)
                .read_value()
                .unwrap_err();
            assert_eq!(
                error,
                SyntaxError::new(5, 5, SyntaxErrorKind::UnexpectedEnd { open: None })
            );
        }
    }

    #[test]
    fn next_member_and_next_element_read_nothing_in_another_container() {
        let mut reader = Reader::new("[{}]");
        assert_eq!(
            (reader.next_member(), reader.next_element()),
            (Ok(None), Ok(false))
        );
        reader.read_value().unwrap();
        assert_eq!((reader.next_member(), reader.position()), (Ok(None), 1));
        assert!(reader.next_element().unwrap());
        reader.read_value().unwrap();
        assert_eq!((reader.next_element(), reader.position()), (Ok(false), 2));
        assert_eq!(
            (reader.next_member(), reader.next_element()),
            (Ok(None), Ok(false))
        );
        assert_eq!(reader.next_document(), None);
    }

    #[test]
    fn try_open_reads_only_the_given_bracket() {
        let mut reader = Reader::new(" { \"a\":1}");
        assert_eq!((reader.try_open(b'['), reader.position()), (None, 0));
        assert_eq!(reader.try_open(b'{'), Some(Span::new(1, 2)));
        assert_eq!(reader.next_member().unwrap().unwrap().text.raw(), "a");
        assert_eq!(Reader::new("{}").with_depth_limit(0).try_open(b'{'), None);
    }
}
