use serde_json::{Value, json};

use super::draft::Draft;
use super::question::Question;
use crate::statement::RowOrder;
use crate::transactions::{CreditDebit, Transaction};
use crate::value::Text;

/// The number of transactions that a draft shows.
const MAX_TRANSACTIONS: usize = 20;

impl Draft {
    /// Returns the draft as one line of JSON: the table, its columns with role and basis, the questions, the first transactions, and the profile.
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
    let questions = draft
        .questions
        .iter()
        .map(|question| json!({ "kind": kind(question), "text": question.to_string() }));
    let profile = draft
        .profile
        .as_ref()
        .and_then(|(_, text)| serde_json::from_str::<Value>(text).ok());
    let conversion = draft.conversion.as_ref().filter(|_| profile.is_some());
    let transactions = conversion.map(|conversion| {
        let shown = conversion.transactions.iter().take(MAX_TRANSACTIONS);
        shown.map(transaction).collect::<Vec<Value>>()
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
        "balance": conversion.map(|conversion| conversion.summary.balance_status.as_str()),
        "rejected": conversion.map(|conversion| conversion.summary.rejected.clone()),
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

/// Returns the kind of a question, for programs.
const fn kind(question: &Question) -> &'static str {
    match question {
        Question::Date => "date",
        Question::DayOrMonth { .. } => "day-or-month",
        Question::Amounts { .. } => "amounts",
        Question::Rivals { .. } => "rivals",
        Question::Fee { .. } => "fee",
        Question::Status { .. } => "status",
        Question::Unwritten => "unwritten",
        Question::Suggested { .. } => "suggested",
    }
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
