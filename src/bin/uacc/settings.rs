//! Reads how the caller wants something done, from options and from files.

use std::path::Path;
use std::sync::Arc;

use clap::Args;
use universal_accounting::contract;
use universal_accounting::format::{Format, Profile};
use universal_accounting::report::{Level, Policy, Reading};

use crate::window::clean;
use crate::{excerpt, files, rules};

#[derive(Debug, Args)]
pub(crate) struct PolicyArguments {
    /// The payload came from the service: null stands for an optional field that is absent.
    #[arg(long)]
    received: bool,
    #[command(flatten)]
    grading: Grading,
}

#[derive(Debug, Args)]
pub(crate) struct Grading {
    /// Count every warning as an error.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Keep every value of the input out of what is said: no fix, no id, no excerpt.
    #[arg(long)]
    redact: bool,
    /// Say nothing of a warning.
    #[arg(long, value_name = "RULE")]
    allow: Vec<String>,
    /// Say a rule as a warning, also under --strict; stronger than --allow.
    #[arg(long, value_name = "RULE")]
    warn: Vec<String>,
    /// Count a warning as an error; stronger than --allow and --warn.
    #[arg(long, value_name = "RULE")]
    deny: Vec<String>,
}

impl PolicyArguments {
    pub(crate) fn policy(&self) -> Result<Policy, String> {
        self.grading.applied_to(if self.received { Policy::new().received() } else { Policy::new() })
    }
}

impl Grading {
    pub(crate) fn applied_to(&self, mut policy: Policy) -> Result<Policy, String> {
        if self.strict {
            policy = policy.strict();
        }
        if self.redact {
            policy = policy.redacted();
        }
        for (ids, level) in [(&self.allow, Level::Allow), (&self.warn, Level::Warn), (&self.deny, Level::Deny)] {
            for id in ids {
                let rule = contract::rule(id).ok_or_else(|| rules::unknown(id))?;
                policy = policy.level(rule, level).map_err(|error| error.to_string())?;
            }
        }
        Ok(policy)
    }
}

pub(crate) fn own_profile(path: &Path) -> Result<Format, String> {
    usable("the profile", path, Profile::read, &Policy::new()).map(|profile| Format::Custom(Arc::new(profile)))
}

/// Reads a file that the caller wrote, or fails after telling what is wrong with it.
pub(crate) fn usable<T>(
    what: &str,
    path: &Path,
    read: impl FnOnce(&[u8], &Policy) -> Reading<T>,
    policy: &Policy,
) -> Result<T, String> {
    let input = files::read(path)?;
    let reading = read(&input.bytes, policy);
    excerpt::tell(&input, &reading.report, policy);
    reading.value.ok_or_else(|| format!("{what} {} can't be used", clean(&input.name)))
}
