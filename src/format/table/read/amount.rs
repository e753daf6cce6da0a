use crate::format::table::detect::mapping::{
    self, AmountColumn, ColumnMapping, DirectionColumn, DirectionWordsColumn,
};
use crate::format::table::profile::matches_any;
use crate::format::table::value::number::ParsedNumber;
use crate::format::table::value::{content, number};
use crate::report::Diagnostic;
use crate::sheet::Row;
use crate::source::Span;
use crate::statement::{CurrencyCode, EntryAmount, checked_difference, rules};
use crate::transactions::CreditDebit;

/// The signed amount of a row, and the columns of its currencies.
#[derive(Debug, Clone)]
pub(in crate::format) struct RowAmount<'t> {
    pub(in crate::format) amount: EntryAmount,
    /// The currency beside the amount.
    pub(in crate::format) currency: Option<(CurrencyCode<'t>, Span)>,
    /// The columns of the original amount and its currency, if its direction has its own.
    pub(in crate::format) original: Option<[Option<usize>; 2]>,
}

impl<'t> RowAmount<'t> {
    /// Applies a fee: it lowers a credit and raises a debit, and a fee alone is a debit.
    fn with_fee(
        mut self,
        row: &Row<'t>,
        fee: Option<AmountColumn>,
        mapping: &ColumnMapping<'_>,
    ) -> Result<Self, Diagnostic> {
        let Some(column) = fee else { return Ok(self) };
        let Some((ParsedNumber { number: fee, .. }, span)) = number_at(row, column.cell, mapping)?
        else {
            return Ok(self);
        };
        if fee.is_zero() {
            return Ok(self);
        }
        let currency = content::text_at(row, column.currency);
        let is_own = match &self.currency {
            Some((own, _)) => own.eq_ignore_ascii_case(&currency),
            None => content::text_at(row, mapping.currency).eq_ignore_ascii_case(&currency),
        };
        if !currency.is_empty() && !is_own {
            return Err(Diagnostic::new(&rules::FEE_CURRENCY, span));
        }
        let paid = if column.negative { -fee } else { fee };
        let moved = checked_difference(self.amount.signed(), paid);
        let moved = moved.ok_or_else(|| unreadable_amount(span, mapping))?;
        self.amount.direction = if moved.is_sign_negative() {
            CreditDebit::Debit
        } else {
            CreditDebit::Credit
        };
        self.amount.value = moved.abs();
        self.amount.charges = Some(paid);
        Ok(self)
    }
}

/// Reads the amount and the direction as the format declares them. A row that contradicts itself is an error.
pub(in crate::format) fn read_amount<'t>(
    row: &Row<'t>,
    mapping: &ColumnMapping<'_>,
) -> Result<RowAmount<'t>, Diagnostic> {
    match &mapping.amount {
        mapping::Amount::Signed {
            cell,
            positive,
            direction_words,
            fee,
        } => {
            let (parsed, span) =
                number_at(row, *cell, mapping)?.ok_or_else(|| missing_amount(row))?;
            let direction = if parsed.number.is_sign_negative() {
                positive.opposite()
            } else {
                *positive
            };
            if let Some(words) = direction_words
                && !parsed.number.is_zero()
            {
                match read_direction(row, words, span) {
                    Ok((word, word_span)) if word != direction => {
                        return Err(contradicting_direction(word_span, "this word"));
                    }
                    Err(fault) if !words.1.other_words_allowed => return Err(fault),
                    Ok(_) | Err(_) => {}
                }
            }
            row_amount(row, parsed, direction, span, None).with_fee(row, *fee, mapping)
        }
        mapping::Amount::DebitCredit {
            debit,
            credit,
            direction_words: Some(words),
        } => {
            let (direction, _) = read_direction(row, words, row.span())?;
            let column = if direction == CreditDebit::Debit {
                *debit
            } else {
                *credit
            };
            read_direction_column(row, column, direction, mapping)?
                .ok_or_else(|| missing_amount(row))
        }
        mapping::Amount::DebitCredit {
            debit,
            credit,
            direction_words: None,
        } => {
            // Nearly every row fills one of the two columns and leaves the other one empty.
            let is_blank = |side: &DirectionColumn| {
                let cell = side.amount.cell;
                cell.is_none_or(|cell| content::is_blank_at(row, cell))
            };
            if is_blank(debit) {
                return read_direction_column(row, *credit, CreditDebit::Credit, mapping)?
                    .ok_or_else(|| missing_amount(row));
            }
            if is_blank(credit) {
                return read_direction_column(row, *debit, CreditDebit::Debit, mapping)?
                    .ok_or_else(|| missing_amount(row));
            }
            let debited = read_direction_column(row, *debit, CreditDebit::Debit, mapping)?;
            let credited = read_direction_column(row, *credit, CreditDebit::Credit, mapping)?;
            match (debited, credited) {
                (Some(only), None) | (None, Some(only)) => Ok(only),
                // Some banks write a zero in the unused column.
                (Some(debited), Some(credited)) if credited.amount.value.is_zero() => Ok(debited),
                (Some(debited), Some(credited)) if debited.amount.value.is_zero() => Ok(credited),
                (Some(debited), Some(_)) => {
                    Err(Diagnostic::new(&rules::AMOUNT_TWICE, debited.amount.span))
                }
                (None, None) => Err(missing_amount(row)),
            }
        }
    }
}

