//! Clients that deliver payloads, and the network between them and the service.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use universal_accounting::delivery::{Delivery, DeliveryOptions};

use crate::random::Random;

/// What the network does with a request and its response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trouble {
    None,
    LosesRequest,
    LosesResponse,
    /// The service gets the request twice.
    Doubles,
    /// The service gets the request after others.
    Delays,
    CutsResponse,
    /// Something between the two answers, with a time of its own.
    Busy,
}

const TROUBLES: [Trouble; 6] = [
    Trouble::LosesRequest,
    Trouble::LosesResponse,
    Trouble::Doubles,
    Trouble::Delays,
    Trouble::CutsResponse,
    Trouble::Busy,
];

impl Trouble {
    pub(crate) fn generate(random: &mut Random) -> Self {
        if random.percent(60) {
            Self::None
        } else {
            random.pick(&TROUBLES)
        }
    }
}

/// A response of the service.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

/// A program that delivers a payload until the service has taken all of it.
pub(crate) struct Client {
    payload: String,
    count: u64,
    pub(crate) delivery: Delivery,
}

impl Client {
    /// Takes up to 30 of the transactions with the numbers below 400.
    pub(crate) fn new(random: &mut Random) -> Self {
        let (first, count) = (random.below(370), 1 + random.below(30));
        let transactions: Vec<Value> = (first..first + count).map(transaction).collect();
        let payload = json!({ "transactions": transactions }).to_string();
        Self {
            count: u64::try_from(count).unwrap(),
            delivery: start(&payload, random),
            payload,
        }
    }

    /// The program ends, and starts again from the beginning.
    pub(crate) fn restart(&mut self, random: &mut Random) {
        self.delivery = start(&self.payload, random);
    }

    /// Takes a response of the service, as the network brings it.
    pub(crate) fn on_response(&mut self, response: &Response, body: &[u8]) {
        let headers = [("content-type", "application/json")];
        self.delivery.on_response(response.status, headers, body);
    }

    /// Takes the answer of something that is busy until some time, by its own clock.
    pub(crate) fn on_busy(&mut self, random: &mut Random) {
        let date = |random: &mut Random| {
            format!(
                "Tue, {:02} Jan 20{:02} 10:00:{:02} GMT",
                1 + random.below(28),
                random.below(90) + 10,
                random.below(60)
            )
        };
        let (now, until) = (date(random), date(random));
        let until = random.pick(&["7", "18446744073709551615", "-1", "soon", &until]);
        self.delivery
            .on_response(503, [("date", now.as_str()), ("retry-after", until)], b"");
    }

    /// Returns whether the service has taken everything. Goes on after a failure.
    pub(crate) fn is_done(&mut self, place: &str) -> bool {
        if self.delivery.failure().is_some() {
            self.delivery.resume();
        }
        let counts = self.delivery.counts();
        let known = [
            counts.existing,
            counts.new,
            counts.errors,
            counts.rejected,
            counts.unclear,
            counts.unsent,
        ];
        assert_eq!(known.iter().sum::<u64>(), self.count, "{place}: {counts:?}");
        counts.existing + counts.new == self.count
    }

    pub(crate) fn ids(&self) -> BTreeSet<String> {
        ids(self.payload.as_bytes())
    }
}

fn start(payload: &str, random: &mut Random) -> Delivery {
    let mut options = DeliveryOptions::new();
    options.batch_size = 1 + random.below(15);
    options.max_attempts = 3;
    options.seed = random.next();
    Delivery::of_transactions(payload, &options).unwrap()
}

fn transaction(number: usize) -> Value {
    json!({
        "accountIdentifier": "account", "transactionId": format!("id-{number}"), "amount": "12.50", "creditDebit": "debit",
        "currency": "CHF", "bookedAt": "2026-03-31",
        // Some take more than a block of the disk.
        "text": "Miete ".repeat(1 + number % 7 * (number % 11) * 25),
    })
}

/// Returns the ids of the transactions in the body of a request.
pub(crate) fn ids(body: &[u8]) -> BTreeSet<String> {
    let body: Value = serde_json::from_slice(body).unwrap();
    let transactions = body["transactions"].as_array().unwrap();
    transactions.iter().map(id).collect()
}

/// Returns the id of a transaction.
pub(crate) fn id(transaction: &Value) -> String {
    transaction["transactionId"].as_str().unwrap().to_owned()
}
