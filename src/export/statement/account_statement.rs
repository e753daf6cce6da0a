//! The transactions of one account in one file, as the targets write them.

use std::collections::HashMap;

use rust_decimal::Decimal;

use super::refusal::{Refusal, RefusalReason};
use crate::export::sum::ExactSum;
use crate::statement::{BalanceStatus, Conversion, Origin, Total};
use crate::transactions::{CreditDebit, Transaction};
use crate::value::{AccountIdentifier, Currency, Date, with_currency_decimals};

/// The transactions of an account in one currency, in the order of their file.
pub(super) struct AccountStatement<'c> {
    pub(super) account: &'c AccountIdentifier,
    pub(super) currency: Currency,
    pub(super) bookings: Vec<Booking<'c>>,
    total: Option<&'c Total>,
}

/// A transaction with its place.
#[derive(Clone, Copy)]
pub(super) struct Booking<'c> {
    pub(super) transaction: &'c Transaction,
    /// The index of the file, and the line in it.
    pub(super) place: (usize, usize),
}

impl<'c> Booking<'c> {
    /// Returns the booking date, or else the value date, or else the day of the purchase.
    pub(super) fn day(&self) -> Option<Date> {
        let Transaction { booked_at, valuta_at, purchased_at, .. } = self.transaction;
        booked_at.or(*valuta_at).or(*purchased_at)
    }

    pub(super) fn needs_day(&self) -> Result<Date, Refusal> {
        self.day().ok_or_else(|| self.refuse(RefusalReason::NoDate))
    }

    pub(super) fn direction(&self) -> Result<CreditDebit, Refusal> {
        self.transaction.credit_debit.ok_or_else(|| self.refuse(RefusalReason::NoDirection))
    }

    /// Returns the amount, negative for a debit.
    pub(super) fn signed_amount(&self) -> Result<Decimal, Refusal> {
        let amount = Decimal::from(self.transaction.amount);
        Ok(if self.direction()? == CreditDebit::Debit { -amount } else { amount })
    }

    pub(super) fn text(&self) -> &'c str {
        self.transaction.text.as_ref().map(AsRef::as_ref).unwrap_or_default()
    }

    pub(super) fn id(&self) -> &'c str {
        self.transaction.transaction_id.as_ref().map(AsRef::as_ref).unwrap_or_default()
    }

    pub(super) const fn refuse(&self, reason: RefusalReason) -> Refusal {
        Refusal::new(self.place, reason)
    }
}

impl<'c> AccountStatement<'c> {
    /// Returns the statements of all files: one for each account and currency of a file, in the order in which the file names them first.
    pub(super) fn all(conversions: &'c [Conversion]) -> Vec<Self> {
        conversions.iter().enumerate().flat_map(|(file, conversion)| Self::of_file(file, conversion)).collect()
    }

    fn of_file(file: usize, conversion: &'c Conversion) -> Vec<Self> {
        let (mut statements, mut indexes) = (Vec::<Self>::new(), HashMap::new());
        let totals: HashMap<_, _> =
            conversion.summary.totals.iter().map(|total| ((&total.account, total.currency), total)).collect();
        let line_of = |origin: Option<&Origin>| origin.map_or(0, |origin| origin.line);
        for (index, transaction) in conversion.transactions.iter().enumerate() {
            let (account, currency) = (&transaction.account_identifier, transaction.currency);
            let at = *indexes.entry((account, currency)).or_insert_with(|| {
                let total = totals.get(&(account, currency)).copied();
                statements.push(Self { account, currency, bookings: Vec::new(), total });
                statements.len() - 1
            });
            let place = (file, line_of(conversion.origins.get(index)));
            if let Some(statement) = statements.get_mut(at) {
                statement.bookings.push(Booking { transaction, place });
            }
        }
        statements
    }

    /// Returns the balances before and after all transactions, if they are proved.
    pub(super) fn proved_balances(&self) -> Option<[Decimal; 2]> {
        let total = self.total.filter(|total| total.balance_status == BalanceStatus::Proved)?;
        Some([total.opening_balance?, total.closing_balance?].map(|balance| self.with_decimals(balance)))
    }

    /// Returns the balance after the last transaction, if nothing contradicts it.
    pub(super) fn closing_balance(&self) -> Option<Decimal> {
        let is_sound = |total: &&Total| matches!(total.balance_status, BalanceStatus::Proved | BalanceStatus::Partly);
        self.total.filter(is_sound)?.closing_balance.map(|balance| self.with_decimals(balance))
    }

    pub(super) fn opening_balance(&self) -> Option<Decimal> {
        self.total?.opening_balance.map(|balance| self.with_decimals(balance))
    }

    /// Returns a balance with at least the decimals of the currency, as amounts have them.
    fn with_decimals(&self, balance: Decimal) -> Decimal {
        let unsigned = with_currency_decimals(balance, self.currency.minor_units());
        if balance.is_sign_negative() && !balance.is_zero() { -unsigned } else { unsigned }
    }

    pub(super) fn balance_status(&self) -> BalanceStatus {
        self.total.map_or(BalanceStatus::None, |total| total.balance_status)
    }

    /// Returns the first and the last day.
    pub(super) fn period(&self) -> Option<(Date, Date)> {
        let days = || self.bookings.iter().filter_map(Booking::day);
        days().min().zip(days().max())
    }

    /// Returns the place of the first transaction.
    pub(super) fn place(&self) -> (usize, usize) {
        self.bookings.first().map_or((0, 0), |booking| booking.place)
    }

    pub(super) fn refuse(&self, reason: RefusalReason) -> Refusal {
        Refusal::new(self.place(), reason)
    }

    /// Returns the number and the sum of the transactions in one direction.
    pub(super) fn sum(&self, direction: CreditDebit) -> Result<(usize, Decimal), Refusal> {
        let (mut count, mut sum) = (0, ExactSum::default());
        for booking in self.bookings.iter().filter(|booking| booking.transaction.credit_debit == Some(direction)) {
            count += 1;
            sum.add(booking.transaction.amount.into());
        }
        Ok((count, sum.total().ok_or_else(|| self.refuse(RefusalReason::SumTooLong))?))
    }

    /// Whether the account is a card with hidden digits.
    pub(super) fn is_masked_card(&self) -> bool {
        let account = self.account.as_str();
        let is_hidden = |character: char| matches!(character, '*' | 'x' | 'X' | '\u{2022}');
        let is_part =
            |character: char| is_hidden(character) || character.is_ascii_digit() || matches!(character, ' ' | '-');
        let hidden = account.chars().filter(|character| is_hidden(*character)).count();
        hidden >= 4 && account.chars().all(is_part) && account.ends_with(|last: char| last.is_ascii_digit())
    }
}
