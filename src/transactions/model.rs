use rust_decimal::Decimal;

use crate::record::{FieldKind, choice, index_of, record};
use crate::value::{AccountIdentifier, Amount, Currency, Date, Text};

choice! {
    /// The direction of a transaction, as the account holder sees it.
    CreditDebit {
        /// Money in.
        Credit = "credit",
        /// Money out.
        Debit = "debit",
    }
}

impl CreditDebit {
    /// Returns the opposite direction.
    pub(crate) const fn opposite(self) -> Self {
        match self {
            Self::Credit => Self::Debit,
            Self::Debit => Self::Credit,
        }
    }
}

record! {
    /// A financial transaction on an account. Every field has a valid value or none.
    ///
    /// ```
    /// use universal_accounting::transactions::{CreditDebit, Transaction};
    /// use universal_accounting::value::{AccountIdentifier, Amount, Currency};
    ///
    /// let mut booking = Transaction::new(
    ///     AccountIdentifier::parse("CH9300762011623852957")?,
    ///     Amount::parse("12.50")?,
    ///     Currency::parse("CHF")?,
    /// );
    /// booking.credit_debit = Some(CreditDebit::Debit);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub Transaction called "transaction", "a booking on an account, such as a bank account or a credit card" {
        required "accountIdentifier" account_identifier: AccountIdentifier, FieldKind::Account,
            "the account that the transaction belongs to, such as an IBAN or a masked credit card number",
            "CH9300762011623852957";
        optional "transactionId" transaction_id: Text, FieldKind::Id,
            "the id of the transaction; together with accountIdentifier it identifies the transaction",
            "9999311BN1710030";
        optional "text" text: Text, FieldKind::Text, "a description of the transaction", "Einkauf Bäckerei Muster";
        optional "creditDebit" credit_debit: CreditDebit, FieldKind::Choice(CreditDebit::WORDS),
            "the direction from the account holder's view: credit is money in, debit money out", "debit";
        required "amount" amount: Amount, FieldKind::Amount { direction: Some("creditDebit") },
            "the amount that was booked on the account: a positive decimal, as a string", "12.50";
        required "currency" currency: Currency, FieldKind::Currency,
            "the currency of amount, a code of ISO 4217", "CHF";
        optional "originalAmount" original_amount: Amount, FieldKind::Amount { direction: None },
            "the amount in the currency of the payment, if that is another currency", "13.10";
        optional "originalCurrency" original_currency: Currency, FieldKind::Currency,
            "the currency of originalAmount, a code of ISO 4217", "EUR";
        optional "purchasedAt" purchased_at: Date, FieldKind::Date, "the day of the purchase", "2026-03-29";
        optional "valutaAt" valuta_at: Date, FieldKind::Date, "the value date", "2026-03-31";
        optional "bookedAt" booked_at: Date, FieldKind::Date, "the day of the booking", "2026-03-31";
    }
}

/// The index of each field in the field table.
pub(crate) mod field_index {
    use super::{Transaction, index_of};

    pub(crate) const ACCOUNT_IDENTIFIER: usize = index_of(Transaction::FIELDS, "accountIdentifier");
    pub(crate) const TRANSACTION_ID: usize = index_of(Transaction::FIELDS, "transactionId");
    pub(crate) const TEXT: usize = index_of(Transaction::FIELDS, "text");
    pub(crate) const CREDIT_DEBIT: usize = index_of(Transaction::FIELDS, "creditDebit");
    pub(crate) const AMOUNT: usize = index_of(Transaction::FIELDS, "amount");
    pub(crate) const CURRENCY: usize = index_of(Transaction::FIELDS, "currency");
    pub(crate) const ORIGINAL_AMOUNT: usize = index_of(Transaction::FIELDS, "originalAmount");
    pub(crate) const ORIGINAL_CURRENCY: usize = index_of(Transaction::FIELDS, "originalCurrency");
    pub(crate) const PURCHASED_AT: usize = index_of(Transaction::FIELDS, "purchasedAt");
    pub(crate) const VALUTA_AT: usize = index_of(Transaction::FIELDS, "valutaAt");
    pub(crate) const BOOKED_AT: usize = index_of(Transaction::FIELDS, "bookedAt");
}

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
