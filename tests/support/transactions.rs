//! Transactions that are the same in every run.

use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{AccountIdentifier, Amount, Currency, Date, Text};

/// A few that are the same in every run, one of each kind.
pub(crate) fn few() -> Vec<Transaction> {
    let made = |account: &str, id: Option<&str>, amount: &str| {
        let mut one = Transaction::new(
            AccountIdentifier::parse(account).unwrap(),
            Amount::parse(amount).unwrap(),
            Currency::parse("CHF").unwrap(),
        );
        one.transaction_id = id.map(|id| Text::parse(id).unwrap());
        one.booked_at = Date::parse("2026-03-31").ok();
        one
    };
    let mut all = vec![
        made("CH9300762011623852957", Some("9999311BN1710030"), "12.50"),
        made("CH93 0076 2011 6238 5295 7", Some("9999311BN1710030"), "1200"),
        made("Kasse", None, "79228162514264337593543950335"),
        made("Kasse", Some("ü"), "0.01"),
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

/// So many with a key of their own.
pub(crate) fn many(count: usize) -> Vec<Transaction> {
    let made = |number: usize| {
        let mut one = few().remove(number % 2);
        one.transaction_id = Text::parse(&format!("{:020}", number * 7919 % 1_000_003)).ok();
        one.amount = Amount::parse(&format!("{}", number + 1)).unwrap();
        one
    };
    (0..count).map(made).collect()
}
