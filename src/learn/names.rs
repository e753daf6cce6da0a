use rust_decimal::Decimal;

use super::amounts::{Amounts, Search};
use super::answers::Answers;
use super::direction::Signed;
use super::entries::Entries;
use super::headings::{is_about_card, named_role};
use super::numbers::{NumberColumn, is_mostly_decimals};
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
    let is_mark_known = answers.decimal.is_some() || answers.accept && has_mark(best, attempts);
    let others = readings
        .iter()
        .filter(|other| other.moved != best.moved && !is_mark_known);
    let mut best = best.clone();
    for other in others {
        best.rivals.extend(other.rivals.iter().cloned());
    }
    Some(best)
}

/// Whether columns with decimals are numbers only with the mark of a reading, and none only with the other mark.
fn has_mark(reading: &Reading, attempts: &[Attempt]) -> bool {
    let others = attempts
        .iter()
        .filter(|other| other.decimal != reading.decimal);
    let others: Vec<&NumberColumn> = others.flat_map(|other| &other.numbers).collect();
    let is_in = |columns: &[&NumberColumn], known: &NumberColumn| {
        columns.iter().any(|other| other.column == known.column)
    };
    let own: Vec<&NumberColumn> = reading.numbers.iter().collect();
    let mut only_here = own.iter().filter(|known| !is_in(&others, known));
    only_here.any(|known| has_decimals(known)) && others.iter().all(|known| is_in(&own, known))
}

/// Whether a column has decimals.
fn has_decimals(numbers: &NumberColumn) -> bool {
    let mut values = numbers.values.iter().flatten();
    values.any(|number| number.scale() > 0)
}

/// Whether a column has a negative number.
fn has_negative(numbers: &NumberColumn) -> bool {
    !numbers.is_positive()
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
        let named = self.column(ColumnRole::Amount, is_used);
        if named.is_none()
            && let Some(columns) = self.by_signs()
        {
            return Some((columns, true));
        }
        let column = named
            .or_else(|| self.only_column(&has_decimals))
            .or_else(|| self.only_column(&has_negative))?;
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
            directions: self.directions,
            answers: self.answers,
        };
        let given = self.answers.positive_is_credit;
        let is_credit = given.or_else(|| signed.likely_credit());
        let amounts = Amounts::Signed {
            column,
            reversed: is_credit == Some(false),
        };
        // What is only likely counts for a caller that accepts suggestions.
        let is_sure = given.is_some() || is_credit.is_some() && self.answers.accept;
        Some((amounts, is_sure))
    }

    /// Returns the only column of numbers of some kind, in a table whose names say nothing of amounts. Each row fills it. A balance is none.
    fn only_column(&self, is_meant: &dyn Fn(&NumberColumn) -> bool) -> Option<usize> {
        if self.has_unread_numbers() || self.has_sides() {
            return None;
        }
        let is_possible =
            |known: &&NumberColumn| known.is_used() && !self.is_balance(known) && is_meant(known);
        let mut columns = self.numbers.iter().filter(is_possible);
        let only = columns.next()?;
        let is_filled = only.values.iter().all(Option::is_some);
        (columns.next().is_none() && is_filled).then_some(only.column)
    }

    /// Whether two columns look like money out and money in. Then a third one is their balance, even if it contradicts them.
    fn has_sides(&self) -> bool {
        let used: Vec<&NumberColumn> = self.numbers.iter().filter(|own| own.is_used()).collect();
        let mut columns = used.iter();
        columns.any(|one| used.iter().any(|other| one.is_other_side_of(other)))
    }

    /// Whether most cells of another column are numbers too, and some are not: then these may be the amounts.
    fn has_unread_numbers(&self) -> bool {
        let mut columns = 0..self.table.names.len();
        columns.any(|column| {
            let is_read = self.number(column).is_some() || self.entries.date(column).is_some();
            !is_read && is_mostly_decimals(&self.entries.rows, column)
        })
    }

    /// Returns the only two columns of amounts, if each row fills one of them, and only the amounts of one column have minus signs.
    fn by_signs(&self) -> Option<Amounts> {
        let is_possible = |known: &&NumberColumn| known.is_used() && !self.is_balance(known);
        let used: Vec<&NumberColumn> = self.numbers.iter().filter(is_possible).collect();
        let mut found = Vec::new();
        for debit in used.iter().filter(|column| column.is_negative()) {
            let others = used.iter().filter(|column| column.is_positive());
            for credit in others.filter(|credit| debit.is_other_side_of(credit)) {
                found.push(Amounts::Columns {
                    debit: debit.column,
                    credit: credit.column,
                });
            }
        }
        let only = found.pop()?;
        found.is_empty().then_some(only)
    }

    fn is_balance(&self, numbers: &NumberColumn) -> bool {
        let name = self.table.names.get(numbers.column);
        name.and_then(|name| named_role(name, self.answers)) == Some(ColumnRole::Balance)
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
            if !is_known || is_about_card(&self.lowercase_name(direction)) {
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

    fn is_named_direction(&self, column: usize) -> bool {
        let name = self.lowercase_name(column);
        let is_named = DIRECTION_NAMES.iter().any(|word| name.contains(word));
        is_named || named_role(&name, self.answers) == Some(ColumnRole::Direction)
    }
}
