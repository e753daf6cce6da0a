//! Whatever the service responds, each transaction of a delivery is counted once, each request has transactions that may still be sent, and nothing is sent
//! twice if a repetition could double it.

use serde_json::{Value, json};
use universal_accounting::delivery::{Delivery, DeliveryOptions, Next, Request};

use super::card_numbers;
use super::choices::Choices;

/// The most responses of a run, so that a delivery that asks for the same request again and again ends.
const MAX_RESPONSES: usize = 200;

pub fn assert_holds(data: &[u8]) {
    let mut choices = Choices::new(data);
    let count = choices.below(12) + 1;
    let (batch, attempts) = (choices.below(5) + 1, choices.below(4) + 1);
    let (locates_errors, without_id) = (choices.below(2) == 1, choices.below(13));
    let payload = json!({ "transactions": (0..count).map(|at| transaction(at, at != without_id)).collect::<Vec<_>>() });
    let mut options = DeliveryOptions::new();
    options.batch_size = batch;
    options.max_attempts = u32::try_from(attempts).unwrap();
    options.locate_errors = locates_errors;
    let mut delivery = Delivery::of_transactions(payload.to_string(), &options).unwrap();

    // After the last line, every request succeeds.
    let mut lines = choices.rest().split(|byte| *byte == b'\n');
    for _ in 0..MAX_RESPONSES {
        let (unclear, unsent) = (delivery.unclear(), delivery.unsent());
        let Some(request) = delivery.next_request() else {
            break;
        };
        let sent = numbers(&request);
        assert!((1..=batch).contains(&sent.len()), "{sent:?}");
        assert_eq!(request.is_repeatable, !sent.contains(&without_id));
        // A transaction with an id may be sent again, since the service recognizes it.
        assert!(
            request.is_repeatable || !unclear.contains(&without_id),
            "{without_id} may be done already"
        );
        // A search for errors sends transactions that the service has.
        let is_open = |number| unclear.contains(number) || unsent.contains(number);
        assert!(
            locates_errors || sent.iter().all(is_open),
            "{sent:?} is done already"
        );
        let next = respond(&mut delivery, lines.next().unwrap_or_default(), sent.len());
        assert_counts(&delivery, count);
        if let Next::GiveUp(failure) = &next {
            assert_eq!(delivery.failure(), Some(failure));
            card_numbers::assert_none_in_text(&failure.to_string());
            assert!(
                delivery.next_request().is_none(),
                "a delivery that gave up sends nothing"
            );
            delivery.skip();
        }
    }
    assert_counts(&delivery, count);
}

fn transaction(number: usize, has_id: bool) -> Value {
    let mut transaction = json!({
        "accountIdentifier": "CH9300762011623852957", "amount": format!("{number}.50"), "creditDebit": "debit", "currency": "CHF",
        "bookedAt": "2026-03-31",
    });
    if has_id {
        transaction["transactionId"] = json!(number.to_string());
    }
    transaction
}

/// Returns the numbers of the transactions in a request.
fn numbers(request: &Request<'_>) -> Vec<usize> {
    let body: Value = serde_json::from_slice(request.body).unwrap();
    let number = |sent: &Value| {
        sent["amount"]
            .as_str()
            .unwrap()
            .split('.')
            .next()
            .unwrap()
            .parse()
            .unwrap()
    };
    body["transactions"]
        .as_array()
        .unwrap()
        .iter()
        .map(number)
        .collect()
}

/// Gives the delivery the response that a line describes: the first byte chooses the status, the second one a header, and the rest is the body.
fn respond(delivery: &mut Delivery, line: &[u8], sent: usize) -> Next {
    let mut choices = Choices::new(line);
    let status = choices.pick(&[
        200, 201, 0, 302, 400, 401, 408, 413, 422, 429, 500, 503, 599, 600,
    ]);
    let wait = choices.pick(&[
        "",
        "0",
        "7",
        "99999999999999999999",
        "Wed, 31 Feb 2026 00:00:00 GMT",
    ]);
    match choices.rest() {
        b"" if status < 300 => {
            let answer = json!({ "existingTransactions": 0, "newTransactions": sent, "errorTransactions": 0 });
            delivery.on_response(
                status,
                [("Content-Type", "application/json")],
                answer.to_string().as_bytes(),
            )
        }
        b"" if wait.is_empty() => delivery.on_no_answer(),
        body => delivery.on_response(status, [("Retry-After", wait)], body),
    }
}

fn assert_counts(delivery: &Delivery, count: usize) {
    let counts = delivery.counts();
    let sum = [
        counts.existing,
        counts.new,
        counts.errors,
        counts.rejected,
        counts.unclear,
        counts.unsent,
    ];
    assert_eq!(
        sum.iter()
            .try_fold(0, |sum: u64, part| sum.checked_add(*part)),
        Some(counts.records),
        "{counts:?}"
    );
    assert_eq!(usize::try_from(counts.records), Ok(count));
    let (unclear, unsent) = (delivery.unclear(), delivery.unsent());
    assert_eq!(usize::try_from(counts.unclear), Ok(unclear.len()));
    assert_eq!(usize::try_from(counts.unsent), Ok(unsent.len()));
    assert!(
        unclear.iter().all(|index| !unsent.contains(index)),
        "{unclear:?} {unsent:?}"
    );
}
