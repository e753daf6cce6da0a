use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use crate::window::clean;

/// How a command ended: whether the content is without errors, or why it could not run.
pub(crate) type Outcome = Result<bool, String>;

pub(crate) fn shown(path: &Path) -> String {
    clean(&path.display().to_string())
}

/// Says something on standard error. Where nobody listens any more, nothing is lost: the result is what counts.
pub(crate) fn say(what: impl Display) {
    let _ = writeln!(anstream::stderr(), "{what}");
}

/// Writes a result to standard output, to the byte.
pub(crate) fn put(text: &str) -> Result<(), String> {
    put_all(io::stdout().lock(), text).map_err(not_whole)
}

/// Writes text for people to standard output, with colours where a terminal shows them. It drops escape sequences, so no result goes this way.
pub(crate) fn show(text: &str) -> Result<(), String> {
    put_all(anstream::stdout().lock(), text).map_err(not_whole)
}

pub(crate) fn not_whole(error: impl Display) -> String {
    format!("standard output can't be written whole: {error}")
}

/// A reader who has enough and closes it ends the writing, not the run.
pub(crate) fn put_all(mut out: impl Write, text: &str) -> io::Result<()> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}
