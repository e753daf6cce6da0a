use rust_decimal::Decimal;

use super::code::Code;
use super::number::{self, Figure};
use super::plan::{Amount, Fee, Plan, Side, Words};
use super::profile::is_among;
use super::table::Row;
use super::{cell, rules};
use crate::report::Fault;
use crate::source::Span;
use crate::transactions::CreditDebit;

/// What a row moved on its account, and what of it was a fee that the row tells apart.
#[derive(Debug, Clone)]
pub(super) struct Movement<'t> {
    /// Never negative; the fee included.
    pub(super) amount: Decimal,
    pub(super) direction: CreditDebit,
    pub(super) span: Span,
    /// The currency that stands beside the amount.
    pub(super) currency: Option<(Code<'t>, Span)>,
    /// What was paid on top; negative where it was given back.
    pub(super) fee: Option<Decimal>,
    /// The columns of amount and currency of the payment, where its direction has its own.
    pub(super) original: Option<[Option<usize>; 2]>,
}

impl<'t> Movement<'t> {
    /// Positive for money in.
    pub(super) fn signed(&self) -> Decimal {
        match self.direction {
            CreditDebit::Credit => self.amount,
            CreditDebit::Debit => -self.amount,
        }
    }

    /// A fee lowers what comes in and raises what goes out; alone it is money out.
    fn with_fee(mut self, row: &Row<'t>, fee: Option<Fee>, plan: &Plan<'_>) -> Result<Self, Fault> {
        let Some(column) = fee else { return Ok(self) };
        let Some((Figure { number: fee, .. }, span)) = number_at(row, column.cell, plan)? else { return Ok(self) };
        if fee.is_zero() {
            return Ok(self);
        }
        let currency = cell::at(row, column.currency);
        let is_own = match &self.currency {
            Some((own, _)) => own.eq_ignore_ascii_case(&currency),
            None => cell::at(row, plan.currency).eq_ignore_ascii_case(&currency),
        };
        if !currency.is_empty() && !is_own {
            return Err(Fault::new(&rules::FEE_CURRENCY, span));
        }
        let paid = if column.negative { -fee } else { fee };
        let moved = number::difference(self.signed(), paid);
        let moved = moved.ok_or_else(|| unreadable(span, plan))?;
        self.direction = if moved.is_sign_negative() { CreditDebit::Debit } else { CreditDebit::Credit };
        self.amount = moved.abs();
        self.fee = Some(paid);
        Ok(self)
    }
}

/// Reads amount and direction as the format declares them; a row that says two things says nothing.
pub(super) fn read<'t>(row: &Row<'t>, plan: &Plan<'_>) -> Result<Movement<'t>, Fault> {
    match &plan.amount {
        Amount::Signed { cell, positive, words, fee } => {
            let (figure, span) = number_at(row, *cell, plan)?.ok_or_else(|| absent(row))?;
            let direction = if figure.number.is_sign_negative() { positive.turned() } else { *positive };
            if let Some(words) = words.as_ref().filter(|_| !figure.number.is_zero()) {
                let (said, place) = said(row, words, span)?;
                if said != direction {
                    return Err(contradiction(place, "the word beside it"));
                }
            }
            movement(row, figure, direction, span, None).with_fee(row, *fee, plan)
        }
        Amount::Split { debit, credit, words: Some(words) } => {
            let (direction, _) = said(row, words, row.span())?;
            let column = if direction == CreditDebit::Debit { *debit } else { *credit };
            side(row, column, direction, plan)?.ok_or_else(|| absent(row))
        }
        Amount::Split { debit, credit, words: None } => {
            // Nearly every row fills one of them, and leaves the other one empty.
            let is_blank = |side: &Side| side.cell.is_none_or(|cell| cell::is_blank_at(row, cell));
            if is_blank(debit) {
                return side(row, *credit, CreditDebit::Credit, plan)?.ok_or_else(|| absent(row));
            }
            if is_blank(credit) {
                return side(row, *debit, CreditDebit::Debit, plan)?.ok_or_else(|| absent(row));
            }
            let out = side(row, *debit, CreditDebit::Debit, plan)?;
            let into = side(row, *credit, CreditDebit::Credit, plan)?;
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

/// The direction that a row says in words, and where.
fn said(row: &Row<'_>, words: &Words<'_>, otherwise: Span) -> Result<(CreditDebit, Span), Fault> {
    let said = cell::at(row, words.cell);
    let place = words.cell.and_then(|index| row.cells().get(index)).map_or(otherwise, |cell| cell.span);
    match (is_among(&said, words.credit), is_among(&said, words.debit)) {
        (true, false) => Ok((CreditDebit::Credit, place)),
        (false, true) => Ok((CreditDebit::Debit, place)),
        _ => Err(Fault::new(&rules::DIRECTION_UNKNOWN, place)),
    }
}

fn side<'t>(row: &Row<'t>, side: Side, direction: CreditDebit, plan: &Plan<'_>) -> Result<Option<Movement<'t>>, Fault> {
    let Some((figure, span)) = number_at(row, side.cell, plan)? else { return Ok(None) };
    let turned = figure.number.is_sign_negative() != side.negative && !figure.number.is_zero();
    if turned && !side.reversals {
        return Err(contradiction(span, "its column"));
    }
    let direction = if turned { direction.turned() } else { direction };
    let moved = movement(row, figure, direction, span, side.currency).with_fee(row, side.fee, plan)?;
    Ok(Some(Movement { original: side.original, ..moved }))
}

/// A movement without its fee, in the currency of a column or of the number's own cell.
fn movement<'t>(
    row: &Row<'t>,
    figure: Figure,
    direction: CreditDebit,
    span: Span,
    currency: Option<usize>,
) -> Movement<'t> {
    let column = currency.and_then(|index| row.cells().get(index)).filter(|cell| !cell::is_blank(cell));
    let currency = match (column, figure.currency) {
        (Some(column), _) => Some((Code::of(cell::content(column)), column.span)),
        (None, Some(beside)) => Some((Code::Known(beside), span)),
        (None, None) => None,
    };
    Movement { amount: figure.number.abs(), direction, span, currency, fee: None, original: None }
}

/// The number in a cell; nothing where the cell is empty.
pub(super) fn number_at(row: &Row<'_>, index: Option<usize>, plan: &Plan<'_>) -> Result<Option<(Figure, Span)>, Fault> {
    let Some(found) = index.and_then(|index| row.cells().get(index)) else { return Ok(None) };
    let text = cell::content(found);
    if text.is_empty() {
        return Ok(None);
    }
    number::parse(&text, &plan.style.numbers)
        .map(|figure| Some((figure, found.span)))
        .ok_or_else(|| unreadable(found.span, plan))
}

/// The last number in a row, where a total or a balance stands.
pub(super) fn last_number(row: &Row<'_>, plan: &Plan<'_>) -> Option<(Decimal, Span)> {
    row.cells().iter().rev().find_map(|found| {
        number::parse(&cell::content(found), &plan.style.numbers).map(|figure| (figure.number, found.span))
    })
}

fn unreadable(span: Span, plan: &Plan<'_>) -> Fault {
    Fault::new(&rules::AMOUNT_UNREADABLE, span).param("decimal", plan.style.numbers.decimal.to_string())
}

fn contradiction(span: Span, with: &'static str) -> Fault {
    Fault::new(&rules::DIRECTION_CONTRADICTS, span).param("found", with)
}

fn absent(row: &Row<'_>) -> Fault {
    Fault::new(&rules::AMOUNT_ABSENT, row.span())
}
