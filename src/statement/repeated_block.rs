use std::collections::{HashMap, HashSet};

use rust_decimal::Decimal;

use super::balance::BalanceKind;
use super::entry::RowPosition;

/// The minimum number of adjacent rows that must occur twice. Rows that state a balance count too.
const MIN_ROWS: usize = 3;

/// The same, if the rows have running balances that begin again.
const MIN_BALANCED_ROWS: usize = 2;

/// The maximum number of equal rows that a row is compared with.
const MAX_EQUAL_ROWS: usize = 16;

/// A row that may be part of a block.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockRow {
    pub(super) key: RowKey,
    /// The running balance.
    pub(super) balance: Option<Decimal>,
    pub(super) position: RowPosition,
}

/// What is equal in equal rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum RowKey {
    /// An entry: its account, and the hash of what its id is made from.
    Entry { account: usize, hash: [u8; 16] },
    /// An opening balance, or else a closing one.
    Balance { is_opening: bool, balance: Decimal },
}

impl RowKey {
    pub(super) fn of_balance(kind: BalanceKind, balance: Decimal) -> Self {
        Self::Balance {
            is_opening: kind == BalanceKind::Opening,
            balance,
        }
    }
}

/// Follows the rows of a statement, so that most statements need not be searched for repeated blocks.
#[derive(Debug, Default)]
pub(super) struct RepeatedRows {
    /// The number of adjacent entries with an occurrence number.
    adjacent: usize,
    has_repeated_entry: bool,
    /// The running balances of the last entries, the last one first.
    balances: [Option<Decimal>; 3],
    stated_balances: HashSet<RowKey>,
    has_repeated_balance: bool,
    may_have_block: bool,
}

impl RepeatedRows {
    /// Adds an entry and its running balance. `is_repeated` says whether an entry above is equal.
    pub(super) fn add(&mut self, is_repeated: bool, balance: Option<Decimal>) {
        self.adjacent = if is_repeated { self.adjacent + 1 } else { 0 };
        self.has_repeated_entry |= is_repeated;
        let [last, before_last, third] = self.balances;
        let begins_again = balance.is_some() && balance == before_last && last == third;
        self.may_have_block |= self.adjacent >= MIN_ROWS || begins_again;
        self.balances = [balance, last, before_last];
    }

    /// Adds a row that states a balance.
    pub(super) fn add_stated_balance(&mut self, kind: BalanceKind, balance: Decimal) {
        self.has_repeated_balance |= !self
            .stated_balances
            .insert(RowKey::of_balance(kind, balance));
    }

    /// Whether a block of rows may occur twice.
    pub(super) const fn may_have_block(&self) -> bool {
        self.has_repeated_entry && (self.may_have_block || self.has_repeated_balance)
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

/// Whether rows up to an index that are equal to those at a distance are a block.
fn is_block(rows: &[BlockRow], index: usize, adjacent: usize, distance: usize) -> bool {
    let last = |count: usize| {
        let first = (index + 1).saturating_sub(count);
        rows.get(first..=index).unwrap_or_default()
    };
    if adjacent >= MIN_ROWS {
        let last = last(MIN_ROWS);
        let are_alike = last
            .windows(2)
            .all(|pair| matches!(pair, [one, other] if one.key == other.key));
        let has_entry = last
            .iter()
            .any(|row| matches!(row.key, RowKey::Entry { .. }));
        return has_entry && !are_alike;
    }
    if (adjacent, distance) != (MIN_BALANCED_ROWS, MIN_BALANCED_ROWS) {
        return false;
    }
    // Payments of a batch have the same balance, so equal ones beside each other are no block.
    let balances: Vec<Option<Decimal>> = last(4).iter().map(|row| row.balance).collect();
    match balances[..] {
        [Some(first), Some(second), third, fourth] => {
            third == Some(first) && fourth == Some(second) && first != second
        }
        _ => false,
    }
}

/// Finds the first block of adjacent rows that occurs twice. `rows` are the entries and the stated balances, in the order of the file.
/// Rows that are all equal are no block, and neither are balances alone.
pub(super) fn find_repeated_block(rows: &[BlockRow]) -> Option<RepeatedBlock> {
    let key = |index: usize| rows.get(index).map(|row| &row.key);
    let mut equal_rows: HashMap<&RowKey, Vec<usize>> = HashMap::new();
    // The distances to the equal rows of the previous row, and the number of adjacent rows with equal rows at that distance.
    let mut before: Vec<(usize, usize)> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let own = &row.key;
        let equal = equal_rows.entry(own).or_default();
        let mut runs = Vec::with_capacity(equal.len());
        for other in equal.iter().rev() {
            let distance = index - other;
            let adjacent = before
                .iter()
                .find(|(before, _)| *before == distance)
                .map_or(1, |(_, adjacent)| adjacent + 1);
            let begin = index + 1 - adjacent;
            if adjacent <= distance && is_block(rows, index, adjacent, distance) {
                let further = (1..distance).take_while(|ahead| {
                    *ahead + other < begin
                        && key(index + ahead).is_some()
                        && key(index + ahead) == key(other + ahead)
                });
                return Some(RepeatedBlock {
                    first: rows.get(begin - distance)?.position,
                    second: rows.get(begin)?.position,
                    rows: adjacent + further.count(),
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

    /// Returns the lines at which the first and the second block begin, and the number of rows of a block. Equal letters are equal entries, upper case
    /// letters have the balances of `balance_of`, and digits are stated balances.
    fn find(rows: &str, balance_of: fn(u8) -> i64) -> Option<(usize, usize, usize)> {
        let row = |(index, letter): (usize, u8)| BlockRow {
            key: if letter.is_ascii_digit() {
                RowKey::of_balance(BalanceKind::Opening, letter.into())
            } else {
                RowKey::Entry {
                    account: 0,
                    hash: [letter; 16],
                }
            },
            balance: letter
                .is_ascii_uppercase()
                .then(|| balance_of(letter).into()),
            position: RowPosition {
                span: Span::at(index),
                line: index + 1,
                row: index + 1,
            },
        };
        let rows: Vec<_> = rows.bytes().enumerate().map(row).collect();
        let block = find_repeated_block(&rows);
        let mut repeated = RepeatedRows::default();
        for (index, row) in rows.iter().enumerate() {
            match row.key {
                RowKey::Entry { .. } => {
                    let is_repeated = rows.iter().take(index).any(|above| above.key == row.key);
                    repeated.add(is_repeated, row.balance);
                }
                RowKey::Balance { balance, .. } => {
                    repeated.add_stated_balance(BalanceKind::Opening, balance);
                }
            }
        }
        assert!(block.is_none() || repeated.may_have_block());
        block.map(|block| (block.first.line, block.second.line, block.rows))
    }

    fn found(rows: &str) -> Option<(usize, usize, usize)> {
        find(rows, i64::from)
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

    #[test]
    fn finds_a_short_block_with_balances() {
        assert_eq!(found("1a21a2"), Some((1, 4, 3)));
        assert_eq!(found("1ab1ab"), Some((1, 4, 3)));
        assert_eq!(found("xABAB"), Some((2, 4, 2)));
        for rows in ["1a1a", "121212", "1a2b1c2", "AA", "AAAA", "ABxAB", "aBaB"] {
            assert_eq!(found(rows), None, "{rows}");
        }
        // A batch of payments with one balance.
        assert_eq!(find("ABAB", |_| 1), None);
    }
}
