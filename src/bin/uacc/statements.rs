use std::collections::BTreeMap;

use universal_accounting::format::{self, Format, Options};
use universal_accounting::report::Policy;
use universal_accounting::statement::{Balance, Skipped, Summary};
use universal_accounting::value::{AccountIdentifier, Currency, CurrencyFault};

use crate::arguments::{Grading, Statements};
use crate::excerpt;
use crate::files::Input;
use crate::output::{self, Failure};
use crate::settings::{self, account_map, own_profile};
use crate::window::clean;

/// How a call wants bank exports read.
pub(crate) fn options(call: &Statements, grading: &Grading) -> Result<Options, Failure> {
    let mut options = Options::new();
    options.policy = settings::graded(Policy::new(), grading)?;
    if let Some(bank) = &call.bank {
        if format::profile_by_id(bank).is_none() {
            return Err(Failure::Call(format!("there is no format `{bank}`; `uacc banks` lists them")));
        }
        options.format = Format::BuiltIn(bank.clone());
    }
    if let Some(path) = &call.profile {
        options.format = Format::Own(own_profile(path)?);
    }
    if let Some(path) = &call.accounts {
        options.accounts = Some(account_map(path)?);
    }
    options.account = call.account.as_deref().map(account).transpose()?;
    options.currency = call.currency.as_deref().map(currency).transpose()?;
    Ok(options)
}

/// The account that an option names.
pub(crate) fn account(text: &str) -> Result<AccountIdentifier, Failure> {
    AccountIdentifier::parse(text).map_err(|fault| Failure::Call(format!("--account: {fault}")))
}

/// The currency that an option names.
pub(crate) fn currency(code: &str) -> Result<Currency, Failure> {
    Currency::parse(code).or_else(|fault| match fault {
        CurrencyFault::Case(currency) => Ok(currency),
        fault => Err(Failure::Call(format!("--currency: {fault}"))),
    })
}

/// Several files without an account would merge under the one that was given.
pub(crate) fn refuse_to_merge<'f>(
    files: impl Iterator<Item = (&'f Input, &'f Summary)>,
    options: &Options,
) -> Result<(), Failure> {
    let by_file = |name: &str| options.accounts.as_ref().is_some_and(|map| map.by_file(name).is_some());
    let took = files.filter(|(input, summary)| summary.took_account && !by_file(&input.name));
    let names: Vec<String> = took.map(|(input, _)| clean(&input.name)).collect();
    if names.len() < 2 {
        return Ok(());
    }
    Err(Failure::Call(format!(
        "several of these files name no account and would all go to the one given: {}; take them one by one, each \
         with its own --account, or say with --accounts which file is about which",
        names.join(", ")
    )))
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

/// How many rows were skipped, and why.
fn skipped(skipped: &[Skipped]) -> String {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for row in skipped {
        *reasons.entry(row.reason.as_str()).or_default() += 1;
    }
    let reasons: Vec<String> = reasons.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
    let why = if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) };
    format!("{} skipped{why}", skipped.len())
}
