//! Transactions that are held back until it is known whether they may be written: in memory or, if there are many, on the disk.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{env, fs};

use tempfile::{SpooledTempFile, spooled_tempfile_in};
use universal_accounting::internals::render::origin_json;
use universal_accounting::report::Policy;
use universal_accounting::statement::Converted;
use universal_accounting::transactions::{self, MAX_TRANSACTIONS, Transaction};

use crate::files::{folder_of, is_standard_stream};
use crate::output::{BUFFER_LEN, display_path};

/// How many bytes of each spool stay in memory.
const MAX_IN_MEMORY: usize = 8 << 20;

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

/// Where the transactions of an input are.
pub(crate) struct Spooled {
    file: usize,
    bytes: Range<u64>,
    count: usize,
}

/// A transaction that was held back. The parts are separated by tabs, which JSON has only as escapes.
#[derive(Clone, Copy)]
pub(crate) struct Record<'r> {
    /// The line in the input.
    pub(crate) line: &'r str,
    /// The transaction as canonical JSON.
    pub(crate) json: &'r str,
    /// The origin of the transaction as JSON, if it was asked for.
    pub(crate) origin: &'r str,
}

/// The transactions of all inputs, in the order of the inputs, to read them as often as needed.
pub(crate) struct Transactions {
    files: Vec<SpooledTempFile>,
    inputs: Vec<Spooled>,
}

impl Spools {
    /// Uses the folder of the output, which needs the space anyway, or else the folder for temporary files.
    pub(crate) fn new(output: Option<&Path>) -> Self {
        let is_regular = |path: &&Path| fs::metadata(path).map_or(true, |metadata| metadata.is_file());
        let beside = output.filter(|path| !is_standard_stream(path)).filter(is_regular).map(folder_of);
        let folder = beside.filter(|folder| folder.is_dir()).map_or_else(env::temp_dir, Path::to_owned);
        Self { folder, files: Mutex::default() }
    }

    /// Calls `convert` with a writer for the transactions of an input, and returns where they are. Several threads may call this at the same time.
    pub(crate) fn write<T>(
        &self,
        with_origins: bool,
        convert: impl FnOnce(&mut SpoolWriter<'_>) -> T,
    ) -> (T, io::Result<Spooled>) {
        let mut file = self.take_idle();
        let start = file.len;
        let mut writer = SpoolWriter { file: &mut file, record: String::new(), count: 0, with_origins, result: Ok(()) };
        let converted = convert(&mut writer);
        let SpoolWriter { count, result, .. } = writer;
        let spooled = result.map(|()| Spooled { file: file.number, bytes: start..file.len, count });
        self.files.lock().unwrap_or_else(PoisonError::into_inner).idle.push(file);
        (converted, spooled)
    }

    fn take_idle(&self) -> SpoolFile {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.idle.pop().unwrap_or_else(|| {
            files.count += 1;
            let file = spooled_tempfile_in(MAX_IN_MEMORY, &self.folder);
            SpoolFile { number: files.count - 1, file: BufWriter::with_capacity(BUFFER_LEN, file), len: 0 }
        })
    }

    /// Ends the writing. `inputs` is what [`write`](Self::write) has returned for each input.
    pub(crate) fn into_transactions(self, inputs: Vec<io::Result<Spooled>>) -> Result<Transactions, String> {
        let failed = |error| {
            format!(
                "{}: transactions can't be held here until all rows have been read: {error}",
                display_path(&self.folder)
            )
        };
        let inputs = inputs.into_iter().collect::<io::Result<_>>().map_err(failed)?;
        let mut files = self.files.into_inner().unwrap_or_else(PoisonError::into_inner).idle;
        files.sort_by_key(|file| file.number);
        let files = files.into_iter().map(|file| file.file.into_inner().map_err(io::IntoInnerError::into_error));
        Ok(Transactions { files: files.collect::<io::Result<_>>().map_err(failed)?, inputs })
    }
}

impl SpoolWriter<'_> {
    pub(crate) fn push(&mut self, converted: &Converted<'_>) {
        if self.result.is_err() {
            return;
        }
        self.record.clear();
        let _ = write!(self.record, "{}\t", converted.line());
        converted.push_json(&mut self.record);
        self.record.push('\t');
        if self.with_origins {
            self.record += &origin_json(&converted.origin());
        }
        self.record.push('\n');
        self.result = self.file.file.write_all(self.record.as_bytes());
        self.count += 1;
        self.file.len += u64::try_from(self.record.len()).unwrap_or(u64::MAX);
    }
}

impl Transactions {
    pub(crate) fn count(&self) -> usize {
        self.inputs.iter().map(|input| input.count).sum()
    }

    /// Calls `visit` with each transaction.
    pub(crate) fn each(&mut self, visit: &mut dyn FnMut(Record<'_>) -> io::Result<()>) -> io::Result<()> {
        (0..self.inputs.len()).try_for_each(|input| self.each_of_input(input, visit))
    }

    /// Calls `visit` with each transaction of an input.
    pub(crate) fn each_of_input(
        &mut self,
        input: usize,
        visit: &mut dyn FnMut(Record<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let Some(Spooled { file, bytes, .. }) = self.inputs.get(input) else { return Ok(()) };
        let Some(file) = self.files.get_mut(*file) else { return Ok(()) };
        file.seek(SeekFrom::Start(bytes.start))?;
        let mut lines = BufReader::with_capacity(BUFFER_LEN, file.take(bytes.end - bytes.start));
        let mut record = String::new();
        while lines.read_line(&mut record)? > 0 {
            let mut parts = record.trim_end_matches('\n').splitn(3, '\t');
            let [line, json, origin] = [(); 3].map(|()| parts.next().unwrap_or_default());
            visit(Record { line, json, origin })?;
            record.clear();
        }
        Ok(())
    }

    /// Calls `visit` with the value of each transaction, and with its line.
    pub(crate) fn each_value(&mut self, visit: &mut dyn FnMut(usize, Transaction) -> io::Result<()>) -> io::Result<()> {
        (0..self.inputs.len()).try_for_each(|input| self.each_value_of_input(input, visit))
    }

    /// Calls `visit` with the value of each transaction of an input, and with its line.
    pub(crate) fn each_value_of_input(
        &mut self,
        input: usize,
        visit: &mut dyn FnMut(usize, Transaction) -> io::Result<()>,
    ) -> io::Result<()> {
        let (mut payload, mut lines) = (String::new(), Vec::new());
        let mut read = |payload: &mut String, lines: &mut Vec<usize>| {
            payload.push_str("]}");
            let values = transactions::read(payload.as_bytes(), &Policy::new()).values;
            payload.clear();
            if values.len() != lines.len() {
                return Err(io::Error::other("a transaction that was held back can't be read"));
            }
            lines.drain(..).zip(values).try_for_each(|(line, value)| visit(line, value))
        };
        self.each_of_input(input, &mut |record| {
            payload.push_str(if lines.is_empty() { "{\"transactions\":[" } else { "," });
            payload.push_str(record.json);
            lines.push(record.line.parse().unwrap_or_default());
            if lines.len() < MAX_TRANSACTIONS { Ok(()) } else { read(&mut payload, &mut lines) }
        })?;
        if lines.is_empty() { Ok(()) } else { read(&mut payload, &mut lines) }
    }
}
