//! `uacc store`: what the store of `uacc import` contains, and whether it is whole.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use clap::{Args, Subcommand, ValueEnum};
use universal_accounting::dedup::{
    self, Calendar, Coverage, FileStore, FileStoreError, MissingStatement, PostgresStore,
    PostgresStoreError, Store,
};
use universal_accounting::endpoint::Organization;
use universal_accounting::internals::value::format_signed_amount;
use universal_accounting::render::{StoreContents, store_info_json};

use crate::findings::pluralize;
use crate::output::{self, Outcome, display_path};
use crate::sanitize::sanitize;
use crate::store::{StoreLocation, open_file_store};

#[derive(Debug, Args)]
pub(crate) struct StoredFiles {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Verify every checksum, and report whether the store is damaged. Changes nothing.
    Check(StorePath),
    /// Print the number of transactions in a store, its size, and which days of each account bank statements cover.
    ///
    /// The calendar knows the statements that were imported. Payloads don't name any.
    Info(Info),
    /// Rewrite a store without the space that earlier imports have left.
    Compact(StorePath),
    /// Copy a store in a file to a new file. The copy is whole also if other processes import meanwhile: they and this one wait for each other.
    ///
    /// Verifies all that it copies, and replaces no file.
    Backup(Backup),
}

#[derive(Debug, Args)]
struct Backup {
    /// A store in a file.
    #[arg(value_name = "PATH")]
    path: PathBuf,

    /// The copy, which does not exist yet.
    #[arg(value_name = "COPY")]
    copy: PathBuf,
}

#[derive(Debug, Args)]
struct Info {
    /// A store in a file, or a PostgreSQL database.
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// The organization, for a store in a database [default: default].
    #[arg(long, value_name = "NAME", value_parser = Organization::parse)]
    organization: Option<Organization>,
    /// Print JSON, instead of text.
    #[arg(long, value_enum)]
    format: Option<InfoFormat>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum InfoFormat {
    /// One JSON object, whose schema is `store-info`.
    Json,
}

#[derive(Debug, Args)]
struct StorePath {
    /// A store in a file.
    #[arg(value_name = "PATH")]
    path: PathBuf,
}

pub(crate) fn run(arguments: &StoredFiles) -> Outcome {
    match &arguments.action {
        Action::Check(StorePath { path }) => report(path, check),
        Action::Info(info) => print_info(info),
        Action::Compact(StorePath { path }) => report(path, compact),
        Action::Backup(backup) => back_up(backup),
    }
}

/// Prints a line about a store in a file.
fn report(path: &Path, describe: impl Fn(&Path) -> Result<String, String>) -> Outcome {
    let path = &find_file(path)?;
    let described = describe(path);
    let is_whole = described.is_ok();
    match described {
        Ok(description) => {
            output::write_stdout(format!("{}: {description}\n", display_path(path)))?;
        }
        Err(fault) => output::print_note(format!("{}: {fault}", display_path(path))),
    }
    Ok(is_whole)
}

fn check(path: &Path) -> Result<String, String> {
    let contents = describe(path, |path| FileStore::verify(path))?;
    Ok(format!("{contents}, whole"))
}

/// A store, what it contains, and the calendars of its accounts.
type Described = (String, Contents, Vec<Calendar>);

/// Prints what a store contains, and the calendars of its accounts.
fn print_info(info: &Info) -> Outcome {
    let store = match StoreLocation::parse(&info.path, info.organization.as_ref())? {
        StoreLocation::Database(database) => {
            let (contents, calendars) = database
                .open(true)
                .and_then(|store| read_database(&store))
                .map_err(|error| format!("{database}: {error}"))?;
            Some((database.to_string(), contents, calendars))
        }
        StoreLocation::File(path) => read_file(&find_file(&path)?),
    };
    let text = match info.format {
        Some(InfoFormat::Json) => info_json(store.as_ref()),
        None => store.as_ref().map(describe_info).unwrap_or_default(),
    };
    output::write_stdout(text)?;
    Ok(store.is_some())
}

/// Reads a store in a file, or says why it can't be read.
fn read_file(path: &Path) -> Option<Described> {
    match read_store(path) {
        Ok((contents, calendars)) => Some((display_path(path), contents, calendars)),
        Err(fault) => {
            output::print_note(format!("{}: {fault}", display_path(path)));
            None
        }
    }
}

fn read_store(path: &Path) -> Result<(Contents, Vec<Calendar>), String> {
    let contents = describe(path, |path| FileStore::open_read_only(path))?;
    let statements = open_file_store(|| FileStore::open_read_only(path))
        .and_then(|store| store.statements(None))
        .map_err(|error| error.to_string())?;
    Ok((contents, dedup::calendars(&statements)))
}

fn read_database(store: &PostgresStore) -> Result<(Contents, Vec<Calendar>), PostgresStoreError> {
    let contents = Contents {
        transactions: store.count()?,
        bytes: None,
    };
    Ok((contents, dedup::calendars(&store.statements(None)?)))
}

fn info_json(store: Option<&Described>) -> String {
    let stores = store
        .into_iter()
        .map(|(name, contents, calendars)| StoreContents {
            name,
            transactions: contents.transactions,
            bytes: contents.bytes,
            calendars,
        });
    let stores: Vec<StoreContents<'_>> = stores.collect();
    store_info_json(&stores) + "\n"
}

fn describe_info((name, contents, calendars): &Described) -> String {
    let mut text = format!("{name}: {}\n", size(contents));
    if !calendars.is_empty() {
        text += &describe_calendars(calendars);
        text += "Transactions of payloads are in no calendar: payloads name no statement.\n";
    }
    text
}

fn size(contents: &Contents) -> String {
    let Some(bytes) = contents.bytes else {
        return contents.to_string();
    };
    let each = bytes.checked_div(contents.transactions).unwrap_or_default();
    format!("{contents}, {bytes} bytes, {each} for each")
}

fn back_up(Backup { path, copy }: &Backup) -> Outcome {
    let (path, copy) = (&find_file(path)?, &find_path(copy)?);
    let copied =
        open_file_store(|| FileStore::open_read_only(path)).and_then(|store| store.back_up(copy));
    if let Err(error) = copied {
        let names = (display_path(path), display_path(copy));
        let message = format!("{} can't be copied to {}: {error}", names.0, names.1);
        if let FileStoreError::Exists | FileStoreError::Io(_) = error {
            return Err(message);
        }
        output::print_note(message);
        return Ok(false);
    }
    let contents = describe(copy, |copy| FileStore::verify(copy))
        .map_err(|fault| format!("{}: {fault}", display_path(copy)))?;
    output::write_stdout(format!(
        "{}: {contents} copied to {}\n",
        display_path(path),
        display_path(copy)
    ))?;
    Ok(true)
}

/// Returns the path of a file, unless it is the address of a database.
fn find_path(store: &Path) -> Result<PathBuf, String> {
    match StoreLocation::parse(store, None)? {
        StoreLocation::File(path) => Ok(path),
        StoreLocation::Database(database) => Err(format!(
            "{database} is a database, and only a store in a file can be checked, compacted or copied; PostgreSQL \
             has its own tools for that, such as pg_amcheck, VACUUM and pg_dump"
        )),
    }
}

/// Returns where a file is that exists.
fn find_file(path: &Path) -> Result<PathBuf, String> {
    let path = find_path(path)?;
    let metadata = fs::metadata(&path)
        .map_err(|error| format!("{} can't be read: {error}", display_path(&path)))?;
    if metadata.is_dir() {
        return Err(format!(
            "{} is a directory; name a store in a file",
            display_path(&path)
        ));
    }
    Ok(path)
}

/// What a store contains.
struct Contents {
    transactions: u64,
    /// `None` for a database.
    bytes: Option<u64>,
}

impl fmt::Display for Contents {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let transactions = usize::try_from(self.transactions).unwrap_or(usize::MAX);
        formatter.write_str(&pluralize(transactions, "transaction"))
    }
}

