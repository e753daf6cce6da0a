use std::fmt::Display;
use std::io::{self, Write};

use crate::outcome::Failure;

/// Says something on standard error. Where nobody listens any more, nothing is lost: the result is what counts.
pub(crate) fn say(what: impl Display) {
    let _ = writeln!(anstream::stderr(), "{what}");
}

/// Writes a result to standard output, to the byte.
pub(crate) fn put(text: &str) -> Result<(), Failure> {
    put_into(io::stdout().lock(), text)
}

/// Writes pieces of a result to standard output, without putting them together before.
pub(crate) fn put_each(pieces: &[String]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    pieces.iter().try_for_each(|piece| put_into(&mut out, piece))
}

/// Writes text for people to standard output, with colours where a terminal shows them. It drops escape sequences, so no result goes this way.
pub(crate) fn show(text: &str) -> Result<(), Failure> {
    put_into(anstream::stdout().lock(), text)
}

/// A reader who has enough and closes it ends the writing, not the run.
fn put_into(out: impl Write, text: &str) -> Result<(), Failure> {
    put_all(out, text).map_err(Failure::Output)
}

pub(crate) fn put_all(mut out: impl Write, text: &str) -> io::Result<()> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}
