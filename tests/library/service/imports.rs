//! Imports of transactions.

use serde_json::json;
use universal_accounting::report::Policy;
use universal_accounting::service::ServiceOptions;
use universal_accounting::transactions;

use crate::service::client::{Client, TRANSACTIONS, json_of, payload, problem, transaction};

#[test]
fn counts_known_new_and_rejected_transactions() {
    let mut client = Client::new();
    let first = client.send(
        "POST",
        TRANSACTIONS,
        &payload(&[transaction("1", "5"), transaction("2", "6")]),
    );
    assert_eq!(
        (first.status, first.text().as_str()),
        (
            201,
            r#"{"existingTransactions":0,"newTransactions":2,"errorTransactions":0}"#
        )
    );
    assert!(
        transactions::check_result(&first.body, Some(2), &Policy::new())
            .findings
            .is_empty()
    );

    let mut other_text = transaction("2", "6");
    other_text["text"] = "Zins".into();
    let sent = [
        transaction("1", "7"),
        other_text,
        transaction("3", "6"),
        transaction("4", "x"),
        transaction("5", "8"),
        transaction("5", "8"),
    ];
    assert_eq!(client.send("GET", "/sandbox/import", "").status, 200);
    let answer = client.send("POST", TRANSACTIONS, &payload(&sent));
    assert_eq!(
        answer.text(),
        r#"{"existingTransactions":3,"newTransactions":2,"errorTransactions":1}"#
    );
    let second = json_of(&client.send("GET", "/sandbox/import", ""));
    assert_eq!(
        (
            &second["existingTransactions"],
            &second["errorTransactions"]
        ),
        (&json!(3), &json!(1))
    );
    let verdicts: Vec<(u64, &str)> = second["verdicts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|verdict| {
            (
                verdict["index"].as_u64().unwrap(),
                verdict["verdict"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        verdicts,
        [
            (0, "conflict"),
            (1, "existing"),
            (2, "suspect"),
            (3, "rejected")
        ]
    );
    assert_eq!(second["verdicts"][0]["differences"][0]["field"], "amount");
    let paths: Vec<&str> = second["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["path"].as_str().unwrap())
        .collect();
    assert!(paths.contains(&"/transactions/3/amount"), "{paths:?}");
}

#[test]
fn lists_a_thousand_verdicts_and_counts_all() {
    let mut client = Client::new();
    let mut options = ServiceOptions::new();
    options.accept_long_imports = true;
    client.service.set_options(options);
    let mut sent: Vec<_> = (0..700)
        .map(|number| transaction(&number.to_string(), "5"))
        .collect();
    sent.extend((0..700).map(|number| transaction(&number.to_string(), "6")));
    sent.extend((0..700).map(|_| transaction("x", "y")));
    assert_eq!(
        client.send("POST", TRANSACTIONS, &payload(&sent)).status,
        201
    );
    let details = json_of(&client.send("GET", "/sandbox/import", ""));
    let listed = details["verdicts"].as_array().unwrap();
    let count = |verdict: &str| {
        listed
            .iter()
            .filter(|listed| listed["verdict"] == verdict)
            .count()
    };
    // All but the first of the 700 are suspects: equal contents with other ids.
    assert_eq!(
        (
            listed.len(),
            count("suspect"),
            count("conflict"),
            count("rejected")
        ),
        (1000, 699, 301, 0)
    );
    assert_eq!(
        (&details["omittedVerdicts"], &details["errorTransactions"]),
        (&json!(1099), &json!(700))
    );
}

#[test]
fn an_invalid_body_imports_nothing() {
    let mut client = Client::new();
    let whole = payload(&[transaction("1", "5"), transaction("2", "6")]);
    for body in [
        "",
        "{",
        "[]",
        "{}",
        r#"{"transactions":[]}"#,
        r#"{"transactions":1}"#,
        &whole[..whole.len() - 1],
        &format!("{whole}x"),
    ] {
        let refused = client.send("POST", TRANSACTIONS, body);
        assert_eq!(
            problem(&refused),
            (400, "invalid-transactions".to_owned()),
            "{body}"
        );
        assert!(json_of(&refused)["errors"].as_u64() > Some(0));
    }
    assert_eq!(
        json_of(&client.send("POST", TRANSACTIONS, &whole))["newTransactions"],
        2
    );
}

#[test]
fn repeating_an_import_creates_no_duplicates() {
    let mut client = Client::new();
    let import = payload(&[transaction("1", "5"), transaction("2", "6")]);
    client.send(
        "POST",
        "/sandbox/responses",
        r#"{"endpoint":"importTransactions","status":504,"after":true}"#,
    );
    assert_eq!(client.send("POST", TRANSACTIONS, &import).status, 504);
    let once = client.get("/sandbox/snapshot");
    let again = json_of(&client.send("POST", TRANSACTIONS, &import));
    assert_eq!(
        (&again["existingTransactions"], &again["newTransactions"]),
        (&json!(2), &json!(0))
    );
    assert_eq!(client.get("/sandbox/snapshot"), once);
}

/// The contract takes 1 to 1000 transactions in a request.
#[test]
fn a_request_has_at_most_1000_transactions() {
    let many = |count: usize| {
        payload(
            &(0..count)
                .map(|number| transaction(&number.to_string(), "5"))
                .collect::<Vec<_>>(),
        )
    };
    let mut client = Client::new();
    assert_eq!(client.send("POST", TRANSACTIONS, &many(1000)).status, 201);
    let refused = client.send("POST", TRANSACTIONS, &many(1001));
    assert_eq!(refused.status, 400);
    assert!(
        refused.text().contains("transactions-too-many")
            && refused
                .text()
                .contains("The body has 1 error and 0 warnings."),
        "{}",
        refused.text()
    );
    assert_eq!(client.send("GET", "/sandbox/import", "").status, 200);
}
