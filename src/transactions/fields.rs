use crate::record::{Field, Kind};

/// How many fields a transaction has.
pub(crate) const COUNT: usize = 11;

/// The two words of `creditDebit`.
pub(super) const CREDIT: &str = "credit";
pub(super) const DEBIT: &str = "debit";

/// The fields of a transaction, in the order of section 2.3 of the contract.
pub static FIELDS: [Field; COUNT] = [
    Field::required(
        "accountIdentifier",
        Kind::Account,
        "the account that the transaction belongs to, such as an IBAN or a masked credit card number",
        "CH9300762011623852957",
    ),
    Field::optional(
        "transactionId",
        Kind::Identity,
        "the transaction's own name; together with accountIdentifier it is the key of deduplication",
        "9999311BN1710030",
    ),
    Field::optional("text", Kind::Text, "what the booking is for, in words", "Einkauf Bäckerei Muster"),
    Field::optional(
        "creditDebit",
        Kind::Choice(&[CREDIT, DEBIT]),
        "the direction from the account holder's view: credit is money in, debit money out",
        DEBIT,
    ),
    Field::required(
        "amount",
        Kind::Amount { direction: Some("creditDebit") },
        "what moved on the account: a positive decimal, as a string",
        "12.50",
    ),
    Field::required("currency", Kind::Currency, "the currency of amount, a code of ISO 4217", "CHF"),
    Field::optional(
        "originalAmount",
        Kind::Amount { direction: None },
        "the amount in the currency of the payment, where that is another one",
        "13.10",
    ),
    Field::optional("originalCurrency", Kind::Currency, "the currency of originalAmount, a code of ISO 4217", "EUR"),
    Field::optional("purchasedAt", Kind::Date, "the day of the purchase", "2026-03-29"),
    Field::optional("valutaAt", Kind::Date, "the value date", "2026-03-31"),
    Field::optional("bookedAt", Kind::Date, "the day of the booking", "2026-03-31"),
];

pub(crate) const ACCOUNT_IDENTIFIER: usize = 0;
pub(crate) const TRANSACTION_ID: usize = 1;
pub(crate) const TEXT: usize = 2;
pub(crate) const CREDIT_DEBIT: usize = 3;
pub(crate) const AMOUNT: usize = 4;
pub(crate) const CURRENCY: usize = 5;
pub(crate) const ORIGINAL_AMOUNT: usize = 6;
pub(crate) const ORIGINAL_CURRENCY: usize = 7;
pub(crate) const PURCHASED_AT: usize = 8;
pub(crate) const VALUTA_AT: usize = 9;
pub(crate) const BOOKED_AT: usize = 10;
