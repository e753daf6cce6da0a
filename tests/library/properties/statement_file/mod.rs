//! Statements as files, in the formats of several banks.

pub(crate) mod file;
pub(crate) mod formats;
mod writer;

use std::ops::RangeInclusive;

use self::file::{Chunk, File, Proof};
use self::formats::Format;
use self::writer::Writer;
use crate::properties::statement::{Booking, State, Statement};

impl Format {
    /// Writes some days of the statement as a file. Style 0 quotes only cells that must be quoted, style 1 quotes all texts, and style 2
    /// quotes all cells; styles 3 to 5 are the same with another delimiter at line ends.
    pub(crate) fn write(
        &self,
        statement: &Statement,
        days: RangeInclusive<u64>,
        language: usize,
        style: usize,
    ) -> File {
        let before =
            |booking: &&Booking| booking.state == State::Booked && booking.day < *days.start();
        let opening = statement.opening
            + statement
                .bookings
                .iter()
                .filter(before)
                .map(|booking| booking.cents)
                .sum::<i64>();
        let mut chosen: Vec<(usize, &Booking)> = statement
            .bookings
            .iter()
            .enumerate()
            .filter(|(_, booking)| days.contains(&booking.day))
            .collect();
        let moved = chosen
            .iter()
            .filter(|(_, booking)| booking.state == State::Booked);
        let closing = opening + moved.map(|(_, booking)| booking.cents).sum::<i64>();
        if self.is_newest_first() {
            chosen.reverse();
        }
        // Only a second row shows that all rows end otherwise than the header.
        let style = if chosen.len() > 1 { style } else { style % 3 };
        let writer = Writer {
            format: self,
            statement,
            language,
            style,
        };
        let chunks: Vec<Chunk> = chosen
            .iter()
            .map(|(index, booking)| writer.chunk(*index, booking))
            .collect();
        // The balances of an account without transactions count only where no account has any.
        let is_booked = |account: usize| {
            let mut bookings = chosen.iter().map(|(_, booking)| booking);
            bookings.any(|booking| booking.account == account && booking.state == State::Booked)
        };
        let all = 0..statement.accounts.len();
        let none_is_booked = !all.clone().any(is_booked);
        let accounts = all.filter(|account| none_is_booked || is_booked(*account));
        let proofs = accounts.map(|account| writer.proof(account, days.clone()));
        let proof = proofs.fold(Proof::default(), |all, next| Proof {
            compared: all.compared + next.compared,
            confirmed: all.confirmed + next.confirmed,
            begins_with_skipped: all.begins_with_skipped || next.begins_with_skipped,
        });
        let tail = if self.profile == "postfinance-account" {
            "\nDisclaimer:\nDies ist kein Beleg.\n"
        } else {
            ""
        };
        File {
            head: writer.head(opening, closing),
            chunks,
            tail: tail.to_owned(),
            proof,
        }
    }
}
