#![allow(clippy::inline_always, reason = "measured: results handed over in memory instead take twice the time")]

use super::diagnosis::diagnose;
use super::number::number_end;
use super::text::{BadEscape, escape};
use super::{Expected, JsonText, KeySet, Open, SyntaxError, SyntaxErrorKind};
use crate::source::{Span, unescaped_prefix_len};

/// A value: whole if it is a scalar, its opening bracket if it is an object or an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value<'s> {
    /// Where it stands: quotes included, and of a container the opening bracket alone.
    pub span: Span,
    /// What it is.
    pub kind: Kind<'s>,
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind<'s> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number, as written: of any length and any exponent.
    Number(&'s str),
    /// A string.
    Text(JsonText<'s>),
    /// `{`: ask for each [`member`](Reader::member) now, or [`skip`](Reader::skip) it.
    Object,
    /// `[`: ask for each [`element`](Reader::element) now, or [`skip`](Reader::skip) it.
    Array,
}

/// The key of an object's member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key<'s> {
    /// The key.
    pub text: JsonText<'s>,
    /// Where it stands, quotes included.
    pub span: Span,
}

/// Reads a text of one or more JSON documents, piece by piece, in one pass.
///
/// A document is read by [`value`](Self::value) and, where that opens a container, by [`member`](Self::member) or
/// [`element`](Self::element) before each value in it, until they say that it is closed; [`skip`](Self::skip) does all that for a value
/// of no interest. [`rest`](Self::rest) tells whether another document follows. After a [`SyntaxError`] there is nothing more to ask for.
///
/// A comma before a closing bracket is the one fault that is read over, as the rest can still be judged: whoever calls must treat
/// [`trailing_commas`](Self::trailing_commas) as errors.
#[derive(Debug, Clone)]
pub struct Reader<'s> {
    text: &'s str,
    at: usize,
    /// The brackets that are open, the innermost one last.
    open: Vec<Open>,
    /// Whether the innermost bracket was only just opened, so that no comma is due.
    fresh: bool,
    depth_limit: usize,
    recovered: RecoveredErrors,
    /// One for each depth at which an object was skipped.
    key_sets: Vec<KeySet<'s>>,
}

/// What was read over though it is wrong: commas before a closing bracket, and keys that an object has had before.
#[derive(Debug, Default, Clone)]
pub(crate) struct RecoveredErrors {
    pub(crate) commas: Vec<Span>,
    pub(crate) keys: Vec<Span>,
}

impl<'s> Reader<'s> {
    /// How many brackets may be open at once, unless told otherwise.
    pub const DEPTH_LIMIT: usize = 128;

    /// Reads `text` from its beginning.
    #[must_use]
    pub const fn new(text: &'s str) -> Self {
        Self {
            text,
            at: 0,
            open: Vec::new(),
            fresh: false,
            depth_limit: Self::DEPTH_LIMIT,
            recovered: RecoveredErrors { commas: Vec::new(), keys: Vec::new() },
            key_sets: Vec::new(),
        }
    }

    /// Allows `limit` brackets to be open at once.
    #[must_use]
    pub const fn with_depth_limit(mut self, limit: usize) -> Self {
        self.depth_limit = limit;
        self
    }

    /// Begins at `offset`, after a byte order mark say, while spans still count from the beginning of the text.
    /// At an offset inside a character, or behind the text, there is nothing to read.
    #[must_use]
    pub const fn starting_at(mut self, offset: usize) -> Self {
        self.at = if self.text.is_char_boundary(offset) { offset } else { self.text.len() };
        self
    }

