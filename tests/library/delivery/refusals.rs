//! Refusals of the content of a request: what is rejected by them, what is unclear, and what is too large.

use serde_json::json;
use universal_accounting::delivery::{Next, Reason, RejectedBy};
use universal_accounting::report::Policy;

use super::situations::{
    JSON, counts, deliver, deliver_with, gave_up, many, sent_ids, without_ids,
};
use crate::service::client::{payload, transaction};

/// A refusal that names transactions of the request.
fn named(places: &[usize]) -> Vec<u8> {
    let findings: Vec<_> = places
        .iter()
        .map(|at| json!({"path": format!("/transactions/{at}/text"), "rule": "own-rule", "severity": "error"}))
        .collect();
    json!({ "findings": findings }).to_string().into_bytes()
}

#[test]
fn a_refusal_after_a_lost_answer_leaves_it_unclear() {
    // The first request was imported, but its answer is lost. Then something refuses two of the three.
    let mut delivery = deliver(&many(3));
    delivery.next_request().unwrap();
    delivery.on_no_answer();
    delivery.next_request().unwrap();
    assert_eq!(delivery.on_response(400, JSON, &named(&[0, 2])), Next::Send);
    assert_eq!(sent_ids(&mut delivery), ["1"]);
    let next = delivery.on_response(201, JSON, &counts(1, 0, 0));
    assert_eq!(gave_up(&next), Reason::Invalid(400));
    assert_eq!(
        (delivery.unclear(), delivery.rejected()),
        (vec![0, 2], [].as_slice())
    );
    let failure = delivery.failure().unwrap();
    assert!(failure.may_be_done && failure.is_repeatable);
    assert_eq!(
        failure.to_string(),
        "the service refuses the content (status 400); the transactions of this request may have been imported, and can be sent again safely"
    );

    // They are sent again on demand, and are not if the user finds them in the service.
    delivery.resume();
    assert_eq!(sent_ids(&mut delivery), ["0", "2"]);
    assert_eq!(
        gave_up(&delivery.on_response(400, JSON, &named(&[0, 1]))),
        Reason::Invalid(400)
    );
    delivery.skip();
    assert!(delivery.next_request().is_none() && delivery.failure().is_none());
    assert_eq!(delivery.unclear(), [0, 2]);
}

#[test]
fn too_large_after_a_lost_answer_is_unclear_one_by_one() {
    let mut delivery = deliver(&many(3));
    delivery.next_request().unwrap();
    delivery.on_no_answer();
    let mut requests = 0;
    while delivery.next_request().is_some() {
        delivery.on_response(413, JSON, b"");
        requests += 1;
    }
    assert_eq!(requests, 4, "all, and each alone");
    let failure = delivery.failure().unwrap();
    assert_eq!(
        (failure.reason, failure.may_be_done),
        (Reason::TooLarge, true)
    );
    assert_eq!(
        (delivery.unclear(), delivery.rejected()),
        (vec![0, 1, 2], [].as_slice())
    );
}

#[test]
fn a_transaction_that_is_too_large_is_a_failure_with_a_reason() {
    let mut delivery = deliver(&many(1));
    delivery.next_request().unwrap();
    assert_eq!(
        gave_up(&delivery.on_response(413, JSON, b"")),
        Reason::TooLarge
    );
    assert_eq!(
        delivery.failure().unwrap().to_string(),
        "the request is too large for the service (status 413); the request has changed nothing"
    );
    assert_eq!(
        (delivery.unsent(), delivery.rejected()),
        (vec![0], [].as_slice())
    );
}

#[test]
fn a_refusal_of_transactions_without_ids_is_no_reason_to_send_them_again() {
    for (status, body) in [
        (413, Vec::new()),
        (400, named(&[1])),
        (422, named(&[1])),
        (400, Vec::new()),
    ] {
        let mut delivery = deliver_with(&without_ids(4), |options| options.batch_size = 3);
        delivery.next_request().unwrap();
        gave_up(&delivery.on_response(status, JSON, &body));
        assert!(
            delivery.next_request().is_none(),
            "nothing is sent again in silence"
        );
        assert_eq!(
            (delivery.unclear(), delivery.unsent()),
            (vec![0, 1, 2], vec![3])
        );
        let failure = *delivery.failure().unwrap();
        assert!(failure.may_be_done && !failure.is_repeatable, "{failure}");
        assert!(failure.to_string().ends_with("look into the service first"));

        // The user finds them in the service.
        delivery.skip();
        delivery.next_request().unwrap();
        assert_eq!(
            delivery.on_response(201, JSON, &counts(0, 1, 0)),
            Next::Done
        );
        assert_eq!(
            (delivery.unclear(), delivery.rejected()),
            (vec![0, 1, 2], [].as_slice())
        );
    }
}

