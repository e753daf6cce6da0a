use std::fmt;

use super::{Fixes, Rule, Severity};

/// How a policy treats a warning or a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Don't report it.
    Allow,
    /// Report it as a warning.
    Warn,
    /// Report it as an error.
    Deny,
}

/// The settings of a check: the severity of warnings and notes, whether `null` means an absent field, and limits.
///
/// All other settings of this crate are structs with public fields. A policy has methods, since [`level`](Self::level) checks its rule and a policy is often
/// written where it is passed.
///
/// Levels change the severities in a report, but never which records are accepted. An error of the service's contract can't be lowered.
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
#[allow(
    clippy::struct_excessive_bools,
    reason = "the switches are independent"
)]
pub struct Policy {
    levels: Vec<(&'static str, Level)>,
    strict: bool,
    pub(crate) null_is_absent: bool,
    pub(crate) sequence: bool,
    redacted: bool,
    brand: Option<String>,
    pub(super) only_fixable: Option<Fixes>,
    pub(crate) limits: Limits,
}

impl Policy {
    /// Creates a policy that reports warnings as warnings and notes as notes, with the limits of [`Limits::new`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Accepts `null` in place of an absent optional field, as in data that the service sends.
    ///
    /// ```
    /// use universal_accounting::{report::Policy, transactions};
    ///
    /// let payload = br#"{"transactions": [{"accountIdentifier": "CH9300762011623852957", "transactionId": "1", "creditDebit": "debit",
    ///     "amount": "1.00", "currency": "CHF", "bookedAt": "2026-03-31", "text": null}]}"#;
    /// assert_eq!(transactions::check(payload, &Policy::new()).findings[0].rule.id, "null-value");
    /// assert!(transactions::check(payload, &Policy::new().received()).findings.is_empty());
    /// ```
    #[must_use]
    pub fn received(self) -> Self {
        Self {
            null_is_absent: true,
            ..self
        }
    }

    /// Reports warnings as errors, except for rules with a [level](Self::level) of their own. Notes stay notes.
    #[must_use]
    pub fn strict(self) -> Self {
        Self {
            strict: true,
            ..self
        }
    }

    /// Accepts a sequence of payloads, each starting on a new line, as `uacc convert` writes them when it splits a file.
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
        Self {
            sequence: true,
            ..self
        }
    }

    /// Keeps values of the input out of reports: findings and changes have a position, but no replacement and no id of a record.
    /// Names of fields and columns stay in the reports.
    ///
    /// ```
    /// use universal_accounting::{report::Policy, transactions};
    ///
    /// let payload = br#"{"transactions": [{"accountIdentifier": "a", "transactionId": "secret", "creditDebit": "DEBIT",
    ///     "amount": "1.00", "currency": "CHF", "bookedAt": "2026-03-31"}]}"#;
    /// let finding = |policy: &Policy| transactions::check(payload, policy).findings.remove(0);
    /// assert_eq!(finding(&Policy::new()).fix.map(|fix| fix.replacement), Some("\"debit\"".to_owned()));
    /// assert_eq!(finding(&Policy::new().redacted()).fix, None);
    /// assert_eq!(finding(&Policy::new().redacted()).item.and_then(|item| item.id), None);
    /// ```
    #[must_use]
    pub fn redacted(self) -> Self {
        Self {
            redacted: true,
            ..self
        }
    }

    /// Sets what the service writes in the place of `service` in the names of fields, such as `acme` for `acmeFileId`. Without it, a reader learns it
    /// where the file leaves no doubt. A name can only begin with a word of ASCII letters and digits, whose first letter is a small one; another
    /// brand is ignored.
    ///
    /// ```
    /// use universal_accounting::{documents, report::Policy};
    ///
    /// let answer = br#"{"acmeFileId": "file-4711"}"#;
    /// let reading = documents::read_result(answer, None, &Policy::new().brand("acme"));
    /// assert_eq!(reading.value.map(|result| result.service_file_id.to_string()).as_deref(), Some("file-4711"));
    /// assert_eq!(documents::read_result(answer, None, &Policy::new()).brand.as_deref(), Some("acme"));
    /// ```
    #[must_use]
    pub fn brand(self, brand: impl Into<String>) -> Self {
        Self {
            brand: Some(brand.into()),
            ..self
        }
    }

    /// Returns what the service writes in the place of `service`, if it is set.
    pub(crate) fn brand_name(&self) -> Option<&str> {
        self.brand.as_deref()
    }

    /// Sets the limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets the level of one rule, replacing an earlier level of the same rule.
    ///
    /// # Errors
    ///
    /// The rule is an error of the service's contract, which can't be allowed or lowered to a warning.
    pub fn level(self, rule: &'static Rule, level: Level) -> Result<Self, PolicyError> {
        self.level_of(rule.id, rule.severity, level)
    }

