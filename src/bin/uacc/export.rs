//! `uacc export`.

use std::collections::HashMap;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use universal_accounting::base_data::BaseData;
use universal_accounting::export::ledger::AccountKind;
use universal_accounting::export::{
    self, AccountTotal, JournalExportOptions, JournalRefusal, JournalRefusalReason, JournalTarget,
};
use universal_accounting::format;
use universal_accounting::internals::value::format_amount;
use universal_accounting::journal::JournalReading;
use universal_accounting::report::Policy;
use universal_accounting::rust_decimal::Decimal;

use crate::files::Input;
use crate::findings::pluralize;
use crate::output::{self, Outcome};
use crate::sanitize::{sanitize, sanitize_and_mask};
use crate::settings::{self, PayloadPolicyArguments, policy_of_settings};
use crate::{export_tables, files, findings, terminal};

/// How many refused entries are listed.
const MAX_LISTED: usize = 20;

#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The kind of the file.
    #[arg(value_name = "KIND")]
    kind: Kind,
    /// The file to export. `-` reads standard input.
    file: PathBuf,
    /// The program or format to write a journal for.
    #[arg(long, value_parser = formats())]
    to: Option<JournalTarget>,
    /// Base data, for the names and types of accounts and the codes of cost centers and projects.
    #[arg(long, value_name = "FILE")]
    base_data: Option<PathBuf>,
    /// Write an entry with several lines on both sides as rows with one side each, instead of refusing it. For single entries only.
    #[arg(long)]
    collective: bool,
    /// The kind of the accounts whose type is not in the base data. For hledger and beancount only.
    #[arg(long, value_name = "KIND", value_enum)]
    default_kind: Option<DefaultKind>,
    /// Write the entries that could be exported, even if others were rejected or refused.
    #[arg(long)]
    partial: bool,
    /// Write a journal to this file instead of standard output, or the tables of base data to this folder. Files are written completely or not at all.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    policy: PayloadPolicyArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// A journal export: an array of records, one record, or one record a line, or the CSV of single entries.
    Journal,
    /// Base data, written as a CSV file for each list. `uacc build base-data` makes the same payload of them again.
    BaseData,
}

