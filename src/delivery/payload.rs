use std::error::Error;
use std::fmt;

use super::answer::Work;
use super::members::{Wanted, look_up};
use super::outcome::{RejectedBy, RejectedRecord};
use super::problem_body::NamedFault;
use super::records::{Records, State};
use crate::base_data;
use crate::documents::{self, CreationRequest};
use crate::endpoint::Endpoint;
use crate::report::{Item, Policy, Report, Severity};
use crate::source::Certain;

/// What is delivered.
pub(super) enum Payload {
    Transactions(Records),
    BaseData(Whole),
    Document(Whole, Box<CreationRequest>),
}

/// A payload that is one request.
pub(super) struct Whole {
    json: Vec<u8>,
    is_redacted: bool,
}

/// A byte order mark, which a body must not have (RFC 8259, section 8.1).
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl Whole {
    fn new(json: Vec<u8>, policy: &Policy) -> Self {
        let json = json
            .strip_prefix(BYTE_ORDER_MARK)
            .map(<[u8]>::to_vec)
            .unwrap_or(json);
        Self {
            json,
            is_redacted: policy.is_redacted(),
        }
    }

    /// Returns the records that a response calls faulty. A record that is not in the payload is left out.
    fn named_by_service(&self, faults: &[NamedFault]) -> Vec<RejectedRecord> {
        let mut wanted: Vec<Wanted<'_>> = Vec::new();
        for NamedFault { list, index, .. } in faults {
            if !wanted
                .iter()
                .any(|wanted| (wanted.list, wanted.index) == (list, *index))
            {
                wanted.push(Wanted {
                    list,
                    index: *index,
                    exists: false,
                    id: None,
                });
            }
        }
        look_up(str::from_utf8(&self.json).certain(), &mut wanted);
        let existing = wanted.into_iter().filter(|record| record.exists);
        let rejected = existing.map(
            |Wanted {
                 list, index, id, ..
             }| {
                let pointer = index.map_or(String::new(), |index| format!("/{list}/{index}"));
                let own = faults
                    .iter()
                    .filter(|fault| (fault.list.as_str(), fault.index) == (list, index));
                let faults = own.map(|fault| fault.below(&pointer)).collect();
                let id = Item::new(
                    index.unwrap_or_default(),
                    id.as_deref().filter(|_| !self.is_redacted),
                )
                .id;
                RejectedRecord {
                    pointer,
                    index,
                    id,
                    faults,
                    rejected_by: RejectedBy::Service,
                }
            },
        );
        rejected.collect()
    }
}

/// Returns the policy for a payload that is one document.
fn for_one_document(policy: &Policy) -> Policy {
    let mut policy = policy.clone();
    policy.sequence = false;
    policy
}

impl Payload {
    pub(super) fn read_base_data(payload: Vec<u8>, policy: &Policy) -> Result<Self, Report> {
        let report = base_data::check(&payload, &for_one_document(policy));
        if report.has_contract_errors() {
            Err(report)
        } else {
            Ok(Self::BaseData(Whole::new(payload, policy)))
        }
    }

    pub(super) fn read_document(request: Vec<u8>, policy: &Policy) -> Result<Self, Report> {
        let reading = documents::read(&request, &for_one_document(policy));
        let value = reading.value.ok_or(reading.report)?;
        Ok(Self::Document(Whole::new(request, policy), Box::new(value)))
    }

    pub(super) const fn endpoint(&self) -> Endpoint {
        match self {
            Self::Transactions(_) => Endpoint::ImportTransactions,
            Self::BaseData(_) => Endpoint::UpdateBaseData,
            Self::Document(..) => Endpoint::CreateDocument,
        }
    }

    /// Returns the work of a request with so many transactions.
    pub(super) fn work(&self, sent: usize) -> Work<'_> {
        match self {
            Self::Transactions(_) => Work::Import(u64::try_from(sent).unwrap_or(u64::MAX)),
            Self::BaseData(_) => Work::Update,
            Self::Document(_, request) => Work::Create(request),
        }
    }

    /// Returns the body of the next request. `None` if nothing is left to send.
    pub(super) fn body(&self, batch: &[usize], is_finished: bool) -> Option<Vec<u8>> {
        match self {
            Self::Transactions(records) => (!batch.is_empty()).then(|| records.body(batch)),
            Self::BaseData(whole) | Self::Document(whole, _) => {
                (!is_finished).then(|| whole.json.clone())
            }
        }
    }

    /// Returns whether the service can get a request twice without doing its work twice: base data replace those before, transactions are recognized by
    /// their ids, and each request for a document creates one.
    pub(super) fn is_repeatable(&self, batch: &[usize]) -> bool {
        match self {
            Self::Transactions(records) => records.have_ids(batch),
            Self::BaseData(_) => true,
            Self::Document(..) => false,
        }
    }

    pub(super) fn is_any_unclear(&self, batch: &[usize]) -> bool {
        matches!(self, Self::Transactions(records) if records.is_any_unclear(batch))
    }

    pub(super) fn in_state(&self, state: State) -> Vec<usize> {
        if let Self::Transactions(records) = self {
            records.in_state(state)
        } else {
            Vec::new()
        }
    }

    /// Returns the records of base data, or the request for a document, that a response calls faulty.
    pub(super) fn named_by_service(&self, faults: &[NamedFault]) -> Vec<RejectedRecord> {
        match self {
            Self::Transactions(_) => Vec::new(),
            Self::BaseData(whole) | Self::Document(whole, _) => whole.named_by_service(faults),
        }
    }
}

/// The reason why a payload can't be delivered: it has errors for which the service would refuse it as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PayloadError {
    /// The report on the payload.
    pub report: Report,
}

impl PayloadError {
    pub(super) const fn new(report: Report) -> Self {
        Self { report }
    }
}

/// Says the first error, without any value of the payload.
impl fmt::Display for PayloadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the payload can't be delivered")?;
        let is_error = |severity| severity == Severity::Error;
        match self
            .report
            .findings
            .iter()
            .find(|finding| is_error(finding.rule.severity))
        {
            Some(error) => write!(
                formatter,
                ": {} (line {}, column {})",
                error.message(),
                error.line,
                error.column
            ),
            None => Ok(()),
        }
    }
}

impl Error for PayloadError {}
