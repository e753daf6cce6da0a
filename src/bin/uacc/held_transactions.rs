//! Transactions that were held back, to read them as often as needed.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::ops::Range;

use tempfile::SpooledTempFile;
use universal_accounting::continuity::Repeats;
use universal_accounting::internals::export::StoredTransactions;
use universal_accounting::report::Policy;
use universal_accounting::transactions::{self, MAX_TRANSACTIONS, Transaction};

use crate::output::BUFFER_LEN;
use crate::progress::Progress;

/// How many transactions are read between two updates of the progress.
const PROGRESS_STEP: usize = 1000;

/// Where the transactions of an input are.
pub(crate) struct Spooled {
    /// The number of the file.
    pub(crate) file: usize,
    pub(crate) bytes: Range<u64>,
    pub(crate) count: usize,
}

/// A transaction that was held back.
#[derive(Clone, Copy)]
pub(crate) struct Record<'r> {
    position: u64,
    /// The line in the input.
    line: usize,
    /// The transaction as canonical JSON.
    pub(crate) json: &'r str,
    /// The origin of the transaction as JSON, if it was asked for.
    pub(crate) origin: &'r str,
}

/// Writes a record, as [`RecordReader`] reads it: a line whose parts are separated by tabs, which JSON has only as escapes.
pub(crate) fn push_record(
    out: &mut String,
    line: usize,
    push_json: impl FnOnce(&mut String),
    origin: &str,
) {
    let _ = write!(out, "{line}\t");
    push_json(out);
    out.extend(["\t", origin, "\n"]);
}

/// The transactions of all inputs, in the order of the inputs, to read them as often as needed.
pub(crate) struct Transactions {
    files: Vec<SpooledTempFile>,
    inputs: Vec<Spooled>,
    /// Shows how many were read.
    progress: Option<Progress>,
}

impl Transactions {
    /// `inputs` says where the transactions of each input are in `files`.
    pub(crate) const fn new(files: Vec<SpooledTempFile>, inputs: Vec<Spooled>) -> Self {
        Self {
            files,
            inputs,
            progress: None,
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.inputs.iter().map(|input| input.count).sum()
    }

    /// Shows on a terminal how many have been read, until they are dropped.
    pub(crate) fn show_progress(&mut self, doing: &'static str) {
        self.progress = Some(Progress::counted(doing, self.count()));
    }

    /// Copies the transactions of an input to `file`, without those that an earlier statement has.
    pub(crate) fn leave_out(
        &mut self,
        input: usize,
        repeats: &Repeats,
        file: SpooledTempFile,
    ) -> io::Result<()> {
        let (mut file, mut len, mut count) = (BufWriter::with_capacity(BUFFER_LEN, file), 0, 0);
        let (mut index, mut text) = (0, String::new());
        self.each_of_input(input, &mut |record| {
            let this = index;
            index += 1;
            if repeats.has_dropped(this) {
                return Ok(());
            }
            let json = with_new_id(record.json, |id| repeats.new_id(this, id));
            text.clear();
            push_record(
                &mut text,
                record.line,
                |out| out.push_str(&json),
                record.origin,
            );
            len += u64::try_from(text.len()).unwrap_or(u64::MAX);
            count += 1;
            file.write_all(text.as_bytes())
        })?;
        self.files
            .push(file.into_inner().map_err(io::IntoInnerError::into_error)?);
        if let Some(spooled) = self.inputs.get_mut(input) {
            *spooled = Spooled {
                file: self.files.len() - 1,
                bytes: 0..len,
                count,
            };
        }
        Ok(())
    }

    /// Calls `visit` with each transaction.
    pub(crate) fn each(
        &mut self,
        visit: &mut dyn FnMut(Record<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        (0..self.inputs.len()).try_for_each(|input| self.each_of_input(input, visit))
    }

    /// Calls `visit` with each transaction of an input.
    pub(crate) fn each_of_input(
        &mut self,
        input: usize,
        visit: &mut dyn FnMut(Record<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let Some(Spooled { file, bytes, count }) = self.inputs.get(input) else {
            return Ok(());
        };
        let Some(file) = self.files.get_mut(*file) else {
            return Err(io::ErrorKind::NotFound.into());
        };
        let mut reader = RecordReader::new(file, BUFFER_LEN);
        reader.seek(bytes.start)?;
        let mut read = 0;
        while reader.position < bytes.end {
            visit(reader.next()?)?;
            read += 1;
            if (read % PROGRESS_STEP == 0 || read == *count)
                && let Some(progress) = &self.progress
            {
                progress.add((read - 1) % PROGRESS_STEP + 1);
            }
        }
        Ok(())
    }

    /// Returns the next transactions, at most so many, or `None` after the last one. `place` says where they are, and is moved on.
    pub(crate) fn next_part(
        &mut self,
        place: &mut Place,
        max: usize,
    ) -> io::Result<Option<Vec<Transaction>>> {
        let mut batch = Batch::default();
        while let Some(Spooled { bytes, .. }) = self.inputs.get(place.input)
            && batch.places.len() < max
        {
            let Range { start, end } = *bytes;
            let mut reader = RecordReader::new(self.file_of(place.input)?, BUFFER_LEN);
            reader.seek(start + place.offset)?;
            while reader.position < end && batch.places.len() < max {
                batch.add(reader.next()?);
            }
            let is_done = reader.position >= end;
            *place = if is_done {
                Place {
                    input: place.input + 1,
                    offset: 0,
                }
            } else {
                Place {
                    offset: reader.position - start,
                    ..*place
                }
            };
        }
        if batch.places.is_empty() {
            Ok(None)
        } else {
            batch.take_values().map(Some)
        }
    }

    fn file_of(&mut self, input: usize) -> io::Result<&mut SpooledTempFile> {
        let file = self
            .inputs
            .get(input)
            .and_then(|input| self.files.get_mut(input.file));
        file.ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// Returns the JSON of a transaction with another id, if `new_id` has one. A derived id has no escapes.
fn with_new_id(json: &str, new_id: impl FnOnce(&str) -> Option<String>) -> Cow<'_, str> {
    const NAME: &str = "\"transactionId\":\"";
    let parts = json.split_once(NAME).and_then(|(before, rest)| {
        let (id, after) = rest.split_once('"')?;
        Some((before, new_id(id)?, after))
    });
    parts.map_or(Cow::Borrowed(json), |(before, id, after)| {
        Cow::Owned(format!("{before}{NAME}{id}\"{after}"))
    })
}

/// A place between two transactions: the input, and the number of its bytes before.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Place {
    input: usize,
    offset: u64,
}

/// Reads records at any position.
struct RecordReader<'f> {
    file: BufReader<&'f mut SpooledTempFile>,
    position: u64,
    record: String,
}

impl<'f> RecordReader<'f> {
    fn new(file: &'f mut SpooledTempFile, buffer_len: usize) -> Self {
        // No record begins there, so the first search always moves.
        Self {
            file: BufReader::with_capacity(buffer_len, file),
            position: u64::MAX,
            record: String::new(),
        }
    }

    fn seek(&mut self, position: u64) -> io::Result<()> {
        if self.position != position {
            self.file.seek(SeekFrom::Start(position))?;
            self.position = position;
        }
        Ok(())
    }

    fn next(&mut self) -> io::Result<Record<'_>> {
        self.record.clear();
        if self.file.read_line(&mut self.record)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let position = self.position;
        self.position += u64::try_from(self.record.len()).unwrap_or(u64::MAX);
        let record = self.record.trim_end_matches('\n');
        let parts = record.split_once('\t').and_then(|(line, rest)| {
            let (json, origin) = rest.split_once('\t')?;
            Some((line.parse().ok()?, json, origin))
        });
        let (line, json, origin) = parts.ok_or_else(unreadable)?;
        Ok(Record {
            position,
            line,
            json,
            origin,
        })
    }
}

fn unreadable() -> io::Error {
    io::Error::other("a transaction that was held back can't be read")
}

/// The transactions as values, for exports. After an error it has no more of them.
pub(crate) struct StoredInSpool<'t> {
    transactions: &'t mut Transactions,
    result: io::Result<()>,
}

