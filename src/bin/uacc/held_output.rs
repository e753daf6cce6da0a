//! An output that is held back until it is whole, because it may turn out that nothing may be written.

use std::io::{self, Seek, Write};
use std::path::Path;

use tempfile::{SpooledTempFile, spooled_tempfile};

use crate::files::{self, FilesTogether};
use crate::output;
use crate::spool::MAX_IN_MEMORY;

/// A whole output that nobody sees yet. Unless it is finished, nothing is left of it.
pub(crate) enum HeldOutput<'p> {
    File(FilesTogether),
    /// What goes to standard output, or is appended to a pipe or a device.
    Stream(Option<&'p Path>, SpooledTempFile),
}

impl<'p> HeldOutput<'p> {
    /// Writes an output to a file with another name or, if it goes to a stream, to a temporary file.
    pub(crate) fn write(
        path: Option<&'p Path>,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Self, String> {
        if let Some(path) = path
            && files::is_regular_file(path)?
        {
            let mut file = FilesTogether::new();
            file.add(path, write)?;
            return Ok(Self::File(file));
        }
        let mut held =
            io::BufWriter::with_capacity(output::BUFFER_LEN, spooled_tempfile(MAX_IN_MEMORY));
        let written = write(&mut held)
            .and_then(|()| held.into_inner().map_err(io::IntoInnerError::into_error));
        let held = written.map_err(|error| {
            format!("a temporary file can't be written: {error}; TMPDIR names another folder")
        })?;
        Ok(Self::Stream(path, held))
    }

    /// Gives the file its name, or copies everything to the stream.
    pub(crate) fn finish(self) -> Result<(), String> {
        match self {
            Self::File(file) => file.finish(),
            Self::Stream(path, mut held) => files::write_output_with(path, |out| {
                held.rewind()?;
                io::copy(&mut held, out).map(drop)
            }),
        }
    }
}
