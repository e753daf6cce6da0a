use super::outcome::UnlocatedErrors;
use crate::transactions::ImportResult;

/// A search for the records that the service counted as errors in a batch. It sends parts of the batch again, so each record needs an id: what is imported
/// already counts as existing.
pub(super) struct Search {
    batch: Vec<usize>,
    /// The parts that are still to be sent, the next one last.
    parts: Vec<Vec<usize>>,
    /// How many errors of the batch have no record yet.
    unlocated: u64,
    new: u64,
    errors: Vec<usize>,
}

/// The result of a search.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// How many of the errors were imported now: their reason has passed.
    pub(super) new: u64,
    /// The records that are errors.
    pub(super) errors: Vec<usize>,
    /// The errors without a record, if the search ended early or the service contradicted itself.
    pub(super) unlocated: Option<UnlocatedErrors>,
}

impl Search {
    /// Starts a search in a batch. There is nothing to search if all its records are errors.
    pub(super) fn new(batch: &[usize], errors: u64) -> Self {
        let mut search = Self {
            batch: batch.to_vec(),
            parts: Vec::new(),
            unlocated: errors,
            new: 0,
            errors: Vec::new(),
        };
        search.divide(batch, errors);
        search
    }

    /// Returns the part to send next. `None` if the search is over.
    pub(super) fn next_part(&self) -> Option<&[usize]> {
        self.parts
            .last()
            .map(Vec::as_slice)
            .filter(|_| self.unlocated > 0)
    }

    /// Takes the counts of the part that was sent.
    pub(super) fn on_counts(&mut self, counts: &ImportResult) {
        let Some(part) = self.parts.pop() else { return };
        let new = counts.new_transactions.min(self.unlocated);
        self.new += new;
        self.unlocated -= new;
        self.divide(&part, counts.error_transactions);
    }

    /// Returns the errors that the search has not reported yet.
    pub(super) fn pending(&self) -> Option<UnlocatedErrors> {
        let found = u64::try_from(self.errors.len()).unwrap_or(u64::MAX);
        let among = [self.parts.concat(), self.errors.clone()].concat();
        let count = self.unlocated.saturating_add(found);
        (count > 0).then_some(UnlocatedErrors { count, among })
    }

    /// Ends the search.
    pub(super) fn finish(self) -> Found {
        let rest: Vec<usize> = self.parts.concat();
        let among = if rest.is_empty() { self.batch } else { rest };
        let unlocated = (self.unlocated > 0).then_some(UnlocatedErrors {
            count: self.unlocated,
            among,
        });
        Found {
            new: self.new,
            errors: self.errors,
            unlocated,
        }
    }

    /// Takes over a part in which all records are errors, and divides one with some errors.
    fn divide(&mut self, part: &[usize], errors: u64) {
        let length = u64::try_from(part.len()).unwrap_or(u64::MAX);
        if errors == 0 {
            return;
        }
        if length <= errors {
            self.errors.extend_from_slice(part);
            self.unlocated = self.unlocated.saturating_sub(length);
        } else if let Some((first, second)) = part.split_at_checked(part.len() / 2) {
            self.parts.extend([second.to_vec(), first.to_vec()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn count(records: usize) -> u64 {
        u64::try_from(records).unwrap()
    }

    proptest! {
        #[test]
        fn finds_every_error(faulty in prop::collection::vec(any::<bool>(), 1..200)) {
            let batch: Vec<usize> = (10..10 + faulty.len()).collect();
            let errors_of = |part: &[usize]| part.iter().copied().filter(|number| faulty[number - 10]).collect::<Vec<_>>();
            let errors = errors_of(&batch);
            let mut search = Search::new(&batch, count(errors.len()));
            let mut requests = 0;
            while let Some(part) = search.next_part() {
                let found = count(errors_of(part).len());
                let counts = ImportResult::new(count(part.len()) - found, 0, found);
                search.on_counts(&counts);
                requests += 1;
            }
            prop_assert!(requests <= 2 * errors.len() * 9, "{} requests", requests);
            prop_assert_eq!(search.finish(), Found { new: 0, errors, unlocated: None });
        }
    }

    #[test]
    fn an_error_that_passes_becomes_new() {
        let mut search = Search::new(&[0, 1, 2, 3], 1);
        assert_eq!(search.next_part(), Some([0, 1].as_slice()));
        search.on_counts(&ImportResult::new(1, 1, 0));
        assert_eq!(search.next_part(), None);
        assert_eq!(
            search.finish(),
            Found {
                new: 1,
                errors: vec![],
                unlocated: None
            }
        );
    }

    #[test]
    fn an_end_before_the_error_is_found_says_where_it_may_be() {
        let mut search = Search::new(&[0, 1, 2, 3], 1);
        search.on_counts(&ImportResult::new(2, 0, 0));
        let unlocated = Some(UnlocatedErrors {
            count: 1,
            among: vec![2, 3],
        });
        assert_eq!(
            search.finish(),
            Found {
                new: 0,
                errors: vec![],
                unlocated
            }
        );
        let mut search = Search::new(&[0, 1], 1);
        (0..2).for_each(|_| search.on_counts(&ImportResult::new(1, 0, 0)));
        assert_eq!(
            search.next_part(),
            None,
            "the service counts no error any more"
        );
        assert_eq!(
            search.finish().unlocated,
            Some(UnlocatedErrors {
                count: 1,
                among: vec![0, 1]
            })
        );
    }
}
