use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use universal_accounting::report::Limits;

use crate::outcome::Failure;

/// A file that was read whole.
pub(crate) struct Input {
    /// What to call it.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Reads all of several files, `-` for standard input, before anything is said of the first.
pub(crate) fn read_all(paths: &[PathBuf]) -> Result<Vec<Input>, Failure> {
    if paths.iter().filter(|path| is_standard(path)).count() > 1 {
        return Err(Failure::Call("standard input can be read once: give `-` one time only".to_owned()));
    }
    paths.iter().map(|path| read(path)).collect()
}

/// Whether `-` stands where a file could.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file whole, or standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Input, Failure> {
    let failed = |error| Failure::Read { path: path.to_owned(), error };
    if is_standard(path) {
        let bytes = read_within_limit(io::stdin().lock()).map_err(failed)?;
        return Ok(Input { name: "<stdin>".to_owned(), bytes });
    }
    if path.is_dir() {
        return Err(Failure::Directory { path: path.to_owned() });
    }
    let bytes = File::open(path).and_then(read_within_limit).map_err(failed)?;
    Ok(Input { name: path.display().to_string(), bytes })
}

/// One byte more than the limit is enough to be told that there are too many.
fn read_within_limit(source: impl Read) -> io::Result<Vec<u8>> {
    let most = u64::try_from(Limits::default().bytes).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    source.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
