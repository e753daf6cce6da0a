use rust_decimal::Decimal;

use super::amount;
use super::classifier::RowClassifier;
use super::outline::Outline;
use crate::format::rules;
use crate::format::table::detect::ColumnMapping;
use crate::format::table::value::{content, number};
use crate::report::Diagnostic;
use crate::sheet::{Cell, Row, Rows, date};
use crate::statement::checked_sum;
use crate::value::Currency;

/// The maximum number of rows that are read ahead to find the next booking.
const MAX_ROWS_AHEAD: usize = 100;

const DIFFERENT_NEIGHBOURS: &str = "the bookings around it are different";
const INDENTED_HEADER: &str = "the names of this format are not above their values";

/// Compares the number of cells of each booking with the header and with the bookings around it, to find rows in which a value may have moved
/// into another column.
#[derive(Debug, Default)]
pub(super) struct RowWidth<'t> {
    previous: Option<Booking<'t>>,
    /// The number of cells of the previous detail.
    detail_cells: Option<usize>,
}

/// What is compared of a booking.
#[derive(Debug, Clone, Copy)]
struct Booking<'t> {
    cells: usize,
    balance: Option<Cell<'t>>,
    has_line_end: bool,
}

impl<'t> RowWidth<'t> {
    /// Checks a booking. `following` are the rows after it, and `outline` is that of all rows.
    ///
    /// # Errors
    ///
    /// The row has another number of cells than the header, and neither the bookings around it nor its balance show that nothing moved.
    pub(super) fn check_booking(
        &mut self,
        row: &Row<'t>,
        following: &Rows<'t>,
        classifier: &RowClassifier<'t, '_, '_>,
        outline: &Outline<'_>,
    ) -> Result<(), Diagnostic> {
        let booking = Booking::new(row, classifier);
        let expected = classifier.header.names.len();
        let is_short = booking.cells < expected;
        let previous = self.previous.replace(booking);
        // Where the header already differs from its rows, a further cell may be anywhere, even in a whole page.
        if classifier.header.profile.header_indent > 0 && booking.cells > expected {
            return Err(report_shifted(row, expected, INDENTED_HEADER));
        }
        if classifier.header.profile.rows_end_in_delimiter {
            let neighbours = [previous, next_booking(following, classifier)];
            if end_in_delimiter(neighbours, expected) {
                let is_in_place = booking.cells == expected + 1
                    || is_confirmed(row, booking, neighbours, classifier);
                return if is_in_place {
                    Ok(())
                } else {
                    Err(report_shifted(row, expected + 1, DIFFERENT_NEIGHBOURS))
                };
            }
        }
        if booking.cells == expected
            || classifier.may_have_cells(booking.cells)
            || ends_in_place(row, classifier)
            || is_short && differs_at_end_only(row, classifier)
        {
            return Ok(());
        }
        let is_alike = |other: &Booking<'_>| other.cells == booking.cells;
        let next = next_booking(following, classifier);
        // The last row of a file may be truncated.
        let next = next.filter(|next| next.has_line_end || is_alike(next));
        let neighbours = [previous, next];
        let has_neighbour = previous.is_some() || next.is_some();
        let are_alike = has_neighbour && neighbours.iter().flatten().all(is_alike);
        // Where all rows lack a delimiter in their middle, no balance is below its name.
        let is_in_place = are_alike
            && (is_short && outline.fills_balance
                || outline.fills_last_column
                || differs_at_end_only(row, classifier)
                || is_short && has_reference_in_place(row, classifier));
        if is_in_place {
            return Ok(());
        }
        if is_confirmed(row, booking, neighbours, classifier) {
            return Ok(());
        }
        let sign = if are_alike {
            "the last column has no value in any row"
        } else {
            DIFFERENT_NEIGHBOURS
        };
        Err(report_shifted(row, expected, sign))
    }

    /// Returns a warning if a total among the bookings has more cells than the header: it may be a booking whose amount moved to the column of
    /// totals.
    pub(super) fn check_total(
        &self,
        row: &Row<'t>,
        following: &Rows<'t>,
        classifier: &RowClassifier<'t, '_, '_>,
    ) -> Option<Diagnostic> {
        let expected = classifier.header.names.len();
        if row.cells().len() <= expected || self.previous.is_none() {
            return None;
        }
        next_booking(following, classifier)?;
        Some(report_ragged(row, expected))
    }

