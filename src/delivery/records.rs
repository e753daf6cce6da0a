use std::collections::HashMap;

use super::outcome::{Fault, RejectedBy, RejectedRecord};
use super::problem_body::NamedFault;
use crate::dedup::Content;
use crate::report::{Item, Policy, RecordPosition, Report, Severity, Span};
use crate::source::Certain;
use crate::transactions::rules::DUPLICATE_TRANSACTION;
use crate::transactions::{self, Transaction};
use crate::value::Text;

/// The transactions of a payload, and what became of each.
pub(super) struct Records {
    payload: Vec<u8>,
    records: Vec<Record>,
}

struct Record {
    /// The bytes in the payload.
    span: Span,
    /// The index in the list of its own payload, which differs from the number of the record in a sequence of payloads.
    index: usize,
    has_id: bool,
    /// The id for reports.
    id: Option<String>,
    state: State,
    /// Whether no further request has the record, whatever its state is.
    is_left_out: bool,
}

/// What became of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// The service does not have it from this delivery.
    Unsent,
    /// It was sent, and no answer says what the service did, even if the service refused it later.
    Unclear,
    /// The service counted it.
    Answered,
    /// It can't be imported as it is, and the service did not count it.
    Rejected,
}

impl Records {
    /// Reads a payload. Records with an error of the contract, or with the key of an earlier record that has other content, are rejected at once; a payload
    /// with an error outside of its records is refused.
    pub(super) fn read(
        payload: Vec<u8>,
        policy: &Policy,
    ) -> Result<(Self, Vec<RejectedRecord>), Report> {
        let reading = transactions::read(&payload, policy);
        if !reading.is_importable() {
            return Err(reading.report);
        }
        let mut contents = HashMap::new();
        let valid = reading
            .values
            .iter()
            .zip(&reading.positions)
            .map(|(value, position)| {
                let id = value.transaction_id.as_ref().map(Text::as_str);
                let state = if has_other_content(&mut contents, value) {
                    State::Rejected
                } else {
                    State::Unsent
                };
                Record::new(
                    *position,
                    id.is_some(),
                    id.filter(|_| !policy.is_redacted()),
                    state,
                )
            });
        let rejected = reading
            .rejected
            .iter()
            .map(|position| Record::new(*position, false, None, State::Rejected));
        let mut records: Vec<Record> = valid.chain(rejected).collect();
        records.sort_by_key(|record| record.span.start);
        let mut records = Self { payload, records };
        let rejected = records.reject_faulty(&reading.report);
        Ok((records, rejected))
    }

    /// Returns the records that the check rejected, with their faults. The findings and the records are both in the order of the payload.
    fn reject_faulty(&mut self, report: &Report) -> Vec<RejectedRecord> {
        let errors = report
            .findings
            .iter()
            .filter(|finding| finding.rule.severity == Severity::Error);
        let mut errors = errors.peekable();
        let mut rejected = Vec::new();
        for (number, record) in self.records.iter_mut().enumerate() {
            if record.state != State::Rejected {
                continue;
            }
            let mut faults = Vec::new();
            while let Some(error) = errors.next_if(|error| error.span.start < record.span.end) {
                if error.span.start >= record.span.start {
                    record.id = record.id.take().or_else(|| error.item.as_ref()?.id.clone());
                    faults.push(Fault {
                        pointer: error.pointer.clone(),
                        rule: Some(error.rule.id.to_owned()),
                    });
                }
            }
            if record.has_id {
                // It has no error, so it is here because of its key.
                faults.push(Fault {
                    pointer: format!("{}/transactionId", record.pointer()),
                    rule: Some(DUPLICATE_TRANSACTION.id.to_owned()),
                });
            }
            rejected.push(record.rejected(number, faults, RejectedBy::Check));
        }
        rejected
    }

    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns the first `limit` records that are still to be sent, from a number on.
    pub(super) fn next_batch(&self, from: usize, limit: usize) -> Vec<usize> {
        let is_to_send = |record: &Record| {
            matches!(record.state, State::Unsent | State::Unclear) && !record.is_left_out
        };
        let rest = self.records.iter().enumerate().skip(from);
        rest.filter(|(_, record)| is_to_send(record))
            .map(|(number, _)| number)
            .take(limit)
            .collect()
    }

    /// Writes the body of a request with these records, each as it is in the payload.
    pub(super) fn body(&self, batch: &[usize]) -> Vec<u8> {
        let mut body = br#"{"transactions":["#.to_vec();
        for (index, record) in batch
            .iter()
            .filter_map(|number| self.records.get(*number))
            .enumerate()
        {
            if index > 0 {
                body.push(b',');
            }
            body.extend_from_slice(
                self.payload
                    .get(record.span.start..record.span.end)
                    .certain(),
            );
        }
        body.extend_from_slice(b"]}");
        body
    }

