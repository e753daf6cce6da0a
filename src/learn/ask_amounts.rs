//! Questions about the amounts, with the readings that are possible.

use super::amounts::Amounts;
use super::answers::Answers;
use super::entries::Entries;
use super::numbers::{MARKS, NumberColumn};
use super::question::{Question, QuestionKind};
use super::reading::{Reading, Rival, roles_of};
use super::role::ColumnRole;
use super::row::TableRow;
use super::table::Table;
use crate::report::Phrase;

/// The most readings that are offered where neither balances nor names show the amounts.
const MAX_CHOICES: usize = 12;

/// Asks which columns have the amounts: one of the columns of numbers, or two that no row fills both.
pub(super) fn ask_amounts(table: &Table, entries: &Entries<'_>) -> Question {
    let asked = match entries.rows.first() {
        Some(row) => Phrase::new("which columns have the amounts? Line {line}: {texts}")
            .param("line", table.place_of(row))
            .param("texts", texts_of(row)),
        None => Phrase::new("which columns have the amounts?"),
    };
    let mut question = Question::new(QuestionKind::Amounts, asked);
    let columns = (0..table.names.len()).filter(|column| entries.date(*column).is_none());
    let read = |column: usize| {
        let mut marks = MARKS.into_iter();
        marks.find_map(|mark| NumberColumn::read(&entries.rows, column, mark))
    };
    let numbers: Vec<NumberColumn> = columns
        .filter_map(read)
        .filter(NumberColumn::is_used)
        .collect();
    let name = |number: &NumberColumn| table.names.get(number.column).cloned();
    for debit in &numbers {
        let others = numbers
            .iter()
            .filter(|credit| credit.column != debit.column);
        for credit in others.filter(|credit| debit.is_other_side_of(credit)) {
            if let Some((debit, credit)) = name(debit).zip(name(credit)) {
                question = add_columns(question, debit, credit);
            }
        }
    }
    for column in numbers.iter().filter_map(name) {
        let text = Phrase::new("`{column}` has the amounts").param("column", column.clone());
        question = question.choice(text, Answers::of_roles([(column, ColumnRole::Amount)]));
    }
    question.choices.truncate(MAX_CHOICES);
    question
}

fn add_columns(question: Question, debit: String, credit: String) -> Question {
    let text = Phrase::new("`{debit}` has money out, `{credit}` has money in")
        .param("debit", debit.clone())
        .param("credit", credit.clone());
    let roles = [(debit, ColumnRole::Debit), (credit, ColumnRole::Credit)];
    question.choice(text, Answers::of_roles(roles))
}

/// Asks which of several readings is right. Where they differ in the direction alone, one row that the person knows settles it.
pub(super) fn ask_rivals(table: &Table, entries: &Entries<'_>, reading: &Reading) -> Question {
    if let Some(question) = ask_direction(table, entries, reading) {
        return question;
    }
    let asked =
        Phrase::new("where are the amounts? The balances or the names admit several readings");
    let mut question = Question::new(QuestionKind::Rivals, asked);
    let mut known: Vec<&Rival> = Vec::new();
    for rival in &reading.rivals {
        if known.contains(&rival) {
            continue;
        }
        known.push(rival);
        let name = |column: usize| table.names.get(column).cloned().unwrap_or_default();
        let roles = roles_of(&rival.amounts, None);
        let mut answers =
            Answers::of_roles(roles.into_iter().map(|(column, role)| (name(column), role)));
        answers.decimal = Some(rival.decimal);
        if let Amounts::Signed { reversed, .. } = rival.amounts {
            answers.positive_is_credit = Some(!reversed);
        }
        question = question.choice(describe(rival, &name), answers);
    }
    question
}

/// Asks for the direction of a row, if all readings have the same amounts.
fn ask_direction(table: &Table, entries: &Entries<'_>, reading: &Reading) -> Option<Question> {
    let Amounts::Signed { column, .. } = reading.amounts else {
        return None;
    };
    let is_same = |rival: &Rival| {
        rival.decimal == reading.decimal
            && matches!(rival.amounts, Amounts::Signed { column: other, .. } if other == column)
    };
    if !reading.rivals.iter().all(is_same) {
        return None;
    }
    let numbers = reading
        .numbers
        .iter()
        .find(|known| known.column == column)?;
    let mut rows = entries.rows.iter().zip(&numbers.values);
    let is_positive = |value: &Option<rust_decimal::Decimal>| {
        value.is_some_and(|number| number.is_sign_positive() && !number.is_zero())
    };
    let (row, is_plain) = match rows.find(|(_, value)| is_positive(value)) {
        Some((row, _)) => (row, true),
        None => (entries.rows.first()?, false),
    };
    let asked = Phrase::new("line {line}: {texts}. Money out or in?")
        .param("line", table.place_of(row))
        .param("texts", texts_of(row));
    let answer = |is_credit: bool| Answers {
        positive_is_credit: Some(is_credit == is_plain),
        ..Answers::default()
    };
    let question = Question::new(QuestionKind::Direction, asked)
        .choice(Phrase::new("money out of the account"), answer(false))
        .choice(Phrase::new("money into the account"), answer(true));
    Some(question)
}

fn describe(rival: &Rival, name: &dyn Fn(usize) -> String) -> Phrase {
    let text = match &rival.amounts {
        Amounts::Signed { column, reversed } => {
            let text = if *reversed {
                "`{column}` has the amounts, money out without a minus sign; the decimal mark is `{mark}`"
            } else {
                "`{column}` has the amounts, money in without a minus sign; the decimal mark is `{mark}`"
            };
            Phrase::new(text).param("column", name(*column))
        }
        Amounts::Columns { debit, credit } => Phrase::new(
            "`{debit}` has money out, `{credit}` has money in; the decimal mark is `{mark}`",
        )
        .param("debit", name(*debit))
        .param("credit", name(*credit)),
        Amounts::Words {
            column, direction, ..
        } => Phrase::new(
            "`{column}` has the amounts, and `{direction}` their direction; the decimal mark is `{mark}`",
        )
        .param("column", name(*column))
        .param("direction", name(*direction)),
        Amounts::WithFee { column, fee, .. } => Phrase::new(
            "`{column}` has the amounts, and `{fee}` fees beside them; the decimal mark is `{mark}`",
        )
        .param("column", name(*column))
        .param("fee", name(*fee)),
    };
    text.param("mark", rival.decimal.to_string())
}

/// Returns the cells of a row that are not empty.
fn texts_of(row: &TableRow) -> String {
    row.filled().collect::<Vec<_>>().join(" | ")
}
