use std::fmt;

use super::{Finding, Rule, Severity};
use crate::source::Span;

/// All findings of one input, in the order of their positions.
///
/// The [limits](super::Limits) may cut `findings` short, but never the counts.
///
/// ```
/// use universal_accounting::{report::Policy, transactions};
///
/// let report = transactions::check(br#"{"transactions": []}"#, &Policy::new());
/// assert!(!report.is_valid());
/// assert_eq!((report.errors, report.warnings), (1, 0));
/// assert_eq!(report.counts[0].rule.id, "transactions-empty");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Report {
    /// The findings within the limits.
    pub findings: Vec<Finding>,
    /// The number of errors.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
    /// The number of notes.
    pub notes: usize,
    /// The number of contract errors that lie in no record. If there are any, no record of the input may be imported.
    pub(crate) errors_outside_records: usize,
    /// The number of findings of each rule, in the order of their first finding.
    pub counts: Vec<RuleCount>,
}

impl Report {
    /// Whether any finding is an error of the contract; warnings and notes that a policy raises to errors don't count.
    pub(crate) fn has_contract_errors(&self) -> bool {
        self.counts
            .iter()
            .any(|count| count.rule.severity == Severity::Error)
    }

    /// Whether the report has no errors.
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        self.errors == 0
    }
}

/// Writes each finding in a line, as [`Finding`] does, and the number of those that the limits left out.
///
/// ```
/// use universal_accounting::{report::Policy, transactions};
///
/// let report = transactions::check(br#"{"transactions": [{"amount": "1"}]}"#, &Policy::new());
/// assert_eq!(report.to_string().lines().count(), report.findings.len());
/// assert!((&report).into_iter().all(|finding| !finding.message().is_empty()));
/// ```
impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in self {
            writeln!(formatter, "{finding}")?;
        }
        let all = self.errors + self.warnings + self.notes;
        match all.saturating_sub(self.findings.len()) {
            0 => Ok(()),
            left_out => writeln!(formatter, "{left_out} more"),
        }
    }
}

impl IntoIterator for Report {
    type Item = Finding;
    type IntoIter = std::vec::IntoIter<Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.findings.into_iter()
    }
}

#[allow(clippy::into_iter_without_iter, reason = "`findings` is public")]
impl<'r> IntoIterator for &'r Report {
    type Item = &'r Finding;
    type IntoIter = std::slice::Iter<'r, Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.findings.iter()
    }
}

/// The number of findings of one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleCount {
    /// The rule.
    pub rule: &'static Rule,
    /// The severity under the policy of the check.
    pub severity: Severity,
    /// The number of all findings, including those that exceed the limits.
    pub count: usize,
}

/// The result of reading a file with one record.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading<T> {
    /// The record, if it has no error of the contract.
    pub value: Option<T>,
    /// The word in the place of `service` in the names of fields: the [brand](crate::report::Policy::brand) of the policy, or what the file has.
    pub brand: Option<String>,
    /// The findings.
    pub report: Report,
}

impl<T> Reading<T> {
    /// Returns whether the file has a record without an error of the contract.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.value.is_some()
    }

    pub(crate) const fn new(value: Option<T>, report: Report) -> Self {
        Self {
            value,
            brand: None,
            report,
        }
    }
}

/// The position of a record in its payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordPosition {
    /// The index in the list of its payload, counted from 0. In a sequence of payloads, every payload starts again at 0.
    pub index: usize,
    /// The bytes of the record in the input.
    pub span: Span,
}

/// The result of normalizing a file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Normalized {
    /// The canonical JSON, one document per line: fields in the order of the contract, unknown fields after them, no whitespace.
    /// `None` if the file isn't JSON and can't be corrected.
    pub json: Option<String>,
    /// The changes, in the order of their positions.
    pub changes: Vec<Change>,
    /// The remaining findings, with positions in `json` or, if that is `None`, in the file.
    pub report: Report,
}

/// A change of the content of a file. Changes of whitespace or of escapes in strings aren't listed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The rule that was broken, or `None` if members were put into the order of the contract.
    pub rule: Option<&'static Rule>,
    /// Whether the change certainly keeps the meaning.
    pub safe: bool,
    /// The JSON pointer (RFC 6901) to the value in the input file.
    pub pointer: String,
    /// The line of the first character, counted from 1.
    pub line: usize,
    /// The column of the first character, counted from 1 in Unicode scalar values.
    pub column: usize,
    /// The changed bytes in the input file.
    pub span: Span,
    /// The same range in UTF-16 code units, as editors and JavaScript count; a byte order mark counts as one.
    pub utf16: Span,
    /// The message of the finding, without any value of the file.
    pub message: String,
    /// The new text, with card numbers masked. Empty if the text was removed, `None` if members were put into order.
    pub replacement: Option<String>,
}
