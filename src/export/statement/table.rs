//! All transactions as one CSV table.

use rust_decimal::Decimal;

use super::options::StatementExportOptions;
use crate::continuity::Conversions;
use crate::export::csv::{escape_formula, push_quoted_row};
use crate::transactions::{CreditDebit, Transaction, cells};

/// Writes a row for each transaction, with a column for each field in the order of the service's contract. Returns how many there are.
pub(super) fn write(
    conversions: &Conversions,
    options: &StatementExportOptions<'_>,
    out: &mut dyn FnMut(&[u8]),
) -> usize {
    let (mut row, mut count) = (String::new(), 0);
    let delimiter = options.delimiter;
    if options.byte_order_mark {
        out("\u{feff}".as_bytes());
    }
    push_quoted_row(
        &mut row,
        delimiter,
        Transaction::FIELDS.iter().map(|field| field.name),
    );
    out(row.as_bytes());
    for transaction in conversions.transactions() {
        row.clear();
        let cells = Transaction::FIELDS.iter().zip(cells(transaction));
        let cells = cells.map(|(field, cell)| match field.name {
            "amount" => amount_cell(transaction, cell, options),
            "originalAmount" if options.decimal_comma => cell.replace('.', ","),
            _ => escape_formula(cell),
        });
        push_quoted_row(&mut row, delimiter, cells);
        out(row.as_bytes());
        count += 1;
    }
    count
}

/// Returns the cell of an amount, with the sign and the decimal mark of the options.
fn amount_cell(
    transaction: &Transaction,
    cell: String,
    options: &StatementExportOptions<'_>,
) -> String {
    let is_debit = transaction.credit_debit == Some(CreditDebit::Debit);
    let is_zero = Decimal::from(transaction.amount).is_zero();
    let cell = if options.signed_amounts && is_debit && !is_zero {
        format!("-{cell}")
    } else {
        cell
    };
    if options.decimal_comma {
        cell.replace('.', ",")
    } else {
        cell
    }
}
