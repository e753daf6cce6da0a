use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use universal_accounting::bank::{self, AccountMap, Balance, Format, Options, Profile, Skipped, Summary};
use universal_accounting::render;
use universal_accounting::report::{Policy, Reading};
use universal_accounting::transactions::{self, Transaction};
use universal_accounting::value::{AccountIdentifier, Currency, CurrencyFault};

use crate::arguments::{ConversionFormat, Convert};
use crate::input::Input;
use crate::outcome::{Failure, Outcome};
use crate::totals::Totals;
use crate::window::clean;
use crate::{excerpt, input, output, policy, table};

/// `uacc convert`.
pub(crate) fn run(call: &Convert) -> Result<Outcome, Failure> {
    let options = options(call)?;
    refuse_to_overwrite(call, call.output.as_slice())?;
    let inputs = input::read_all(&call.files)?;
    let mut all: Vec<Transaction> = Vec::new();
    let mut reports = String::new();
    let mut summaries = Vec::with_capacity(inputs.len());
    let as_report = call.format == Some(ConversionFormat::Json);
    for input in &inputs {
        let options = options.of_file(&input.name);
        summaries.push(if as_report {
            let conversion = bank::convert(&input.bytes, &options);
            reports.push_str(&render::conversion_json(&input.name, &conversion));
            reports.push('\n');
            conversion.summary
        } else {
            bank::convert_to(&input.bytes, &options, |converted| all.push(converted.into_transaction()))
        });
    }

    for (input, summary) in inputs.iter().zip(&summaries) {
        tell(input, summary, as_report);
    }
    let totals = Totals::of(inputs.iter().map(|input| input.name.as_str()).zip(&summaries));
    totals.gaps().iter().for_each(output::say);
    if let Some(map) = &options.accounts {
        let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        totals.unmapped(map, &names).iter().for_each(output::say);
    }
    if summaries.iter().any(|summary| summary.converted > 0) {
        output::say(format!("\n{}", totals.table()));
    }
    let by_file = |input: &Input| options.accounts.as_ref().is_some_and(|map| map.by_file(&input.name).is_some());
    if inputs.len() > 1
        && inputs.iter().zip(&summaries).filter(|(input, summary)| summary.took_account && !by_file(input)).count() > 1
    {
        let files: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        return Err(Failure::Call(format!(
            "several of these files name no account and would all go to the one given: {}; convert them one by one, each \
             with its own --account, or say with --accounts which file is about which",
            files.join(", ")
        )));
    }
    let whole = summaries.iter().all(is_whole);
    if as_report {
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
        match call.format {
            Some(ConversionFormat::Csv) => write_table(&all, call)?,
            _ => write_payloads(&all, call)?,
        }
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
    options.policy = policy::grading(&call.grading)?;
    if let Some(bank) = &call.bank {
        if bank::profile_by_id(bank).is_none() {
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
    if !(1..=transactions::BATCH).contains(&call.batch) {
        let most = transactions::BATCH;
        return Err(Failure::Call(format!("--batch: a payload has 1 to {most} transactions")));
    }
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

/// Reads a profile of the user's own, or says what is wrong with it.
pub(crate) fn own_profile(path: &Path) -> Result<Arc<Profile>, Failure> {
    let input = input::read(path)?;
    usable("the profile", &input, Profile::read(&input.bytes, &Policy::new()))
}

fn account_map(path: &Path) -> Result<Arc<AccountMap>, Failure> {
    let input = input::read(path)?;
    usable("the map of accounts", &input, AccountMap::read(&input.bytes, &Policy::new()))
}

fn usable<T>(what: &str, input: &Input, reading: Reading<T>) -> Result<Arc<T>, Failure> {
    excerpt::findings(&input.name, &input.bytes, &reading.report).iter().for_each(output::say);
    let unusable = || Failure::Call(format!("{what} {} can't be used", clean(&input.name)));
    reading.value.map(Arc::new).ok_or_else(unusable)
}

/// Tells on standard error what was found and what became of every row.
fn tell(input: &Input, summary: &Summary, as_report: bool) {
    // The report in JSON says it all to a machine; people get the same in their own form.
    if !as_report {
        excerpt::findings(&input.name, &input.bytes, &summary.report).iter().for_each(output::say);
    }
    let account = summary.profile.as_ref().map_or(String::new(), |profile| {
        format!(
            "{} {}, {}: {}, {}, {}, {} rejected; {}; ",
            clean(&profile.institution),
            clean(&profile.product),
            excerpt::number_of(summary.rows, "row"),
            excerpt::number_of(summary.converted, "transaction"),
            excerpt::number_of(summary.details, "detail"),
            skipped(&summary.skipped),
            summary.rejected.len(),
            verdict(summary.balance),
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

fn write_table(transactions: &[Transaction], call: &Convert) -> Result<(), Failure> {
    let csv = table::csv(transactions)?;
    match &call.output {
        Some(path) => output::put_file(path, &csv),
        None => output::put(&csv),
    }
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
    if let ([first, .., last], true) = (paths.as_slice(), split) {
        let name = |path: &PathBuf| clean(&path.display().to_string());
        output::say(format!("{} written, {} to {}", excerpt::number_of(paths.len(), "file"), name(first), name(last)));
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
