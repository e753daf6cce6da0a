//! The days on which a statement that is sent begins where a stored one ends, or ends where a stored one begins.

use std::collections::{HashMap, HashSet};

use super::key::{Key, keys};
use super::statement_links::{Linked, LinkedAccount};
use super::stored_statement::StoredStatement;
use crate::continuity::Link;
use crate::statement::BalanceStatus;
use crate::transactions::Transaction;
use crate::value::{AccountIdentifier, Currency, Date};

/// A day of an account in a currency.
pub(super) type AccountDay = (AccountIdentifier, Currency, Date);

/// The days on which no stored booking can be one that is sent: their statements were both proved, and the balance with which one ends is that with which the
/// other begins, on the same day. There, equal ids are two bookings.
#[derive(Debug, Clone, Default)]
pub struct FollowingDays(HashSet<AccountDay>);

/// Returns the account, the currency and the day of a transaction that has a day.
pub(super) fn account_day(transaction: &Transaction) -> Option<AccountDay> {
    let account = transaction.account_identifier.clone();
    Some((account, transaction.currency, transaction.day()?))
}

impl FollowingDays {
    /// Finds the days among linked statements: those of the store, and those that are sent and new. A day is none if a stored statement of it is sent again, or if its
    /// statements don't follow one another in one line.
    pub(super) fn find(
        accounts: &[LinkedAccount<'_>],
        is_stored: impl Fn(&StoredStatement) -> bool,
        sent_again: &[&StoredStatement],
    ) -> Self {
        let linked = || accounts.iter().flat_map(|(_, _, linked)| linked);
        let mut meetings: HashMap<AccountDay, usize> = HashMap::new();
        for day in linked().filter_map(meeting_day) {
            *meetings.entry(day).or_default() += 1;
        }
        // Where a stored statement is sent again, its bookings have their ids, and the files are compared with each other.
        meetings.retain(|day, meetings| {
            if sent_again.iter().any(|statement| covers(statement, day)) {
                return false;
            }
            let (mut count, mut has_stored, mut has_new) = (0, false, false);
            let statements = linked().map(|linked| linked.statement);
            for statement in statements.filter(|statement| covers(statement, day)) {
                count += 1;
                let has_entries = statement.days.iter().any(|total| total.day == day.2);
                let of_store = is_stored(statement);
                has_stored |= has_entries && of_store;
                has_new |= has_entries && !of_store;
            }
            // All statements of the day are in one line.
            count == *meetings + 1 && has_stored && has_new
        });
        Self(meetings.into_keys().collect())
    }

    /// Returns the keys of transactions, as [`keys`] does.
    #[must_use]
    pub fn keys<'b>(&self, batch: impl IntoIterator<Item = &'b Transaction>) -> Vec<Key<'b>> {
        let mut keys = keys(batch);
        if self.0.is_empty() {
            return keys;
        }
        for key in &mut keys {
            if account_day(key.transaction()).is_some_and(|day| self.0.contains(&day)) {
                key.set_proved_new();
            }
        }
        keys
    }
}

/// Whether a day is one of those of a statement.
fn covers(statement: &StoredStatement, (account, currency, day): &AccountDay) -> bool {
    let period = statement.period();
    statement.account == *account
        && statement.currency == *currency
        && period.is_some_and(|[first, last]| first <= *day && *day <= last)
}

/// Returns the day on which a statement begins that follows another one, if the other one ends on it and both are proved.
fn meeting_day(linked: &Linked<'_>) -> Option<AccountDay> {
    let (before, after) = (linked.other?, linked.statement);
    let is_proved = |statement: &StoredStatement| {
        statement.balance_status == BalanceStatus::Proved && statement.has_both_balances()
    };
    let ([_, last], [day, _]) = (before.period()?, after.period()?);
    let meets = linked.link == Link::Follows && last == day;
    let is_sure = meets && is_proved(before) && is_proved(after);
    is_sure.then(|| (after.account.clone(), after.currency, day))
}
