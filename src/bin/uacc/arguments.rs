use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use universal_accounting::endpoint::Organization;

/// Check accounting payloads and turn bank CSV exports into them.
///
/// Exit status: 0 clean (warnings allowed), 1 the content has errors, 2 it could not run.
#[derive(Debug, Parser)]
#[command(name = "uacc", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find every fault of a payload, each at its place.
    Check(Check),
    /// Apply the fixes to a payload and write it in its canonical form.
    Normalize(Normalize),
    /// Turn bank CSV exports into transaction payloads.
    Convert(Convert),
    /// Import transactions into a store, each once: new ones are created, known ones are left as they are.
    Import(Import),
    /// List the formats that are read; of a file, tell how near it comes to each.
    Banks(Banks),
    /// List the rules.
    Rules(Rules),
    /// Tell what a rule is about, why it exists and how to mend what breaks it.
    Explain(Explain),
    /// Print a JSON Schema (2020-12); without a name, list them.
    Schema(Schema),
    /// Answer like the service, over HTTP, for tests of those who call it: no production service.
    ///
    /// Nothing is encrypted, and who knows a token may do all that it allows. An interrupt ends it, after the requests that it has.
    #[cfg(feature = "serve")]
    Serve(crate::serve::arguments::Serve),
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// What the files are.
    pub(crate) payload: Payload,
    /// The files; `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// How to tell what was found.
    #[arg(long, value_enum, default_value_t = ReportFormat::Human)]
    pub(crate) format: ReportFormat,
    #[command(flatten)]
    pub(crate) policy: PolicyArguments,
    /// With document-result: the request that it answers.
    #[arg(long, value_name = "FILE")]
    pub(crate) request: Option<PathBuf>,
    /// With import-result: how many transactions were sent.
    #[arg(long, value_name = "N")]
    pub(crate) sent: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct PolicyArguments {
    /// The payload came from the service: null stands for an optional field that is absent.
    #[arg(long)]
    pub(crate) received: bool,
    #[command(flatten)]
    pub(crate) grading: Grading,
}

