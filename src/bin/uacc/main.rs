//! `uacc`: checks accounting payloads and converts bank statements at a terminal.

#![forbid(unsafe_code)]

mod accounts;
mod banks;
mod build;
mod certificate;
mod check;
mod command_line;
mod configuration;
mod contribute;
mod convert;
mod diff;
mod diff_table;
mod excerpt;
mod export;
mod export_tables;
mod extract;
mod files;
mod findings;
mod histories;
mod import;
mod import_origins;
mod import_review;
mod input_paths;
mod interrupt;
mod language;
mod learn;
mod learn_dialog;
mod limits;
mod new_files;
mod normalize;
mod output;
mod payload_files;
mod progress;
mod rules;
mod sanitize;
mod scrub;
mod serve;
mod settings;
mod statement_export;
mod statements;
mod store;
mod store_address;
mod stored_files;
mod suggestion;
mod terminal;
mod verbosity;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use output::Outcome;
use universal_accounting::report::Language;
use verbosity::Verbosity;

/// The heading of the options that every command has.
const EVERYWHERE: &str = "Options of every command";

/// Check the JSON payloads of an accounting service, and convert bank statements to them.
#[derive(Debug, Parser)]
#[command(name = "uacc", version = command_line::VERSION)]
struct Arguments {
    /// The language of findings for people: en, de, fr or it. By default that of the locale. JSON and SARIF are always in English.
    #[arg(long, global = true, help_heading = EVERYWHERE, value_parser = language::parse)]
    lang: Option<Language>,
    /// Say more: why a file is read in its format, and each conflict and suspect of an import.
    #[arg(long, global = true, help_heading = EVERYWHERE, conflicts_with = "quiet")]
    verbose: bool,
    /// Print only errors and warnings on standard error: no notes, no counts, no totals, no progress.
    #[arg(short, long, global = true, help_heading = EVERYWHERE)]
    quiet: bool,
    /// The maximum size of a file, such as `4GB`. Without it, 1 GiB (1024 MiB). It takes about as much memory.
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "SIZE", value_parser = limits::parse_size)]
    max_size: Option<usize>,
    /// The name of standard input, such as `statement.csv`: in messages, and for the patterns of an account map.
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "NAME")]
    stdin_name: Option<String>,
    /// When to write colours. By default, if standard output or standard error is a terminal that supports them, unless `NO_COLOR` is set.
    #[arg(long, global = true, help_heading = EVERYWHERE, value_enum, value_name = "WHEN", default_value_t)]
    color: output::Colours,
    /// The configuration file: settings that every call has, such as the account map. By default `uacc.toml`, if it is in the current folder.
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Report every error in JSON payloads, with its line and column.
    Check(check::Check),
    /// Fix a JSON payload and write it in canonical form.
    Normalize(normalize::Normalize),
    /// Convert bank statements (CSV, Excel, camt, MT940, ZIP) to JSON payloads of transactions, or to a format of other programs.
    Convert(convert::Convert),
    /// Check a certificate of `convert`: that its inputs and outputs are unchanged, and that the inputs give its values.
    ///
    /// Says exactly what differs. Exit status 1: something differs, or the certificate can't be read.
    Verify(verify::Verify),
    /// Learn the format of a CSV file that no profile knows, and write the profile.
    ///
    /// A running balance proves which columns are money, with their signs; the names of columns suggest the rest, and what neither shows is asked. Exit status 1:
    /// a question remains, and no profile is written.
    Learn(learn::Learn),
    /// Write copies of statements that may be shown: names, texts and numbers are replaced, and each row is read as before.
    Scrub(scrub::Scrub),
    /// Write the skeleton of an account map: what the statements say of the accounts that they name without an IBAN, or don't name.
    ///
    /// Fill in each `account`, and give the map to convert or import with --accounts.
    Accounts(accounts::Accounts),
    /// Build base data from tables, CSV files or workbooks.
    ///
    /// The headings of each table tell which list it is and what its columns mean. Every finding names its cell. Nothing is written if there is an error.
    Build(build::Build),
    /// Show what an update of base data would add, change and remove.
    ///
    /// The update (PATCH) replaces everything that the service holds: what NEW leaves out is gone. Records are compared by their externalId.
    Diff(diff::Diff),
    /// Import transactions into a store, each only once.
    ///
    /// What is not in the store is added. What is in it already is left unchanged.
    Import(import::Import),
    /// Check, describe, compact or copy a store.
    Store(stored_files::StoredFiles),
    /// Write a journal for another program, or base data as tables.
    ///
    /// Amounts and taxes are handed through, and nothing is computed. An entry that the format can't express is refused by name.
    Export(export::Export),
    /// Write the files that a journal export contains to a folder, and list all of its files.
    Extract(extract::Extract),
    /// List the supported bank formats, or show which of them a file matches.
    Banks(banks::Banks),
    /// List all rules.
    Rules {
        /// The output format.
        #[arg(long, value_enum, default_value_t = rules::ListFormat::Human)]
        format: rules::ListFormat,
    },
    /// Explain a rule: what it checks, why, and how to fix the input.
    Explain {
        /// The rule, such as `amount-zero`.
        rule: String,
    },
    /// Print a JSON Schema (draft 2020-12), or list the schemas.
    Schema {
        /// The schema, such as `base-data`. `openapi` prints the description of the service (OpenAPI 3.1). Without a name, lists all schemas.
        name: Option<String>,
    },
    /// Print the completions for a shell.
    ///
    /// For bash: `uacc completions bash > ~/.local/share/bash-completion/completions/uacc`. For zsh, name the file `_uacc` and put it into a folder of
    /// `$fpath`. For fish, write it to `~/.config/fish/completions/uacc.fish`.
    Completions {
        /// The shell.
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Write the man pages to a folder, one for each command.
    Man {
        /// The folder, which is created if it does not exist. Pages of an earlier version in it are replaced.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Run a reference service over HTTP, to test clients. Not for production.
    ///
    /// Connections are not encrypted, and a token is the only protection. An interrupt (Ctrl-C) stops the service after the requests in progress.
    Serve(serve::Serve),
}

fn main() -> ExitCode {
    let command = command_line::command::<Arguments>();
    let parsed = command
        .try_get_matches()
        .and_then(|matches| Arguments::from_arg_matches(&matches));
    let outcome = match parsed {
        Ok(arguments) => {
            verbosity::set(match (arguments.quiet, arguments.verbose) {
                (true, _) => Verbosity::Quiet,
                (_, true) => Verbosity::Verbose,
                _ => Verbosity::Normal,
            });
            limits::set(arguments.max_size);
            output::set_colours(arguments.color);
            input_paths::set_stdin_name(arguments.stdin_name);
            configuration::read(arguments.config.as_deref()).and_then(|()| {
                language::set(arguments.lang.or(configuration::configuration().lang));
                run(&arguments.command)
            })
        }
        Err(error) if error.use_stderr() => {
            output::print_argument_error(&error);
            return ExitCode::from(2);
        }
        // Clap returns `--help` and `--version` as errors. They go to standard output.
        Err(help) => output::write_styled(&help.render().ansi().to_string()).map(|()| true),
    };
    match outcome {
        Ok(has_no_errors) => ExitCode::from(u8::from(!has_no_errors)),
        Err(message) => {
            output::print_note(format!("error: {message}"));
            ExitCode::from(2)
        }
    }
}

fn run(command: &Command) -> Outcome {
    match command {
        Command::Check(arguments) => check::run(arguments),
        Command::Normalize(arguments) => normalize::run(arguments),
        Command::Convert(arguments) => convert::run(arguments),
        Command::Verify(arguments) => verify::run(arguments),
        Command::Learn(arguments) => learn::run(arguments),
        Command::Scrub(arguments) => scrub::run(arguments),
        Command::Accounts(arguments) => accounts::run(arguments),
        Command::Build(arguments) => build::run(arguments),
        Command::Diff(arguments) => diff::run(arguments),
        Command::Import(arguments) => import::run(arguments),
        Command::Store(arguments) => stored_files::run(arguments),
        Command::Export(arguments) => export::run(arguments),
        Command::Extract(arguments) => extract::run(arguments),
        Command::Banks(arguments) => banks::run(arguments),
        Command::Rules { format } => output::write_stdout(rules::list(*format)).map(|()| true),
        Command::Explain { rule } => output::write_stdout(&rules::explain(rule)?).map(|()| true),
        Command::Schema { name } => {
            output::write_stdout(&rules::schema(name.as_deref())?).map(|()| true)
        }
        Command::Completions { shell } => {
            command_line::write_completions(command_line::command::<Arguments>(), *shell)
        }
        Command::Man { folder } => {
            command_line::write_man_pages(command_line::command::<Arguments>(), folder)
        }
        Command::Serve(arguments) => serve::run(arguments),
    }
}
