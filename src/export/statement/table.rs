//! All transactions as one CSV table.

use super::transactions::StoredTransactions;
use crate::continuity::History;
use crate::export::csv::{escape_formula, push_quoted_row};
use crate::transactions::{Transaction, cells};

/// Writes a row for each transaction of files but those that an earlier statement has, with a column for each field in the order of the service's contract. Returns how many there are.
pub(super) fn write(
    history: &History,
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
        let (repeats, mut numbers) = (history.repeats_of(file), 0..);
        transactions.visit_all(file, &mut |_, _, transaction| {
            if repeats.has_dropped(numbers.next().unwrap_or(usize::MAX)) {
                return;
            }
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