fn describe(
    path: &Path,
    open: impl Fn(&Path) -> Result<FileStore, FileStoreError>,
) -> Result<Contents, String> {
    let store = open_file_store(|| open(path)).map_err(|error| error.to_string())?;
    Ok(Contents {
        transactions: store.count().map_err(|error| error.to_string())?,
        bytes: Some(file_size(path)?),
    })
}

fn file_size(path: &Path) -> Result<u64, String> {
    let metadata = fs::metadata(path).map_err(|error| error.to_string())?;
    Ok(metadata.len())
}

fn compact(path: &Path) -> Result<String, String> {
    describe(path, |path| FileStore::verify(path))?;
    let before = file_size(path)?;
    let mut store = open_file_store(|| FileStore::open(path)).map_err(|error| error.to_string())?;
    store.compact().map_err(|error| error.to_string())?;
    drop(store);
    let after = file_size(path)?;
    Ok(format!("{before} bytes before, {after} bytes now"))
}

/// Returns a line for each account, one for each span of its days, and one for each statement that is missing.
fn describe_calendars(calendars: &[Calendar]) -> String {
    let mut text = String::new();
    for calendar in calendars {
        let _ = writeln!(
            text,
            "{} {}: {}",
            sanitize(calendar.account.as_str()),
            calendar.currency,
            pluralize(calendar.statements, "statement")
        );
        for days in &calendar.days {
            let _ = writeln!(
                text,
                "  {} to {}  {}",
                days.first_day,
                days.last_day,
                name(days.coverage)
            );
        }
        for missing in &calendar.missing {
            text += &advise(calendar, missing);
        }
    }
    text
}

const fn name(coverage: Coverage) -> &'static str {
    match coverage {
        Coverage::Proved => "proved",
        Coverage::Partly => "partly proved",
        Coverage::Broken => "broken: the balances contradict the transactions",
        Coverage::Unchecked => "not checked: there are no balances",
        Coverage::Overlapping => "overlapping: two statements have these days",
        Coverage::Resting => "no statement, but equal balances before and after",
        Coverage::Missing => "missing",
        _ => "unknown",
    }
}

/// Returns the sentence that says what to ask the bank for.
fn advise(calendar: &Calendar, missing: &MissingStatement) -> String {
    let account = sanitize(calendar.account.as_str());
    let (first, last) = (missing.first_day, missing.last_day);
    let days = if first == last {
        format!("of {first}")
    } else {
        format!("from {first} to {last}")
    };
    let currency = calendar.currency;
    let amount = |amount| format_signed_amount(amount, currency);
    let why = match missing.balances {
        Some(balances) => format!(
            "the balance before is {}, the one after {}, the difference {}",
            amount(balances.closing),
            amount(balances.opening),
            amount(balances.difference)
        ),
        None => "no balances show whether it has bookings".to_owned(),
    };
    if missing.is_overlap {
        return format!(
            "  Compare the two {currency} statements of {account} {days} with the bank's own view: {why}.\n"
        );
    }
    format!("  Ask the bank for the {currency} statement of {account} {days}: {why}.\n")
}
