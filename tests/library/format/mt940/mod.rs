//! Statements in the messages of SWIFT: MT940 and MT942.

mod lines;
mod messages;

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::report::Report;
use universal_accounting::statement::Conversion;

fn convert(text: &str) -> Conversion {
    convert_readable(text.as_bytes(), &ConvertOptions::new())
}

/// Returns line and column, and rule of each finding.
fn describe(report: &Report) -> Vec<String> {
    report
        .findings
        .iter()
        .map(|finding| format!("{}:{} {}", finding.line, finding.column, finding.rule.id))
        .collect()
}

/// A message with balances, in which the lines of the entries are 5 and following.
fn message(entries: &str, closing: &str) -> String {
    format!(
        ":20:START\n:25:CH9300762011623852957\n:28C:7/1\n:60F:C260330CHF100,00\n{entries}\n:62F:{closing}\n-\n"
    )
}

fn rows(conversion: &Conversion) -> Vec<String> {
    let row = |transaction: &universal_accounting::transactions::Transaction| {
        let direction = transaction
            .credit_debit
            .map_or("", |direction| direction.as_str());
        let day = |date: Option<universal_accounting::value::Date>| {
            date.map_or("-".to_owned(), |date| date.to_string())
        };
        format!(
            "{} {direction} {} {}",
            transaction.amount,
            day(transaction.valuta_at),
            day(transaction.booked_at)
        )
    };
    conversion.transactions.iter().map(row).collect()
}
