//! What comes of a payload, but for places: two payloads that mean the same come to the same.

use universal_accounting::report::{Finding, Policy, Report};
use universal_accounting::{base_data, transactions};

/// What is said of base data, and what is built of them. Checking says what reading does.
pub fn of_base_data(source: &[u8]) -> (Vec<String>, String) {
    let policy = &Policy::new();
    let reading = base_data::read(source, policy);
    assert_eq!(base_data::check(source, policy), reading.report);
    (said(&reading.report), format!("{:?} {:?}", reading.value, reading.partial))
}

/// The same of transactions.
pub fn of_transactions(source: &[u8]) -> (Vec<String>, String) {
    let policy = &Policy::new();
    let reading = transactions::read(source, policy);
    assert_eq!(transactions::check(source, policy), reading.report);
    let rejected: Vec<usize> = reading.rejected.iter().map(|rejected| rejected.index).collect();
    (said(&reading.report), format!("{:?} {rejected:?}", reading.values))
}

fn said(report: &Report) -> Vec<String> {
    let line = |finding: &Finding| {
        let fix = finding.fix.as_ref().map(|fix| fix.safe);
        let (rule, pointer) = (finding.rule.id, &finding.pointer);
        format!("{rule} {pointer:?} {} | {} | {:?} {fix:?}", finding.message(), finding.help(), finding.item)
    };
    report.findings.iter().map(line).collect()
}
