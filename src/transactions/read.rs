use super::check::visit_transactions;
use super::model::Transaction;
use crate::record::{CheckedFile, Record, TypedRecord, push_list};
use crate::report::{Policy, RecordPosition, Report};
use crate::source::SourceFile;

/// A payload of transactions that was read: every record is either among the values or among the rejected records.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TransactionsReading {
    /// The transactions without an error, in the order of the payload.
    pub values: Vec<Transaction>,
    /// The position of each of these transactions.
    pub positions: Vec<RecordPosition>,
    /// The position of each record with an error; nothing is built from it.
    pub rejected: Vec<RecordPosition>,
    /// The findings.
    pub report: Report,
}

impl TransactionsReading {
    /// Returns whether the transactions may be imported, without the rejected records.
    ///
    /// The service refuses the whole payload if it is cut off, has no list of transactions, or an empty one.
    #[must_use]
    pub const fn is_importable(&self) -> bool {
        self.report.errors_outside_records == 0
    }

    /// Returns whether everything of the payload is among the values: it is importable, and no record was rejected.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.is_importable() && self.rejected.is_empty()
    }
}

/// Reads a payload of transactions into typed values. The findings are those of [`check`](super::check).
///
/// A record with only warnings is built, even if the policy denies warnings.
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
pub fn read(source: &[u8], policy: &Policy) -> TransactionsReading {
    let file = SourceFile::new(source);
    let (reading, checked) = read_file(&file, policy);
    TransactionsReading {
        report: checked.into_report(),
        ..reading
    }
}

/// Reads a payload of transactions as [`read`] does, and calls `visit` with each value and its position, so that none of them are in the result.
pub(crate) fn read_each(
    source: &[u8],
    policy: &Policy,
    visit: &mut dyn FnMut(Transaction, RecordPosition),
) -> TransactionsReading {
    let file = SourceFile::new(source);
    let (rejected, checked) = visit_file(&file, policy, visit);
    TransactionsReading {
        values: Vec::new(),
        positions: Vec::new(),
        rejected,
        report: checked.into_report(),
    }
}

/// Reads a payload of transactions as [`read`] does, and returns the checked file in the place of a report.
pub(crate) fn read_file<'f, 'p>(
    file: &'f SourceFile<'_>,
    policy: &'p Policy,
) -> (TransactionsReading, CheckedFile<'f, 'p>) {
    let (mut values, mut positions) = (Vec::new(), Vec::new());
    let (rejected, checked) = visit_file(file, policy, &mut |value, position| {
        values.push(value);
        positions.push(position);
    });
    (
        TransactionsReading {
            values,
            positions,
            rejected,
            report: Report::default(),
        },
        checked,
    )
}

/// Calls `visit` with each transaction without an error. Returns the positions of the others.
fn visit_file<'f, 'p>(
    file: &'f SourceFile<'_>,
    policy: &'p Policy,
    visit: &mut dyn FnMut(Transaction, RecordPosition),
) -> (Vec<RecordPosition>, CheckedFile<'f, 'p>) {
    let mut rejected = Vec::new();
    let mut build = |index, record: Option<&Record<'_>>, span| match record.and_then(Record::build)
    {
        Some(value) => visit(value, RecordPosition { index, span }),
        None => rejected.push(RecordPosition { index, span }),
    };
    let checked = visit_transactions(file, policy, Some(&mut build));
    (rejected, checked)
}

/// Writes transactions as one payload: canonical JSON on one line, with fields in the order of the contract and without absent fields.
///
/// Reading the payload returns the same values.
///
/// ```
/// use universal_accounting::transactions::{self, Transaction};
/// use universal_accounting::value::{AccountIdentifier, Amount, Currency};
///
/// let account = AccountIdentifier::parse("CH9300762011623852957")?;
/// let booking = Transaction::new(account, Amount::parse("12.50")?, Currency::parse("CHF")?);
/// assert_eq!(
///     transactions::write(&[booking]),
///     r#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","amount":"12.50","currency":"CHF"}]}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write<'t>(transactions: impl IntoIterator<Item = &'t Transaction>) -> String {
    let mut json = String::from("{\"transactions\":");
    push_list(&mut json, transactions);
    json.push('}');
    json
}

/// Returns the values of a transaction as texts, one for each field in the order of the contract; an absent field has an empty text.
pub(crate) fn cells(transaction: &Transaction) -> Vec<String> {
    let mut cells = vec![String::new(); Transaction::FIELDS.len()];
    transaction.visit_texts(&mut |field, text| {
        if let Some(cell) = cells.get_mut(field) {
            text.clone_into(cell);
        }
    });
    cells
}
