//! Rules, findings with position and fix, the policy that sets their severity, and reports.

mod collector;
#[cfg_attr(not(feature = "internals"), allow(unreachable_pub, reason = "`internals` exports it"))]
mod example;
mod finding;
#[cfg(feature = "languages")]
mod language;
mod policy;
mod rule;
mod sanitize;
mod summary;
#[cfg(feature = "languages")]
mod translation;

pub use crate::source::Span;
pub(crate) use collector::{Checkpoint, Collector, Diagnostic};
#[cfg(not(feature = "internals"))]
pub(crate) use example::Example;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub use example::Example;
pub use finding::{Cell, Finding, Fix, Fixes, Item, Param};
pub(crate) use finding::{IntoParam, ParamKind, fill_params};
#[cfg(feature = "languages")]
pub use language::Language;
#[cfg(all(test, feature = "languages"))]
pub(crate) use language::is_translated;
#[cfg(feature = "languages")]
pub(crate) use language::{help_in, message_in};
pub use policy::{Level, Limits, Policy, PolicyError};
pub use rule::{Rule, RulePage, Severity};
pub(crate) use rule::{id_of, rule_id, rules, severity};
pub(crate) use sanitize::sanitize_name;
pub use summary::{Change, Normalized, Reading, RecordPosition, Report, RuleCount};