#[derive(Debug, Args)]
pub(crate) struct Grading {
    /// Count every warning as an error.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Keep every value of the input out of what is said: no fix, no id, no excerpt.
    #[arg(long)]
    pub(crate) redact: bool,
    /// Say nothing of a warning.
    #[arg(long, value_name = "RULE")]
    pub(crate) allow: Vec<String>,
    /// Say a rule as a warning, also under --strict; stronger than --allow.
    #[arg(long, value_name = "RULE")]
    pub(crate) warn: Vec<String>,
    /// Count a warning as an error; stronger than --allow and --warn.
    #[arg(long, value_name = "RULE")]
    pub(crate) deny: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Payload {
    /// An organization's base data.
    BaseData,
    /// Financial transactions for import.
    Transactions,
    /// A request to create a document.
    #[value(alias = "document-request")]
    Document,
    /// The answer to such a request.
    DocumentResult,
    /// The answer to an update of base data.
    BaseDataResult,
    /// The answer to an import of transactions.
    ImportResult,
}

#[derive(Debug, Args)]
pub(crate) struct Normalize {
    /// What the file is.
    pub(crate) payload: Normalizable,
    /// The file; `-` reads standard input.
    pub(crate) file: PathBuf,
    /// The file to write, whole or not at all, instead of standard output.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Apply also the fixes that may change the meaning: look at each of them.
    #[arg(long)]
    pub(crate) unsafe_fixes: bool,
    /// What to write: the payload, or with `json` a report that holds it.
    #[arg(long, value_enum)]
    pub(crate) format: Option<NormalizedFormat>,
    #[command(flatten)]
    pub(crate) policy: PolicyArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Normalizable {
    /// An organization's base data.
    BaseData,
    /// Financial transactions for import.
    Transactions,
    /// A request to create a document.
    #[value(alias = "document-request")]
    Document,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum NormalizedFormat {
    /// One JSON object: the changes, what is left to mend, the normalized payload.
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct Schema {
    /// The schema, such as `base-data`; `openapi` is the interface of the service with all schemas in it (OpenAPI 3.1).
    pub(crate) name: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people: the line with the fault underlined.
    Human,
    /// One JSON object per file on a line of its own.
    Json,
    /// A SARIF 2.1.0 log.
    Sarif,
}

#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// The files; `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) statements: Statements,
    /// Write the rows that convert also where others were rejected.
    #[arg(long)]
    pub(crate) partial: bool,
    /// How many transactions go in one payload, 1 to 1000.
    #[arg(long, value_name = "N", default_value_t = universal_accounting::transactions::BATCH)]
    pub(crate) batch: usize,
    /// The file to write, whole or not at all, instead of standard output; split payloads go to OUT-0001.json and so on.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// What to write: the payload, or with `json` a report on each file that holds its transactions, or with `csv` one table.
    #[arg(long, value_enum)]
    pub(crate) format: Option<ConversionFormat>,
    #[command(flatten)]
    pub(crate) grading: Grading,
}

/// How bank exports are to be read.
#[derive(Debug, Args)]
pub(crate) struct Statements {
    /// The format, where the header should not decide.
    #[arg(long, value_name = "ID")]
    pub(crate) bank: Option<String>,
    /// A profile of your own to read the files by.
    #[arg(long, value_name = "FILE", conflicts_with = "bank")]
    pub(crate) profile: Option<PathBuf>,
    /// The account, where the file names none.
    #[arg(long, value_name = "ID")]
    pub(crate) account: Option<String>,
    /// A JSON file that says which account a bank's number, a card's mask or the name of a file stands for.
    #[arg(long, value_name = "MAP")]
    pub(crate) accounts: Option<PathBuf>,
    /// The currency, where the file names none.
    #[arg(long, value_name = "CODE")]
    pub(crate) currency: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// Payloads of transactions in JSON and bank CSV exports; `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The store: a file that is made where there is none, or a PostgreSQL database as `postgresql://user@host/database`.
    #[arg(long, value_name = "PATH")]
    pub(crate) store: PathBuf,
    /// In a database, whose transactions they are; `default` where none is named.
    #[arg(long, value_name = "NAME", value_parser = Organization::parse)]
    pub(crate) organization: Option<Organization>,
    /// Tell what would be imported, and import nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// What to print: with `json` the three counts as the service answers them.
    #[arg(long, value_enum)]
    pub(crate) format: Option<ImportFormat>,
    #[command(flatten)]
    pub(crate) statements: Statements,
    #[command(flatten)]
    pub(crate) grading: Grading,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImportFormat {
    /// The body of the service's answer: existing, new and error transactions.
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConversionFormat {
    /// One JSON object per file: transactions, origins, skipped and rejected rows, findings.
    Json,
    /// One table of all transactions, a column for each field.
    Csv,
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Banks {
    #[command(subcommand)]
    pub(crate) command: Option<BanksCommand>,
    /// A file: tell how near it comes to each format.
    pub(crate) file: Option<PathBuf>,
    /// A profile of your own to hold the file against.
    #[arg(long, value_name = "FILE")]
    pub(crate) profile: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BanksCommand {
    /// Convert a sample with a profile of your own and hold the report against the one that you expect.
    Test {
        /// The profile.
        profile: PathBuf,
        /// A file of the bank.
        sample: PathBuf,
        /// What `uacc convert --format json` should give for it: the members that matter to you.
        expected: PathBuf,
        /// The account, where the file names none.
        #[arg(long, value_name = "ID")]
        account: Option<String>,
        /// The currency, where the file names none.
        #[arg(long, value_name = "CODE")]
        currency: Option<String>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Rules {
    /// How to list them.
    #[arg(long, value_enum, default_value_t = ListFormat::Human)]
    pub(crate) format: ListFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// One line a rule.
    Human,
    /// A JSON array.
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// The rule, such as `amount-zero`.
    pub(crate) rule: String,
}
