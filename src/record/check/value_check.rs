use crate::record::{Record, Violation, is_disabled};
use crate::report::{Collector, Rule, Severity};

/// The check of one value: receives the rules that the value violates.
pub(super) struct ValueCheck<R> {
    pub(super) reporter: R,
    /// Whether nothing more is reported about the value.
    pub(super) is_final: bool,
    /// Whether the text is known to have no card number, so that the search for one is skipped.
    pub(super) has_no_card_number: bool,
    /// Whether the text is known to have no NUL.
    pub(super) has_no_nul: bool,
}

impl<R: Reporter> ValueCheck<R> {
    pub(super) const fn new(reporter: R) -> Self {
        Self {
            reporter,
            is_final: false,
            has_no_card_number: false,
            has_no_nul: false,
        }
    }
    /// Reports the violation of a rule. The violation is built from the record.
    pub(super) fn report_with(
        &mut self,
        rule: &'static Rule,
        violation: impl FnOnce(&Record<'_>, usize) -> Violation,
    ) {
        if !is_disabled(rule) {
            self.is_final |= self.reporter.report(rule, violation);
        }
    }

    /// Reports the violation of a rule.
    pub(super) fn report(&mut self, rule: &'static Rule, violation: impl FnOnce() -> Violation) {
        self.report_with(rule, |_, _| violation());
    }
}

/// Reports the violation of a rule, and returns whether nothing more is to be reported about the value.
pub(super) trait Reporter {
    fn report(
        &mut self,
        rule: &'static Rule,
        violation: impl FnOnce(&Record<'_>, usize) -> Violation,
    ) -> bool;
}

/// Reports nothing: the caller only needs to know whether there is a violation.
impl Reporter for () {
    #[inline]
    fn report(
        &mut self,
        _rule: &'static Rule,
        _violation: impl FnOnce(&Record<'_>, usize) -> Violation,
    ) -> bool {
        true
    }
}

/// Reports the violation at the field of a record.
impl Reporter for (&mut Record<'_>, usize, &mut Collector<'_>) {
    fn report(
        &mut self,
        rule: &'static Rule,
        violation: impl FnOnce(&Record<'_>, usize) -> Violation,
    ) -> bool {
        let (record, index, sink) = self;
        record.report_with(*index, rule, sink, |record| violation(record, *index));
        rule.severity == Severity::Error
    }
}
