use std::time::Duration;

use super::answer::{Answer, Success};
use super::attempt::{Attempt, Purpose};
use super::backoff::{mix, wait_after};
use super::counts::UnlocatedErrors;
use super::deliver::Delivery;
use super::failure::{Failure, Reason};
use super::headers::Headers;
use super::next::Next;
use super::payload::Payload;
use super::problem_body::NamedFault;
use super::records::State;
use super::rejected_record::RejectedRecord;
use super::request::{HEADERS, Request};
use super::search::Search;
use crate::transactions::ImportResult;

impl Delivery {
    /// Returns the next request, or `None` if the delivery is done or gave up. Pass its outcome to [`on_response`](Self::on_response) or
    /// [`on_no_answer`](Self::on_no_answer) before the next call; if there is neither, this counts as no answer.
    pub fn next_request(&mut self) -> Option<Request<'_>> {
        if self
            .current
            .as_ref()
            .is_some_and(|current| current.is_in_flight)
        {
            self.on_no_answer();
        }
        if self.failure.is_some() || !self.prepare() {
            return None;
        }
        let endpoint = self.payload.endpoint();
        let current = self.current.as_mut()?;
        current.is_in_flight = true;
        current.attempts = current.attempts.saturating_add(1);
        Some(Request {
            wait: std::mem::take(&mut current.wait),
            method: endpoint.method(),
            path: endpoint.path(),
            headers: HEADERS,
            body: &current.body,
            attempt: current.attempts,
            is_repeatable: current.is_repeatable,
        })
    }

    /// Takes a complete response to the last request. Without such a request it changes nothing.
    ///
    /// The headers that matter are `Content-Type`, `Retry-After` and `Date`; names in any case.
    pub fn on_response<N: AsRef<str>, V: AsRef<[u8]>>(
        &mut self,
        status: u16,
        headers: impl IntoIterator<Item = (N, V)>,
        body: &[u8],
    ) -> Next {
        let headers = Headers::read(headers);
        let sent = self
            .current
            .as_ref()
            .map_or(0, |current| current.batch.len());
        let answer = Answer::read(self.payload.work(sent), status, headers, body);
        self.on_answer(answer)
    }

    /// Takes that the last request got no response, or not a complete one: no connection, a timeout, a connection that was closed. Without such a
    /// request it changes nothing.
    pub fn on_no_answer(&mut self) -> Next {
        self.on_answer(Answer::Later(Reason::NoAnswer, None))
    }

    fn on_answer(&mut self, answer: Answer) -> Next {
        match self.current.as_mut().filter(|current| current.is_in_flight) {
            Some(current) => current.is_in_flight = false,
            None => return self.next_step(),
        }
        match answer {
            Answer::Done(success) => self.on_success(success),
            Answer::Later(reason, wait) => self.on_later(reason, wait),
            Answer::Refused(reason, faults) => self.on_refusal(reason, &faults),
        }
    }

    fn on_success(&mut self, success: Success) -> Next {
        let Some(current) = self.current.take() else {
            return self.next_step();
        };
        match success {
            Success::Updated => self.is_finished = true,
            Success::Created(document) => {
                (self.is_finished, self.document) = (true, Some(document));
            }
            Success::Imported(counts) => match self.search.as_mut().filter(|_| current.is_search())
            {
                Some(search) => search.on_counts(&counts),
                None => self.on_counts(&current, &counts),
            },
        }
        if self
            .search
            .as_ref()
            .is_some_and(|search| search.next_part().is_none())
        {
            return self.end_search();
        }
        self.next_step()
    }

    /// Takes the counts of a batch.
    fn on_counts(&mut self, current: &Attempt, counts: &ImportResult) {
        let Payload::Transactions(records) = &mut self.payload else {
            return;
        };
        self.counts.existing = self
            .counts
            .existing
            .saturating_add(counts.existing_transactions);
        self.counts.new = self.counts.new.saturating_add(counts.new_transactions);
        self.counts.errors = self.counts.errors.saturating_add(counts.error_transactions);
        if current.may_be_done {
            let repeated = &mut self.counts.existing_after_repetition;
            *repeated = repeated.saturating_add(counts.existing_transactions);
        }
        records.set_state(&current.batch, State::Answered);
        self.cursor = current.batch.last().map_or(self.cursor, |last| last + 1);
        let errors = counts.error_transactions;
        let is_clear = u64::try_from(current.batch.len()) == Ok(errors);
        if is_clear || (errors > 0 && self.locates_errors && current.is_repeatable) {
            self.search = Some(Search::new(&current.batch, errors));
        } else if errors > 0 {
            self.unlocated.push(UnlocatedErrors {
                count: errors,
                among: current.batch.clone(),
            });
        }
    }

    /// Ends the search for errors, complete or not.
    fn end_search(&mut self) -> Next {
        let (Some(search), Payload::Transactions(records)) = (self.search.take(), &self.payload)
        else {
            return self.next_step();
        };
        let found = search.finish();
        let new = found.new.min(self.counts.errors);
        self.counts.errors -= new;
        self.counts.new = self.counts.new.saturating_add(new);
        self.unlocated.extend(found.unlocated);
        let rejected = records.rejected_by_service(&found.errors);
        self.rejected.extend(rejected.iter().cloned());
        if rejected.is_empty() {
            self.next_step()
        } else {
            Next::Correct(rejected)
        }
    }

    fn on_later(&mut self, reason: Reason, asked: Option<Duration>) -> Next {
        let (seed, max_attempts) = (mix(self.seed ^ mix(self.request_number)), self.max_attempts);
        let Some(current) = &mut self.current else {
            return self.next_step();
        };
        current.may_be_done = true;
        if let (Payload::Transactions(records), false) = (&mut self.payload, current.is_search()) {
            records.set_state(&current.batch, State::Unclear);
        }
        let delay = wait_after(current.attempts, seed).max(asked.unwrap_or_default());
        current.wait = delay;
        if !current.is_repeatable || current.attempts >= max_attempts {
            return self.give_up(reason);
        }
        if let Some(asked) = asked.filter(|asked| *asked > self.max_wait) {
            return self.give_up(Reason::LongWait(asked.as_secs()));
        }
        self.failure_of(reason)
            .map_or(Next::Send, |failure| Next::Wait { delay, failure })
    }

    fn on_refusal(&mut self, reason: Reason, faults: &[NamedFault]) -> Next {
        let Some(current) = &mut self.current else {
            return self.next_step();
        };
        current.may_be_done |= reason.leaves_open();
        let is_of_content = matches!(reason, Reason::Invalid(_) | Reason::TooLarge);
        let Payload::Transactions(records) = &mut self.payload else {
            self.rejected = self.payload.named_by_service(faults);
            return self.give_up(reason);
        };
        if current.is_search() {
            // The parts have the same content as the batch, so the service contradicts itself: what was found so far has to do.
            if !is_of_content {
                return self.give_up(reason);
            }
            self.current = None;
            return self.end_search();
        }
        if reason.leaves_open() {
            records.set_state(&current.batch, State::Unclear);
        }
        if reason == Reason::TooLarge && current.batch.len() > 1 {
            self.batch_size = current.batch.len() / 2;
            self.current = None;
            return Next::Send;
        }
        let mut named = records.named_by_service(&current.batch, faults);
        if reason == Reason::TooLarge {
            named = current
                .batch
                .iter()
                .copied()
                .zip(records.rejected_by_service(&current.batch))
                .collect();
        }
        if named.is_empty() || !is_of_content {
            return self.give_up(reason);
        }
        let (numbers, rejected): (Vec<usize>, Vec<RejectedRecord>) = named.into_iter().unzip();
        records.set_state(&numbers, State::Rejected);
        self.current = None;
        self.rejected.extend(rejected.iter().cloned());
        Next::Correct(rejected)
    }

    fn failure_of(&self, reason: Reason) -> Option<Failure> {
        let current = self.current.as_ref()?;
        Some(Failure {
            endpoint: self.payload.endpoint(),
            reason,
            may_be_done: current.may_be_done && !current.is_search(),
            is_repeatable: current.is_repeatable,
            attempts: current.attempts,
        })
    }

    fn give_up(&mut self, reason: Reason) -> Next {
        self.failure = self.failure_of(reason);
        self.next_step()
    }

    /// Prepares the next request, unless there is one. Returns whether there is one now.
    fn prepare(&mut self) -> bool {
        if self.current.is_some() {
            return true;
        }
        let part = self.search.as_ref().and_then(Search::next_part);
        let (batch, purpose) = match (&self.payload, part) {
            (_, Some(part)) => (part.to_vec(), Purpose::Search),
            (Payload::Transactions(records), None) => (
                records.next_batch(self.cursor, self.batch_size),
                Purpose::Delivery,
            ),
            (_, None) => (Vec::new(), Purpose::Delivery),
        };
        let Some(body) = self.payload.body(&batch, self.is_finished) else {
            return false;
        };
        self.request_number += 1;
        self.current = Some(Attempt {
            is_repeatable: self.payload.is_repeatable(&batch),
            may_be_done: self.payload.is_any_unclear(&batch),
            batch,
            body,
            purpose,
            is_in_flight: false,
            attempts: 0,
            wait: Duration::ZERO,
        });
        true
    }

    fn next_step(&mut self) -> Next {
        if let Some(failure) = self.failure {
            return Next::GiveUp(failure);
        }
        if self.prepare() {
            Next::Send
        } else {
            Next::Done
        }
    }

    /// Goes on after the delivery gave up, with the same request: with a new token, or when the service is back.
    ///
    /// If the [failure](Self::failure) is not repeatable and may be done, look first whether the service has the transactions or the document.
    /// If it has, [`skip`](Self::skip) the request.
    pub fn resume(&mut self) {
        let gave_up = self.failure.take().is_some();
        if let Some(current) = self.current.as_mut().filter(|_| gave_up) {
            (current.attempts, current.wait) = (0, Duration::ZERO);
        }
    }

    /// Goes on after the delivery gave up, with the next request. The transactions of this one stay unsent or unclear.
    pub fn skip(&mut self) {
        if self.failure.take().is_none() {
            return;
        }
        let Some(current) = self.current.take() else {
            return;
        };
        if current.is_search() {
            self.end_search();
        } else {
            self.cursor = current.batch.last().map_or(self.cursor, |last| last + 1);
            self.is_finished = true;
        }
    }
}