    /// The next value: a scalar is read whole, of a container only its opening bracket.
    #[inline]
    pub fn value(&mut self) -> Result<Value<'s>, SyntaxError> {
        let first = self.peek();
        let start = self.at;
        let kind = match first {
            Some(b'"') => Kind::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => {
                self.at = number_end(self.text.as_bytes(), start)?;
                Kind::Number(self.slice(start, self.at))
            }
            Some(b'{') => self.open(Open::Object(start), Kind::Object)?,
            Some(b'[') => self.open(Open::Array(start), Kind::Array)?,
            Some(b't') => self.literal("true", Kind::Boolean(true))?,
            Some(b'f') => self.literal("false", Kind::Boolean(false))?,
            Some(b'n') => self.literal("null", Kind::Null)?,
            _ => return Err(self.unexpected(Expected::Value)),
        };
        Ok(Value { span: Span::new(start, self.at), kind })
    }

    /// After an object's `{`, or after the value of one of its members: the next member's key, or none once the object is closed.
    /// None as well if the innermost container isn't an object.
    #[inline]
    pub fn member(&mut self) -> Result<Option<Key<'s>>, SyntaxError> {
        let Some(Open::Object(_)) = self.open.last() else { return Ok(None) };
        if !self.next_item(b'}', Expected::CommaOrBrace)? {
            return Ok(None);
        }
        let start = self.at;
        if self.byte() != Some(b'"') {
            return Err(self.unexpected(Expected::Key));
        }
        let text = self.string()?;
        let span = Span::new(start, self.at);
        if self.peek() != Some(b':') {
            return Err(self.unexpected(Expected::Colon));
        }
        self.at += 1;
        Ok(Some(Key { text, span }))
    }

    /// After an array's `[`, or after one of its elements: whether another element follows; if not, the array is closed.
    /// False as well if the innermost container isn't an array.
    #[inline]
    pub fn element(&mut self) -> Result<bool, SyntaxError> {
        let Some(Open::Array(_)) = self.open.last() else { return Ok(false) };
        self.next_item(b']', Expected::CommaOrBracket)
    }

    /// Reads what is left of a value and tells the offset after it. Of a scalar nothing is left. Each key asked for must have had its
    /// value.
    ///
    /// The second and any further use of a key in one object, as far as it is skipped, is added to
    /// [`duplicate_keys`](Self::duplicate_keys).
    pub fn skip(&mut self, value: &Value<'s>) -> Result<usize, SyntaxError> {
        self.skip_from(value.span.start)
    }

    /// The same for the value that begins at `start`.
    pub(crate) fn skip_from(&mut self, start: usize) -> Result<usize, SyntaxError> {
        let outer = self.open.len() - self.open.iter().rev().take_while(|open| open.offset() >= start).count();
        for depth in outer..self.open.len() {
            self.forget_keys(depth);
        }
        while let Some(innermost) = self.innermost().filter(|_| self.open.len() > outer) {
            if let Open::Object(_) = innermost {
                let Some(key) = self.member()? else { continue };
                let depth = self.open.len();
                if self.key_sets.len() < depth {
                    self.key_sets.resize_with(depth, KeySet::new);
                }
                if self.key_sets.get_mut(depth - 1).is_some_and(|keys| !keys.insert(key.text)) {
                    self.recovered.keys.push(key.span);
                }
            } else if !self.element()? {
                continue;
            }
            if let Kind::Object = self.value()?.kind {
                self.forget_keys(self.open.len() - 1);
            }
        }
        Ok(self.position())
    }

    /// Begins with no keys in the container around which `depth` others are open.
    #[inline]
    fn forget_keys(&mut self, depth: usize) {
        if let Some(keys) = self.key_sets.get_mut(depth) {
            keys.clear();
        }
    }

    /// Opens the container that comes next, if it has this bracket and may be opened, and gives the place of the bracket. Else nothing is read, and the
    /// [value](Reader::value) is to be asked for.
    pub(crate) fn opens(&mut self, bracket: u8) -> Option<Span> {
        let start = after_blanks(self.text.as_bytes(), self.at);
        if self.text.as_bytes().get(start) != Some(&bracket) || !self.can_open() {
            return None;
        }
        self.open.push(if bracket == b'{' { Open::Object(start) } else { Open::Array(start) });
        (self.at, self.fresh) = (start + 1, true);
        Some(Span::new(start, self.at))
    }

    /// After a document: none if only white space follows, else the offset where another document begins.
    pub fn rest(&mut self) -> Option<usize> {
        self.peek().map(|_| self.at)
    }

    /// The offset up to which the text has been read.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.at
    }

    /// How many brackets are open.
    #[must_use]
    #[cfg(any(test, feature = "internals"))]
    pub const fn depth(&self) -> usize {
        self.open.len()
    }

    /// Commas before a closing bracket. They are not JSON, yet what follows them was read.
    #[must_use]
    pub fn trailing_commas(&self) -> &[Span] {
        &self.recovered.commas
    }

    /// Keys that an object has had before, found while [skipping](Self::skip). Whoever asks for members looks after their keys: with a
    /// [`KeySet`], if nothing else serves.
    #[must_use]
    #[cfg(any(test, feature = "internals"))]
    pub fn duplicate_keys(&self) -> &[Span] {
        &self.recovered.keys
    }

    /// Passes over a value that was read in another way, from where it begins to `end`.
    pub(crate) const fn pass_to(&mut self, end: usize) {
        self.at = end;
    }

    /// A reader of the value at `start`, which lies in the container that is being read.
    pub(crate) const fn again_at(&self, start: usize) -> Self {
        let depth_left = self.depth_limit.saturating_sub(self.open.len());
        Self::new(self.text).with_depth_limit(depth_left).starting_at(start)
    }

    /// The innermost bracket that is open.
    pub(crate) fn innermost(&self) -> Option<Open> {
        self.open.last().copied()
    }

    /// Whether one more bracket may be opened.
    pub(crate) const fn can_open(&self) -> bool {
        self.open.len() < self.depth_limit
    }

    /// The trailing commas and duplicate keys since they were last taken.
    pub(crate) fn take_recovered_errors(&mut self) -> RecoveredErrors {
        std::mem::take(&mut self.recovered)
    }

    #[inline(always)]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte that isn't white space.
    #[inline(always)]
    fn peek(&mut self) -> Option<u8> {
        self.at = after_blanks(self.text.as_bytes(), self.at);
        self.byte()
    }

    /// Whether another item follows in the innermost container, else closes it.
    #[inline(always)]
    fn next_item(&mut self, closer: u8, expected: Expected) -> Result<bool, SyntaxError> {
        let fresh = std::mem::take(&mut self.fresh);
        let mut next = self.peek();
        if !fresh {
            let comma = self.at;
            if next == Some(b',') {
                self.at += 1;
                next = self.peek();
                if next == Some(closer) {
                    self.recovered.commas.push(Span::new(comma, comma + 1));
                }
            } else if next != Some(closer) {
                return Err(self.unexpected(expected));
            }
        }
        if next == Some(closer) {
            self.at += 1;
            self.open.pop();
            return Ok(false);
        }
        Ok(true)
    }

    #[inline(always)]
    fn open(&mut self, open: Open, kind: Kind<'s>) -> Result<Kind<'s>, SyntaxError> {
        if self.open.len() >= self.depth_limit {
            return Err(SyntaxError::new(self.at, self.at + 1, SyntaxErrorKind::Depth { limit: self.depth_limit }));
        }
        self.open.push(open);
        self.fresh = true;
        self.at += 1;
        Ok(kind)
    }

    #[inline(always)]
    fn slice(&self, start: usize, end: usize) -> &'s str {
        self.text.get(start..end).unwrap_or_default()
    }

    #[inline(always)]
    fn string(&mut self) -> Result<JsonText<'s>, SyntaxError> {
        let bytes = self.text.as_bytes();
        let start = self.at + 1;
        let mut end = start;
        let mut escapes = 0;
        loop {
            end += unescaped_prefix_len(bytes.get(end..).unwrap_or_default());
            match bytes.get(end) {
                Some(b'"') => break,
                Some(b'\\') => {
                    escapes += 1;
                    end = self.escape_end(end)?;
                }
                Some(&code) => return Err(SyntaxError::new(end, end + 1, SyntaxErrorKind::ControlCharacter { code })),
                None => return Err(self.cut_string()),
            }
        }
        self.at = end + 1;
        Ok(JsonText::checked(self.slice(start, end), escapes))
    }

    fn escape_end(&self, start: usize) -> Result<usize, SyntaxError> {
        let rest = self.text.get(start..).unwrap_or_default();
        match escape(rest.as_bytes()) {
            Ok((_, length)) => Ok(start + length),
            Err(BadEscape::Cut) => Err(self.cut_string()),
            Err(BadEscape::Lone) => Err(SyntaxError::new(start, start + 6, SyntaxErrorKind::LoneSurrogate)),
            Err(BadEscape::Unknown(told)) => {
                let next = rest.get(told..).and_then(|rest| rest.chars().next());
                // The character that spoils it belongs to the span, but the string's end doesn't.
                let spoiler = next.filter(|character| *character >= ' ' && *character != '"').map_or(0, char::len_utf8);
                Err(SyntaxError::new(start, start + told + spoiler, SyntaxErrorKind::Escape))
            }
        }
    }

    #[inline(always)]
    fn literal(&mut self, literal: &str, kind: Kind<'s>) -> Result<Kind<'s>, SyntaxError> {
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

    #[cold]
    fn cut_string(&self) -> SyntaxError {
        let end = self.text.len();
        SyntaxError::new(end, end, SyntaxErrorKind::End { open: Some(Open::Text(self.at)) })
    }
}

/// Returns the offset of the first byte from an offset on that is no white space.
#[inline]
pub(crate) fn after_blanks(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while bytes.get(at).is_some_and(|byte| *byte <= b' ' && matches!(byte, b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slices<'s>(text: &'s str, spans: &[Span]) -> Vec<&'s str> {
        spans.iter().map(|span| text.get(span.start..span.end).unwrap()).collect()
    }

    #[test]
    fn every_piece_has_its_place() {
        let text = " {\"a\" : [ true,null , -1.50e+3 ],\n\t\"\\u0062\":\"é\"}\r\n";
        let mut reader = Reader::new(text);
        let mut places = Vec::new();
        let object = reader.value().unwrap();
        assert_eq!((object.kind, reader.depth()), (Kind::Object, 1));
        while let Some(key) = reader.member().unwrap() {
            places.push(key.span);
            let value = reader.value().unwrap();
            places.push(value.span);
            if value.kind == Kind::Array {
                while reader.element().unwrap() {
                    places.push(reader.value().unwrap().span);
                }
            }
        }
        assert_eq!(reader.rest(), None);
        assert_eq!((reader.position(), reader.depth()), (text.len(), 0));
        let expected = ["\"a\"", "[", "true", "null", "-1.50e+3", "\"\\u0062\"", "\"é\""];
        assert_eq!(slices(text, &places), expected);
    }

    #[test]
    fn commas_before_a_closing_bracket_are_noted() {
        let text = r#"{"a":[1, ],"b":{"c":2,},"d":[[],],}"#;
        let mut reader = Reader::new(text);
        let value = reader.value().unwrap();
        assert_eq!(reader.skip(&value), Ok(text.len()));
        let starts: Vec<usize> = reader.trailing_commas().iter().map(|span| span.start).collect();
        assert_eq!(starts, [7, 21, 31, 33]);
        assert!(slices(text, reader.trailing_commas()).iter().all(|comma| *comma == ","));
    }

    #[test]
    fn documents_may_follow_each_other() {
        let text = "{} [1]\n2 ";
        let mut reader = Reader::new(text);
        let mut starts = Vec::new();
        while let Some(start) = reader.rest() {
            starts.push(start);
            let value = reader.value().unwrap();
            reader.skip(&value).unwrap();
        }
        assert_eq!(starts, [0, 3, 7]);
    }

    #[test]
    fn begins_where_it_is_told() {
        let value = Reader::new("\u{feff}12").starting_at(3).value().unwrap();
        assert_eq!(value, Value { span: Span::new(3, 5), kind: Kind::Number("12") });
        for offset in [1, 99] {
            let fault = Reader::new("\u{feff}12").starting_at(offset).value().unwrap_err();
            assert_eq!(fault, SyntaxError::new(5, 5, SyntaxErrorKind::End { open: None }));
        }
    }

    #[test]
    fn the_wrong_question_gets_no_answer() {
        let mut reader = Reader::new("[{}]");
        assert_eq!((reader.member(), reader.element()), (Ok(None), Ok(false)));
        reader.value().unwrap();
        assert_eq!((reader.member(), reader.position()), (Ok(None), 1));
        assert!(reader.element().unwrap());
        reader.value().unwrap();
        assert_eq!((reader.element(), reader.position()), (Ok(false), 2));
        assert_eq!((reader.member(), reader.element()), (Ok(None), Ok(false)));
        assert_eq!(reader.rest(), None);
    }

    #[test]
    fn skips_what_is_left_and_no_more() {
        let text = r#"[{"a":[1,{"b":[]}],"c":2},3]"#;
        for pieces_before in 0..5 {
            let mut reader = Reader::new(text);
            reader.value().unwrap();
            assert!(reader.element().unwrap());
            let object = reader.value().unwrap();
            for piece in 0..pieces_before {
                match piece {
                    0 => assert!(reader.member().unwrap().unwrap().text.is("a")),
                    1 => assert_eq!(reader.value().unwrap().kind, Kind::Array),
                    2 => assert!(reader.element().unwrap()),
                    _ => assert!(matches!(reader.value().unwrap().kind, Kind::Number("1"))),
                }
            }
            // Right after a key or a comma a value is due, which skipping doesn't know of.
            if [1, 3].contains(&pieces_before) {
                reader.value().unwrap();
            }
            assert_eq!(reader.skip(&object), Ok(25), "{pieces_before}");
            assert_eq!(reader.skip(&object), Ok(25), "nothing is left");
            assert!(reader.element().unwrap());
            let three = reader.value().unwrap();
            assert_eq!(reader.skip(&three), Ok(27));
            assert!(!reader.element().unwrap());
            assert_eq!(reader.rest(), None);
        }
    }

    #[test]
    fn skipped_objects_tell_their_duplicate_keys() {
        let text = r#"[{"a":1,"b":{"a":1},"\u0061":2,"a":{"b":1,"b":2}},{"b":{"b":0},"a":{"a":0}}]"#;
        let mut reader = Reader::new(text);
        let value = reader.value().unwrap();
        reader.skip(&value).unwrap();
        assert_eq!(slices(text, reader.duplicate_keys()), [r#""\u0061""#, r#""a""#, r#""b""#]);
    }

    #[test]
    fn keys_of_other_objects_are_no_duplicates() {
        let text = r#"{"skipped":{"a":1,"b":2},"asked":{"x":{"b":3,"a":4},"y":0,"a":5}}"#;
        let mut reader = Reader::new(text);
        let outer = reader.value().unwrap();
        reader.member().unwrap();
        let skipped = reader.value().unwrap();
        reader.skip(&skipped).unwrap();
        reader.member().unwrap();
        reader.value().unwrap();
        reader.member().unwrap();
        reader.value().unwrap();
        reader.skip(&outer).unwrap();
        assert_eq!(reader.duplicate_keys(), []);
    }

    #[test]
    fn only_what_is_expected_is_opened() {
        let mut reader = Reader::new(" { \"a\":1}");
        assert_eq!((reader.opens(b'['), reader.position()), (None, 0));
        assert_eq!(reader.opens(b'{'), Some(Span::new(1, 2)));
        assert_eq!(reader.member().unwrap().unwrap().text.raw(), "a");
        assert_eq!(Reader::new("{}").with_depth_limit(0).opens(b'{'), None);
    }
}