/// Returns the direction that a row gives in words, and the span of the word.
fn read_direction(
    row: &Row<'_>,
    (cell, words): &DirectionWordsColumn<'_>,
    default: Span,
) -> Result<(CreditDebit, Span), Diagnostic> {
    let word = content::text_at(row, *cell);
    let span = match content::cell_at(row, *cell) {
        Some(cell) => cell.span,
        None => default,
    };
    let is_credit = matches_any(&word, &words.credit);
    let is_debit = matches_any(&word, &words.debit);
    match (is_credit, is_debit) {
        (true, false) => Ok((CreditDebit::Credit, span)),
        (false, true) => Ok((CreditDebit::Debit, span)),
        _ => Err(Diagnostic::new(&rules::DIRECTION_UNKNOWN, span)),
    }
}

fn read_direction_column<'t>(
    row: &Row<'t>,
    side: DirectionColumn,
    direction: CreditDebit,
    mapping: &ColumnMapping<'_>,
) -> Result<Option<RowAmount<'t>>, Diagnostic> {
    let Some((parsed, span)) = number_at(row, side.amount.cell, mapping)? else {
        return Ok(None);
    };
    let is_reversed =
        parsed.number.is_sign_negative() != side.amount.negative && !parsed.number.is_zero();
    if is_reversed && !side.reversals {
        return Err(contradicting_direction(span, "its column"));
    }
    let direction = if is_reversed {
        direction.opposite()
    } else {
        direction
    };
    let moved = row_amount(row, parsed, direction, span, side.amount.currency)
        .with_fee(row, side.fee, mapping)?;
    Ok(Some(RowAmount {
        original: side.original,
        ..moved
    }))
}

/// Returns an amount without its fee, in the currency of a column or of the number's cell.
fn row_amount<'t>(
    row: &Row<'t>,
    parsed: ParsedNumber,
    direction: CreditDebit,
    span: Span,
    currency: Option<usize>,
) -> RowAmount<'t> {
    let column = content::filled_cell_at(row, currency);
    let currency = match (column, parsed.currency) {
        (Some(column), _) => Some((CurrencyCode::from_text(content::text(column)), column.span)),
        (None, Some(beside)) => Some((CurrencyCode::Known(beside), span)),
        (None, None) => None,
    };
    let amount = EntryAmount {
        value: parsed.number.abs(),
        direction,
        span,
        charges: None,
    };
    RowAmount {
        amount,
        currency,
        original: None,
    }
}

/// Returns the number in a cell, or `None` if the cell is empty.
pub(in crate::format) fn number_at(
    row: &Row<'_>,
    index: Option<usize>,
    mapping: &ColumnMapping<'_>,
) -> Result<Option<(ParsedNumber, Span)>, Diagnostic> {
    let Some(cell) = content::cell_at(row, index) else {
        return Ok(None);
    };
    let text = content::text(cell);
    if text.is_empty() {
        return Ok(None);
    }
    match number::parse(&text, &mapping.style.numbers) {
        Some(parsed) => Ok(Some((parsed, cell.span))),
        None => Err(unreadable_amount(cell.span, mapping)),
    }
}

fn unreadable_amount(span: Span, mapping: &ColumnMapping<'_>) -> Diagnostic {
    Diagnostic::new(&rules::AMOUNT_UNREADABLE, span)
        .param("advice", rules::CELL_ADVICE)
        .param("decimal", mapping.style.numbers.decimal.to_string())
}

fn contradicting_direction(span: Span, with: &'static str) -> Diagnostic {
    Diagnostic::new(&rules::DIRECTION_CONTRADICTS, span).param("found", with)
}

fn missing_amount(row: &Row<'_>) -> Diagnostic {
    Diagnostic::new(&rules::AMOUNT_ABSENT, row.span())
}
