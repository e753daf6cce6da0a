//! All transactions as one CSV table.

use super::transactions::StoredTransactions;
use crate::export::csv::{escape_formula, push_quoted_row};
use crate::transactions::{Transaction, cells};

/// Writes a row for each transaction of files, with a column for each field in the order of the service's contract. Returns how many there are.
pub(super) fn write(
    files: usize,
    transactions: &mut dyn StoredTransactions,
    delimiter: char,
    out: &mut dyn FnMut(&[u8]),
) -> usize {
    let (mut row, mut count) = (String::new(), 0);
    push_quoted_row(
        &mut row,
        delimiter,
        Transaction::FIELDS.iter().map(|field| field.name),
    );
    out(row.as_bytes());
    for file in 0..files {
        transactions.visit_all(file, &mut |_, _, transaction| {
            row.clear();
            push_quoted_row(
                &mut row,
                delimiter,
                cells(transaction).into_iter().map(escape_formula),
            );
            out(row.as_bytes());
            count += 1;
        });
    }
    count
}
