use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use universal_accounting::format::{self, Format, Options};
use universal_accounting::report::Policy;
use universal_accounting::statement::{AccountMap, Balance, Skipped, Summary};
use universal_accounting::value::{AccountIdentifier, Currency, CurrencyError};

use crate::excerpt;
use crate::files::Input;
use crate::output;
use crate::settings::{Grading, own_profile, usable};
use crate::window::clean;

/// How bank exports are to be read.
#[derive(Debug, Args)]
pub(crate) struct Statements {
    /// The format, where the header should not decide.
    #[arg(long, value_name = "ID")]
    bank: Option<String>,
    /// A profile of your own to read the files by.
    #[arg(long, value_name = "FILE", conflicts_with = "bank")]
    pub(crate) profile: Option<PathBuf>,
    /// The account, where the file names none.
    #[arg(long, value_name = "ID")]
    account: Option<String>,
    /// A JSON file that says which account a bank's number, a card's mask or the name of a file stands for.
    #[arg(long, value_name = "MAP")]
    pub(crate) accounts: Option<PathBuf>,
    /// The currency, where the file names none.
    #[arg(long, value_name = "CODE")]
    currency: Option<String>,
}

impl Statements {
    pub(crate) fn options(&self, grading: &Grading) -> Result<Options, String> {
        let mut options = Options::new();
        options.policy = grading.applied_to(Policy::new())?;
        if let Some(bank) = &self.bank {
            if format::profile_by_id(bank).is_none() {
                return Err(format!("there is no format `{bank}`; `uacc banks` lists them"));
            }
            options.format = Format::BuiltIn(bank.clone());
        }
        if let Some(path) = &self.profile {
            options.format = own_profile(path)?;
        }
        if let Some(path) = &self.accounts {
            let map = usable("the map of accounts", path, AccountMap::read, &Policy::new())?;
            options.accounts = Some(Arc::new(map));
        }
        name_account(&mut options, self.account.as_deref(), self.currency.as_deref())?;
        Ok(options)
    }
}

pub(crate) fn name_account(options: &mut Options, account: Option<&str>, currency: Option<&str>) -> Result<(), String> {
    let account = account.map(AccountIdentifier::parse).transpose();
    options.account = account.map_err(|fault| format!("--account: {fault}"))?;
    options.currency = match currency.map(Currency::parse).transpose() {
        Err(CurrencyError::Case(currency)) => Some(currency),
        parsed => parsed.map_err(|fault| format!("--currency: {fault}"))?,
    };
    Ok(())
}

/// Several files without an account would merge under the one that was given.
pub(crate) fn refuse_to_merge<'f>(
    files: impl Iterator<Item = (&'f Input, &'f Summary)>,
    options: &Options,
) -> Result<(), String> {
    let by_file = |name: &str| options.accounts.as_ref().is_some_and(|map| map.by_file(name).is_some());
    let took = files.filter(|(input, summary)| summary.took_account && !by_file(&input.name));
    let names: Vec<String> = took.map(|(input, _)| clean(&input.name)).collect();
    if names.len() < 2 {
        return Ok(());
    }
    Err(format!(
        "several of these files name no account and would all go to the one given: {}; take them one by one, each \
         with its own --account, or say with --accounts which file is about which",
        names.join(", ")
    ))
}

/// Whether nothing of an export is wrong or left out.
pub(crate) fn is_whole(summary: &Summary) -> bool {
    summary.report.is_valid() && summary.rejected.is_empty()
}

/// Tells on standard error what became of every row.
pub(crate) fn tell_rows(input: &Input, summary: &Summary) {
    let account = summary.format.as_ref().map_or(String::new(), |profile| {
        format!(
            "{} {}, {}: {}, {}, {}, {} rejected; {}; ",
            clean(&profile.institution),
            clean(&profile.product),
            excerpt::number_of(summary.rows, "row"),
            excerpt::number_of(summary.converted, "transaction"),
            excerpt::number_of(summary.details, "detail"),
            skipped(&summary.skipped),
            summary.rejected.len(),
            match summary.balance {
                Balance::Proved => "balance proved",
                Balance::Broken => "balance broken",
                _ => "no balance to prove it by",
            },
        )
    });
    output::say(format!("{}: {account}{}", clean(&input.name), excerpt::sums(&summary.report)));
}

fn skipped(skipped: &[Skipped]) -> String {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for row in skipped {
        *reasons.entry(row.reason.as_str()).or_default() += 1;
    }
    let reasons: Vec<String> = reasons.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
    let why = if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) };
    format!("{} skipped{why}", skipped.len())
}
