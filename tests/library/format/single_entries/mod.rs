//! The CSV of single entries, read back into journal records.

mod columns;
mod faults;
mod records;

use universal_accounting::format::{self, SingleEntriesReading};
use universal_accounting::journal::{self, Entry, JournalRecord, Line};
use universal_accounting::report::Policy;

/// The required columns, and the numbers.
const SHORT: &str = "serviceId,entry-entryId,entry-entryNumber,entry-type,entry-date,entry-lineId,entry-lineNumber,\
    entry-debitAccount-number,entry-creditAccount-number,entry-amount,entry-currency\n";

fn read(csv: &str) -> SingleEntriesReading {
    format::read_single_entries(csv.as_bytes(), &Policy::new())
}

/// Reads a CSV without a finding and returns its records as JSON.
fn json(csv: &str) -> String {
    let reading = read(csv);
    assert_eq!(findings(&reading), [""; 0], "{csv}");
    assert!(reading.rejected.is_empty() && reading.rejected_rows.is_empty());
    journal::write(&reading.records)
}

/// Returns each finding with its place, cell, record and message.
fn findings(reading: &SingleEntriesReading) -> Vec<String> {
    let describe = |finding: &universal_accounting::report::Finding| {
        let cell = finding
            .cell
            .as_ref()
            .map(|cell| format!("row {} `{}`", cell.row, cell.column))
            .unwrap_or_default();
        let item = finding
            .item
            .as_ref()
            .map(|item| format!(" of record {}", item.index))
            .unwrap_or_default();
        assert!(
            finding.pointer.is_empty() && finding.fix.is_none(),
            "{finding}"
        );
        format!(
            "{}:{} {} {cell}{item}: {}",
            finding.line,
            finding.column,
            finding.rule.id,
            finding.message()
        )
    };
    reading.report.findings.iter().map(describe).collect()
}

fn assert_finds(csv: &str, expected: &[&str], rejected_rows: &[usize]) {
    let reading = read(csv);
    assert_eq!(findings(&reading), expected, "{csv}");
    assert_eq!(reading.rejected_rows, rejected_rows, "{csv}");
    let rejected = reading.rejected.iter().chain(&reading.positions).count();
    assert_eq!(reading.records.len(), reading.positions.len());
    assert!(rejected <= reading.rows);
}

fn lines(records: &[JournalRecord]) -> impl Iterator<Item = &Line> {
    records
        .iter()
        .flat_map(|record| &record.entries)
        .flat_map(|entry: &Entry| &entry.lines)
}
