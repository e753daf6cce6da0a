use super::amounts::{Amounts, Search, Solution};
use super::answers::Answers;
use super::balances::by_balances;
use super::chain::Sequence;
use super::entries::Entries;
use super::names::by_names;
use super::numbers::{MARKS, NumberColumn};
use super::reading::{Attempt, Reading, roles_of};
use super::table::Table;
use crate::statement::RowOrder;
use crate::value::Iban;

/// The most different words of a column that says a direction, a currency or an account.
const MAX_WORDS: usize = 8;

/// Searches the reading that the balances prove or admit, or else the one that names suggest.
pub(super) fn find_reading(
    table: &Table,
    entries: &Entries<'_>,
    answers: &Answers,
) -> Option<Reading> {
    let words = word_columns(table, entries);
    let mut attempts = Vec::new();
    for decimal in MARKS
        .into_iter()
        .filter(|mark| answers.decimal.is_none_or(|given| given == *mark))
    {
        let columns = (0..table.names.len()).filter(|column| entries.date(*column).is_none());
        let numbers: Vec<NumberColumn> = columns
            .filter_map(|column| NumberColumn::read(&entries.rows, column, decimal))
            .collect();
        let search = Search {
            rows: &entries.rows,
            numbers: &numbers,
            words: &words,
        };
        let mut solutions = Vec::new();
        // All rows as one account, or else those of each account or currency by itself.
        for group in std::iter::once(None).chain(words.iter().copied().map(Some)) {
            for order in orders(entries) {
                solutions.extend(search.solutions(&sequence(entries, group, order)));
            }
            if !solutions.is_empty() {
                break;
            }
        }
        solutions.retain(|solution| fits(solution, table, answers));
        attempts.push(Attempt {
            decimal,
            numbers,
            solutions,
        });
    }
    by_balances(table, entries, &attempts, answers)
        .or_else(|| by_names(table, entries, &attempts, &words, answers))
}

/// Returns the orders of rows that the dates admit.
fn orders(entries: &Entries<'_>) -> Vec<RowOrder> {
    match entries.order.or(entries.likely_order) {
        Some(order) => vec![order],
        None => vec![RowOrder::OldestFirst, RowOrder::NewestFirst],
    }
}

/// Returns the rows in an order of time, those of each file and each word of a column by themselves.
fn sequence(entries: &Entries<'_>, group: Option<usize>, order: RowOrder) -> Sequence {
    let mut rows: Vec<usize> = (0..entries.rows.len()).collect();
    if order == RowOrder::NewestFirst {
        rows.reverse();
    }
    let mut groups: Vec<((usize, &str), Vec<usize>)> = Vec::new();
    for index in rows {
        let Some(row) = entries.rows.get(index) else {
            continue;
        };
        let own = (row.file, group.map_or("", |column| row.cell(column)));
        match groups.iter_mut().find(|(known, _)| *known == own) {
            Some((_, rows)) => rows.push(index),
            None => groups.push((own, vec![index])),
        }
    }
    groups.into_iter().map(|(_, rows)| rows).collect()
}

/// Returns the columns with two to eight different words.
fn word_columns(table: &Table, entries: &Entries<'_>) -> Vec<usize> {
    let has_words = |column: &usize| {
        let mut words: Vec<&str> = Vec::new();
        for row in &entries.rows {
            let word = row.cell(*column);
            if !words.contains(&word) {
                words.push(word);
            }
            if words.len() > MAX_WORDS || word.len() > 40 {
                return false;
            }
        }
        let are_words = words.iter().any(|word| {
            word.contains(char::is_alphabetic)
                || Iban::parse(word).is_ok()
                || matches!(*word, "+" | "-")
        });
        words.len() >= 2 && are_words && words.len() < entries.rows.len()
    };
    let columns = (0..table.names.len()).filter(|column| entries.date(*column).is_none());
    columns.filter(has_words).collect()
}

/// Whether a reading has the roles that were given, and no other column in their place.
fn fits(solution: &Solution, table: &Table, answers: &Answers) -> bool {
    if let (Amounts::Signed { reversed, .. }, Some(is_credit)) =
        (&solution.amounts, answers.positive_is_credit)
        && *reversed == is_credit
    {
        return false;
    }
    let roles = roles_of(&solution.amounts, Some(solution.balance));
    table.names.iter().enumerate().all(|(column, name)| {
        let Some(given) = answers.role_of(column, name) else {
            return true;
        };
        let read = roles
            .iter()
            .find(|(known, _)| *known == column)
            .map(|(_, role)| *role);
        if given.is_amount() {
            read == Some(given)
        } else {
            read.is_none()
        }
    })
}
