//! What counts as a change between two base data payloads.

use universal_accounting::diff::{self, BaseDataDiff, BaseDataDiffReading, DiffRecord, FieldValue};
use universal_accounting::report::{Level, Policy};
use universal_accounting::{contract, render};

const BASE: &str = r#"{
    "organization": {"companyName": "Muster AG", "leadCurrency": "CHF"},
    "accounts": [{"externalId": "a-1", "number": "1020", "description": "Bank", "iban": "CH9300762011623852957"}],
    "currencies": [{"externalId": "c-1", "code": "CHF"}],
    "taxes": [{"externalId": "t-1", "code": "UN81", "description": "Umsatzsteuer", "value": 8.1}],
    "taxPeriods": [{"externalId": "p-1", "isSubjectToTax": true, "balanceTaxation": false, "accountingMethod": "ACCRUAL",
        "startsAt": "2026-01-01", "endsAt": "2026-12-31"}],
    "contacts": CONTACTS,
    "costCenters": CENTERS
}"#;

fn payload(contacts: &str, centers: &str) -> String {
    BASE.replace("CONTACTS", contacts)
        .replace("CENTERS", centers)
}

fn read(held: &str, new: &str) -> BaseDataDiffReading {
    diff::read_base_data(held.as_bytes(), new.as_bytes(), &Policy::new())
}

fn diff_of(held: &str, new: &str) -> BaseDataDiff {
    read(held, new).diff.unwrap()
}

/// Returns a list of the diff by its name.
fn counts(diff: &BaseDataDiff, name: &str) -> [usize; 3] {
    let list = diff.lists.iter().find(|list| list.name == name).unwrap();
    [list.added.len(), list.changed.len(), list.removed.len()]
}