/// How much is read at a time where the next transaction may be anywhere.
const SEARCH_BUFFER_LEN: usize = 16 << 10;

impl<'t> StoredInSpool<'t> {
    pub(crate) const fn new(transactions: &'t mut Transactions) -> Self {
        Self {
            transactions,
            result: Ok(()),
        }
    }

    pub(crate) fn into_result(self) -> io::Result<()> {
        self.result
    }
}

impl StoredTransactions for StoredInSpool<'_> {
    fn visit_all(&mut self, file: usize, visit: &mut dyn FnMut(u64, usize, &Transaction)) {
        if self.result.is_ok() {
            let mut batch = Batch::default();
            let read = self
                .transactions
                .each_of_input(file, &mut |record| batch.push(record, visit));
            self.result = read.and_then(|()| batch.read(visit));
        }
    }

    fn visit_at(
        &mut self,
        file: usize,
        positions: &[u64],
        visit: &mut dyn FnMut(usize, &Transaction),
    ) {
        let mut read = || {
            let mut batch = Batch::default();
            let mut reader = RecordReader::new(self.transactions.file_of(file)?, SEARCH_BUFFER_LEN);
            let mut visit =
                |_: u64, line: usize, transaction: &Transaction| visit(line, transaction);
            for position in positions {
                reader.seek(*position)?;
                batch.push(reader.next()?, &mut visit)?;
            }
            batch.read(&mut visit)
        };
        if self.result.is_ok() {
            self.result = read();
        }
    }
}

/// Some transactions, which are read as one payload.
#[derive(Default)]
struct Batch {
    payload: String,
    /// The position and the line of each of them.
    places: Vec<(u64, usize)>,
}

impl Batch {
    fn push(
        &mut self,
        record: Record<'_>,
        visit: &mut dyn FnMut(u64, usize, &Transaction),
    ) -> io::Result<()> {
        self.add(record);
        if self.places.len() < MAX_TRANSACTIONS {
            Ok(())
        } else {
            self.read(visit)
        }
    }

    fn add(&mut self, record: Record<'_>) {
        self.payload.push_str(if self.places.is_empty() {
            "{\"transactions\":["
        } else {
            ","
        });
        self.payload.push_str(record.json);
        self.places.push((record.position, record.line));
    }

    fn read(&mut self, visit: &mut dyn FnMut(u64, usize, &Transaction)) -> io::Result<()> {
        if self.places.is_empty() {
            return Ok(());
        }
        let values = self.take_values()?;
        self.places
            .drain(..)
            .zip(&values)
            .for_each(|((position, line), value)| visit(position, line, value));
        Ok(())
    }

    fn take_values(&mut self) -> io::Result<Vec<Transaction>> {
        self.payload.push_str("]}");
        let values = transactions::read(self.payload.as_bytes(), &Policy::new()).values;
        self.payload.clear();
        if values.len() == self.places.len() {
            Ok(values)
        } else {
            Err(unreadable())
        }
    }
}
