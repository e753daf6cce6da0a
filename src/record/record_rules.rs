//! Rules over several fields of one record. Each rule is written once, over a view of the fields.
//!
//! To change it: `record_rules!` makes a type without values for each list. Its function `check` stands for two: `all_hold` asks for a verdict only and is compiled for views
//! of fields that were just read, where the compiler removes most of a rule; `report` goes on after a violation. Under test, `RULES` lists the rules, and a
//! rule can be switched off, by which the tests see that its examples break it and no other.
//!
//! The views are a record and an entry of a statement. A record reports each violation; for a clean one, and for an entry, it is only checked whether there
//! is one.

use std::borrow::Borrow;

use super::{Fields, Record, Violation};
#[cfg(test)]
use crate::report::Severity;
use crate::report::{Collector, Rule};

/// A list of rules over the fields of one record, defined with [`record_rules!`].
pub(crate) trait RecordRules {
    /// The rules, in the order in which they are checked.
    #[cfg(test)]
    const RULES: &'static [&'static Rule];

    /// Checks each rule and calls `on_violation` for each violation; the check stops once that returns false. Returns whether all rules were checked.
    fn check<F: Fields, V: Borrow<F>>(
        view: &mut V,
        on_violation: impl FnMut(&mut V, &'static Rule, Violation) -> bool,
    ) -> bool;

    /// Returns whether the fields violate no rule.
    #[inline]
    fn all_hold<F: Fields>(fields: &F) -> bool {
        Self::check::<F, _>(&mut &*fields, |_, _, _| false)
    }

    /// Reports each violation.
    fn report(record: &mut Record<'_>, sink: &mut Collector<'_>) {
        Self::check(record, |record, rule, violation| {
            record.report_violation(rule, violation, sink);
            true
        });
    }
}

/// The empty list of rules.
impl RecordRules for () {
    #[cfg(test)]
    const RULES: &'static [&'static Rule] = &[];

    fn check<F: Fields, V: Borrow<F>>(
        _view: &mut V,
        _on_violation: impl FnMut(&mut V, &'static Rule, Violation) -> bool,
    ) -> bool {
        true
    }
}

/// Defines a list of rules over the fields of one record: for each rule its name, and an expression that returns the violation, if any.
macro_rules! record_rules {
    ($visibility:vis $list:ident { $($rule:path => |$fields:pat_param| $check:expr;)* }) => {
        #[derive(Debug, Default)]
        $visibility struct $list;

        impl $crate::record::RecordRules for $list {
            #[cfg(test)]
            const RULES: &'static [&'static $crate::report::Rule] = &[$(&$rule),*];

            #[inline]
            fn check<F: $crate::record::Fields, V: std::borrow::Borrow<F>>(
                view: &mut V,
                mut on_violation: impl FnMut(&mut V, &'static $crate::report::Rule, $crate::record::Violation) -> bool,
            ) -> bool {
                $({
                    #[inline(always)]
                    #[allow(clippy::inline_always, reason = "measured: known fields let the compiler remove most of a rule")]
                    fn check<F: $crate::record::Fields>($fields: &F) -> Option<$crate::record::Violation> {
                        $check
                    }
                    if !$crate::record::is_disabled(&$rule)
                        && let Some(violation) = check::<F>((*view).borrow())
                        && !on_violation(view, &$rule, violation)
                    {
                        return false;
                    }
                })*
                #[cfg(test)]
                if let Some(violation) = $crate::record::check_test_rule::<F>((*view).borrow())
                    && !on_violation(view, &$crate::record::TEST_RULE, violation)
                {
                    return false;
                }
                true
            }
        }
    };
}

pub(crate) use record_rules;

/// Returns whether a test has disabled a rule.
#[cfg(not(test))]
pub(crate) const fn is_disabled(_rule: &Rule) -> bool {
    false
}

#[cfg(test)]
pub(crate) use test_rules::{
    FALLBACKS, TEST_RULE, check_test_rule, is_disabled, with_test_rule, without_rule,
};

/// Rules that a test disables or adds, to show that each rule is written in one place.
#[cfg(test)]
mod test_rules {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        static DISABLED: Cell<Option<&'static Rule>> = const { Cell::new(None) };
        static TEST_RULE_IS_ENABLED: Cell<bool> = const { Cell::new(false) };
        /// The number of records that a fast path left to the general reader.
        pub(crate) static FALLBACKS: Cell<usize> = const { Cell::new(0) };
    }

    /// A rule that each list has while [`with_test_rule`] runs. Every record whose first field has a value violates it.
    pub(crate) static TEST_RULE: Rule = Rule::without_texts("added-in-test", Severity::Warning);

    pub(crate) fn check_test_rule<F: Fields>(fields: &F) -> Option<Violation> {
        (TEST_RULE_IS_ENABLED.get() && fields.has(0)).then(Violation::default)
    }

    pub(crate) fn is_disabled(rule: &'static Rule) -> bool {
        DISABLED.get() == Some(rule)
    }

    pub(crate) fn without_rule<R>(rule: &'static Rule, run: impl FnOnce() -> R) -> R {
        DISABLED.set(Some(rule));
        let result = run();
        DISABLED.set(None);
        result
    }

    pub(crate) fn with_test_rule<R>(run: impl FnOnce() -> R) -> R {
        TEST_RULE_IS_ENABLED.set(true);
        let result = run();
        TEST_RULE_IS_ENABLED.set(false);
        result
    }
}
