//! The laws of checking, reading and writing payloads of transactions.

use proptest::prelude::*;
use universal_accounting::generate::{
    ChoiceBytes, Choices, Member, base_data_with_fault, json_members, json_object, json_payload, json_string, strategy,
    text, transaction, transactions, transactions_with_fault,
};
use universal_accounting::render::{report_json, sarif};
use universal_accounting::report::{Finding, Fix, Limits, Policy, Report, Severity};
use universal_accounting::transactions::{self, Transaction, TransactionsReading};
use universal_accounting::{base_data, contract};

use crate::cases::cases;
use crate::laws::positions::assert_position;
use crate::properties::payload::{damaged, faulty};
use crate::properties::tape::CARD_NUMBERS;

/// Reads a payload and holds everything against it that holds for every input.
fn read(source: &[u8]) -> Result<TransactionsReading, TestCaseError> {
    let policy = Policy::new();
    let reading = transactions::read(source, &policy);
    let report = transactions::check(source, &policy);
    prop_assert_eq!(&reading.report, &report, "check and read say the same");
    prop_assert_eq!(report_json("f", &report), report_json("f", &transactions::check(source, &policy)));
    for (severity, count) in [(Severity::Error, report.errors), (Severity::Warning, report.warnings)] {
        prop_assert_eq!(report.findings.iter().filter(|finding| finding.severity == severity).count(), count);
    }
    for finding in &report.findings {
        assert_position(source, finding);
    }
    pointers_resolve(source, &report)?;
    every_record_is_counted(source, &reading)?;
    a_policy_builds_no_other_values(source, &reading)?;
    for rejected in &reading.rejected {
        let said = |finding: &&Finding| finding.item.as_ref().is_some_and(|item| item.index == rejected.index);
        let why = report.findings.iter().filter(said).filter(|finding| finding.severity == Severity::Error).count();
        prop_assert!(
            why > 0 || has(&report, "misnamed-field") || !is_json(source),
            "record {} of {}",
            rejected.index,
            String::from_utf8_lossy(source)
        );
    }
    Ok(reading)
}

fn is_json(source: &[u8]) -> bool {
    serde_json::from_slice::<serde_json::Value>(source).is_ok()
}

fn has(report: &Report, rule: &str) -> bool {
    report.counts.iter().any(|count| count.rule.id == rule)
}

fn without_marks(mut source: &[u8]) -> &[u8] {
    while let Some(rest) = source.strip_prefix(b"\xEF\xBB\xBF") {
        source = rest;
    }
    source
}

fn pointers_resolve(source: &[u8], report: &Report) -> Result<(), TestCaseError> {
    let source = without_marks(source);
    let Ok(document) = serde_json::from_slice::<serde_json::Value>(source) else { return Ok(()) };
    // Of two values with one name that crate keeps one.
    if !has(report, "duplicate-key") {
        for finding in &report.findings {
            prop_assert!(document.pointer(&finding.pointer).is_some(), "{finding:?}");
        }
    }
    Ok(())
}

fn every_record_is_counted(source: &[u8], reading: &TransactionsReading) -> Result<(), TestCaseError> {
    let source = without_marks(source);
    let Ok(document) = serde_json::from_slice::<serde_json::Value>(source) else { return Ok(()) };
    if has(&reading.report, "duplicate-key") || has(&reading.report, "utf-16") {
        return Ok(());
    }
    let records: usize = match &document {
        serde_json::Value::Array(list) => list.len(),
        serde_json::Value::Object(object) => {
            // Under a name in the wrong case they are judged, and rejected.
            let list = object.iter().find(|(name, _)| *name == "transactions");
            let list =
                list.or_else(|| object.iter().find(|(name, _)| name.trim().eq_ignore_ascii_case("transactions")));
            list.and_then(|(_, list)| list.as_array()).map_or(0, Vec::len)
        }
        _ => 0,
    };
    let counted = reading.values.len() + reading.rejected.len();
    prop_assert_eq!(counted, records, "{:?} {:?}", String::from_utf8_lossy(source), reading.report.findings);
    Ok(())
}

