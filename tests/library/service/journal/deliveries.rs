//! Deliveries to a receiver.

use serde_json::{Value, json};
use universal_accounting::sandbox::{DeliveryRequest, FileContents, Receiver, SignatureKind};
use universal_accounting::service::ServiceRequest;
use universal_accounting::webhook::{self, SIGNATURE_HEADER, SignatureError};

use super::{DELIVERIES, JOURNAL, client_with, export, full_base_data};
use crate::service::client::{json_of, organization, problem};

#[test]
fn deliveries_are_signed_as_asked() {
    let mut client = client_with(&full_base_data("ACCRUAL"), 5, 0);
    let created = client.create_document("Rechnung", false);
    let download = format!(
        "/api/public/v1/documents/files/{}/download",
        created["serviceFileId"].as_str().unwrap()
    );
    let journal = export(&mut client, JOURNAL).text();
    assert_eq!(client.get(&download).status, 404);
    for (kind, result) in [
        ("valid", Some(Ok(()))),
        ("broken", Some(Err(SignatureError::Mismatch))),
        ("missing", None),
    ] {
        let request = json!({
            "url": "http://127.0.0.1:8080/hook", "secret": "s3cr3t", "times": 2, "delayMilliseconds": 500, "signature": kind,
        });
        let response = client.send("POST", DELIVERIES, &request.to_string());
        assert_eq!(
            (response.status, response.text()),
            (202, r#"{"times":2}"#.to_owned())
        );
        let delivery = response.delivery.unwrap();
        assert_eq!(
            (
                delivery.body.as_str(),
                delivery.times,
                delivery.delay.as_millis()
            ),
            (journal.as_str(), 2, 500)
        );
        let header = |name: &str| {
            delivery
                .headers
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| value.as_str())
        };
        assert_eq!(header("Content-Type"), Some("application/json"));
        let verified = header(SIGNATURE_HEADER)
            .map(|value| webhook::verify(b"s3cr3t", delivery.body.as_bytes(), value));
        assert_eq!(verified, result, "{kind}");
        let shown = format!("{delivery:?} {}", delivery.to_json());
        assert!(!shown.contains("s3cr3t"), "{shown}");
        let json: Value = serde_json::from_str(&delivery.to_json()).unwrap();
        assert_eq!(
            (&json["url"], &json["body"]),
            (&json!("http://127.0.0.1:8080/hook"), &json!(journal))
        );
        assert_eq!(
            (&json["times"], &json["delayMilliseconds"]),
            (&json!(2), &json!(500))
        );
    }
    assert_eq!(
        client.get(&download).status,
        200,
        "what was delivered is exported"
    );
    let requests = client.get("/sandbox/requests").text();
    assert!(!requests.contains("s3cr3t"));
}

#[test]
fn refuses_deliveries_that_can_not_be_made() {
    let mut client = client_with(&full_base_data("ACCRUAL"), 1, 0);
    for (body, path) in [
        (
            r#"{"url": "https://127.0.0.1/", "secret": "s3cr3t"}"#,
            "/url",
        ),
        (r#"{"url": "http://127.0.0.1/", "secret": ""}"#, "/secret"),
        (
            r#"{"url": "http://127.0.0.1/", "secret": "s3cr3t", "times": 0}"#,
            "/times",
        ),
        (
            r#"{"url": "http://127.0.0.1/", "secret": "s3cr3t", "signature": "none"}"#,
            "/signature",
        ),
        (r#"{"url": "http://127.0.0.1/"}"#, ""),
        ("s3cr3t", ""),
    ] {
        let refused = client.send("POST", DELIVERIES, body);
        assert_eq!(
            problem(&refused),
            (400, "invalid-control".to_owned()),
            "{body}"
        );
        assert_eq!(json_of(&refused)["findings"][0]["path"], path);
        assert!(
            !refused.text().contains("s3cr3t") && refused.delivery.is_none(),
            "{refused:?}"
        );
    }
    let request = ServiceRequest::new("POST", DELIVERIES);
    assert_eq!(client.service.handle(&client.caller, &request).status, 415);

    let mut request = DeliveryRequest::new(Receiver::parse("http://localhost/").unwrap(), "");
    (request.signature, request.files) = (SignatureKind::Valid, FileContents::Contents);
    let error = client
        .service
        .delivery(&organization("muster-ag"), &request)
        .unwrap_err();
    assert!(error.to_string().contains("the secret is empty"), "{error}");
}
