use std::fmt;
use std::time::Duration;

use super::attempt::{Attempt, HeldBack};
use super::failure::Failure;
use super::options::DeliveryOptions;
use super::outcome::{Counts, RejectedRecord, UnlocatedErrors};
use super::payload::{Payload, PayloadError};
use super::records::{Records, State};
use super::search::Search;
use crate::documents::CreationResult;

/// The delivery of one payload: it says which requests to send, and what each response means. See [the module](super) for an example.
pub struct Delivery {
    pub(super) payload: Payload,
    pub(super) batch_size: usize,
    pub(super) max_attempts: u32,
    pub(super) max_wait: Duration,
    pub(super) seed: u64,
    pub(super) locates_errors: bool,
    /// The transactions before this number are done with.
    pub(super) cursor: usize,
    pub(super) current: Option<Attempt>,
    pub(super) search: Option<Search>,
    pub(super) held_back: Option<HeldBack>,
    pub(super) counts: Counts,
    pub(super) rejected: Vec<RejectedRecord>,
    pub(super) unlocated: Vec<UnlocatedErrors>,
    pub(super) document: Option<CreationResult>,
    pub(super) is_finished: bool,
    pub(super) failure: Option<Failure>,
    /// How many requests were prepared, which makes the waits of each request differ.
    pub(super) request_number: u64,
}

impl Delivery {
    /// Starts the delivery of transactions: a payload, or with a policy for [sequences](crate::report::Policy::sequence) several. Their texts are sent as they are.
    ///
    /// A transaction with an error is not sent, nor one that has the account and id of an earlier one and other content: the service would count it as
    /// existing, and book only the first. They are among the [rejected records](Self::rejected).
    ///
    /// # Errors
    ///
    /// The service would refuse the payload as a whole, for instance because it is not JSON or has no transactions.
    pub fn of_transactions(
        payload: impl Into<Vec<u8>>,
        options: &DeliveryOptions,
    ) -> Result<Self, PayloadError> {
        let (records, rejected) =
            Records::read(payload.into(), &options.policy).map_err(PayloadError::new)?;
        Ok(Self {
            rejected,
            ..Self::new(Payload::Transactions(records), options)
        })
    }

    /// Starts the delivery of base data, which replace those that the service has.
    ///
    /// # Errors
    ///
    /// The payload has an error.
    pub fn of_base_data(
        payload: impl Into<Vec<u8>>,
        options: &DeliveryOptions,
    ) -> Result<Self, PayloadError> {
        Payload::read_base_data(payload.into(), &options.policy)
            .map(|payload| Self::new(payload, options))
            .map_err(PayloadError::new)
    }

    /// Starts the delivery of a request to create a document from an uploaded file.
    ///
    /// # Errors
    ///
    /// The request has an error.
    pub fn of_document(
        request: impl Into<Vec<u8>>,
        options: &DeliveryOptions,
    ) -> Result<Self, PayloadError> {
        Payload::read_document(request.into(), &options.policy)
            .map(|payload| Self::new(payload, options))
            .map_err(PayloadError::new)
    }

    fn new(payload: Payload, options: &DeliveryOptions) -> Self {
        Self {
            payload,
            batch_size: options.batch_size(),
            max_attempts: options.max_attempts,
            max_wait: options.max_wait(),
            seed: options.seed,
            locates_errors: options.locate_errors,
            cursor: 0,
            current: None,
            search: None,
            held_back: None,
            counts: Counts::default(),
            rejected: Vec::new(),
            unlocated: Vec::new(),
            document: None,
            is_finished: false,
            failure: None,
            request_number: 0,
        }
    }

    /// Returns the failure with which the delivery gave up.
    #[must_use]
    pub const fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// Returns what became of the transactions.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let Payload::Transactions(records) = &self.payload else {
            return Counts::default();
        };
        let count = |records: usize| u64::try_from(records).unwrap_or(u64::MAX);
        let [rejected, unclear, unsent] = [State::Rejected, State::Unclear, State::Unsent]
            .map(|state| count(records.in_state(state).len()));
        Counts {
            records: count(records.len()),
            rejected,
            unclear,
            unsent,
            ..self.counts
        }
    }

    /// Returns the records to correct: those with an error, which were not sent, and those that the service rejects by name.
    #[must_use]
    pub fn rejected(&self) -> &[RejectedRecord] {
        &self.rejected
    }

    /// Returns the errors that the service counts without naming their records.
    #[must_use]
    pub fn unlocated_errors(&self) -> Vec<UnlocatedErrors> {
        let pending = self.search.as_ref().and_then(Search::pending);
        self.unlocated.iter().cloned().chain(pending).collect()
    }

    /// Returns the indexes of the transactions that were sent without a usable answer, counted from 0.
    #[must_use]
    pub fn unclear(&self) -> Vec<usize> {
        self.payload.in_state(State::Unclear)
    }

    /// Returns the indexes of the transactions that were not sent, or in a request that the service refused, counted from 0.
    #[must_use]
    pub fn unsent(&self) -> Vec<usize> {
        self.payload.in_state(State::Unsent)
    }

    /// Returns the answer to the request that created a document.
    #[must_use]
    pub const fn document(&self) -> Option<&CreationResult> {
        self.document.as_ref()
    }
}

/// Leaves out the payload.
impl fmt::Debug for Delivery {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = formatter.debug_struct("Delivery");
        debug
            .field("endpoint", &self.payload.endpoint())
            .field("counts", &self.counts())
            .field("failure", &self.failure);
        debug.finish_non_exhaustive()
    }
}
