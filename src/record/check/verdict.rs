use crate::record::{Blame, Record, is_off};
use crate::report::{Collector, Rule, Severity};

/// Takes the rules that a value breaks.
pub(super) trait Verdict {
    /// Takes a rule with what the finding says, which the record may have to tell.
    fn take(&mut self, rule: &'static Rule, blame: impl FnOnce(&Record<'_>, usize) -> Blame);

    /// Adds a rule with what the finding says, which the record may have to tell.
    fn add_for(&mut self, rule: &'static Rule, blame: impl FnOnce(&Record<'_>, usize) -> Blame) {
        if !is_off(rule) {
            self.take(rule, blame);
        }
    }

    /// Adds a rule with what the finding says.
    fn add(&mut self, rule: &'static Rule, blame: impl FnOnce() -> Blame) {
        self.add_for(rule, |_, _| blame());
    }

    /// Returns whether an error was added, after which nothing more is said of the value.
    fn is_error(&self) -> bool;

    /// Returns whether the text is known to hold no card number, so that nobody need search for one.
    fn is_free_of_cards(&self) -> bool {
        false
    }
}

/// Only notes that there is something to report.
pub(super) struct Silence {
    pub(super) is_broken: bool,
    pub(super) is_free_of_cards: bool,
}

impl Verdict for Silence {
    #[inline]
    fn take(&mut self, _rule: &'static Rule, _blame: impl FnOnce(&Record<'_>, usize) -> Blame) {
        self.is_broken = true;
    }

    #[inline]
    fn is_error(&self) -> bool {
        self.is_broken
    }

    #[inline]
    fn is_free_of_cards(&self) -> bool {
        self.is_free_of_cards
    }
}

/// Reports what is wrong with a value of a record.
pub(super) struct Reporter<'r, 's, 'c, 'p> {
    pub(super) record: &'r mut Record<'s>,
    pub(super) index: usize,
    pub(super) sink: &'c mut Collector<'p>,
    pub(super) is_error: bool,
}

impl Verdict for Reporter<'_, '_, '_, '_> {
    fn take(&mut self, rule: &'static Rule, blame: impl FnOnce(&Record<'_>, usize) -> Blame) {
        self.record.blame_for(self.index, rule, self.sink, |record| blame(record, self.index));
        self.is_error |= rule.severity == Severity::Error;
    }

    fn is_error(&self) -> bool {
        self.is_error
    }
}
