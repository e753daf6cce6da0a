//! The folders of a state: reading, creating and syncing them, with errors that name them.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::output::display_path;
use crate::private_files;

/// Adds the path to an error.
pub(super) fn io_error_at(path: &Path) -> impl FnOnce(io::Error) -> io::Error {
    let path = display_path(path);
    let advice = "check its permissions and the free space on the disk";
    move |error| {
        io::Error::other(format!(
            "{path} can't be read or written: {error}; {advice}"
        ))
    }
}

/// Returns the names in a folder that are UTF-8, in their order.
pub(super) fn names_in(folder: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(io_error_at(folder))?,
    };
    let names = entries.map(|entry| entry.map(|entry| entry.file_name().into_string().ok()));
    let mut names: Vec<String> = names
        .filter_map(Result::transpose)
        .collect::<Result<_, _>>()
        .map_err(io_error_at(folder))?;
    names.sort_unstable();
    Ok(names)
}

/// Makes the names in a folder durable, on platforms that can sync a folder.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(io_error_at(folder))?;
    }
    Ok(())
}

/// Creates a folder if it does not exist. Its parent must exist.
pub(super) fn create_folder(folder: &Path) -> io::Result<()> {
    match private_files::create_folder(folder) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(io_error_at(folder)(error)),
        Ok(()) => folder.parent().map_or(Ok(()), sync_folder),
    }
}
