//! Command-line arguments that several commands share, and the files that they name.

use std::path::{Path, PathBuf};

use clap::Args;
use universal_accounting::base_data::{self, BaseData, BaseDataReading};
use universal_accounting::contract;
use universal_accounting::format::{ConvertOptions, Profile};
use universal_accounting::report::{Level, Policy, Reading, Report};

use crate::configuration::configuration;
use crate::files::Input;
use crate::output::display_path;
use crate::sanitize::sanitize;
use crate::suggestion::which_format;
use crate::{files, findings, input_paths, limits, rules};

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
    /// Treat every warning as an error. Notes stay notes.
    #[arg(long)]
    strict: bool,
    /// Leave all values of the input out of everything that is said about it: no fixes, no ids, no excerpts, no accounts, no sums.
    #[arg(long)]
    pub(crate) redact: bool,
    /// Turn off a warning or a note. Can be repeated.
    #[arg(long, value_name = "RULE")]
    allow: Vec<String>,
    /// Report a rule as a warning, even with --strict. Overrides --allow. Can be repeated.
    #[arg(long, value_name = "RULE")]
    warn: Vec<String>,
    /// Report a warning or a note as an error. Overrides --allow and --warn. Can be repeated.
    #[arg(long, value_name = "RULE")]
    deny: Vec<String>,
}

/// The id of the only warning that is an error unless told otherwise.
const CONFLICT: &str = "transaction-conflict";

impl PayloadPolicyArguments {
    pub(crate) fn policy(&self) -> Result<Policy, String> {
        let policy = if self.received {
            limits::policy().received()
        } else {
            limits::policy()
        };
        let policy = match &self.brand {
            Some(brand) => policy.brand(brand),
            None => policy,
        };
        self.policy.apply_to(policy)
    }
}

impl PolicyArguments {
    pub(crate) fn is_strict(&self) -> bool {
        self.strict || configuration().strict
    }

    pub(crate) fn apply_to(&self, mut policy: Policy) -> Result<Policy, String> {
        // A script should notice that the books differ from the bank or the service.
        if let Some(rule) = contract::rule(CONFLICT) {
            policy = policy
                .level(rule, Level::Deny)
                .map_err(|error| error.to_string())?;
        }
        let configured = configuration();
        if self.is_strict() {
            policy = policy.strict();
        }
        if self.redact {
            policy = policy.redacted();
        }
        policy = set_levels(
            policy,
            [&configured.allow, &configured.warn, &configured.deny],
        )
        .map_err(|fault| format!("{}: {fault}", configured.name()))?;
        set_levels(policy, [&self.allow, &self.warn, &self.deny])
    }
}

/// Sets the levels of rules: those that are allowed, warned of, and denied.
fn set_levels(mut policy: Policy, rules: [&[String]; 3]) -> Result<Policy, String> {
    for (ids, level) in rules
        .into_iter()
        .zip([Level::Allow, Level::Warn, Level::Deny])
    {
        for id in ids {
            let rule = contract::rule(id).ok_or_else(|| rules::unknown_rule(id))?;
            policy = policy
                .level(rule, level)
                .map_err(|error| error.to_string())?;
        }
    }
    Ok(policy)
}

/// The bank profiles of a call.
#[derive(Debug, Args)]
pub(crate) struct ProfileArguments {
    /// The bank format, instead of detecting it. `uacc banks` lists the formats.
    #[arg(long, value_name = "ID")]
    bank: Option<String>,
    /// A bank profile, a JSON file, or a folder of them. They are searched before the built-in ones. Can be repeated.
    #[arg(long, value_name = "FILE")]
    profile: Vec<PathBuf>,
}

impl ProfileArguments {
    /// Adds the profiles of the arguments and of the configuration file to options, and the chosen format.
    ///
    /// The policy of the options decides whether values of a faulty profile are shown.
    pub(crate) fn apply_to(&self, options: &mut ConvertOptions) -> Result<(), String> {
        let policy = policy_of_settings(&options.policy);
        for file in self.files()? {
            options.profiles.push(read_profile(&file, &policy)?);
        }
        if let Some(bank) = &self.bank {
            options.choose_format(bank).map_err(|error| {
                let question = which_format(bank);
                let fault = sanitize(&error.to_string());
                format!("{fault}.{question} `uacc banks` lists all formats")
            })?;
        }
        Ok(())
    }

    /// Returns the files of all profiles, also of the configuration file.
    pub(crate) fn files(&self) -> Result<Vec<PathBuf>, String> {
        let mut files = Vec::new();
        for path in self.profile.iter().chain(&configuration().profiles) {
            files.extend(profile_files(path)?);
        }
        Ok(files)
    }

    /// Returns the files and folders of the profiles.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &PathBuf> {
        self.profile.iter()
    }
}

/// Returns the JSON files of a folder, or the file itself.
fn profile_files(path: &Path) -> Result<Vec<PathBuf>, String> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let files = input_paths::expand(&[path.to_owned()])?;
    let mut files: Vec<PathBuf> = files.into_iter().map(|(file, _)| file).collect();
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "json")
    });
    if files.is_empty() {
        return Err(format!(
            "{} has no profile: no file ends with .json",
            display_path(path)
        ));
    }
    Ok(files)
}

pub(crate) fn read_profile(path: &Path, policy: &Policy) -> Result<Profile, String> {
    read_settings_file("the profile", path, Profile::read, policy)
}

/// Returns the policy for files of settings, and for base data that others are compared with: the levels of rules are for the files of the call, but
/// redaction is for everything that is printed.
pub(crate) fn policy_of_settings(policy: &Policy) -> Policy {
    if policy.is_redacted() {
        Policy::new().redacted()
    } else {
        Policy::new()
    }
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
