//! No card number comes out.

use serde_json::{Value, json};
use universal_accounting::endpoint::Caller;
use universal_accounting::service::{Request, RequestHead};

use crate::service::client::{
    BASE_DATA, CARD_NUMBER, Client, DOCUMENTS, TRANSACTIONS, base_data, booking, caller, json_of, payload,
};

#[test]
fn what_was_received_is_listed_without_card_numbers() {
    let mut client = Client::new();
    client.send("POST", TRANSACTIONS, &payload(&[json!({ "accountIdentifier": CARD_NUMBER })]));
    let head = RequestHead { method: "PATCH", target: BASE_DATA, content_type: Some("text/plain") };
    client.service.handle(&client.caller, &Request { head, body: b"unread" });
    client.get(&format!("{BASE_DATA}?card={CARD_NUMBER}"));
    client.service.handle(&Caller::Anonymous, &Request::new("GET", BASE_DATA));
    client.service.handle(&caller("andere"), &Request::new("GET", BASE_DATA));
    let list = client.get("/sandbox/requests");
    assert!(!list.text().contains(CARD_NUMBER));
    let list = json_of(&list);
    let told: Vec<(&str, u64)> = list["requests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["method"].as_str().unwrap(), one["status"].as_u64().unwrap()))
        .collect();
    assert_eq!(told, [("POST", 201), ("PATCH", 415), ("GET", 404)]);
    assert!(list["requests"][0]["body"].as_str().unwrap().contains("accountIdentifier"));
    assert_eq!(list["requests"][1]["body"], Value::Null);
}

#[test]
fn no_answer_repeats_a_card_number() {
    let mut client = Client::new();
    let contacts = format!(r#"[{{"externalId":"{CARD_NUMBER}","legalType":"{CARD_NUMBER}"}}]"#);
    let contacts: &'static str = Box::leak(contacts.into_boxed_str());
    let mut told = String::new();
    for (method, target, body) in [
        ("PATCH", BASE_DATA, base_data(contacts)),
        ("POST", DOCUMENTS, json!({ "signedFileName": CARD_NUMBER, "fileName": 1, CARD_NUMBER: 1 }).to_string()),
        (
            "POST",
            TRANSACTIONS,
            payload(&[booking(CARD_NUMBER, "5"), booking(CARD_NUMBER, "6"), booking("x", CARD_NUMBER)]),
        ),
        ("POST", TRANSACTIONS, payload(&[booking("2", "5")])),
        ("POST", TRANSACTIONS, format!("{{\"transactions\":[{CARD_NUMBER}")),
        ("POST", "/sandbox/responses", format!(r#"{{"endpoint":"{CARD_NUMBER}","status":{CARD_NUMBER}}}"#)),
        ("PUT", "/sandbox/seed", CARD_NUMBER.to_owned()),
    ] {
        told += &client.send(method, target, &body).text();
    }
    assert!(told.contains("conflict") && told.contains("suspect"), "{told}");
    assert!(!told.contains(CARD_NUMBER), "{told}");
}

#[test]
fn card_numbers_in_a_row_are_masked_at_once() {
    // Found one at a time, so many would take hours.
    let text = "3782 822463 10005 ".repeat(50_000);
    let request = json!({"transactions": [], "text": text}).to_string();
    let mut client = Client::new();
    assert_eq!(client.send("POST", TRANSACTIONS, &request).status, 400);
    assert!(!client.get("/sandbox/requests").text().contains("3782"));
}
