//! `uacc convert --to`: statements in the formats of other programs.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use universal_accounting::base_data::BaseData;
use universal_accounting::certificate::DocumentKind;
use universal_accounting::chrono::NaiveDateTime;
use universal_accounting::continuity::Conversions;
use universal_accounting::export::statement::{
    self, DatevSettings, LedgerAccounts, StatementExportOptions, StatementRefusal, StatementTarget,
};
use universal_accounting::internals::export;
use universal_accounting::report::Policy;

use crate::language::language;
use crate::sanitize::sanitize;
use crate::settings::{policy_of_settings, read_base_data, read_settings_file};
use crate::{files, output};

/// How many refused transactions are listed.
const MAX_LISTED: usize = 20;

/// Arguments that say what is written.
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "they are independent")]
pub(crate) struct ExportArguments {
    /// What to write.
    #[arg(long, value_name = "TO", default_value = PAYLOAD, value_parser = formats())]
    to: To,
    /// The character between the cells of a CSV table; `tab` for a tab.
    #[arg(long, value_name = "CHARACTER", value_parser = export::parse_delimiter)]
    delimiter: Option<char>,
    /// Write a CSV table as Excel opens it: with `;` between the cells, and a byte order mark.
    #[arg(long)]
    excel: bool,
    /// Write the amounts of a CSV table with a comma before the decimals, as spreadsheets in Germany, Austria, France and Italy expect it. Those in Switzerland expect a point.
    #[arg(long)]
    decimal_comma: bool,
    /// Write the amounts of debits in a CSV table as negative numbers.
    #[arg(long)]
    signed: bool,
    /// When the file is said to be created, such as 2026-03-31T12:00:00, in camt.053, ofx, qbo, datev and a certificate. Without it, midnight of the last day with a transaction, and no time in a certificate.
    #[arg(long, value_name = "TIME", value_parser = export::parse_time)]
    created: Option<NaiveDateTime>,
    /// A JSON file with the names of the accounts in a ledger.
    #[arg(long, value_name = "FILE")]
    ledger_accounts: Option<PathBuf>,
    /// Base data, whose accounts with the IBANs of the statements give these their names in a ledger.
    #[arg(long, value_name = "FILE")]
    base_data: Option<PathBuf>,
    /// The number that Intuit gave your bank (INTU.BID), without which QuickBooks and Quicken refuse a file.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    bid: Option<u32>,
    /// Write the texts of MT940 in the numbered fields of German banks (`?20`), as some programs for bookkeeping need them.
    #[arg(long)]
    numbered_fields: bool,
    /// A JSON file with the numbers of client and accounts for DATEV.
    #[arg(long, value_name = "FILE")]
    datev: Option<PathBuf>,
}

/// The name of what is written by default.
const PAYLOAD: &str = "payload";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum To {
    Payload,
    Format(StatementTarget),
}

/// Parses what is written: payloads, or one of the formats of the library.
fn formats() -> impl TypedValueParser<Value = To> {
    let payload = PossibleValue::new(PAYLOAD)
        .help("JSON payloads of transactions for the accounting service.");
    let formats = StatementTarget::ALL
        .iter()
        .map(|target| PossibleValue::new(target.as_str()).help(target.about()));
    PossibleValuesParser::new(std::iter::once(payload).chain(formats))
        .map(|name| name.parse().map_or(To::Payload, To::Format))
}

/// Whether an option is one of a format.
type IsAllowed = fn(StatementTarget) -> bool;

