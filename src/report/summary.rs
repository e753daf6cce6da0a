use super::{Finding, Rule, Severity};
use crate::source::Span;

/// Everything that was found in one input, in the order in which it stands there.
///
/// `findings` may be cut short by the [limits](super::Limits); the counts never are.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Report {
    /// The findings that are kept.
    pub findings: Vec<Finding>,
    /// How many errors there are.
    pub errors: usize,
    /// How many warnings there are.
    pub warnings: usize,
    /// How many breaches of the contract are of the input as a whole, and lie in no record of it: then none of it can be taken.
    pub(crate) errors_outside_records: usize,
    /// How many findings each rule has, in the order of their first one.
    pub counts: Vec<RuleCount>,
}

impl Report {
    /// Whether something breaks the contract, whatever a policy makes of warnings.
    pub(crate) fn has_contract_errors(&self) -> bool {
        self.counts.iter().any(|count| count.rule.severity == Severity::Error)
    }

    /// Whether nothing weighs as an error.
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        self.errors == 0
    }
}

/// How often one rule was broken.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct RuleCount {
    /// The rule.
    pub rule: &'static Rule,
    /// How much it weighs under the policy of this reading.
    pub severity: Severity,
    /// All findings, also those beyond the limits.
    pub count: usize,
}

/// What reading a file with one record gave.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Reading<T> {
    /// The record, where it has no error.
    pub value: Option<T>,
    /// All that was found.
    pub report: Report,
}

impl<T> Reading<T> {
    pub(crate) const fn new(value: Option<T>, report: Report) -> Self {
        Self { value, report }
    }
}

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
