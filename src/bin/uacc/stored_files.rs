//! `uacc store`: what the store of `uacc import`, or the directory of `uacc serve`, contains, and whether it is whole.

use std::path::{Path, PathBuf};
use std::{fmt, fs};

use clap::{Args, Subcommand};
use universal_accounting::dedup::{FileStore, FileStoreError};

use crate::findings::pluralize;
use crate::output::{self, Outcome, display_path};
use crate::store::{StoredFile, open_file_store};

#[derive(Debug, Args)]
pub(crate) struct StoredFiles {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Verify every checksum, and report the files that are damaged. Changes nothing.
    Check(StorePath),
    /// Print the number of transactions and journal lines in each store, and its size.
    Info(StorePath),
    /// Rewrite each store without the space that earlier imports have left.
    Compact(StorePath),
}

#[derive(Debug, Args)]
struct StorePath {
    /// A store in a file, or the directory of `uacc serve`, while no process uses it.
    #[arg(value_name = "PATH")]
    path: PathBuf,
}

pub(crate) fn run(arguments: &StoredFiles) -> Outcome {
    let (Action::Check(StorePath { path })
    | Action::Info(StorePath { path })
    | Action::Compact(StorePath { path })) = &arguments.action;
    let files = list_files(path)?;
    let mut are_whole = true;
    for file in files {
        let described = match (&file, &arguments.action) {
            (StoredFile::Transactions(path), Action::Check(_)) => {
                describe(path, |path| FileStore::verify(path))
                    .map(|contents| format!("{contents}, whole"))
            }
            (StoredFile::Transactions(path), Action::Info(_)) => {
                describe(path, |path| FileStore::open_read_only(path)).map(|contents| {
                    let Contents {
                        transactions,
                        journal_lines,
                        bytes,
                    } = contents;
                    let each = bytes
                        .checked_div(transactions.saturating_add(journal_lines))
                        .unwrap_or_default();
                    format!("{contents}, {bytes} bytes, {each} for each")
                })
            }
            (StoredFile::Transactions(path), Action::Compact(_)) => compact(path),
            (StoredFile::Item(_, fault), Action::Check(_)) => fault
                .as_ref()
                .map_or(Ok("whole".to_owned()), |fault| Err(fault.clone())),
            (StoredFile::Item(..), _) => continue,
        };
        let (StoredFile::Transactions(path) | StoredFile::Item(path, _)) = &file;
        match described {
            Ok(description) => {
                output::write_stdout(format!("{}: {description}\n", display_path(path)))?;
            }
            Err(fault) => {
                are_whole = false;
                output::print_note(format!("{}: {fault}", display_path(path)));
            }
        }
    }
    Ok(are_whole)
}

fn list_files(path: &Path) -> Result<Vec<StoredFile>, String> {
    let metadata = fs::metadata(path)
        .map_err(|error| format!("{} can't be read: {error}", display_path(path)))?;
    if !metadata.is_dir() {
        return Ok(vec![StoredFile::Transactions(path.to_owned())]);
    }
    #[cfg(feature = "serve")]
    return crate::serve::list_directory(path)
        .map_err(|error| format!("{}: {error}", display_path(path)));
    #[cfg(not(feature = "serve"))]
    return Err(format!(
        "{} is a directory; name a store in a file, or use a uacc with the feature `serve`",
        display_path(path)
    ));
}

/// What a store contains.
struct Contents {
    transactions: u64,
    journal_lines: u64,
    bytes: u64,
}

impl fmt::Display for Contents {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pluralize =
            |number: u64, word| pluralize(usize::try_from(number).unwrap_or(usize::MAX), word);
        formatter.write_str(&pluralize(self.transactions, "transaction"))?;
        match self.journal_lines {
            0 => Ok(()),
            lines => write!(formatter, ", {}", pluralize(lines, "journal line")),
        }
    }
}

fn describe(
    path: &Path,
    open: impl Fn(&Path) -> Result<FileStore, FileStoreError>,
) -> Result<Contents, String> {
    let store = open_file_store(|| open(path)).map_err(|error| error.to_string())?;
    Ok(Contents {
        transactions: store.count().map_err(|error| error.to_string())?,
        journal_lines: store
            .count_journal_lines()
            .map_err(|error| error.to_string())?,
        bytes: fs::metadata(path).map_err(|error| error.to_string())?.len(),
    })
}

fn compact(path: &Path) -> Result<String, String> {
    let before = describe(path, |path| FileStore::verify(path))?.bytes;
    let mut store = open_file_store(|| FileStore::open(path)).map_err(|error| error.to_string())?;
    store.compact().map_err(|error| error.to_string())?;
    drop(store);
    let after = describe(path, |path| FileStore::open_read_only(path))?.bytes;
    Ok(format!("{before} bytes before, {after} bytes now"))
}
