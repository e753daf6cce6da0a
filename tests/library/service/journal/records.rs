//! The records that are made up.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};
use universal_accounting::base_data::BaseData;
use universal_accounting::generate;
use universal_accounting::report::Policy;
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::service::{Service, ServiceOptions};
use universal_accounting::transactions::Transaction;
use universal_accounting::value::{Currency, Date, LimitedText, Period};
use universal_accounting::{base_data, cross_check, journal, transactions};

use super::{DELIVERIES, JOURNAL, client_with, detail, export, findings, full_base_data};
use crate::cases::cases;
use crate::service::client::{
    BASE_DATA, Client, TRANSACTIONS, caller, json_of, organization, payload, problem,
    service_with_seed, transaction,
};

fn entries(records: &Value) -> impl Iterator<Item = &Value> {
    records
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|record| record["entries"].as_array().unwrap())
}

fn lines(entry: &Value) -> &[Value] {
    entry["lines"].as_array().unwrap()
}

#[test]
fn names_what_is_missing() {
    let mut client = Client::new();
    let refused = client.get(JOURNAL);
    assert_eq!(problem(&refused), (409, "no-journal".to_owned()));
    let nothing = "A journal needs base data, for its accounts. It needs documents or transactions, which it books. Send them first.";
    assert_eq!(detail(&refused), nothing);
    client.send("POST", TRANSACTIONS, &payload(&[transaction("1", "5")]));
    assert_eq!(
        detail(&client.get(JOURNAL)),
        "A journal needs base data, for its accounts. Send them first."
    );

    let mut client = client_with(&full_base_data("ACCRUAL"), 0, 0);
    let delivery = r#"{"url": "http://127.0.0.1/", "secret": "s"}"#;
    for refused in [
        client.get(JOURNAL),
        client.send("POST", DELIVERIES, delivery),
    ] {
        assert_eq!(refused.status, 409);
        assert_eq!(
            detail(&refused),
            "A journal needs documents or transactions, which it books. Send them first."
        );
    }

    let mut small = full_base_data("CASH");
    small["accounts"].as_array_mut().unwrap().truncate(1);
    let reason = "The base data has fewer than two accounts, and an entry needs two.";
    assert_eq!(detail(&client_with(&small, 1, 0).get(JOURNAL)), reason);

    let mut client = client_with(&full_base_data("CASH"), 1, 0);
    let mut others = [
        transaction("x", "5"),
        transaction("y", "5"),
        transaction("z", "5"),
    ];
    others[0]["bookedAt"] = json!("2024-12-31");
    others[1]["bookedAt"] = json!("2027-01-01");
    others[2]["currency"] = json!("USD");
    client.send("POST", TRANSACTIONS, &payload(&others));
    assert_eq!(
        detail(&client.get(JOURNAL)),
        "The base data lacks what the bookings need: `currency` is a currency that the base data does not list (1 record); \
         `date` is outside of every tax period of the base data (2 records). Add it, and send the base data again."
    );
}

#[test]
fn books_everything_without_a_finding() {
    for method in ["ACCRUAL", "CASH"] {
        let base_data = full_base_data(method);
        let mut client = client_with(&base_data, 200, 7);
        let documents: Vec<Value> = (0..20)
            .map(|number| client.create_document(&number.to_string(), true))
            .collect();
        let journal = export(&mut client, JOURNAL);
        let report = findings(&journal.body, base_data.to_string().as_bytes());
        assert!(report.findings.is_empty(), "{:?}", report.findings);

        let records = json_of(&journal);
        let ids: BTreeSet<&str> = records
            .as_array()
            .unwrap()
            .iter()
            .map(|record| record["serviceId"].as_str().unwrap())
            .collect();
        assert_eq!(ids.len(), 220);
        for document in &documents {
            let id = document["serviceId"].as_str().unwrap();
            let record = records
                .as_array()
                .unwrap()
                .iter()
                .find(|record| record["serviceId"] == id)
                .unwrap();
            assert_eq!(
                record["files"],
                json!([{"serviceFileId": document["serviceFileId"]}])
            );
            assert_eq!(record["invoice"]["date"], record["entries"][0]["date"]);
            assert!(
                record["invoice"]["date"]
                    .as_str()
                    .unwrap()
                    .starts_with("2026-")
            );
            assert_eq!(
                record["entries"][0]["lines"][0]["text"],
                "Rechnung März.pdf"
            );
        }
        for entry in entries(&records) {
            let mut sum = Decimal::ZERO;
            for line in lines(entry) {
                let amount = Decimal::from_str_exact(line["amount"].as_str().unwrap()).unwrap();
                assert!(amount > Decimal::ZERO && amount.scale() == 2, "{entry}");
                sum += if line["creditDebit"] == "debit" {
                    amount
                } else {
                    -amount
                };
            }
            assert!(sum.is_zero() && lines(entry).len() >= 2, "{entry}");
        }
        let has_creditor = entries(&records).any(|entry| {
            lines(entry)
                .iter()
                .any(|line| line["account"]["number"] == "2000")
        });
        assert_eq!(has_creditor, method == "ACCRUAL");
    }
}

