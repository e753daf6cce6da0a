//! Payloads with several faults: each fault is reported once, none hides another, and no fix causes a new one.

mod faults;
mod fixes;
mod syntax;

use universal_accounting::report::{Finding, Policy};
use universal_accounting::transactions;

const VALID: &str = r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#;

fn check(payload: &str) -> Vec<Finding> {
    transactions::check(payload.as_bytes(), &Policy::new()).findings
}

/// Returns the rule and pointer of each finding of a payload.
fn found(payload: &str) -> Vec<String> {
    check(payload)
        .iter()
        .map(|finding| format!("{} {}", finding.rule.id, finding.pointer))
        .collect()
}
