//! Imports of transactions.

use serde_json::json;
use universal_accounting::report::Policy;
use universal_accounting::transactions;

use crate::service::client::{Client, TRANSACTIONS, booking, json_of, payload, problem};

#[test]
fn transactions_are_counted_as_the_contract_says() {
    let mut client = Client::new();
    let first = client.send("POST", TRANSACTIONS, &payload(&[booking("1", "5"), booking("2", "6")]));
    assert_eq!(
        (first.status, first.text().as_str()),
        (201, r#"{"existingTransactions":0,"newTransactions":2,"errorTransactions":0}"#)
    );
    assert!(transactions::check_result(&first.body, Some(2), &Policy::new()).findings.is_empty());

    let mut other_text = booking("2", "6");
    other_text["text"] = "Zins".into();
    let sent =
        [booking("1", "7"), other_text, booking("3", "6"), booking("4", "x"), booking("5", "8"), booking("5", "8")];
    let second = json_of(&client.send("POST", TRANSACTIONS, &payload(&sent)));
    let counts =
        ["existingTransactions", "newTransactions", "errorTransactions"].map(|count| second[count].as_u64().unwrap());
    assert_eq!(counts, [3, 2, 1]);
    let verdicts: Vec<(u64, &str)> = second["details"]["verdicts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["index"].as_u64().unwrap(), one["verdict"].as_str().unwrap()))
        .collect();
    assert_eq!(verdicts, [(0, "conflict"), (1, "existing"), (2, "suspect"), (3, "rejected")]);
    assert_eq!(second["details"]["verdicts"][0]["differences"][0]["field"], "amount");
    let found: Vec<&str> =
        second["details"]["findings"].as_array().unwrap().iter().map(|one| one["path"].as_str().unwrap()).collect();
    assert!(found.contains(&"/transactions/3/amount"), "{found:?}");
}

#[test]
fn a_body_that_can_not_be_taken_imports_nothing() {
    let mut client = Client::new();
    let whole = payload(&[booking("1", "5"), booking("2", "6")]);
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
        assert_eq!(problem(&refused), (400, "invalid-transactions".to_owned()), "{body}");
        assert!(json_of(&refused)["errors"].as_u64() > Some(0));
    }
    assert_eq!(json_of(&client.send("POST", TRANSACTIONS, &whole))["newTransactions"], 2);
}

#[test]
fn an_import_whose_answer_was_lost_is_sent_again_without_doubles() {
    let mut client = Client::new();
    let import = payload(&[booking("1", "5"), booking("2", "6")]);
    client.send("POST", "/sandbox/responses", r#"{"endpoint":"importTransactions","status":504,"after":true}"#);
    assert_eq!(client.send("POST", TRANSACTIONS, &import).status, 504);
    let once = client.get("/sandbox/snapshot");
    let again = json_of(&client.send("POST", TRANSACTIONS, &import));
    assert_eq!((&again["existingTransactions"], &again["newTransactions"]), (&json!(2), &json!(0)));
    assert_eq!(client.get("/sandbox/snapshot"), once);
}
