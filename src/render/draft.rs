use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::findings::{to_json_line, view};
use crate::learn::{Answers, Choice, Draft, LearnedColumn, Question};
#[cfg(test)]
use crate::learn::{Basis, ColumnRole, QuestionKind};
use crate::report::{Param, Phrase};
use crate::statement::{BalanceStatus, RowOrder};
use crate::transactions::{CreditDebit, Transaction};
use crate::value::Text;

/// The number of transactions that a draft shows.
const MAX_TRANSACTIONS: usize = 20;

impl Draft {
    /// Returns the draft as one line of JSON, which the schema `draft` describes: the table, its columns with role and basis, the questions with their possible
    /// answers, the first transactions, and the profile. Its texts are in English, with template and parameters for a translation.
    #[must_use]
    pub fn to_json(&self) -> String {
        to_json_line(&DraftView::new(self))
    }
}

view! {
    /// What was learned of the format of a table, and what is open.
    #[cfg_attr(test, schemars(title = "Draft"))]
    struct DraftView<'d> fn new(draft: &'d Draft) {
        /// The character between cells.
        delimiter: char = draft.delimiter,
        /// The line of the header, counted from 1; null if the table has none.
        header_line: Option<usize> = draft.header_line,
        /// The number of rows with a date.
        entries: usize = draft.entries,
        /// The decimal mark; null if the amounts could not be read.
        decimal: Option<char> = draft.decimal,
        /// The order of the rows; null if the dates don't fix it.
        #[cfg_attr(test, schemars(schema_with = "row_order"))]
        order: Option<&'static str> = draft.order.map(order_name),
        /// What the amounts rest on: `proved` only if the balances of all rows and the dates admit a single reading.
        #[cfg_attr(test, schemars(with = "Basis"))]
        amounts: &'static str = draft.amounts.as_str(),
        /// The columns, in the order of the table.
        columns: Vec<ColumnView<'d>> = draft.columns.iter().map(ColumnView::new).collect(),
        /// What remains to be answered.
        questions: Vec<QuestionView<'d>> = draft.questions.iter().map(QuestionView::new).collect(),
        /// What the balances say of the file, converted with the profile; null if there is no profile.
        #[cfg_attr(test, schemars(schema_with = "balance_status"))]
        balance: Option<&'static str> = draft.profile.as_ref().and(draft.balance_status()).map(BalanceStatus::as_str),
        /// The lines of rows that could not be read; null if there is no profile.
        rejected: Option<Vec<usize>> = rejected(draft),
        /// The first transactions, as they would be booked; null if there is no profile.
        transactions: Option<Vec<TransactionView<'d>>> = transactions(draft),
        /// The profile, which the schema `bank-profile` describes; null if a question is open.
        profile: Option<Value> = profile(draft),
    }
}

view! {
    /// A column of the table.
    struct ColumnView<'d> as "learned-column" fn new(column: &'d LearnedColumn) {
        /// The name in the header, or its number.
        name: &'d str = &column.name,
        /// What the column means.
        #[cfg_attr(test, schemars(with = "ColumnRole"))]
        role: &'static str = column.role.as_str(),
        /// What the role rests on.
        #[cfg_attr(test, schemars(with = "Basis"))]
        basis: &'static str = column.basis.as_str(),
        /// The first different texts of the column, at most three.
        examples: &'d [String] = &column.examples,
    }
}

view! {
    /// A sentence in English, and what a translation of it needs.
    struct SentenceView as "sentence" fn new(phrase: &Phrase) {
        /// The sentence.
        text: String = phrase.english(),
        /// The sentence with names of parameters in braces.
        template: &'static str = phrase.template(),
        /// The parameters: texts and numbers.
        params: Map<String, Value> = params(phrase),
    }
}

view! {
    /// A question about the format.
    struct QuestionView<'d> as "question" fn new(question: &'d Question) {
        /// What it is about.
        #[cfg_attr(test, schemars(with = "QuestionKind"))]
        kind: &'static str = question.kind.as_str(),
        /// The name of the column; null if it is about none.
        column: Option<&'d str> = question.column.as_deref(),
        sentence ..: SentenceView = SentenceView::new(question.phrase()),
        /// The possible answers; none if only another file or a profile written by hand helps.
        choices: Vec<ChoiceView> = question.choices.iter().map(ChoiceView::new).collect(),
    }
}

