//! Reads the records of a long list with several threads, ahead of the thread that checks the list.
//!
//! An element's start is only known after everything before it has been parsed. So each thread guesses: it begins after the first closing bracket,
//! comma and opening bracket of its chunk. Its records count only if the checking thread reaches an element at exactly that offset. A wrong guess
//! costs time but changes nothing: the report is the same with any number of threads.

use std::collections::VecDeque;

use rayon::prelude::*;

use super::rules::{ErasedListRules, RunEnd, UniqueKeys, read_clean_run};
use crate::json::Reader;
use crate::record::fast::{FastReader, next_element};

/// The number of records after which a list is long enough for threads.
const MIN_RECORDS: usize = 1024;
/// A thread gives up its chunk once it has read this many more records that were not clean than an eighth of the clean ones: each run takes memory.
const MAX_UNCLEAN: usize = 16;
const CLEAN_PER_UNCLEAN: usize = 8;
/// The bytes that a thread reads at a time.
const CHUNK_SIZE: usize = 256 << 10;
/// The number of chunks that are read before the checking thread continues.
const MAX_CHUNKS: usize = 256;
/// The number of closing brackets that a thread tries as the end of a record.
const MAX_BRACKETS_TRIED: usize = 32;

/// Clean records that were read ahead, and the time of the next scan.
pub(super) struct ParallelScan<'s> {
    runs: VecDeque<ScannedRun<'s>>,
    /// The index of the record at which the next scan begins.
    next_scan: usize,
    /// The number of records until the scan after that. It doubles if a scan reads little.
    pause: usize,
}

/// Consecutive clean records.
pub(super) struct ScannedRun<'s> {
    start: usize,
    /// The end of the last record.
    pub(super) end: usize,
    /// The number of records.
    pub(super) count: usize,
    pub(super) keys: UniqueKeys<'s>,
}

impl<'s> ParallelScan<'s> {
    pub(super) const fn new() -> Self {
        Self { runs: VecDeque::new(), next_scan: MIN_RECORDS, pause: MIN_RECORDS }
    }

    /// Takes the run of records that begins at an offset, if there is one with at most `max` records.
    pub(super) fn take(&mut self, start: usize, max: usize) -> Option<ScannedRun<'s>> {
        while self.runs.front().is_some_and(|run| run.start < start) {
            self.runs.pop_front();
        }
        self.runs.front().filter(|run| run.start == start && run.count <= max)?;
        self.runs.pop_front()
    }

    /// Starts a scan at the element with this index and offset, if it is time for one. Returns whether the scan read any records.
    pub(super) fn run(
        &mut self,
        text: &'s str,
        (index, start): (usize, usize),
        fast: &FastReader<'s>,
        keys: &UniqueKeys<'s>,
        rules: &dyn ErasedListRules<'s>,
    ) -> bool {
        if index < self.next_scan || !self.runs.is_empty() {
            return false;
        }
        self.next_scan = index + self.pause;
        let chunks = ((text.len() - start) / CHUNK_SIZE).min(MAX_CHUNKS);
        if chunks < 2 || rayon::current_num_threads() < 2 {
            return false;
        }
        let readers = (0..chunks).filter_map(|chunk| {
            let from = start + chunk * CHUNK_SIZE;
            let first = (chunk == 0).then_some(start);
            // However long a record is, no thread reads far beyond its chunk.
            let text = truncate(text, from + 2 * CHUNK_SIZE);
            Some(ChunkReader { text, from, first, fast: fast.clone(), keys, rules: rules.for_thread()? })
        });
        let readers: Vec<ChunkReader<'_, 's>> = readers.collect();
        self.runs = readers.into_par_iter().flat_map_iter(ChunkReader::read).collect::<Vec<_>>().into();
        // The list may end soon, or most of its records may not be clean.
        let bytes_read: usize = self.runs.iter().map(|run| run.end - run.start).sum();
        self.pause = if bytes_read > chunks * CHUNK_SIZE / 2 { MIN_RECORDS } else { self.pause.saturating_mul(2) };
        !self.runs.is_empty()
    }

    /// Returns the index of the record at which to call [`take`](Self::take) and [`run`](Self::run) again.
    pub(super) fn next_attempt(&self, index: usize) -> usize {
        if self.runs.is_empty() { self.next_scan } else { index + 1 }
    }
}

/// Reads one chunk in a thread.
struct ChunkReader<'k, 's> {
    text: &'s str,
    from: usize,
    /// The offset of the first element, if it is known.
    first: Option<usize>,
    fast: FastReader<'s>,
    /// The keys of the records before, to which those of each run are appended later.
    keys: &'k UniqueKeys<'s>,
    rules: Box<dyn ErasedListRules<'s> + Send + 's>,
}

impl<'s> ChunkReader<'_, 's> {
    /// Reads the records that begin in the chunk. A record that is not clean is skipped and ends a run.
    fn read(mut self) -> Vec<ScannedRun<'s>> {
        let (text, until) = (self.text, self.from + CHUNK_SIZE);
        // How many clean records are missing.
        let (mut runs, mut unclean) = (Vec::new(), 0_usize);
        let mut next = self.first.or_else(|| self.guess_first_element());
        while let Some(start) = next.filter(|start| *start < until) {
            let mut run = ScannedRun { start, end: start, count: 0, keys: self.keys.for_thread() };
            let RunEnd { next: after_run, is_unclean } =
                read_clean_run(&mut self.fast, &mut *self.rules, text, (0, start), |object, _, end| {
                    run.keys.add(object, run.count);
                    run.count += 1;
                    run.end = end;
                    end < until
                });
            unclean = (unclean + CLEAN_PER_UNCLEAN).saturating_sub(run.count);
            next = after_run.filter(|_| is_unclean && unclean < MAX_UNCLEAN * CLEAN_PER_UNCLEAN).and_then(|start| {
                let mut reader = Reader::new(text).starting_at(start);
                let end = reader.read_value().and_then(|value| reader.skip(&value)).ok()?;
                next_element(text, end)
            });
            if run.count > 0 {
                runs.push(run);
            }
        }
        runs
    }

    /// Guesses the offset of the first record that begins in the chunk.
    fn guess_first_element(&mut self) -> Option<usize> {
        let brackets = memchr::memchr_iter(b'}', self.text.as_bytes().get(self.from..)?).take(MAX_BRACKETS_TRIED);
        let mut starts = brackets.filter_map(|bracket| next_element(self.text, self.from + bracket + 1));
        starts.find(|start| self.fast.read(self.text, *start).is_some())
    }
}

/// Truncates a text to at most this many bytes, at the end of a character.
fn truncate(text: &str, max_bytes: usize) -> &str {
    (0..4).find_map(|less| text.get(..max_bytes.checked_sub(less)?)).unwrap_or(text)
}
