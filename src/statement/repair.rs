//! The single change of a row after which balances agree.
//!
//! A row that is missing always explains a difference. So it is named alone only if no change of the rows that are there explains it. A change of an amount
//! is named only if no other change does, and together with the missing row, because now and then one has that very amount.

use std::ops::Range;

use rust_decimal::Decimal;

use super::issued::StatementEntry;

/// The maximum number of rows between two balances. Among more rows, one of them fits by chance.
const MAX_ROWS: usize = 100;

/// The maximum number of places by which a decimal mark moves.
const MAX_PLACES: usize = 3;

/// The minimum number of digits, without zeros at both ends, of an amount that doesn't fit by chance. Round amounts do.
const MIN_DIGITS: usize = 3;

/// A change after which balances agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repair {
    /// The amount of a row has the other sign.
    Sign { row: usize },
    /// A reversal has the direction of the booking that it takes back.
    Reversal { row: usize },
    /// Two neighbouring digits of an amount are exchanged.
    Digits { row: usize },
    /// The decimal mark of an amount is at another place.
    DecimalMark { row: usize },
    /// A row is there twice.
    Twice { row: usize, other: usize },
    /// A row is missing between two rows.
    Missing { rows: [usize; 2] },
    /// An amount has another digit, one more or one less, or it is round and its decimal mark is at another place. Too many amounts fit by chance, so it is
    /// never named.
    Uncertain,
}

/// The changes after which balances agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repairs {
    None,
    One(Repair),
    Several,
}

impl Repairs {
    /// Searches rows whose sum lacks a difference.
    pub(crate) fn search(
        entries: &[StatementEntry],
        rows: Range<usize>,
        difference: Decimal,
    ) -> Self {
        let found = Self::search_rows(entries, rows.clone(), difference);
        // A row that is there twice is seen, and a reversal in the other direction is only likely.
        if let Self::One(Repair::Twice { .. }) = found {
            return found;
        }
        let reversal = find_turned_reversal(entries, &rows, difference);
        reversal.map_or(found, |row| Self::One(Repair::Reversal { row }))
    }

    fn search_rows(entries: &[StatementEntry], rows: Range<usize>, difference: Decimal) -> Self {
        if rows.len() > MAX_ROWS {
            return Self::Several;
        }
        let mut found = Self::None;
        for row in rows.clone() {
            let amount = entries.get(row).map(|entry| entry.amount);
            let expected = amount.and_then(|amount| amount.checked_add(difference));
            let (Some(amount), Some(expected)) = (amount, expected) else {
                return Self::Several;
            };
            let repair = if expected.is_zero() {
                find_twin(entries, &rows, row).map(|other| Repair::Twice { row, other })
            } else {
                compare_amounts(row, amount, expected)
            };
            found = match repair {
                // The other one of two equal rows.
                Some(Repair::Twice { other, .. }) if other < row && rows.contains(&other) => found,
                Some(repair) => found.join(Self::One(repair)),
                None => found,
            };
        }
        found
    }

    pub(crate) fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, found) | (found, Self::None) => found,
            _ => Self::Several,
        }
    }

    /// Returns the only change, if it may be named.
    pub(crate) fn only(self) -> Option<Repair> {
        match self {
            Self::One(repair) if repair != Repair::Uncertain => Some(repair),
            _ => None,
        }
    }
}

impl Repair {
    /// Returns the end of a sentence that names the change. `name` names a row.
    pub(crate) fn describe(self, name: impl Fn(usize) -> String) -> String {
        match self {
            Self::Sign { row } => format!(
                "; the balances would agree if the amount in {} had the other sign, or with one more row of this difference",
                name(row)
            ),
            Self::Reversal { row } => format!(
                "; the balances would agree if the reversal in {} went the other way, or with one more row of this difference",
                name(row)
            ),
            Self::Digits { row } => format!(
                "; the balances would agree if two neighbouring digits of the amount in {} were exchanged, or with one more row of this difference",
                name(row)
            ),
            Self::DecimalMark { row } => format!(
                "; the balances would agree if the decimal mark of the amount in {} were at another place, or with one more row of this difference",
                name(row)
            ),
            Self::Twice { row, other } => format!(
                "; the balances would agree without {}, which repeats {}",
                name(row.max(other)),
                name(row.min(other))
            ),
            Self::Missing {
                rows: [first, second],
            } => format!(
                "; the balances would agree with one more row of this difference between {} and {}",
                name(first),
                name(second)
            ),
            Self::Uncertain => String::new(),
        }
    }
}

