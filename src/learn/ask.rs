use super::answers::Answers;
use super::ask_amounts::{ask_amounts, ask_rivals};
use super::balance_rows::balances_at_ends;
use super::column::LearnedColumn;
use super::entries::Entries;
use super::headings::named_role;
use super::numbers::NumberColumn;
use super::question::{Question, QuestionKind};
use super::reading::{Reading, roles_of};
use super::role::{Basis, ColumnRole};
use super::row::TableRow;
use super::table::Table;
use crate::format::DateOrder;
use crate::report::{Param, Phrase};
use crate::sheet::date;

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
    "sospes",
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
        questions.push(ask_day_or_month(table.place_of(row), row.cell(date.column)));
    }
    match reading {
        None => questions.push(ask_amounts(table, entries)),
        Some(reading) if reading.rivals.len() > 1 => {
            questions.push(ask_rivals(table, entries, reading));
        }
        Some(_) => {}
    }
    if let Some(reading) = reading
        && let Some(column) = unread_fee(reading, columns, answers)
    {
        questions.push(ask_fee(&column));
    }
    questions.extend(ask_statuses(entries, columns, answers));
    questions.extend(ask_balances(&entries.rows, columns));
    if !answers.accept {
        let suggested = columns
            .iter()
            .filter(|column| column.basis == Basis::Suggested && is_needed(column.role));
        questions.extend(suggested.map(|column| ask_suggested(&column.name, column.role)));
    }
    questions
}

fn ask_day_or_month(line: Param, text: &str) -> Question {
    let order = |order| Answers {
        dates: Some(order),
        ..Answers::default()
    };
    let asked = Phrase::new("is `{text}` on line {line} written with the day first?")
        .param("text", text.to_owned())
        .param("line", line);
    Question::new(QuestionKind::DayOrMonth, asked)
        .choice(
            Phrase::new("the day comes first"),
            order(DateOrder::DayMonthYear),
        )
        .choice(
            Phrase::new("the month comes first"),
            order(DateOrder::MonthDayYear),
        )
}

fn ask_fee(column: &str) -> Question {
    let role = |role| Answers::of_roles([(column.to_owned(), role)]);
    let asked =
        Phrase::new("is `{column}` a fee beside the amount?").param("column", column.to_owned());
    Question::new(QuestionKind::Fee, asked)
        .about(column)
        .choice(
            Phrase::new("yes, the account pays both"),
            role(ColumnRole::Fee),
        )
        .choice(
            Phrase::new("no, the amount has it already"),
            role(ColumnRole::Other),
        )
}

fn ask_suggested(column: &str, role: ColumnRole) -> Question {
    let answer = |role| Answers::of_roles([(column.to_owned(), role)]);
    let asked = Phrase::new("does `{column}` have {role, phrase}?")
        .param("column", column.to_owned())
        .param("role", role.description());
    Question::new(QuestionKind::Suggested, asked)
        .about(column)
        .choice(Phrase::new("yes"), answer(role))
        .choice(
            Phrase::new("no, leave the column out"),
            answer(ColumnRole::Other),
        )
}