#[test]
fn what_the_user_does_not_find_is_sent_in_smaller_parts_or_without_the_named() {
    let mut delivery = deliver(&without_ids(4));
    delivery.next_request().unwrap();
    delivery.on_response(413, JSON, b"");
    delivery.resume();
    assert_eq!(sent_ids(&mut delivery).len(), 2);
    assert_eq!(
        delivery.on_response(201, JSON, &counts(0, 2, 0)),
        Next::Send
    );
    assert_eq!(sent_ids(&mut delivery).len(), 2);
    gave_up(&delivery.on_response(400, JSON, &named(&[1])));
    delivery.resume();
    let rejected = &delivery.rejected()[0];
    assert_eq!(
        (rejected.index, rejected.faults.len(), rejected.rejected_by),
        (Some(3), 1, RejectedBy::Service)
    );
    assert_eq!(sent_ids(&mut delivery).len(), 1);
    assert_eq!(
        delivery.on_response(201, JSON, &counts(0, 1, 0)),
        Next::Done
    );
    let counts = delivery.counts();
    assert_eq!((counts.new, counts.rejected, counts.unclear), (3, 1, 0));
}

#[test]
fn a_key_with_other_content_is_named_and_not_sent() {
    let transactions = [
        transaction("a", "5"),
        transaction("a", "5.00"),
        transaction("a", "6"),
        transaction("b", "6"),
    ];
    let mut delivery = deliver(&payload(&transactions));
    let [rejected] = delivery.rejected() else {
        panic!("{:?}", delivery.rejected())
    };
    assert_eq!(
        (rejected.pointer.as_str(), rejected.id.as_deref()),
        ("/transactions/2", Some("a"))
    );
    let fault = &rejected.faults[0];
    assert_eq!(
        (
            fault.pointer.as_str(),
            fault.rule.as_deref(),
            rejected.rejected_by
        ),
        (
            "/transactions/2/transactionId",
            Some("duplicate-transaction"),
            RejectedBy::Check
        )
    );
    assert_eq!(sent_ids(&mut delivery), ["a", "a", "b"]);
    delivery.on_response(201, JSON, &counts(1, 2, 0));
    let counts = delivery.counts();
    assert_eq!((counts.existing, counts.new, counts.rejected), (1, 2, 1));

    // Another account, and the payload after it in a sequence.
    let elsewhere = payload(&transactions[..1]).replace("CH9300762011623852957", "4321 **** 1234");
    let sequence = format!(
        "{}\n{elsewhere}\n{}",
        payload(&transactions[..1]),
        payload(&transactions[2..])
    );
    let delivery = deliver_with(&sequence, |options| {
        options.policy = Policy::new().sequence();
    });
    let rejected: Vec<_> = delivery
        .rejected()
        .iter()
        .map(|record| record.index)
        .collect();
    assert_eq!(rejected, [Some(2)]);
}

#[test]
fn a_response_without_a_request_is_said() {
    let mut delivery = deliver(&many(1));
    let success = counts(0, 1, 0);
    assert_eq!(delivery.on_response(201, JSON, &success), Next::NoRequest);
    assert_eq!(delivery.on_no_answer(), Next::NoRequest);
    assert_eq!(delivery.counts().unsent, 1);
    delivery.next_request().unwrap();
    assert_eq!(delivery.on_response(201, JSON, &success), Next::Done);
    assert_eq!(delivery.on_response(201, JSON, &success), Next::NoRequest);
    assert_eq!(delivery.counts().new, 1);
}

#[test]
fn a_wait_without_end_is_said_as_such() {
    for (asked, message) in [
        ("18446744073709551615", "a week or longer"),
        ("99999999999999999999", "a week or longer"),
        ("604800", "a week or longer"),
        ("604799", "604799 seconds"),
    ] {
        let mut delivery = deliver(&many(1));
        delivery.next_request().unwrap();
        gave_up(&delivery.on_response(503, [("Retry-After", asked)], b""));
        let failure = delivery.failure().unwrap().to_string();
        assert!(
            failure.starts_with(&format!("the service asks to wait for {message}; ")),
            "{failure}"
        );
    }
    // Even who would wait for ever is not asked to.
    let mut delivery = deliver_with(&many(1), |options| {
        options.max_wait = std::time::Duration::MAX;
    });
    delivery.next_request().unwrap();
    let next = delivery.on_response(503, [("Retry-After", "18446744073709551615")], b"");
    assert_eq!(gave_up(&next), Reason::LongWait(604_800));
}

#[test]
fn only_a_redirect_refers_to_another_address() {
    for (status, reason) in [
        (304, Reason::NotAnAnswer(304)),
        (305, Reason::NotAnAnswer(305)),
        (302, Reason::Redirect(302)),
        (308, Reason::Redirect(308)),
    ] {
        let mut delivery = deliver_with(&many(1), |options| options.max_attempts = 1);
        delivery.next_request().unwrap();
        assert_eq!(gave_up(&delivery.on_response(status, JSON, b"")), reason);
        let failure = delivery.failure().unwrap().to_string();
        assert_eq!(
            failure.contains("refers to another address"),
            status != 304 && status != 305,
            "{failure}"
        );
        assert_eq!(delivery.unclear(), [0]);
    }
}
