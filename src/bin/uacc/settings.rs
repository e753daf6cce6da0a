//! Reads how the caller wants something done, from options and from files.

use std::path::Path;
use std::sync::Arc;

use universal_accounting::contract;
use universal_accounting::format::Profile;
use universal_accounting::report::{Level, Policy, Reading};
use universal_accounting::statement::AccountMap;

use crate::arguments::{Grading, PolicyArguments};
use crate::output::Failure;
use crate::window::clean;
use crate::{excerpt, files, rules};

/// How a call wants its input judged.
pub(crate) fn policy(call: &PolicyArguments) -> Result<Policy, Failure> {
    let policy = if call.received { Policy::received() } else { Policy::new() };
    graded(policy, &call.grading)
}

/// A policy with the findings graded as a call wants.
pub(crate) fn graded(mut policy: Policy, call: &Grading) -> Result<Policy, Failure> {
    if call.strict {
        policy = policy.strict();
    }
    if call.redact {
        policy = policy.redacted();
    }
    for (ids, level) in [(&call.allow, Level::Allow), (&call.warn, Level::Warn), (&call.deny, Level::Deny)] {
        for id in ids {
            let rule = contract::rule(id).ok_or_else(|| Failure::Call(rules::unknown(id)))?;
            policy = policy.with(rule, level).map_err(|error| Failure::Call(error.to_string()))?;
        }
    }
    Ok(policy)
}

/// Reads a profile of the user's own, or says what is wrong with it.
pub(crate) fn own_profile(path: &Path) -> Result<Arc<Profile>, Failure> {
    usable("the profile", path, Profile::read, &Policy::new()).map(Arc::new)
}

pub(crate) fn account_map(path: &Path) -> Result<Arc<AccountMap>, Failure> {
    usable("the map of accounts", path, AccountMap::read, &Policy::new()).map(Arc::new)
}

/// Reads a file that the caller wrote, or fails after telling what is wrong with it.
pub(crate) fn usable<T>(
    what: &str,
    path: &Path,
    read: impl FnOnce(&[u8], &Policy) -> Reading<T>,
    policy: &Policy,
) -> Result<T, Failure> {
    let input = files::read(path)?;
    let reading = read(&input.bytes, policy);
    excerpt::tell(&input, &reading.report, policy);
    reading.value.ok_or_else(|| Failure::Call(format!("{what} {} can't be used", clean(&input.name))))
}
