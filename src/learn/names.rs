use rust_decimal::Decimal;

use super::amounts::{Amounts, Search};
use super::answers::Answers;
use super::entries::{Entries, named_role};
use super::numbers::NumberColumn;
use super::reading::{Attempt, Reading, Rival};
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
    // A reading whose direction is asked counts only where none says it.
    let is_sure = |reading: &Reading| reading.rivals.len() == 1;
    if readings.iter().any(is_sure) {
        readings.retain(is_sure);
    }
    // `1.000` is one or a thousand. The mark with which more columns are numbers is likelier.
    let best = readings
        .iter()
        .rev()
        .max_by_key(|reading| reading.numbers.len())?;
    let others = readings
        .iter()
        .filter(|other| other.moved != best.moved && answers.decimal.is_none());
    let mut best = best.clone();
    for other in others {
        best.rivals.extend(other.rivals.iter().cloned());
    }
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
        let (amounts, is_sure) = self.amounts()?;
        let mirrored = amounts.mirrored().filter(|_| !is_sure);
        let rivals = std::iter::once(amounts.clone()).chain(mirrored);
        let rivals = rivals.map(|amounts| Rival { amounts, decimal });
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
            rivals: rivals.collect(),
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

    /// Returns the columns of the amounts, and whether the direction of each row is sure.
    fn amounts(&self) -> Option<(Amounts, bool)> {
        let is_number = |column: usize| self.number(column).is_some();
        let sides =
            [ColumnRole::Debit, ColumnRole::Credit].map(|role| self.column(role, is_number));
        if let [Some(debit), Some(credit)] = sides {
            return Some((Amounts::Columns { debit, credit }, true));
        }
        let is_used = |column: usize| self.number(column).is_some_and(NumberColumn::is_used);
        let column = self
            .column(ColumnRole::Amount, is_used)
            .or_else(|| self.only_decimals())?;
        let numbers = self.number(column)?;
        if numbers.is_positive()
            && let Some(words) = self.by_words(column)
        {
            return Some((words, true));
        }
        let is_mixed = !numbers.is_positive() && !numbers.is_negative();
        let of_account = (is_mixed && self.names_iban()).then_some(true);
        let given = self.answers.positive_is_credit;
        let is_credit = given.or(of_account).or_else(|| likely_credit(numbers));
        let amounts = Amounts::Signed {
            column,
            reversed: is_credit == Some(false),
        };
        Some((amounts, is_credit.is_some()))
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
