//! All transactions as one CSV table.

use super::account_statement::AccountStatement;
use crate::export::csv::{escape_formula, push_quoted_row};
use crate::transactions::{Transaction, cells};

/// Writes a row for each transaction, with a column for each field in the order of the service's contract.
pub(super) fn write(statements: &[AccountStatement<'_>], delimiter: char) -> String {
    let mut csv = header(delimiter);
    let mut bookings: Vec<_> = statements.iter().flat_map(|statement| &statement.bookings).collect();
    // In the order of the files.
    bookings.sort_by_key(|booking| booking.place);
    for booking in bookings {
        push_row(&mut csv, delimiter, booking.transaction);
    }
    csv
}

/// Returns the names of the columns as a row.
pub(crate) fn header(delimiter: char) -> String {
    let mut csv = String::new();
    push_quoted_row(&mut csv, delimiter, Transaction::FIELDS.iter().map(|field| field.name));
    csv
}

/// Appends the row of a transaction.
pub(crate) fn push_row(csv: &mut String, delimiter: char, transaction: &Transaction) {
    push_quoted_row(csv, delimiter, cells(transaction).into_iter().map(escape_formula));
}
