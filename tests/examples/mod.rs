//! The examples of the rules, judged.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]
#![allow(dead_code, reason = "each test file uses its share")]

use universal_accounting::bank::{self, Options};
use universal_accounting::report::{Example, Limits, Policy, Report};
use universal_accounting::transactions;
use universal_accounting::value::{AccountIdentifier, Currency};

/// What an example yields, in the order of the places.
pub(crate) fn judge(example: Example, policy: &Policy) -> Report {
    match example {
        Example::Transaction(text) => payload(&format!("{{\"transactions\":[{text}]}}"), policy),
        Example::Transactions(bytes) => transactions::check(bytes, policy),
        Example::Repeated { transaction, times } => {
            let all: Vec<String> = (0..times).map(|n| transaction.replace("{n}", &n.to_string())).collect();
            payload(&format!("{{\"transactions\":[{}]}}", all.join(",")), policy)
        }
        Example::Statement { text, account, currency } => {
            let mut options = Options::new();
            options.policy = policy.clone();
            options.account = account.map(|account| AccountIdentifier::parse(account).unwrap());
            options.currency = currency.map(|code| Currency::parse(code).unwrap());
            bank::convert(text.as_bytes(), &options).summary.report
        }
        other => panic!("an example of a new kind: {other:?}"),
    }
}

fn payload(text: &str, policy: &Policy) -> Report {
    transactions::check(text.as_bytes(), policy)
}

/// The one rule that speaks of the caller's limit needs a caller with one.
pub(crate) fn policy_for(id: &str) -> Policy {
    match id {
        "too-large" => Policy::new().limits(Limits { bytes: 16, ..Limits::default() }),
        _ => Policy::new(),
    }
}
