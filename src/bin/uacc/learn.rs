//! `uacc learn`: a profile for a file whose format is not known.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use universal_accounting::format::{self, ConvertOptions, DateOrder};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::learn::{Answers, Basis, ColumnRole, Draft, LearnError, Question, learn};
use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{Country, Currency};

use crate::configuration::{parse_currency, parse_dates};
use crate::contribute::contribute;
use crate::files::{self, Input};
use crate::findings::pluralize;
use crate::language::language;
use crate::learn_dialog;
use crate::output::{self, Outcome, display_path};
use crate::sanitize::{sanitize, truncate};
use crate::terminal;

/// The number of transactions that are shown.
const MAX_SHOWN: usize = 3;

/// The number of characters of a text that is shown.
const MAX_TEXT: usize = 40;

#[derive(Debug, Args)]
pub(crate) struct Learn {
    /// The statement: a table or workbook whose format is not known. `-` reads standard input. Several files of one format are learned together.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Take what names and values suggest. What is taken without a proof is written into the profile, and each conversion says it.
    #[arg(long)]
    accept: bool,
    /// The role of a column, by its name or number, such as `Betrag=amount`. Can be repeated.
    #[arg(long, value_name = "COLUMN=ROLE", value_parser = parse_role)]
    set: Vec<(String, ColumnRole)>,
    /// A word of a column whose rows are not booked, such as `Status=PENDING`. Can be repeated.
    #[arg(long, value_name = "COLUMN=WORD", value_parser = parse_word)]
    unbooked: Vec<(String, String)>,
    /// A word of a column whose rows are a balance or a total, such as `Text=Saldovortrag`. Can be repeated.
    #[arg(long, value_name = "COLUMN=WORD", value_parser = parse_word)]
    balances: Vec<(String, String)>,
    /// The order of day and month, where all dates admit both: dmy, mdy or ymd.
    #[arg(long, value_name = "ORDER", value_parser = parse_dates)]
    dates: Option<DateOrder>,
    /// What a number without a minus sign is, where no balance shows it.
    #[arg(long, value_enum, value_name = "DIRECTION")]
    positive: Option<Direction>,
    /// The decimal mark, where all numbers admit both.
    #[arg(long, value_name = "MARK", value_parser = parse_mark)]
    decimal: Option<char>,
    /// The currency of the account, if the file has no column for it.
    #[arg(long, value_name = "CODE", value_parser = parse_currency)]
    currency: Option<Currency>,
    /// The institution, for the profile.
    #[arg(long, value_name = "NAME")]
    institution: Option<String>,
    /// What the file is an export of, for the profile, such as `account` or `card`.
    #[arg(long, value_name = "NAME")]
    product: Option<String>,
    /// The country of the institution, for the profile.
    #[arg(long, value_name = "CODE", value_parser = parse_country)]
    country: Option<String>,
    /// Write the profile to this file.
    #[arg(short, long, value_name = "PROFILE")]
    output: Option<PathBuf>,
    /// Write what a contribution of the format to this project consists of to this folder, a clone of the project: the profile, a copy of the
    /// file with other texts and amounts, and its expected report. No file in it is replaced.
    #[arg(long, value_name = "DIR", requires_all = ["institution", "country"], conflicts_with = "output")]
    contribute: Option<PathBuf>,
    /// The form of what was learned.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Direction {
    /// Money in, as on an account.
    Credit,
    /// Money out, as purchases on a card.
    Debit,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Format {
    /// A table of the columns, and the questions.
    #[default]
    Text,
    /// One JSON object.
    Json,
}

fn parse_role(text: &str) -> Result<(String, ColumnRole), String> {
    let (column, role) = text.rsplit_once('=').ok_or("write it as COLUMN=ROLE")?;
    let role = ColumnRole::parse(role).map_err(|error| error.to_string())?;
    Ok((column.to_owned(), role))
}

fn parse_word(text: &str) -> Result<(String, String), String> {
    let (column, word) = text.split_once('=').ok_or("write it as COLUMN=WORD")?;
    Ok((column.to_owned(), word.to_owned()))
}

fn parse_mark(text: &str) -> Result<char, String> {
    match text {
        "." => Ok('.'),
        "," => Ok(','),
        _ => Err("write `.` or `,`".to_owned()),
    }
}

fn parse_country(text: &str) -> Result<String, String> {
    let parsed = Country::parse(text).map_err(|error| error.to_string());
    parsed.map(|_| text.to_owned())
}

pub(crate) fn run(arguments: &Learn) -> Outcome {
    let inputs: Vec<Input> = arguments
        .files
        .iter()
        .map(|path| files::read(path))
        .collect::<Result<_, _>>()?;
    if let Some(output) = &arguments.output {
        let outputs = std::slice::from_ref(output);
        files::check_outputs_are_not_inputs(outputs, arguments.files.iter().map(PathBuf::as_path))?;
    }
    let sources: Vec<(&str, &[u8])> = inputs
        .iter()
        .map(|input| (input.name.as_str(), &*input.bytes))
        .collect();
    let mut answers = answers(arguments);
    let mut draft = learn(&sources, &answers).map_err(|error| describe_error(&error, &sources))?;
    if matches!(arguments.format, Format::Text) && can_ask(arguments) {
        output::print_summary(describe_columns(&draft).join("\n\n"));
        let learn = |answers: &Answers| learn(&sources, answers).ok();
        let streams = (&mut io::stdin().lock(), &mut io::stderr());
        draft = learn_dialog::ask(draft, &mut answers, language(), learn, streams)
            .map_err(|error| format!("the questions can't be asked: {error}"))?;
    }
    match arguments.format {
        Format::Text => describe(&draft)?,
        Format::Json => output::write_stdout(draft.to_json() + "\n")?,
    }
    let Some((_, profile)) = &draft.profile else {
        output::print_summary(format!(
            "{}: no profile yet, {} open",
            names_of(&sources),
            pluralize(draft.questions.len(), "question")
        ));
        return Ok(false);
    };
    if let Some(folder) = &arguments.contribute {
        let [(_, bytes)] = sources.as_slice() else {
            return Err(
                "a contribution has one sample: give one file with --contribute".to_owned(),
            );
        };
        contribute(&draft, bytes, folder)?;
        return Ok(true);
    }
    match &arguments.output {
        Some(path) => {
            files::write_output(Some(path), profile)?;
            output::print_summary(format!(
                "the profile is in {}; convert with: uacc convert {} --profile {}{}",
                display_path(path),
                names_of(&sources),
                display_path(path),
                options_needed(&sources, &draft)
            ));
        }
        None => output::print_summary(
            "write the profile with -o PROFILE, then convert with --profile PROFILE",
        ),
    }
    Ok(true)
}

/// Returns the options without which the files can't be converted with the profile, because no file names the account or the currency.
fn options_needed(sources: &[(&str, &[u8])], draft: &Draft) -> String {
    let mut needed = String::new();
    let Some((profile, _)) = &draft.profile else {
        return needed;
    };
    let mut options = ConvertOptions::new();
    options.format = format::Format::Custom(profile.clone());
    for (_, bytes) in sources {
        let report = convert_readable(bytes, &options).summary.report;
        for finding in &report.findings {
            let option = match finding.rule.id {
                "account-missing" => " --account NUMBER",
                "currency-missing" => " --currency CODE",
                _ => continue,
            };
            if !needed.contains(option) {
                needed.push_str(option);
            }
        }
    }
    needed
}

/// Returns the names of files, in the order in which they were given.
fn names_of(sources: &[(&str, &[u8])]) -> String {
    let names: Vec<String> = sources.iter().map(|(name, _)| sanitize(name)).collect();
    names.join(" ")
}

/// Says why nothing was learned, with the name of the file and what to do.
fn describe_error(error: &LearnError, sources: &[(&str, &[u8])]) -> String {
    let name = sources.get(error.file()).map_or("", |(name, _)| *name);
    let advice = match error {
        LearnError::NoTable { .. } => "; `uacc convert` says what kind of file it is",
        _ => "",
    };
    format!("{}: {error}{advice}", sanitize(name))
}

/// Whether a person can answer: input and errors are a terminal, and the input is not the statement.
fn can_ask(arguments: &Learn) -> bool {
    let is_input = arguments.files.iter().any(|path| path.as_os_str() == "-");
    !is_input && io::stdin().is_terminal() && io::stderr().is_terminal()
}

fn answers(arguments: &Learn) -> Answers {
    let mut answers = Answers::new();
    answers.roles.clone_from(&arguments.set);
    answers.unbooked.clone_from(&arguments.unbooked);
    answers.balances.clone_from(&arguments.balances);
    answers.accept = arguments.accept;
    answers.dates = arguments.dates;
    answers.positive_is_credit = arguments
        .positive
        .map(|positive| positive == Direction::Credit);
    answers.decimal = arguments.decimal;
    answers.currency = arguments.currency;
    answers.institution.clone_from(&arguments.institution);
    answers.product.clone_from(&arguments.product);
    answers.country.clone_from(&arguments.country);
    answers
}

/// Returns the columns with their roles, and what the amounts rest on.
fn describe_columns(draft: &Draft) -> Vec<String> {
    let mut rows = vec![
        ["column", "role", "basis", "examples"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for column in &draft.columns {
        let examples: Vec<String> = column
            .examples
            .iter()
            .map(|example| truncate(&sanitize(example), MAX_TEXT))
            .collect();
        rows.push(vec![
            sanitize(&column.name),
            column.role.as_str().to_owned(),
            column.basis.as_str().to_owned(),
            examples.join(" | "),
        ]);
    }
    let width = terminal::stdout_width();
    let verdict = match draft.amounts {
        Basis::Proved => "the balances of all rows prove the amounts",
        Basis::Given => "the amounts are read as given; no balance proves them",
        Basis::Suggested => "the amounts are suggested; no balance proves them",
        _ => "the amounts are open",
    };
    let table = terminal::table(&rows, &[], width);
    vec![
        table.trim_end().to_owned(),
        format!("{}: {verdict}", pluralize(draft.entries, "row")),
    ]
}

/// Prints the columns, the first transactions, and the questions.
fn describe(draft: &Draft) -> Result<(), String> {
    let mut parts = describe_columns(draft);
    let width = terminal::stdout_width();
    if draft.profile.is_some() {
        let conversions = draft.conversions.iter();
        let transactions = conversions.flat_map(|conversion| &conversion.transactions);
        let rows: Vec<Vec<String>> = transactions.take(MAX_SHOWN).map(transaction_row).collect();
        parts.push(terminal::table(&rows, &[2], width).trim_end().to_owned());
        let rejected = draft
            .conversions
            .iter()
            .map(|conversion| conversion.summary.rejected.len());
        let rejected: usize = rejected.sum();
        if rejected > 0 {
            parts.push(format!(
                "{} rejected; `uacc convert` says why",
                pluralize(rejected, "row")
            ));
        }
    }
    for question in &draft.questions {
        parts.push(describe_question(question));
    }
    output::write_stdout(parts.join("\n\n") + "\n")
}

/// Returns a question, and its possible answers with their options.
fn describe_question(question: &Question) -> String {
    let mut lines = vec![format!("? {}", sanitize(&question.text(language())))];
    for choice in &question.choices {
        let text = choice.text(language());
        lines.push(format!(
            "    {}: {}",
            sanitize(&text),
            sanitize(&options_of(&choice.answers))
        ));
    }
    lines.join("\n")
}

/// Returns the options that give answers.
fn options_of(answers: &Answers) -> String {
    let mut options = Vec::new();
    for (column, role) in &answers.roles {
        options.push(format!("--set {}", quoted(column, role.as_str())));
    }
    for (column, word) in &answers.unbooked {
        options.push(format!("--unbooked {}", quoted(column, word)));
    }
    for (column, word) in &answers.balances {
        options.push(format!("--balances {}", quoted(column, word)));
    }
    if let Some(order) = answers.dates {
        options.push(format!("--dates {}", order.as_str()));
    }
    if let Some(is_credit) = answers.positive_is_credit {
        let direction = if is_credit { "credit" } else { "debit" };
        options.push(format!("--positive {direction}"));
    }
    if let Some(mark) = answers.decimal {
        options.push(format!("--decimal {mark}"));
    }
    options.join(" ")
}

/// Returns `NAME=VALUE`, in quotation marks if a shell would read it as something else.
fn quoted(name: &str, value: &str) -> String {
    let text = format!("{name}={value}");
    let is_plain = |character: char| character.is_alphanumeric() || "=-_.".contains(character);
    if text.chars().all(is_plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// Returns the cells of a transaction: day, direction, amount, text.
fn transaction_row(transaction: &Transaction) -> Vec<String> {
    let day = transaction
        .booked_at
        .or(transaction.valuta_at)
        .map_or(String::new(), |day| day.to_string());
    let direction = match transaction.credit_debit {
        Some(CreditDebit::Debit) => "money out",
        _ => "money in",
    };
    let text = transaction.text.as_ref().map_or(String::new(), |text| {
        truncate(&sanitize(text.as_str()), MAX_TEXT)
    });
    vec![
        day,
        direction.to_owned(),
        transaction.amount.to_string(),
        text,
    ]
}