    /// Sets the level of the rule with this id and severity.
    pub(crate) fn level_of(
        mut self,
        id: &'static str,
        severity: Severity,
        level: Level,
    ) -> Result<Self, PolicyError> {
        if severity == Severity::Error && level != Level::Deny {
            return Err(PolicyError { id });
        }
        self.levels.retain(|(known, _)| *known != id);
        self.levels.push((id, level));
        Ok(self)
    }

    /// Returns the severity of a rule under this policy, or `None` if the rule is allowed.
    pub(crate) fn severity(&self, rule: &Rule) -> Option<Severity> {
        if rule.severity == Severity::Error {
            return Some(Severity::Error);
        }
        match self.levels.iter().find(|(known, _)| *known == rule.id) {
            Some((_, Level::Allow)) => None,
            Some((_, Level::Warn)) => Some(Severity::Warning),
            Some((_, Level::Deny)) => Some(Severity::Error),
            None if self.strict && rule.severity == Severity::Warning => Some(Severity::Error),
            None => Some(rule.severity),
        }
    }

    /// Keeps all findings whose fix is among `fixes` and no others, for a caller that applies the fixes. Limits and redaction don't apply, and fixes may
    /// contain card numbers.
    ///
    /// `null` is a finding too, even with [`received`](Self::received), because the normalized output is meant to be sent. If there is no finding to
    /// fix, the report is the same as without this setting.
    pub(crate) fn only_fixable(self, fixes: Fixes) -> Self {
        Self {
            only_fixable: Some(fixes),
            null_is_absent: false,
            ..self
        }
    }

    /// Whether reports contain no values of the input.
    #[must_use]
    pub const fn is_redacted(&self) -> bool {
        self.redacted
    }
}

/// The error for a rule whose severity can't be lowered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyError {
    id: &'static str,
}

impl fmt::Display for PolicyError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} is an error of the contract and can't be lowered; only warnings and notes can",
            self.id
        )
    }
}

impl std::error::Error for PolicyError {}

/// Limits on input and report, so that no input takes excessive time or memory.
///
/// ```
/// use universal_accounting::report::{Limits, Policy};
///
/// let mut limits = Limits::new();
/// limits.findings = 20;
/// let policy = Policy::new().limits(limits);
/// # _ = policy;
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum size of an input, in bytes. Default: 1 GiB.
    pub bytes: usize,
    /// The maximum nesting depth of JSON. Default: 128.
    pub depth: usize,
    /// The maximum number of items of a list, or of rows of a bank file; further ones are rejected. Default: 10 million, which with a
    /// hundred bytes each is about as many as the default of `bytes` allows.
    pub records: usize,
    /// The maximum size of a cell of a bank file, in bytes. Default: 1 MiB. The longest cell seen in real files has 400 bytes. The reader
    /// follows a quoted cell for at most 1 MiB, regardless of the limit.
    pub cell: usize,
    /// The maximum size of a row of a bank file with all of its lines, in bytes. Default: 4 MiB. The longest line seen in real files has 3000 bytes.
    pub line: usize,
    /// The maximum number of findings of one rule in a report; all are counted. Default: 100.
    pub findings_per_rule: usize,
    /// The maximum number of findings in a report, errors before warnings before notes; all are counted. Default: 1000.
    pub findings: usize,
}

impl Limits {
    /// Returns the limits with the defaults that the fields state.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    static ERROR: Rule = Rule::without_texts("error-in-test", Severity::Error);
    static WARNING: Rule = Rule::without_texts("warning-in-test", Severity::Warning);
    static NOTE: Rule = Rule::without_texts("note-in-test", Severity::Note);

    #[test]
    fn strictness_denies_warnings_only() {
        let policy = Policy::new().strict();
        let severities = [&ERROR, &WARNING, &NOTE].map(|rule| policy.severity(rule));
        let expected = [Severity::Error, Severity::Error, Severity::Note];
        assert_eq!(severities, expected.map(Some));
    }

    #[test]
    fn a_level_silences_and_raises_warnings_and_notes_but_no_errors() {
        let levels = [Level::Allow, Level::Warn, Level::Deny];
        let expected = [None, Some(Severity::Warning), Some(Severity::Error)];
        for policy in [Policy::new(), Policy::new().strict()] {
            for rule in [&WARNING, &NOTE] {
                let severities = levels.map(|level| {
                    let policy = policy.clone().level(rule, level).unwrap();
                    policy.severity(rule)
                });
                assert_eq!(severities, expected, "{:?}", rule.severity);
            }
            let is_accepted = levels.map(|level| policy.clone().level(&ERROR, level).is_ok());
            assert_eq!(is_accepted, [false, false, true]);
        }
    }
}