/// Severity and limits change what is said, never what is built or counted.
fn a_policy_builds_no_other_values(source: &[u8], reading: &TransactionsReading) -> Result<(), TestCaseError> {
    let limits = Limits { findings_per_rule: 2, findings: 3, ..Limits::default() };
    let strict = transactions::read(source, &Policy::new().strict().limits(limits));
    prop_assert_eq!((&strict.values, &strict.rejected), (&reading.values, &reading.rejected));
    prop_assert_eq!(
        (strict.report.errors, strict.report.warnings),
        (reading.report.errors + reading.report.warnings, 0)
    );
    prop_assert!(strict.report.findings.len() <= 3);
    Ok(())
}

fn apply(source: &[u8], fix: &Fix) -> Vec<u8> {
    [&source[..fix.span.start], fix.replacement.as_bytes(), &source[fix.span.end..]].concat()
}

fn count_of(report: &Report, rule: &str) -> usize {
    report.counts.iter().filter(|count| count.rule.id == rule).map(|count| count.count).sum()
}

/// A safe fix takes its finding away and brings no new error.
fn safe_fixes_mend(source: &[u8], report: &Report) -> Result<(), TestCaseError> {
    for finding in &report.findings {
        let Some(fix) = finding.fix.as_ref().filter(|fix| fix.safe) else { continue };
        let mended = apply(source, fix);
        let after = transactions::check(&mended, &Policy::new());
        let rule = finding.rule.id;
        prop_assert_eq!(count_of(&after, rule) + 1, count_of(report, rule), "{:?}", finding);
        for count in after.counts.iter().filter(|count| count.severity == Severity::Error) {
            prop_assert!(count.count <= count_of(report, count.rule.id), "{} after {:?}", count.rule.id, finding);
        }
    }
    Ok(())
}

/// Everything that a report says without a fix.
fn words(report: &Report) -> String {
    let mut report = report.clone();
    for finding in &mut report.findings {
        finding.fix = None;
        if let Some(item) = &mut finding.item {
            // The record's own name is told, so that it is found again.
            item.id = None;
        }
    }
    let messages: Vec<String> =
        report.findings.iter().flat_map(|finding| [finding.message(), finding.help()]).collect();
    format!("{}\n{}\n{}", messages.join("\n"), report_json("f", &report), sarif(&[("f", &report)]))
}

/// Everything that a report says.
fn everything(report: &Report) -> String {
    let fixes = report.findings.iter().filter_map(|finding| finding.fix.as_ref());
    let fixes = fixes.map(|fix| fix.replacement.as_str()).collect::<Vec<_>>().join("\n");
    format!("{}\n{}\n{}\n{fixes}", words(report), report_json("f", report), sarif(&[("f", report)]))
}

