//! Rows that are a balance or a total, and no booking.

use super::answers::Answers;
use super::dates::is_date;
use super::row::TableRow;
use super::table::Table;

/// Words of the balance before the first booking.
const OPENING: [&str; 11] = [
    "opening balance",
    "beginning balance",
    "balance forward",
    "brought forward",
    "anfangssaldo",
    "saldovortrag",
    "alter kontostand",
    "solde initial",
    "saldo inizial",
    "saldo inicial",
    "beginsaldo",
];

/// Words of the balance after the last booking.
const CLOSING: [&str; 9] = [
    "closing balance",
    "ending balance",
    "endsaldo",
    "schlusssaldo",
    "neuer kontostand",
    "solde final",
    "saldo finale",
    "saldo final",
    "eindsaldo",
];

/// Which balance a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BalanceRow {
    Opening,
    Closing,
    /// A total, or a balance whose words don't say which one it is.
    Other,
}

impl BalanceRow {
    /// Returns which balance the words of a cell name.
    pub(super) fn of(word: &str) -> Self {
        if phrase_in(word, &OPENING).is_some() {
            return Self::Opening;
        }
        match phrase_in(word, &CLOSING) {
            Some(_) => Self::Closing,
            None => Self::Other,
        }
    }
}

/// Returns a text without the marks around it.
fn words_of(text: &str) -> &str {
    text.trim_matches(|character: char| !character.is_alphanumeric())
}

/// Returns the phrase with which a text begins.
fn phrase_in(text: &str, phrases: &[&'static str]) -> Option<&'static str> {
    let lowercase = words_of(text).to_lowercase();
    let mut phrases = phrases.iter();
    phrases
        .find(|phrase| lowercase.starts_with(**phrase))
        .copied()
}

/// Whether a row is a balance by the words of a cell: its numbers are all the same, or it has one at most, and the cell says nothing else. The text of a payment may
/// begin with these words too.
fn is_balance(row: &TableRow, cell: &str) -> bool {
    let phrase = phrase_in(cell, &OPENING).or_else(|| phrase_in(cell, &CLOSING));
    let Some(phrase) = phrase else { return false };
    let is_decimal = |cell: &&str| {
        cell.contains(|character: char| character.is_ascii_digit())
            && !cell.contains(char::is_alphabetic)
            && !is_date(cell)
    };
    let numbers: Vec<&str> = row.filled().filter(is_decimal).collect();
    let words = |text: &str| text.split_whitespace().count();
    match numbers.as_slice() {
        [] | [_] => words(words_of(cell)) == words(phrase),
        [first, others @ ..] => others.iter().all(|other| other == first),
    }
}

/// Returns the columns and words of balances among the first and the last row of each file.
pub(super) fn balances_at_ends<'t>(rows: &[&'t TableRow]) -> Vec<(usize, &'t str)> {
    let files = rows.chunk_by(|one, other| one.file == other.file);
    let ends = files.flat_map(|rows| [rows.first(), rows.last()]);
    let mut found: Vec<(usize, &str)> = Vec::new();
    for row in ends.flatten() {
        for (column, cell) in row.cells.iter().enumerate() {
            let word: &'t str = cell;
            if is_balance(row, word) && !found.contains(&(column, word)) {
                found.push((column, word));
            }
        }
    }
    found
}

/// Returns the columns and words of rows that are balances or totals: as given, or of the first and the last row if the caller accepts suggestions.
pub(super) fn balance_words<'a>(
    table: &'a Table,
    rows: &[&'a TableRow],
    answers: &'a Answers,
) -> Vec<(usize, &'a str)> {
    let mut words: Vec<(usize, &str)> = Vec::new();
    for (column, name) in table.names.iter().enumerate() {
        let given = answers.balance_words(column, name);
        words.extend(given.into_iter().map(|word| (column, word)));
    }
    if !answers.accept {
        return words;
    }
    for (column, word) in balances_at_ends(rows) {
        let name = table.names.get(column).map_or("", String::as_str);
        // A caller who gave the column a role says that its rows are bookings.
        let is_settled = answers.role_of(column, name).is_some();
        if !is_settled && !words.contains(&(column, word)) {
            words.push((column, word));
        }
    }
    words
}
