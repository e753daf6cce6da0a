use std::time::Duration;

use super::answer::{Answer, Success};
use super::attempt::{Attempt, HEADERS, HeldBack, Next, Purpose, Request};
use super::deliver::Delivery;
use super::failure::{Failure, Reason};
use super::headers::{Headers, LONGEST_WAIT};
use super::options::{mix, wait_after};
use super::outcome::{RejectedRecord, UnlocatedErrors};
use super::payload::Payload;
use super::problem_body::NamedFault;
use super::records::State;
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

    /// Takes a complete response to the last request. Without a request that waits for one it changes nothing, and returns [`Next::NoRequest`].
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

    /// Takes that the last request got no response, or not a complete one: no connection, a timeout, a connection that was closed. Without a
    /// request that waits for a response it changes nothing, and returns [`Next::NoRequest`].
    pub fn on_no_answer(&mut self) -> Next {
        self.on_answer(Answer::Later(Reason::NoAnswer, None))
    }

    fn on_answer(&mut self, answer: Answer) -> Next {
        match self.current.as_mut().filter(|current| current.is_in_flight) {
            Some(current) => current.is_in_flight = false,
            None => return Next::NoRequest,
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
        let delay =
            wait_after(current.attempts, seed).max(asked.unwrap_or_default().min(LONGEST_WAIT));
        current.wait = delay;
        if !current.is_repeatable || current.attempts >= max_attempts {
            return self.give_up(reason);
        }
        if let Some(asked) = asked.filter(|asked| *asked > self.max_wait) {
            let seconds = asked.min(LONGEST_WAIT).as_secs();
            return self.give_up(Reason::LongWait(seconds));
        }
        self.failure_of(reason)
            .map_or(Next::Send, |failure| Next::Wait { delay, failure })
    }

    fn on_refusal(&mut self, reason: Reason, faults: &[NamedFault]) -> Next {
        let Some(current) = &mut self.current else {
            return self.next_step();
        };
        let is_of_content = matches!(reason, Reason::Invalid(_) | Reason::TooLarge);
        let Payload::Transactions(records) = &mut self.payload else {
            current.may_be_done |= reason.leaves_open();
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
        let named = records.named_by_service(&current.batch, faults);
        // A proxy may refuse the content too, although the service has done the work. With ids, a smaller request or one without some records doubles nothing.
        if reason.leaves_open() || (is_of_content && !current.is_repeatable) {
            current.may_be_done = true;
            current.named = named;
            records.set_state(&current.batch, State::Unclear);
            return self.give_up(reason);
        }
        if reason == Reason::TooLarge {
            return self.make_smaller();
        }
        if named.is_empty() || !is_of_content {
            return self.give_up(reason);
        }
        let [unclear, certain] = records.divide_by_unclear(named);
        let unclear: Vec<usize> = unclear.into_iter().map(|(number, _)| number).collect();
        self.hold_back(&unclear, reason);
        self.current = None;
        self.reject(certain)
    }

    /// Halves the request that is too large. A transaction that is too large alone is held back, since nothing says what to correct.
    fn make_smaller(&mut self) -> Next {
        let batch = self
            .current
            .as_ref()
            .map_or(Vec::new(), |current| current.batch.clone());
        if batch.len() > 1 {
            self.batch_size = batch.len() / 2;
        } else {
            self.hold_back(&batch, Reason::TooLarge);
        }
        self.current = None;
        self.next_step()
    }

    /// Leaves records of the current request out of the requests that follow. The delivery gives up with the reason once nothing else is left to send.
    fn hold_back(&mut self, batch: &[usize], reason: Reason) {
        let (Some(mut failure), Payload::Transactions(records)) =
            (self.failure_of(reason), &mut self.payload)
        else {
            return;
        };
        if batch.is_empty() {
            return;
        }
        records.leave_out(batch, true);
        failure.may_be_done = records.is_any_unclear(batch);
        let mut held = batch.to_vec();
        if let Some(earlier) = self.held_back.take() {
            failure.may_be_done |= earlier.failure.may_be_done;
            held.extend(earlier.records);
        }
        self.held_back = Some(HeldBack {
            records: held,
            failure,
        });
    }

    /// Rejects records that the service names, and goes on without them.
    fn reject(&mut self, faulty: Vec<(usize, RejectedRecord)>) -> Next {
        if faulty.is_empty() {
            return self.next_step();
        }
        let (numbers, rejected): (Vec<usize>, Vec<RejectedRecord>) = faulty.into_iter().unzip();
        if let Payload::Transactions(records) = &mut self.payload {
            records.set_state(&numbers, State::Rejected);
        }
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
            // What was held back is left.
            self.failure = self.held_back.as_ref().map(|held| held.failure);
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
            named: Vec::new(),
        });
        true
    }

    fn next_step(&mut self) -> Next {
        if self.failure.is_none() && self.prepare() {
            return Next::Send;
        }
        self.failure.map_or(Next::Done, Next::GiveUp)
    }

    /// Goes on after the delivery gave up, with the same request: with a new token, or when the service is back.
    ///
    /// If the [failure](Self::failure) is not repeatable and may be done, look first whether the service has the transactions or the document.
    /// If it has, [`skip`](Self::skip) the request. If it hasn't, and the request was refused for its content, it is sent without the records that the service
    /// named, or in smaller parts.
    pub fn resume(&mut self) {
        let Some(failure) = self.failure.take() else {
            return;
        };
        let Some(current) = &mut self.current else {
            return self.release_held_back();
        };
        (current.attempts, current.wait) = (0, Duration::ZERO);
        let named = std::mem::take(&mut current.named);
        if failure.reason == Reason::TooLarge && current.batch.len() > 1 {
            self.batch_size = current.batch.len() / 2;
            self.current = None;
        } else if !named.is_empty() {
            self.current = None;
            self.reject(named);
        }
    }

    /// Goes on after the delivery gave up, with the next request. The transactions of this one stay unsent or unclear.
    pub fn skip(&mut self) {
        if self.failure.take().is_none() {
            return;
        }
        let Some(current) = self.current.take() else {
            self.held_back = None;
            return;
        };
        if current.is_search() {
            self.end_search();
            return;
        }
        if let Payload::Transactions(records) = &mut self.payload {
            records.leave_out(&current.batch, true);
        }
        self.is_finished = true;
    }

    /// Lets the next requests have what was held back.
    fn release_held_back(&mut self) {
        if let (Some(held), Payload::Transactions(records)) =
            (self.held_back.take(), &mut self.payload)
        {
            records.leave_out(&held.records, false);
            self.cursor = 0;
        }
    }
}
