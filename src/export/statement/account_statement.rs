//! The transactions of one account, as the targets write them.

use std::collections::HashMap;

use rust_decimal::Decimal;

use super::reference::PartsHash;
use super::refusal::{StatementRefusal, StatementRefusalReason};
use crate::continuity::{AccountHistory, Conversions, Link};
use crate::export::note::{NoteKind, Notes};
use crate::export::totals::ExactSum;
use crate::statement::{BalanceStatus, checked_difference, checked_sum};
use crate::transactions::{CreditDebit, Transaction};
use crate::value::{AccountIdentifier, Currency, Date, with_currency_decimals};

/// The transactions of an account in one currency, and what is known of them.
pub(super) struct AccountStatement<'c> {
    pub(super) account: AccountIdentifier,
    pub(super) currency: Currency,
    /// The transactions, in the order of the files.
    pub(super) bookings: Vec<Booking<'c>>,
    /// The index of the file, and the line of the first transaction.
    place: (usize, usize),
    /// The first and the last day.
    period: Option<(Date, Date)>,
    /// The number and the sum of credits and debits.
    credits: (usize, ExactSum),
    debits: (usize, ExactSum),
    ids: PartsHash,
    history: Option<&'c AccountHistory>,
    /// The files in which the newest transaction comes first.
    newest_first: Vec<usize>,
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

impl<'c> AccountStatement<'c> {
    /// Returns the statement of each account and currency, in the order in which the files name them first.
    pub(super) fn all(conversions: &'c Conversions) -> Vec<Self> {
        let (mut statements, mut indexes) = (Vec::<Self>::new(), HashMap::new());
        for (file, conversion) in conversions.files.iter().enumerate() {
            let issued = &conversion.summary.statements;
            let is_newest_first = issued.iter().any(|statement| statement.is_newest_first);
            for (transaction, origin) in conversion.transactions.iter().zip(&conversion.origins) {
                let booking = Booking {
                    transaction,
                    place: (file, origin.line),
                };
                let key = (&transaction.account_identifier, transaction.currency);
                let index = *indexes.entry(key).or_insert_with(|| {
                    statements.push(Self::new(&booking));
                    statements.len() - 1
                });
                if let Some(statement) = statements.get_mut(index) {
                    statement.add(booking, is_newest_first);
                }
            }
        }
        for account in &conversions.history.accounts {
            let key = account.account.as_ref().zip(account.currency);
            let index = key.and_then(|key| indexes.get(&key));
            if let Some(statement) = index.and_then(|index| statements.get_mut(*index)) {
                statement.history = Some(account);
            }
        }
        statements
    }

    fn new(first: &Booking<'_>) -> Self {
        let (account, currency) = (
            &first.transaction.account_identifier,
            first.transaction.currency,
        );
        let mut ids = PartsHash::new("stm");
        ids.add(account.as_str());
        ids.add(currency.code());
        let none = (0, ExactSum::default());
        Self {
            account: account.clone(),
            currency,
            place: first.place,
            bookings: Vec::new(),
            period: None,
            credits: none,
            debits: none,
            ids,
            history: None,
            newest_first: Vec::new(),
        }
    }

    fn add(&mut self, booking: Booking<'c>, is_newest_first: bool) {
        let (file, _) = booking.place;
        if is_newest_first && self.newest_first.last() != Some(&file) {
            self.newest_first.push(file);
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
        self.bookings.push(booking);
    }

    pub(super) fn count(&self) -> usize {
        self.bookings.len()
    }

    /// Returns the transactions, the oldest one first. Transactions of one day keep the order of their file.
    pub(super) fn by_day(&self) -> Vec<Booking<'c>> {
        let mut bookings = self.bookings.clone();
        for of_file in bookings.chunk_by_mut(|one, next| one.place.0 == next.place.0) {
            let file = of_file.first().map(|booking| booking.place.0);
            if file.is_some_and(|file| self.newest_first.contains(&file)) {
                of_file.reverse();
            }
        }
        bookings.sort_by_key(Booking::day);
        bookings
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

    fn proved(&self) -> Option<&'c AccountHistory> {
        self.history
            .filter(|history| history.balance_status == BalanceStatus::Proved)
    }

    /// Returns the balance after the last transaction, if nothing contradicts it.
    pub(super) fn closing_balance(&self) -> Option<Decimal> {
        let is_sound = |history: &&AccountHistory| {
            matches!(
                history.balance_status,
                BalanceStatus::Proved | BalanceStatus::Partly
            )
        };
        let balance = self.history.filter(is_sound)?.closing_balance;
        balance.map(|balance| self.with_decimals(balance))
    }

    /// Returns the balance after the last transaction, even if others contradict it.
    fn any_closing_balance(&self) -> Option<Decimal> {
        let balance = self.history?.closing_balance;
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
        self.history.is_some_and(|history| {
            history.balance_status != BalanceStatus::Broken && starts(history) <= 1
        })
    }

    pub(super) fn opening_balance(&self) -> Option<Decimal> {
        let balance = self.history?.opening_balance;
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
        self.history
            .map_or(BalanceStatus::None, |history| history.balance_status)
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

impl Notes {
    /// Notes the values of a booking for which a format with one day has no place, and its id if it has none either.
    pub(super) fn add_lost(&mut self, booking: &Booking<'_>, day: Date, has_id: bool) {
        let transaction = booking.transaction;
        let is_other = |other: Option<Date>| other.is_some_and(|other| other != day);
        for (field, is_lost) in [
            ("transactionId", !has_id && !booking.id().is_empty()),
            ("originalAmount", transaction.original_amount.is_some()),
            ("valutaAt", is_other(transaction.valuta_at)),
            ("purchasedAt", is_other(transaction.purchased_at)),
        ] {
            self.add(NoteKind::NoPlace { field }, usize::from(is_lost));
        }
    }
}

/// The balances before and after all transactions.
pub(super) struct KnownBalances {
    pub(super) opening: Decimal,
    pub(super) closing: Decimal,
    /// Whether one of them is the other one with all transactions, because no statement states it.
    pub(super) is_computed: bool,
}

impl KnownBalances {
    /// Returns the balances of an account, between which its transactions lie.
    ///
    /// # Errors
    ///
    /// No balance is known, the transactions don't lead from one to the other, or transactions may be missing, so that an unknown one can't be computed.
    pub(super) fn of(statement: &AccountStatement<'_>) -> Result<Self, StatementRefusal> {
        let refuse = |reason| statement.refuse(reason);
        let (_, credits) = statement.sum(CreditDebit::Credit)?;
        let (_, debits) = statement.sum(CreditDebit::Debit)?;
        let too_long = || refuse(StatementRefusalReason::SumTooLong);
        let net = checked_difference(credits, debits).ok_or_else(too_long)?;
        let after = |opening| checked_sum(opening, net).ok_or_else(too_long);
        let before = |closing| checked_difference(closing, net).ok_or_else(too_long);
        let [opening, closing] = [statement.opening_balance(), statement.any_closing_balance()];
        let (opening, closing, is_computed) = match (opening, closing) {
            (Some(opening), Some(closing)) => (opening, closing, false),
            (Some(opening), None) => (opening, after(opening)?, true),
            (None, Some(closing)) => (before(closing)?, closing, true),
            (None, None) => return Err(refuse(StatementRefusalReason::NoBalance)),
        };
        let is_sound = after(opening)? == closing && (!is_computed || statement.is_in_one_piece());
        if is_sound {
            Ok(Self {
                opening,
                closing,
                is_computed,
            })
        } else {
            Err(refuse(StatementRefusalReason::BalancesDiffer))
        }
    }
}
