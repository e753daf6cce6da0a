use super::rules;
use crate::record::{FieldKind, TypedRecord, read_object, record};
use crate::report::{Diagnostic, Policy, Reading, Report};

record! {
    /// The service's answer to an import of transactions.
    ///
    /// ```
    /// use universal_accounting::transactions::ImportResult;
    ///
    /// let result = ImportResult::new(3, 12, 0);
    /// assert_eq!((result.existing_transactions, result.new_transactions), (3, 12));
    /// ```
    pub ImportResult called "import result", "the answer to an import of transactions" {
        required "existingTransactions" existing_transactions: u64, FieldKind::Count,
            "how many were known already and not created again", "3";
        required "newTransactions" new_transactions: u64, FieldKind::Count, "how many were created", "12";
        required "errorTransactions" error_transactions: u64, FieldKind::Count,
            "how many could not be imported because of an error", "0";
    }
}

impl ImportResult {
    /// Returns the sum of the three counts, or `None` if it overflows.
    #[must_use]
    pub(crate) fn total(&self) -> Option<u64> {
        self.existing_transactions
            .checked_add(self.new_transactions)?
            .checked_add(self.error_transactions)
    }
}

/// Checks the answer to an import. If the number of sent transactions is given, checks that the counts add up to it.
///
/// ```
/// use universal_accounting::report::Policy;
/// use universal_accounting::transactions;
///
/// let answer = br#"{"existingTransactions": 1, "newTransactions": 2, "errorTransactions": 0}"#;
/// assert!(transactions::check_result(answer, Some(3), &Policy::new()).is_valid());
/// assert!(!transactions::check_result(answer, Some(4), &Policy::new()).is_valid());
/// ```
#[must_use]
pub fn check_result(source: &[u8], sent: Option<u64>, policy: &Policy) -> Report {
    read_result(source, sent, policy).report
}

/// Reads the answer to an import. If the number of sent transactions is given, checks that the counts add up to it.
///
/// ```
/// use universal_accounting::{report::Policy, transactions};
///
/// let answer = br#"{"existingTransactions": 3, "newTransactions": 12, "errorTransactions": 0}"#;
/// let reading = transactions::read_result(answer, Some(15), &Policy::new().received());
/// assert_eq!(reading.value.map(|result| result.new_transactions), Some(12));
/// ```
#[must_use]
pub fn read_result(source: &[u8], sent: Option<u64>, policy: &Policy) -> Reading<ImportResult> {
    read_object(source, policy, "result", &mut |record, sink| {
        let Some(result) = ImportResult::from_record(record) else {
            return;
        };
        if result.error_transactions > 0 {
            let fault = Diagnostic::new(&rules::TRANSACTIONS_NOT_IMPORTED, record.span);
            sink.push(fault.param("found", result.error_transactions.to_string()));
        }
        let total = result.total();
        if sent.is_some_and(|sent| total != Some(sent)) {
            let [sent, total] =
                [sent, total].map(|count| count.map_or("too many".to_owned(), |n| n.to_string()));
            sink.push(
                Diagnostic::new(&rules::COUNTS_DIFFER, record.span)
                    .param("sent", sent)
                    .param("counted", total),
            );
            record.faulty = true;
        }
    })
}

/// Writes the answer to an import as canonical JSON.
///
/// ```
/// use universal_accounting::transactions::{ImportResult, write_result};
///
/// assert_eq!(
///     write_result(&ImportResult::new(3, 12, 0)),
///     r#"{"existingTransactions":3,"newTransactions":12,"errorTransactions":0}"#
/// );
/// ```
#[must_use]
pub fn write_result(result: &ImportResult) -> String {
    result.to_json()
}
