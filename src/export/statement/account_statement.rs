//! The transactions of one account, as the targets write them.

use std::collections::HashMap;

use rust_decimal::Decimal;

use super::reference::PartsHash;
use super::refusal::{StatementRefusal, StatementRefusalReason};
use super::transactions::StoredTransactions;
use crate::continuity::{AccountHistory, History, Link};
use crate::export::sum::ExactSum;
use crate::statement::{BalanceStatus, Summary};
use crate::transactions::{CreditDebit, Transaction};
use crate::value::{AccountIdentifier, Currency, Date, with_currency_decimals};

/// What is known of the transactions of an account in one currency, and where they are.
pub(super) struct AccountStatement {
    pub(super) account: AccountIdentifier,
    pub(super) currency: Currency,
    /// The index of the file, and the line of the first transaction.
    place: (usize, usize),
    /// Where each transaction is, in the order of the files.
    positions: Vec<Position>,
    /// The first and the last day.
    period: Option<(Date, Date)>,
    /// The number and the sum of credits and debits.
    credits: (usize, ExactSum),
    debits: (usize, ExactSum),
    ids: PartsHash,
    history: Option<AccountHistory>,
    /// The files in which the newest transaction comes first.
    newest_first: Vec<usize>,
}

/// Where a transaction is: the index of its file, and its position there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Position {
    file: usize,
    at: u64,
}

/// A transaction with its place.
#[derive(Clone, Copy)]
pub(super) struct Booking<'t> {
    pub(super) transaction: &'t Transaction,
    /// The index of the file, and the line in it.
    pub(super) place: (usize, usize),
}

impl<'t> Booking<'t> {
    /// Returns the booking date, or else the value date, or else the day of the purchase.
    pub(super) fn day(&self) -> Option<Date> {
        self.transaction.day()
    }

    pub(super) fn needs_day(&self) -> Result<Date, StatementRefusal> {
        self.day()
            .ok_or_else(|| self.refuse(StatementRefusalReason::NoDate))
    }

    pub(super) fn direction(&self) -> Result<CreditDebit, StatementRefusal> {
        self.transaction
            .credit_debit
            .ok_or_else(|| self.refuse(StatementRefusalReason::NoDirection))
    }

    /// Returns the amount, negative for a debit.
    pub(super) fn signed_amount(&self) -> Result<Decimal, StatementRefusal> {
        let amount = self.transaction.signed_amount();
        amount.ok_or_else(|| self.refuse(StatementRefusalReason::NoDirection))
    }

    pub(super) fn text(&self) -> &'t str {
        self.transaction
            .text
            .as_ref()
            .map(AsRef::as_ref)
            .unwrap_or_default()
    }

    pub(super) fn id(&self) -> &'t str {
        self.transaction
            .transaction_id
            .as_ref()
            .map(AsRef::as_ref)
            .unwrap_or_default()
    }

    pub(super) const fn refuse(&self, reason: StatementRefusalReason) -> StatementRefusal {
        StatementRefusal::new(self.place, reason)
    }
}

