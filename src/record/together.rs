//! Rules over several fields of one record, each stated once over a view of the fields.
//!
//! A record that was read in the general way, an object that the fast reader saw and an entry of a statement are three views. The general way reports what
//! a list of rules finds; the fast paths only ask whether it finds anything.

use std::borrow::Borrow;

use super::{Fields, Record, Remark};
#[cfg(test)]
use crate::report::Severity;
use crate::report::{Collector, Rule};

/// A list of rules over the fields of one record, written with [`record_rules!`].
pub(crate) trait RecordRules {
    /// The rules, in the order in which they are asked.
    #[cfg(test)]
    const RULES: &'static [&'static Rule];

    /// Asks each rule of a view of the fields and gives what it has to report to `found`, which returns whether to go on. Returns whether all were
    /// asked.
    fn ask<F: Fields, V: Borrow<F>>(view: &mut V, found: impl FnMut(&mut V, &'static Rule, Remark) -> bool) -> bool;

    /// Returns whether no rule has anything to report.
    #[inline]
    fn are_silent<F: Fields>(fields: &F) -> bool {
        Self::ask::<F, _>(&mut &*fields, |_, _, _| false)
    }

    /// Reports what each rule finds.
    fn report(record: &mut Record<'_>, sink: &mut Collector<'_>) {
        Self::ask(record, |record, rule, remark| {
            record.remark(rule, remark, sink);
            true
        });
    }
}

/// No rules.
impl RecordRules for () {
    #[cfg(test)]
    const RULES: &'static [&'static Rule] = &[];

    fn ask<F: Fields, V: Borrow<F>>(_view: &mut V, _found: impl FnMut(&mut V, &'static Rule, Remark) -> bool) -> bool {
        true
    }
}

/// Writes a list of rules over the fields of one record: the name of each rule, and what it has to report of a view of the fields.
macro_rules! record_rules {
    ($visibility:vis $list:ident { $($rule:path => |$fields:pat_param| $check:expr;)* }) => {
        #[derive(Debug, Default)]
        $visibility struct $list;

        impl $crate::record::RecordRules for $list {
            #[cfg(test)]
            const RULES: &'static [&'static $crate::report::Rule] = &[$(&$rule),*];

            #[inline]
            fn ask<F: $crate::record::Fields, V: std::borrow::Borrow<F>>(
                view: &mut V,
                mut found: impl FnMut(&mut V, &'static $crate::report::Rule, $crate::record::Remark) -> bool,
            ) -> bool {
                $({
                    #[inline(always)]
                    #[allow(clippy::inline_always, reason = "measured: what is known of the fields makes most of a rule vanish")]
                    fn check<F: $crate::record::Fields>($fields: &F) -> Option<$crate::record::Remark> {
                        $check
                    }
                    if !$crate::record::is_off(&$rule)
                        && let Some(remark) = check::<F>((*view).borrow())
                        && !found(view, &$rule, remark)
                    {
                        return false;
                    }
                })*
                #[cfg(test)]
                if let Some(remark) = $crate::record::added_in_test::<F>((*view).borrow())
                    && !found(view, &$crate::record::ADDED_IN_TEST, remark)
                {
                    return false;
                }
                true
            }
        }
    };
}

pub(crate) use record_rules;

/// Returns whether a test has turned a rule off.
#[cfg(not(test))]
pub(crate) const fn is_off(_rule: &Rule) -> bool {
    false
}

#[cfg(test)]
pub(crate) use switch::{ADDED_IN_TEST, HANDED_OVER, added_in_test, is_off, with_added, without};

/// Rules that a test turns off or adds, to show that each is stated in one place.
#[cfg(test)]
mod switch {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        static OFF: Cell<Option<&'static Rule>> = const { Cell::new(None) };
        static IS_ADDED: Cell<bool> = const { Cell::new(false) };
        /// How many records a fast path has handed over to the general way.
        pub(crate) static HANDED_OVER: Cell<usize> = const { Cell::new(0) };
    }

    /// A rule that each list has while [`with_added`] runs: the first field has a value.
    pub(crate) static ADDED_IN_TEST: Rule =
        Rule { id: "added-in-test", severity: Severity::Warning, message: "", help: "", since: "" };

    pub(crate) fn added_in_test<F: Fields>(fields: &F) -> Option<Remark> {
        (IS_ADDED.get() && fields.has(0)).then(Remark::default)
    }

    pub(crate) fn is_off(rule: &'static Rule) -> bool {
        OFF.get() == Some(rule)
    }

    pub(crate) fn without<R>(rule: &'static Rule, run: impl FnOnce() -> R) -> R {
        OFF.set(Some(rule));
        let result = run();
        OFF.set(None);
        result
    }

    pub(crate) fn with_added<R>(run: impl FnOnce() -> R) -> R {
        IS_ADDED.set(true);
        let result = run();
        IS_ADDED.set(false);
        result
    }
}
