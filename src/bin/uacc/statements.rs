//! The arguments for reading bank exports, and the summary of each export.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use universal_accounting::certificate::DocumentKind;
use universal_accounting::continuity::{Conversions, History};
use universal_accounting::format::{ConvertOptions, DateOrder};
use universal_accounting::internals::format::{convert_alone, join};
use universal_accounting::internals::{account_map, balance};
use universal_accounting::report::Report;
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::statement::{
    AccountMap, BalanceStatus, Conversion, SkippedRow, Summary, Total, UnconfirmedReason,
};
use universal_accounting::value::AccountIdentifier;

use crate::configuration::{configuration, parse_currency, parse_dates};
use crate::files::{self, Input, in_parallel};
use crate::findings::{self, ReadText};
use crate::progress::Progress;
use crate::sanitize::sanitize;
use crate::settings::{PolicyArguments, ProfileArguments, policy_of_settings, read_settings_file};
use crate::verbosity::is_verbose;
use crate::{limits, output};

/// Arguments that say how bank exports are read.
#[derive(Debug, Args)]
pub(crate) struct StatementArguments {
    #[command(flatten)]
    profiles: ProfileArguments,
    /// The account, if the file does not name one.
    #[arg(long, value_name = "ID")]
    account: Option<String>,
    /// A JSON file that maps account numbers of the bank, masked card numbers or file names to accounts.
    #[arg(long, value_name = "MAP")]
    accounts: Option<PathBuf>,
    /// The currency, if the file does not name one.
    #[arg(long, value_name = "CODE")]
    currency: Option<String>,
    /// The balance before the oldest row of a single file with one account, if the file does not state it. It confirms the oldest transactions.
    #[arg(long, value_name = "AMOUNT", allow_hyphen_values = true, value_parser = balance::parse)]
    opening: Option<Decimal>,
    /// The order of day, month and year in the dates of a QIF file: dmy, mdy or ymd.
    #[arg(long, value_name = "ORDER", value_parser = parse_dates)]
    dates: Option<DateOrder>,
    /// Make a transaction of each payment of a batch booking, where the payments add up to it. They have other ids than the booking.
    #[arg(long)]
    split_batches: bool,
}

impl StatementArguments {
    /// Returns the options for reading a number of files.
    pub(crate) fn options(
        &self,
        policy: &PolicyArguments,
        files: usize,
    ) -> Result<ConvertOptions, String> {
        if self.opening.is_some() && files > 1 {
            return Err("--opening is the balance before a single file; of several files, those that follow one another confirm each \
                        other, so convert the oldest with --opening and leave it out here"
                .to_owned());
        }
        let mut options = ConvertOptions::new();
        options.policy = policy.apply_to(limits::policy())?;
        self.profiles.apply_to(&mut options)?;
        let configured = configuration();
        if let Some(path) = self.accounts.as_ref().or(configured.accounts.as_ref()) {
            let policy = policy_of_settings(&options.policy);
            let map = read_settings_file("the account map", path, AccountMap::read, &policy)?;
            options.accounts = Some(map);
        }
        set_account_and_currency(
            &mut options,
            self.account.as_deref(),
            self.currency.as_deref(),
        )?;
        options.currency = options.currency.or(configured.currency);
        options.opening_balance = self.opening;
        options.split_batches = self.split_batches;
        options.dates = self.dates;
        Ok(options)
    }

    /// Returns the files of settings, each with what it is.
    pub(crate) fn documents(&self) -> Result<Vec<(DocumentKind, PathBuf)>, String> {
        let profiles = self.profiles.files()?.into_iter();
        let mut documents: Vec<(DocumentKind, PathBuf)> =
            profiles.map(|path| (DocumentKind::Profile, path)).collect();
        let accounts = self.accounts.as_ref().or(configuration().accounts.as_ref());
        documents.extend(accounts.map(|path| (DocumentKind::Accounts, path.clone())));
        Ok(documents)
    }

    /// Returns the files that the settings come from, which no output may replace.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &PathBuf> {
        self.profiles
            .sources()
            .chain(&self.accounts)
            .chain(configuration().sources())
    }
}

pub(crate) fn set_account_and_currency(
    options: &mut ConvertOptions,
    account: Option<&str>,
    currency: Option<&str>,
) -> Result<(), String> {
    let account = account.map(AccountIdentifier::parse).transpose();
    options.account = account.map_err(|fault| format!("--account: {fault}"))?;
    options.currency = currency
        .map(parse_currency)
        .transpose()
        .map_err(|fault| format!("--currency: {fault}"))?;
    Ok(())
}

