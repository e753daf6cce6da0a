//! Single situations of deliveries.

use serde_json::{Value, json};
use universal_accounting::delivery::{Delivery, DeliveryOptions, Next, Reason, RejectedBy};
use universal_accounting::report::Policy;

use super::books::TestService;
use crate::service::client::{Client, base_data, payload, transaction};

pub(super) const JSON: [(&str, &str); 1] = [("Content-Type", "application/json")];

pub(super) fn deliver(payload: &str) -> Delivery {
    deliver_with(payload, |_| ())
}

pub(super) fn deliver_with(payload: &str, set: impl FnOnce(&mut DeliveryOptions)) -> Delivery {
    let mut options = DeliveryOptions::new();
    set(&mut options);
    Delivery::of_transactions(payload, &options).unwrap()
}

pub(super) fn many(count: usize) -> String {
    payload(
        &(0..count)
            .map(|number| transaction(&number.to_string(), "5"))
            .collect::<Vec<_>>(),
    )
}

pub(super) fn without_ids(count: usize) -> String {
    many(count).replace("transactionId", "note")
}

pub(super) fn counts(existing: u64, new: u64, errors: u64) -> Vec<u8> {
    let counts = json!({"existingTransactions": existing, "newTransactions": new, "errorTransactions": errors});
    counts.to_string().into_bytes()
}

/// Returns the ids of the transactions in the next request.
pub(super) fn sent_ids(delivery: &mut Delivery) -> Vec<String> {
    let request = delivery.next_request().unwrap();
    let body: Value = serde_json::from_slice(request.body).unwrap();
    let ids = body["transactions"].as_array().unwrap().iter();
    ids.map(|transaction| {
        transaction["transactionId"]
            .as_str()
            .unwrap_or("-")
            .to_owned()
    })
    .collect()
}

pub(super) fn gave_up(next: &Next) -> Reason {
    if let Next::GiveUp(failure) = next {
        failure.reason
    } else {
        panic!("{next:?}")
    }
}

#[test]
fn sends_batches_of_a_thousand_in_order() {
    let mut delivery = deliver(&many(2500));
    let mut service = TestService::new();
    let mut sizes = Vec::new();
    while let Some(request) = delivery.next_request() {
        assert_eq!(
            (request.method, request.path),
            ("POST", "/api/public/v1/transactions")
        );
        assert_eq!(
            (
                request.attempt,
                request.wait.as_secs(),
                request.is_repeatable
            ),
            (1, 0, true)
        );
        let body: Value = serde_json::from_slice(request.body).unwrap();
        let first = &body["transactions"][0]["transactionId"];
        assert_eq!(first, &json!((sizes.iter().sum::<usize>()).to_string()));
        sizes.push(body["transactions"].as_array().unwrap().len());
        let response = service.handle(&request);
        delivery.on_response(response.status, response.headers, &response.body);
    }
    assert_eq!(sizes, [1000, 1000, 500]);
    assert_eq!(
        (
            delivery.counts().new,
            delivery.counts().records,
            service.stored().len()
        ),
        (2500, 2500, 2500)
    );
    assert_eq!(delivery.on_no_answer(), Next::NoRequest);
}

#[test]
fn texts_and_unknown_fields_are_sent_as_they_are() {
    let text = r#"{"x-note":  {"a": [1.50]}, "transactionId":"1","accountIdentifier":"a","amount":"5","currency":"CHF"}"#;
    let sequence = format!(
        "\u{feff}{{\"transactions\": [ {text} ]}}\n{{\"transactions\": [{text},\n{text}]}}\n"
    );
    let mut delivery = deliver_with(&sequence, |options| {
        options.policy = Policy::new().sequence();
    });
    let request = delivery.next_request().unwrap();
    assert_eq!(
        str::from_utf8(request.body).unwrap(),
        format!("{{\"transactions\":[{text},{text},{text}]}}")
    );
}

