use rust_decimal::Decimal;

use super::amounts::{Amounts, Search};
use super::answers::Answers;
use super::entries::{Entries, named_role};
use super::numbers::NumberColumn;
use super::reading::{Attempt, Reading};
use super::role::{Basis, ColumnRole};
use super::table::Table;
use crate::format::table::direction_named;
use crate::value::Iban;

/// Returns the reading that the names of columns suggest, or that was given.
pub(super) fn by_names(
    table: &Table,
    entries: &Entries<'_>,
    attempts: &[Attempt],
    words: &[usize],
    answers: &Answers,
) -> Option<Reading> {
    let mut readings = Vec::new();
    for attempt in attempts {
        let named = Named {
            table,
            entries,
            numbers: &attempt.numbers,
            words,
            answers,
        };
        readings.extend(named.reading(attempt.decimal));
    }
    // `1.000` is one or a thousand. The mark with which more columns are numbers is likelier.
    let different = readings
        .iter()
        .any(|reading| readings.iter().any(|other| reading.moved != other.moved));
    let mut best = readings
        .into_iter()
        .rev()
        .max_by_key(|reading| reading.numbers.len())?;
    best.rivals += usize::from(different && answers.decimal.is_none());
    Some(best)
}

/// What the names of columns say of amounts.
struct Named<'n> {
    table: &'n Table,
    entries: &'n Entries<'n>,
    numbers: &'n [NumberColumn],
    words: &'n [usize],
    answers: &'n Answers,
}

impl Named<'_> {
    fn reading(&self, decimal: char) -> Option<Reading> {
        let search = Search {
            rows: &self.entries.rows,
            numbers: self.numbers,
            words: self.words,
        };
        let amounts = self.amounts()?;
        let moved: Option<Vec<Decimal>> = (0..self.entries.rows.len())
            .map(|row| search.amount(&amounts, row))
            .collect();
        let is_given = self.answers.has_amounts(&self.table.names);
        Some(Reading {
            balance: None,
            decimal,
            numbers: self.numbers.to_vec(),
            basis: if is_given {
                Basis::Given
            } else {
                Basis::Suggested
            },
            moved: moved?,
            rivals: 1,
            amounts,
        })
    }

    /// Returns the column that has a role, as given or else by its name.
    fn column(&self, role: ColumnRole, is_possible: impl Fn(usize) -> bool) -> Option<usize> {
        let mut columns = self.table.names.iter().enumerate();
        let found = columns.find(|(column, name)| {
            let given = self.answers.role_of(*column, name);
            given.or_else(|| named_role(name, self.answers)) == Some(role) && is_possible(*column)
        });
        found.map(|(column, _)| column)
    }

    fn number(&self, column: usize) -> Option<&NumberColumn> {
        self.numbers.iter().find(|known| known.column == column)
    }

    fn amounts(&self) -> Option<Amounts> {
        let is_number = |column: usize| self.number(column).is_some();
        let sides =
            [ColumnRole::Debit, ColumnRole::Credit].map(|role| self.column(role, is_number));
        if let [Some(debit), Some(credit)] = sides {
            return Some(Amounts::Columns { debit, credit });
        }
        let is_used = |column: usize| self.number(column).is_some_and(NumberColumn::is_used);
        let column = self
            .column(ColumnRole::Amount, is_used)
            .or_else(|| self.only_decimals())?;
        let numbers = self.number(column)?;
        if numbers.is_positive()
            && let Some(words) = self.by_words(column)
        {
            return Some(words);
        }
        let is_mixed = !numbers.is_positive() && !numbers.is_negative();
        let of_account = (is_mixed && self.names_iban()).then_some(true);
        let given = self.answers.positive_is_credit;
        let is_credit = given.or(of_account).or_else(|| likely_credit(numbers))?;
        Some(Amounts::Signed {
            column,
            reversed: !is_credit,
        })
    }

    /// Whether the lines above the table name an IBAN, so that it is about an account and no card.
    fn names_iban(&self) -> bool {
        let mut cells = self.table.preamble.iter().flatten();
        cells.any(|cell| {
            let value = cell.rsplit(':').next().unwrap_or(cell);
            Iban::parse(value.trim()).is_ok()
        })
    }

    /// Returns the only column with decimals, in a table whose names say nothing.
    fn only_decimals(&self) -> Option<usize> {
        let has_decimals = |known: &&NumberColumn| {
            known.is_used()
                && known
                    .values
                    .iter()
                    .flatten()
                    .any(|number| number.scale() > 0)
        };
        let mut columns = self.numbers.iter().filter(has_decimals);
        let only = columns.next()?;
        columns.next().is_none().then_some(only.column)
    }

    /// Returns the reading with a column whose words built-in profiles use for a direction.
    fn by_words(&self, column: usize) -> Option<Amounts> {
        for direction in self.words.iter().copied() {
            let (mut credit, mut debit): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
            let mut is_known = true;
            for word in self.entries.rows.iter().map(|row| row.cell(direction)) {
                match direction_named(word) {
                    Some(is_credit) => {
                        let words = if is_credit { &mut credit } else { &mut debit };
                        if !words.iter().any(|known| known == word) {
                            words.push(word.to_owned());
                        }
                    }
                    None => is_known = false,
                }
            }
            if is_known && !credit.is_empty() && !debit.is_empty() {
                return Some(Amounts::Words {
                    column,
                    direction,
                    credit,
                    debit,
                });
            }
        }
        None
    }
}

/// Whether a number without a minus sign is money in: on an account most bookings are payments. On a card, purchases may be written without a sign, so where
/// most numbers have none, nothing is suggested.
fn likely_credit(numbers: &NumberColumn) -> Option<bool> {
    let used = || {
        numbers
            .values
            .iter()
            .flatten()
            .filter(|number| !number.is_zero())
    };
    let negative = used().filter(|number| number.is_sign_negative()).count();
    (2 * negative > used().count()).then_some(true)
}