impl AccountStatement {
    /// Returns the statement of each account and currency, in the order in which the files name them first. A transaction that an earlier statement has is left
    /// out.
    pub(super) fn all<'s, 'c>(
        summaries: impl Iterator<Item = &'c Summary>,
        transactions: &mut (dyn StoredTransactions + 's),
    ) -> Vec<Self> {
        let summaries: Vec<(&str, &Summary)> = summaries.map(|summary| ("", summary)).collect();
        let mut history = History::of(&summaries);
        let (mut statements, mut indexes) =
            (Vec::<Self>::new(), HashMap::<_, HashMap<_, usize>>::new());
        for (file, (_, summary)) in summaries.iter().enumerate() {
            let is_newest_first = summary
                .statements
                .iter()
                .any(|statement| statement.is_newest_first);
            let (repeats, mut numbers) = (history.repeats_of(file), 0..);
            transactions.visit_all(file, &mut |at, line, transaction| {
                let number = numbers.next().unwrap_or(usize::MAX);
                if repeats.has_dropped(number) {
                    return;
                }
                let (account, currency) = (&transaction.account_identifier, transaction.currency);
                let known = indexes
                    .get(account)
                    .and_then(|of_account| of_account.get(&currency))
                    .copied();
                let index = known.unwrap_or_else(|| {
                    indexes
                        .entry(account.clone())
                        .or_default()
                        .insert(currency, statements.len());
                    statements.push(Self::new(account, currency, (file, line)));
                    statements.len() - 1
                });
                if let Some(statement) = statements.get_mut(index) {
                    let booking = Booking {
                        transaction,
                        place: (file, line),
                    };
                    statement.add(Position { file, at }, &booking, is_newest_first);
                }
            });
        }
        for account in std::mem::take(&mut history.accounts) {
            let key = account.account.as_ref().zip(account.currency);
            let index = key.and_then(|(account, currency)| indexes.get(account)?.get(&currency));
            if let Some(statement) = index.and_then(|index| statements.get_mut(*index)) {
                statement.history = Some(account);
            }
        }
        statements
    }

    fn new(account: &AccountIdentifier, currency: Currency, place: (usize, usize)) -> Self {
        let mut ids = PartsHash::new("stm");
        ids.add(account.as_str());
        ids.add(currency.code());
        let (account, none) = (account.clone(), (0, ExactSum::default()));
        Self {
            account,
            currency,
            place,
            positions: Vec::new(),
            period: None,
            credits: none,
            debits: none,
            ids,
            history: None,
            newest_first: Vec::new(),
        }
    }

    fn add(&mut self, position: Position, booking: &Booking<'_>, is_newest_first: bool) {
        self.positions.push(position);
        if is_newest_first && self.newest_first.last() != Some(&position.file) {
            self.newest_first.push(position.file);
        }
        if let Some(day) = booking.day() {
            let (first, last) = self.period.unwrap_or((day, day));
            self.period = Some((first.min(day), last.max(day)));
        }
        let sum = match booking.transaction.credit_debit {
            Some(CreditDebit::Credit) => Some(&mut self.credits),
            Some(CreditDebit::Debit) => Some(&mut self.debits),
            None => None,
        };
        if let Some((count, sum)) = sum {
            *count += 1;
            sum.add(booking.transaction.amount.into());
        }
        self.ids.add(booking.id());
    }

    /// Calls `visit` with each transaction, in the order of the files.
    pub(super) fn each(
        &self,
        transactions: &mut dyn StoredTransactions,
        visit: &mut dyn FnMut(&Booking<'_>),
    ) {
        Self::each_at(&self.positions, transactions, visit);
    }

    /// Calls `visit` with the transactions at these positions.
    pub(super) fn each_at(
        positions: &[Position],
        transactions: &mut dyn StoredTransactions,
        visit: &mut dyn FnMut(&Booking<'_>),
    ) {
        for of_file in positions.chunk_by(|one, next| one.file == next.file) {
            let Some(Position { file, .. }) = of_file.first() else {
                continue;
            };
            let in_file: Vec<u64> = of_file.iter().map(|position| position.at).collect();
            transactions.visit_at(*file, &in_file, &mut |line, transaction| {
                visit(&Booking {
                    transaction,
                    place: (*file, line),
                });
            });
        }
    }

    pub(super) fn count(&self) -> usize {
        self.positions.len()
    }

    /// Returns where each transaction is, the oldest one first. Transactions of one day keep the order of their file.
    pub(super) fn by_day(&self, transactions: &mut dyn StoredTransactions) -> Vec<Position> {
        let mut days = Vec::with_capacity(self.positions.len());
        self.each(transactions, &mut |booking| days.push(booking.day()));
        let mut dated: Vec<_> = days
            .into_iter()
            .zip(self.positions.iter().copied())
            .collect();
        for of_file in dated.chunk_by_mut(|(_, one), (_, next)| one.file == next.file) {
            let file = of_file.first().map(|(_, position)| position.file);
            if file.is_some_and(|file| self.newest_first.contains(&file)) {
                of_file.reverse();
            }
        }
        dated.sort_by_key(|(day, _)| *day);
        dated.into_iter().map(|(_, position)| position).collect()
    }

    /// Returns where each transaction is.
    pub(super) fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns an id that depends on the transactions.
    pub(super) fn id(&self) -> String {
        self.ids.reference()
    }

    /// Returns the balances before and after all transactions, if they are proved.
    pub(super) fn proved_balances(&self) -> Option<[Decimal; 2]> {
        let proved = self.proved()?;
        let balances = [proved.opening_balance?, proved.closing_balance?];
        Some(balances.map(|balance| self.with_decimals(balance)))
    }

    /// Returns the balance after each statement of the account with its last day, if the account is proved.
    pub(super) fn proved_closings(&self) -> Vec<(Date, Decimal)> {
        let statements = self.proved().map(|proved| proved.statements.as_slice());
        let closings = statements.unwrap_or_default().iter();
        closings
            .filter_map(|statement| {
                let balance = self.with_decimals(statement.closing_balance?);
                Some((statement.last_day?, balance))
            })
            .collect()
    }

    fn proved(&self) -> Option<&AccountHistory> {
        let history = self.history.as_ref();
        history.filter(|history| history.balance_status == BalanceStatus::Proved)
    }

    /// Returns the balance after the last transaction, if nothing contradicts it.
    pub(super) fn closing_balance(&self) -> Option<Decimal> {
        let is_sound = |history: &&AccountHistory| {
            matches!(
                history.balance_status,
                BalanceStatus::Proved | BalanceStatus::Partly
            )
        };
        let balance = self.history.as_ref().filter(is_sound)?.closing_balance;
        balance.map(|balance| self.with_decimals(balance))
    }

    /// Returns the balance after the last transaction, even if others contradict it.
    pub(super) fn any_closing_balance(&self) -> Option<Decimal> {
        let balance = self.history.as_ref()?.closing_balance;
        balance.map(|balance| self.with_decimals(balance))
    }

    /// Whether nothing says that a transaction between the first and the last statement is missing.
    pub(super) fn is_in_one_piece(&self) -> bool {
        let starts = |history: &AccountHistory| {
            let links = history.statements.iter().map(|statement| statement.link);
            links
                .filter(|link| matches!(link, Link::Gap | Link::Unknown))
                .count()
        };
        let history = self.history.as_ref();
        history.is_some_and(|history| {
            history.balance_status != BalanceStatus::Broken && starts(history) <= 1
        })
    }

    pub(super) fn opening_balance(&self) -> Option<Decimal> {
        let balance = self.history.as_ref()?.opening_balance;
        balance.map(|balance| self.with_decimals(balance))
    }

    /// Returns a balance with at least the decimals of the currency, as amounts have them.
    fn with_decimals(&self, balance: Decimal) -> Decimal {
        let unsigned = with_currency_decimals(balance, self.currency.minor_units());
        if balance.is_sign_negative() && !balance.is_zero() {
            -unsigned
        } else {
            unsigned
        }
    }

    pub(super) fn balance_status(&self) -> BalanceStatus {
        let history = self.history.as_ref();
        history.map_or(BalanceStatus::None, |history| history.balance_status)
    }

    /// Returns the first and the last day.
    pub(super) const fn period(&self) -> Option<(Date, Date)> {
        self.period
    }

    pub(super) const fn refuse(&self, reason: StatementRefusalReason) -> StatementRefusal {
        StatementRefusal::new(self.place, reason)
    }

    /// Returns the number and the sum of the transactions in one direction.
    pub(super) fn sum(&self, direction: CreditDebit) -> Result<(usize, Decimal), StatementRefusal> {
        let (count, sum) = if direction == CreditDebit::Credit {
            self.credits
        } else {
            self.debits
        };
        Ok((
            count,
            sum.total()
                .ok_or_else(|| self.refuse(StatementRefusalReason::SumTooLong))?,
        ))
    }

    /// Whether the account is a card with hidden digits.
    pub(super) fn is_masked_card(&self) -> bool {
        let account = self.account.as_str();
        let is_hidden = |character: char| matches!(character, '*' | 'x' | 'X' | '\u{2022}');
        let is_part = |character: char| {
            is_hidden(character) || character.is_ascii_digit() || matches!(character, ' ' | '-')
        };
        let hidden = account
            .chars()
            .filter(|character| is_hidden(*character))
            .count();
        hidden >= 4
            && account.chars().all(is_part)
            && account.ends_with(|last: char| last.is_ascii_digit())
    }
}
