use universal_accounting::contract;
use universal_accounting::report::{Level, Policy, Rule};

use crate::arguments::{Grading, PolicyArguments};
use crate::outcome::Failure;
use crate::rules;

/// How a call wants its input judged.
pub(crate) fn of(call: &PolicyArguments) -> Result<Policy, Failure> {
    let policy = if call.received { Policy::received() } else { Policy::new() };
    graded(policy, &call.grading)
}

/// How a call wants its findings graded.
pub(crate) fn grading(call: &Grading) -> Result<Policy, Failure> {
    graded(Policy::new(), call)
}

fn graded(mut policy: Policy, call: &Grading) -> Result<Policy, Failure> {
    if call.strict {
        policy = policy.strict();
    }
    if call.redact {
        policy = policy.redacted();
    }
    for (ids, level) in [(&call.allow, Level::Allow), (&call.warn, Level::Warn), (&call.deny, Level::Deny)] {
        for id in ids {
            policy = policy.with(rule(id)?, level).map_err(|error| Failure::Call(error.to_string()))?;
        }
    }
    Ok(policy)
}

fn rule(id: &str) -> Result<&'static Rule, Failure> {
    contract::rule(id).ok_or_else(|| Failure::Call(rules::unknown(id)))
}
