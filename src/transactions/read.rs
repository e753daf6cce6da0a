use super::check::each;
use super::model::Transaction;
use crate::report::{Policy, Report};
use crate::source::Span;

/// What reading a payload gave: every record is either among the values or among the rejected.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Reading {
    /// The transactions without an error, in their order.
    pub values: Vec<Transaction>,
    /// Where the others stand.
    pub rejected: Vec<Rejected>,
    /// All that was found.
    pub report: Report,
}

/// Where in a payload a transaction was that could not be built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejected {
    /// Its place in the list of its payload, counted from 0; in a sequence of payloads each begins anew.
    pub index: usize,
    /// Where it begins in the input.
    pub span: Span,
}

impl Rejected {
    const fn new(index: usize, span: Span) -> Self {
        Self { index, span }
    }
}

/// Reads a payload of transactions into typed values; the findings are those of [`check`](super::check).
///
/// A warning never keeps a value from being built, also where the policy denies it.
///
/// ```
/// use universal_accounting::{report::Policy, transactions};
///
/// let reading = transactions::read(
///     br#"{"transactions": [{"accountIdentifier": "CH9300762011623852957", "amount": "12.50", "currency": "CHF"}]}"#,
///     &Policy::new(),
/// );
/// assert_eq!(reading.values[0].amount.to_string(), "12.50");
/// assert_eq!(reading.report.warnings, 3);
/// ```
#[must_use]
pub fn read(source: &[u8], policy: &Policy) -> Reading {
    let mut values = Vec::new();
    let mut rejected = Vec::new();
    let report = each(source, policy, |index, found, place| match found.build() {
        Some(value) => values.push(value),
        None => rejected.push(Rejected::new(index, place)),
    });
    Reading { values, rejected, report }
}