/// Parses the name of a format of the library.
fn formats() -> impl TypedValueParser<Value = JournalTarget> {
    let names = JournalTarget::ALL
        .iter()
        .map(|target| PossibleValue::new(target.as_str()).help(target.about()));
    PossibleValuesParser::new(names).try_map(|name| {
        let mut all = JournalTarget::ALL.iter().copied();
        let target = all.find(|target| target.as_str() == name);
        target.ok_or("there is no such format")
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DefaultKind {
    /// What the organization owns.
    Asset,
    /// What the organization owes.
    Liability,
    /// What the owners hold.
    Equity,
    /// What the organization earns.
    Income,
    /// What the organization spends.
    Expense,
}

pub(crate) fn run(arguments: &Export) -> Outcome {
    if arguments.kind == Kind::BaseData {
        return run_base_data(arguments);
    }
    let Some(to) = arguments.to else {
        return Err("--to: name the program or format to write the journal for".to_owned());
    };
    let target = target(arguments, to)?;
    let policy = arguments.policy.policy()?.sequence();
    let sources = || std::iter::once(&arguments.file).chain(&arguments.base_data);
    files::check_outputs_are_not_inputs(
        arguments.output.as_slice(),
        sources().map(PathBuf::as_path),
    )?;
    files::check_stdin_is_read_once(sources())?;
    let input = files::read(&arguments.file)?;
    let base_data = read_base_data(arguments, &policy)?;

    let reading = format::read_journal(&input.bytes, &policy);
    findings::print(&input, &reading.report, &policy);
    let mut options = JournalExportOptions::new();
    options.base_data = base_data.as_ref();
    options.default_kind = arguments.default_kind.map(account_kind);
    options.brand.clone_from(&reading.brand);
    let export = export::journal(&reading.records, target, &options);
    print_refusals(&export.refused, &policy);
    let name = sanitize(&input.name);
    output::print_summary(format_args!(
        "{name}: {}: {} written, {} refused; {} rejected; {}",
        pluralize(reading.records.len() + reading.rejected.len(), "record"),
        entries(export.entries),
        export.refused.len(),
        pluralize(reading.rejected.len(), "record"),
        findings::count_errors_and_warnings(&reading.report),
    ));
    let reasons = reasons_to_write_nothing(&input, &reading, &export, arguments.partial);
    if reasons.is_some() && target == (JournalTarget::SingleEntries { collective: false }) {
        print_hint_about_collective(&export.refused);
    }
    if reasons.is_none() {
        output::print(&export.notes);
    }
    if !export.read.is_empty() {
        output::print_summary(format_args!(
            "\n{}",
            totals_table(&export, reasons.is_none(), &policy)
        ));
    }
    match reasons {
        Some(reasons) => output::print_note(format_args!("nothing was written: {reasons}")),
        None => files::write_output(arguments.output.as_deref(), &export.text)?,
    }
    Ok(reading.report.is_valid() && export.refused.is_empty())
}

/// Writes base data as tables, if no option of journals was given.
fn run_base_data(arguments: &Export) -> Outcome {
    let others = [
        ("--to", arguments.to.is_some()),
        ("--base-data", arguments.base_data.is_some()),
        ("--collective", arguments.collective),
        ("--default-kind", arguments.default_kind.is_some()),
        ("--partial", arguments.partial),
    ];
    if let Some((name, _)) = others.iter().find(|(_, is_given)| *is_given) {
        return Err(format!("{name} can only be used with a journal"));
    }
    let Some(folder) = &arguments.output else {
        return Err("--output: name the folder for the tables".to_owned());
    };
    export_tables::run(&arguments.file, folder, &arguments.policy.policy()?)
}

fn target(arguments: &Export, to: JournalTarget) -> Result<JournalTarget, String> {
    let is_single_entries = matches!(to, JournalTarget::SingleEntries { .. });
    if arguments.collective && !is_single_entries {
        return Err("--collective can only be used with --to single-entries".to_owned());
    }
    if arguments.default_kind.is_some()
        && !matches!(to, JournalTarget::Hledger | JournalTarget::Beancount)
    {
        return Err(
            "--default-kind can only be used with --to hledger or --to beancount".to_owned(),
        );
    }
    let collective = arguments.collective;
    Ok(if is_single_entries {
        JournalTarget::SingleEntries { collective }
    } else {
        to
    })
}

const fn account_kind(kind: DefaultKind) -> AccountKind {
    match kind {
        DefaultKind::Asset => AccountKind::Asset,
        DefaultKind::Liability => AccountKind::Liability,
        DefaultKind::Equity => AccountKind::Equity,
        DefaultKind::Income => AccountKind::Income,
        DefaultKind::Expense => AccountKind::Expense,
    }
}

/// Reads the base data.
fn read_base_data(arguments: &Export, policy: &Policy) -> Result<Option<BaseData>, String> {
    let policy = policy_of_settings(policy);
    arguments
        .base_data
        .as_deref()
        .map(|path| settings::read_base_data(path, &policy))
        .transpose()
}

fn print_refusals(refused: &[JournalRefusal], policy: &Policy) {
    for refusal in refused.iter().take(MAX_LISTED) {
        let text = if policy.is_redacted() {
            refusal.redacted()
        } else {
            refusal.to_string()
        };
        output::print_note(format_args!("refused: {}", sanitize_and_mask(&text)));
    }
    if let Some(more) = refused
        .len()
        .checked_sub(MAX_LISTED)
        .filter(|more| *more > 0)
    {
        output::print_note(format_args!("… and {more} more refused"));
    }
}

/// Says which option writes refused entries.
fn print_hint_about_collective(refused: &[JournalRefusal]) {
    let is_collective = |refusal: &&JournalRefusal| {
        matches!(
            refusal.reason,
            JournalRefusalReason::SeveralOnBothSides
                | JournalRefusalReason::OneSide
                | JournalRefusalReason::SeveralCurrencies
        )
    };
    match refused.iter().filter(is_collective).count() {
        0 => {}
        count => output::print_note(format_args!(
            "--collective writes {count} of the refused entries as rows with one side each"
        )),
    }
}

/// Returns why nothing may be written, or `None` if the output is written.
fn reasons_to_write_nothing(
    input: &Input,
    reading: &JournalReading,
    export: &export::JournalExport,
    partial: bool,
) -> Option<String> {
    let mut reasons = Vec::new();
    if !partial {
        if !reading.rejected.is_empty() {
            reasons.push(format!(
                "{} rejected",
                pluralize(reading.rejected.len(), "record")
            ));
        } else if !reading.report.is_valid() {
            reasons.push(format!("{} has errors", sanitize(&input.name)));
        }
        if !export.refused.is_empty() {
            reasons.push(format!("{} refused", entries(export.refused.len())));
        }
    }
    if export.entries == 0 {
        reasons.push("there are no entries to write".to_owned());
    } else if !reasons.is_empty() {
        return Some(format!(
            "{}; --partial writes the other entries",
            reasons.join(", ")
        ));
    }
    (!reasons.is_empty()).then(|| reasons.join(", "))
}

fn entries(count: usize) -> String {
    if count == 1 {
        "1 entry".to_owned()
    } else {
        format!("{count} entries")
    }
}

/// Returns the totals of each account in the journal, and how much of them was written.
///
/// A redacted table has numbers in the place of accounts, and no sums.
fn totals_table(export: &export::JournalExport, is_written: bool, policy: &Policy) -> String {
    let is_redacted = policy.is_redacted();
    let mut names = vec!["account", "currency", "lines"];
    if !is_redacted {
        names.extend(["debits", "credits"]);
    }
    names.extend(is_written.then_some("written"));
    let mut rows = vec![names.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    let id = |total: &AccountTotal| {
        (
            total.number.clone(),
            total.external_id.clone(),
            total.currency,
        )
    };
    let written: HashMap<_, &AccountTotal> = export
        .written
        .iter()
        .map(|total| (id(total), total))
        .collect();
    for (number, total) in (1..).zip(&export.read) {
        let account = if is_redacted {
            format!("number {number}")
        } else {
            describe_account(total)
        };
        let mut row = vec![
            account,
            total.currency.to_string(),
            total.amounts.to_string(),
        ];
        if !is_redacted {
            row.extend([amount(total.debits, total), amount(total.credits, total)]);
        }
        if is_written {
            row.push(match written.get(&id(total)) {
                None => "nothing".to_owned(),
                Some(written)
                    if (written.debits, written.credits) == (total.debits, total.credits) =>
                {
                    "all".to_owned()
                }
                Some(_) if is_redacted => "a part".to_owned(),
                Some(written) => {
                    format!(
                        "debits {}, credits {}",
                        amount(written.debits, written),
                        amount(written.credits, written)
                    )
                }
            });
        }
        rows.push(row);
    }
    terminal::align_columns(&rows, &[2, 3, 4])
}

/// Returns the number of an account and, if it has one, its external id.
fn describe_account(total: &AccountTotal) -> String {
    let mut account = total.number.clone();
    if let Some(id) = &total.external_id {
        account = format!("{account} {id}");
    }
    sanitize_and_mask(&account)
}

/// Formats a sum with the decimals of its currency; `?` if it has more digits than can be held.
fn amount(sum: Option<Decimal>, total: &AccountTotal) -> String {
    sum.map_or("?".to_owned(), |sum| {
        let sign = if sum.is_sign_negative() && !sum.is_zero() {
            "-"
        } else {
            ""
        };
        format!("{sign}{}", format_amount(sum, total.currency))
    })
}
