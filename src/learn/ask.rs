use super::amounts::Amounts;
use super::answers::Answers;
use super::column::LearnedColumn;
use super::entries::{Entries, named_role};
use super::question::Question;
use super::reading::{Reading, roles_of};
use super::role::{Basis, ColumnRole};
use super::table::Table;
use crate::format::table::parse_date;

/// Words of a payment that may not have moved money. Whether such rows are bookings is not suggested by a name.
const STATUS_WORDS: &[&str] = &[
    "pend",
    "declin",
    "revert",
    "fail",
    "cancel",
    "reject",
    "authori",
    "vorgemerkt",
    "vormerk",
    "offen",
    "abgelehnt",
    "storn",
    "annul",
    "refus",
    "attesa",
    "attente",
    "pendent",
];

/// Returns what remains to be answered.
pub(super) fn ask(
    table: &Table,
    entries: &Entries<'_>,
    reading: Option<&Reading>,
    columns: &[LearnedColumn],
    answers: &Answers,
) -> Vec<Question> {
    let mut questions = Vec::new();
    if entries.is_ambiguous
        && let Some((row, date)) = entries.rows.first().zip(entries.dates.get(entries.main))
    {
        questions.push(Question::DayOrMonth {
            line: row.line,
            text: row.cell(date.column).to_owned(),
        });
    }
    match reading {
        None => {
            let sample = entries
                .rows
                .first()
                .map(|row| (row.line, row.filled().collect::<Vec<_>>().join(" | ")));
            questions.push(Question::Amounts { row: sample });
        }
        Some(reading) if reading.rivals > 1 => {
            questions.push(Question::Rivals {
                columns: names_of(&reading.amounts, table),
            });
        }
        Some(_) => {}
    }
    if let Some(reading) = reading
        && let Some(column) = unread_fee(reading, columns, answers)
    {
        questions.push(Question::Fee { column });
    }
    for date in &entries.dates {
        let is_unreadable =
            |cell: &&str| !cell.is_empty() && parse_date(cell, &date.patterns).is_none();
        let mut cells = entries.rows.iter().map(|row| row.cell(date.column));
        if let (Some(learned), Some(word)) = (columns.get(date.column), cells.find(is_unreadable))
            && learned.basis != Basis::Given
        {
            questions.push(Question::Status {
                column: learned.name.clone(),
                word: word.to_owned(),
            });
        }
    }
    for (column, learned) in columns.iter().enumerate() {
        let is_given = learned.basis == Basis::Given;
        let is_status = |cell: &str| {
            let cell = cell.to_lowercase();
            let begins = |word: &str| STATUS_WORDS.iter().any(|status| word.starts_with(status));
            cell.split(|letter: char| !letter.is_alphabetic())
                .any(begins)
        };
        let mut different: Vec<&str> = entries.rows.iter().map(|row| row.cell(column)).collect();
        different.sort_unstable();
        different.dedup();
        // A column of many texts is no status.
        let mut words = different.iter().filter(|_| different.len() <= 8);
        if let Some(word) = words.find(|word| is_status(word)).filter(|_| !is_given) {
            questions.push(Question::Status {
                column: learned.name.clone(),
                word: (*word).to_owned(),
            });
        }
    }
    if !answers.accept {
        let suggested = columns
            .iter()
            .filter(|column| column.basis == Basis::Suggested && is_needed(column.role));
        questions.extend(suggested.map(|column| Question::Suggested {
            column: column.name.clone(),
            role: column.role,
        }));
    }
    questions
}

/// Words in the names of columns of fees.
const FEE_WORDS: &[&str] = &[
    "fee",
    "gebühr",
    "gebuehr",
    "frais",
    "commission",
    "provision",
    "spes",
    "charge",
    "tax",
    "komis",
    "kosten",
    "entgelt",
];

/// Returns the name of a column that seems to be a fee, has other numbers than zero, and is in no reading.
fn unread_fee(reading: &Reading, columns: &[LearnedColumn], answers: &Answers) -> Option<String> {
    let used = roles_of(&reading.amounts, reading.balance.map(|(column, _)| column));
    let is_fee = |name: &str| {
        let lowercase = name.to_lowercase();
        FEE_WORDS.iter().any(|word| lowercase.contains(word))
            || named_role(name, answers) == Some(ColumnRole::Fee)
    };
    let mut numbers = reading
        .numbers
        .iter()
        .filter(|known| known.is_used() && !used.iter().any(|(column, _)| *column == known.column));
    numbers.find_map(|known| {
        let column = columns.get(known.column)?;
        (is_fee(&column.name) && column.basis != Basis::Given).then(|| column.name.clone())
    })
}

/// Whether a transaction can't be read without the role, or would be another one.
fn is_needed(role: ColumnRole) -> bool {
    role == ColumnRole::BookedAt || role.is_amount()
}

/// Returns the names of the columns that a reading of amounts uses.
fn names_of(amounts: &Amounts, table: &Table) -> Vec<String> {
    let roles = roles_of(amounts, None);
    roles
        .iter()
        .filter_map(|(column, _)| table.names.get(*column).cloned())
        .collect()
}