fn records(
    tape: &mut Choices<'_>,
    write: impl Fn(&Transaction, &mut Choices<'_>) -> String,
) -> (Vec<Transaction>, Vec<String>) {
    let records = (0..=tape.below(4)).map(|_| {
        let booking = transaction(tape);
        let json = write(&booking, tape);
        (booking, json)
    });
    records.unzip()
}

/// Puts one text in the place of some values of a record, inside of another value, and in a field of its own.
fn sown(booking: &Transaction, seed: &str, before: &[&str], tape: &mut Choices<'_>) -> String {
    let mut all = json_members(booking, tape);
    for _ in 0..=tape.below(3) {
        let at = tape.below(all.len());
        let value = json_string(&format!("{}{seed}", tape.pick(before)), tape);
        all[at].value = match tape.below(4) {
            0 | 1 => value,
            2 => format!("{{\"a\":[{value}]}}"),
            _ => format!("[{value},{value}]"),
        };
    }
    let value = json_string(seed, tape);
    match tape.below(3) {
        0 => all.push(Member { name: "bookingText".into(), value }),
        1 => all.push(Member { name: "Text".into(), value }),
        _ => {}
    }
    json_object(&all, "", tape)
}

#[test]
fn what_can_not_be_seen_is_told() {
    let source = r#"{"transactions":[{"accountIdentifier":"\u200b","text":"\u2060","amount":"1","currency":"CHF"}]}"#;
    let reading = read(source.as_bytes()).unwrap();
    assert_eq!((reading.rejected.len(), reading.report.errors), (1, 1));
    assert!(has(&reading.report, "empty-required") && has(&reading.report, "empty-optional"));
}

#[test]
fn a_payload_of_deletions_is_json() {
    let source = format!(
        r#"{{"transactions":[{{"accountIdentifier":"{}","amount":"1","currency":"CHF"}}]}}"#,
        "\u{7f}".repeat(99)
    );
    assert_eq!(read(source.as_bytes()).unwrap().values.len(), 1);
}

proptest! {
    // Each goes through all rules.
    #![proptest_config(cases(8))]

    /// A fault is found among right records wherever it stands, and every one of its neighbours is read.
    #[test]
    fn a_fault_with_a_name_is_told_by_it(choices in ChoiceBytes::strategy(800)) {
        let (mut of_transactions, mut of_base_data) = (0, 0);
        for page in contract::pages() {
            if let Some(source) = transactions_with_fault(page.rule, &mut choices.choices()) {
                prop_assert!(has(&read(&source)?.report, page.rule.id), "{} {}", page.rule.id, String::from_utf8_lossy(&source));
                of_transactions += 1;
            }
            if let Some(source) = base_data_with_fault(page.rule) {
                prop_assert!(has(&base_data::check(&source, &Policy::new()), page.rule.id), "{}", page.rule.id);
                of_base_data += 1;
            }
        }
        prop_assert!(of_transactions > 20 && of_base_data > 20, "{} {}", of_transactions, of_base_data);
    }
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn a_right_payload_is_read_as_it_was_meant(payload in strategy(transactions)) {
        let source = payload.json.as_bytes();
        let reading = read(source)?;
        prop_assert_eq!(reading.report.errors, 0, "{} {:?}", payload.json, reading.report.findings);
        prop_assert_eq!(reading.values, payload.value, "{}", payload.json);
        safe_fixes_mend(source, &reading.report)?;
    }

    #[test]
    fn a_fault_in_a_record_is_told_at_its_place(choices in ChoiceBytes::strategy(800)) {
        let tape = &mut choices.choices();
        let (_, records) = records(tape, |booking, tape| faulty(json_members(booking, tape), tape));
        let source = json_payload(&records, tape);
        let reading = read(source.as_bytes())?;
        safe_fixes_mend(source.as_bytes(), &reading.report)?;
    }

    #[test]
    fn damaged_bytes_break_no_law(choices in ChoiceBytes::strategy(800)) {
        let tape = &mut choices.choices();
        let (_, records) = records(tape, |booking, tape| json_object(&json_members(booking, tape), "", tape));
        let source = json_payload(&records, tape);
        read(&damaged(&source, tape))?;
    }

    #[test]
    fn what_is_written_is_read_again(choices in ChoiceBytes::strategy(800)) {
        let tape = &mut choices.choices();
        let meant: Vec<Transaction> = (0..=tape.below(6)).map(|_| transaction(tape)).collect();
        let written = transactions::write(&meant);
        let reading = read(written.as_bytes())?;
        prop_assert_eq!(reading.report.errors, 0, "{}", written);
        prop_assert_eq!(transactions::write(&reading.values), written);
        prop_assert_eq!(reading.values, meant);
    }

    #[test]
    fn no_value_is_repeated(choices in ChoiceBytes::strategy(600), secret in "[a-zA-Z]{12,20}") {
        let tape = &mut choices.choices();
        let (_, records) = records(tape, |booking, tape| sown(booking, &secret, &["", "31.12.", "CH93 ", "-12.5 "], tape));
        let source = json_payload(&records, tape);
        for source in [source.clone().into_bytes(), source.replacen(&format!("\"{secret}\""), &secret, 1).into_bytes(), damaged(&source, tape)] {
            let said = words(&read(&source)?.report).to_lowercase();
            prop_assert!(!said.contains(&secret.to_lowercase()), "{secret} in {said}");
        }
    }

    #[test]
    fn no_card_number_is_repeated(choices in ChoiceBytes::strategy(600)) {
        let tape = &mut choices.choices();
        let number = tape.pick(&CARD_NUMBERS);
        let around = tape.once_in(2);
        let card = if around { format!("{} {number}, {}", text(tape), text(tape)) } else { number.to_owned() };
        let (_, records) = records(tape, |booking, tape| sown(booking, &card, &["", "-"], tape));
        let as_key = tape.once_in(4).then(|| format!("{{{}:{{\"a\":1}}}}", json_string(&card, tape)));
        let records: Vec<String> = records.into_iter().chain(as_key).collect();
        let source = json_payload(&records, tape);
        let report = read(source.as_bytes())?.report;
        let said: String = everything(&report).chars().filter(char::is_ascii_digit).collect();
        let digits: String = number.chars().filter(char::is_ascii_digit).collect();
        prop_assert!(!said.contains(&digits), "{number} of {source} in {}", everything(&report));
    }
}
