//! Normalizing: all spellings are corrected in one run, and no fix guesses.

use universal_accounting::base_data;
use universal_accounting::report::{Fixes, Policy};

use super::{found, valid_payload};

const SPELLING: &[u8] = include_bytes!("../../messages/spelling.json");

#[test]
fn normalizing_corrects_all_spellings_in_one_run() {
    let normalized = base_data::normalize(SPELLING, &Policy::new(), Fixes::Safe);
    assert!(
        normalized.report.findings.is_empty(),
        "{:?}",
        normalized.report
    );
    assert!(normalized.changes.iter().all(|change| change.safe));
    let reading = base_data::read(normalized.json.unwrap().as_bytes(), &Policy::new());
    let base_data = reading.value.unwrap();
    assert_eq!(
        base_data.organization().company_uid.unwrap().to_string(),
        "CHE-100.000.006"
    );
    assert_eq!(
        base_data.records().taxes.first().unwrap().value.to_string(),
        "8.1"
    );
    assert_eq!(
        base_data
            .records()
            .accounts
            .first()
            .unwrap()
            .number
            .as_str(),
        "1020"
    );
}

#[test]
fn received_payloads_may_have_null_for_absent_fields() {
    let payload = valid_payload()
        .replace(r#""type":"ASSET""#, r#""type":null"#)
        .replace(r#""contacts":[]"#, r#""contacts":null,"projects":null"#);
    assert_eq!(
        found(&payload, &Policy::new().received()),
        Vec::<String>::new()
    );
    assert_eq!(
        found(&payload, &Policy::new()),
        [
            "null-value /accounts/0/type",
            "null-value /contacts",
            "null-value /projects"
        ]
    );
    assert!(
        base_data::read(payload.as_bytes(), &Policy::new().received())
            .value
            .is_some()
    );
    let required = valid_payload().replace("8.1", "null");
    assert_eq!(
        found(&required, &Policy::new().received()),
        ["null-value /taxes/0/value"]
    );
}

#[test]
fn a_safe_fix_renames_a_field_only_if_its_value_is_valid() {
    let safe = |from: &str, to: &str| {
        let report = base_data::check(valid_payload().replace(from, to).as_bytes(), &Policy::new());
        report.findings.first().unwrap().fix.as_ref().unwrap().safe
    };
    assert!(safe(r#""iban":"CH93"#, r#""Iban":"CH93"#));
    assert!(
        safe(r#""iban":"CH93"#, r#""Iban":"CH93 "#),
        "the spelling of the value has a separate fix"
    );
    let wrong = valid_payload().replace(r#""iban":"CH9300"#, r#""Iban":"CH9301"#);
    let report = base_data::check(wrong.as_bytes(), &Policy::new());
    assert!(
        report.findings.first().unwrap().fix.is_none(),
        "a wrong IBAN would be an error under its right name"
    );
}

#[test]
fn normalizing_received_data_removes_nulls() {
    let received = valid_payload()
        .replace(r#""type":"ASSET""#, r#""type":null"#)
        .replace(r#""contacts":[]"#, r#""contacts":null"#);
    let normalized =
        base_data::normalize(received.as_bytes(), &Policy::new().received(), Fixes::Safe);
    let null = Some("null-value");
    let actual: Vec<(Option<&str>, &str, Option<&str>)> = normalized
        .changes
        .iter()
        .map(|change| {
            (
                change.rule.map(|rule| rule.id),
                change.pointer.as_str(),
                change.replacement.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        actual,
        [
            (null, "/accounts/0/type", Some("")),
            (null, "/contacts", Some(""))
        ]
    );
    assert_eq!(
        found(&normalized.json.unwrap(), &Policy::new()),
        Vec::<String>::new()
    );
}

#[test]
fn a_safe_fix_renames_a_list_only_if_its_records_are_valid() {
    let safe = |contacts: &str| {
        let payload = valid_payload().replace(r#""contacts":[]"#, contacts);
        let report = base_data::check(payload.as_bytes(), &Policy::new());
        assert_eq!((report.errors, report.warnings), (0, 1), "{contacts}");
        report
            .findings
            .first()
            .unwrap()
            .fix
            .as_ref()
            .map(|fix| fix.safe)
    };
    assert_eq!(safe(r#""Contacts":[]"#), Some(true));
    assert_eq!(
        safe(r#""Contacts":[{"externalId":"k","legalType":"company","companyName":"M"}]"#),
        Some(true)
    );
    assert_eq!(
        safe(r#""Contacts":[{"externalId":"k"}]"#),
        None,
        "a type would be missing"
    );
    assert_eq!(safe(r#""Contacts":7"#), None);
    assert_eq!(safe(r#""contact":[]"#), Some(false));
    // Without a rename the required list would be missing, so the faults in it are reported too.
    let payload = valid_payload()
        .replace(r#""accounts":[{"#, r#""Accounts":[{"note":1,"#)
        .replace("ASSET", "Asset");
    assert_eq!(
        found(&payload, &Policy::new()),
        [
            "misnamed-field /Accounts",
            "unknown-field /Accounts/0/note",
            "value-case /Accounts/0/type"
        ]
    );
}

#[test]
fn no_fix_chooses_between_two_lists_of_one_name() {
    for twice in [
        r#""contacts":null,"contacts":[{"externalId":"k","legalType":"COMPANY","companyName":"M"}]"#,
        r#""contacts":[{"externalId":"k","legalType":"COMPANY","companyName":"M"}],"contacts":null"#,
        r#""Contacts":[],"Contacts":[{"externalId":"k","legalType":"COMPANY","companyName":"M"}]"#,
    ] {
        let payload = valid_payload().replace(r#""contacts":[]"#, twice);
        let normalized = base_data::normalize(payload.as_bytes(), &Policy::new(), Fixes::All);
        assert_eq!(
            normalized.json.as_deref(),
            Some(payload.as_str()),
            "{twice}"
        );
    }
}
