//! Responses and lists of requests contain no card numbers.

use serde_json::{Value, json};
use universal_accounting::endpoint::Caller;
use universal_accounting::service::{RequestHead, ServiceRequest};

use crate::service::client::{
    BASE_DATA, CARD_NUMBER, Client, DOCUMENTS, TRANSACTIONS, base_data, caller, json_of, payload,
    transaction,
};

#[test]
fn lists_received_requests_without_card_numbers() {
    let mut client = Client::new();
    client.send(
        "POST",
        TRANSACTIONS,
        &payload(&[json!({ "accountIdentifier": CARD_NUMBER })]),
    );
    let head = RequestHead::new("PATCH", BASE_DATA, Some("text/plain"));
    client.service.handle(
        &client.caller,
        &ServiceRequest {
            head,
            body: b"unread",
        },
    );
    client.get(&format!("{BASE_DATA}?card={CARD_NUMBER}"));
    client
        .service
        .handle(&Caller::Anonymous, &ServiceRequest::new("GET", BASE_DATA));
    client
        .service
        .handle(&caller("andere"), &ServiceRequest::new("GET", BASE_DATA));
    let list = client.get("/sandbox/requests");
    assert!(!list.text().contains(CARD_NUMBER));
    let list = json_of(&list);
    let requests: Vec<(&str, u64)> = list["requests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|request| {
            (
                request["method"].as_str().unwrap(),
                request["status"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(requests, [("POST", 201), ("PATCH", 415), ("GET", 404)]);
    assert!(
        list["requests"][0]["body"]
            .as_str()
            .unwrap()
            .contains("accountIdentifier")
    );
    assert_eq!(list["requests"][1]["body"], Value::Null);
}

#[test]
fn responses_contain_no_card_numbers() {
    let mut client = Client::new();
    let contacts = format!(r#"[{{"externalId":"{CARD_NUMBER}","legalType":"{CARD_NUMBER}"}}]"#);
    let contacts: &'static str = Box::leak(contacts.into_boxed_str());
    let mut responses = String::new();
    for (method, target, body) in [
        ("PATCH", BASE_DATA, base_data(contacts)),
        (
            "POST",
            DOCUMENTS,
            json!({ "signedFileName": CARD_NUMBER, "fileName": 1, CARD_NUMBER: 1 }).to_string(),
        ),
        (
            "POST",
            TRANSACTIONS,
            payload(&[
                transaction(CARD_NUMBER, "5"),
                transaction(CARD_NUMBER, "6"),
                transaction("x", CARD_NUMBER),
            ]),
        ),
        ("GET", "/sandbox/import", String::new()),
        ("POST", TRANSACTIONS, payload(&[transaction("2", "5")])),
        ("GET", "/sandbox/import", String::new()),
        (
            "POST",
            TRANSACTIONS,
            format!("{{\"transactions\":[{CARD_NUMBER}"),
        ),
        (
            "POST",
            "/sandbox/responses",
            format!(r#"{{"endpoint":"{CARD_NUMBER}","status":{CARD_NUMBER}}}"#),
        ),
        ("PUT", "/sandbox/seed", CARD_NUMBER.to_owned()),
    ] {
        responses += &client.send(method, target, &body).text();
    }
    assert!(
        responses.contains("conflict") && responses.contains("suspect"),
        "{responses}"
    );
    assert!(!responses.contains(CARD_NUMBER), "{responses}");
}

#[test]
fn masks_many_card_numbers_in_linear_time() {
    // A search that starts again after every card number would take hours.
    let text = "3782 822463 10005 ".repeat(50_000);
    let request = json!({"transactions": [], "text": text}).to_string();
    let mut client = Client::new();
    assert_eq!(client.send("POST", TRANSACTIONS, &request).status, 400);
    assert!(!client.get("/sandbox/requests").text().contains("3782"));
}
