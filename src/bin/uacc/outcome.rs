use std::error::Error;
use std::fmt;
use std::io;
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

impl fmt::Display for Failure {
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
