//! Reads the balances and sums that rows state.

use rust_decimal::Decimal;

use super::amount::number_at;
use crate::format::table::detect::mapping::{self, ColumnMapping, DirectionColumn};
use crate::format::table::profile::matches_any;
use crate::format::table::value::number::ParsedNumber;
use crate::format::table::value::{content, number};
use crate::sheet::Row;
use crate::source::Span;
use crate::statement::{StatedBalance, StatedSums, Sums, checked_difference};
use crate::transactions::CreditDebit;
use crate::value::Currency;

/// Returns the balance that a row states: its last number, negative if the row has the word for a debit. `None` if it can't be read.
pub(super) fn stated_balance(row: &Row<'_>, mapping: &ColumnMapping<'_>) -> Option<StatedBalance> {
    let (parsed, span) = last_number(row, mapping)?;
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
        currency: parsed.currency.or_else(|| first_currency(row)),
        day: None,
        span,
    })
}

fn last_number(row: &Row<'_>, mapping: &ColumnMapping<'_>) -> Option<(ParsedNumber, Span)> {
    for cell in row.cells().iter().rev() {
        let text = content::text(cell);
        if let Some(parsed) = number::parse_with_currency(&text, &mapping.style.numbers) {
            return Some((parsed, cell.span));
        }
    }
    None
}

fn first_currency(row: &Row<'_>) -> Option<Currency> {
    let mut texts = row.cells().iter().map(content::text);
    texts.find_map(|text| Currency::parse(&text).ok())
}

/// Returns the sums that a total states. `None` if they can't be read.
///
/// The sums of two columns come in their order, but some banks write them a column too far to the right.
pub(super) fn stated_sums(row: &Row<'_>, mapping: &ColumnMapping<'_>) -> Option<StatedSums> {
    match &mapping.amount {
        mapping::Amount::Signed { cell, positive, .. } => {
            let (sum, span) = sum_at(row, *cell, mapping)?;
            let net = match positive {
                CreditDebit::Credit => sum,
                CreditDebit::Debit => -sum,
            };
            let sums = Sums::Net(net);
            Some(StatedSums { sums, span })
        }
        mapping::Amount::DebitCredit { debit, credit, .. } => {
            let (debits, credits, span) = sums_of_columns(row, debit, credit, mapping)?;
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

/// Returns the sums of debits and of credits as they are written, and the span of the last one.
fn sums_of_columns(
    row: &Row<'_>,
    debit: &DirectionColumn,
    credit: &DirectionColumn,
    mapping: &ColumnMapping<'_>,
) -> Option<(Option<Decimal>, Option<Decimal>, Span)> {
    let mut numbers = Vec::new();
    for cell in row.cells() {
        if let Some(parsed) = number::parse(&content::text(cell), &mapping.style.numbers) {
            numbers.push((parsed.number, cell.span));
        }
    }
    match *numbers.as_slice() {
        [] => None,
        // The column of a single number says which sum it is.
        [_] => {
            let debits = sum_at(row, debit.amount.cell, mapping);
            let credits = sum_at(row, credit.amount.cell, mapping);
            let (_, span) = debits.or(credits)?;
            Some((debits.map(|sum| sum.0), credits.map(|sum| sum.0), span))
        }
        [(first, _), (second, span), ..] => {
            let is_debit_first = debit.amount.cell < credit.amount.cell;
            let (debits, credits) = if is_debit_first {
                (first, second)
            } else {
                (second, first)
            };
            Some((Some(debits), Some(credits), span))
        }
    }
}

fn sum_at(
    row: &Row<'_>,
    cell: Option<usize>,
    mapping: &ColumnMapping<'_>,
) -> Option<(Decimal, Span)> {
    let (parsed, span) = number_at(row, cell, mapping).ok()??;
    Some((parsed.number, span))
}
