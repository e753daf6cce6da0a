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
