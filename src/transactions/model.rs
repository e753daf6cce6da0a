use std::fmt;

use super::fields::{
    self, ACCOUNT_IDENTIFIER, AMOUNT, BOOKED_AT, COUNT, CREDIT_DEBIT, CURRENCY, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY,
    PURCHASED_AT, TEXT, TRANSACTION_ID, VALUTA_AT,
};
use crate::record::Record;
use crate::value::{AccountIdentifier, Amount, Currency, Date, Text};

/// The direction of a transaction from the account holder's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CreditDebit {
    /// Money in.
    Credit,
    /// Money out.
    Debit,
}

impl CreditDebit {
    /// The word of the contract.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Credit => fields::CREDIT,
            Self::Debit => fields::DEBIT,
        }
    }

    /// The other direction.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Credit => Self::Debit,
            Self::Debit => Self::Credit,
        }
    }

    fn parse(word: &str) -> Option<Self> {
        [Self::Credit, Self::Debit].into_iter().find(|direction| direction.as_str() == word)
    }
}

impl fmt::Display for CreditDebit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A financial transaction (contract 2.3). Every field holds a valid value or none.
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
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Transaction {
    /// The account that the transaction belongs to.
    pub account_identifier: AccountIdentifier,
    /// The transaction's own name; with the account it is the key of deduplication.
    pub transaction_id: Option<Text>,
    /// What the booking is for, in words.
    pub text: Option<Text>,
    /// The direction.
    pub credit_debit: Option<CreditDebit>,
    /// What moved on the account.
    pub amount: Amount,
    /// The currency of `amount`.
    pub currency: Currency,
    /// The amount in the currency of the payment.
    pub original_amount: Option<Amount>,
    /// The currency of `original_amount`.
    pub original_currency: Option<Currency>,
    /// The day of the purchase.
    pub purchased_at: Option<Date>,
    /// The value date.
    pub valuta_at: Option<Date>,
    /// The day of the booking.
    pub booked_at: Option<Date>,
}

impl Transaction {
    /// A transaction with the three fields that none can lack.
    #[must_use]
    pub const fn new(account_identifier: AccountIdentifier, amount: Amount, currency: Currency) -> Self {
        Self {
            account_identifier,
            transaction_id: None,
            text: None,
            credit_debit: None,
            amount,
            currency,
            original_amount: None,
            original_currency: None,
            purchased_at: None,
            valuta_at: None,
            booked_at: None,
        }
    }

    /// The values of a record in which no error was found.
    pub(crate) fn from_record(record: &Record<'_, COUNT>) -> Option<Self> {
        let currency = |index| record.text(index).and_then(|code| Currency::parse(code).ok());
        let amount = |index| record.text(index).and_then(|digits| Amount::parse(digits).ok());
        let date = |index| record.text(index).and_then(|day| Date::parse(day).ok());
        let text = |index| record.text(index).and_then(|words| Text::parse(words).ok());
        Some(Self {
            account_identifier: AccountIdentifier::parse(record.text(ACCOUNT_IDENTIFIER)?).ok()?,
            transaction_id: text(TRANSACTION_ID),
            text: text(TEXT),
            credit_debit: record.text(CREDIT_DEBIT).and_then(CreditDebit::parse),
            amount: amount(AMOUNT)?,
            currency: currency(CURRENCY)?,
            original_amount: amount(ORIGINAL_AMOUNT),
            original_currency: currency(ORIGINAL_CURRENCY),
            purchased_at: date(PURCHASED_AT),
            valuta_at: date(VALUTA_AT),
            booked_at: date(BOOKED_AT),
        })
    }
}
