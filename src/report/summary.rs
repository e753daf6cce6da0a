use super::{Finding, Rule, Severity};

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
    pub(crate) breaches_of_whole: usize,
    /// How many findings each rule has, in the order of their first one.
    pub counts: Vec<Count>,
}

impl Report {
    /// Whether something breaks the contract, whatever a policy makes of warnings.
    pub(crate) fn breaks_the_contract(&self) -> bool {
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
pub struct Count {
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
