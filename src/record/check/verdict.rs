use crate::record::{Record, Remark, is_off};
use crate::report::{Collector, Rule, Severity};

/// Takes the rules that a value breaks: reports them of a field of a record, or only notes that there is one.
pub(super) struct Verdict<'r, 's, 'p> {
    pub(super) report: Option<(&'r mut Record<'s>, usize, &'r mut Collector<'p>)>,
    /// Whether an error was added, or any rule where none is reported. Nothing more is said of the value then.
    pub(super) is_error: bool,
    /// Whether the text is known to hold no card number, so that nobody need search for one.
    pub(super) is_free_of_cards: bool,
}

impl Verdict<'_, '_, '_> {
    /// Adds a rule with what the finding says, which the record may have to tell.
    #[inline]
    pub(super) fn add_for(&mut self, rule: &'static Rule, remark: impl FnOnce(&Record<'_>, usize) -> Remark) {
        if is_off(rule) {
            return;
        }
        self.is_error |= self.report.is_none() || rule.severity == Severity::Error;
        if let Some((record, index, sink)) = &mut self.report {
            record.blame_for(*index, rule, sink, |record| remark(record, *index));
        }
    }

    /// Adds a rule with what the finding says.
    #[inline]
    pub(super) fn add(&mut self, rule: &'static Rule, remark: impl FnOnce() -> Remark) {
        self.add_for(rule, |_, _| remark());
    }
}
