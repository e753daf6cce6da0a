use rust_decimal::Decimal;

use super::amount;
use super::classifier::RowClassifier;
use crate::format::rules;
use crate::format::table::profile::RowKind;
use crate::format::table::value::{content, date, number};
use crate::format::table::{Cell, Row, Rows};
use crate::report::Diagnostic;
use crate::statement::checked_sum;
use crate::value::Currency;

/// The maximum number of rows that are read ahead to find the next booking.
const MAX_ROWS_AHEAD: usize = 100;

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
    /// Checks a booking. `following` are the rows after it.
    ///
    /// # Errors
    ///
    /// The row has another number of cells than the header, and neither the bookings around it nor its balance show that nothing moved.
    pub(super) fn check_booking(
        &mut self,
        row: &Row<'t>,
        following: &Rows<'t>,
        classifier: &RowClassifier<'t, '_, '_>,
    ) -> Result<(), Diagnostic> {
        let booking = Booking::new(row, classifier);
        let previous = self.previous.replace(booking);
        let expected = classifier.header.names.len();
        if booking.cells == expected
            || classifier.may_have_cells(booking.cells)
            || ends_in_place(row, classifier)
        {
            return Ok(());
        }
        let is_alike = |other: &Booking<'_>| other.cells == booking.cells;
        // The last row of a file may be truncated.
        let next =
            next_booking(following, classifier).filter(|next| next.has_line_end || is_alike(next));
        let mut neighbours = [&previous, &next].into_iter().flatten().peekable();
        if neighbours.peek().is_some() && neighbours.all(is_alike)
            || is_confirmed(row, booking, [previous, next], classifier)
        {
            return Ok(());
        }
        let fault = Diagnostic::new(&rules::ROW_SHIFTED, row.span()).param("found", booking.cells);
        Err(fault.param("expected", expected))
    }

    /// Returns a warning if a total among the bookings has more cells than the header: it may be a booking whose amount moved to the column of
    /// totals.
    pub(super) fn check_total(
        &self,
        row: &Row<'t>,
        following: &Rows<'t>,
        classifier: &RowClassifier<'t, '_, '_>,
    ) -> Option<Diagnostic> {
        let (cells, expected) = (row.cells().len(), classifier.header.names.len());
        let is_among_bookings =
            || self.previous.is_some() && next_booking(following, classifier).is_some();
        (cells > expected && is_among_bookings()).then(|| {
            Diagnostic::new(&rules::ROW_RAGGED, row.span())
                .param("found", cells)
                .param("expected", expected)
        })
    }

    /// Returns a warning if a detail has another number of cells than the header and the detail before it.
    pub(super) fn check_detail(&mut self, row: &Row<'_>, columns: usize) -> Option<Diagnostic> {
        let cells = row.cells().len();
        let previous = self.detail_cells.replace(cells)?;
        (cells != columns && cells != previous).then(|| {
            Diagnostic::new(&rules::ROW_RAGGED, row.span())
                .param("found", cells)
                .param("expected", previous)
        })
    }
}

impl<'t> Booking<'t> {
    fn new(row: &Row<'t>, classifier: &RowClassifier<'t, '_, '_>) -> Self {
        let balance = classifier
            .mapping
            .balance
            .and_then(|cell| row.cells().get(cell))
            .copied();
        Self {
            cells: row.cells().len(),
            balance,
            has_line_end: row.has_line_end(),
        }
    }

    /// Returns the balance, which most bookings are not asked for.
    fn balance(&self, classifier: &RowClassifier<'_, '_, '_>) -> Option<Decimal> {
        let text = content::text(self.balance.as_ref()?);
        number::parse(&text, &classifier.mapping.style.numbers).map(|parsed| parsed.number)
    }
}

/// Returns whether the last value of a row shows that no value before it moved: it is in the last named column of the header, and only the
/// empty cell after it is missing, or it is a date or a currency in the last column of values, where no other value is valid.
fn ends_in_place(row: &Row<'_>, classifier: &RowClassifier<'_, '_, '_>) -> bool {
    let RowClassifier {
        header, mapping, ..
    } = classifier;
    let Some(last) = row
        .cells()
        .iter()
        .rposition(|cell| !content::is_blank(cell))
    else {
        return false;
    };
    let is_short = row.cells().len() < header.names.len();
    if is_short && header.names.iter().rposition(|name| !name.is_empty()) == Some(last) {
        return true;
    }
    let text = content::text_at(row, Some(last));
    let is_date = mapping.date_cells().any(|cell| cell == last)
        && date::parse(&text, &mapping.style.dates).is_some();
    let is_currency = mapping.currency == Some(last) && Currency::parse(&text).is_ok();
    (is_date || is_currency) && mapping.value_cells().max() == Some(last)
}

/// Returns whether the balance of a row follows from that of a neighbour.
fn is_confirmed(
    row: &Row<'_>,
    booking: Booking<'_>,
    neighbours: [Option<Booking<'_>>; 2],
    classifier: &RowClassifier<'_, '_, '_>,
) -> bool {
    let amount = amount::read_amount(row, &classifier.mapping)
        .ok()
        .map(|amount| amount.amount.signed());
    let follows_from = |other: &Booking<'_>| {
        Some(checked_sum(other.balance(classifier)?, amount?)? == booking.balance(classifier)?)
    };
    neighbours
        .iter()
        .flatten()
        .any(|other| follows_from(other) == Some(true))
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
        row.clear_empty_values(&classifier.header.profile.empty_values);
        let is_booking = || is_booking(classifier.mapping.row_rule(&row).map(|rule| rule.kind));
        if content::count_filled(&row) > 0
            && is_booking()
            && classifier.check_cell_count(&row).is_ok()
        {
            return Some(Booking::new(&row, classifier));
        }
    }
    None
}

/// Returns whether rows of a kind are bookings, booked or not.
pub(super) const fn is_booking(kind: Option<RowKind>) -> bool {
    matches!(kind, None | Some(RowKind::Pending | RowKind::Void))
}
