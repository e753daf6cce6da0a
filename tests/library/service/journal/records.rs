//! The records of the sample.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};
use universal_accounting::generate;
use universal_accounting::report::Policy;
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::{base_data, cross_check, journal};

use super::{DELIVERIES, JOURNAL, client_with, detail, export, findings, full_base_data};
use crate::cases::cases;
use crate::service::client::{BASE_DATA, Client, caller, json_of, problem, service_with_seed};

fn entries(records: &Value) -> impl Iterator<Item = &Value> {
    let records = records.as_array().unwrap().iter();
    records.flat_map(|record| record["entries"].as_array().unwrap())
}

fn lines(entry: &Value) -> &[Value] {
    entry["lines"].as_array().unwrap()
}

#[test]
fn names_what_is_missing() {
    let mut client = Client::new();
    let refused = client.get(JOURNAL);
    assert_eq!(problem(&refused), (409, "no-journal".to_owned()));
    let nothing = "A journal needs base data, for its accounts. Send them first.";
    assert_eq!(detail(&refused), nothing);
    let mut small = full_base_data("CASH");
    small["accounts"].as_array_mut().unwrap().truncate(1);
    let mut client = client_with(&small, 0);
    let reason = "The base data has fewer than two accounts, and an entry needs two.";
    for refused in [client.get(JOURNAL), client.send("POST", DELIVERIES, "{}")] {
        assert_eq!((refused.status, detail(&refused).as_str()), (409, reason));
    }
    let mut client = client_with(&full_base_data("CASH"), 0);
    let refused = client.send("POST", DELIVERIES, "{}");
    assert!(detail(&refused).contains("`webhookSecret`"), "{refused:?}");
}

#[test]
fn every_entry_balances_and_nothing_is_found() {
    let base_data = full_base_data("ACCRUAL");
    let journal = export(&mut client_with(&base_data, 7), JOURNAL);
    let report = findings(&journal.body, base_data.to_string().as_bytes());
    assert!(report.findings.is_empty(), "{:?}", report.findings);
    for entry in entries(&json_of(&journal)) {
        let (mut sum, mut accounts) = (Decimal::ZERO, BTreeSet::new());
        for line in lines(entry) {
            let amount = Decimal::from_str_exact(line["amount"].as_str().unwrap()).unwrap();
            assert!(amount > Decimal::ZERO && amount.scale() == 2, "{entry}");
            let is_debit = line["creditDebit"] == "debit";
            sum += if is_debit { amount } else { -amount };
            accounts.insert(line["account"]["externalId"].to_string());
        }
        assert!(sum.is_zero() && accounts.len() == 2, "{entry}");
    }
}

#[test]
fn the_books_are_those_of_the_base_data() {
    let mut base_data = full_base_data("ACCRUAL");
    let records = json_of(&export(&mut client_with(&base_data, 0), JOURNAL));
    let invoice = &records[0];
    assert_eq!(invoice["invoice"]["owner"], "Muster AG");
    assert_eq!(invoice["invoice"]["currency"], "CHF");
    assert_eq!(invoice["contact"]["externalId"], "k-1");
    assert_eq!(invoice["contact"]["name"], "Beispiel GmbH");
    assert!(invoice["files"][0]["contentAsBase64"].is_string());
    let [line, ..] = lines(&invoice["entries"][0]) else {
        panic!("an entry without lines");
    };
    assert_eq!(line["account"]["number"], "6500");
    assert_eq!(line["tax"]["code"], "VM81");
    assert_eq!(
        line["dimensions"],
        json!([
            {"externalId": "v", "name": "Verkauf", "type": "cost-center"},
            {"externalId": "n", "name": "Neubau", "type": "project"},
        ])
    );
    let card = &records[1];
    assert!(
        card["contact"].get("externalId").is_none() && card["contact"]["contactId"].is_string()
    );
    assert!(card["files"][0].get("contentAsBase64").is_none());
    assert_eq!(card["entries"][0]["lines"][0]["originalAmount"], "20.00");
    assert!(records[2].get("contact").is_none());
    let numbers: BTreeSet<&str> = entries(&records)
        .flat_map(lines)
        .map(|line| line["account"]["number"].as_str().unwrap())
        .collect();
    assert_eq!(numbers, BTreeSet::from(["1020", "2000", "3000", "6500"]));
    assert!(entries(&records).all(|entry| entry["date"] == "2026-01-01"));

    base_data["organization"] = json!({"companyName": "Exemple SA", "leadCurrency": "EUR"});
    for period in base_data["taxPeriods"].as_array_mut().unwrap() {
        period["isSubjectToTax"] = json!(false);
    }
    base_data["contacts"] = json!([]);
    base_data["costCenters"] = json!([]);
    let other = export(&mut client_with(&base_data, 0), JOURNAL);
    let text = other.text();
    assert!(
        text.contains("Exemple SA") && !text.contains("CHF\",\"account\""),
        "{text}"
    );
    assert!(
        !text.contains("\"tax\"") && !text.contains("originalAmount"),
        "{text}"
    );
    assert!(
        text.contains("\"project\"") && !text.contains("cost-center"),
        "{text}"
    );
    let report = findings(&other.body, base_data.to_string().as_bytes());
    assert!(report.findings.is_empty(), "{:?}", report.findings);
}

#[test]
fn equal_seeds_give_equal_journals() {
    let base_data = full_base_data("ACCRUAL");
    let run = |seed: u32| export(&mut client_with(&base_data, seed), JOURNAL).text();
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn a_journal_has_the_brand_of_the_service() {
    let mut client = client_with(&full_base_data("ACCRUAL"), 0);
    let mut options = client.service.options().clone();
    options.policy = Policy::new().brand("acme");
    client.service.set_options(options);
    let journal = export(&mut client, JOURNAL).text();
    assert!(
        journal.contains(r#""acmeId":"#) && journal.contains(r#""acmeFileId":"#),
        "{journal}"
    );
    assert!(!journal.contains("serviceId") && !journal.contains("serviceFileId"));
}

proptest! {
    #![proptest_config(cases(64))]

    /// The sample differs from no base data.
    #[test]
    fn fits_any_books(stored in generate::strategy(generate::base_data), seed in any::<u32>()) {
        let mut client = Client { service: service_with_seed(seed), caller: caller("a") };
        prop_assert_eq!(client.send("PATCH", BASE_DATA, &base_data::write(&stored)).status, 200);
        let response = client.get(JOURNAL);
        if stored.records().accounts.len() < 2 {
            prop_assert_eq!(response.status, 409);
            return Ok(());
        }
        prop_assert_eq!(response.status, 200, "{}", response.text());
        let reading = journal::read(&response.body, &Policy::new());
        prop_assert_eq!(reading.report.errors, 0, "{:?}", reading.report.findings);
        prop_assert_eq!(reading.records.len(), 3);
        prop_assert!(cross_check::journal(&reading.records, &stored).is_empty());
    }
}