#[test]
fn journals_have_every_shape() {
    let mut client = client_with(&full_base_data("ACCRUAL"), 400, 0);
    client.create_document("x", false);
    let records = json_of(&export(&mut client, JOURNAL));
    let records_with = |is_shape: &dyn Fn(&Value) -> bool| {
        records
            .as_array()
            .unwrap()
            .iter()
            .filter(|record| is_shape(record))
            .count()
    };
    let lines_with = |is_shape: &dyn Fn(&Value) -> bool| {
        entries(&records)
            .flat_map(lines)
            .filter(|line| is_shape(line))
            .count()
    };
    for (shape, count) in [
        (
            "one entry",
            records_with(&|record| record["entries"].as_array().unwrap().len() == 1),
        ),
        (
            "two entries",
            records_with(&|record| record["entries"].as_array().unwrap().len() == 2),
        ),
        (
            "three lines",
            records_with(&|record| lines(&record["entries"][0]).len() == 3),
        ),
        (
            "no contact",
            records_with(&|record| record.get("contact").is_none()),
        ),
        (
            "a known contact",
            records_with(&|record| record["contact"]["externalId"].is_string()),
        ),
        (
            "a new contact",
            records_with(&|record| {
                record["contact"]["contactId"].is_string()
                    && record["contact"].get("externalId").is_none()
            }),
        ),
        ("a file", records_with(&|record| record["files"].is_array())),
        (
            "a tax",
            lines_with(&|line| line["tax"]["code"] == "VM26" && line["tax"]["value"] == "2.6"),
        ),
        ("no tax", lines_with(&|line| line.get("tax").is_none())),
        (
            "a cost center",
            lines_with(&|line| {
                line["dimensions"][0]
                    == json!({"externalId": "v", "name": "Verkauf", "type": "cost-center"})
            }),
        ),
        (
            "a project",
            lines_with(&|line| {
                line["dimensions"].as_array().is_some_and(|dimensions| {
                    dimensions
                        .iter()
                        .any(|dimension| dimension["type"] == "project")
                })
            }),
        ),
        (
            "an original amount",
            lines_with(&|line| {
                line["originalAmount"] == "9.50" && line["originalCurrency"] == "EUR"
            }),
        ),
    ] {
        assert!(count > 0, "no record has {shape}");
    }
    // Money in is on the debit side of the bank, and money out on its credit side.
    for entry in entries(&records).filter(|entry| entry["date"] == "2026-03-31") {
        for line in lines(entry)
            .iter()
            .filter(|line| line["account"]["number"] == "1020")
        {
            let is_income = lines(entry)
                .iter()
                .any(|line| line["account"]["number"] == "3000");
            assert_eq!(line["creditDebit"] == "debit", is_income, "{entry}");
        }
    }
}

#[test]
fn equal_requests_give_equal_journals() {
    let base_data = full_base_data("ACCRUAL");
    let run = |transactions: usize, seed: u32| {
        let mut client = client_with(&base_data, transactions, seed);
        client.create_document("x", true);
        assert_eq!(export(&mut client, JOURNAL), export(&mut client, JOURNAL));
        json_of(&export(&mut client, JOURNAL))
    };
    assert_eq!(run(30, 1), run(30, 1));
    assert_ne!(run(30, 1), run(30, 2));
    // What is added later does not change the records before it.
    assert_eq!(
        run(30, 1).as_array().unwrap()[..],
        run(40, 1).as_array().unwrap()[..31]
    );

    let mut client = client_with(&base_data, 3, 0);
    client.create_document("x", true);
    let journal = export(&mut client, JOURNAL);
    let snapshot = client.service.snapshot(&organization("muster-ag")).unwrap();
    let mut other = Client::new();
    other
        .service
        .restore(&organization("muster-ag"), &snapshot)
        .unwrap()
        .unwrap();
    assert_eq!(export(&mut other, JOURNAL), journal);
}

