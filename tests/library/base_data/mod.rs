//! Base data with faults: what is found, and what normalizing corrects.

mod faults;
mod fixes;

use universal_accounting::base_data;
use universal_accounting::internals::rules::Example;
use universal_accounting::report::Policy;

fn found(payload: &str, policy: &Policy) -> Vec<String> {
    let report = base_data::check(payload.as_bytes(), policy);
    report
        .findings
        .iter()
        .map(|finding| format!("{} {}", finding.rule.id, finding.pointer))
        .collect()
}

fn valid_payload() -> String {
    String::from_utf8(Example::BaseData("contacts", "[]").input().into_owned()).unwrap()
}

/// Returns the findings of valid base data after a text in it is replaced.
fn found_after_replacing(from: &str, to: &str) -> Vec<String> {
    assert_eq!(valid_payload().matches(from).count(), 1, "{from}");
    found(&valid_payload().replace(from, to), &Policy::new())
}
