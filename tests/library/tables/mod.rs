//! Base data from tables.

mod books;
mod faults;
mod habits;
mod lists;
mod notes;
mod readings;
mod rules;
mod swiss_chart;
mod write;

use universal_accounting::report::Report;
use universal_accounting::tables::{self, BuildOptions, Built, Source, Table};

const ORGANIZATION: Source<'_> = Source {
    name: "org.json",
    bytes: br#"{"companyName":"Muster AG","companyUid":"CHE-100.000.006","leadCurrency":"CHF"}"#,
};

/// Builds base data from files with names.
fn build(files: &[(&str, &[u8])], options: &BuildOptions) -> Built {
    let sources: Vec<Source<'_>> = files
        .iter()
        .map(|&(name, bytes)| Source { name, bytes })
        .collect();
    tables::build(&sources, Some(ORGANIZATION), options)
}

/// Builds base data from tables that the library has written, and returns the payload.
pub(crate) fn build_written(tables: &[Table]) -> Option<String> {
    let sources: Vec<Source<'_>> = tables
        .iter()
        .map(|table| Source {
            name: &table.name,
            bytes: &table.bytes,
        })
        .collect();
    tables::build(&sources, None, &BuildOptions::new()).json
}

/// Returns line, column and heading, rule and message of each finding.
fn describe(report: &Report) -> Vec<String> {
    let line = |finding: &universal_accounting::report::Finding| {
        let column = finding
            .cell
            .as_ref()
            .map_or("", |cell| cell.column.as_str());
        format!(
            "{}:{} [{column}] {}: {}",
            finding.line,
            finding.column,
            finding.rule.id,
            finding.message()
        )
    };
    report.findings.iter().map(line).collect()
}

/// Builds base data from one table, and describes its findings.
fn findings(name: &str, table: &str) -> Vec<String> {
    describe(&build(&[(name, table.as_bytes())], &BuildOptions::new()).tables[0].report)
}

/// Returns a text in Windows-1252. It has no other characters than those of ISO-8859-1.
fn windows_1252(text: &str) -> Vec<u8> {
    text.chars()
        .map(|letter| u8::try_from(u32::from(letter)).unwrap())
        .collect()
}
