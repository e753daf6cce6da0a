//! A statement as a bank issues it, and what other statements of its account are compared with.

use rust_decimal::Decimal;

use super::balance::{BalanceStatus, UnconfirmedRows};
use super::metadata::Identification;
use super::small_decimal::{checked_difference, checked_sum};
use crate::source::{Position, Span};
use crate::transactions::References;
use crate::value::{AccountIdentifier, Currency, Date};

/// A statement as a bank issues it: for one account, in one currency, for one period. A file has one or several: a `Stmt`, `Rpt` or `Ntfctn` of camt, a message
/// of MT940 with all its pages, the rows of a table for one account and currency.
///
/// [`continuity::History`](crate::continuity::History) compares the statements of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "they are independent")]
#[non_exhaustive]
pub struct Statement {
    /// The account, as in the transactions. `None` if the file names none that can be used, and the caller gave none.
    pub account: Option<AccountIdentifier>,
    /// The currency. `None` if neither the file nor the caller names one.
    pub currency: Option<Currency>,
    pub(crate) identification: Identification,
    /// The id of its format.
    pub(crate) format: String,
    /// The first and the last day that it states.
    pub(crate) stated_period: [Option<Date>; 2],
    /// The days of its balances.
    pub(crate) balance_days: [Option<Date>; 2],
    /// The balance before its first entry.
    pub opening_balance: Option<Decimal>,
    /// The balance after its last entry.
    pub closing_balance: Option<Decimal>,
    /// What its balances prove about its transactions.
    pub balance_status: BalanceStatus,
    /// Whether a row was rejected, or the statement lacks or repeats a part, so that balances don't prove it.
    pub(crate) is_doubtful: bool,
    /// The sums of its credits and of its debits, and the days of its transactions.
    pub(crate) sums: TransactionSums,
    /// Its transactions that no balance confirms.
    pub(crate) unconfirmed: Vec<UnconfirmedRows>,
    /// The number of its transactions that balances confirm.
    pub(crate) confirmed: usize,
    /// Whether a balance includes a row that is not exported.
    pub(crate) includes_unexported: bool,
    /// Whether a finding says that a day contradicts others.
    pub(crate) has_contradicting_day: bool,
    /// Whether it states the number of its entries or their sums, and they agree.
    pub(crate) totals_agree: bool,
    /// Whether the newest entry comes first.
    pub(crate) is_newest_first: bool,
    /// Its transactions, in the order of the file.
    pub(crate) entries: Vec<StatementEntry>,
    /// Where it is in the decoded text, and, once that is known, in the file.
    pub(crate) span: Span,
    pub(crate) place: [Position; 2],
}

/// The sums of transactions, and their days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TransactionSums {
    /// `None` if a sum exceeds the range of [`Decimal`].
    pub(crate) credit: Option<Decimal>,
    pub(crate) debit: Option<Decimal>,
    pub(crate) first_day: Option<Date>,
    pub(crate) last_day: Option<Date>,
}

impl TransactionSums {
    pub(crate) const ZERO: Self = Self {
        credit: Some(Decimal::ZERO),
        debit: Some(Decimal::ZERO),
        first_day: None,
        last_day: None,
    };

    /// Adds a transaction, whose amount is negative for a debit.
    pub(crate) fn add(&mut self, amount: Decimal, day: Option<Date>) {
        let (sum, amount) = if amount.is_sign_negative() {
            (&mut self.debit, -amount)
        } else {
            (&mut self.credit, amount)
        };
        *sum = sum.and_then(|sum| checked_sum(sum, amount));
        self.first_day = earlier(self.first_day, day);
        self.last_day = self.last_day.max(day);
    }

    /// Returns credits minus debits.
    pub(crate) fn net(&self) -> Option<Decimal> {
        checked_difference(self.credit?, self.debit?)
    }
}

/// Returns the earlier of two days, or the only one.
pub(super) fn earlier(one: Option<Date>, other: Option<Date>) -> Option<Date> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// What is known of a transaction to find it in another statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StatementEntry {
    /// A hash of what the id is made from, without the number of its occurrence.
    pub(crate) key: [u8; 16],
    /// The amount, negative for a debit.
    pub(crate) amount: Decimal,
    pub(crate) day: Option<Date>,
    line: u32,
    /// The index of the transaction in its file. The largest number if an earlier statement has it.
    index: u32,
    /// The number among the entries of the statement with the same key, the oldest first.
    pub(crate) occurrence: u32,
    /// The number of the occurrence that its id has: first that in the statement, then that among all statements it was compared with.
    pub(crate) id_number: u32,
    /// The [fingerprint](crate::source::fingerprint) of the text, with which a copy without the references of the bank is known.
    pub(crate) text: u16,
    /// Whether the id is made with a reference of the bank.
    pub(crate) has_bank_id: bool,
    /// Whether it takes an earlier booking back.
    pub(crate) is_reversal: bool,
    /// The other references, where the id is made with one of the bank.
    pub(crate) references: References,
}

impl StatementEntry {
    pub(crate) fn new(key: [u8; 16], amount: Decimal, day: Option<Date>, line: usize) -> Self {
        Self {
            key,
            amount,
            day,
            line: compact(Some(line)),
            index: u32::MAX,
            occurrence: 1,
            id_number: 1,
            text: 0,
            has_bank_id: false,
            is_reversal: false,
            references: References::default(),
        }
    }

    pub(crate) fn line(&self) -> usize {
        usize::try_from(self.line).unwrap_or(usize::MAX)
    }

    /// Returns the index of the transaction in its file. `None` if an earlier statement has the transaction.
    pub(crate) fn index(&self) -> Option<usize> {
        let index = Some(self.index).filter(|index| *index != u32::MAX)?;
        usize::try_from(index).ok()
    }

    pub(crate) fn set_index(&mut self, index: Option<usize>) {
        self.index = compact(index);
    }
}

/// Files have millions of entries, so their numbers are small.
fn compact(number: Option<usize>) -> u32 {
    number
        .and_then(|number| u32::try_from(number).ok())
        .unwrap_or(u32::MAX)
}

impl Statement {
    /// Returns the number of its transactions.
    #[must_use]
    pub const fn transactions(&self) -> usize {
        self.entries.len()
    }

    /// Returns the number that the bank gives it: the electronic sequence number of camt, the number in `:28C:`.
    #[must_use]
    pub fn number(&self) -> Option<&str> {
        self.identification.number.as_deref()
    }

    /// Returns the line where it begins, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.place[0].line
    }

    /// Returns its first and its last day: as it states them, or else those of its balances, or else those of its entries.
    #[must_use]
    pub fn period(&self) -> [Option<Date>; 2] {
        let days = || self.entries.iter().filter_map(|entry| entry.day);
        let [first, last] = self.stated_period;
        let [opening, closing] = self.balance_days;
        [
            first.or(opening).or_else(|| days().min()),
            last.or(closing).or_else(|| days().max()),
        ]
    }
}
