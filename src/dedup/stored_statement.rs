//! A statement of a bank as a store remembers it.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use sha2::{Digest, Sha256};

use crate::statement::{
    BalanceStatus, Statement, StatementEntry, Summary, UnconfirmedReason, checked_sum,
};
use crate::value::{AccountIdentifier, Currency, Date};

/// A statement of a bank that transactions of a store come from: its days, its balances and what they prove, and what tells it from others.
///
/// A store remembers it in the same commit as the transactions, once for each content, whatever the name of its file is. Payloads name no statement.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredStatement {
    /// The account, as in the transactions.
    pub account: AccountIdentifier,
    /// The currency.
    pub currency: Currency,
    /// The number that the bank gives it.
    pub number: Option<String>,
    /// Its first and its last day: as it states them, or else those of its balances, or else those of its entries.
    pub first_day: Option<Date>,
    /// See `first_day`.
    pub last_day: Option<Date>,
    /// The balance before its first entry.
    pub opening_balance: Option<Decimal>,
    /// The balance after its last entry.
    pub closing_balance: Option<Decimal>,
    /// What its own balances prove about its transactions.
    pub balance_status: BalanceStatus,
    /// The number of its transactions.
    pub transactions: usize,
    /// The SHA-256 of its days, its balances and its entries. The same statement has it in every file of one format.
    pub content_hash: [u8; 32],
    /// The SHA-256 of the file that it was first imported from.
    pub file_hash: [u8; 32],
    /// Whether the balance before its oldest entry, which another statement may state, is all that a proof lacks.
    pub(super) lacks_opening: bool,
    /// Whether its first day is the one on which the statement before ended, so that it has none of the day's bookings.
    pub(super) opens_with_balance: bool,
    /// The days with entries, in order.
    pub(super) days: Vec<DayTotal>,
}

/// The entries of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct DayTotal {
    pub(super) day: Date,
    pub(super) count: u32,
    /// Credits minus debits.
    pub(super) sum: Decimal,
}

impl StoredStatement {
    /// Returns what is to be remembered of the statements of a file. `source` is the whole file.
    ///
    /// A statement without an account or a currency has no transactions, and is left out.
    #[must_use]
    pub fn all_of(summary: &Summary, source: &[u8]) -> Vec<Self> {
        if summary.statements.is_empty() {
            return Vec::new();
        }
        let file_hash = Sha256::digest(source).into();
        let statements = summary.statements.iter();
        statements
            .filter_map(|statement| Self::of(statement, file_hash))
            .collect()
    }

    fn of(statement: &Statement, file_hash: [u8; 32]) -> Option<Self> {
        let [first_day, last_day] = statement.period();
        Some(Self {
            account: statement.account.clone()?,
            currency: statement.currency?,
            number: statement.number().map(str::to_owned),
            first_day,
            last_day,
            opening_balance: statement.opening_balance,
            closing_balance: statement.closing_balance,
            balance_status: judge(statement),
            transactions: statement.transactions(),
            content_hash: hash_content(statement)?,
            file_hash,
            lacks_opening: lacks_opening(statement),
            opens_with_balance: opens_with_balance(statement),
            days: day_totals(&statement.entries)?,
        })
    }

    /// Returns a statement of a file that is imported, to compare it. Which file it comes from is not compared.
    pub(super) fn sent(statement: &Statement) -> Option<Self> {
        Self::of(statement, [0; 32])
    }

    /// Returns what two statements have in common if one is a copy of the other.
    pub(super) fn identity(&self) -> (&str, [u8; 32]) {
        (self.account.as_str(), self.content_hash)
    }

    /// Returns its days with entries, with its account and currency.
    pub(super) fn account_days(&self) -> impl Iterator<Item = (AccountIdentifier, Currency, Date)> {
        let days = self.days.iter();
        days.map(|total| (self.account.clone(), self.currency, total.day))
    }

    /// Returns its first and its last day, if both are known and in order.
    pub(super) fn period(&self) -> Option<[Date; 2]> {
        let days = [self.first_day?, self.last_day?];
        (days[0] <= days[1]).then_some(days)
    }

    pub(super) const fn has_both_balances(&self) -> bool {
        self.opening_balance.is_some() && self.closing_balance.is_some()
    }
}

/// Returns what the balances of a statement prove. A rejected row or a missing part keeps them from proving all of it.
fn judge(statement: &Statement) -> BalanceStatus {
    if statement.is_doubtful {
        statement.balance_status.unproved()
    } else {
        statement.balance_status
    }
}

/// Whether the first day of a statement is that of its opening balance alone. Some banks print the day on which the statement before ended, others the day
/// after it: where it is the last day of a month and has no entry, it is the former.
fn opens_with_balance(statement: &Statement) -> bool {
    let [None, _] = statement.stated_period else {
        return false;
    };
    let [Some(opening), _] = statement.balance_days else {
        return false;
    };
    let mut entries = statement.entries.iter();
    let ends_month = opening.tomorrow().is_some_and(|next| next.day() == 1);
    ends_month && entries.all(|entry| entry.day != Some(opening))
}

/// Whether nothing but the balance before the oldest transactions keeps a statement from being proved.
fn lacks_opening(statement: &Statement) -> bool {
    let mut unconfirmed = statement.unconfirmed.iter();
    statement.balance_status == BalanceStatus::Partly
        && !statement.is_doubtful
        && !statement.includes_unexported
        && !statement.has_contradicting_day
        && !statement.unconfirmed.is_empty()
        && unconfirmed.all(|rows| rows.reason == UnconfirmedReason::NoOpeningBalance)
}

/// Adds up the entries of each day. Entries without a day are left out. `None` if a sum exceeds the range of [`Decimal`].
fn day_totals(entries: &[StatementEntry]) -> Option<Vec<DayTotal>> {
    let mut totals: BTreeMap<Date, (u32, Decimal)> = BTreeMap::new();
    for entry in entries {
        let Some(day) = entry.day else { continue };
        let (count, sum) = totals.entry(day).or_default();
        *count = count.saturating_add(1);
        *sum = checked_sum(*sum, entry.amount)?;
    }
    let totals = totals.into_iter().map(|(day, (count, sum))| DayTotal {
        day,
        count,
        sum: sum.normalize(),
    });
    Some(totals.collect())
}

/// Hashes what makes a statement a copy of another one: the currency, the days, the balances and the entries in any order. Statements without both balances
/// are copies only if they have the same number too.
fn hash_content(statement: &Statement) -> Option<[u8; 32]> {
    let mut hash = Sha256::new();
    let mut add = |text: &str| {
        hash.update(text);
        // None of the texts has a line break.
        hash.update("\n");
    };
    let [first, last] = statement.period();
    let balances = [statement.opening_balance, statement.closing_balance];
    add(statement.currency?.code());
    for day in [first, last] {
        add(&day.map_or(String::new(), |day| day.to_string()));
    }
    for balance in balances {
        add(&balance.map_or(String::new(), |balance| balance.normalize().to_string()));
    }
    let has_both_balances = balances.iter().all(Option::is_some);
    let number = statement.number().filter(|_| !has_both_balances);
    add(&number.unwrap_or_default().replace('\n', " "));
    let mut entries: Vec<_> = statement.entries.iter().map(|entry| entry.key).collect();
    entries.sort_unstable();
    for key in entries {
        hash.update(key);
    }
    Some(hash.finalize().into())
}
