//! Balances before and after all transactions of an account, for formats that need both.

use rust_decimal::Decimal;

use super::account_statement::AccountStatement;
use super::refusal::{StatementRefusal, StatementRefusalReason};
use crate::statement::{checked_difference, checked_sum};
use crate::transactions::CreditDebit;

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
