use rust_decimal::Decimal;

use super::balance::{BalanceStatus, UnconfirmedRows};
use super::balance_report::AccountBalances;
use super::cash_accounts::CashAccounts;
use super::entry::EntryAmount;
use super::issued::StatementEntry;
use super::small_decimal::SmallDecimal;
use crate::transactions::CreditDebit;
use crate::value::{AccountIdentifier, Currency, Date};

/// The totals of a statement for one account in one currency.
///
/// ```
/// use universal_accounting::format::{self, ConvertOptions};
/// use universal_accounting::statement::BalanceStatus;
/// use universal_accounting::value::Currency;
///
/// let file = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
///     CH9300762011623852957;2026-03-30 00:00:00.0;Miete;-1200;800;2026-03-30 00:00:00.0\n\
///     CH9300762011623852957;2026-03-31 00:00:00.0;Lohn;5000.5;5800.5;2026-03-31 00:00:00.0\n";
/// let mut options = ConvertOptions::new();
/// options.currency = Some(Currency::parse("CHF")?);
/// let total = &format::convert(file.as_bytes(), &options)?.summary.totals[0];
/// assert_eq!((total.credit, total.debit), ("5000.50".parse().ok(), "1200".parse().ok()));
/// assert_eq!((total.opening_balance, total.closing_balance), ("2000".parse().ok(), "5800.50".parse().ok()));
/// assert_eq!((total.balance_status, total.confirmed), (BalanceStatus::Partly, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
    /// The balance after the last entry. `None` if the statement has no running balances, if they can't be relied on, or if they include a row that is not
    /// exported: the next statement may begin without it.
    pub closing_balance: Option<Decimal>,
    /// What the balances prove about the transactions of this account.
    pub balance_status: BalanceStatus,
    /// The number of transactions that balances confirm.
    pub confirmed: usize,
    /// The transactions that no balance confirms, in at most a thousand ranges of lines for each of its sub-accounts.
    pub unconfirmed: Vec<UnconfirmedRows>,
    /// Whether a balance includes a row that is not exported.
    pub includes_unexported: bool,
    /// Whether a finding says that a day contradicts the period of the statement or the days around it.
    pub has_contradicting_day: bool,
    /// Whether a row was rejected, or the statement lacks or repeats a part, so that balances don't prove it.
    pub(crate) is_doubtful: bool,
}

impl Total {
    /// Notes that a day contradicts the others, which balances don't prove.
    pub(super) const fn set_contradicting_day(&mut self) {
        self.has_contradicting_day = true;
        self.balance_status = self.balance_status.unproved();
    }
}

/// The totals of one cash account so far.
#[derive(Debug)]
struct RunningTotal {
    transactions: usize,
    credit: Option<SmallDecimal>,
    debit: Option<SmallDecimal>,
    first_day: Option<Date>,
    last_day: Option<Date>,
    entries: Vec<StatementEntry>,
    /// Whether a row of the cash account was rejected.
    has_rejected: bool,
}

impl Default for RunningTotal {
    fn default() -> Self {
        let zero = Some(SmallDecimal::ZERO);
        Self {
            transactions: 0,
            credit: zero,
            debit: zero,
            first_day: None,
            last_day: None,
            entries: Vec::new(),
            has_rejected: false,
        }
    }
}

/// The totals of all cash accounts, by index.
#[derive(Debug, Default)]
pub(super) struct Totals {
    totals: Vec<RunningTotal>,
    /// Whether balances can't prove any of them.
    is_doubtful: bool,
}

impl Totals {
    /// Adds a transaction.
    pub(super) fn add_transaction(
        &mut self,
        cash_account: usize,
        amount: &EntryAmount,
        entry: StatementEntry,
    ) {
        let Some(total) = self.get_or_add(cash_account) else {
            return;
        };
        total.transactions += 1;
        let side = if amount.direction == CreditDebit::Credit {
            &mut total.credit
        } else {
            &mut total.debit
        };
        *side = side.and_then(|sum| sum.checked_add(amount.value.into()));
        if let Some(day) = entry.day {
            total.first_day = Some(total.first_day.map_or(day, |first| first.min(day)));
            total.last_day = Some(total.last_day.map_or(day, |last| last.max(day)));
        }
        total.entries.push(entry);
    }

    /// Returns the transactions of a cash account so far, in the order of the file.
    pub(super) fn entries(&self, cash_account: usize) -> &[StatementEntry] {
        let total = self.totals.get(cash_account);
        total.map_or(&[], |total| &total.entries)
    }

    /// Notes a rejected row of a cash account.
    pub(super) fn add_rejected(&mut self, cash_account: usize) {
        if let Some(total) = self.get_or_add(cash_account) {
            total.has_rejected = true;
        }
    }

    /// Notes that balances can't prove any cash account.
    pub(super) const fn set_doubtful(&mut self) {
        self.is_doubtful = true;
    }

    fn get_or_add(&mut self, cash_account: usize) -> Option<&mut RunningTotal> {
        if self.totals.len() <= cash_account {
            self.totals
                .resize_with(cash_account + 1, RunningTotal::default);
        }
        self.totals.get_mut(cash_account)
    }

    /// Returns the totals of the cash accounts that have transactions, each with its transactions, in the order in which the file names them first.
    ///
    /// `balances` is what the balances of the cash accounts say, by index.
    pub(super) fn finish(
        &mut self,
        cash_accounts: &CashAccounts<'_>,
        balances: &[AccountBalances],
    ) -> (Vec<Total>, Vec<Vec<StatementEntry>>) {
        let with_transactions = std::mem::take(&mut self.totals)
            .into_iter()
            .enumerate()
            .filter(|(_, total)| total.transactions > 0);
        let totals = with_transactions.filter_map(|(index, total)| {
            let (_, account, currency) = cash_accounts.get(index);
            let balances = balances.get(index).cloned().unwrap_or_default();
            let status = balances.comparisons.status(total.transactions);
            let is_doubtful = self.is_doubtful || total.has_rejected;
            let result = Total {
                // Only valid entries become transactions, so both are known.
                account: AccountIdentifier::parse(account).ok()?,
                currency: currency.known()?,
                transactions: total.transactions,
                credit: total.credit.map(Decimal::from),
                debit: total.debit.map(Decimal::from),
                first_day: total.first_day,
                last_day: total.last_day,
                opening_balance: balances.opening,
                closing_balance: balances.closing,
                balance_status: if is_doubtful {
                    status.unproved()
                } else {
                    status
                },
                confirmed: balances.comparisons.confirmed,
                unconfirmed: balances.comparisons.unconfirmed,
                includes_unexported: balances.comparisons.has_unexported,
                has_contradicting_day: false,
                is_doubtful,
            };
            Some((result, total.entries))
        });
        totals.unzip()
    }
}
