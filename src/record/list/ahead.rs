//! The records of a long list, read by several threads ahead of the one that judges.
//!
//! Where in a text an element begins only he knows who has read all before it. So the threads guess: each begins behind the first closing bracket,
//! comma and opening bracket of its share, and what it passed counts only if the one who judges comes to an element at that very place. A wrong guess
//! costs time and changes nothing; the report is the same with any number of threads.

use std::collections::VecDeque;

use rayon::prelude::*;

use super::rules::{CleanRun, ListChecks, ListKind, clean_run};
use crate::json::Reader;
use crate::record::fast::{FastReader, element_behind};
use crate::source::Span;

/// A list that so many records of have been passed is long.
const LONG: usize = 4096;
/// A thread gives its share up when so many more records were odd than passed.
const ODD: usize = 16;
/// What a thread takes at a time, and how many shares are read before the one who judges goes on.
const SHARE: usize = 256 << 10;
const SHARES: usize = 32;
/// So many closing brackets are tried as the end of a record.
const TRIES: usize = 32;

/// What was read ahead.
#[derive(Debug)]
pub(super) struct Ahead {
    shares: VecDeque<Share>,
    /// The record at which the threads are sent ahead again, and how long they rest then if little comes of it.
    due: usize,
    rest: usize,
}

/// Records that follow each other, of which there is nothing to say.
#[derive(Debug)]
pub(super) struct Share {
    start: usize,
    /// Where the last one of them ends.
    pub(super) end: usize,
    /// Where in each its id stands, if it has one, and the scope of that.
    pub(super) records: Vec<[Option<Span>; 2]>,
}

impl Ahead {
    pub(super) const fn new() -> Self {
        Self { shares: VecDeque::new(), due: LONG, rest: LONG }
    }

    /// Takes the records that were read ahead from the one on that begins at an offset, if there are any and not more than `most`.
    pub(super) fn take(&mut self, start: usize, most: usize) -> Option<Share> {
        while self.shares.front().is_some_and(|share| share.start < start) {
            self.shares.pop_front();
        }
        self.shares.front().filter(|share| share.start == start && share.records.len() <= most)?;
        self.shares.pop_front()
    }

    /// Sends the threads ahead of the element that is at an index and begins at an offset, if it is time; whether they read something.
    pub(super) fn send<'s>(
        &mut self,
        text: &'s str,
        (index, start): (usize, usize),
        kind: &'static ListKind,
        fast: &FastReader<'s>,
        checks: &dyn ListChecks<'s>,
    ) -> bool {
        if index < self.due || !self.shares.is_empty() {
            return false;
        }
        self.due = index + self.rest;
        let shares = ((text.len() - start) / SHARE).min(SHARES);
        if shares < 2 || rayon::current_num_threads() < 2 {
            return false;
        }
        let workers = (0..shares).filter_map(|share| {
            let from = start + share * SHARE;
            let first = (share == 0).then_some(start);
            // However long a record is, no thread goes far beyond its share.
            let text = beginning(text, from + 2 * SHARE);
            Some(Worker { text, from, first, kind, fast: fast.clone(), checks: checks.apart()? })
        });
        let workers: Vec<Worker<'s>> = workers.collect();
        self.shares = workers.into_par_iter().flat_map_iter(Worker::read).collect::<Vec<_>>().into();
        // What is left of the list may be short, or there may be something to say of most of its records.
        let passed: usize = self.shares.iter().map(|share| share.end - share.start).sum();
        self.rest = if passed > shares * SHARE / 2 { LONG } else { self.rest.saturating_mul(2) };
        !self.shares.is_empty()
    }

    /// The index at which to ask again.
    pub(super) fn ask_again_at(&self, index: usize) -> usize {
        if self.shares.is_empty() { self.due } else { index + 1 }
    }
}

/// Who reads one share.
struct Worker<'s> {
    text: &'s str,
    from: usize,
    /// Where the first element begins, where that is known.
    first: Option<usize>,
    kind: &'static ListKind,
    fast: FastReader<'s>,
    checks: Box<dyn ListChecks<'s> + Send + 's>,
}

impl Worker<'_> {
    /// Reads the records that begin in the share. One of which there is something to say is left out: what follows it is a share of its own.
    fn read(mut self) -> Vec<Share> {
        let (text, until) = (self.text, self.from + SHARE);
        let (mut shares, mut odd_more) = (Vec::new(), 0_usize);
        let mut next = self.first.or_else(|| self.first_element());
        while let Some(start) = next.filter(|start| *start < until) {
            let mut share = Share {
                start,
                end: start,
                records: Vec::with_capacity(if shares.is_empty() { SHARE / 256 } else { 0 }),
            };
            let CleanRun { next: behind, is_odd } =
                clean_run(&mut self.fast, &mut *self.checks, text, (0, start), |object, _, end| {
                    let scope = self.kind.scope.and_then(|scope| object.place(scope));
                    share.records.push([object.place(self.kind.id), scope]);
                    share.end = end;
                    end < until
                });
            odd_more = (odd_more + 1).saturating_sub(share.records.len());
            next = behind.filter(|_| is_odd && odd_more < ODD).and_then(|odd| {
                let mut reader = Reader::new(text).starting_at(odd);
                let end = reader.value().and_then(|value| reader.skip(&value)).ok()?;
                element_behind(text, end)
            });
            if !share.records.is_empty() {
                shares.push(share);
            }
        }
        shares
    }

    /// Where the first record most likely begins that begins in the share.
    fn first_element(&mut self) -> Option<usize> {
        let brackets = memchr::memchr_iter(b'}', self.text.as_bytes().get(self.from..)?).take(TRIES);
        let mut starts = brackets.filter_map(|bracket| element_behind(self.text, self.from + bracket + 1));
        starts.find(|start| self.fast.read(self.text, *start).is_some())
    }
}

/// The beginning of a text, of at most so many bytes.
fn beginning(text: &str, most: usize) -> &str {
    (0..4).find_map(|less| text.get(..most.checked_sub(less)?)).unwrap_or(text)
}
