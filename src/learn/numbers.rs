use rust_decimal::Decimal;

use super::row::TableRow;
use crate::format::table::parse_number;
use crate::format::table::profile::Numbers;

/// The decimal marks that are tried.
pub(super) const MARKS: [char; 2] = ['.', ','];

/// What may separate groups of three digits.
const GROUPING: [char; 7] = ['.', ',', '\'', '\u{2019}', ' ', '\u{a0}', '\u{202f}'];

/// A column whose cells are all numbers with one decimal mark, or empty.
#[derive(Debug, Clone)]
pub(super) struct NumberColumn {
    pub(super) column: usize,
    /// The number in each row. An empty cell has none.
    pub(super) values: Vec<Option<Decimal>>,
    pub(super) style: NumberStyle,
}

/// What the numbers of a column have beside digits.
#[derive(Debug, Clone, Default)]
pub(super) struct NumberStyle {
    pub(super) grouping: Vec<char>,
    /// Whether groups above the thousands have two digits.
    pub(super) lakhs: bool,
    pub(super) with_currency: bool,
    /// Whether each number has decimals.
    pub(super) always_decimals: bool,
}

/// Returns how numbers are read while their style is unknown.
fn any_style(decimal: char, with_currency: bool) -> Numbers {
    Numbers {
        grouping: GROUPING
            .into_iter()
            .filter(|mark| *mark != decimal)
            .collect(),
        lakhs: decimal == '.',
        with_currency,
        ..Numbers::new(decimal)
    }
}

impl NumberColumn {
    /// Reads a column with a decimal mark, unless a cell is something else than a number.
    pub(super) fn read(rows: &[&TableRow], column: usize, decimal: char) -> Option<Self> {
        let read = |with_currency| {
            let numbers = any_style(decimal, with_currency);
            let value = |row: &&TableRow| match row.cell(column) {
                "" => Some(None),
                cell => parse_number(cell, &numbers).map(|parsed| Some(parsed.number)),
            };
            rows.iter()
                .map(value)
                .collect::<Option<Vec<Option<Decimal>>>>()
        };
        let plain = read(false);
        let with_currency = plain.is_none();
        let values = plain.or_else(|| read(true))?;
        let mut style = NumberStyle {
            grouping: Vec::new(),
            lakhs: false,
            with_currency,
            always_decimals: true,
        };
        for cell in rows
            .iter()
            .map(|row| row.cell(column))
            .filter(|cell| !cell.is_empty())
        {
            style.always_decimals &= cell.contains(decimal);
            let in_thousands = Numbers {
                lakhs: false,
                ..any_style(decimal, with_currency)
            };
            style.lakhs |= parse_number(cell, &in_thousands).is_none();
            let marks = cell
                .chars()
                .filter(|mark| *mark != decimal && GROUPING.contains(mark));
            for mark in marks {
                if !style.grouping.contains(&mark) {
                    style.grouping.push(mark);
                }
            }
        }
        Some(Self {
            column,
            values,
            style,
        })
    }

    /// Returns the number in a row; an empty cell is zero.
    pub(super) fn at(&self, row: usize) -> Decimal {
        self.values
            .get(row)
            .copied()
            .flatten()
            .unwrap_or(Decimal::ZERO)
    }

    /// Whether each row has a number in exactly one of two columns, as where one has money out and the other money in.
    pub(super) fn is_other_side_of(&self, other: &Self) -> bool {
        let mut both = self.values.iter().zip(&other.values);
        let is_filled = |number: &Option<Decimal>| number.is_some_and(|number| !number.is_zero());
        both.all(|(one, other)| is_filled(one) != is_filled(other))
    }

    /// Whether the column has numbers other than zero.
    pub(super) fn is_used(&self) -> bool {
        self.values.iter().flatten().any(|number| !number.is_zero())
    }

    /// Whether no number is negative.
    pub(super) fn is_positive(&self) -> bool {
        !self
            .values
            .iter()
            .flatten()
            .any(|number| number.is_sign_negative() && !number.is_zero())
    }

    /// Whether no number is positive.
    pub(super) fn is_negative(&self) -> bool {
        !self
            .values
            .iter()
            .flatten()
            .any(|number| number.is_sign_positive() && !number.is_zero())
    }
}

/// Whether most cells of a column are numbers with decimals.
pub(super) fn is_mostly_decimals(rows: &[&TableRow], column: usize) -> bool {
    let (mut filled, mut decimals) = (0, 0);
    for cell in rows.iter().map(|row| row.cell(column)) {
        let is_decimal = |mark: &char| {
            let parsed = parse_number(cell, &any_style(*mark, true));
            parsed.is_some_and(|parsed| parsed.number.scale() > 0)
        };
        filled += usize::from(!cell.is_empty());
        decimals += usize::from(MARKS.iter().any(is_decimal));
    }
    decimals * 2 > filled
}
