/// A record that can't be imported as it is. Correct it and deliver it again.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RejectedRecord {
    /// The JSON pointer to the record in the payload, such as `/transactions/3`. Empty for a payload that is one record.
    pub pointer: String,
    /// The index of the record in its list, counted from 0. In a sequence of payloads, transactions are counted from the first payload on. `None` for a
    /// record that is in no list.
    pub index: Option<usize>,
    /// The `transactionId` or `externalId` of the record, with card numbers masked, and truncated if it is long. `None` under a
    /// [redacted](crate::report::Policy::redacted) policy.
    pub id: Option<String>,
    /// The faults, as far as they are known. The service may reject a record without a reason.
    pub faults: Vec<Fault>,
    /// Who rejects the record.
    pub rejected_by: RejectedBy,
}

/// A fault of a rejected record.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Fault {
    /// The JSON pointer to the faulty value in the payload.
    pub pointer: String,
    /// The id of the rule that the value breaks, if the service names one. It may have rules of its own.
    pub rule: Option<String>,
}

/// Who rejects a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RejectedBy {
    /// The check before the delivery: an error, or the key of an earlier record that has other content. The record was not sent.
    Check,
    /// The service.
    Service,
}

impl RejectedBy {
    /// Returns `check` or `service`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Service => "service",
        }
    }
}

/// What became of the transactions of a delivery, so far.
///
/// `existing + new + errors + rejected + unclear + unsent = records`, at any time. The counts of a delivery of base data or of a document are all 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Counts {
    /// The transactions of the payload.
    pub records: u64,
    /// The service had them already.
    pub existing: u64,
    /// How many of the existing were in a request that was sent before and got no usable answer. This delivery may have created them itself.
    pub existing_after_repetition: u64,
    /// The service created them.
    pub new: u64,
    /// The service could not import them because of an error.
    pub errors: u64,
    /// They can't be imported as they are, and the service has not counted them: an error, the key of an earlier transaction with other content, or a refusal
    /// by name. Never one that the service may have from an earlier attempt.
    pub rejected: u64,
    /// They were sent, and no usable answer says what the service did, even if it refused them later.
    pub unclear: u64,
    /// They were not sent, or the service refused the request that they were in.
    pub unsent: u64,
}

/// Errors that the service counted in one request without naming the transactions.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnlocatedErrors {
    /// How many transactions the service did not import.
    pub count: u64,
    /// The indexes of the transactions that may be among them, counted from 0.
    pub among: Vec<usize>,
}