#[test]
fn records_have_the_contents_of_files_on_request() {
    let mut client = client_with(&full_base_data("ACCRUAL"), 0, 0);
    let created = client.create_document("Rechnung 4711", false);
    let ids = json_of(&export(&mut client, "/sandbox/journal?files=ids"));
    assert_eq!(ids, json_of(&export(&mut client, JOURNAL)));
    let contents = json_of(&export(&mut client, "/sandbox/journal?files=contents"));
    let file = json!([{"serviceFileId": created["serviceFileId"], "contentAsBase64": "UmVjaG51bmcgNDcxMQ=="}]);
    assert_eq!(contents[0]["files"], file);
    let empty = client.create_document("", false);
    let journal = export(&mut client, "/sandbox/journal?files=contents");
    assert!(
        journal
            .text()
            .contains(empty["serviceFileId"].as_str().unwrap())
    );
    assert!(
        findings(
            &journal.body,
            full_base_data("ACCRUAL").to_string().as_bytes()
        )
        .findings
        .is_empty()
    );
    for query in [
        "?",
        "?files",
        "?files=",
        "?files=all",
        "?files=ids&files=ids",
        "?file=ids",
    ] {
        let response = client.get(&format!("{JOURNAL}{query}"));
        let expected = if query == "?" { 200 } else { 400 };
        assert_eq!(response.status, expected, "{query}");
    }

    let mut options = ServiceOptions::new();
    options.body_limit = 500;
    let mut client = Client {
        service: Service::with_options(options.clone()),
        caller: caller("a"),
    };
    client.service.upload_file(&organization("a"), b"").unwrap();
    let base_data = full_base_data("CASH").to_string();
    options.body_limit = base_data.len();
    client.service.set_options(options);
    client.send("PATCH", BASE_DATA, &base_data);
    for _ in 0..9 {
        client.create_document(&"x".repeat(base_data.len()), false);
    }
    let refused = client.get("/sandbox/journal?files=contents");
    assert_eq!(problem(&refused).0, 409);
    assert!(
        detail(&refused).ends_with("Ask for their ids alone."),
        "{refused:?}"
    );
    export(&mut client, JOURNAL);
}

#[test]
fn payment_of_a_document_decides_over_its_entries() {
    let mut client = client_with(&full_base_data("ACCRUAL"), 0, 0);
    for (payment, numbers) in [
        (None, 1),
        (Some("payment-advise"), 1),
        (Some("settled-payment"), 2),
        (Some("credit-card"), 2),
    ] {
        assert_eq!(client.send("POST", "/sandbox/reset", "").status, 204);
        client.send("PATCH", BASE_DATA, &full_base_data("ACCRUAL").to_string());
        let uploaded = json_of(&client.send("POST", "/sandbox/files", "x"));
        let mut request =
            json!({"signedFileName": uploaded["signedFileName"], "fileName": "x.pdf"});
        if let Some(payment) = payment {
            request["paymentType"] = json!(payment);
        }
        assert_eq!(
            client
                .send(
                    "POST",
                    "/api/public/v1/documents/document",
                    &request.to_string()
                )
                .status,
            200
        );
        let records = json_of(&export(&mut client, JOURNAL));
        assert_eq!(
            records[0]["entries"].as_array().unwrap().len(),
            numbers,
            "{payment:?}"
        );
    }
}

#[test]
fn a_journal_has_the_brand_of_the_service() {
    let mut client = client_with(&full_base_data("ACCRUAL"), 1, 0);
    client.create_document("x", true);
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

    /// All that is stored is booked without an error and without a difference from base data that has its days and currencies.
    #[test]
    fn books_any_data(
        stored in generate::strategy(|choices| (generate::base_data(choices), generate::transactions(choices))),
        seed in any::<u32>(),
        documents in 0..3usize,
    ) {
        let (stored, payload) = stored;
        let stored = with_settings_for(stored, &payload.value);
        let mut client = Client { service: service_with_seed(seed), caller: caller("a") };
        prop_assert_eq!(client.send("PATCH", BASE_DATA, &base_data::write(&stored)).status, 200);
        let imported = client.send("POST", TRANSACTIONS, &transactions::write(&payload.value));
        let new = if imported.status == 201 { json_of(&imported)["newTransactions"].as_u64().unwrap() } else { 0 };
        let count = documents + usize::try_from(new).unwrap();
        (0..documents).for_each(|_| drop(client.create_document("x", false)));
        let response = client.get(JOURNAL);
        if count == 0 || stored.records().accounts.len() < 2 {
            prop_assert_eq!(response.status, 409);
            return Ok(());
        }
        prop_assert_eq!(response.status, 200, "{}", response.text());
        let reading = journal::read(&response.body, &Policy::new());
        prop_assert_eq!(reading.report.errors, 0, "{:?}", reading.report.findings);
        prop_assert_eq!(reading.records.len(), count);
        prop_assert!(cross_check::journal(&reading.records, &stored).is_empty());
    }
}

/// Returns the base data with a period for all days, and with the currencies of some transactions.
fn with_settings_for(base_data: BaseData, transactions: &[Transaction]) -> BaseData {
    let mut records = base_data.into_records();
    let all_days = Period::new(
        Date::parse("0001-01-01").unwrap(),
        Date::parse("9999-12-31").unwrap(),
    )
    .unwrap();
    records.tax_periods.truncate(1);
    records.tax_periods[0].period = all_days;
    let codes: BTreeSet<Currency> = transactions
        .iter()
        .map(|transaction| transaction.currency)
        .collect();
    let currencies = codes.into_iter().enumerate();
    let external_id = |number: usize| LimitedText::parse(&format!("currency-{number}")).unwrap();
    records.currencies = currencies
        .map(|(number, code)| base_data::Currency::new(external_id(number), code))
        .collect();
    if records.currencies.is_empty() {
        records.currencies.push(base_data::Currency::new(
            external_id(0),
            Currency::parse("CHF").unwrap(),
        ));
    }
    BaseData::new(records).unwrap()
}