    /// Returns a warning if a detail has another number of cells than the header and the detail before it.
    pub(super) fn check_detail(&mut self, row: &Row<'_>, columns: usize) -> Option<Diagnostic> {
        let cells = row.cells().len();
        let previous = self.detail_cells.replace(cells)?;
        if cells == columns || cells == previous {
            return None;
        }
        Some(report_ragged(row, previous))
    }
}

impl<'t> Booking<'t> {
    fn new(row: &Row<'t>, classifier: &RowClassifier<'t, '_, '_>) -> Self {
        Self {
            cells: row.cells().len(),
            balance: content::cell_at(row, classifier.mapping.balance).copied(),
            has_line_end: row.has_line_end(),
        }
    }

    /// Returns the balance, which most bookings are not asked for.
    fn balance(&self, classifier: &RowClassifier<'_, '_, '_>) -> Option<Decimal> {
        let text = content::text(self.balance.as_ref()?);
        let parsed = number::parse(&text, &classifier.mapping.style.numbers)?;
        Some(parsed.number)
    }
}

/// Returns whether the bookings around a row have one cell more than the header, as all rows of some banks do.
fn end_in_delimiter(neighbours: [Option<Booking<'_>>; 2], columns: usize) -> bool {
    let mut neighbours = neighbours.iter().flatten().peekable();
    neighbours.peek().is_some() && neighbours.all(|other| other.cells == columns + 1)
}

fn report_shifted(row: &Row<'_>, expected: usize, sign: &'static str) -> Diagnostic {
    let fault = Diagnostic::new(&rules::ROW_SHIFTED, row.span());
    let fault = fault.param("found", row.cells().len());
    fault.param("expected", expected).param("sign", sign)
}

fn report_ragged(row: &Row<'_>, expected: usize) -> Diagnostic {
    let fault = Diagnostic::new(&rules::ROW_RAGGED, row.span());
    let fault = fault.param("found", row.cells().len());
    fault.param("expected", expected)
}

/// Returns whether the cells of a row are in their columns. Two cases prove it: the last named column is filled and only the empty cell after
/// it is missing; or the last column of values holds a date or a currency, which is valid in no other column.
fn ends_in_place(row: &Row<'_>, classifier: &RowClassifier<'_, '_, '_>) -> bool {
    let RowClassifier {
        header, mapping, ..
    } = classifier;
    let mut cells = row.cells().iter();
    let Some(last) = cells.rposition(|cell| !content::is_blank(cell)) else {
        return false;
    };
    let is_short = row.cells().len() < header.names.len();
    if is_short && header.last_named() == Some(last) {
        return true;
    }
    if mapping.value_cells().max() != Some(last) {
        return false;
    }
    let text = content::text_at(row, Some(last));
    if mapping.currency == Some(last) && Currency::parse(&text).is_ok() {
        return true;
    }
    let has_dates = mapping.date_cells().any(|cell| cell == last);
    has_dates && date::parse(&text, &mapping.style.dates).is_some()
}

/// Returns whether the reference of a short row is in its column, right of a column of values in which it would not be valid. So no value before it has moved, as
/// the reference would have moved too: what is missing is a cell of the text, or one after it.
fn has_reference_in_place(row: &Row<'_>, classifier: &RowClassifier<'_, '_, '_>) -> bool {
    let mapping = &classifier.mapping;
    let Some(reference) = mapping.transaction_id else {
        return false;
    };
    let is_before = |cell: usize| cell < reference;
    let is_beside = |cell: usize| cell + 1 == reference;
    let text = content::text_at(row, Some(reference));
    text.contains(|character: char| character.is_ascii_digit())
        && mapping.value_cells().all(is_before)
        && mapping.value_cells().any(is_beside)
        && mapping.has_valid_values(row)
        && !classifier.has_moved_value(row)
        && amount::read_amount(row, mapping).is_ok()
}

/// Returns whether a row only lacks empty cells at its end, which spreadsheets omit, or only has one more there: wherever before its last value a delimiter
/// could have been lost or added, a value would be in a column that can't hold it.
fn differs_at_end_only(row: &Row<'_>, classifier: &RowClassifier<'_, '_, '_>) -> bool {
    let mapping = &classifier.mapping;
    let is_short = row.cells().len() < classifier.header.names.len();
    let ends_in_value = row
        .cells()
        .last()
        .is_some_and(|cell| !content::is_blank(cell));
    let is_whole =
        |row: &Row<'_>| mapping.has_valid_values(row) && !classifier.has_moved_value(row);
    if is_short && !ends_in_value || row.stray_quote().is_some() || !is_whole(row) {
        return false;
    }
    let is_filled = |row: &Row<'_>, cell: usize| content::filled_cell_at(row, Some(cell)).is_some();
    let Some(last) = mapping
        .value_cells()
        .filter(|cell| is_filled(row, *cell))
        .max()
    else {
        return false;
    };
    let could_have_moved = |at: usize| {
        let before = if is_short {
            row.with_empty_cell(at)
        } else {
            row.without_cell(at)
        };
        // A cell that was lost may have held the amount.
        let held_amount = is_short && mapping.amount_cells().contains(&Some(at));
        let lacks_amount = || {
            let mut amounts = mapping.amount_cells().into_iter().flatten();
            !amounts.any(|cell| is_filled(&before, cell))
        };
        let has_amount = amount::read_amount(&before, mapping).is_ok();
        (has_amount || held_amount && lacks_amount()) && is_whole(&before)
    };
    !(0..=last).any(could_have_moved)
}

/// Returns whether the balance of a row follows from that of a neighbour.
fn is_confirmed(
    row: &Row<'_>,
    booking: Booking<'_>,
    neighbours: [Option<Booking<'_>>; 2],
    classifier: &RowClassifier<'_, '_, '_>,
) -> bool {
    let Ok(amount) = amount::read_amount(row, &classifier.mapping) else {
        return false;
    };
    let Some(balance) = booking.balance(classifier) else {
        return false;
    };
    for neighbour in neighbours.iter().flatten() {
        if let Some(before) = neighbour.balance(classifier)
            && checked_sum(before, amount.amount.signed()) == Some(balance)
        {
            return true;
        }
    }
    false
}

fn next_booking<'t>(
    following: &Rows<'t>,
    classifier: &RowClassifier<'t, '_, '_>,
) -> Option<Booking<'t>> {
    let (mut rows, mut row) = (following.clone(), Row::default());
    for _ in 0..MAX_ROWS_AHEAD {
        if !rows.next_row(&mut row) {
            break;
        }
        classifier.header.clean_row(&mut row, classifier.text);
        if content::count_filled(&row) == 0 {
            continue;
        }
        if classifier.mapping.is_booking(&row) && classifier.check_cell_count(&row).is_ok() {
            return Some(Booking::new(&row, classifier));
        }
    }
    None
}

