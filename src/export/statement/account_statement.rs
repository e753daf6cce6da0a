//! The transactions of one account in one file, as the targets write them.

use std::collections::HashMap;

use rust_decimal::Decimal;

use super::reference::PartsHash;
use super::refusal::{Refusal, RefusalReason};
use super::transactions::StoredTransactions;
use crate::export::sum::ExactSum;
use crate::statement::{BalanceStatus, Summary, Total};
use crate::transactions::{CreditDebit, Transaction};
use crate::value::{AccountIdentifier, Currency, Date, with_currency_decimals};

/// What is known of the transactions of an account in one currency, and where they are.
pub(super) struct AccountStatement<'c> {
    pub(super) account: AccountIdentifier,
    pub(super) currency: Currency,
    /// The index of the file, and the line of the first transaction.
    place: (usize, usize),
    /// Where each transaction is, in the order of the file.
    positions: Vec<u64>,
    /// The first and the last day.
    period: Option<(Date, Date)>,
    /// The number and the sum of credits and debits.
    credits: (usize, ExactSum),
    debits: (usize, ExactSum),
    ids: PartsHash,
    total: Option<&'c Total>,
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
        let Transaction {
            booked_at,
            valuta_at,
            purchased_at,
            ..
        } = self.transaction;
        booked_at.or(*valuta_at).or(*purchased_at)
    }

    pub(super) fn needs_day(&self) -> Result<Date, Refusal> {
        self.day().ok_or_else(|| self.refuse(RefusalReason::NoDate))
    }

    pub(super) fn direction(&self) -> Result<CreditDebit, Refusal> {
        self.transaction
            .credit_debit
            .ok_or_else(|| self.refuse(RefusalReason::NoDirection))
    }

    /// Returns the amount, negative for a debit.
    pub(super) fn signed_amount(&self) -> Result<Decimal, Refusal> {
        let amount = Decimal::from(self.transaction.amount);
        Ok(if self.direction()? == CreditDebit::Debit {
            -amount
        } else {
            amount
        })
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

    pub(super) const fn refuse(&self, reason: RefusalReason) -> Refusal {
        Refusal::new(self.place, reason)
    }
}

impl<'c> AccountStatement<'c> {
    /// Returns the statements of all files: one for each account and currency of a file, in the order in which the file names them first.
    pub(super) fn all<'s>(
        summaries: impl Iterator<Item = &'c Summary>,
        transactions: &mut (dyn StoredTransactions + 's),
    ) -> Vec<Self> {
        summaries
            .enumerate()
            .flat_map(|(file, summary)| Self::of_file(file, summary, transactions))
            .collect()
    }

    fn of_file(
        file: usize,
        summary: &'c Summary,
        transactions: &mut dyn StoredTransactions,
    ) -> Vec<Self> {
        let (mut statements, mut indexes) =
            (Vec::<Self>::new(), HashMap::<_, HashMap<_, usize>>::new());
        let totals: HashMap<_, _> = summary
            .totals
            .iter()
            .map(|total| ((&total.account, total.currency), total))
            .collect();
        transactions.visit_all(file, &mut |position, line, transaction| {
            let (account, currency) = (&transaction.account_identifier, transaction.currency);
            let known = indexes
                .get(account)
                .and_then(|of_account| of_account.get(&currency))
                .copied();
            let at = known.unwrap_or_else(|| {
                indexes
                    .entry(account.clone())
                    .or_default()
                    .insert(currency, statements.len());
                let total = totals.get(&(account, currency)).copied();
                statements.push(Self::new(account, currency, (file, line), total));
                statements.len() - 1
            });
            if let Some(statement) = statements.get_mut(at) {
                statement.add(
                    position,
                    &Booking {
                        transaction,
                        place: (file, line),
                    },
                );
            }
        });
        statements
    }

    fn new(
        account: &AccountIdentifier,
        currency: Currency,
        place: (usize, usize),
        total: Option<&'c Total>,
    ) -> Self {
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
            total,
        }
    }

    fn add(&mut self, position: u64, booking: &Booking<'_>) {
        self.positions.push(position);
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

    /// Calls `visit` with each transaction, in the order of the file.
    pub(super) fn each(
        &self,
        transactions: &mut dyn StoredTransactions,
        visit: &mut dyn FnMut(&Booking<'_>),
    ) {
        self.each_at(&self.positions, transactions, visit);
    }

    /// Calls `visit` with the transactions at these positions.
    pub(super) fn each_at(
        &self,
        positions: &[u64],
        transactions: &mut dyn StoredTransactions,
        visit: &mut dyn FnMut(&Booking<'_>),
    ) {
        let (file, _) = self.place;
        transactions.visit_at(file, positions, &mut |line, transaction| {
            visit(&Booking {
                transaction,
                place: (file, line),
            });
        });
    }

    pub(super) fn count(&self) -> usize {
        self.positions.len()
    }

    /// Returns where each transaction is in its file.
    pub(super) fn positions(&self) -> &[u64] {
        &self.positions
    }

    /// Returns an id that depends on the transactions.
    pub(super) fn id(&self) -> String {
        self.ids.reference()
    }

    /// Returns the balances before and after all transactions, if they are proved.
    pub(super) fn proved_balances(&self) -> Option<[Decimal; 2]> {
        let total = self
            .total
            .filter(|total| total.balance_status == BalanceStatus::Proved)?;
        Some(
            [total.opening_balance?, total.closing_balance?]
                .map(|balance| self.with_decimals(balance)),
        )
    }

    /// Returns the balance after the last transaction, if nothing contradicts it.
    pub(super) fn closing_balance(&self) -> Option<Decimal> {
        let is_sound = |total: &&Total| {
            matches!(
                total.balance_status,
                BalanceStatus::Proved | BalanceStatus::Partly
            )
        };
        self.total
            .filter(is_sound)?
            .closing_balance
            .map(|balance| self.with_decimals(balance))
    }

    pub(super) fn opening_balance(&self) -> Option<Decimal> {
        self.total?
            .opening_balance
            .map(|balance| self.with_decimals(balance))
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
        self.total
            .map_or(BalanceStatus::None, |total| total.balance_status)
    }

    /// Returns the first and the last day.
    pub(super) const fn period(&self) -> Option<(Date, Date)> {
        self.period
    }

    pub(super) const fn refuse(&self, reason: RefusalReason) -> Refusal {
        Refusal::new(self.place, reason)
    }

    /// Returns the number and the sum of the transactions in one direction.
    pub(super) fn sum(&self, direction: CreditDebit) -> Result<(usize, Decimal), Refusal> {
        let (count, sum) = if direction == CreditDebit::Credit {
            self.credits
        } else {
            self.debits
        };
        Ok((
            count,
            sum.total()
                .ok_or_else(|| self.refuse(RefusalReason::SumTooLong))?,
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
