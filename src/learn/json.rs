use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::answers::Answers;
use super::draft::Draft;
use super::question::{Choice, Question};
use crate::report::{Param, Phrase};
use crate::statement::{BalanceStatus, RowOrder};
use crate::transactions::{CreditDebit, Transaction};
use crate::value::Text;

/// The number of transactions that a draft shows.
const MAX_TRANSACTIONS: usize = 20;

impl Draft {
    /// Returns the draft as one line of JSON: the table, its columns with role and basis, the questions with their possible answers, the first transactions,
    /// and the profile. Its texts are in English, with template and parameters for a translation.
    #[must_use]
    pub fn to_json(&self) -> String {
        write(self)
    }
}

fn write(draft: &Draft) -> String {
    let mut columns = Vec::new();
    for column in &draft.columns {
        columns.push(json!({
            "name": column.name,
            "role": column.role.as_str(),
            "basis": column.basis.as_str(),
            "examples": column.examples,
        }));
    }
    let questions = draft.questions.iter().map(question);
    let profile = draft
        .profile
        .as_ref()
        .and_then(|(_, text)| serde_json::from_str::<Value>(text).ok());
    let conversions = profile.as_ref().map(|_| &draft.conversions);
    let transactions = conversions.map(|conversions| {
        let all = conversions
            .iter()
            .flat_map(|conversion| &conversion.transactions);
        all.take(MAX_TRANSACTIONS)
            .map(transaction)
            .collect::<Vec<Value>>()
    });
    let rejected = conversions.map(|conversions| {
        let all = conversions
            .iter()
            .flat_map(|conversion| &conversion.summary.rejected);
        all.copied().collect::<Vec<usize>>()
    });
    let draft = json!({
        "delimiter": draft.delimiter,
        "headerLine": draft.header_line,
        "entries": draft.entries,
        "decimal": draft.decimal,
        "order": draft.order.map(order_name),
        "amounts": draft.amounts.as_str(),
        "columns": columns,
        "questions": questions.collect::<Vec<Value>>(),
        "balance": conversions.and(draft.balance_status()).map(BalanceStatus::as_str),
        "rejected": rejected,
        "transactions": transactions,
        "profile": profile,
    });
    draft.to_string()
}

/// Returns the name of an order, as profiles write it.
const fn order_name(order: RowOrder) -> &'static str {
    match order {
        RowOrder::NewestFirst => "newest-first",
        RowOrder::OldestFirst => "oldest-first",
    }
}

fn question(question: &Question) -> Value {
    let choice = |choice: &Choice| {
        let mut value = sentence(&choice.text);
        value.insert("answers".to_owned(), answers(&choice.answers));
        Value::Object(value)
    };
    let choices = question.choices.iter().map(choice);
    let mut value = sentence(&question.text);
    value.insert("kind".to_owned(), json!(question.kind.as_str()));
    value.insert("column".to_owned(), json!(question.column));
    value.insert("choices".to_owned(), choices.collect());
    Value::Object(value)
}

/// Returns a sentence in English, and what its translation needs.
fn sentence(phrase: &Phrase) -> Map<String, Value> {
    let params = phrase.params().iter().map(|(name, param)| {
        let value = match param {
            Param::Text(text) => json!(text),
            Param::Number(number) => json!(number),
        };
        ((*name).to_owned(), value)
    });
    let mut value = Map::new();
    value.insert("text".to_owned(), json!(phrase.english()));
    value.insert("template".to_owned(), json!(phrase.template()));
    value.insert("params".to_owned(), Value::Object(params.collect()));
    value
}

/// Returns answers to a question, in the form in which [`Answers::read`] takes them.
fn answers(answers: &Answers) -> Value {
    let mut value = Map::new();
    if !answers.roles.is_empty() {
        let roles = answers.roles.iter();
        let roles: Map<String, Value> = roles
            .map(|(column, role)| (column.clone(), json!(role.as_str())))
            .collect();
        value.insert("roles".to_owned(), Value::Object(roles));
    }
    let mut unbooked: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (column, word) in &answers.unbooked {
        unbooked.entry(column).or_default().push(word);
    }
    if !unbooked.is_empty() {
        value.insert("unbooked".to_owned(), json!(unbooked));
    }
    if let Some(order) = answers.dates {
        value.insert("dates".to_owned(), json!(order.as_str()));
    }
    if let Some(is_credit) = answers.positive_is_credit {
        let direction = if is_credit { "credit" } else { "debit" };
        value.insert("positive".to_owned(), json!(direction));
    }
    if let Some(mark) = answers.decimal {
        value.insert("decimal".to_owned(), json!(mark));
    }
    Value::Object(value)
}

/// Returns what is shown of a transaction. Account and currency are no part of it, since the file may not name them.
fn transaction(transaction: &Transaction) -> Value {
    let day = transaction.booked_at.or(transaction.valuta_at);
    json!({
        "day": day.map(|day| day.to_string()),
        "creditDebit": transaction.credit_debit.map(CreditDebit::as_str),
        "amount": transaction.amount.to_string(),
        "description": transaction.text.as_ref().map(Text::as_str),
    })
}
