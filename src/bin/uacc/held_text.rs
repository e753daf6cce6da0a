//! A text that is held back until it is whole: in memory or, if it is long, on the disk.

use std::io::{self, BufWriter, IntoInnerError, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::{SpooledTempFile, spooled_tempfile_in};
use universal_accounting::report::Span;

use crate::output::{BUFFER_LEN, display_path};
use crate::spool::{MAX_IN_MEMORY, folder_beside};

/// Takes a text piece by piece. The file has no name, so nothing is left of it however the program ends.
pub(crate) struct HeldTextWriter {
    folder: PathBuf,
    file: BufWriter<SpooledTempFile>,
    /// The first error. What follows it is not written.
    result: io::Result<()>,
}

/// The text as it was taken, and the order in which its parts are read.
pub(crate) struct HeldText {
    folder: PathBuf,
    file: SpooledTempFile,
    order: Vec<Span>,
}

impl HeldTextWriter {
    pub(crate) fn new(output: Option<&Path>) -> Self {
        let folder = folder_beside(output);
        let file =
            BufWriter::with_capacity(BUFFER_LEN, spooled_tempfile_in(MAX_IN_MEMORY, &folder));
        Self {
            folder,
            file,
            result: Ok(()),
        }
    }

    pub(crate) fn push(&mut self, piece: &str) {
        if self.result.is_ok() {
            self.result = self.file.write_all(piece.as_bytes());
        }
    }

    pub(crate) fn finish(self, order: Vec<Span>) -> Result<HeldText, String> {
        let Self {
            folder,
            file,
            result,
        } = self;
        let file = result.and_then(|()| file.into_inner().map_err(IntoInnerError::into_error));
        match file {
            Ok(file) => Ok(HeldText {
                folder,
                file,
                order,
            }),
            Err(error) => Err(held_error(&folder, &error)),
        }
    }
}

impl HeldText {
    /// Copies the text.
    pub(crate) fn copy(&mut self, out: &mut dyn Write) -> io::Result<()> {
        for span in &self.order {
            let [start, len] = [span.start, span.end - span.start]
                .map(|number| u64::try_from(number).unwrap_or(u64::MAX));
            self.file.seek(SeekFrom::Start(start))?;
            if io::copy(&mut (&mut self.file).take(len), out)? < len {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(())
    }

    /// Returns the text.
    pub(crate) fn read(&mut self) -> Result<Vec<u8>, String> {
        let len = self.order.iter().map(|span| span.end - span.start).sum();
        let mut text = Vec::with_capacity(len);
        self.copy(&mut text)
            .map_err(|error| held_error(&self.folder, &error))?;
        Ok(text)
    }
}

fn held_error(folder: &Path, error: &io::Error) -> String {
    format!(
        "{}: the output can't be held here until it is whole: {error}",
        display_path(folder)
    )
}