#[test]
fn a_payload_that_would_be_refused_is_not_sent() {
    for (payload, message) in [
        (
            "",
            "the payload can't be delivered: there is nothing in the file (line 1, column 1)",
        ),
        (
            r#"{"transactions": []}"#,
            "the payload can't be delivered: `transactions` is empty (line 1, column 18)",
        ),
    ] {
        assert_eq!(
            Delivery::of_transactions(payload, &DeliveryOptions::new())
                .unwrap_err()
                .to_string(),
            message
        );
    }
    assert!(Delivery::of_base_data("{}", &DeliveryOptions::new()).is_err());
    assert!(Delivery::of_document(r#"{"fileName": "a.pdf"}"#, &DeliveryOptions::new()).is_err());
}

#[test]
fn faulty_records_are_rejected_and_the_others_sent() {
    let faulty = payload(&[
        transaction("a", "5"),
        transaction("b", "-5"),
        json!(7),
        transaction("c", "6"),
    ]);
    let mut delivery = deliver(&faulty);
    let rejected: Vec<_> = delivery
        .rejected()
        .iter()
        .map(|record| (record.pointer.as_str(), record.id.clone()))
        .collect();
    assert_eq!(
        rejected,
        [
            ("/transactions/1", Some("b".to_owned())),
            ("/transactions/2", None)
        ]
    );
    let fault = &delivery.rejected()[0].faults[0];
    assert_eq!(
        (fault.pointer.as_str(), fault.rule.as_deref()),
        ("/transactions/1/amount", Some("amount-negative"))
    );
    assert_eq!(sent_ids(&mut delivery), ["a", "c"]);

    // The second of these, which the service names, is the fourth of the payload.
    let problem =
        br#"{"findings": [{"path": "/transactions/1/currency", "rule": "currency-unknown", "severity": "error"}]}"#;
    let Next::Correct(rejected) = delivery.on_response(400, JSON, problem) else {
        panic!("{delivery:?}")
    };
    assert_eq!(
        (
            rejected[0].pointer.as_str(),
            rejected[0].index,
            rejected[0].id.as_deref()
        ),
        ("/transactions/3", Some(3), Some("c"))
    );
    assert_eq!(rejected[0].faults[0].pointer, "/transactions/3/currency");
    assert_eq!(rejected[0].rejected_by, RejectedBy::Service);
    assert_eq!(sent_ids(&mut delivery), ["a"]);
    assert_eq!(
        delivery.on_response(201, JSON, &counts(0, 1, 0)),
        Next::Done
    );
    let counts = delivery.counts();
    assert_eq!(
        (
            counts.records,
            counts.new,
            counts.rejected,
            delivery.rejected().len()
        ),
        (4, 1, 3, 3)
    );

    let redacted = deliver_with(&faulty, |options| options.policy = Policy::new().redacted());
    assert_eq!(redacted.rejected()[0].id, None);
    let all_faulty = deliver(&payload(&[transaction("b", "-5")]))
        .next_request()
        .is_none();
    assert!(all_faulty);
}

#[test]
fn finds_the_transactions_that_the_service_counts_as_errors() {
    let mut delivery = deliver_with(&many(1000), |options| options.locate_errors = true);
    let is_refused = |id: &String| id == "17" || id == "640";
    let mut requests = 0;
    loop {
        let ids = match delivery.next_request() {
            None => break,
            Some(request) => {
                let body: Value = serde_json::from_slice(request.body).unwrap();
                let list = body["transactions"].as_array().unwrap().clone();
                list.iter()
                    .map(|sent| sent["transactionId"].as_str().unwrap().to_owned())
                    .collect::<Vec<_>>()
            }
        };
        let errors = u64::try_from(ids.iter().filter(|id| is_refused(id)).count()).unwrap();
        let others = u64::try_from(ids.len()).unwrap() - errors;
        let [existing, new] = if requests == 0 {
            [0, others]
        } else {
            [others, 0]
        };
        delivery.on_response(201, JSON, &counts(existing, new, errors));
        requests += 1;
    }
    let found: Vec<_> = delivery
        .rejected()
        .iter()
        .map(|record| record.index.unwrap())
        .collect();
    assert_eq!(found, [17, 640]);
    assert!(requests <= 40, "{requests}");
    assert_eq!(
        (
            delivery.counts().new,
            delivery.counts().errors,
            delivery.unlocated_errors()
        ),
        (998, 2, vec![])
    );

    // Without the search, the answer only says where they may be.
    let mut delivery = deliver(&many(3));
    delivery.next_request().unwrap();
    assert_eq!(
        delivery.on_response(201, JSON, &counts(0, 2, 1)),
        Next::Done
    );
    let unlocated = delivery.unlocated_errors();
    assert_eq!(
        (unlocated[0].count, unlocated[0].among.as_slice()),
        (1, [0, 1, 2].as_slice())
    );
}

#[test]
fn waits_for_as_long_as_the_service_asks() {
    let mut delivery = deliver(&many(1));
    let mut wait_after = |headers: &[(&str, &str)]| {
        delivery.next_request().unwrap();
        match delivery.on_response(429, headers.iter().copied(), b"") {
            Next::Wait { delay, .. } => delay.as_secs(),
            next => panic!("{next:?}"),
        }
    };
    assert_eq!(wait_after(&[("retry-after", "120")]), 120);
    let headers = [
        ("Retry-After", "Tue, 31 Mar 2026 12:05:00 GMT"),
        ("Date", "Tue, 31 Mar 2026 12:00:00 GMT"),
    ];
    assert_eq!(wait_after(&headers), 300);
    assert!(wait_after(&[]) <= 4 && wait_after(&[("Retry-After", "0")]) <= 8);
    delivery.next_request().unwrap();
    assert_eq!(
        gave_up(&delivery.on_response(429, [("Retry-After", "86400")], b"")),
        Reason::LongWait(86_400)
    );
    assert!(delivery.next_request().is_none());
    delivery.resume();
    assert_eq!(delivery.next_request().unwrap().attempt, 1);
}

#[test]
fn gives_up_after_too_many_attempts() {
    let mut delivery = deliver_with(&many(1), |options| options.max_attempts = 3);
    for attempt in 1..=3 {
        let request = delivery.next_request().unwrap();
        assert_eq!(request.attempt, attempt);
        delivery.on_no_answer();
    }
    let failure = delivery.failure().unwrap();
    assert_eq!(
        (failure.reason, failure.attempts, failure.may_be_done),
        (Reason::NoAnswer, 3, true)
    );
    assert_eq!((delivery.unclear(), delivery.unsent()), (vec![0], vec![]));
}

#[test]
fn a_repetition_that_could_double_is_left_to_the_user() {
    for status in [408, 425, 429, 500, 503, 504] {
        let mut delivery = deliver_with(&without_ids(3), |options| options.batch_size = 2);
        assert!(!delivery.next_request().unwrap().is_repeatable);
        let next = delivery.on_response(status, [("Retry-After", "1")], b"");
        assert_eq!(gave_up(&next), Reason::Unavailable(status));
        let message = delivery.failure().unwrap().to_string();
        assert!(
            message.ends_with(
                "would be imported twice if they are sent again: look into the service first"
            ),
            "{message}"
        );
        assert_eq!(
            (delivery.unclear(), delivery.unsent()),
            (vec![0, 1], vec![2])
        );

        // The user finds these transactions in the service.
        delivery.skip();
        delivery.next_request().unwrap();
        assert_eq!(
            delivery.on_response(201, JSON, &counts(0, 1, 0)),
            Next::Done
        );
        let counts = delivery.counts();
        assert_eq!((counts.new, counts.unclear, counts.unsent), (1, 2, 0));
    }
    let mut delivery = deliver(&without_ids(1));
    delivery.next_request().unwrap();
    // A refusal leaves nothing open, so the transaction can be sent again once there is a token.
    assert_eq!(
        gave_up(&delivery.on_response(401, JSON, b"")),
        Reason::Unauthorized
    );
    assert!(
        delivery
            .failure()
            .unwrap()
            .to_string()
            .ends_with("; the request has changed nothing")
    );
    delivery.resume();
    delivery.next_request().unwrap();
    // The program forgets to say what came back.
    assert!(delivery.next_request().is_none());
    assert_eq!(delivery.failure().unwrap().reason, Reason::NoAnswer);
}

#[test]
fn an_answer_that_can_not_be_right_is_not_believed() {
    for (headers, body, reason) in [
        (
            JSON,
            counts(0, 2, 0),
            Reason::CountsDiffer {
                sent: 3,
                counted: Some(2),
            },
        ),
        (
            JSON,
            b"{\"existingTransactions\":0,\"newTr".to_vec(),
            Reason::NotAnAnswer(200),
        ),
        (
            [("Content-Type", "text/html")],
            b"<html></html>".to_vec(),
            Reason::NotAnAnswer(200),
        ),
        (JSON, Vec::new(), Reason::NotAnAnswer(200)),
    ] {
        let mut delivery = deliver(&many(3));
        delivery.next_request().unwrap();
        let Next::Wait { failure, .. } = delivery.on_response(200, headers, &body) else {
            panic!("{delivery:?}")
        };
        assert_eq!(failure.reason, reason);
        assert_eq!((delivery.counts().new, delivery.counts().unclear), (0, 3));
        delivery.next_request().unwrap();
        assert_eq!(
            delivery.on_response(201, JSON, &counts(3, 0, 0)),
            Next::Done
        );
        assert_eq!(
            (
                delivery.counts().existing,
                delivery.counts().existing_after_repetition
            ),
            (3, 3)
        );
    }
}

#[test]
fn makes_requests_smaller_that_are_too_large() {
    let mut delivery = deliver(&many(5));
    let mut sizes = Vec::new();
    while let Some(request) = delivery.next_request() {
        let sent: Value = serde_json::from_slice(request.body).unwrap();
        let size = sent["transactions"].as_array().unwrap().len();
        sizes.push(size);
        let is_large = request.body.len() > 400 || sent["transactions"][0]["transactionId"] == "4";
        if is_large {
            delivery.on_response(413, JSON, b"");
        } else {
            delivery.on_response(201, JSON, &counts(0, u64::try_from(size).unwrap(), 0));
        }
    }
    assert_eq!(sizes, [5, 2, 2, 1]);
    assert_eq!((delivery.counts().new, delivery.unsent()), (4, vec![4]));
    assert_eq!(delivery.failure().unwrap().reason, Reason::TooLarge);
}

#[test]
fn redirects_are_not_followed() {
    let mut delivery = deliver(&many(1));
    delivery.next_request().unwrap();
    let next = delivery.on_response(
        307,
        [("Location", "https://elsewhere.example/?token=s3cr3t")],
        b"",
    );
    assert_eq!(gave_up(&next), Reason::Redirect(307));
    assert!(
        !delivery
            .failure()
            .unwrap()
            .to_string()
            .contains("elsewhere")
    );
    assert_eq!(delivery.unclear(), [0]);
}

#[test]
fn base_data_are_sent_again_safely() {
    let base_data = base_data("[]");
    let mut delivery =
        Delivery::of_base_data(format!("\u{feff}{base_data}"), &DeliveryOptions::new()).unwrap();
    let mut client = Client::new();
    delivery.next_request().unwrap();
    assert!(matches!(delivery.on_no_answer(), Next::Wait { .. }));
    let request = delivery.next_request().unwrap();
    assert!(request.is_repeatable && request.body == base_data.as_bytes());
    let response = client.send(
        request.method,
        request.path,
        str::from_utf8(request.body).unwrap(),
    );
    assert_eq!(
        delivery.on_response(response.status, response.headers, &response.body),
        Next::Done
    );

    let mut delivery = Delivery::of_base_data(base_data.as_str(), &DeliveryOptions::new()).unwrap();
    delivery.next_request().unwrap();
    let problem = json!({"findings": [
        {"path": "/accounts/0/number", "severity": "error", "rule": "too-long"}, {"path": "/accounts/0/description"},
        {"path": "/accounts/99/number"}, {"path": "/organization/companyName"},
    ]});
    assert_eq!(
        gave_up(&delivery.on_response(400, JSON, problem.to_string().as_bytes())),
        Reason::Invalid(400)
    );
    let rejected: Vec<_> = delivery
        .rejected()
        .iter()
        .map(|record| (record.pointer.as_str(), record.faults.len()))
        .collect();
    assert_eq!(rejected, [("/accounts/0", 2), ("", 1)]);
    assert!(delivery.rejected()[0].id.is_some());
    delivery.resume();
    delivery.next_request().unwrap();
    assert_eq!(
        gave_up(&delivery.on_response(200, JSON, br#"{"success": false}"#)),
        Reason::NotImported
    );
}

#[test]
fn a_document_is_never_sent_twice_without_asking() {
    let request = r#"{"signedFileName": "f.pdf", "fileName": "rechnung.pdf", "externalId": "d-1"}"#;
    let mut delivery = Delivery::of_document(request, &DeliveryOptions::new()).unwrap();
    assert!(!delivery.next_request().unwrap().is_repeatable);
    assert_eq!(
        gave_up(&delivery.on_response(502, JSON, b"")),
        Reason::Unavailable(502)
    );
    assert!(
        delivery
            .failure()
            .unwrap()
            .to_string()
            .contains("it may be created twice if it is sent again")
    );
    delivery.resume();
    delivery.next_request().unwrap();
    assert_eq!(
        delivery.on_response(200, JSON, br#"{"acmeFileId": "file-1"}"#),
        Next::Done
    );
    assert_eq!(
        delivery
            .document()
            .map(|document| document.service_file_id.as_str()),
        Some("file-1")
    );
}

#[test]
fn no_message_has_a_value() {
    let secret = "4917484589897107";
    let payload = many(2)
        .replace("Miete", secret)
        .replace("\"0\"", &format!("\"{secret}\""));
    let mut delivery = deliver(&payload);
    let text = format!("{:?}", delivery.next_request()) + &format!("{delivery:?}");
    assert!(!text.contains(secret), "{text}");
    let problem = format!(
        r#"{{"detail": "{secret}", "findings": [{{"path": "/transactions/0/{secret}", "rule": "{secret}"}}]}}"#
    );
    let next = format!("{:?}", delivery.on_response(400, JSON, problem.as_bytes()));
    assert!(!next.contains(secret) && next.contains('*'), "{next}");
}
