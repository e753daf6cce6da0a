use std::fmt;

use crate::source::Span;
use crate::value::error_enum;

/// An error in the syntax of JSON, with its location.
///
/// The message says what is wrong and what to do, and repeats nothing of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyntaxError {
    /// The invalid bytes; empty where something is missing.
    pub span: Span,
    /// What is wrong.
    pub kind: SyntaxErrorKind,
}

impl SyntaxError {
    pub(super) const fn new(start: usize, end: usize, kind: SyntaxErrorKind) -> Self {
        Self {
            span: Span::new(start, end),
            kind,
        }
    }
}

/// The kind of a [`SyntaxError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// The text ends too early.
    UnexpectedEnd {
        /// The innermost token that is still open.
        open: Option<OpenToken>,
    },
    /// Another token is expected.
    Unexpected {
        /// The character found, if it is a token of JSON: a bracket, a comma, a colon or a double quote.
        found: Option<char>,
        /// The expected token.
        expected: Expected,
    },
    /// A closing bracket that doesn't match the innermost open bracket.
    WrongBracket {
        /// The innermost open bracket.
        open: OpenToken,
    },
    /// Two values or members without a comma between them. The span is empty, at the place of the missing comma.
    MissingComma,
    /// Characters that belong to nothing, such as a second comma.
    StrayCharacters,
    /// An unescaped character below U+0020 in a string.
    ControlCharacter {
        /// The code of the character.
        code: u8,
    },
    /// An escape that JSON doesn't have.
    InvalidEscape,
    /// A `\u` escape of one half of a surrogate pair without the other half.
    LoneSurrogate,
    /// A number in a form that JSON doesn't have.
    InvalidNumber(NumberError),
    /// A misspelling of `true`, `false` or `null`.
    MisspelledLiteral {
        /// The literal that the writer probably intended.
        literal: &'static str,
    },
    /// A single or typographic quote instead of a double quote.
    WrongQuote,
    /// A comment, which JSON doesn't have.
    Comment,
    /// Too many brackets are open at once.
    TooDeep {
        /// How many brackets may be open at once.
        limit: usize,
    },
}

/// What the syntax of JSON expects at a place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// A value of any kind.
    Value,
    /// The key of a member.
    Key,
    /// The colon after a key.
    Colon,
    /// A comma or a closing brace, after a member.
    CommaOrBrace,
    /// A comma or a closing bracket, after an element.
    CommaOrBracket,
}

error_enum! {
    /// An error in the form of a number.
    pub enum NumberError {
        /// A superfluous leading zero, such as `007`.
        LeadingZero => "a number can't start with an extra zero: remove it, or put the number in quotes if it is an id",
        /// A plus sign, such as `+1`.
        LeadingPlus => "a number can't start with a plus sign: remove it",
        /// No digit before the point or after the sign, such as `.5` and `-`.
        NoInteger => "a number needs a digit before the point: write `0` if there is none",
        /// No digit after the point, such as `1.`.
        NoFraction => "a number needs a digit after the point: write one, or remove the point",
        /// No digit in the exponent, such as `1e`.
        NoExponent => "a number needs a digit after `e`: write one, or remove the exponent",
        /// `NaN` or `Infinity`.
        NotFinite => "JSON has no such number: write a finite one, or leave the field out",
    }
}

/// An opening bracket or quote that is not closed yet, with its offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenToken {
    /// An object, opened with `{`.
    Object(usize),
    /// An array, opened with `[`.
    Array(usize),
    /// A string, opened with `"`.
    Text(usize),
}

impl OpenToken {
    /// Returns the offset of the bracket or quote.
    #[must_use]
    pub const fn offset(self) -> usize {
        match self {
            Self::Object(offset) | Self::Array(offset) | Self::Text(offset) => offset,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Object(_) => "an object",
            Self::Array(_) => "an array",
            Self::Text(_) => "a string",
        }
    }

    pub(super) const fn closer(self) -> char {
        match self {
            Self::Object(_) => '}',
            Self::Array(_) => ']',
            Self::Text(_) => '"',
        }
    }
}

impl std::error::Error for SyntaxError {}

impl fmt::Display for SyntaxError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(out)
    }
}

impl fmt::Display for SyntaxErrorKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::UnexpectedEnd { open: None } => out.write_str("the text ends where a value is expected"),
            Self::UnexpectedEnd { open: Some(open) } => {
                write!(out, "the text ends inside {}: it was cut off, or `{}` is missing", open.name(), open.closer())
            }
            Self::Unexpected { found: Some(found), expected } => write!(out, "expected {expected}, found `{found}`"),
            Self::Unexpected { found: None, expected: Expected::Value } => out.write_str(
                "expected a value: a string in double quotes, a number, `true`, `false`, `null`, `{` or `[`",
            ),
            Self::Unexpected { found: None, expected } => write!(out, "expected {expected}"),
            Self::WrongBracket { open } => {
                write!(out, "this bracket can't close {}: close it with `{}` first", open.name(), open.closer())
            }
            Self::MissingComma => out.write_str("a comma is missing: write `,` here"),
            Self::StrayCharacters => out.write_str("this belongs to nothing: remove it"),
            Self::ControlCharacter { code: b'\n' } => {
                out.write_str("a line break inside a string: write `\\n`, or end the string with `\"`")
            }
            Self::ControlCharacter { code: b'\r' } => {
                out.write_str("a carriage return inside a string: write `\\r`, or end the string with `\"`")
            }
            Self::ControlCharacter { code: b'\t' } => out.write_str("a tab inside a string: write `\\t`"),
            Self::ControlCharacter { code } => {
                write!(out, "the control character U+{code:04X} inside a string: remove it, or write `\\u{code:04x}`")
            }
            Self::InvalidEscape => out.write_str(
                "a backslash must be followed by one of `\"`, `\\`, `/`, `b`, `f`, `n`, `r`, `t` or by `u` and four \
                 hexadecimal digits: for a backslash itself write `\\\\`",
            ),
            Self::LoneSurrogate => out.write_str(
                "this escape is one half of a surrogate pair: write both halves, or the character itself, unescaped",
            ),
            Self::InvalidNumber(error) => error.fmt(out),
            Self::MisspelledLiteral { literal } => write!(out, "JSON doesn't know this word: write `{literal}`"),
            Self::WrongQuote => out.write_str("keys and strings are written in double quotes: write `\"`"),
            Self::Comment => out.write_str("JSON has no comments: remove it"),
            Self::TooDeep { limit } => write!(out, "more than {limit} brackets are open at once: nest less deeply"),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Value => "a value",
            Self::Key => "a key in double quotes",
            Self::Colon => "`:`",
            Self::CommaOrBrace => "`,` or `}`",
            Self::CommaOrBracket => "`,` or `]`",
        })
    }
}
