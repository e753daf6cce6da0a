use std::ffi::OsString;
use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::outcome::Failure;

/// Says something on standard error. Where nobody listens any more, nothing is lost: the result is what counts.
pub(crate) fn say(what: impl Display) {
    let _ = writeln!(anstream::stderr(), "{what}");
}

/// Writes a result to standard output, to the byte.
pub(crate) fn put(text: &str) -> Result<(), Failure> {
    put_into(io::stdout().lock(), text)
}

/// Writes what is for people to standard output, in colours where they are shown. What stands in the text and is none is left out too, so that
/// no result goes this way.
pub(crate) fn show(text: &str) -> Result<(), Failure> {
    put_into(anstream::stdout().lock(), text)
}

/// A reader who has enough and closes it ends the writing, not the run.
fn put_into(mut out: impl Write, text: &str) -> Result<(), Failure> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Output(error)),
        _ => Ok(()),
    }
}

/// Writes a file whole or not at all.
pub(crate) fn put_file(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error| Failure::Write { path: path.to_owned(), error };
    // What is no ordinary file, such as a pipe, can't be put in its place by another.
    if path.exists() && !path.is_file() {
        return fs::write(path, text).map_err(failed);
    }
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}", std::process::id()));
    let unfinished = path.with_file_name(name);
    let written = fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, path));
    if written.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    written.map_err(failed)
}

/// The name of one of several files: `OUT.json` as `OUT-0001.json`.
pub(crate) fn numbered(path: &Path, number: usize) -> PathBuf {
    let name = path.file_name().unwrap_or_default();
    let stem = if path.extension().is_some_and(|extension| extension == "json") { path.file_stem() } else { None };
    let mut numbered = OsString::from(stem.unwrap_or(name));
    numbered.push(format!("-{number:04}.json"));
    path.with_file_name(numbered)
}

/// The files that an earlier run with more payloads left under the same name.
pub(crate) fn left_over(path: &Path, written: usize) -> Vec<PathBuf> {
    (written + 1..=9999).map(|number| numbered(path, number)).take_while(|path| path.exists()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_ending_json_gives_way_to_a_number() {
        for (path, expected) in
            [("a/out.json", "a/out-0002.json"), ("konto.2024", "konto.2024-0002.json"), ("x", "x-0002.json")]
        {
            assert_eq!(numbered(Path::new(path), 2), Path::new(expected));
        }
    }
}
