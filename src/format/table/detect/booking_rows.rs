//! Tells a table of bookings from other tables without knowing its format.

use rust_decimal::Decimal;

use crate::format::table::value::content;
use crate::sheet::{Row, Rows, date};

/// Returns whether a row of a table that was written with semicolons has a date, a number with a point and another cell, as a booking has.
pub(in crate::format) fn has_booking_rows(text: &str) -> bool {
    let (mut rows, mut row) = (Rows::new(text, b';'), Row::default());
    while rows.next_row(&mut row) {
        let texts = || row.cells().iter().map(content::text);
        if content::count_filled(&row) > 2
            && texts().any(|text| date::looks_like_date(&text))
            && texts().any(|text| text.parse::<Decimal>().is_ok())
        {
            return true;
        }
    }
    false
}
