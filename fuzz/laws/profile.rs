//! Reading a bank profile or an account map never panics and locates every error, and a valid profile converts statements.

use universal_accounting::format::Profile;
use universal_accounting::internals::account_map::{find_by_file_name, find_by_number};
use universal_accounting::internals::json::Reader;
use universal_accounting::report::{Policy, Report};
use universal_accounting::statement::AccountMap;

use super::choices::Choices;
use super::{card_numbers, convert, positions};

pub fn assert_holds(data: &[u8]) {
    let mut choices = Choices::new(data);
    if choices.below(2) == 1 {
        return assert_account_map_holds(choices.rest());
    }
    // The bytes after a NUL are the choices for the statement that the profile converts.
    let rest = choices.rest();
    let (source, statement_choices) = match rest.iter().position(|byte| *byte == 0) {
        Some(end) => (&rest[..end], &rest[end + 1..]),
        None => (rest, rest),
    };
    let policy = Policy::new();
    let reading = Profile::read(source, &policy);
    assert_eq!(
        reading,
        Profile::read(source, &policy),
        "two readings are equal"
    );
    assert_report_holds(source, &reading.report, reading.value.is_some());
    if let Some(profile) = reading.value {
        convert::assert_converts_with(profile, &mut Choices::new(statement_choices));
    }
}

fn assert_account_map_holds(source: &[u8]) {
    let policy = Policy::new();
    let reading = AccountMap::read(source, &policy);
    assert_eq!(
        reading,
        AccountMap::read(source, &policy),
        "two readings are equal"
    );
    assert_report_holds(source, &reading.report, reading.value.is_some());
    if let Some(map) = reading.value {
        let text = String::from_utf8_lossy(source);
        for word in text.split('"') {
            let known = [
                find_by_number(&map, word),
                find_by_file_name(&map, word, None),
            ];
            assert!(
                known
                    .into_iter()
                    .flatten()
                    .all(|known| !known.as_str().is_empty())
            );
        }
    }
}

fn assert_report_holds(source: &[u8], report: &Report, is_accepted: bool) {
    assert_eq!(is_accepted, report.errors == 0, "{report:?}");
    positions::assert_positions(source, report);
    card_numbers::assert_none_in_report(report);
    let Ok(document) = serde_json::from_slice::<serde_json::Value>(source) else {
        return;
    };
    if report
        .counts
        .iter()
        .any(|count| count.rule.id == "duplicate-key" || count.rule.id == "utf-16")
    {
        return;
    }
    // Of two members with the same key, `serde_json` keeps the last, but a pointer may be to the first.
    let mut reader = Reader::new(
        str::from_utf8(source)
            .unwrap_or_default()
            .trim_start_matches('\u{feff}'),
    );
    let Ok(value) = reader.read_value() else {
        return;
    };
    if reader.skip(&value).is_err() || !reader.duplicate_keys().is_empty() {
        return;
    }
    for finding in &report.findings {
        assert!(document.pointer(&finding.pointer).is_some(), "{finding:?}");
    }
}
