use std::error::Error;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::window::clean;

/// What a run came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Nothing weighs as an error.
    Clean,
    /// The content has errors.
    Faulty,
}

impl Outcome {
    pub(crate) const fn of(valid: bool) -> Self {
        if valid { Self::Clean } else { Self::Faulty }
    }
}

/// Why it could not run.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A file could not be read.
    Read { path: PathBuf, error: io::Error },
    /// A directory was given for a file.
    Directory { path: PathBuf },
    /// A file could not be written.
    Write { path: PathBuf, error: io::Error },
    /// A store can't be used.
    Store { name: String, error: Box<dyn Error> },
    /// Standard output could not be written.
    Output(io::Error),
    /// The call asks for something that is not there or can't be.
    Call(String),
}

pub(crate) fn shown(path: &Path) -> String {
    clean(&path.display().to_string())
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { path, error } if error.kind() == io::ErrorKind::NotFound => {
                write!(formatter, "there is no file {}; check its name and folder", shown(path))
            }
            Self::Read { path, error } => write!(formatter, "{} can't be read: {error}", shown(path)),
            Self::Directory { path } => {
                write!(formatter, "{} is a directory; name the files in it", shown(path))
            }
            Self::Write { path, error } if error.kind() == io::ErrorKind::NotFound => {
                write!(formatter, "{} can't be written: its folder is not there; make it first", shown(path))
            }
            Self::Write { path, error } if error.kind() == io::ErrorKind::IsADirectory => {
                write!(formatter, "{} can't be written: it is a directory; name a file in it", shown(path))
            }
            Self::Write { path, error } => write!(formatter, "{} can't be written: {error}", shown(path)),
            Self::Store { name, error } => write!(formatter, "{name}: {error}"),
            Self::Output(error) => write!(formatter, "standard output can't be written whole: {error}"),
            Self::Call(what) => formatter.write_str(what),
        }
    }
}

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
