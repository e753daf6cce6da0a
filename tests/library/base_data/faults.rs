//! Each fault is reported once, at its position, and causes no other finding.

use universal_accounting::base_data;
use universal_accounting::internals::record::base_data_payload;
use universal_accounting::internals::rules::Example;
use universal_accounting::report::{Fixes, Policy, Severity};

use super::{found, found_after_replacing, valid_payload};
use crate::limits::limited;

const FAULTY: &[u8] = include_bytes!("../../messages/base-data.json");

#[test]
fn reports_each_fault_once() {
    let emoji = format!(r#""externalId":"{}""#, "\u{1f980}".repeat(37));
    for (from, to, expected) in [
        (
            r#""companyName""#,
            r#""founded":1919,"companyName""#,
            "unknown-field /organization/founded",
        ),
        (
            r#""number":"1020""#,
            r#""number":"1020","number":"1020""#,
            "duplicate-key /accounts/0/number",
        ),
        (
            r#""number""#,
            r#""Number""#,
            "misnamed-field /accounts/0/Number",
        ),
        (
            r#""externalId":"a-1020""#,
            &emoji,
            "too-long /accounts/0/externalId",
        ),
        ("8.1", "8.10", "rate-spelling /taxes/0/value"),
        ("8.1", r#""8.1""#, "rate-text /taxes/0/value"),
        (
            "8.1",
            "100.00000000000000000001",
            "rate-range /taxes/0/value",
        ),
        ("8.1", "1e400", "rate-range /taxes/0/value"),
        ("8.1", "null", "null-value /taxes/0/value"),
        (
            "2026-12-31",
            "2025-12-31",
            "tax-period-reversed /taxPeriods/0/endsAt",
        ),
        (
            "2026-01-01",
            "2025-02-29",
            "date-day /taxPeriods/0/startsAt",
        ),
        (
            r#""2026-12-31""#,
            r#""31.12.2026""#,
            "date-form /taxPeriods/0/endsAt",
        ),
        (
            r#""Bank""#,
            r#""B\ud800""#,
            "json-syntax /accounts/0/description",
        ),
        (
            r#""1020""#,
            "12345678901234567890",
            "wrong-type /accounts/0/number",
        ),
        (r#""ASSET""#, r#""Asset""#, "value-case /accounts/0/type"),
        (
            r#""ASSET""#,
            r#""ASSETS""#,
            "value-unknown /accounts/0/type",
        ),
        (
            "true",
            r#""yes""#,
            "wrong-type /taxPeriods/0/isSubjectToTax",
        ),
        (
            r#""code":"CHF""#,
            r#""code":"chf""#,
            "currency-spelling /currencies/0/code",
        ),
        (
            r#""code":"CHF""#,
            r#""code":"SFr""#,
            "currency-unknown /currencies/0/code",
        ),
        (
            r#"{"externalId":"c-1","code":"CHF"}"#,
            "7",
            "not-an-object /currencies/0",
        ),
        (
            r#""currencies":[{"externalId":"c-1","code":"CHF"}]"#,
            r#""currencies":{}"#,
            "wrong-type /currencies",
        ),
        (
            r#""currencies":[{"externalId":"c-1","code":"CHF"}]"#,
            r#""currencies":[]"#,
            "list-empty /currencies",
        ),
        (
            r#""currencies":[{"externalId":"c-1","code":"CHF"}],"#,
            "",
            "missing-field ",
        ),
        (r#""taxes""#, r#""Taxes""#, "misnamed-field /Taxes"),
        (
            r#""contacts":[]"#,
            r#""contacts":null"#,
            "null-value /contacts",
        ),
        (
            r#""leadCurrency":"CHF""#,
            r#""leadCurrency":"EUR""#,
            "currency-unlisted /organization/leadCurrency",
        ),
        (
            r#""endsAt":"2026-12-31"}"#,
            r#""endsAt":"2026-12-31"},{"externalId":"p-2028","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2028-01-01","endsAt":"2028-12-31"}"#,
            "tax-period-gap /taxPeriods/1/startsAt",
        ),
    ] {
        assert_eq!(found_after_replacing(from, to), [expected], "{to}");
    }
}

#[test]
fn a_tax_period_is_long_from_733_days_on() {
    let found = |ends_at: &str| found_after_replacing("2026-12-31", ends_at);
    assert_eq!(found("2028-01-02"), [""; 0]);
    assert_eq!(
        found("2028-01-03"),
        ["tax-period-long /taxPeriods/0/endsAt"]
    );
}

#[test]
fn a_rate_is_a_fraction_with_two_decimals_below_one() {
    for rate in ["0", "0.9", "1", "1.01"] {
        assert_eq!(found_after_replacing("8.1", rate), [""; 0], "{rate}");
    }
    for rate in ["0.01", "0.99"] {
        let found = found_after_replacing("8.1", rate);
        assert_eq!(found, ["rate-as-fraction /taxes/0/value"], "{rate}");
    }
}

#[test]
fn reports_twenty_faults_of_one_file_in_order() {
    let report = base_data::check(FAULTY, &Policy::new());
    let actual: Vec<(&str, &str, usize)> = report
        .findings
        .iter()
        .map(|finding| (finding.rule.id, finding.pointer.as_str(), finding.line))
        .collect();
    assert_eq!(
        actual,
        [
            ("uid-check-digit", "/organization/companyUid", 4),
            ("web-address", "/organization/companyWebsite", 6),
            ("currency-spelling", "/organization/leadCurrency", 7),
            ("iban-spelling", "/accounts/0/iban", 10),
            ("duplicate-account-number", "/accounts/1/number", 11),
            ("currency-unlisted", "/accounts/1/currency", 11),
            ("value-case", "/accounts/1/type", 11),
            ("duplicate-external-id", "/accounts/2/externalId", 12),
            ("empty-required", "/accounts/2/description", 12),
            ("unknown-field", "/accounts/2/Type", 12),
            ("too-long", "/accounts/3/number", 13),
            ("iban-invalid", "/accounts/3/iban", 13),
            ("rate-text", "/taxes/0/value", 17),
            ("country-length", "/taxes/1/country", 18),
            ("rate-as-fraction", "/taxes/2/value", 19),
            ("wrong-type", "/taxPeriods/0/isSubjectToTax", 22),
            ("date-form", "/taxPeriods/0/endsAt", 22),
            ("tax-period-reversed", "/taxPeriods/1/endsAt", 23),
            ("company-without-name", "/contacts/0", 25),
            ("null-value", "/costCenters", 26),
        ]
    );

    let safe: Vec<&str> = report
        .findings
        .iter()
        .filter(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safe))
        .map(|finding| finding.rule.id)
        .collect();
    let normalized = base_data::normalize(FAULTY, &Policy::new(), Fixes::Safe);
    let fixed: Vec<&str> = normalized
        .changes
        .iter()
        .filter_map(|change| Some(change.rule?.id))
        .collect();
    assert_eq!(fixed, safe);
    let left: Vec<&str> = normalized
        .report
        .findings
        .iter()
        .map(|finding| finding.rule.id)
        .collect();
    let rest: Vec<&str> = actual
        .iter()
        .map(|(rule, ..)| *rule)
        .filter(|rule| !safe.contains(rule))
        .collect();
    assert_eq!(left, rest);
}

#[test]
fn reads_the_valid_records_of_a_faulty_payload() {
    let reading = base_data::read(FAULTY, &Policy::new());
    assert!(reading.value.is_none());
    let partial = reading.partial;
    assert!(partial.organization.is_none(), "its currency is wrong");
    assert_eq!(
        (
            partial.accounts.len(),
            partial.currencies.len(),
            partial.taxes.len()
        ),
        (1, 2, 1)
    );
    assert_eq!((partial.tax_periods.len(), partial.contacts.len()), (0, 1));
    // A warning never prevents a record from being read, even if it is denied.
    let payload = valid_payload().replace("8.1", "0.081");
    let strict = base_data::read(payload.as_bytes(), &Policy::new().strict());
    assert_eq!((strict.report.errors, strict.value.is_some()), (1, true));
}

#[test]
fn compares_tax_periods_in_the_order_of_their_dates() {
    let period = |id: &str, from: &str, to: &str| {
        format!(
            r#"{{"externalId":"{id}","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"CASH","startsAt":"{from}","endsAt":"{to}"}}"#
        )
    };
    let whole = [
        ("c", "2026-01-01", "2026-12-31"),
        ("a", "2024-01-01", "2024-12-31"),
        ("b", "2025-01-01", "2025-12-31"),
    ];
    let found = |periods: &[(&str, &str, &str)]| {
        let list: Vec<String> = periods
            .iter()
            .map(|(id, from, to)| period(id, from, to))
            .collect();
        let list: &'static str = format!("[{}]", list.join(",")).leak();
        found(
            std::str::from_utf8(&Example::BaseData("taxPeriods", list).input()).unwrap(),
            &Policy::new(),
        )
    };
    assert_eq!(found(&whole), Vec::<String>::new());
    assert_eq!(
        found(&[whole[0], whole[1]]),
        ["tax-period-gap /taxPeriods/0/startsAt"]
    );
    let long = ("x", "2024-06-01", "2025-06-30");
    assert_eq!(
        found(&[whole[0], whole[1], whole[2], long]),
        [
            "tax-period-overlap /taxPeriods/2/startsAt",
            "tax-period-overlap /taxPeriods/3/startsAt"
        ]
    );
    let year_10000 = [
        ("y", "9999-01-01", "9999-12-31"),
        ("z", "9999-12-31", "9999-12-31"),
    ];
    assert_eq!(
        found(&year_10000),
        ["tax-period-overlap /taxPeriods/1/startsAt"]
    );
}

#[test]
fn rules_have_the_intended_severity() {
    let severity = |rule: &str| universal_accounting::contract::rule(rule).unwrap().severity;
    for rule in [
        "duplicate-external-id",
        "iban-invalid",
        "uid-spelling",
        "uid-form",
        "rate-text",
        "tax-period-reversed",
        "country-length",
        "too-long",
    ] {
        assert_eq!(severity(rule), Severity::Error, "{rule}");
    }
    for rule in [
        "uid-check-digit",
        "iban-spelling",
        "qr-iban",
        "country-unknown",
        "web-address",
        "currency-unlisted",
        "tax-period-gap",
        "tax-period-overlap",
        "longer-than-usual",
    ] {
        assert_eq!(severity(rule), Severity::Warning, "{rule}");
    }
}

#[test]
fn reports_each_name_of_the_other_legal_type() {
    let contact = r#""contacts":[{"externalId":"k","legalType":"COMPANY","companyName":"M","firstName":"A","lastName":"B"}]"#;
    assert_eq!(
        found_after_replacing(r#""contacts":[]"#, contact),
        [
            "name-of-other-kind /contacts/0/firstName",
            "name-of-other-kind /contacts/0/lastName"
        ]
    );
}

#[test]
fn the_same_unknown_field_in_several_records_is_no_duplicate() {
    let contact = |id: u8, more: &str| {
        format!(r#"{{"externalId":"k-{id}","legalType":"INDIVIDUAL","lastName":"Muster"{more}}}"#)
    };
    let contacts = [
        r#","note":"a","remark":"b""#,
        r#","note":"a""#,
        "",
        r#","remark":"b","note":"b""#,
    ];
    let contacts: Vec<String> = (0..)
        .zip(contacts)
        .map(|(id, more)| contact(id, more))
        .collect();
    assert_eq!(
        found_after_replacing(
            r#""contacts":[]"#,
            &format!(r#""contacts":[{}]"#, contacts.join(","))
        ),
        ["0/note", "0/remark", "1/note", "3/remark", "3/note"]
            .map(|place| format!("unknown-field /contacts/{place}"))
    );
}

#[test]
fn compares_the_tax_number_with_a_uid_in_any_spelling() {
    let uid = r#""companyUid":"CHE-100.000.006""#;
    let other = r#""companyUid":"CHE100000006","companyTaxNumber":"CHE-100.000.012 MWST""#;
    assert_eq!(
        found_after_replacing(uid, other),
        [
            "uid-spelling /organization/companyUid",
            "tax-number-differs /organization/companyTaxNumber"
        ]
    );
    let same = r#""companyUid":"CHE100000006","companyTaxNumber":"CHE-100.000.006 MWST""#;
    assert_eq!(
        found_after_replacing(uid, same),
        ["uid-spelling /organization/companyUid"]
    );
}

#[test]
fn a_duplicate_list_causes_no_other_finding() {
    let twice = r#""currencies":[{"externalId":"c-1","code":"CHF"}],"currencies":[{"externalId":"c-1","code":"EUR"}]"#;
    assert_eq!(
        found_after_replacing(r#""currencies":[{"externalId":"c-1","code":"CHF"}]"#, twice),
        ["duplicate-key /currencies"]
    );
    let lead = r#""leadCurrency":"USD","leadCurrency":"CHF""#;
    assert_eq!(
        found_after_replacing(r#""leadCurrency":"CHF""#, lead),
        ["duplicate-key /organization/leadCurrency"]
    );
}

#[test]
fn checks_every_list_of_the_payload() {
    let lists = base_data_payload()
        .fields
        .iter()
        .filter(|field| field.name != "organization");
    for field in lists {
        let actual = found(
            std::str::from_utf8(&Example::BaseData(field.name, "[7]").input()).unwrap(),
            &Policy::new(),
        );
        assert_eq!(actual, [format!("not-an-object /{}/0", field.name)]);
    }
}

#[test]
fn base_data_cannot_be_a_sequence() {
    let twice = format!("{}\n{}", valid_payload(), valid_payload());
    let policy = Policy::new().sequence();
    assert_eq!(found(&twice, &policy), ["several-documents "]);
    assert!(base_data::read(twice.as_bytes(), &policy).value.is_none());
    assert_eq!(
        base_data::normalize(twice.as_bytes(), &policy, Fixes::Safe).json,
        None
    );
}

#[test]
fn a_raised_depth_limit_applies_to_all_checks() {
    let deep = format!(
        r#""currency":"EUR","note":{}{}"#,
        "[".repeat(200),
        "]".repeat(200)
    );
    let payload = valid_payload().replace(r#""currency":"CHF""#, &deep);
    let policy = limited(|limits| limits.depth = 1000);
    assert_eq!(
        found(&payload, &policy),
        [
            "currency-unlisted /accounts/0/currency",
            "unknown-field /accounts/0/note"
        ]
    );
}
