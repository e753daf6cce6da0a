//! Command-line arguments that several commands share, and the files that they name.

use std::path::Path;

use clap::Args;
use universal_accounting::base_data::{self, BaseData, BaseDataReading};
use universal_accounting::contract;
use universal_accounting::format::{Format, Profile};
use universal_accounting::report::{Level, Policy, Reading, Report};

use crate::files::Input;
use crate::sanitize::sanitize;
use crate::{files, findings, rules};

#[derive(Debug, Args)]
pub(crate) struct PayloadPolicyArguments {
    /// Accept null as an absent optional field, for payloads that the service sent.
    #[arg(long)]
    received: bool,
    /// What the service writes in the place of `service` in the names of fields, such as `acme` for `acmeFileId`. Without it, the name is learned.
    #[arg(long, value_name = "NAME")]
    brand: Option<String>,
    #[command(flatten)]
    policy: PolicyArguments,
}

#[derive(Debug, Args)]
pub(crate) struct PolicyArguments {
    /// Treat every warning as an error.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Leave all values of the input out of messages: no fixes, no ids, no excerpts.
    #[arg(long)]
    redact: bool,
    /// Turn off a warning. Can be repeated.
    #[arg(long, value_name = "RULE")]
    allow: Vec<String>,
    /// Report a rule as a warning, even with --strict. Overrides --allow. Can be repeated.
    #[arg(long, value_name = "RULE")]
    warn: Vec<String>,
    /// Report a warning as an error. Overrides --allow and --warn. Can be repeated.
    #[arg(long, value_name = "RULE")]
    deny: Vec<String>,
}

/// The ids of the only warnings that are errors unless told otherwise.
const CONFLICTS: [&str; 2] = ["transaction-conflict", "journal-conflict"];

impl PayloadPolicyArguments {
    pub(crate) fn policy(&self) -> Result<Policy, String> {
        let policy = if self.received { Policy::new().received() } else { Policy::new() };
        let policy = match &self.brand {
            Some(brand) => policy.brand(brand),
            None => policy,
        };
        self.policy.apply_to(policy)
    }
}

impl PolicyArguments {
    pub(crate) fn apply_to(&self, mut policy: Policy) -> Result<Policy, String> {
        // A script should notice that the books differ from the bank or the service.
        for rule in CONFLICTS.into_iter().filter_map(contract::rule) {
            policy = policy.level(rule, Level::Deny).map_err(|error| error.to_string())?;
        }
        if self.strict {
            policy = policy.strict();
        }
        if self.redact {
            policy = policy.redacted();
        }
        for (ids, level) in [(&self.allow, Level::Allow), (&self.warn, Level::Warn), (&self.deny, Level::Deny)] {
            for id in ids {
                let rule = contract::rule(id).ok_or_else(|| rules::unknown_rule(id))?;
                policy = policy.level(rule, level).map_err(|error| error.to_string())?;
            }
        }
        Ok(policy)
    }
}

pub(crate) fn read_profile(path: &Path) -> Result<Format, String> {
    read_settings_file("the profile", path, Profile::read, &Policy::new()).map(Format::Custom)
}

/// Reads a file of settings. Prints what is wrong with it, and fails if it has errors.
pub(crate) fn read_settings_file<T>(
    description: &str,
    path: &Path,
    read: impl FnOnce(&[u8], &Policy) -> Reading<T>,
    policy: &Policy,
) -> Result<T, String> {
    let input = files::read(path)?;
    let Reading { value, report, .. } = read(&input.bytes, policy);
    accept_settings(description, &input, value, &report, policy)
}

/// Reads the base data that other files are compared with. Prints what is wrong with it, and fails if it has errors.
pub(crate) fn read_base_data(path: &Path, policy: &Policy) -> Result<BaseData, String> {
    let input = files::read(path)?;
    let BaseDataReading { value, report, .. } = base_data::read(&input.bytes, policy);
    accept_settings("the base data", &input, value, &report, policy)
}

/// Prints the findings of a file, and returns its value, if it has one.
fn accept_settings<T>(
    description: &str,
    input: &Input,
    value: Option<T>,
    report: &Report,
    policy: &Policy,
) -> Result<T, String> {
    findings::print(input, report, policy);
    value.ok_or_else(|| format!("{description} {} can't be used", sanitize(&input.name)))
}
