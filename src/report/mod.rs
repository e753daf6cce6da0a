//! What was found: rules, findings with their place and fix, the policy that grades them, the report.

mod collector;
mod example;
mod finding;
mod policy;
mod rule;
mod shown;
mod summary;

pub(crate) use collector::{Collector, Diagnostic, Mark};
pub use example::Example;
pub use finding::{Cell, Finding, Fix, Fixes, Item, Param};
pub use policy::{Level, Limits, Policy, PolicyError};
pub use rule::{Page, Rule, Severity};
pub(crate) use rule::{id, rules, severity};
pub(crate) use shown::shown;
pub use summary::{Change, Count, Normalized, Reading, Report};