/// Returns the formats that an option is for, such as `camt.053 or ofx`.
fn format_names(is_allowed: IsAllowed) -> String {
    let allowed = StatementTarget::ALL
        .iter()
        .filter(|target| is_allowed(**target));
    let names: Vec<&str> = allowed.map(|target| target.as_str()).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

const fn is_table(target: StatementTarget) -> bool {
    matches!(target, StatementTarget::Csv)
}

const fn is_ledger(target: StatementTarget) -> bool {
    matches!(
        target,
        StatementTarget::Hledger | StatementTarget::Beancount
    )
}

const fn has_time(target: StatementTarget) -> bool {
    matches!(
        target,
        StatementTarget::Camt053
            | StatementTarget::Ofx
            | StatementTarget::Qbo
            | StatementTarget::Datev
    )
}

const fn has_bank_number(target: StatementTarget) -> bool {
    matches!(target, StatementTarget::Qbo)
}

const fn has_text_fields(target: StatementTarget) -> bool {
    matches!(target, StatementTarget::Mt940)
}

const fn has_client(target: StatementTarget) -> bool {
    matches!(target, StatementTarget::Datev)
}

/// What is written in the place of payloads, with the settings that were read from files.
#[allow(clippy::struct_excessive_bools, reason = "they are independent")]
pub(crate) struct StatementExport {
    target: StatementTarget,
    delimiter: char,
    is_for_excel: bool,
    decimal_comma: bool,
    signed: bool,
    created: Option<NaiveDateTime>,
    base_data: Option<BaseData>,
    ledger_accounts: Option<LedgerAccounts>,
    bank_number: Option<u32>,
    numbered_fields: bool,
    datev: Option<DatevSettings>,
}

impl ExportArguments {
    /// Returns the files that are read.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &PathBuf> {
        let files = self.base_data.iter().chain(&self.ledger_accounts);
        files.chain(&self.datev)
    }

    /// Returns the files of settings, each with what it is.
    pub(crate) fn documents(&self) -> Vec<(DocumentKind, PathBuf)> {
        let documents = [
            (DocumentKind::BaseData, &self.base_data),
            (DocumentKind::LedgerAccounts, &self.ledger_accounts),
            (DocumentKind::Datev, &self.datev),
        ];
        let given = documents.into_iter();
        given
            .filter_map(|(kind, path)| Some((kind, path.clone()?)))
            .collect()
    }

    /// Returns when the caller says that the files are created.
    pub(crate) const fn created(&self) -> Option<NaiveDateTime> {
        self.created
    }

    /// Returns the delimiter of a table: the given one, or that of Excel, or a comma.
    fn delimiter(&self) -> char {
        let usual = if self.excel { ';' } else { ',' };
        self.delimiter.unwrap_or(usual)
    }

    /// Checks that every option is one of the format.
    fn check_options(
        &self,
        target: Option<StatementTarget>,
        is_certified: bool,
    ) -> Result<(), String> {
        let given: [(&str, bool, IsAllowed); 10] = [
            ("--delimiter", self.delimiter.is_some(), is_table),
            ("--excel", self.excel, is_table),
            ("--decimal-comma", self.decimal_comma, is_table),
            ("--signed", self.signed, is_table),
            ("--created", self.created.is_some(), has_time),
            (
                "--ledger-accounts",
                self.ledger_accounts.is_some(),
                is_ledger,
            ),
            ("--base-data", self.base_data.is_some(), is_ledger),
            ("--bid", self.bid.is_some(), has_bank_number),
            ("--numbered-fields", self.numbered_fields, has_text_fields),
            ("--datev", self.datev.is_some(), has_client),
        ];
        for (name, is_given, is_allowed) in given {
            let is_for_certificate = is_certified && name == "--created";
            if is_given && !is_for_certificate && !target.is_some_and(is_allowed) {
                let formats = format_names(is_allowed);
                return Err(format!("{name} can only be used with --to {formats}"));
            }
        }
        let delimiter = self.delimiter();
        if self.decimal_comma && delimiter == ',' {
            return Err("a comma can't be both between cells and in amounts; add --excel or --delimiter ';'".to_owned());
        }
        if target.is_some_and(has_client) && self.datev.is_none() {
            return Err("--to datev needs --datev with a file that has the numbers of the client and the accounts; `uacc schema datev-settings` describes it".to_owned());
        }
        Ok(())
    }

    /// Checks that the arguments belong together, and reads the files that they name. Returns `None` for payloads.
    ///
    /// A certificate has the time of creation whatever is written.
    pub(crate) fn read(
        &self,
        policy: &Policy,
        is_certified: bool,
    ) -> Result<Option<StatementExport>, String> {
        let target = match self.to {
            To::Payload => None,
            To::Format(target) => Some(target),
        };
        self.check_options(target, is_certified)?;
        let Some(target) = target else {
            return Ok(None);
        };
        let policy = policy_of_settings(policy);
        let base_data = self
            .base_data
            .as_ref()
            .map(|path| read_base_data(path, &policy))
            .transpose()?;
        let read_names = |path: &PathBuf| {
            read_settings_file(
                "the file of ledger accounts",
                path,
                LedgerAccounts::read,
                &policy,
            )
        };
        let ledger_accounts = self.ledger_accounts.as_ref().map(read_names).transpose()?;
        let read_client = |path: &PathBuf| {
            read_settings_file(
                "the file of settings for DATEV",
                path,
                DatevSettings::read,
                &policy,
            )
        };
        let datev = self.datev.as_ref().map(read_client).transpose()?;
        let (delimiter, created) = (self.delimiter(), self.created);
        Ok(Some(StatementExport {
            is_for_excel: self.excel,
            decimal_comma: self.decimal_comma,
            signed: self.signed,
            bank_number: self.bid,
            numbered_fields: self.numbered_fields,
            datev,
            target,
            delimiter,
            created,
            base_data,
            ledger_accounts,
        }))
    }
}

