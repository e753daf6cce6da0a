//! What comes out of files, by each way that the library has.

use std::convert::Infallible;

use universal_accounting::continuity::{AccountHistory, Conversions};
use universal_accounting::format::{self, ConvertOptions, Input};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::statement::{BalanceStatus, Summary};
use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::Currency;

/// The rules of the room.
const RULES: [&str; 7] = [
    "statement-missing",
    "days-uncovered",
    "page-missing",
    "booking-in-one-statement",
    "statements-differ",
    "part-differs",
    "entry-twice",
];

/// A transaction: its day, signed amount and id.
pub(super) type Row = (String, String, String);

/// What comes out of files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outcome {
    /// All transactions, in order.
    pub(super) rows: Vec<Row>,
    pub(super) accounts: Vec<Summed>,
    /// The rules of the room that were reported, in order.
    pub(super) rules: Vec<&'static str>,
    /// Whether a statement has some rows twice, so that its balances don't prove it.
    pub(super) has_repeated_block: bool,
}

/// What doesn't depend on the order of the files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Summed {
    pub(super) account: Option<String>,
    pub(super) transactions: usize,
    pub(super) repeated: usize,
    pub(super) confirmed: usize,
    pub(super) credit: Option<Decimal>,
    pub(super) debit: Option<Decimal>,
    pub(super) opening: Option<Decimal>,
    pub(super) closing: Option<Decimal>,
    pub(super) status: BalanceStatus,
    /// The links, in order.
    pub(super) links: Vec<&'static str>,
}

impl Summed {
    fn of(account: &AccountHistory) -> Self {
        let mut links: Vec<&'static str> = account
            .statements
            .iter()
            .map(|statement| statement.link.as_str())
            .collect();
        links.sort_unstable();
        Self {
            account: account.account.as_ref().map(ToString::to_string),
            transactions: account.transactions,
            repeated: account.repeated,
            confirmed: account.confirmed,
            credit: account.credit,
            debit: account.debit,
            opening: account.opening_balance,
            closing: account.closing_balance,
            status: account.balance_status,
            links,
        }
    }

    /// Returns opening + in − out − closing.
    pub(super) fn left_open(&self) -> Option<Decimal> {
        Some(self.opening? + self.credit? - self.debit? - self.closing?)
    }
}

fn row(transaction: &Transaction) -> Row {
    let day = transaction.booked_at.or(transaction.valuta_at);
    let sign = match transaction.credit_debit {
        Some(CreditDebit::Debit) => "-",
        _ => "",
    };
    let id = transaction.transaction_id.as_ref();
    (
        day.map_or(String::new(), |day| day.to_string()),
        format!("{sign}{}", transaction.amount),
        id.map_or(String::new(), ToString::to_string),
    )
}

fn rules_of(summary: &Summary) -> impl Iterator<Item = &'static str> + '_ {
    let findings = summary.report.findings.iter();
    let rules = findings.map(|finding| finding.rule.id);
    rules.filter(|rule| RULES.contains(rule))
}

/// Converts files by each way that the library has, and asserts that all agree.
pub(super) fn outcome(files: &[String]) -> Outcome {
    outcome_with(files, Currency::parse("CHF").ok())
}

pub(super) fn outcome_with(files: &[String], currency: Option<Currency>) -> Outcome {
    let mut options = ConvertOptions::new();
    options.currency = currency;
    let names: Vec<String> = (0..files.len())
        .map(|index| format!("file {index}"))
        .collect();
    for file in files {
        assert_streamed(file, &options);
    }
    let inputs = names.iter().zip(files);
    let inputs: Vec<Input<'_>> = inputs
        .map(|(name, file)| Input::new(name, file.as_bytes()))
        .collect();
    let Conversions {
        files: joined,
        history,
        ..
    } = format::convert_all(&inputs, &options);
    let mut rows: Vec<Row> = Vec::new();
    for conversion in &joined {
        let summary = &conversion.summary;
        let counted =
            summary.converted + summary.details + summary.skipped.len() + summary.rejected.len();
        assert_eq!(summary.rows, counted);
        assert_eq!(summary.converted, conversion.transactions.len());
        rows.extend(conversion.transactions.iter().map(row));
    }
    rows.sort();
    let mut rules: Vec<&'static str> = joined
        .iter()
        .flat_map(|conversion| rules_of(&conversion.summary))
        .collect();
    rules.sort_unstable();
    let findings = joined
        .iter()
        .flat_map(|conversion| &conversion.summary.report.findings);
    let has_repeated_block = findings
        .into_iter()
        .any(|finding| finding.rule.id == "block-repeated");
    Outcome {
        has_repeated_block,
        rows,
        accounts: history.accounts.iter().map(Summed::of).collect(),
        rules,
    }
}

/// Asserts that a file that is streamed has the same transactions and the same summary.
fn assert_streamed(file: &str, options: &ConvertOptions) {
    let converted = convert_readable(file.as_bytes(), options);
    let mut transactions = Vec::new();
    let summary = format::convert_to(file.as_bytes(), options, |converted| {
        transactions.push(converted.into_transaction());
        Ok::<(), Infallible>(())
    });
    let summary = summary.unwrap();
    assert_eq!(transactions, converted.transactions, "{file}");
    let without_statements = |summary: &Summary| {
        let mut summary = summary.clone();
        summary.statements.clear();
        summary
    };
    assert_eq!(
        without_statements(&summary),
        without_statements(&converted.summary),
        "{file}"
    );
}
