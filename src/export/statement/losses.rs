//! What formats with few fields leave out.

use super::account_statement::Booking;
use crate::export::note::{NoteKind, Notes};
use crate::value::Date;

impl Notes {
    /// Notes the values of a booking for which a format with one day has no place, and its id if it has none either.
    pub(super) fn add_lost(&mut self, booking: &Booking<'_>, day: Date, has_id: bool) {
        let transaction = booking.transaction;
        let is_other = |other: Option<Date>| other.is_some_and(|other| other != day);
        for (field, is_lost) in [
            ("transactionId", !has_id && !booking.id().is_empty()),
            ("originalAmount", transaction.original_amount.is_some()),
            ("valutaAt", is_other(transaction.valuta_at)),
            ("purchasedAt", is_other(transaction.purchased_at)),
        ] {
            self.add(NoteKind::NoPlace { field }, usize::from(is_lost));
        }
    }
}
