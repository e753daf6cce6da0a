use std::fmt;

use crate::source::Span;
use crate::value::error_enum;

/// Why a text is not JSON, and where. Nothing can be read after it.
///
/// Its message says what is wrong and what to do, and holds nothing of the payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyntaxError {
    /// The bytes at fault; empty where something is missing.
    pub span: Span,
    /// What is wrong.
    pub kind: SyntaxErrorKind,
}

impl SyntaxError {
    pub(super) const fn new(start: usize, end: usize, kind: SyntaxErrorKind) -> Self {
        Self { span: Span::new(start, end), kind }
    }
}

/// What can be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// The text ends too early.
    End {
        /// What is still open, the innermost first to close.
        open: Option<Open>,
    },
    /// Something stands where something else belongs.
    Unexpected {
        /// The character found, if it is one of JSON's own: a bracket, a comma, a colon or a double quote.
        found: Option<char>,
        /// What belongs there.
        expected: Expected,
    },
    /// A closing bracket that doesn't fit the innermost open one.
    WrongBracket {
        /// The bracket that is open.
        open: Open,
    },
    /// Two values or members follow each other without a comma. The empty span is where it belongs.
    MissingComma,
    /// A character below U+0020 stands unescaped in a string.
    ControlCharacter {
        /// Its code.
        code: u8,
    },
    /// A backslash is not followed by an escape that JSON knows.
    Escape,
    /// A `\u` escape names one half of a surrogate pair without the other: not a character.
    LoneSurrogate,
    /// A number in a form that JSON doesn't have.
    Number(NumberError),
    /// A word that is nearly `true`, `false` or `null`.
    Literal {
        /// What is presumably meant.
        meant: &'static str,
    },
    /// A single or typographic quote where a double one belongs.
    Quote,
    /// A comment: JSON has none.
    Comment,
    /// Too many brackets are open at once.
    Depth {
        /// How many may be.
        limit: usize,
    },
}

/// What belongs at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// A value of any kind.
    Value,
    /// A member's key.
    Key,
    /// The colon after a key.
    Colon,
    /// What follows a member.
    CommaOrBrace,
    /// What follows an element.
    CommaOrBracket,
}

error_enum! {
    /// What is wrong with a number.
    pub enum NumberError {
        /// `007`.
        LeadingZero => "a number doesn't begin with a superfluous zero: remove it, or quote the whole if it is a name",
        /// `+1`.
        LeadingPlus => "a number doesn't begin with a plus sign: remove it",
        /// `.5`, `-`.
        NoInteger => "a number begins with a digit before any point: write `0` if there is none",
        /// `1.`.
        NoFraction => "a digit must follow the point: write one, or remove the point",
        /// `1e`.
        NoExponent => "a digit must follow the exponent's `e`: write one, or remove the exponent",
        /// `NaN`, `Infinity`.
        NotFinite => "JSON has no such number: write a finite one, or leave the member out",
    }
}

/// What has been opened and not closed, with the offset of its bracket or quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Open {
    /// `{`.
    Object(usize),
    /// `[`.
    Array(usize),
    /// `"`.
    Text(usize),
}

impl Open {
    /// Where it was opened.
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
            Self::End { open: None } => out.write_str("the text ends where a value is expected"),
            Self::End { open: Some(open) } => {
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
            Self::Escape => out.write_str(
                "a backslash must be followed by one of `\"`, `\\`, `/`, `b`, `f`, `n`, `r`, `t` or by `u` and four \
                 hexadecimal digits: for a backslash itself write `\\\\`",
            ),
            Self::LoneSurrogate => out.write_str(
                "this escape is one half of a surrogate pair: write both halves, or the character itself, unescaped",
            ),
            Self::Number(fault) => fault.fmt(out),
            Self::Literal { meant } => write!(out, "JSON doesn't know this word: write `{meant}`"),
            Self::Quote => out.write_str("keys and strings stand in double quotes: write `\"`"),
            Self::Comment => out.write_str("JSON has no comments: remove it"),
            Self::Depth { limit } => write!(out, "more than {limit} brackets are open at once: nest less deeply"),
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
