//! Single situations of deliveries.

mod attempts;
mod batches;

use serde_json::{Value, json};
use universal_accounting::delivery::{Delivery, DeliveryOptions, Next, Reason};

use crate::service::client::{payload, transaction};

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