#[test]
fn values_that_are_equal_in_meaning_are_equal() {
    let held = payload("[]", "[]");
    for (from, to) in [
        ("8.1", "8.10"),
        ("8.1", "81e-1"),
        ("CH9300762011623852957", "CH93 0076 2011 6238 5295 7"),
        ("CH9300762011623852957", "ch9300762011623852957"),
        ("Muster AG", r"Muster\u0020AG"),
        (
            r#""externalId": "t-1", "code": "UN81""#,
            r#""code": "UN81", "externalId": "t-1""#,
        ),
        (r#""contacts": [],"#, ""),
        ("{", "\u{feff}{"),
    ] {
        let new = held.replacen(from, to, 1);
        assert_ne!(held, new);
        assert!(
            diff_of(&held, &new).is_empty() && diff_of(&new, &held).is_empty(),
            "{to}"
        );
    }
    // Nulls are only accepted in what the service holds.
    let sent = held
        .replace(r#""leadCurrency""#, r#""companyUid": null, "leadCurrency""#)
        .replace(r#""contacts": []"#, r#""contacts": null"#);
    assert!(diff_of(&sent, &held).is_empty());
    let reading = read(&held, &sent);
    assert_eq!(
        (reading.diff, reading.held.errors, reading.new.errors),
        (None, 0, 2)
    );
}

#[test]
fn other_texts_are_changes() {
    let held = payload("[]", "[]");
    for (from, to) in [
        ("Muster AG", "Muster AG "),
        ("Muster AG", "MUSTER AG"),
        ("8.1", "8.1000001"),
        (r#""number": "1020""#, r#""number": "01020""#),
    ] {
        assert_eq!(
            diff_of(&held, &held.replacen(from, to, 1)).changed(),
            1,
            "{to}"
        );
    }
    // A key in another spelling is another key.
    let diff = diff_of(&held, &held.replace("a-1", "A-1"));
    assert_eq!((diff.added(), diff.changed(), diff.removed()), (1, 0, 1));
}

#[test]
fn unknown_fields_are_compared_in_canonical_json() {
    let contact = |fields: &str| {
        payload(
            &format!(r#"[{{"externalId": "k-1", "legalType": "COMPANY"{fields}}}]"#),
            "[]",
        )
    };
    let held = contact(r#", "x": {"a": 1.0, "b": ["\u00e9"]}"#);
    assert!(diff_of(&held, &contact(r#", "x" : { "a":1.0 ,"b":[ "é" ] }"#)).is_empty());
    for changed in [
        "",
        r#", "x": {"b": ["é"], "a": 1.0}"#,
        r#", "x": {"a": 1, "b": ["é"]}"#,
        r#", "x": null"#,
    ] {
        assert_eq!(
            counts(&diff_of(&held, &contact(changed)), "contacts"),
            [0, 1, 0],
            "{changed}"
        );
    }
    let diff = diff_of(&held, &contact(r#", "x": "1""#));
    let change = &diff.lists[4].changed[0].fields[0];
    assert_eq!(
        change.held,
        Some(FieldValue::Json(r#"{"a":1.0,"b":["é"]}"#.to_owned()))
    );
    assert_eq!(change.new, Some(FieldValue::Text("1".to_owned())));

    // A policy that does not report unknown fields does not hide their changes.
    let mut policy = Policy::new();
    for rule in ["unknown-field", "foreign-field"] {
        policy = policy
            .level(contract::rule(rule).unwrap(), Level::Allow)
            .unwrap();
    }
    let new = contact(r#", "qrIban": "Q""#);
    let reading = diff::read_base_data(held.as_bytes(), new.as_bytes(), &policy);
    assert!(
        reading
            .held
            .findings
            .iter()
            .all(|finding| finding.rule.id == "company-without-name")
    );
    assert_eq!(reading.diff, read(&held, &new).diff);

    // A field in the wrong case is unknown, and so is a list.
    let misnamed = payload("[]", "[]").replace("contacts", "Contacts");
    assert_eq!(
        diff_of(&payload("[]", "[]"), &misnamed).fields[0].name,
        "Contacts"
    );
}

#[test]
fn records_without_external_id_are_the_same_if_all_fields_are() {
    let held = payload(
        "[]",
        r#"[{"name": "A", "code": "1"}, {"name": "B"}, {"name": "B"}, {"externalId": "x", "name": "C"}]"#,
    );
    let reordered = payload(
        "[]",
        r#"[{"name": "B"}, {"externalId": "x", "name": "C"}, {"code": "1", "name": "A"}, {"name": "B"}]"#,
    );
    assert!(diff_of(&held, &reordered).is_empty());
    let new = payload(
        "[]",
        r#"[{"name": "A", "code": "2"}, {"name": "B"}, {"externalId": "b", "name": "B"}, {"externalId": "x", "name": "C"}]"#,
    );
    let diff = diff_of(&held, &new);
    assert_eq!(counts(&diff, "costCenters"), [2, 0, 2]);
    let same = |records: &[DiffRecord]| -> Vec<(usize, usize, String)> {
        let same = records
            .iter()
            .filter_map(|record| Some((record, record.same.as_ref()?)));
        same.map(|(record, same)| (record.index, same.index, same.by.join(" ")))
            .collect()
    };
    assert_eq!(
        same(&diff.lists[5].removed),
        [(0, 0, "name".to_owned()), (2, 2, "name".to_owned())]
    );
}

#[test]
fn payloads_with_errors_are_not_compared() {
    let held = payload("[]", "[]");
    for (broken, rule) in [
        (held.replace("UN81\"", "UN81"), "json-syntax"),
        (r#"{"transactions": []}"#.to_owned(), "wrong-payload"),
        (String::new(), "empty-file"),
        (
            payload(
                r#"[{"externalId": "k", "legalType": "COMPANY"}, {"externalId": "k", "legalType": "COMPANY"}]"#,
                "[]",
            ),
            "duplicate-external-id",
        ),
    ] {
        for reading in [read(&broken, &held), read(&held, &broken)] {
            assert_eq!(reading.diff, None);
            let findings = [reading.held.findings, reading.new.findings].concat();
            assert!(
                findings.iter().any(|finding| finding.rule.id == rule),
                "{rule}: {findings:?}"
            );
        }
        let json = render::base_data_diff_json(["a", "b"], &read(&broken, &held), false);
        assert!(json.ends_with(r#","diff":null}"#), "{json}");
    }
    // Warnings that a policy denies are no errors of the contract.
    let reading = diff::read_base_data(
        payload("[]", "[{}]").as_bytes(),
        held.as_bytes(),
        &Policy::new().strict(),
    );
    assert!(!reading.held.is_valid() && reading.diff.is_some());
}

/// `benches/growth` measures how the time for them grows.
#[test]
fn many_unknown_fields_are_compared() {
    let fields = |value: u8| -> Vec<String> {
        (0..100_000)
            .map(|number| format!(r#""x{number}":{value}"#))
            .collect()
    };
    let with =
        |value| payload("[]", "[]").replacen('{', &format!("{{{},", fields(value).join(",")), 1);
    assert_eq!(diff_of(&with(1), &with(2)).fields.len(), 100_000);
}

#[test]
fn outputs_mask_card_numbers_and_leave_values_out() {
    let contact = |id: &str, name: &str| {
        payload(
            &format!(
                r#"[{{"externalId": "{id}", "legalType": "COMPANY", "companyName": "{name}", "4111111111111111": 4111111111111111}}]"#
            ),
            "[]",
        )
    };
    let readings = [
        read(
            &contact("k-1", "4111 1111 1111 1111"),
            &contact("k-1", "4111111111111111"),
        ),
        read(
            &contact("4111111111111111", "secret"),
            &contact("k-1", "secret"),
        ),
    ];
    for reading in readings {
        let json = render::base_data_diff_json(["held", "new"], &reading, false);
        assert!(
            !json.contains("4111111111111111") && !json.contains("4111 1111 1111 1111"),
            "{json}"
        );
        let redacted = Policy::new().redacted();
        assert!(redacted.is_redacted());
        let json = render::base_data_diff_json(["held", "new"], &reading, true);
        let (_, json) = json.split_once(r#""diff":"#).unwrap();
        assert!(
            !json.contains("secret") && !json.contains("k-1") && !json.contains("1111\",\"new"),
            "{json}"
        );
    }
}
