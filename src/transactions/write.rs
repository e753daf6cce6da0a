use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{FIELDS, Transaction};

/// Transactions as one payload: canonical JSON on one line, fields in the order of the contract, absent ones left out.
///
/// What is written is read back as the same values.
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
pub fn write(transactions: &[Transaction]) -> String {
    let mut payload = String::from("{\"transactions\":[");
    for (index, transaction) in transactions.iter().enumerate() {
        if index > 0 {
            payload.push(',');
        }
        // Text goes in and no key can fail, so there is always JSON to write.
        payload.push_str(&serde_json::to_string(&Canonical(transaction)).unwrap_or_default());
    }
    payload.push_str("]}");
    payload
}

/// A transaction as a JSON object with the contract's field names.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Canonical<'t>(pub(crate) &'t Transaction);

impl Serialize for Canonical<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let transaction = self.0;
        let day = |date: Option<crate::value::Date>| date.map(|date| date.to_string());
        let values = [
            Some(transaction.account_identifier.as_str().to_owned()),
            transaction.transaction_id.as_ref().map(|id| id.as_str().to_owned()),
            transaction.text.as_ref().map(|text| text.as_str().to_owned()),
            transaction.credit_debit.map(|direction| direction.as_str().to_owned()),
            Some(transaction.amount.to_string()),
            Some(transaction.currency.to_string()),
            transaction.original_amount.map(|amount| amount.to_string()),
            transaction.original_currency.map(|currency| currency.to_string()),
            day(transaction.purchased_at),
            day(transaction.valuta_at),
            day(transaction.booked_at),
        ];
        let mut object = serializer.serialize_map(None)?;
        for (field, value) in FIELDS.iter().zip(&values) {
            if let Some(value) = value {
                object.serialize_entry(field.name, value)?;
            }
        }
        object.end()
    }
}
