use std::fmt;

use super::{Fixes, Rule, Severity};

/// What a caller makes of a warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Say nothing.
    Allow,
    /// Say it as a warning.
    Warn,
    /// Say it as an error.
    Deny,
}

/// How an input is judged: which warnings count, what an absent value may look like, how much is read.
///
/// A policy changes severities and what is said, never whether a value is built. An error of the contract can't be
/// lowered.
///
/// ```
/// use universal_accounting::{contract, report::{Level, Policy}};
///
/// let rule = contract::rule("unknown-field").ok_or("no such rule")?;
/// let policy = Policy::new().level(rule, Level::Deny)?;
/// assert!(Policy::new().level(contract::rule("amount-zero").ok_or("no such rule")?, Level::Allow).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub struct Policy {
    levels: Vec<(&'static Rule, Level)>,
    strict: bool,
    pub(crate) null_is_absent: bool,
    pub(crate) sequence: bool,
    redacted: bool,
    pub(super) only_fixable: Option<Fixes>,
    pub(crate) limits: Limits,
}

impl Policy {
    /// Warnings stay warnings; limits as in [`Limits::default`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// For reading what a service sent: `null` stands for an optional field that is absent.
    #[must_use]
    pub fn received(self) -> Self {
        Self { null_is_absent: true, ..self }
    }

    /// Denies every warning that has no level of its own.
    #[must_use]
    pub fn strict(self) -> Self {
        Self { strict: true, ..self }
    }

    /// Reads several payloads, each beginning on a line of its own, as `uacc convert` writes them when it splits.
    ///
    /// ```
    /// use universal_accounting::{report::Policy, transactions};
    ///
    /// let payloads = b"{\"transactions\": []}\n{\"transactions\": []}\n";
    /// assert_eq!(transactions::check(payloads, &Policy::new().sequence()).findings[1].line, 2);
    /// assert_eq!(transactions::check(payloads, &Policy::new()).findings[1].rule.id, "several-documents");
    /// ```
    #[must_use]
    pub fn sequence(self) -> Self {
        Self { sequence: true, ..self }
    }

    /// Keeps every value of the input out of what is said: findings and changes have no replacement and no id of a record, only their place.
    /// Names of members and columns stay.
    ///
    /// ```
    /// use universal_accounting::{report::Policy, transactions};
    ///
    /// let payload = br#"{"transactions": [{"accountIdentifier": "a", "transactionId": "secret", "creditDebit": "DEBIT",
    ///     "amount": "1.00", "currency": "CHF", "bookedAt": "2026-03-31"}]}"#;
    /// let told = |policy: &Policy| transactions::check(payload, policy).findings.remove(0);
    /// assert_eq!(told(&Policy::new()).fix.map(|fix| fix.replacement), Some("\"debit\"".to_owned()));
    /// assert_eq!(told(&Policy::new().redacted()).fix, None);
    /// assert_eq!(told(&Policy::new().redacted()).item.and_then(|item| item.id), None);
    /// ```
    #[must_use]
    pub fn redacted(self) -> Self {
        Self { redacted: true, ..self }
    }

    /// Other limits than the default ones.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Gives one rule a level of its own; the last word on a rule holds.
    ///
    /// # Errors
    ///
    /// An error of the contract can't be allowed or lowered to a warning.
    pub fn level(mut self, rule: &'static Rule, level: Level) -> Result<Self, PolicyError> {
        if rule.severity == Severity::Error && level != Level::Deny {
            return Err(PolicyError { rule });
        }
        self.levels.retain(|(known, _)| *known != rule);
        self.levels.push((rule, level));
        Ok(self)
    }

    /// The severity of a rule here; none where it is allowed.
    pub(crate) fn severity(&self, rule: &Rule) -> Option<Severity> {
        if rule.severity == Severity::Error {
            return Some(Severity::Error);
        }
        match self.levels.iter().find(|(known, _)| *known == rule) {
            Some((_, Level::Allow)) => None,
            Some((_, Level::Deny)) => Some(Severity::Error),
            None if self.strict => Some(Severity::Error),
            Some((_, Level::Warn)) | None => Some(Severity::Warning),
        }
    }

    /// Keeps the findings with such a fix and no others, but all of these, also with a fix that may not be shown: for one who
    /// applies them. A null is one of them whoever sent it, since what comes out is meant to be sent. Where there is no such finding,
    /// there is nothing to apply, and the report is the one that is asked for without this.
    pub(crate) fn only_fixable(self, fixes: Fixes) -> Self {
        Self { only_fixable: Some(fixes), null_is_absent: false, ..self }
    }

    /// Whether values of the input are kept out of what is said.
    #[must_use]
    pub const fn is_redacted(&self) -> bool {
        self.redacted
    }
}

/// A rule whose severity can't be lowered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyError {
    rule: &'static Rule,
}

impl fmt::Display for PolicyError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} is an error of the contract and can't be lowered; only warnings can", self.rule.id)
    }
}

impl std::error::Error for PolicyError {}

/// How much is read and said, so that no input takes time or memory out of proportion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one input. Default: 1 GiB.
    pub bytes: usize,
    /// Open brackets around a JSON value. Default: 128.
    pub depth: usize,
    /// Items of one list, or rows of one bank file; those beyond are rejected. Default: 10 million, which with a hundred bytes each
    /// are as many as the default for `bytes` lets in.
    pub records: usize,
    /// Bytes of one cell in a row of a bank file. Default: 1 MiB. The longest in real files has 400 bytes; a quoted cell is
    /// followed no further than 1 MiB, whatever the limit.
    pub cell: usize,
    /// Bytes of one row of a bank file, all of its lines together. Default: 4 MiB. The longest line in real files has 3000.
    pub line: usize,
    /// Findings of one rule that are kept; all are counted. Default: 100.
    pub findings_per_rule: usize,
    /// Findings that are kept in all, errors first; all are counted. Default: 1000.
    pub findings: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 1 << 30,
            depth: 128,
            records: 10_000_000,
            cell: 1 << 20,
            line: 4 << 20,
            findings_per_rule: 100,
            findings: 1000,
        }
    }
}
