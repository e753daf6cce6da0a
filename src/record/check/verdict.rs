use crate::record::{Record, Remark, is_off};
use crate::report::{Collector, Rule, Severity};

/// Takes the rules that a value breaks.
pub(super) struct Verdict<R> {
    pub(super) reporter: R,
    /// Whether nothing more is said of the value.
    pub(super) is_final: bool,
    /// Whether the text is known to hold no card number, so that nobody need search for one.
    pub(super) is_free_of_cards: bool,
}

impl<R: Reporter> Verdict<R> {
    /// Adds a rule with what the finding says, which the record may have to tell.
    pub(super) fn add_for(&mut self, rule: &'static Rule, remark: impl FnOnce(&Record<'_>, usize) -> Remark) {
        if !is_off(rule) {
            self.is_final |= self.reporter.report(rule, remark);
        }
    }

    /// Adds a rule with what the finding says.
    pub(super) fn add(&mut self, rule: &'static Rule, remark: impl FnOnce() -> Remark) {
        self.add_for(rule, |_, _| remark());
    }
}

/// Reports a rule that a value breaks, and returns whether nothing more is to be said of the value.
pub(super) trait Reporter {
    fn report(&mut self, rule: &'static Rule, remark: impl FnOnce(&Record<'_>, usize) -> Remark) -> bool;
}

/// Only notes that there is something to report.
impl Reporter for () {
    #[inline]
    fn report(&mut self, _rule: &'static Rule, _remark: impl FnOnce(&Record<'_>, usize) -> Remark) -> bool {
        true
    }
}

/// Reports of the field of a record.
impl Reporter for (&mut Record<'_>, usize, &mut Collector<'_>) {
    fn report(&mut self, rule: &'static Rule, remark: impl FnOnce(&Record<'_>, usize) -> Remark) -> bool {
        let (record, index, sink) = self;
        record.blame_for(*index, rule, sink, |record| remark(record, *index));
        rule.severity == Severity::Error
    }
}
