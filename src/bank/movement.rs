use rust_decimal::Decimal;

use super::cell;
use super::number;
use super::plan::{Amount, Plan, Side};
use super::profile::{Numbers, is_among};
use super::rules;
use super::table::Row;
use crate::report::Fault;
use crate::source::Span;
use crate::transactions::CreditDebit;

/// What a row moved on its account.
#[derive(Debug, Clone, Copy)]
pub(super) struct Movement {
    /// Never negative.
    pub(super) amount: Decimal,
    pub(super) direction: CreditDebit,
    pub(super) span: Span,
}

impl Movement {
    /// Positive for money in.
    pub(super) fn signed(&self) -> Decimal {
        match self.direction {
            CreditDebit::Credit => self.amount,
            CreditDebit::Debit => -self.amount,
        }
    }
}

/// Reads amount and direction as the format declares them; a row that says two things says nothing.
pub(super) fn read(row: &Row<'_>, plan: &Plan<'_>, numbers: &Numbers) -> Result<Movement, Fault> {
    match &plan.amount {
        Amount::Signed { cell, positive, words } => {
            let (amount, span) = number_at(row, *cell, numbers)?.ok_or_else(|| absent(row))?;
            let direction = if amount.is_sign_negative() { positive.turned() } else { *positive };
            if let Some(words) = words {
                let said = cell::at(row, words.cell);
                let among = |words| is_among(&said, words);
                let (same, other) = match direction {
                    CreditDebit::Credit => (among(words.credit), among(words.debit)),
                    CreditDebit::Debit => (among(words.debit), among(words.credit)),
                };
                if !same && !amount.is_zero() {
                    let place = words.cell.and_then(|index| row.cells().get(index)).map_or(span, |cell| cell.span);
                    let unknown = Fault::new(&rules::DIRECTION_UNKNOWN, place);
                    return Err(if other { contradiction(place, "the word beside it") } else { unknown });
                }
            }
            Ok(Movement { amount: amount.abs(), direction, span })
        }
        Amount::Split { debit, credit } => {
            let out = side(row, *debit, CreditDebit::Debit, numbers)?;
            let into = side(row, *credit, CreditDebit::Credit, numbers)?;
            match (out, into) {
                (Some(one), None) | (None, Some(one)) => Ok(one),
                // Some banks fill the column that is not meant with a zero.
                (Some(one), Some(other)) if other.amount.is_zero() => Ok(one),
                (Some(one), Some(other)) if one.amount.is_zero() => Ok(other),
                (Some(one), Some(_)) => Err(Fault::new(&rules::AMOUNT_TWICE, one.span)),
                (None, None) => Err(absent(row)),
            }
        }
    }
}

fn side(row: &Row<'_>, side: Side, direction: CreditDebit, numbers: &Numbers) -> Result<Option<Movement>, Fault> {
    let Some((amount, span)) = number_at(row, side.cell, numbers)? else { return Ok(None) };
    if amount.is_sign_negative() != side.negative && !amount.is_zero() {
        return Err(contradiction(span, "its column"));
    }
    Ok(Some(Movement { amount: amount.abs(), direction, span }))
}

/// The number in a cell; nothing where the cell is empty.
pub(super) fn number_at(
    row: &Row<'_>,
    index: Option<usize>,
    numbers: &Numbers,
) -> Result<Option<(Decimal, Span)>, Fault> {
    let Some(found) = index.and_then(|index| row.cells().get(index)) else { return Ok(None) };
    let text = cell::content(found);
    if text.is_empty() {
        return Ok(None);
    }
    match number::parse(&text, numbers) {
        Some(number) => Ok(Some((number, found.span))),
        None => {
            let fault = Fault::new(&rules::AMOUNT_UNREADABLE, found.span);
            Err(fault.param("decimal", numbers.decimal.to_string()))
        }
    }
}

fn contradiction(span: Span, with: &'static str) -> Fault {
    Fault::new(&rules::DIRECTION_CONTRADICTS, span).param("found", with)
}

fn absent(row: &Row<'_>) -> Fault {
    Fault::new(&rules::AMOUNT_ABSENT, row.span())
}