/// Asks of words that may mean that a row is not booked.
fn ask_statuses(
    entries: &Entries<'_>,
    columns: &[LearnedColumn],
    answers: &Answers,
) -> Vec<Question> {
    let asked = |column: &str, word: &str| {
        let asked = Phrase::new("are rows with `{word}` in `{column}` booked?")
            .param("word", word.to_owned())
            .param("column", column.to_owned());
        Question::new(QuestionKind::Status, asked).about(column)
    };
    let mut questions = Vec::new();
    for date in &entries.dates {
        let is_unreadable =
            |cell: &&str| !cell.is_empty() && date::parse(cell, &date.patterns).is_none();
        let mut cells = entries.rows.iter().map(|row| row.cell(date.column));
        if let (Some(learned), Some(word)) = (columns.get(date.column), cells.find(is_unreadable))
            && learned.basis != Basis::Given
            && (learned.role.is_date() || has_marks(&date.patterns))
        {
            questions.push(asked(&learned.name, word));
        }
    }
    for (column, learned) in columns.iter().enumerate() {
        let mut different: Vec<&str> = entries.rows.iter().map(|row| row.cell(column)).collect();
        different.sort_unstable();
        different.dedup();
        let is_settled = learned.basis == Basis::Given
            || !answers.unbooked_words(column, &learned.name).is_empty();
        if is_settled {
            continue;
        }
        // A column of many texts is no status.
        let is_unbooked = |cell: &&&str| different.len() <= MAX_STATUS_WORDS && is_status(cell);
        let words = different.iter().filter(is_unbooked);
        let words: Vec<String> = words.map(|word| (*word).to_owned()).collect();
        let Some(first) = words.first() else { continue };
        let role = match learned.role {
            ColumnRole::Text => ColumnRole::Text,
            _ => ColumnRole::Other,
        };
        let unbooked = words
            .iter()
            .map(|word| (learned.name.clone(), word.clone()));
        let unbooked = Answers {
            unbooked: unbooked.collect(),
            ..Answers::default()
        };
        let question = asked(&learned.name, first)
            .choice(
                Phrase::new("yes, all rows are"),
                Answers::of_roles([(learned.name.clone(), role)]),
            )
            .choice(
                Phrase::new("no; leave out the rows with {words}").param("words", quoted(&words)),
                unbooked,
            );
        questions.push(question);
    }
    questions
}

/// Asks of the first and the last rows whose words are those of a balance.
fn ask_balances(rows: &[&TableRow], columns: &[LearnedColumn]) -> Vec<Question> {
    let mut questions = Vec::new();
    for (column, word) in balances_at_ends(rows) {
        let Some(learned) = columns.get(column) else {
            continue;
        };
        if learned.basis == Basis::Given {
            continue;
        }
        let role = match learned.role {
            ColumnRole::Text => ColumnRole::Text,
            _ => ColumnRole::Other,
        };
        let balances = Answers {
            balances: vec![(learned.name.clone(), word.to_owned())],
            ..Answers::default()
        };
        let asked = Phrase::new("are rows with `{word}` in `{column}` bookings?")
            .param("word", word.to_owned())
            .param("column", learned.name.clone());
        let question = Question::new(QuestionKind::Balance, asked)
            .about(&learned.name)
            .choice(Phrase::new("no, they are a balance or a total"), balances)
            .choice(
                Phrase::new("yes, all rows are"),
                Answers::of_roles([(learned.name.clone(), role)]),
            );
        questions.push(question);
    }
    questions
}

/// Whether dates have marks between their parts. Digits alone may be something else.
fn has_marks(patterns: &[String]) -> bool {
    patterns
        .iter()
        .any(|pattern| pattern.contains(|mark: char| !mark.is_alphanumeric()))
}

/// The most different words of a column that may say which rows are booked.
const MAX_STATUS_WORDS: usize = 8;

/// Whether a word of a text says that something may not be booked.
fn is_status(text: &str) -> bool {
    let text = text.to_lowercase();
    let begins = |word: &str| STATUS_WORDS.iter().any(|status| word.starts_with(status));
    text.split(|letter: char| !letter.is_alphabetic())
        .any(begins)
}

fn quoted(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
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

/// Whether the amount of each row is that of a column, or the sum of it and another one, such as the amount before a fee and the fee: then the amount has the fee
/// already.
fn is_part(column: &NumberColumn, reading: &Reading) -> bool {
    let mut moved = reading.moved.iter().enumerate();
    if moved.all(|(row, moved)| column.at(row) == *moved) {
        return true;
    }
    let others = reading.numbers.iter();
    let mut others = others.filter(|other| other.column != column.column && other.is_used());
    others.any(|other| {
        let mut moved = reading.moved.iter().enumerate();
        moved.all(|(row, moved)| column.at(row).checked_add(other.at(row)) == Some(*moved))
    })
}

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
        let is_open = is_fee(&column.name) && column.basis != Basis::Given;
        (is_open && !is_part(known, reading)).then(|| column.name.clone())
    })
}

/// Whether a transaction can't be read without the role, or would be another one.
fn is_needed(role: ColumnRole) -> bool {
    role == ColumnRole::BookedAt || role.is_amount()
}
