//! Properties of checking, reading and writing payloads of transactions.

use proptest::prelude::*;
use universal_accounting::generate::{
    ChoiceBytes, Choices, ObjectMember, base_data_with_fault, json_members, json_object,
    json_payload, json_string, strategy, text, transaction, transactions, transactions_with_fault,
};
use universal_accounting::render::{report_json, sarif};
use universal_accounting::report::{Finding, Fix, Policy, Report, Severity};
use universal_accounting::transactions::{self, Transaction, TransactionsReading};
use universal_accounting::{base_data, contract};

use crate::cases::cases;
use crate::laws::positions::assert_position;
use crate::limits::limited;
use crate::properties::card_numbers::CARD_NUMBERS;
use crate::properties::faulty_payload::{damaged_payload, faulty_record};

/// Reads a payload and asserts what holds for every input.
fn read(source: &[u8]) -> Result<TransactionsReading, TestCaseError> {
    let policy = Policy::new();
    let reading = transactions::read(source, &policy);
    let report = transactions::check(source, &policy);
    prop_assert_eq!(&reading.report, &report, "check and read report the same");
    prop_assert_eq!(
        report_json("f", &report),
        report_json("f", &transactions::check(source, &policy))
    );
    for (severity, count) in [
        (Severity::Error, report.errors),
        (Severity::Warning, report.warnings),
        (Severity::Note, report.notes),
    ] {
        prop_assert_eq!(
            report
                .findings
                .iter()
                .filter(|finding| finding.severity == severity)
                .count(),
            count
        );
    }
    for finding in &report.findings {
        assert_position(source, finding);
    }
    assert_pointers_resolve(source, &report)?;
    assert_every_record_is_counted(source, &reading)?;
    for (value, position) in reading.values.iter().zip(&reading.positions) {
        let record = &source[position.span.start..position.span.end];
        let payload = [br#"{"transactions":["#, record, b"]}"].concat();
        prop_assert_eq!(
            &transactions::read(&payload, &policy).values,
            std::slice::from_ref(value)
        );
    }
    assert_policies_build_the_same_values(source, &reading)?;
    for rejected in &reading.rejected {
        let is_about_record = |finding: &&Finding| {
            finding
                .item
                .as_ref()
                .is_some_and(|item| item.index == rejected.index)
        };
        let errors = report
            .findings
            .iter()
            .filter(is_about_record)
            .filter(|finding| finding.severity == Severity::Error)
            .count();
        prop_assert!(
            errors > 0 || has_finding(&report, "misnamed-field") || !is_json(source),
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

fn has_finding(report: &Report, rule: &str) -> bool {
    report.counts.iter().any(|count| count.rule.id == rule)
}

fn without_byte_order_marks(mut source: &[u8]) -> &[u8] {
    while let Some(rest) = source.strip_prefix(b"\xEF\xBB\xBF") {
        source = rest;
    }
    source
}

fn assert_pointers_resolve(source: &[u8], report: &Report) -> Result<(), TestCaseError> {
    let source = without_byte_order_marks(source);
    let Ok(document) = serde_json::from_slice::<serde_json::Value>(source) else {
        return Ok(());
    };
    // `serde_json` keeps only one of two members with the same name.
    if !has_finding(report, "duplicate-key") {
        for finding in &report.findings {
            prop_assert!(document.pointer(&finding.pointer).is_some(), "{finding:?}");
        }
    }
    Ok(())
}

fn assert_every_record_is_counted(
    source: &[u8],
    reading: &TransactionsReading,
) -> Result<(), TestCaseError> {
    let source = without_byte_order_marks(source);
    let Ok(document) = serde_json::from_slice::<serde_json::Value>(source) else {
        return Ok(());
    };
    if has_finding(&reading.report, "duplicate-key") || has_finding(&reading.report, "utf-16") {
        return Ok(());
    }
    let records: usize = match &document {
        serde_json::Value::Array(list) => list.len(),
        serde_json::Value::Object(object) => {
            // Records of a list whose name is in the wrong case are checked, and rejected.
            let list = object.iter().find(|(name, _)| *name == "transactions");
            let list = list.or_else(|| {
                object
                    .iter()
                    .find(|(name, _)| name.trim().eq_ignore_ascii_case("transactions"))
            });
            list.and_then(|(_, list)| list.as_array())
                .map_or(0, Vec::len)
        }
        _ => 0,
    };
    let counted = reading.values.len() + reading.rejected.len();
    prop_assert_eq!(
        counted,
        records,
        "{:?} {:?}",
        String::from_utf8_lossy(source),
        reading.report.findings
    );
    Ok(())
}

/// Asserts that severities and limits change what is reported, but never what is built or counted.
fn assert_policies_build_the_same_values(
    source: &[u8],
    reading: &TransactionsReading,
) -> Result<(), TestCaseError> {
    let few = limited(|limits| (limits.findings_per_rule, limits.findings) = (2, 3));
    let strict = transactions::read(source, &few.strict());
    prop_assert_eq!(
        (&strict.values, &strict.rejected),
        (&reading.values, &reading.rejected)
    );
    prop_assert_eq!(
        (strict.report.errors, strict.report.warnings),
        (reading.report.errors + reading.report.warnings, 0)
    );
    prop_assert_eq!(strict.report.notes, reading.report.notes);
    prop_assert!(strict.report.findings.len() <= 3);
    let counted = transactions::check(source, &limited(|limits| limits.findings_per_rule = 0));
    prop_assert_eq!(counted.counts, reading.report.counts.clone());
    Ok(())
}

fn apply(source: &[u8], fix: &Fix) -> Vec<u8> {
    [
        &source[..fix.span.start],
        fix.replacement.as_bytes(),
        &source[fix.span.end..],
    ]
    .concat()
}

fn count_of(report: &Report, rule: &str) -> usize {
    report
        .counts
        .iter()
        .filter(|count| count.rule.id == rule)
        .map(|count| count.count)
        .sum()
}

/// Asserts that each safe fix removes its finding and causes no new error.
fn assert_safe_fixes_work(source: &[u8], report: &Report) -> Result<(), TestCaseError> {
    for finding in &report.findings {
        let Some(fix) = finding.fix.as_ref().filter(|fix| fix.safe) else {
            continue;
        };
        let fixed = apply(source, fix);
        let after = transactions::check(&fixed, &Policy::new());
        let rule = finding.rule.id;
        prop_assert_eq!(
            count_of(&after, rule) + 1,
            count_of(report, rule),
            "{:?}",
            finding
        );
        for count in after
            .counts
            .iter()
            .filter(|count| count.severity == Severity::Error)
        {
            prop_assert!(
                count.count <= count_of(report, count.rule.id),
                "{} after {:?}",
                count.rule.id,
                finding
            );
        }
    }
    Ok(())
}

/// Returns all texts of a report but its fixes and the ids of records.
fn report_without_fixes(report: &Report) -> String {
    let mut report = report.clone();
    for finding in &mut report.findings {
        finding.fix = None;
        if let Some(item) = &mut finding.item {
            // The id of a record is in the report, so that the user finds the record.
            item.id = None;
        }
    }
    let messages: Vec<String> = report
        .findings
        .iter()
        .flat_map(|finding| [finding.message(), finding.help()])
        .collect();
    format!(
        "{}\n{}\n{}",
        messages.join("\n"),
        report_json("f", &report),
        sarif(&[("f", &report)])
    )
}

/// Returns all texts of a report.
fn whole_report(report: &Report) -> String {
    let fixes = report
        .findings
        .iter()
        .filter_map(|finding| finding.fix.as_ref());
    let fixes = fixes
        .map(|fix| fix.replacement.as_str())
        .collect::<Vec<_>>()
        .join("\n");
    format!(
        "{}\n{}\n{}\n{fixes}",
        report_without_fixes(report),
        report_json("f", report),
        sarif(&[("f", report)])
    )
}

fn records(
    choices: &mut Choices<'_>,
    write: impl Fn(&Transaction, &mut Choices<'_>) -> String,
) -> (Vec<Transaction>, Vec<String>) {
    let records = (0..=choices.below(4)).map(|_| {
        let booking = transaction(choices);
        let json = write(&booking, choices);
        (booking, json)
    });
    records.unzip()
}

/// Puts a text into some values of a record, into nested values, and into an additional field.
fn record_with_text(
    booking: &Transaction,
    seed: &str,
    before: &[&str],
    choices: &mut Choices<'_>,
) -> String {
    let mut all = json_members(booking, choices);
    for _ in 0..=choices.below(3) {
        let at = choices.below(all.len());
        let value = json_string(&format!("{}{seed}", choices.pick(before)), choices);
        all[at].value = match choices.below(4) {
            0 | 1 => value,
            2 => format!("{{\"a\":[{value}]}}"),
            _ => format!("[{value},{value}]"),
        };
    }
    let value = json_string(seed, choices);
    match choices.below(3) {
        0 => all.push(ObjectMember {
            name: "bookingText".into(),
            value,
        }),
        1 => all.push(ObjectMember {
            name: "Text".into(),
            value,
        }),
        _ => {}
    }
    json_object(&all, "", choices)
}

#[test]
fn invisible_values_are_reported() {
    let source = r#"{"transactions":[{"accountIdentifier":"\u200b","text":"\u2060","amount":"1","currency":"CHF"}]}"#;
    let reading = read(source.as_bytes()).unwrap();
    assert_eq!((reading.rejected.len(), reading.report.errors), (1, 1));
    assert!(
        has_finding(&reading.report, "empty-required")
            && has_finding(&reading.report, "empty-optional")
    );
}

#[test]
fn delete_characters_are_valid_in_texts() {
    let source = format!(
        r#"{{"transactions":[{{"accountIdentifier":"{}","amount":"1","currency":"CHF"}}]}}"#,
        "\u{7f}".repeat(99)
    );
    assert_eq!(read(source.as_bytes()).unwrap().values.len(), 1);
}

proptest! {
    // Each case goes through all rules.
    #![proptest_config(cases(8))]

    /// A faulty record is found among valid ones, wherever it is, and all its neighbours are read.
    #[test]
    fn every_rule_is_found_among_valid_records(bytes in ChoiceBytes::strategy(800)) {
        let (mut of_transactions, mut of_base_data) = (0, 0);
        for page in contract::pages() {
            if let Some(source) = transactions_with_fault(page.rule, &mut bytes.choices()) {
                prop_assert!(has_finding(&read(&source)?.report, page.rule.id), "{} {}", page.rule.id, String::from_utf8_lossy(&source));
                of_transactions += 1;
            }
            if let Some(source) = base_data_with_fault(page.rule) {
                prop_assert!(has_finding(&base_data::check(&source, &Policy::new()), page.rule.id), "{}", page.rule.id);
                of_base_data += 1;
            }
        }
        prop_assert!(of_transactions > 20 && of_base_data > 20, "{} {}", of_transactions, of_base_data);
    }
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn a_valid_payload_is_read_without_errors(payload in strategy(transactions)) {
        let source = payload.json.as_bytes();
        let reading = read(source)?;
        prop_assert_eq!(reading.report.errors, 0, "{} {:?}", payload.json, reading.report.findings);
        prop_assert_eq!(reading.values, payload.value, "{}", payload.json);
        assert_safe_fixes_work(source, &reading.report)?;
    }

    #[test]
    fn findings_on_faulty_records_have_positions(bytes in ChoiceBytes::strategy(800)) {
        let choices = &mut bytes.choices();
        let (_, records) = records(choices, |booking, choices| faulty_record(json_members(booking, choices), choices));
        let source = json_payload(&records, choices);
        let reading = read(source.as_bytes())?;
        assert_safe_fixes_work(source.as_bytes(), &reading.report)?;
    }

    #[test]
    fn damaged_bytes_break_no_property(bytes in ChoiceBytes::strategy(800)) {
        let choices = &mut bytes.choices();
        let (_, records) = records(choices, |booking, choices| json_object(&json_members(booking, choices), "", choices));
        let source = json_payload(&records, choices);
        read(&damaged_payload(&source, choices))?;
    }

    #[test]
    fn written_transactions_are_read_back(bytes in ChoiceBytes::strategy(800)) {
        let choices = &mut bytes.choices();
        let expected: Vec<Transaction> = (0..=choices.below(6)).map(|_| transaction(choices)).collect();
        let written = transactions::write(&expected);
        let reading = read(written.as_bytes())?;
        prop_assert_eq!(reading.report.errors, 0, "{}", written);
        prop_assert_eq!(transactions::write(&reading.values), written);
        prop_assert_eq!(reading.values, expected);
    }

    #[test]
    fn reports_repeat_no_value(bytes in ChoiceBytes::strategy(600), secret in "[a-zA-Z]{12,20}") {
        let choices = &mut bytes.choices();
        let (_, records) = records(choices, |booking, choices| record_with_text(booking, &secret, &["", "31.12.", "CH93 ", "-12.5 "], choices));
        let source = json_payload(&records, choices);
        for source in [source.clone().into_bytes(), source.replacen(&format!("\"{secret}\""), &secret, 1).into_bytes(), damaged_payload(&source, choices)] {
            let texts = report_without_fixes(&read(&source)?.report).to_lowercase();
            prop_assert!(!texts.contains(&secret.to_lowercase()), "{secret} in {texts}");
        }
    }

    #[test]
    fn reports_repeat_no_card_number(bytes in ChoiceBytes::strategy(600)) {
        let choices = &mut bytes.choices();
        let number = choices.pick(&CARD_NUMBERS);
        let around = choices.once_in(2);
        let card = if around { format!("{} {number}, {}", text(choices), text(choices)) } else { number.to_owned() };
        let (_, records) = records(choices, |booking, choices| record_with_text(booking, &card, &["", "-"], choices));
        let as_key = choices.once_in(4).then(|| format!("{{{}:{{\"a\":1}}}}", json_string(&card, choices)));
        let records: Vec<String> = records.into_iter().chain(as_key).collect();
        let source = json_payload(&records, choices);
        let report = read(source.as_bytes())?.report;
        let all_digits: String = whole_report(&report).chars().filter(char::is_ascii_digit).collect();
        let digits: String = number.chars().filter(char::is_ascii_digit).collect();
        prop_assert!(!all_digits.contains(&digits), "{number} of {source} in {}", whole_report(&report));
    }
}