/// Returns the indexes of the rows from one line to another. `None` if there is another number of them.
pub(crate) fn find_rows(
    entries: &[StatementEntry],
    (first, last): (usize, usize),
    count: usize,
) -> Option<Range<usize>> {
    let start = entries.partition_point(|entry| entry.line() < first);
    let end = entries.partition_point(|entry| entry.line() <= last);
    let is_complete = start < end && end - start == count;
    is_complete.then_some(start..end)
}

/// Returns the name of a row: its line, and which of the bookings in the line it is if there are several.
pub(crate) fn name_row(entries: &[StatementEntry], row: usize) -> String {
    let line = entries.get(row).map_or(0, StatementEntry::line);
    let first = entries.partition_point(|entry| entry.line() < line);
    let end = entries.partition_point(|entry| entry.line() <= line);
    if end.saturating_sub(first) > 1 {
        format!("booking {} in line {line}", row.saturating_sub(first) + 1)
    } else {
        format!("line {line}")
    }
}

/// Returns the only reversal whose amount is half of what the sum of the rows lacks: banks write it with either direction.
fn find_turned_reversal(
    entries: &[StatementEntry],
    rows: &Range<usize>,
    difference: Decimal,
) -> Option<usize> {
    let is_turned = |row: &usize| {
        let entry = entries.get(*row).filter(|entry| entry.is_reversal);
        let turned = entry.and_then(|entry| entry.amount.checked_add(difference));
        entry.is_some_and(|entry| turned == Some(-entry.amount))
    };
    let mut found = rows.clone().filter(is_turned);
    let only = found.next();
    only.filter(|_| found.next().is_none())
}

/// Returns the index of an equal row beside a row or in a range.
fn find_twin(entries: &[StatementEntry], rows: &Range<usize>, row: usize) -> Option<usize> {
    let entry = entries.get(row)?;
    let first = rows.start.saturating_sub(1);
    let mut near = first..(rows.end + 1).min(entries.len());
    near.find(|other| {
        let is_equal = entries
            .get(*other)
            .is_some_and(|other| other.key == entry.key && other.amount == entry.amount);
        *other != row && is_equal
    })
}

/// Returns the change that turns an amount into the expected one.
fn compare_amounts(row: usize, amount: Decimal, expected: Decimal) -> Option<Repair> {
    if amount == -expected {
        return Some(Repair::Sign { row });
    }
    if amount.is_sign_negative() != expected.is_sign_negative() {
        return None;
    }
    let scale = amount.scale().max(expected.scale());
    let (found, expected) = (digits(amount, scale)?, digits(expected, scale)?);
    let [significant, expected_significant] =
        [&found, &expected].map(|digits| digits.trim_end_matches('0'));
    let places = found.len().abs_diff(expected.len());
    if significant == expected_significant && places <= MAX_PLACES {
        let is_round = significant.len() < MIN_DIGITS;
        return Some(if is_round {
            Repair::Uncertain
        } else {
            Repair::DecimalMark { row }
        });
    }
    if are_neighbours_exchanged(found.as_bytes(), expected.as_bytes()) {
        return Some(Repair::Digits { row });
    }
    let has_other_digit = differs_by_digit(found.as_bytes(), expected.as_bytes())
        || differs_by_digit(expected.as_bytes(), found.as_bytes());
    has_other_digit.then_some(Repair::Uncertain)
}

/// Returns the digits of an amount with a number of decimals.
fn digits(amount: Decimal, decimals: u32) -> Option<String> {
    let mut amount = amount.abs();
    amount.rescale(decimals);
    let is_exact = amount.scale() == decimals;
    is_exact.then(|| amount.mantissa().to_string())
}

/// Whether two numbers differ only in two neighbouring digits that are exchanged.
fn are_neighbours_exchanged(one: &[u8], other: &[u8]) -> bool {
    let first = one.iter().zip(other).position(|(one, other)| one != other);
    let Some(first) = first.filter(|_| one.len() == other.len()) else {
        return false;
    };
    let (one, other) = (
        one.get(first..).unwrap_or_default(),
        other.get(first..).unwrap_or_default(),
    );
    match (one, other) {
        ([first, second, rest @ ..], [other_first, other_second, other_rest @ ..]) => {
            first == other_second && second == other_first && rest == other_rest
        }
        _ => false,
    }
}

