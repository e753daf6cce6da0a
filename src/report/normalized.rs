use super::{Report, Rule};
use crate::source::Span;

/// What normalizing a file came to.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Normalized {
    /// The documents as canonical JSON, one a line: fields in the order of the contract, unknown ones after them, no white space.
    /// None where the file breaks the grammar of JSON beyond mending.
    pub json: Option<String>,
    /// What was changed, in the order of the places.
    pub changes: Vec<Change>,
    /// What is left to mend, at its places in `json`, or in the file where there is none.
    pub report: Report,
}

/// A change of content. White space and the escapes of strings are no content.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// The rule that was broken; none where members were put into the order of the contract.
    pub rule: Option<&'static Rule>,
    /// Whether the meaning is kept for certain.
    pub safe: bool,
    /// JSON pointer (RFC 6901) to the value in the file as it came.
    pub pointer: String,
    /// Line of the first character, counted from 1.
    pub line: usize,
    /// Column of the first character, counted from 1 in Unicode scalar values.
    pub column: usize,
    /// The bytes in the file as it came.
    pub span: Span,
    /// The same in code units of UTF-16, as editors and JavaScript count; a byte order mark is one.
    pub utf16: Span,
    /// What was wrong, without any value of the file.
    pub message: String,
    /// What stands there now, card numbers masked; nothing where something was taken away, none where members were put into order.
    pub replacement: Option<String>,
}
