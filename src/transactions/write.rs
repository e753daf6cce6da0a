use super::Transaction;
use crate::record::{TypedRecord, push_list};

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