impl StatementExport {
    /// Checks that the result can be written to this place.
    pub(crate) fn check_output(&self, output: Option<&Path>) -> Result<(), String> {
        let is_standard_output = output.is_none_or(files::is_standard_stream);
        if self.target == StatementTarget::Xlsx && is_standard_output && io::stdout().is_terminal()
        {
            return Err("a workbook can't be shown at a terminal; name a file with -o".to_owned());
        }
        Ok(())
    }

    pub(crate) const fn target(&self) -> StatementTarget {
        self.target
    }

    /// Returns the settings for the library.
    pub(crate) fn options(&self) -> StatementExportOptions<'_> {
        let mut options = StatementExportOptions::new();
        (options.delimiter, options.created) = (self.delimiter, self.created);
        (options.base_data, options.ledger_accounts) =
            (self.base_data.as_ref(), self.ledger_accounts.as_ref());
        (options.bank_number, options.numbered_fields) = (self.bank_number, self.numbered_fields);
        options.datev = self.datev.as_ref();
        (options.decimal_comma, options.signed_amounts) = (self.decimal_comma, self.signed);
        options.byte_order_mark = self.is_for_excel;
        options.language = language();
        options
    }

    /// Writes the statements, unless one of their transactions is refused. Returns whether they were written.
    pub(crate) fn write(
        &self,
        conversions: &Conversions,
        output: Option<&Path>,
    ) -> Result<bool, String> {
        match statement::write(conversions, self.target, &self.options()) {
            Ok(export) => {
                self.print_format(export.transactions, export.format);
                output::print(&export.notes);
                files::write_output(output, export.bytes)?;
                Ok(true)
            }
            Err(refused) => {
                print_refusals(&refused, conversions);
                Ok(false)
            }
        }
    }

    fn print_format(&self, transactions: usize, format: &str) {
        let delimiter = match self.delimiter {
            _ if self.target != StatementTarget::Csv => String::new(),
            '\t' => " with tabs between cells".to_owned(),
            delimiter => format!(" with `{delimiter}` between cells"),
        };
        let transactions = crate::findings::pluralize(transactions, "transaction");
        output::print_summary(format_args!("{transactions} as {format}{delimiter}"));
    }
}

fn print_refusals(refused: &[StatementRefusal], conversions: &Conversions) {
    for refusal in refused.iter().take(MAX_LISTED) {
        let file = conversions.files.get(refusal.file);
        let name = file.map_or_else(String::new, |file| sanitize(&file.name));
        let (line, reason) = (refusal.line, refusal.reason_in(language()));
        output::print_note(format_args!("refused: {name}: line {line}: {reason}"));
    }
    if let Some(further) = refused
        .len()
        .checked_sub(MAX_LISTED)
        .filter(|further| *further > 0)
    {
        output::print_note(format_args!("… and {further} more"));
    }
    output::print_note(
        "nothing was written: a file that lacks transactions would look like a whole one",
    );
}