    /// Returns whether the service can get these records twice without importing any twice: it recognizes those with an id.
    pub(super) fn have_ids(&self, batch: &[usize]) -> bool {
        batch
            .iter()
            .filter_map(|number| self.records.get(*number))
            .all(|record| record.has_id)
    }

    /// Returns whether the service may have any of these records from an earlier attempt.
    pub(super) fn is_any_unclear(&self, batch: &[usize]) -> bool {
        batch
            .iter()
            .filter_map(|number| self.records.get(*number))
            .any(|record| record.state == State::Unclear)
    }

    pub(super) fn set_state(&mut self, batch: &[usize], state: State) {
        for number in batch {
            if let Some(record) = self.records.get_mut(*number) {
                record.state = state;
            }
        }
    }

    /// Sets whether no further request has these records.
    pub(super) fn leave_out(&mut self, batch: &[usize], is_left_out: bool) {
        for number in batch {
            if let Some(record) = self.records.get_mut(*number) {
                record.is_left_out = is_left_out;
            }
        }
    }

    /// Returns the numbers of the records in a state.
    pub(super) fn in_state(&self, state: State) -> Vec<usize> {
        let records = self.records.iter().enumerate();
        records
            .filter(|(_, record)| record.state == state)
            .map(|(number, _)| number)
            .collect()
    }

    /// Returns these records as records that the service rejects without a reason.
    pub(super) fn rejected_by_service(&self, batch: &[usize]) -> Vec<RejectedRecord> {
        let records = batch
            .iter()
            .filter_map(|number| Some((*number, self.records.get(*number)?)));
        records
            .map(|(number, record)| record.rejected(number, Vec::new(), RejectedBy::Service))
            .collect()
    }

    /// Divides records into those that the service may have from an earlier attempt and the others.
    pub(super) fn divide_by_unclear<T>(&self, records: Vec<(usize, T)>) -> [Vec<(usize, T)>; 2] {
        let is_unclear = |(number, _): &(usize, T)| self.is_any_unclear(&[*number]);
        let (unclear, others) = records.into_iter().partition(is_unclear);
        [unclear, others]
    }

    /// Returns the records of a batch that a response calls faulty, with their places in the payload.
    pub(super) fn named_by_service(
        &self,
        batch: &[usize],
        faults: &[NamedFault],
    ) -> Vec<(usize, RejectedRecord)> {
        let mut named: Vec<(usize, RejectedRecord)> = Vec::new();
        for fault in faults.iter().filter(|fault| fault.list == "transactions") {
            let number = fault.index.and_then(|place| batch.get(place).copied());
            let Some((number, record)) =
                number.and_then(|number| Some((number, self.records.get(number)?)))
            else {
                continue;
            };
            let fault = fault.below(&record.pointer());
            match named.iter_mut().find(|(known, _)| *known == number) {
                Some((_, rejected)) => rejected.faults.push(fault),
                None => named.push((
                    number,
                    record.rejected(number, vec![fault], RejectedBy::Service),
                )),
            }
        }
        named
    }
}

/// Returns whether an earlier transaction has the same account and id, and other content. Then the service would count this one as existing, without booking
/// it. Remembers the content of the first transaction with each key.
fn has_other_content<'t>(
    contents: &mut HashMap<(&'t str, &'t str), Content>,
    transaction: &'t Transaction,
) -> bool {
    let Some(id) = &transaction.transaction_id else {
        return false;
    };
    let content = Content::from(transaction);
    let key = (transaction.account_identifier.as_str(), id.as_str());
    *contents.entry(key).or_insert(content) != content
}

impl Record {
    fn new(position: RecordPosition, has_id: bool, id: Option<&str>, state: State) -> Self {
        let id = Item::new(position.index, id).id;
        Self {
            span: position.span,
            index: position.index,
            has_id,
            id,
            state,
            is_left_out: false,
        }
    }

    fn pointer(&self) -> String {
        format!("/transactions/{}", self.index)
    }

    fn rejected(
        &self,
        number: usize,
        faults: Vec<Fault>,
        rejected_by: RejectedBy,
    ) -> RejectedRecord {
        RejectedRecord {
            pointer: self.pointer(),
            index: Some(number),
            id: self.id.clone(),
            faults,
            rejected_by,
        }
    }
}