/// Compares the last cell of each entry's row with that of other entries, to find a last cell that may be truncated.
#[derive(Debug, Default)]
pub(super) struct LastCell {
    /// Whether an earlier entry ended in an empty cell; then a truncation after a delimiter can't be noticed.
    has_empty_last_cell: bool,
    /// The length of the date at the end of the previous entry, if it ended in one.
    last_date_len: Option<usize>,
}

impl LastCell {
    /// Reports a last cell without a line end, which may be truncated without any other sign.
    pub(super) fn check(
        &mut self,
        row: &Row<'_>,
        number: usize,
        mapping: &ColumnMapping<'_>,
        faults: &mut Vec<Diagnostic>,
    ) {
        let last = row.cells().len().saturating_sub(1);
        let is_blank = content::is_blank_at(row, last);
        let is_date = mapping.date_cells().any(|cell| cell == last);
        if !row.has_line_end() {
            let may_be_truncated = if is_blank {
                // A missing value may have been there, unless a row above ended in an empty cell too.
                let is_compared = number > 1 && !self.has_empty_last_cell;
                is_compared && (is_date || mapping.feeds_transaction(last))
            } else if is_date {
                // A date is complete if the date above was as long, or if the style has no longer pattern.
                let date = content::text_at(row, Some(last));
                self.last_date_len != Some(date.len())
                    && date::may_be_truncated(&date, &mapping.style.dates)
            } else {
                mapping.feeds_transaction(last)
            };
            if may_be_truncated {
                let span = content::span_at(row, Some(last));
                faults.push(Diagnostic::new(&rules::LAST_CELL_OPEN, span));
            }
        }
        self.has_empty_last_cell |= is_blank;
        self.last_date_len = is_date.then(|| content::text_at(row, Some(last)).len());
    }
}
