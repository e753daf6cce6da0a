use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::outcome::Failure;

/// A file that was read whole.
pub(crate) struct Input {
    /// What to call it.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Reads a file, or standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Input, Failure> {
    let failed = |error| Failure::Read { path: path.to_owned(), error };
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map_err(failed)?;
        return Ok(Input { name: "<stdin>".to_owned(), bytes });
    }
    if path.is_dir() {
        return Err(Failure::Directory { path: path.to_owned() });
    }
    let bytes = fs::read(path).map_err(failed)?;
    Ok(Input { name: path.display().to_string(), bytes })
}

/// Reads all of several files, before anything is said of the first.
pub(crate) fn read_all(paths: &[PathBuf]) -> Result<Vec<Input>, Failure> {
    paths.iter().map(|path| read(path)).collect()
}
