use rust_decimal::Decimal;

use super::cash_accounts::CashAccounts;
use super::entry::EntryAmount;
use super::running_balances::{BalanceStatus, RowOrder};
use super::small_decimal::{SmallDecimal, checked_difference, checked_sum};
use crate::transactions::CreditDebit;
use crate::value::{AccountIdentifier, Currency, Date};

/// The totals of a statement for one account in one currency.
///
/// ```
/// use universal_accounting::format::{self, Options};
/// use universal_accounting::statement::BalanceStatus;
/// use universal_accounting::value::Currency;
///
/// let file = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
///     CH9300762011623852957;2026-03-30 00:00:00.0;Miete;-1200;800;2026-03-30 00:00:00.0\n\
///     CH9300762011623852957;2026-03-31 00:00:00.0;Lohn;5000.5;5800.5;2026-03-31 00:00:00.0\n";
/// let mut options = Options::new();
/// options.currency = Some(Currency::parse("CHF")?);
/// let total = &format::convert(file.as_bytes(), &options).summary.totals[0];
/// assert_eq!((total.credit, total.debit), ("5000.50".parse().ok(), "1200".parse().ok()));
/// assert_eq!((total.opening_balance, total.closing_balance), ("2000".parse().ok(), "5800.50".parse().ok()));
/// assert_eq!(total.balance_status, BalanceStatus::Reconciled);
/// # Ok::<(), universal_accounting::value::CurrencyError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Total {
    /// The account, as in the transactions.
    pub account: AccountIdentifier,
    /// The currency, as in the transactions.
    pub currency: Currency,
    /// The number of transactions.
    pub transactions: usize,
    /// The sum of the credits. `None` if it exceeds the range of [`Decimal`].
    pub credit: Option<Decimal>,
    /// The sum of the debits, as a positive number. `None` if it exceeds the range of [`Decimal`].
    pub debit: Option<Decimal>,
    /// The earliest booking date of the transactions. The value date or the purchase date replaces a missing booking date.
    pub first_day: Option<Date>,
    /// The latest booking date of the transactions. The value date or the purchase date replaces a missing booking date.
    pub last_day: Option<Date>,
    /// The balance before the first entry. `None` if the statement has no running balances, or if they can't be relied on.
    pub opening_balance: Option<Decimal>,
    /// The balance after the last entry. `None` if the statement has no running balances, or if they can't be relied on.
    pub closing_balance: Option<Decimal>,
    /// Whether the balances reconcile with the entries of this account.
    pub balance_status: BalanceStatus,
}

/// The totals of one cash account so far.
#[derive(Debug)]
struct RunningTotal {
    transactions: usize,
    credit: Option<SmallDecimal>,
    debit: Option<SmallDecimal>,
    first_day: Option<Date>,
    last_day: Option<Date>,
    balances: OuterBalances,
}

/// The first and the last running balance in the file, each with the amount of its entry, and the sums of the amounts above the first and
/// below the last.
#[derive(Debug, Clone, Copy, Default)]
struct OuterBalances {
    sum_above: Decimal,
    first: Option<(Decimal, Decimal)>,
    last: Option<(Decimal, Decimal)>,
    sum_below: Decimal,
    /// Whether a sum exceeds the range of [`Decimal`].
    overflows: bool,
}

/// The totals of all cash accounts, by index.
#[derive(Debug, Default)]
pub(super) struct Totals {
    totals: Vec<RunningTotal>,
}

impl Totals {
    /// Adds a transaction.
    pub(super) fn add_transaction(&mut self, cash_account: usize, amount: &EntryAmount, day: Option<Date>) {
        let Some(total) = self.totals.get_mut(cash_account) else { return };
        total.transactions += 1;
        let side = if amount.direction == CreditDebit::Credit { &mut total.credit } else { &mut total.debit };
        *side = side.and_then(|sum| sum.checked_add(amount.value.into()));
        if let Some(day) = day {
            total.first_day = Some(total.first_day.map_or(day, |first| first.min(day)));
            total.last_day = Some(total.last_day.map_or(day, |last| last.max(day)));
        }
    }

    /// Adds an entry with its running balance, in the order of the file. The bank's balances include the entry if `is_counted`.
    pub(super) fn add_entry(
        &mut self,
        cash_account: usize,
        amount: Decimal,
        balance: Option<Decimal>,
        is_counted: bool,
    ) {
        if self.totals.len() <= cash_account {
            let zero = Some(SmallDecimal::ZERO);
            let balances = OuterBalances::default();
            let empty = || RunningTotal {
                transactions: 0,
                credit: zero,
                debit: zero,
                first_day: None,
                last_day: None,
                balances,
            };
            self.totals.resize_with(cash_account + 1, empty);
        }
        let Some(RunningTotal { balances, .. }) = self.totals.get_mut(cash_account).filter(|_| is_counted) else {
            return;
        };
        if let Some(balance) = balance {
            balances.first = balances.first.or(Some((balance, amount)));
            balances.last = Some((balance, amount));
            balances.sum_below = Decimal::ZERO;
            return;
        }
        let sum = if balances.first.is_none() { &mut balances.sum_above } else { &mut balances.sum_below };
        match checked_sum(*sum, amount) {
            Some(new_sum) => *sum = new_sum,
            None => balances.overflows = true,
        }
    }

    /// Returns the totals of the cash accounts that have transactions, in the order in which the file names them first.
    ///
    /// `is_reliable` is whether the running balances can be relied on. `statuses` are the balance statuses of the cash accounts, by index.
    pub(super) fn finish(
        &self,
        cash_accounts: &CashAccounts<'_>,
        order: RowOrder,
        is_reliable: bool,
        statuses: &[BalanceStatus],
    ) -> Vec<Total> {
        let with_transactions = self.totals.iter().enumerate().filter(|(_, total)| total.transactions > 0);
        let totals = with_transactions.filter_map(|(index, total)| {
            let (_, account, currency) = cash_accounts.get(index);
            let balances = total.balances.opening_and_closing(order).filter(|_| is_reliable);
            let [opening_balance, closing_balance] = balances.unwrap_or_default();
            Some(Total {
                // Only valid entries become transactions, so both are known.
                account: AccountIdentifier::parse(account).ok()?,
                currency: currency.known()?,
                transactions: total.transactions,
                credit: total.credit.map(Decimal::from),
                debit: total.debit.map(Decimal::from),
                first_day: total.first_day,
                last_day: total.last_day,
                opening_balance,
                closing_balance,
                balance_status: statuses.get(index).copied().unwrap_or_default(),
            })
        });
        totals.collect()
    }
}

impl OuterBalances {
    /// Returns the balances before the first entry and after the last entry.
    fn opening_and_closing(self, order: RowOrder) -> Option<[Option<Decimal>; 2]> {
        let ((first, first_amount), (last, last_amount)) = (self.first?, self.last?);
        let before = |balance: Decimal, amount, earlier_sum| {
            checked_difference(checked_difference(balance, amount)?, earlier_sum)
        };
        (!self.overflows).then(|| match order {
            RowOrder::OldestFirst => [before(first, first_amount, self.sum_above), checked_sum(last, self.sum_below)],
            RowOrder::NewestFirst => [before(last, last_amount, self.sum_below), checked_sum(first, self.sum_above)],
        })
    }
}
