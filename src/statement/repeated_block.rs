use std::collections::HashMap;

use super::entry::RowPosition;

/// The minimum number of adjacent rows that must occur twice.
const MIN_ROWS: usize = 3;

/// The maximum number of equal rows that a row is compared with.
const MAX_EQUAL_ROWS: usize = 16;

/// Counts adjacent entries with an occurrence number, so that most statements need not be searched for repeated blocks.
#[derive(Debug, Default)]
pub(super) struct RepeatedRows {
    adjacent: usize,
    may_have_block: bool,
}

impl RepeatedRows {
    pub(super) fn add(&mut self, is_repeated: bool) {
        self.adjacent = if is_repeated { self.adjacent + 1 } else { 0 };
        self.may_have_block |= self.adjacent >= MIN_ROWS;
    }

    /// Whether a block of rows may occur twice.
    pub(super) const fn may_have_block(&self) -> bool {
        self.may_have_block
    }
}

/// A block of adjacent rows that occurs twice.
#[derive(Debug)]
pub(super) struct RepeatedBlock {
    /// The first row of the block, and the row where it begins again.
    pub(super) first: RowPosition,
    pub(super) second: RowPosition,
    /// The number of rows of the block.
    pub(super) rows: usize,
}

/// Finds the first block of adjacent entries that occurs twice. `entries` are the keys of all entries and their positions, in the order of the
/// file. Entries that are all equal are no block.
pub(super) fn find_repeated_block(entries: &[([u8; 16], RowPosition)]) -> Option<RepeatedBlock> {
    let key = |index: usize| entries.get(index).map(|(key, _)| key);
    let mut equal_rows: HashMap<&[u8; 16], Vec<usize>> = HashMap::new();
    // The distances to the equal rows of the previous row, and the number of adjacent rows with equal rows at that distance.
    let mut before: Vec<(usize, usize)> = Vec::new();
    for (index, (own, _)) in entries.iter().enumerate() {
        let equal = equal_rows.entry(own).or_default();
        let mut runs = Vec::with_capacity(equal.len());
        for other in equal.iter().rev() {
            let distance = index - other;
            let adjacent = before
                .iter()
                .find(|(before, _)| *before == distance)
                .map_or(1, |(_, adjacent)| adjacent + 1);
            let are_alike =
                (1..MIN_ROWS).all(|back| index.checked_sub(back).and_then(key) == Some(own));
            if adjacent >= MIN_ROWS && adjacent <= distance && !are_alike {
                let further = (1..distance).take_while(|ahead| {
                    *ahead + other < index + 1 - adjacent
                        && key(index + ahead).is_some()
                        && key(index + ahead) == key(other + ahead)
                });
                let rows = adjacent + further.count();
                let position_of = |last: usize| {
                    entries
                        .get(last + 1 - adjacent)
                        .map(|(_, position)| *position)
                };
                return Some(RepeatedBlock {
                    first: position_of(*other)?,
                    second: position_of(index)?,
                    rows,
                });
            }
            runs.push((distance, adjacent));
        }
        before = runs;
        equal.push(index);
        if equal.len() > MAX_EQUAL_ROWS {
            equal.remove(0);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    /// Returns the lines at which the first and the second block begin, and the number of rows of a block. Equal letters are equal rows.
    fn found(rows: &str) -> Option<(usize, usize, usize)> {
        let entry = |(index, letter): (usize, u8)| {
            (
                [letter; 16],
                RowPosition {
                    span: Span::at(index),
                    line: index + 1,
                    row: index + 1,
                },
            )
        };
        let entries: Vec<_> = rows.bytes().enumerate().map(entry).collect();
        find_repeated_block(&entries).map(|block| (block.first.line, block.second.line, block.rows))
    }

    #[test]
    fn finds_a_block_of_adjacent_rows_that_occurs_twice() {
        assert_eq!(found("abcdabc"), Some((1, 5, 3)));
        assert_eq!(found("xabcdabcd"), Some((2, 6, 4)));
        assert_eq!(found("abcabcabc"), Some((1, 4, 3)));
        assert_eq!(found("aabaab"), Some((1, 4, 3)));
        for rows in ["", "abab", "aaaaaa", "abcxab", "abcba", "aaabaa", "abaxab"] {
            assert_eq!(found(rows), None, "{rows}");
        }
    }
}
