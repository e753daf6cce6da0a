//! `uacc store`: what the store of `uacc import`, or the directory of `uacc serve`, contains, and whether it is whole.

use std::fs;
use std::path::{Path, PathBuf};

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
    ///
    /// Exit status: 0 if all are whole, 1 if one is damaged or can't be read, 2 if the command could not run.
    Check(StorePath),
    /// Print the number of transactions and the size of each store.
    Info(StorePath),
    /// Rewrite each store without the space that earlier imports have left, and in the current version.
    Compact(StorePath),
}

#[derive(Debug, Args)]
struct StorePath {
    /// A store in a file, or the directory of `uacc serve`, while no process uses it.
    #[arg(value_name = "PATH")]
    path: PathBuf,
}

pub(crate) fn run(arguments: &StoredFiles) -> Outcome {
    let (Action::Check(StorePath { path }) | Action::Info(StorePath { path }) | Action::Compact(StorePath { path })) =
        &arguments.action;
    let files = list_files(path)?;
    let mut are_whole = true;
    for file in files {
        let described = match (&file, &arguments.action) {
            (StoredFile::Transactions(path), Action::Check(_)) => describe(path, |path| FileStore::verify(path))
                .map(|(count, _)| format!("{}, whole", pluralize(count, "transaction"))),
            (StoredFile::Transactions(path), Action::Info(_)) => describe(path, |path| FileStore::open_read_only(path))
                .map(|(count, bytes)| {
                    let each = bytes.checked_div(u64::try_from(count).unwrap_or(u64::MAX)).unwrap_or_default();
                    format!("{}, {bytes} bytes, {each} for each", pluralize(count, "transaction"))
                }),
            (StoredFile::Transactions(path), Action::Compact(_)) => compact(path),
            (StoredFile::Item(_, fault), Action::Check(_)) => {
                fault.as_ref().map_or(Ok("whole".to_owned()), |fault| Err(fault.clone()))
            }
            (StoredFile::Item(..), _) => continue,
        };
        let (StoredFile::Transactions(path) | StoredFile::Item(path, _)) = &file;
        match described {
            Ok(description) => output::write_stdout(&format!("{}: {description}\n", display_path(path)))?,
            Err(fault) => {
                are_whole = false;
                output::print_note(format!("{}: {fault}", display_path(path)));
            }
        }
    }
    Ok(are_whole)
}

fn list_files(path: &Path) -> Result<Vec<StoredFile>, String> {
    let metadata = fs::metadata(path).map_err(|error| format!("{} can't be read: {error}", display_path(path)))?;
    if !metadata.is_dir() {
        return Ok(vec![StoredFile::Transactions(path.to_owned())]);
    }
    #[cfg(feature = "serve")]
    return crate::serve::list_directory(path).map_err(|error| format!("{}: {error}", display_path(path)));
    #[cfg(not(feature = "serve"))]
    return Err(format!(
        "{} is a directory; name a store in a file, or use a uacc with the feature `serve`",
        display_path(path)
    ));
}

/// Opens a store, and returns the number of its transactions and of its bytes.
fn describe(path: &Path, open: impl Fn(&Path) -> Result<FileStore, FileStoreError>) -> Result<(usize, u64), String> {
    let store = open_file_store(|| open(path)).map_err(|error| error.to_string())?;
    let count = store.count().map_err(|error| error.to_string())?;
    let bytes = fs::metadata(path).map_err(|error| error.to_string())?.len();
    Ok((usize::try_from(count).unwrap_or(usize::MAX), bytes))
}

fn compact(path: &Path) -> Result<String, String> {
    let (_, before) = describe(path, |path| FileStore::verify(path))?;
    let mut store = open_file_store(|| FileStore::open(path)).map_err(|error| error.to_string())?;
    store.compact().map_err(|error| error.to_string())?;
    drop(store);
    let (_, after) = describe(path, |path| FileStore::open_read_only(path))?;
    Ok(format!("{before} bytes before, {after} bytes now"))
}
