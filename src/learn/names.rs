use rust_decimal::Decimal;

use super::amounts::{Amounts, Search};
use super::answers::Answers;
use super::direction::{CARD_WORDS, Signed};
use super::entries::{Entries, named_role};
use super::numbers::NumberColumn;
use super::reading::{Attempt, Reading, Rival};
use super::role::{Basis, ColumnRole};
use super::table::Table;
use crate::format::table::KnownDirections;

/// Returns the reading that the names of columns suggest, or that was given.
pub(super) fn by_names(
    table: &Table,
    entries: &Entries<'_>,
    attempts: &[Attempt],
    words: &[usize],
    answers: &Answers,
) -> Option<Reading> {
    let mut readings = Vec::new();
    let directions = KnownDirections::new(answers.without.as_deref());
    for attempt in attempts {
        let named = Named {
            table,
            entries,
            numbers: &attempt.numbers,
            words,
            directions: &directions,
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

/// What the names of columns with a direction contain.
const DIRECTION_NAMES: [&str; 8] = [
    "debit", "débit", "credit", "crédit", "soll", "haben", "avere", "af bij",
];

/// What the names of columns of amounts say.
struct Named<'n> {
    table: &'n Table,
    entries: &'n Entries<'n>,
    numbers: &'n [NumberColumn],
    words: &'n [usize],
    directions: &'n KnownDirections,
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
        let signed = Signed {
            table: self.table,
            entries: self.entries,
            amounts: numbers,
            numbers: self.numbers,
            answers: self.answers,
        };
        let given = self.answers.positive_is_credit;
        let is_credit = given.or_else(|| signed.likely_credit());
        let amounts = Amounts::Signed {
            column,
            reversed: is_credit == Some(false),
        };
        Some((amounts, is_credit.is_some()))
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

    /// Returns the reading with a column whose words built-in profiles use for a direction. The words of the other direction, which the file may lack, are theirs
    /// too.
    fn by_words(&self, column: usize) -> Option<Amounts> {
        let numbers = self.number(column)?;
        for direction in 0..self.table.names.len() {
            let (mut credit, mut debit): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
            let mut is_known = true;
            for (index, row) in self.entries.rows.iter().enumerate() {
                let word = row.cell(direction);
                match self.directions.is_credit(word) {
                    Some(is_credit) => {
                        let words = if is_credit { &mut credit } else { &mut debit };
                        if !words.iter().any(|known| known == word) {
                            words.push(word.to_owned());
                        }
                    }
                    None => is_known &= numbers.at(index).is_zero(),
                }
            }
            if !is_known || self.is_of_card(direction) {
                continue;
            }
            // One direction alone may be the kind of something else, unless the name says that it is not.
            if credit.is_empty() && self.is_named_direction(direction) {
                credit = self.directions.opposites(&debit);
            } else if debit.is_empty() && self.is_named_direction(direction) {
                debit = self.directions.opposites(&credit);
            }
            if !credit.is_empty() && !debit.is_empty() {
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

    fn lowercase_name(&self, column: usize) -> String {
        let name = self.table.names.get(column);
        name.map_or(String::new(), |name| name.to_lowercase())
    }

    /// Whether a name is about cards, which are for debit or credit.
    fn is_of_card(&self, column: usize) -> bool {
        let name = self.lowercase_name(column);
        CARD_WORDS.iter().any(|word| name.contains(word))
    }

    fn is_named_direction(&self, column: usize) -> bool {
        let name = self.lowercase_name(column);
        let is_named = DIRECTION_NAMES.iter().any(|word| name.contains(word));
        is_named || named_role(&name, self.answers) == Some(ColumnRole::Direction)
    }
}
