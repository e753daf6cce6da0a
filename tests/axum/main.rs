//! Sends requests to the example of a web service.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

mod service;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use tempfile::tempdir;
use tower::ServiceExt;
use universal_accounting::dedup::FileStore;

use service::router;

/// Sends requests in turn, and returns the status and the text of each answer.
fn send(requests: &[(&str, &str)]) -> Vec<(StatusCode, String)> {
    let folder = tempdir().unwrap();
    let router = router(FileStore::open(folder.path().join("transactions.store")).unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let answer = |(path, body): &(&str, &str)| {
        let request = Request::post(*path)
            .body(Body::from((*body).to_owned()))
            .unwrap();
        let response = runtime.block_on(router.clone().oneshot(request)).unwrap();
        let status = response.status();
        let body = runtime
            .block_on(to_bytes(response.into_body(), usize::MAX))
            .unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    };
    requests.iter().map(answer).collect()
}

const PAYLOAD: &str = r#"{"transactions": [{"accountIdentifier": "CH9300762011623852957", "transactionId": "1", "amount": "12.50",
    "creditDebit": "debit", "currency": "CHF", "bookedAt": "2026-03-31"}]}"#;

#[test]
fn checks_payloads() {
    let wrong = PAYLOAD.replace("2026-03-31", "31.03.2026");
    let answers = send(&[("/check", PAYLOAD), ("/check", &wrong)]);
    assert!(answers[0].1.contains(r#""valid":true"#), "{answers:?}");
    assert!(
        answers[1]
            .1
            .contains(r#""path":"/transactions/0/bookedAt","line":2"#),
        "{answers:?}"
    );
}

#[test]
fn converts_statements() {
    const STATEMENT: &str = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
        CH9300762011623852957;2026-03-31 00:00:00.0;Bakery;-12.5;87.5;2026-03-31 00:00:00.0\n";
    let answers = send(&[
        ("/convert?currency=CHF", STATEMENT),
        ("/convert", STATEMENT),
        ("/convert?currency=Franken", STATEMENT),
        ("/convert", "Date;Text\n"),
    ]);
    assert_eq!(answers[0].0, StatusCode::OK, "{answers:?}");
    assert!(answers[0].1.contains(r#""amount":"12.50""#), "{answers:?}");
    for (answer, rule) in [
        (&answers[1], "currency-missing"),
        (&answers[3], "bank-unknown"),
    ] {
        assert_eq!(answer.0, StatusCode::BAD_REQUEST, "{answer:?}");
        assert!(
            answer
                .1
                .contains("urn:universal-accounting:problem:invalid-statement")
                && answer.1.contains(rule),
            "{answer:?}"
        );
    }
    assert_eq!(answers[2].0, StatusCode::BAD_REQUEST);
}

#[test]
fn imports_once_only() {
    let answers = send(&[
        ("/import", PAYLOAD),
        ("/import", PAYLOAD),
        ("/import", "{}"),
    ]);
    assert_eq!(
        answers
            .iter()
            .map(|answer| answer.0.as_u16())
            .collect::<Vec<_>>(),
        [201, 201, 400]
    );
    assert!(
        answers[0].1.contains(r#""newTransactions":1"#),
        "{answers:?}"
    );
    assert!(
        answers[1]
            .1
            .contains(r#""existingTransactions":1,"newTransactions":0"#),
        "{answers:?}"
    );
    assert!(
        answers[2]
            .1
            .contains("urn:universal-accounting:problem:invalid-transactions"),
        "{answers:?}"
    );
}
