//! Base data as tables, and what tables can't hold.

use universal_accounting::tables::{self, NotWritten};

use super::build_written;

const PAYLOAD: &str = r#"{"organization":{"companyName":"Muster AG","leadCurrency":"CHF"},"accounts":[{"externalId":"a-1","number":"1020","description":"Bank \"A\", Basel\nund Bern","iban":"CH9300762011623852957"}],"currencies":[{"externalId":"c-1","code":"CHF"}],"taxes":[{"externalId":"t-1","code":"UN81","description":"=1+1","value":8.1}],"taxPeriods":[{"externalId":"p-1","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL","startsAt":"2026-01-01","endsAt":"2026-12-31"}],"contacts":[],"costCenters":[{"externalId":"k-1","name":"Verkauf"}],"projects":[{"externalId":"p-1","name":" Neubau ","code":"NEU"}]}"#;

fn rebuilt(payload: &str) -> Option<String> {
    build_written(&tables::write(payload.as_bytes()).unwrap())
}

#[test]
fn tables_give_the_same_payload_again() {
    assert_eq!(rebuilt(PAYLOAD).as_deref(), Some(PAYLOAD));
    let names: Vec<String> = tables::write(PAYLOAD.as_bytes())
        .unwrap()
        .into_iter()
        .map(|table| table.name)
        .collect();
    let expected = [
        "organization",
        "accounts",
        "currencies",
        "taxes",
        "tax-periods",
        "contacts",
        "cost-centers",
        "projects",
    ];
    assert_eq!(names, expected.map(|name| format!("{name}.csv")));
    let without_contacts = PAYLOAD.replace(r#","contacts":[]"#, "");
    assert_eq!(
        rebuilt(&without_contacts).as_deref(),
        Some(without_contacts.as_str())
    );
}

#[test]
fn what_tables_cannot_hold_is_named() {
    for (from, to, places) in [
        (r#""type""#, r#""type""#, vec![]),
        (
            r#""number":"1020""#,
            r#""number":"1020","qrIban":"CH4431999123000889012""#,
            vec!["/accounts/0/qrIban"],
        ),
        (
            r#""contacts":[]"#,
            r#""contacts":[],"configuration":{"language":"de"}"#,
            vec!["/configuration"],
        ),
        (
            r#"{"externalId":"k-1","name":"Verkauf"}"#,
            r#"{"externalId":"k-1","name":"Verkauf"},{}"#,
            vec!["/costCenters/1"],
        ),
    ] {
        let payload = PAYLOAD.replace(from, to);
        match tables::write(payload.as_bytes()) {
            Ok(_) => assert!(places.is_empty(), "{to}"),
            Err(NotWritten::NoPlace(found)) => assert_eq!(found, places),
            Err(other) => panic!("{other:?}"),
        }
    }
    let rounded = PAYLOAD.replace(r#""number":"1020""#, r#""number":"1.02E+3""#);
    let Err(NotWritten::Changed(reports)) = tables::write(rounded.as_bytes()) else {
        panic!("it is written")
    };
    assert_eq!(
        (reports[0].0.as_str(), reports[0].1.findings[0].rule.id),
        ("accounts.csv", "number-rounded")
    );
    let Err(NotWritten::Invalid(report)) = tables::write(b"{}") else {
        panic!("it is written")
    };
    assert_eq!(report.errors, 5);
}
