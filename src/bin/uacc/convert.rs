use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use universal_accounting::bank::{self, Balance, Options, Summary};
use universal_accounting::render;
use universal_accounting::transactions::{self, Transaction};
use universal_accounting::value::{AccountIdentifier, Currency, CurrencyFault};

use crate::arguments::{ConversionFormat, Convert};
use crate::input::Input;
use crate::outcome::{Failure, Outcome};
use crate::window::clean;
use crate::{excerpt, input};

/// `uacc convert`.
pub(crate) fn run(call: &Convert) -> Result<Outcome, Failure> {
    let options = options(call)?;
    let inputs = input::read_all(&call.files)?;
    let mut all: Vec<Transaction> = Vec::new();
    let mut reports = String::new();
    let mut summaries = Vec::with_capacity(inputs.len());
    for input in &inputs {
        summaries.push(if call.format == Some(ConversionFormat::Json) {
            let conversion = bank::convert(&input.bytes, &options);
            reports.push_str(&render::conversion_json(&input.name, &conversion));
            reports.push('\n');
            conversion.summary
        } else {
            bank::convert_to(&input.bytes, &options, |converted| all.push(converted.into_transaction()))
        });
    }

    tell(&inputs, &summaries, call)?;
    if inputs.len() > 1 && summaries.iter().filter(|summary| summary.took_account).count() > 1 {
        let files: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        return Err(Failure::Call(format!(
            "several of these files name no account and would all go to the one given: {}; convert them one by one, each \
             with its own --account",
            files.join(", ")
        )));
    }
    let whole = summaries.iter().all(|summary| summary.report.is_valid() && summary.rejected.is_empty());
    let unread = summaries.iter().any(|summary| summary.profile.is_none());
    let mut err = anstream::stderr().lock();
    if call.format == Some(ConversionFormat::Json) {
        put(call.output.as_deref(), &reports)?;
    } else if unread || !whole && !call.partial {
        let some = !unread && summaries.iter().any(|summary| summary.converted > 0);
        let advice = if some { "; --partial writes the rows that convert" } else { "" };
        writeln!(err, "nothing was written, because not everything could be read{advice}")?;
    } else if all.is_empty() {
        // An empty payload would be refused, and a file of an earlier run is not of this one.
        writeln!(err, "nothing was written, because there are no transactions")?;
    } else {
        if let Some(said) = repeated(&all).filter(|_| inputs.len() > 1) {
            writeln!(err, "{said}")?;
        }
        write_payloads(&all, call)?;
    }
    Ok(Outcome::of(whole))
}

fn options(call: &Convert) -> Result<Options, Failure> {
    let mut options = Options::new();
    if let Some(bank) = &call.bank {
        if bank::profile_by_id(bank).is_none() {
            let known: Vec<&str> = bank::profiles().iter().map(|profile| profile.id.as_str()).collect();
            return Err(Failure::Call(format!("there is no format `{bank}`; known are: {}", known.join(", "))));
        }
        options.bank = Some(bank.clone());
    }
    if let Some(account) = &call.account {
        let account = AccountIdentifier::parse(account);
        options.account = Some(account.map_err(|fault| Failure::Call(format!("--account: {fault}")))?);
    }
    if let Some(code) = &call.currency {
        options.currency = Some(Currency::parse(code).or_else(|fault| match fault {
            CurrencyFault::Case(currency) => Ok(currency),
            fault => Err(Failure::Call(format!("--currency: {fault}"))),
        })?);
    }
    if call.batch == 0 {
        return Err(Failure::Call("--batch: a payload has at least one transaction".to_owned()));
    }
    Ok(options)
}

/// Tells on standard error what was found and what became of every row.
fn tell(inputs: &[Input], summaries: &[Summary], call: &Convert) -> Result<(), Failure> {
    let mut err = anstream::stderr().lock();
    for (input, summary) in inputs.iter().zip(summaries) {
        // The report in JSON says it all to a machine; people get the same in their own form.
        if call.format.is_none() {
            excerpt::write(&mut err, &input.name, &input.bytes, &summary.report)?;
        }
        let account = summary.profile.map_or(String::new(), |profile| {
            format!(
                "{} {}, {}: {}, {}, {} skipped, {} rejected; {}; ",
                profile.institution,
                profile.product,
                excerpt::counted(summary.rows, "row"),
                excerpt::counted(summary.converted, "transaction"),
                excerpt::counted(summary.details, "detail"),
                summary.skipped.len(),
                summary.rejected.len(),
                verdict(summary.balance),
            )
        });
        writeln!(err, "{}: {account}{}", clean(&input.name), excerpt::sums(&summary.report))?;
    }
    Ok(())
}

fn verdict(balance: Balance) -> &'static str {
    match balance {
        Balance::Proved => "balance proved",
        Balance::Broken => "balance broken",
        _ => "no balance to prove it by",
    }
}

/// What to say of transactions that stand in several files: to the service they are one.
fn repeated(transactions: &[Transaction]) -> Option<String> {
    let mut keys = HashSet::new();
    let keys = transactions.iter().filter(|one| !keys.insert((&one.account_identifier, &one.transaction_id))).count();
    (keys > 0).then(|| {
        let those = excerpt::counted(keys, "transaction");
        format!("{those} with the account and id of an earlier one; the service will count them as existing")
    })
}

fn write_payloads(transactions: &[Transaction], call: &Convert) -> Result<(), Failure> {
    let payloads: Vec<String> = transactions.chunks(call.batch).map(transactions::write).collect();
    match (&call.output, payloads.as_slice()) {
        (Some(path), [_, _, ..]) => {
            for (number, payload) in payloads.iter().enumerate() {
                put(Some(&numbered(path, number + 1)), &format!("{payload}\n"))?;
            }
            Ok(())
        }
        (path, payloads) => put(path.as_deref(), &format!("{}\n", payloads.join("\n"))),
    }
}

/// `OUT.json` as `OUT-0001.json`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name = OsString::from(path.file_stem().unwrap_or_default());
    name.push(format!("-{number:04}.json"));
    path.with_file_name(name)
}

fn put(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    if let Some(path) = path {
        fs::write(path, text).map_err(|error| Failure::Write { path: path.to_owned(), error })
    } else {
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(())
    }
}
