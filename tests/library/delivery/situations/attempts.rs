//! What is sent again, and what is left to the user.

use serde_json::json;
use universal_accounting::delivery::{Delivery, DeliveryOptions, Next, Reason};

use super::{JSON, counts, deliver, deliver_with, gave_up, many, without_ids};
use crate::service::client::{Client, base_data};

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