view! {
    /// A possible answer to a question.
    struct ChoiceView as "choice" fn new(choice: &Choice) {
        sentence ..: SentenceView = SentenceView::new(choice.phrase()),
        /// What to send back, in the form in which answers are given.
        answers: AnswersView = AnswersView::new(&choice.answers),
    }
}

view! {
    /// Answers to a question.
    struct AnswersView as "answers" fn new(answers: &Answers) {
        /// The roles of columns.
        #[cfg_attr(test, schemars(with = "Option<BTreeMap<String, ColumnRole>>"))]
        roles?: Option<BTreeMap<String, &'static str>> = roles(answers),
        /// Words of columns whose rows are not booked.
        unbooked?: Option<BTreeMap<String, Vec<String>>> = words(&answers.unbooked),
        /// Words of columns whose rows are balances or totals.
        balances?: Option<BTreeMap<String, Vec<String>>> = words(&answers.balances),
        /// The order of day, month and year.
        dates?: Option<&'static str> = answers.dates.map(crate::format::DateOrder::as_str),
        /// What a number without a minus sign is.
        positive?: Option<&'static str> = answers.positive_is_credit.map(direction),
        /// The decimal mark.
        decimal?: Option<char> = answers.decimal,
    }
}

view! {
    /// A transaction, without account and currency, since the file may not name them.
    struct TransactionView<'d> as "learned-transaction" fn new(transaction: &'d Transaction) {
        /// The booking date, or else the value date.
        day: Option<String> = transaction.booked_at.or(transaction.valuta_at).map(|day| day.to_string()),
        /// The direction.
        #[cfg_attr(test, schemars(schema_with = "credit_or_debit"))]
        credit_debit: Option<&'static str> = transaction.credit_debit.map(CreditDebit::as_str),
        /// The amount, a decimal without a sign.
        amount: String = transaction.amount.to_string(),
        /// The text.
        description: Option<&'d str> = transaction.text.as_ref().map(Text::as_str),
    }
}

/// Returns the name of an order, as profiles write it.
const fn order_name(order: RowOrder) -> &'static str {
    match order {
        RowOrder::NewestFirst => "newest-first",
        RowOrder::OldestFirst => "oldest-first",
    }
}

const fn direction(is_credit: bool) -> &'static str {
    if is_credit { "credit" } else { "debit" }
}

fn params(phrase: &Phrase) -> Map<String, Value> {
    let params = phrase.params().iter().map(|(name, param)| {
        let value = match param {
            Param::Text(text) => json!(text),
            Param::Number(number) => json!(number),
        };
        ((*name).to_owned(), value)
    });
    params.collect()
}

fn roles(answers: &Answers) -> Option<BTreeMap<String, &'static str>> {
    let roles = answers.roles.iter();
    let roles: BTreeMap<String, &str> = roles
        .map(|(column, role)| (column.clone(), role.as_str()))
        .collect();
    (!roles.is_empty()).then_some(roles)
}

fn words(pairs: &[(String, String)]) -> Option<BTreeMap<String, Vec<String>>> {
    let mut words: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (column, word) in pairs {
        words.entry(column.clone()).or_default().push(word.clone());
    }
    (!words.is_empty()).then_some(words)
}

fn rejected(draft: &Draft) -> Option<Vec<usize>> {
    draft.profile.as_ref()?;
    let mut lines = Vec::new();
    for conversion in &draft.conversions {
        lines.extend_from_slice(&conversion.summary.rejected);
    }
    Some(lines)
}

fn transactions(draft: &Draft) -> Option<Vec<TransactionView<'_>>> {
    draft.profile.as_ref()?;
    let conversions = draft.conversions.iter();
    let all = conversions.flat_map(|conversion| &conversion.transactions);
    Some(
        all.take(MAX_TRANSACTIONS)
            .map(TransactionView::new)
            .collect(),
    )
}

fn profile(draft: &Draft) -> Option<Value> {
    let (_, text) = draft.profile.as_ref()?;
    serde_json::from_str(text).ok()
}

#[cfg(test)]
fn row_order(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "enum": ["newest-first", "oldest-first", null] })
}

#[cfg(test)]
fn credit_or_debit(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "enum": ["credit", "debit", null] })
}

#[cfg(test)]
fn balance_status(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "enum": ["proved", "partly", "broken", "none", null] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_schema_matches_file;

    #[test]
    fn schema_file_matches_the_view() {
        assert_schema_matches_file::<DraftView<'_>>("draft");
    }
}
