use super::check::each;
use super::model::Transaction;
use crate::record::ListItem;
use crate::report::{Policy, Report};
use crate::source::{SourceFile, Span};

/// What reading a payload gave: every record is either among the values or among the rejected.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Reading {
    /// The transactions without an error, in their order.
    pub values: Vec<Transaction>,
    /// Where each of them stands.
    pub places: Vec<Place>,
    /// Where the others stand.
    pub rejected: Vec<Place>,
    /// All that was found.
    pub report: Report,
}

/// Where in a payload a transaction stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// Its place in the list of its payload, counted from 0; in a sequence of payloads each begins anew.
    pub index: usize,
    /// Where it begins in the input.
    pub span: Span,
}

impl Reading {
    /// Whether the payload can be taken at all, be it without the transactions that were rejected: an import refuses one that is cut short, holds no
    /// list or an empty one (decisions, requiredness).
    #[must_use]
    pub const fn can_be_taken(&self) -> bool {
        self.report.errors_outside_records == 0
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
    let (mut values, mut places, mut rejected) = (Vec::new(), Vec::new(), Vec::new());
    let mut build = |index, found: &ListItem<'_, '_>, span| match found.build() {
        Some(value) => {
            values.push(value);
            places.push(Place { index, span });
        }
        None => rejected.push(Place { index, span }),
    };
    let report = each(&SourceFile::new(source), policy, Some(&mut build));
    Reading { values, places, rejected, report }
}
