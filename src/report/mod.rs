//! Rules, findings with position and fix, the policy that sets their severity, and reports.

mod collector;
pub(crate) mod example;
mod finding;
pub(crate) mod language;
mod late;
mod phrase;
mod policy;
mod rule;
mod sanitize;
mod summary;
mod translation;

pub use crate::source::Span;
pub(crate) use collector::{Checkpoint, Collector, Diagnostic};
pub(crate) use example::Example;
pub use finding::{CellPosition, Finding, Fix, Fixes, Item, Param};
pub(crate) use finding::{IntoParam, ParamKind, fill_params};
pub use language::Language;
#[cfg(test)]
pub(crate) use language::is_translated;
pub(crate) use language::{Words, help_in, message_in};
pub(crate) use late::LateFinding;
pub(crate) use phrase::Phrase;
pub use policy::{Level, Limits, Policy, PolicyError};
pub use rule::{Rule, RulePage, Severity};
pub(crate) use rule::{id_of, rule_id, rules, severity};
pub(crate) use sanitize::sanitize_name;
pub use summary::{Change, Normalized, Reading, RecordPosition, Report, RuleCount};
