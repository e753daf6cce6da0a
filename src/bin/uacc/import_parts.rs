//! The parts in which an import reads the transactions that are held back.

use std::io;

use universal_accounting::dedup::{
    FollowingDays, OnConflict, Parts, Plan, StoredStatement, UnreadablePart,
};
use universal_accounting::transactions::Transaction;

use crate::held_transactions::{Place, Transactions};
use crate::import_review::Review;

/// How many transactions are imported at a time.
const PART_LEN: usize = 10_000;

/// The transactions of an import that are held back, and what is found about them.
pub(crate) struct SpooledParts<'i> {
    transactions: Transactions,
    place: Place,
    review: Review<'i>,
    statements: Vec<StoredStatement>,
    on_conflict: OnConflict,
    following_days: FollowingDays,
    /// Why a part can't be read.
    error: Option<io::Error>,
}

impl<'i> SpooledParts<'i> {
    pub(crate) fn new(
        transactions: Transactions,
        review: Review<'i>,
        statements: Vec<StoredStatement>,
        on_conflict: OnConflict,
        following_days: FollowingDays,
    ) -> Self {
        Self {
            transactions,
            place: Place::default(),
            review,
            statements,
            on_conflict,
            following_days,
            error: None,
        }
    }

    /// Returns the review, or why a part could not be read.
    pub(crate) fn into_review(self, is_done: bool) -> Result<Review<'i>, String> {
        match self.error.filter(|_| !is_done) {
            Some(error) => Err(format!(
                "nothing was imported: the transactions can't be read again: {error}"
            )),
            None => Ok(self.review),
        }
    }
}

impl Parts for SpooledParts<'_> {
    fn rewind(&mut self) {
        self.place = Place::default();
        self.review.begin();
    }

    fn next_part(&mut self) -> Result<Option<Vec<Transaction>>, UnreadablePart> {
        self.transactions
            .next_part(&mut self.place, PART_LEN)
            .map_err(|error| {
                self.error = Some(error);
                UnreadablePart
            })
    }

    fn following_days(&self) -> Option<&FollowingDays> {
        Some(&self.following_days)
    }

    fn on_conflict(&self) -> OnConflict {
        self.on_conflict
    }

    fn statements(&self) -> &[StoredStatement] {
        &self.statements
    }

    fn take_plan(&mut self, plan: &Plan<'_>) {
        self.review.add(plan);
    }
}
