//! Transactions that are held back until it is known whether they may be written: in memory or, if there are many, on the disk.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{env, fs};

use tempfile::{SpooledTempFile, spooled_tempfile_in};
use universal_accounting::continuity::History;
use universal_accounting::internals::render::origin_json;
use universal_accounting::internals::transactions::push_json;
use universal_accounting::statement::Converted;
use universal_accounting::transactions::Transaction;

use crate::files::{folder_of, is_standard_stream};
use crate::held_transactions::{Spooled, Transactions, push_record};
use crate::output::{BUFFER_LEN, display_path};

/// How many bytes of each spool, and of each other output that is held back, stay in memory.
pub(crate) const MAX_IN_MEMORY: usize = 8 << 20;

/// Where the transactions of several inputs are held back. Each thread writes to a file of its own, one input after the other. The files have no names, so
/// nothing is left of them however the program ends.
pub(crate) struct Spools {
    folder: PathBuf,
    files: Mutex<Files>,
}

/// The files that no thread is writing to, and the number of all files.
#[derive(Default)]
struct Files {
    idle: Vec<SpoolFile>,
    count: usize,
}

struct SpoolFile {
    number: usize,
    file: BufWriter<SpooledTempFile>,
    len: u64,
}

/// Writes the transactions of one input.
pub(crate) struct SpoolWriter<'f> {
    file: &'f mut SpoolFile,
    record: String,
    count: usize,
    with_origins: bool,
    /// The first error. What follows it is not written.
    result: io::Result<()>,
}

/// Returns where to hold an output back: in its folder, which needs the space anyway, or else in the folder for temporary files.
pub(crate) fn folder_beside(output: Option<&Path>) -> PathBuf {
    let is_regular = |path: &&Path| fs::metadata(path).map_or(true, |metadata| metadata.is_file());
    let beside = output
        .filter(|path| !is_standard_stream(path))
        .filter(is_regular)
        .map(folder_of);
    beside
        .filter(|folder| folder.is_dir())
        .map_or_else(env::temp_dir, Path::to_owned)
}

impl Spools {
    pub(crate) fn new(output: Option<&Path>) -> Self {
        Self {
            folder: folder_beside(output),
            files: Mutex::default(),
        }
    }

    /// Calls `convert` with a writer for the transactions of an input, and returns where they are. Several threads may call this at the same time.
    pub(crate) fn write<T>(
        &self,
        with_origins: bool,
        convert: impl FnOnce(&mut SpoolWriter<'_>) -> T,
    ) -> (T, io::Result<Spooled>) {
        let mut file = self.take_idle();
        let start = file.len;
        let mut writer = SpoolWriter {
            file: &mut file,
            record: String::new(),
            count: 0,
            with_origins,
            result: Ok(()),
        };
        let converted = convert(&mut writer);
        let SpoolWriter { count, result, .. } = writer;
        let spooled = result.map(|()| Spooled {
            file: file.number,
            bytes: start..file.len,
            count,
        });
        self.files
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .idle
            .push(file);
        (converted, spooled)
    }

    fn take_idle(&self) -> SpoolFile {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.idle.pop().unwrap_or_else(|| {
            files.count += 1;
            let file = spooled_tempfile_in(MAX_IN_MEMORY, &self.folder);
            SpoolFile {
                number: files.count - 1,
                file: BufWriter::with_capacity(BUFFER_LEN, file),
                len: 0,
            }
        })
    }

    /// Ends the writing. `inputs` is what [`write`](Self::write) has returned for each input, and `history` says which transactions are left out of it.
    pub(crate) fn into_transactions(
        self,
        inputs: Vec<io::Result<Spooled>>,
        history: &History,
    ) -> Result<Transactions, String> {
        let failed = |error| {
            format!(
                "{}: transactions can't be held here until all rows have been read: {error}",
                display_path(&self.folder)
            )
        };
        let inputs: io::Result<Vec<_>> = inputs.into_iter().collect();
        let inputs = inputs.map_err(failed)?;
        let input_count = inputs.len();
        let mut files = self
            .files
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .idle;
        files.sort_by_key(|file| file.number);
        let files = files.into_iter().map(|file| {
            file.file
                .into_inner()
                .map_err(io::IntoInnerError::into_error)
        });
        let files: io::Result<Vec<_>> = files.collect();
        let mut transactions = Transactions::new(files.map_err(failed)?, inputs);
        for input in 0..input_count {
            let repeats = history.repeats_of(input);
            if !repeats.is_empty() {
                let file = spooled_tempfile_in(MAX_IN_MEMORY, &self.folder);
                transactions
                    .leave_out(input, repeats, file)
                    .map_err(failed)?;
            }
        }
        Ok(transactions)
    }
}

impl SpoolWriter<'_> {
    pub(crate) fn push(&mut self, converted: &Converted<'_>) {
        let origin = if self.with_origins {
            origin_json(&converted.origin())
        } else {
            String::new()
        };
        self.push_record(converted.line(), &origin, |json| converted.push_json(json));
    }

    /// Adds a transaction of a payload.
    pub(crate) fn push_transaction(&mut self, line: usize, transaction: &Transaction) {
        self.push_record(line, "", |json| push_json(json, transaction));
    }

    fn push_record(&mut self, line: usize, origin: &str, push_json: impl FnOnce(&mut String)) {
        if self.result.is_err() {
            return;
        }
        self.record.clear();
        push_record(&mut self.record, line, push_json, origin);
        self.result = self.file.file.write_all(self.record.as_bytes());
        self.count += 1;
        self.file.len += u64::try_from(self.record.len()).unwrap_or(u64::MAX);
    }
}
