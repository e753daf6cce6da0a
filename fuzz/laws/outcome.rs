//! The outcome of reading a payload, without locations in the file: equal for two payloads with equal content.

use universal_accounting::report::{Finding, Policy, Report};
use universal_accounting::{base_data, journal, transactions};

/// Returns the findings on base data, and the records built from them. Asserts that checking reports what reading reports.
pub fn read_base_data(source: &[u8]) -> (Vec<String>, String) {
    let policy = &Policy::new();
    let reading = base_data::read(source, policy);
    assert_eq!(base_data::check(source, policy), reading.report);
    (
        finding_lines(&reading.report),
        format!("{:?} {:?}", reading.value, reading.partial),
    )
}

/// Returns the findings on transactions, and the records built from them. Asserts that checking reports what reading reports.
pub fn read_transactions(source: &[u8]) -> (Vec<String>, String) {
    let policy = &Policy::new();
    let reading = transactions::read(source, policy);
    assert_eq!(transactions::check(source, policy), reading.report);
    let rejected: Vec<usize> = reading
        .rejected
        .iter()
        .map(|rejected| rejected.index)
        .collect();
    (
        finding_lines(&reading.report),
        format!("{:?} {rejected:?}", reading.values),
    )
}

/// Returns the findings on a journal export, and the records built from them. Asserts that checking reports what reading reports.
pub fn read_journal(source: &[u8]) -> (Vec<String>, String) {
    let policy = &Policy::new();
    let reading = journal::read(source, policy);
    assert_eq!(journal::check(source, policy), reading.report);
    let rejected: Vec<usize> = reading
        .rejected
        .iter()
        .map(|rejected| rejected.index)
        .collect();
    let records = journal::write(&reading.records);
    (
        finding_lines(&reading.report),
        format!("{records} {rejected:?} {:?}", reading.brand),
    )
}

fn finding_lines(report: &Report) -> Vec<String> {
    let line = |finding: &Finding| {
        let fix = finding.fix.as_ref().map(|fix| fix.safe);
        let (rule, pointer) = (finding.rule.id, &finding.pointer);
        format!(
            "{rule} {pointer:?} {} | {} | {:?} {fix:?}",
            finding.message(),
            finding.help(),
            finding.item
        )
    };
    report.findings.iter().map(line).collect()
}
