use rust_decimal::Decimal;

use super::accounts::Accounts;
use super::sum::ExactSum;
use crate::journal::Side;
use crate::value::Currency;

/// What was posted to an account in a currency.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AccountTotal {
    /// The number of the account.
    pub number: String,
    /// The external id of the account, if several accounts have the number.
    pub external_id: Option<String>,
    /// The currency.
    pub currency: Currency,
    /// The number of amounts: lines of the journal, or rows of the output that name the account.
    pub amounts: usize,
    /// The exact sum of the debits, or `None` if it has more digits than can be held.
    pub debits: Option<Decimal>,
    /// The exact sum of the credits, or `None` if it has more digits than can be held.
    pub credits: Option<Decimal>,
}

/// Sums amounts by account and currency.
#[derive(Debug)]
pub(super) struct Totals {
    /// The totals of each account, by its index.
    accounts: Vec<Vec<Total>>,
}

#[derive(Debug)]
struct Total {
    currency: Currency,
    amounts: usize,
    debits: ExactSum,
    credits: ExactSum,
}

impl Totals {
    pub(super) fn new(accounts: &Accounts<'_>) -> Self {
        Self {
            accounts: accounts.iter().map(|_| Vec::new()).collect(),
        }
    }

    pub(super) fn add(&mut self, account: usize, side: Side, amount: Decimal, currency: Currency) {
        let Some(totals) = self.accounts.get_mut(account) else {
            return;
        };
        let sums = |total: &mut Total| {
            total.amounts += 1;
            match side {
                Side::Debit => total.debits.add(amount),
                Side::Credit => total.credits.add(amount),
            }
        };
        match totals.iter_mut().find(|total| total.currency == currency) {
            Some(total) => sums(total),
            None => {
                let (debits, credits) = Default::default();
                let mut total = Total {
                    currency,
                    amounts: 0,
                    debits,
                    credits,
                };
                sums(&mut total);
                totals.push(total);
            }
        }
    }

    /// Returns the totals, sorted by account and currency.
    pub(super) fn finish(self, accounts: &Accounts<'_>) -> Vec<AccountTotal> {
        let mut list = Vec::new();
        for (account, totals) in accounts.iter().zip(self.accounts) {
            list.extend(totals.into_iter().map(|total| AccountTotal {
                number: account.number.to_owned(),
                external_id: account.shared_number_id().map(str::to_owned),
                currency: total.currency,
                amounts: total.amounts,
                debits: total.debits.total(),
                credits: total.credits.total(),
            }));
        }
        list.sort_by(|one, other| {
            let key = |total: &AccountTotal| {
                (
                    total.number.clone(),
                    total.external_id.clone(),
                    total.currency,
                )
            };
            key(one).cmp(&key(other))
        });
        list
    }
}
