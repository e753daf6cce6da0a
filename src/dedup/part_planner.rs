use super::key::Key;
use super::plan::{KnownTransactions, Plan, plan_part};
use super::verdict::OnConflict;

/// Plans the parts of an import one after the other.
#[derive(Debug, Default)]
pub(super) struct PartPlanner {
    /// The number of transactions in the parts so far.
    count: usize,
    /// The indexes of the new ones.
    new: Vec<u32>,
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
}
