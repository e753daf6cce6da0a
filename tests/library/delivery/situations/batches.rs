//! What is sent, in what batches, and what is rejected of it.

use serde_json::{Value, json};
use universal_accounting::delivery::{Delivery, DeliveryOptions, Next, Reason, RejectedBy};
use universal_accounting::report::Policy;

use super::{JSON, counts, deliver, deliver_with, many, sent_ids};
use crate::delivery::books::TestService;
use crate::service::client::{payload, transaction};

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
