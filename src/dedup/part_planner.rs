use std::collections::HashSet;

use super::following_days::{AccountDay, account_day};
use super::key::Key;
use super::plan::{KnownTransactions, Plan, plan_part};
use super::stored_statement::StoredStatement;
use super::verdict::{OnConflict, Verdict};

/// Plans the parts of an import one after the other.
#[derive(Debug, Default)]
pub(super) struct PartPlanner {
    /// The number of transactions in the parts so far.
    count: usize,
    /// The indexes of the new ones.
    new: Vec<u32>,
    /// The days of bookings that were left out although balances prove that they are new.
    left_out: HashSet<AccountDay>,
}

impl PartPlanner {
    /// Plans the next part. `known` has what the earlier parts have created too, with the indexes from [`batch_index`](Self::batch_index).
    pub(super) fn plan<'b>(
        &mut self,
        keys: Vec<Key<'b>>,
        known: &KnownTransactions,
        on_conflict: OnConflict,
    ) -> Plan<'b> {
        let plan = plan_part(keys, known, on_conflict, self.count);
        let indexes = (self.count..)
            .zip(plan.verdicts())
            .filter(|(_, (_, verdict))| verdict.is_new());
        self.new
            .extend(indexes.map(|(index, _)| u32::try_from(index).unwrap_or(u32::MAX)));
        self.count += plan.verdicts().len();
        for (key, verdict) in plan.verdicts() {
            if matches!(verdict, Verdict::Conflict(conflict) if conflict.is_proved) {
                self.left_out.extend(account_day(key.transaction()));
            }
        }
        plan
    }

    /// Returns the index of a transaction that the import has created, before which it has created so many.
    pub(super) fn batch_index(&self, earlier_new: u64) -> Option<usize> {
        usize::try_from(*self.new.get(usize::try_from(earlier_new).ok()?)?).ok()
    }

    /// Returns the number of transactions that are new.
    pub(super) fn new_count(&self) -> usize {
        self.new.len()
    }

    /// Returns the statements that are imported whole.
    pub(super) fn whole<'s>(&self, statements: &'s [StoredStatement]) -> Vec<&'s StoredStatement> {
        let is_whole = |statement: &&StoredStatement| {
            let mut days = statement.account_days();
            !days.any(|day| self.left_out.contains(&day))
        };
        statements.iter().filter(is_whole).collect()
    }
}
