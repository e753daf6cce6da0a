//! Transactions that stores import.

use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{AccountIdentifier, Amount, Currency, Date, Text};

use crate::random::Random;

pub(crate) const ACCOUNTS: usize = 1000;

/// Batches of transactions with new keys of 20 characters.
pub(crate) struct Batches {
    accounts: Vec<AccountIdentifier>,
    random: Random,
    /// Whether each transaction of a batch has a random account, instead of one account for the whole batch.
    scattered: bool,
    /// The number of transactions so far.
    count: u64,
}

impl Batches {
    pub(crate) fn new(scattered: bool) -> Self {
        let mut random = Random(0x5eed_0003);
        let mut account = || AccountIdentifier::parse(&random.iban()).expect("an account");
        Self {
            accounts: (0..ACCOUNTS).map(|_| account()).collect(),
            random,
            scattered,
            count: 0,
        }
    }

    fn account(&mut self) -> AccountIdentifier {
        self.accounts[self.random.below(ACCOUNTS)].clone()
    }

    pub(crate) fn next(&mut self, size: usize) -> Vec<Transaction> {
        let account = self.account();
        (0..size)
            .map(|_| {
                let account = if self.scattered {
                    self.account()
                } else {
                    account.clone()
                };
                let amount = Amount::parse(&self.random.amount()).expect("an amount");
                let mut transaction =
                    Transaction::new(account, amount, Currency::parse("CHF").expect("a currency"));
                self.count += 1;
                let id = format!("{:012}{}", self.count, self.random.digits(8));
                transaction.transaction_id = Some(Text::parse(&id).expect("an id"));
                transaction.text =
                    Some(Text::parse("Einkauf Bäckerei Muster, Zürich").expect("a text"));
                transaction.credit_debit = Some(CreditDebit::Debit);
                let day = format!(
                    "2026-{:02}-{:02}",
                    1 + self.random.below(12),
                    1 + self.random.below(28)
                );
                transaction.booked_at = Some(Date::parse(&day).expect("a day"));
                transaction.valuta_at = transaction.booked_at;
                transaction
            })
            .collect()
    }
}
