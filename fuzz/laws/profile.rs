//! Reading a profile or a map of accounts never panics, says what is wrong and where, and what is taken converts.

use universal_accounting::format::Profile;
use universal_accounting::internals::json::Reader;
use universal_accounting::report::{Policy, Report};
use universal_accounting::statement::AccountMap;

use super::choices::Choices;
use super::{convert, place, secret};

pub fn hold(data: &[u8]) {
    let mut choices = Choices::of(data);
    if choices.below(2) == 1 {
        return map(choices.rest());
    }
    // What comes after a NUL chooses what is converted by it.
    let rest = choices.rest();
    let (source, made) = match rest.iter().position(|byte| *byte == 0) {
        Some(end) => (&rest[..end], &rest[end + 1..]),
        None => (rest, rest),
    };
    let policy = Policy::new();
    let reading = Profile::read(source, &policy);
    assert_eq!(reading, Profile::read(source, &policy), "the same twice");
    report_holds(source, &reading.report, reading.value.is_some());
    if let Some(profile) = reading.value {
        convert::converts_by(profile, &mut Choices::of(made));
    }
}

fn map(source: &[u8]) {
    let policy = Policy::new();
    let reading = AccountMap::read(source, &policy);
    assert_eq!(reading, AccountMap::read(source, &policy), "the same twice");
    report_holds(source, &reading.report, reading.value.is_some());
    if let Some(map) = reading.value {
        let text = String::from_utf8_lossy(source);
        for word in text.split('"') {
            let known = [map.find_by_number(word), map.find_by_file_name(word)];
            assert!(known.into_iter().flatten().all(|known| !known.account.as_str().is_empty()));
        }
    }
}

fn report_holds(source: &[u8], report: &Report, is_taken: bool) {
    assert_eq!(is_taken, report.errors == 0, "{report:?}");
    place::in_their_places(source, report);
    secret::in_no_report(report);
    let Ok(document) = serde_json::from_slice::<serde_json::Value>(source) else { return };
    if report.counts.iter().any(|count| count.rule.id == "duplicate-key" || count.rule.id == "utf-16") {
        return;
    }
    // Of two members with one name the tree has the last one, and a pointer may lead to the first.
    let mut reader = Reader::new(str::from_utf8(source).unwrap_or_default().trim_start_matches('\u{feff}'));
    let Ok(value) = reader.read_value() else { return };
    if reader.skip(&value).is_err() || !reader.duplicate_keys().is_empty() {
        return;
    }
    for finding in &report.findings {
        assert!(document.pointer(&finding.pointer).is_some(), "{finding:?}");
    }
}
