use std::collections::HashSet;
use std::path::PathBuf;

use universal_accounting::bank::{self, Balance, Options, Summary};
use universal_accounting::render;
use universal_accounting::transactions::{self, Transaction};
use universal_accounting::value::{AccountIdentifier, Currency, CurrencyFault};

use crate::arguments::{ConversionFormat, Convert};
use crate::input::Input;
use crate::outcome::{Failure, Outcome};
use crate::window::clean;
use crate::{excerpt, input, output};

/// `uacc convert`.
pub(crate) fn run(call: &Convert) -> Result<Outcome, Failure> {
    let options = options(call)?;
    refuse_to_overwrite(call, call.output.as_slice())?;
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

    for (input, summary) in inputs.iter().zip(&summaries) {
        tell(input, summary, call.format.is_some());
    }
    if inputs.len() > 1 && summaries.iter().filter(|summary| summary.took_account).count() > 1 {
        let files: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        return Err(Failure::Call(format!(
            "several of these files name no account and would all go to the one given: {}; convert them one by one, each \
             with its own --account",
            files.join(", ")
        )));
    }
    let whole = summaries.iter().all(is_whole);
    if call.format == Some(ConversionFormat::Json) {
        match &call.output {
            Some(path) => output::put_file(path, &reports)?,
            None => output::put(&reports)?,
        }
    } else if let Some(reasons) = reasons_to_hold_back(&inputs, &summaries, call) {
        output::say(format!("nothing was written: {reasons}"));
    } else {
        if let Some(said) = repeated(&all).filter(|_| inputs.len() > 1) {
            output::say(said);
        }
        write_payloads(&all, call)?;
    }
    Ok(Outcome::of(whole))
}

fn is_whole(summary: &Summary) -> bool {
    summary.report.is_valid() && summary.rejected.is_empty()
}

/// A result never takes the place of what it was made from.
fn refuse_to_overwrite(call: &Convert, outputs: &[PathBuf]) -> Result<(), Failure> {
    let whole = |path: &PathBuf| path.canonicalize().ok();
    let inputs: HashSet<PathBuf> =
        call.files.iter().filter(|path| !input::is_standard_input(path)).filter_map(whole).collect();
    match outputs.iter().find(|path| whole(path).is_some_and(|path| inputs.contains(&path))) {
        Some(path) => {
            let path = clean(&path.display().to_string());
            Err(Failure::Call(format!("--output: {path} is one of the files to convert; choose another name")))
        }
        None => Ok(()),
    }
}

/// Why no payload is written; nothing where one is.
fn reasons_to_hold_back(inputs: &[Input], summaries: &[Summary], call: &Convert) -> Option<String> {
    let unread = |summary: &Summary| summary.profile.is_none();
    let mut reasons: Vec<String> = Vec::new();
    for (input, summary) in inputs.iter().zip(summaries) {
        let name = clean(&input.name);
        if unread(summary) {
            reasons.push(format!("{name} could not be read"));
        } else if !summary.rejected.is_empty() && !call.partial {
            reasons.push(format!("{} of {name} rejected", excerpt::number_of(summary.rejected.len(), "row")));
        } else if !is_whole(summary) && !call.partial {
            reasons.push(format!("{name} has errors"));
        }
    }
    let converted: usize = summaries.iter().map(|summary| summary.converted).sum();
    if reasons.is_empty() {
        // An empty payload would be refused, and a file of an earlier run is not of this one.
        return (converted == 0).then(|| "there are no transactions".to_owned());
    }
    let partial = converted > 0 && !call.partial && !summaries.iter().any(unread);
    let advice = if partial { "; --partial writes the rows that convert" } else { "" };
    Some(format!("{}{advice}", reasons.join(", ")))
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
    if !(1..=transactions::BATCH).contains(&call.batch) {
        let most = transactions::BATCH;
        return Err(Failure::Call(format!("--batch: a payload has 1 to {most} transactions")));
    }
    Ok(options)
}

/// Tells on standard error what was found and what became of every row.
fn tell(input: &Input, summary: &Summary, as_report: bool) {
    // The report in JSON says it all to a machine; people get the same in their own form.
    if !as_report {
        excerpt::findings(&input.name, &input.bytes, &summary.report).iter().for_each(output::say);
    }
    let account = summary.profile.map_or(String::new(), |profile| {
        format!(
            "{} {}, {}: {}, {}, {} skipped, {} rejected; {}; ",
            profile.institution,
            profile.product,
            excerpt::number_of(summary.rows, "row"),
            excerpt::number_of(summary.converted, "transaction"),
            excerpt::number_of(summary.details, "detail"),
            summary.skipped.len(),
            summary.rejected.len(),
            verdict(summary.balance),
        )
    });
    output::say(format!("{}: {account}{}", clean(&input.name), excerpt::sums(&summary.report)));
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
        let those = excerpt::number_of(keys, "transaction");
        format!("{those} with the account and id of an earlier one; the service will count them as existing")
    })
}

fn write_payloads(transactions: &[Transaction], call: &Convert) -> Result<(), Failure> {
    let payloads: Vec<String> = transactions.chunks(call.batch).map(transactions::write).collect();
    let Some(path) = &call.output else { return output::put(&format!("{}\n", payloads.join("\n"))) };
    let split = payloads.len() > 1;
    let numbered = (1..=payloads.len()).map(|number| output::numbered(path, number));
    let paths: Vec<PathBuf> = if split { numbered.collect() } else { vec![path.clone()] };
    refuse_to_overwrite(call, &paths)?;
    for (path, payload) in paths.iter().zip(&payloads) {
        output::put_file(path, &format!("{payload}\n"))?;
    }
    let left_over = output::left_over(path, if split { payloads.len() } else { 0 });
    if let [first, ..] = left_over.as_slice() {
        let files = excerpt::number_of(left_over.len(), "file");
        output::say(format!(
            "{files} of an earlier run not overwritten, from {} on",
            clean(&first.display().to_string())
        ));
    }
    Ok(())
}
