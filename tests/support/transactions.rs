//! Transactions for tests, the same in every run.

use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{AccountIdentifier, Amount, Currency, Date, Text};

/// Returns a few transactions of different kinds.
pub(crate) fn sample_transactions() -> Vec<Transaction> {
    let transaction = |account: &str, id: Option<&str>, amount: &str| {
        let mut transaction = Transaction::new(
            AccountIdentifier::parse(account).unwrap(),
            Amount::parse(amount).unwrap(),
            Currency::parse("CHF").unwrap(),
        );
        transaction.transaction_id = id.map(|id| Text::parse(id).unwrap());
        transaction.booked_at = Date::parse("2026-03-31").ok();
        transaction
    };
    let mut all = vec![
        transaction("CH9300762011623852957", Some("9999311BN1710030"), "12.50"),
        transaction(
            "CH93 0076 2011 6238 5295 7",
            Some("9999311BN1710030"),
            "1200",
        ),
        transaction("Kasse", None, "79228162514264337593543950335"),
        transaction("Kasse", Some("ü"), "0.01"),
    ];
    all[0].text = Text::parse("Einkauf Bäckerei Muster").ok();
    all[0].credit_debit = Some(CreditDebit::Debit);
    all[0].original_amount = Amount::parse("13.1").ok();
    all[0].original_currency = Currency::parse("EUR").ok();
    all[0].purchased_at = Date::parse("2026-03-29").ok();
    all[1].valuta_at = all[1].booked_at;
    all[1].credit_debit = Some(CreditDebit::Credit);
    all
}

/// Returns transactions with unique keys.
pub(crate) fn many_transactions(count: usize) -> Vec<Transaction> {
    let transaction = |number: usize| {
        let mut transaction = sample_transactions().remove(number % 2);
        transaction.transaction_id =
            Text::parse(&format!("{:020}", number * 7919 % 1_000_003)).ok();
        transaction.amount = Amount::parse(&format!("{}", number + 1)).unwrap();
        transaction
    };
    (0..count).map(transaction).collect()
}
