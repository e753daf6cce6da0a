//! Which transactions of a file are left out of it.

use std::collections::HashMap;

use super::occurrences::Occurrence;
use crate::statement::{Conversion, Origin, SkipReason, SkippedRow, StatementEntry, Summary};
use crate::transactions::{Transaction, push_occurrence};
use crate::value::Text;

/// Which transactions of a file an earlier statement has, and which have another number among equal ones than in their file. By their index in the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Repeats(HashMap<usize, Repeat>);

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
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether an earlier statement has a transaction, by its index in the file.
    #[must_use]
    pub fn has_dropped(&self, index: usize) -> bool {
        matches!(self.0.get(&index), Some(Repeat::Dropped { .. }))
    }

    /// Returns another id for a transaction, where its number among equal ones is not that in its file.
    #[must_use]
    pub fn new_id(&self, index: usize, id: &str) -> Option<String> {
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
    pub fn apply_to(&self, summary: &mut Summary) {
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
            match new_index(index) {
                Some(index) => entry.set_index(index),
                None => entry.drop_transaction(),
            }
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
                conversion.dropped.push((index, transaction, origin));
            } else {
                self.renumber(index, &mut transaction);
                conversion.transactions.push(transaction);
                conversion.origins.push(origin);
            }
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

/// Puts the transactions that were left out of a file into it again, to compare its statements with others than before.
pub(super) fn restore(conversion: &mut Conversion) {
    let Conversion {
        transactions,
        origins,
        summary,
        dropped,
    } = conversion;
    if dropped.is_empty() {
        return;
    }
    let kept = std::mem::take(transactions).into_iter();
    let mut kept = kept.zip(std::mem::take(origins)).peekable();
    let mut dropped = std::mem::take(dropped).into_iter().peekable();
    // The index that each kept transaction had.
    let mut indexes = Vec::with_capacity(kept.len());
    while kept.peek().is_some() || dropped.peek().is_some() {
        let is_next = |(index, ..): &(usize, Transaction, Origin)| *index == transactions.len();
        let next = match dropped.next_if(is_next) {
            Some((_, transaction, origin)) => Some((transaction, origin)),
            None => {
                indexes.push(transactions.len());
                kept.next()
            }
        };
        let Some((transaction, origin)) = next else {
            break;
        };
        transactions.push(transaction);
        origins.push(origin);
    }
    let old_index = |index: usize| indexes.get(index).copied();
    summary.converted = transactions.len();
    summary
        .skipped
        .retain(|row| row.reason != SkipReason::Repeated);
    for item in summary
        .report
        .findings
        .iter_mut()
        .filter_map(|finding| finding.item.as_mut())
    {
        item.index = old_index(item.index).unwrap_or(item.index);
    }
    let statements = summary.statements.iter_mut();
    for entry in statements.flat_map(|statement| &mut statement.entries) {
        if let Some(index) = entry.restore_transaction().and_then(old_index) {
            entry.set_index(index);
        }
    }
}
