use rust_decimal::Decimal;

use super::model::{CreditDebit, Transaction};
use crate::value::Date;

impl Transaction {
    /// Returns the day of the booking. The value date, or else the day of the purchase, replaces a missing one.
    ///
    /// ```
    /// use universal_accounting::{report::Policy, transactions};
    ///
    /// let payload = br#"{"transactions": [{"accountIdentifier": "Kasse", "amount": "5", "currency": "CHF", "valutaAt": "2026-03-31"}]}"#;
    /// let transaction = &transactions::read(payload, &Policy::new()).values[0];
    /// assert_eq!(transaction.day(), transaction.valuta_at);
    /// ```
    #[must_use]
    pub fn day(&self) -> Option<Date> {
        self.booked_at.or(self.valuta_at).or(self.purchased_at)
    }

    /// Returns the amount, negative for a debit. `None` without a direction.
    ///
    /// ```
    /// use universal_accounting::{report::Policy, transactions};
    ///
    /// let payload = br#"{"transactions": [{"accountIdentifier": "Kasse", "creditDebit": "debit", "amount": "5", "currency": "CHF"}]}"#;
    /// let transaction = &transactions::read(payload, &Policy::new()).values[0];
    /// assert_eq!(transaction.signed_amount(), "-5".parse().ok());
    /// ```
    #[must_use]
    pub fn signed_amount(&self) -> Option<Decimal> {
        let amount = Decimal::from(self.amount);
        self.credit_debit.map(|direction| match direction {
            CreditDebit::Credit => amount,
            CreditDebit::Debit => -amount,
        })
    }
}
