//! Which transactions of a file are left out of it.

use std::collections::HashMap;

use super::occurrences::Occurrence;
use crate::statement::{Conversion, SkipReason, SkippedRow, StatementEntry, Summary};
use crate::transactions::{Transaction, push_occurrence};
use crate::value::Text;

/// Which transactions of a file an earlier statement has, and which have another number among equal ones than in their file. By their index in the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Repeats(HashMap<usize, Repeat>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Repeat {
    /// An earlier statement has it. The line of its row.
    Dropped { line: usize },
    /// Its id gets another number of its occurrence.
    Renumbered { from: u32, to: u32 },
}

impl Repeats {
    /// Adds the entries of a statement.
    pub(super) fn add(&mut self, entries: &[StatementEntry], occurrences: &[Occurrence]) {
        for (entry, occurrence) in entries.iter().zip(occurrences) {
            let Some(index) = entry.index() else {
                continue;
            };
            let repeat = match *occurrence {
                Occurrence::Repeated { .. } => Repeat::Dropped { line: entry.line() },
                Occurrence::Counts(to) if to != entry.id_number => Repeat::Renumbered {
                    from: entry.id_number,
                    to,
                },
                Occurrence::Counts(_) => continue,
            };
            self.0.insert(index, repeat);
        }
    }

    /// Whether every transaction of the file stays as it is.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether an earlier statement has a transaction, by its index in the file.
    pub(crate) fn has_dropped(&self, index: usize) -> bool {
        matches!(self.0.get(&index), Some(Repeat::Dropped { .. }))
    }

    /// Returns another id for a transaction, where its number among equal ones is not that in its file.
    pub(crate) fn new_id(&self, index: usize, id: &str) -> Option<String> {
        let Repeat::Renumbered { from, to } = *self.0.get(&index)? else {
            return None;
        };
        let mut suffix = String::new();
        push_occurrence(from, &mut suffix);
        let mut id = id.strip_suffix(&suffix).unwrap_or(id).to_owned();
        push_occurrence(to, &mut id);
        Some(id)
    }

    /// Counts the dropped transactions of a file among its skipped rows.
    pub(super) fn apply_to(&self, summary: &mut Summary) {
        if self.is_empty() {
            return;
        }
        let dropped = self.0.values().filter_map(|repeat| match repeat {
            Repeat::Dropped { line } => Some(SkippedRow {
                line: *line,
                reason: SkipReason::Repeated,
            }),
            Repeat::Renumbered { .. } => None,
        });
        summary.skipped.extend(dropped);
        summary.skipped.sort_by_key(|row| row.line);
        let mut kept = 0;
        let new_indexes: Vec<Option<usize>> = (0..summary.converted)
            .map(|index| {
                (!self.has_dropped(index)).then(|| {
                    kept += 1;
                    kept - 1
                })
            })
            .collect();
        summary.converted = kept;
        let new_index = |index: usize| new_indexes.get(index).copied().flatten();
        for finding in &mut summary.report.findings {
            finding.item = finding.item.take().and_then(|mut item| {
                item.index = new_index(item.index)?;
                Some(item)
            });
        }
        for entry in summary
            .statements
            .iter_mut()
            .flat_map(|statement| &mut statement.entries)
        {
            let Some(index) = entry.index() else {
                continue;
            };
            if let Some(Repeat::Renumbered { to, .. }) = self.0.get(&index) {
                entry.id_number = *to;
            }
            entry.set_index(new_index(index));
        }
    }

    pub(super) fn apply_to_transactions(&self, conversion: &mut Conversion) {
        if self.is_empty() {
            return;
        }
        let transactions = std::mem::take(&mut conversion.transactions);
        let origins = std::mem::take(&mut conversion.origins);
        for (index, (mut transaction, origin)) in transactions.into_iter().zip(origins).enumerate()
        {
            if self.has_dropped(index) {
                continue;
            }
            self.renumber(index, &mut transaction);
            conversion.transactions.push(transaction);
            conversion.origins.push(origin);
        }
    }

    fn renumber(&self, index: usize, transaction: &mut Transaction) {
        let id = transaction.transaction_id.as_ref();
        let id = id.and_then(|id| self.new_id(index, id.as_ref()));
        if let Some(id) = id.and_then(|id| Text::parse(&id).ok()) {
            transaction.transaction_id = Some(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_gets_the_next_number_in_the_place_of_its_own() {
        let renumbered = |from, to| Repeats(HashMap::from([(0, Repeat::Renumbered { from, to })]));
        for (from, to, id, expected) in [
            (1, 2, "r5-a", "r5-a-2"),
            (2, 3, "r5-a-2", "r5-a-3"),
            (2, 1, "r5-a-2", "r5-a"),
        ] {
            let found = renumbered(from, to).new_id(0, id);
            assert_eq!(found.as_deref(), Some(expected));
        }
        assert_eq!(renumbered(1, 2).new_id(1, "r5-a"), None);
        let dropped = Repeats(HashMap::from([(0, Repeat::Dropped { line: 3 })]));
        assert!(dropped.has_dropped(0) && dropped.new_id(0, "r5-a").is_none());
    }
}
