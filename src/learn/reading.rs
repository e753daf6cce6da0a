use rust_decimal::Decimal;

use super::amounts::{Amounts, Solution};
use super::chain::BalanceTime;
use super::numbers::NumberColumn;
use super::role::{Basis, ColumnRole};

/// How the amounts of a table are read.
#[derive(Debug, Clone)]
pub(super) struct Reading {
    pub(super) amounts: Amounts,
    pub(super) decimal: char,
    pub(super) numbers: Vec<NumberColumn>,
    /// The column of the running balance, and whether it includes the booking of its row.
    pub(super) balance: Option<(usize, BalanceTime)>,
    pub(super) basis: Basis,
    /// What each row moves.
    pub(super) moved: Vec<Decimal>,
    /// The readings that are as good as this one, itself among them, and differ from it in a transaction. More than one is a question.
    pub(super) rivals: Vec<Rival>,
}

/// One of several readings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rival {
    pub(super) amounts: Amounts,
    pub(super) decimal: char,
}

/// A table whose columns are numbers with one decimal mark.
#[derive(Debug)]
pub(super) struct Attempt {
    pub(super) decimal: char,
    pub(super) numbers: Vec<NumberColumn>,
    /// The readings that satisfy all balances of a column.
    pub(super) solutions: Vec<Solution>,
}

/// Returns the columns of a reading with their roles.
pub(super) fn roles_of(amounts: &Amounts, balance: Option<usize>) -> Vec<(usize, ColumnRole)> {
    let mut roles = match amounts {
        Amounts::Signed { column, .. } => vec![(*column, ColumnRole::Amount)],
        Amounts::Columns { debit, credit } => {
            vec![(*debit, ColumnRole::Debit), (*credit, ColumnRole::Credit)]
        }
        Amounts::Words {
            column, direction, ..
        } => vec![
            (*column, ColumnRole::Amount),
            (*direction, ColumnRole::Direction),
        ],
        Amounts::WithFee { column, fee, .. } => {
            vec![(*column, ColumnRole::Amount), (*fee, ColumnRole::Fee)]
        }
    };
    roles.extend(balance.map(|column| (column, ColumnRole::Balance)));
    roles
}