/// Returns the account that the map has for a file by its name.
pub(crate) fn account_by_file_name<'m>(
    map: &'m AccountMap,
    input: &Input,
    summary: &Summary,
) -> Option<&'m AccountIdentifier> {
    account_map::find_by_file_name(
        map,
        &input.name,
        summary.format.as_ref().map(|format| format.id.as_str()),
    )
}

/// Checks that no files are merged into one account: several that take it from `--account`, or files of different institutions that take it
/// from the same account of the map, by their names alone. Files whose statements follow or overlap each other are of one account.
pub(crate) fn check_no_accounts_merge(
    files: &[(&Input, &Summary)],
    history: &History,
    options: &ConvertOptions,
) -> Result<(), String> {
    let (mut given, mut mapped) = (Vec::new(), BTreeMap::<&str, Vec<(String, &str)>>::new());
    let named = files
        .iter()
        .enumerate()
        .filter(|(_, (_, summary))| summary.used_given_account);
    let nameless: Vec<usize> = named.clone().map(|(file, _)| file).collect();
    if history.connects(&nameless) {
        return Ok(());
    }
    for (_, (input, summary)) in named {
        let institution = summary
            .format
            .as_ref()
            .map_or("", |format| format.institution.as_str());
        match options
            .accounts
            .as_ref()
            .and_then(|map| account_by_file_name(map, input, summary))
        {
            Some(account) => mapped
                .entry(account.as_str())
                .or_default()
                .push((sanitize(&input.name), institution)),
            None => given.push(sanitize(&input.name)),
        }
    }
    if given.len() > 1 {
        return Err(format!(
            "several of these files name no account, and --account would put them all into the same account: {}; map the \
             files to accounts with --accounts, also if they belong to one account",
            given.join(", ")
        ));
    }
    let is_merged = |files: &&Vec<(String, &str)>| {
        files
            .windows(2)
            .any(|pair| matches!(pair, [first, second] if first.1 != second.1))
    };
    if let Some(files) = mapped.values().find(is_merged) {
        let files: Vec<String> = files
            .iter()
            .map(|(name, institution)| format!("{name} ({})", sanitize(institution)))
            .collect();
        return Err(format!(
            "the account map puts files of different institutions into the same account, because of their names: {}; make the \
             patterns in `files` narrower, or name the format of each entry in `bank`",
            files.join(", ")
        ));
    }
    Ok(())
}

/// Converts files in parallel and compares their statements. Transactions have the cells of their rows if `with_cells` asks for them.
pub(crate) fn convert(inputs: &[Input], options: &ConvertOptions, with_cells: bool) -> Conversions {
    let progress = Progress::measured("converting", files::total_size(inputs));
    let files = in_parallel(inputs, |input| {
        let mut part = progress.part(input.bytes.len());
        convert_file(input, options, with_cells, &mut |offset| {
            part.advance_to(offset);
        })
    });
    join(files.into_iter().map(|file| (file, &options.policy)))
}

/// Converts a file alone. Of a file of an archive that could not be unpacked, the report says why.
pub(crate) fn convert_file(
    input: &Input,
    options: &ConvertOptions,
    with_cells: bool,
    visit: &mut dyn FnMut(usize),
) -> Conversion {
    let options = options.for_file(&input.name);
    let mut conversion = convert_alone(&input.bytes, &options, with_cells, visit);
    if let Some(refusal) = &input.refusal {
        conversion.summary.report = refusal.clone();
    }
    conversion
}

/// Returns the text whose lines the findings name: the sheet of a workbook, or the file itself.
pub(crate) fn as_read<'i>(input: &'i Input, summary: &'i Summary) -> ReadText<'i> {
    match &summary.sheet {
        Some(sheet) => ReadText {
            name: &input.name,
            bytes: sheet.text.as_bytes(),
        },
        None => input.into(),
    }
}

/// Returns whether everything of a statement is in the result, and the policy has no objection.
pub(crate) fn passes(summary: &Summary) -> bool {
    summary.is_complete() && summary.report.is_valid()
}

/// Prints how many rows of an export were converted, skipped and rejected.
pub(crate) fn print_row_counts(input: &Input, summary: &Summary) {
    if is_verbose() {
        output::print_summary(format!(
            "{}: {}",
            sanitize(&input.name),
            explain_format(summary)
        ));
    }
    let counts = summary.format.as_ref().map_or(String::new(), |profile| {
        format!(
            "{} {}, {}: {}, {}, {}, {} rejected; {}; ",
            sanitize(&profile.institution),
            sanitize(&profile.product),
            findings::pluralize(summary.rows, "row"),
            findings::pluralize(summary.converted, "transaction"),
            findings::pluralize(summary.details, "detail"),
            describe_skipped(&summary.skipped),
            summary.rejected.len(),
            describe_balance(summary),
        )
    });
    output::print_summary(format!(
        "{}: {counts}{}",
        sanitize(&input.name),
        findings::count_errors_and_warnings(&summary.report)
    ));
}

