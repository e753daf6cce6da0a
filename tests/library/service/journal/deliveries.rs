//! Deliveries to a receiver.

use serde_json::{Value, json};
use universal_accounting::service::ServiceRequest;
use universal_accounting::webhook::{self, SIGNATURE_HEADER, SignatureError};

use super::{DELIVERIES, JOURNAL, client_with, detail, export, full_base_data};
use crate::service::client::{BASE_DATA, json_of, problem};

const URL: &str = "http://127.0.0.1:8080/hook";

/// Returns base data with a webhook.
fn with_webhook(secret: &str) -> Value {
    let mut base_data = full_base_data("ACCRUAL");
    base_data["configuration"] = json!({"webhookUrl": URL, "webhookSecret": secret});
    base_data
}

#[test]
fn deliveries_are_signed_as_asked() {
    let mut client = client_with(&with_webhook("s3cr3t"), 0);
    let journal = export(&mut client, JOURNAL).text();
    for (kind, result) in [
        ("valid", Some(Ok(()))),
        ("broken", Some(Err(SignatureError::Mismatch))),
        ("missing", None),
    ] {
        let request = json!({"times": 2, "delayMilliseconds": 500, "signature": kind});
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
            (&json!(URL), &json!(journal))
        );
        assert_eq!(
            (&json["times"], &json["delayMilliseconds"]),
            (&json!(2), &json!(500))
        );
    }
}

#[test]
fn refuses_deliveries_that_can_not_be_made() {
    let mut client = client_with(&with_webhook("s3cr3t"), 0);
    for (body, path) in [
        (r#"{"times": 0}"#, "/times"),
        (r#"{"delayMilliseconds": 60001}"#, "/delayMilliseconds"),
        (r#"{"signature": "none"}"#, "/signature"),
        (r#"{"url": "http://127.0.0.1/"}"#, "/url"),
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

    // The base data are replaced with their webhook.
    client.send("PATCH", BASE_DATA, &full_base_data("ACCRUAL").to_string());
    assert_eq!(client.send("POST", DELIVERIES, "{}").status, 409);
    let refused = client_with(&with_webhook(""), 0).send("POST", DELIVERIES, "{}");
    assert_eq!(refused.status, 409);
    assert!(
        detail(&refused).contains("the secret is empty"),
        "{refused:?}"
    );
}