/// Whether a number is another one with one digit changed, or with one digit less.
fn differs_by_digit(one: &[u8], other: &[u8]) -> bool {
    let equal = one
        .iter()
        .zip(other)
        .take_while(|(one, other)| one == other);
    let first = equal.count();
    let after = |digits: &'_ [u8], count: usize| digits.get(count..).map(<[u8]>::to_vec);
    let is_changed = one.len() == other.len() && after(one, first + 1) == after(other, first + 1);
    let is_shorter = one.len() + 1 == other.len() && after(one, first) == after(other, first + 1);
    is_changed || is_shorter
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches rows with an amount and a key, such as `-12.50 a`, whose sum lacks a difference. Returns what is named.
    fn named(rows: &[&str], difference: &str) -> String {
        let entry = |(index, row): (usize, &&str)| {
            let (amount, key) = row.split_once(' ').unwrap();
            let key = [key.as_bytes()[0]; 16];
            StatementEntry::new(key, amount.parse().unwrap(), None, index + 1)
        };
        let entries: Vec<StatementEntry> = rows.iter().enumerate().map(entry).collect();
        let difference = difference.parse().unwrap();
        let found = Repairs::search(&entries, 1..rows.len(), difference);
        let repair = found.only().map(|repair| {
            let text = repair.describe(|row| name_row(&entries, row));
            text.replace("; the balances would agree ", "")
        });
        repair.unwrap_or_else(|| format!("{found:?}"))
    }

    #[test]
    fn names_the_only_change() {
        for (rows, difference, expected) in [
            (
                &["5 a", "-12.35 b"][..],
                "24.70",
                "if the amount in line 2 had the other sign, or with one more row of this difference",
            ),
            (
                &["5 a", "-50 b"],
                "100",
                "if the amount in line 2 had the other sign, or with one more row of this difference",
            ),
            (
                &["5 a", "7 b", "-54.20 c"],
                "9",
                "if two neighbouring digits of the amount in line 3 were exchanged, or with one more row of this difference",
            ),
            (
                &["5 a", "1235 b"],
                "-1222.65",
                "if the decimal mark of the amount in line 2 were at another place, or with one more row of this difference",
            ),
            (
                &["5 a", "-20 b", "-20 b"],
                "20",
                "without line 3, which repeats line 2",
            ),
            // The other one is above the rows.
            (
                &["-20 b", "-20 b"],
                "20",
                "without line 2, which repeats line 1",
            ),
            (&["5 a", "-20 b"], "20", "None"),
            (&["5 a", "-20 b", "-20 c"], "20", "None"),
            (&["5 a", "-12.35 b"], "3.17", "None"),
            // One other digit, one more and one less.
            (&["5 a", "-12.35 b"], "0.03", "One(Uncertain)"),
            (&["5 a", "12.35 b"], "100", "One(Uncertain)"),
            (&["5 a", "112.35 b"], "-100", "One(Uncertain)"),
            (&["5 a", "10 b"], "90", "One(Uncertain)"),
            // A round amount whose decimal mark was dropped.
            (&["5 a", "1500 b"], "-1485", "One(Uncertain)"),
            // Two changes.
            (&["5 a", "-12.35 b", "-12.35 c"], "24.70", "Several"),
            (
                &["5 a", "-12.35 b", "-24.70 c", "-24.70 c"],
                "24.70",
                "Several",
            ),
            (
                &["5 a", "-12.35 b", "10 c"],
                "24.70",
                "if the amount in line 2 had the other sign, or with one more row of this difference",
            ),
        ] {
            assert_eq!(named(rows, difference), expected, "{rows:?} {difference}");
        }
    }

    #[test]
    fn a_reversal_in_the_wrong_direction_is_named_beside_equal_rows() {
        let entry = |line| StatementEntry::new([0; 16], Decimal::new(-5000, 2), None, line);
        let mut entries: Vec<StatementEntry> = (1..MAX_ROWS + 5).map(entry).collect();
        entries[2].is_reversal = true;
        let search = |entries: &[StatementEntry]| {
            Repairs::search(entries, 0..entries.len(), Decimal::new(10000, 2)).only()
        };
        assert_eq!(search(&entries), Some(Repair::Reversal { row: 2 }));
        entries[3].is_reversal = true;
        assert_eq!(search(&entries), None);
    }

    #[test]
    fn names_nothing_among_many_rows() {
        let mut rows = vec!["1 a"; MAX_ROWS + 1];
        rows[7] = "12.35 b";
        assert!(named(&rows, "-24.70").starts_with("if the amount in line 8"));
        rows.push("1 a");
        assert_eq!(named(&rows, "-24.70"), "Several");
    }

    #[test]
    fn bookings_of_one_line_have_numbers() {
        let entry = |line| StatementEntry::new([0; 16], Decimal::ONE, None, line);
        let entries = [entry(1), entry(3), entry(3), entry(4)];
        let names: Vec<String> = (0..4).map(|row| name_row(&entries, row)).collect();
        assert_eq!(
            names,
            [
                "line 1",
                "booking 1 in line 3",
                "booking 2 in line 3",
                "line 4"
            ]
        );
    }
}