/// Explains why a file was read in its format, such as `the header in line 9 is that of ubs-account, variant 2022-11`.
fn explain_format(summary: &Summary) -> String {
    let Some(format) = &summary.format else {
        return "no format matches".to_owned();
    };
    let (id, variant) = (
        sanitize(&format.id),
        summary.variant.as_deref().map(sanitize),
    );
    let variant = variant.map_or_else(String::new, |variant| format!(", variant {variant}"));
    match (summary.header_line, summary.delimiter) {
        (Some(line), _) => format!("the header in line {line} is that of {id}{variant}"),
        (None, Some(_)) if summary.rows == 0 => {
            format!("it has no rows, and the lines above the table are those of {id}")
        }
        (None, Some(_)) => {
            format!("it has no header, and its rows have the shape of {id}{variant}")
        }
        (None, None) => format!("its content is that of {id}{variant}"),
    }
}

/// Describes what the balances prove, such as `balance confirms 41 of 42: no opening balance for the oldest`.
fn describe_balance(summary: &Summary) -> String {
    match summary.balance_status {
        BalanceStatus::Proved => return "balance proved".to_owned(),
        BalanceStatus::Broken => return describe_contradictions(&summary.report),
        BalanceStatus::Partly => {}
        _ => return "balance not checked".to_owned(),
    }
    let unconfirmed = || summary.totals.iter().flat_map(|total| &total.unconfirmed);
    let has = |reason| unconfirmed().any(|rows| rows.reason == reason);
    let any = |is: fn(&Total) -> bool| summary.totals.iter().any(is);
    let has_finding = |rules: &[&str]| {
        let mut counts = summary.report.counts.iter();
        counts.any(|count| rules.contains(&count.rule.id))
    };
    let reasons = [
        (
            has(UnconfirmedReason::NoOpeningBalance),
            "no opening balance for the oldest",
        ),
        (
            has(UnconfirmedReason::NoClosingBalance),
            "no balance after the newest",
        ),
        (
            has(UnconfirmedReason::NoBalance),
            "rows of an account without balances",
        ),
        (
            has(UnconfirmedReason::Unreadable),
            "rows beside a rejected one",
        ),
        (
            !summary.rejected.is_empty() && !has(UnconfirmedReason::Unreadable),
            "a row was rejected",
        ),
        (
            has_finding(&[
                "answer-failed",
                "file-unfinished",
                "message-unfinished",
                "message-without-opening",
                "text-without-entry",
                "xml-syntax",
            ]),
            "a part of the file is missing",
        ),
        (
            has_finding(&["element-misplaced"]),
            "a part of the file is in a wrong place",
        ),
        (
            has_finding(&["block-repeated"]),
            "a block of rows occurs twice",
        ),
        (
            any(|total| total.includes_unexported),
            "a row that is not exported takes part in the balances",
        ),
        (
            any(|total| total.has_contradicting_day),
            "a day contradicts the period or the days around it",
        ),
    ];
    let reasons: Vec<&str> = reasons
        .into_iter()
        .filter_map(|(applies, reason)| applies.then_some(reason))
        .collect();
    let reasons = if reasons.is_empty() {
        String::new()
    } else {
        format!(": {}", reasons.join(", "))
    };
    format!(
        "balance confirms {} of {}{reasons}",
        summary.confirmed(),
        summary.converted
    )
}

/// Describes what contradicts the transactions, such as `balance broken, number of bookings differs`.
fn describe_contradictions(report: &Report) -> String {
    let differs = |rule: &str| report.counts.iter().any(|count| count.rule.id == rule);
    let [count, sum] = ["count-differs", "sum-differs"].map(differs);
    let is_balance = ["balance-broken", "opening-balance", "closing-balance"]
        .into_iter()
        .any(differs);
    let contradictions = [
        (is_balance || !count && !sum, "balance broken"),
        (count, "the number of bookings differs"),
        (sum, "the sums differ"),
    ];
    let found: Vec<&str> = contradictions
        .into_iter()
        .filter_map(|(applies, text)| applies.then_some(text))
        .collect();
    found.join(", ")
}

/// Describes the skipped rows, such as `3 skipped (2 pending, 1 zero-amount)`.
fn describe_skipped(skipped: &[SkippedRow]) -> String {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for row in skipped {
        *reasons.entry(row.reason.as_str()).or_default() += 1;
    }
    let reasons: Vec<String> = reasons
        .iter()
        .map(|(reason, count)| format!("{count} {reason}"))
        .collect();
    let suffix = if reasons.is_empty() {
        String::new()
    } else {
        format!(" ({})", reasons.join(", "))
    };
    format!("{} skipped{suffix}", skipped.len())
}
