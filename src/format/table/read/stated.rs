//! Reads the balances and sums that rows state.

use super::amount::number_at;
use crate::format::table::detect::mapping::{self, ColumnMapping};
use crate::format::table::profile::matches_any;
use crate::format::table::value::{content, number};
use crate::format::table::{Cell, Row};
use crate::statement::{StatedBalance, StatedSums, Sums, checked_difference};
use crate::transactions::CreditDebit;
use crate::value::Currency;

/// Returns the balance that a row states: its last number, negative if the row has the word for a debit. `None` if it can't be read.
pub(super) fn stated_balance(row: &Row<'_>, mapping: &ColumnMapping<'_>) -> Option<StatedBalance> {
    let read = |cell: &Cell<'_>| {
        let parsed = number::parse_with_currency(&content::text(cell), &mapping.style.numbers)?;
        Some((parsed, cell.span))
    };
    let (parsed, span) = row.cells().iter().rev().find_map(read)?;
    let currency = || {
        row.cells()
            .iter()
            .find_map(|cell| Currency::parse(&content::text(cell)).ok())
    };
    let is_debit = match &mapping.amount {
        mapping::Amount::DebitCredit {
            direction_words: Some((cell, words)),
            ..
        } => matches_any(&content::text_at(row, *cell), &words.debit),
        _ => false,
    };
    let balance = if is_debit {
        -parsed.number
    } else {
        parsed.number
    };
    Some(StatedBalance {
        balance,
        currency: parsed.currency.or_else(currency),
        span,
    })
}

/// Returns the sums that a total states. `None` if they can't be read.
///
/// The sums of two columns come in their order, but some banks write them a column too far to the right.
pub(super) fn stated_sums(row: &Row<'_>, mapping: &ColumnMapping<'_>) -> Option<StatedSums> {
    let number = |cell| {
        Some(number_at(row, cell, mapping).ok()??).map(|(parsed, span)| (parsed.number, span))
    };
    match &mapping.amount {
        mapping::Amount::Signed { cell, positive, .. } => {
            let (sum, span) = number(*cell)?;
            Some(StatedSums {
                sums: Sums::Net(if *positive == CreditDebit::Credit {
                    sum
                } else {
                    -sum
                }),
                span,
            })
        }
        mapping::Amount::DebitCredit { debit, credit, .. } => {
            let read = |cell: &Cell<'_>| {
                let parsed = number::parse(&content::text(cell), &mapping.style.numbers)?;
                Some((parsed.number, cell.span))
            };
            let numbers: Vec<_> = row.cells().iter().filter_map(read).collect();
            let (debits, credits, span) = match *numbers.as_slice() {
                [] => return None,
                // The column of a single number says which sum it is.
                [_] => {
                    let (debits, credits) = (number(debit.amount.cell), number(credit.amount.cell));
                    let (_, span) = debits.or(credits)?;
                    (
                        debits.map(|(sum, _)| sum),
                        credits.map(|(sum, _)| sum),
                        span,
                    )
                }
                [(first, _), (second, span), ..] => {
                    let is_debit_first = debit.amount.cell < credit.amount.cell;
                    let (debits, credits) = if is_debit_first {
                        (first, second)
                    } else {
                        (second, first)
                    };
                    (Some(debits), Some(credits), span)
                }
            };
            let debits = debits.map(|sum| if debit.amount.negative { -sum } else { sum });
            // A reversal is in the column of the other direction, so only the difference is known.
            let sums = if debit.reversals || credit.reversals {
                Sums::Net(checked_difference(credits?, debits?)?)
            } else {
                Sums::ByDirection { credits, debits }
            };
            Some(StatedSums { sums, span })
        }
    }
}
