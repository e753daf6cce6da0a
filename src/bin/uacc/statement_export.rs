//! `uacc convert --to`: statements in the formats of other programs.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use universal_accounting::base_data::BaseData;
use universal_accounting::chrono::NaiveDateTime;
use universal_accounting::export::statement::{LedgerAccounts, Options, Refusal, Target};
use universal_accounting::internals::export::{self, write_to};
use universal_accounting::report::Policy;
use universal_accounting::statement::Summary;

use crate::files::{self, Input};
use crate::held_output::HeldOutput;
use crate::sanitize::sanitize;
use crate::settings::{policy_of_settings, read_base_data, read_settings_file};
use crate::spool::{StoredInSpool, Transactions};
use crate::{export_notes, output};

/// How many refused transactions are listed.
const MAX_LISTED: usize = 20;

/// Arguments that say what is written.
#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    /// What to write.
    #[arg(long, value_enum, default_value_t = To::Payload)]
    pub(crate) to: To,
    /// The character between the cells of a CSV table; `tab` for a tab.
    #[arg(long, value_name = "CHARACTER", value_parser = export::parse_delimiter)]
    delimiter: Option<char>,
    /// When the file is said to be created, such as 2026-03-31T12:00:00, in camt.053 and OFX. Without it, midnight of the last day with a transaction.
    #[arg(long, value_name = "TIME", value_parser = export::parse_time)]
    created: Option<NaiveDateTime>,
    /// A JSON file with the names of the accounts in a ledger.
    #[arg(long, value_name = "FILE")]
    ledger_accounts: Option<PathBuf>,
    /// Base data, whose accounts with the IBANs of the statements give these their names in a ledger.
    #[arg(long, value_name = "FILE")]
    base_data: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum To {
    /// JSON payloads of transactions for the accounting service.
    Payload,
    /// One CSV table of all transactions, with a column for each field.
    Csv,
    /// A workbook of Excel, with a sheet for each account.
    Xlsx,
    /// A bank statement of ISO 20022; without proved balances an account report (camt.052).
    #[value(name = "camt.053")]
    Camt053,
    /// Statements of OFX 2.2, which many programs for personal finance read.
    Ofx,
    /// A journal for hledger.
    Hledger,
    /// A ledger for beancount.
    Beancount,
}

/// What is written in the place of payloads, with the settings that were read from files.
pub(crate) struct StatementExport {
    target: Target,
    delimiter: char,
    created: Option<NaiveDateTime>,
    base_data: Option<BaseData>,
    ledger_accounts: Option<LedgerAccounts>,
}

impl ExportArguments {
    /// Returns the files that are read.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &PathBuf> {
        self.base_data.iter().chain(&self.ledger_accounts)
    }

    /// Checks that the arguments belong together, and reads the files that they name. Returns `None` for payloads.
    pub(crate) fn read(&self, policy: &Policy) -> Result<Option<StatementExport>, String> {
        let [is_ledger, has_time] = [&[To::Hledger, To::Beancount], &[To::Camt053, To::Ofx]]
            .map(|of| of.contains(&self.to));
        for (is_given, is_allowed, name, formats) in [
            (
                self.delimiter.is_some(),
                self.to == To::Csv,
                "--delimiter",
                "csv",
            ),
            (
                self.created.is_some(),
                has_time,
                "--created",
                "camt.053 or ofx",
            ),
            (
                self.ledger_accounts.is_some(),
                is_ledger,
                "--ledger-accounts",
                "hledger or beancount",
            ),
            (
                self.base_data.is_some(),
                is_ledger,
                "--base-data",
                "hledger or beancount",
            ),
        ] {
            if is_given && !is_allowed {
                return Err(format!("{name} can only be used with --to {formats}"));
            }
        }
        let target = match self.to {
            To::Payload => return Ok(None),
            To::Csv => Target::Csv,
            To::Xlsx => Target::Xlsx,
            To::Camt053 => Target::Camt053,
            To::Ofx => Target::Ofx,
            To::Hledger => Target::Hledger,
            To::Beancount => Target::Beancount,
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
        let (delimiter, created) = (self.delimiter.unwrap_or(','), self.created);
        Ok(Some(StatementExport {
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
        if self.target == Target::Xlsx && is_standard_output && io::stdout().is_terminal() {
            return Err("a workbook can't be shown at a terminal; name a file with -o".to_owned());
        }
        Ok(())
    }

    /// Writes the statements, unless one of their transactions is refused. Returns whether they were written.
    pub(crate) fn write(
        &self,
        inputs: &[Input],
        summaries: &[Summary],
        transactions: &mut Transactions,
        output: Option<&Path>,
    ) -> Result<bool, String> {
        let mut options = Options::new();
        (options.delimiter, options.created) = (self.delimiter, self.created);
        (options.base_data, options.ledger_accounts) =
            (self.base_data.as_ref(), self.ledger_accounts.as_ref());
        let mut export = Ok(None);
        let held = HeldOutput::write(output, |out| {
            let (mut stored, mut written) = (StoredInSpool::new(transactions), Ok(()));
            let mut write = |piece: &[u8]| {
                if written.is_ok() {
                    written = out.write_all(piece);
                }
            };
            export = write_to(
                summaries.iter(),
                &mut stored,
                self.target,
                &options,
                &mut write,
            )
            .map(Some);
            stored.into_result().and(written)
        })?;
        match export {
            Ok(export) => {
                if let Some(export) = export {
                    self.print_format(export.transactions, export.format);
                    export_notes::print(&export.notes);
                }
                held.finish()?;
                Ok(true)
            }
            Err(refused) => {
                print_refusals(&refused, inputs);
                Ok(false)
            }
        }
    }

    fn print_format(&self, transactions: usize, format: &str) {
        let delimiter = match self.delimiter {
            _ if self.target != Target::Csv => String::new(),
            '\t' => " with tabs between cells".to_owned(),
            delimiter => format!(" with `{delimiter}` between cells"),
        };
        let transactions = crate::findings::pluralize(transactions, "transaction");
        output::print_summary(format_args!("{transactions} as {format}{delimiter}"));
    }
}

fn print_refusals(refused: &[Refusal], inputs: &[Input]) {
    for refusal in refused.iter().take(MAX_LISTED) {
        let name = inputs
            .get(refusal.file)
            .map(|input| sanitize(&input.name))
            .unwrap_or_default();
        output::print_note(format_args!("refused: {name}: {refusal}"));
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
