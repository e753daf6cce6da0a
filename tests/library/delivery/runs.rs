//! Runs of deliveries against the reference service, with everything that can go wrong between the two, the same in every run of the test.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use universal_accounting::delivery::{
    Counts, Delivery, DeliveryOptions, Next, RejectedBy, Request,
};
use universal_accounting::report::Policy;
use universal_accounting::sandbox::ForcedResponse;
use universal_accounting::transactions;

use super::books::{Key, TestService};
use crate::random::Random;

/// The bytes that the service refuses in a transaction with this text, although it meets the contract.
const REFUSED: (&[u8], &[u8]) = (
    br#""text":"refused","currency":"CHF""#,
    br#""text":"refused","currency":"CH!""#,
);

/// A payload, and what is expected of each transaction.
struct Payload {
    transactions: Vec<Value>,
    keys: Vec<Key>,
    /// Those with an error of the contract.
    invalid: BTreeSet<usize>,
    /// Those that the service refuses.
    refused: BTreeSet<usize>,
}

impl Payload {
    fn generate(random: &mut Random) -> Self {
        let count = if random.percent(1) {
            900 + random.below(1700)
        } else {
            1 + random.below(40)
        };
        let [without_id, invalid, refused] = [(30, 30), (50, 10), (40, 8)]
            .map(|(runs, records)| if random.percent(runs) { records } else { 0 });
        let mut payload = Self {
            transactions: Vec::new(),
            keys: Vec::new(),
            invalid: BTreeSet::new(),
            refused: BTreeSet::new(),
        };
        for number in 0..count {
            let (account, id) = match random.percent(without_id) {
                true => (format!("account-{number}"), None),
                // Now and then the same transaction is there twice.
                false if number > 0 && random.percent(3) => {
                    ("account".to_owned(), Some(random.below(number)))
                }
                false => ("account".to_owned(), Some(number)),
            };
            let mut transaction = json!({ "accountIdentifier": account, "amount": "12.50" });
            // The order of the fields matters for `REFUSED`.
            if let Some(id) = id {
                transaction["transactionId"] = format!("id-{id}").into();
            }
            transaction["text"] = "Miete".into();
            transaction["currency"] = "CHF".into();
            if random.percent(invalid) {
                transaction["amount"] = "-1".into();
                payload.invalid.insert(number);
            } else if random.percent(refused) {
                transaction["text"] = "refused".into();
                payload.refused.insert(number);
            }
            payload
                .keys
                .push((account, id.map_or(String::new(), |id| format!("id-{id}"))));
            payload.transactions.push(transaction);
        }
        payload
    }

    fn json(&self) -> String {
        let texts: Vec<String> = self.transactions.iter().map(to_text).collect();
        format!("{{\"transactions\": [{}]}}", texts.join(",\n"))
    }

    /// Returns whether the service accepts a transaction.
    fn is_good(&self, number: usize) -> bool {
        !self.invalid.contains(&number) && !self.refused.contains(&number)
    }
}

/// Writes a transaction with its text before its currency.
fn to_text(transaction: &Value) -> String {
    let fields = [
        "accountIdentifier",
        "transactionId",
        "amount",
        "text",
        "currency",
    ];
    let members = fields
        .iter()
        .filter_map(|name| Some(format!("\"{name}\":{}", transaction.get(name)?)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

fn replace_all(body: &[u8], (from, to): (&[u8], &[u8])) -> Vec<u8> {
    let text = str::from_utf8(body).unwrap();
    text.replace(str::from_utf8(from).unwrap(), str::from_utf8(to).unwrap())
        .into_bytes()
}

/// Sends a request through a network on which much goes wrong, and passes on what comes back.
fn send(service: &mut TestService, random: &mut Random, delivery: &mut Delivery) -> Option<Next> {
    let request = delivery.next_request()?;
    let trouble = if random.percent(55) {
        0
    } else {
        1 + random.below(12)
    };
    let body = replace_all(request.body, REFUSED);
    let mut handle = |request: &Request<'_>| service.handle_body(request, &body);
    let json = ("content-type", "application/json");
    Some(match trouble {
        // The request is lost.
        1 => delivery.on_no_answer(),
        // The response is lost.
        2 => {
            handle(&request);
            delivery.on_no_answer()
        }
        3..=5 => {
            let status = random.pick(&[408, 425, 429, 500, 502, 503, 504, 599]);
            let mut forced = ForcedResponse::new(status);
            forced.after_handling = random.percent(50);
            forced.retry_after = random
                .percent(50)
                .then(|| u32::try_from(random.below(5000)).unwrap());
            service.force(forced);
            let response = service.handle_body(&request, &body);
            delivery.on_response(response.status, response.headers, &response.body)
        }
        // The counts are wrong.
        6 => {
            let response = handle(&request);
            let mut counts = transactions::read_result(&response.body, None, &Policy::new())
                .value
                .unwrap();
            counts.new_transactions += 1 + u64::try_from(random.below(3)).unwrap();
            delivery.on_response(201, [json], transactions::write_result(&counts).as_bytes())
        }
        // The response is cut off.
        7 => {
            let response = handle(&request);
            let end = random.below(response.body.len());
            delivery.on_response(201, [json], &response.body[..end])
        }
        // A proxy answers with a page of its own.
        8 => {
            if random.percent(50) {
                handle(&request);
            }
            delivery.on_response(
                200,
                [("content-type", "text/html")],
                b"<html>Please log in</html>",
            )
        }
        // The token has expired.
        9 => delivery.on_response(401, [json], b"{}"),
        // A request may have at most so many bytes.
        10 => delivery.on_response(413, [json], b"{}"),
        // Another service would refuse the whole request because of one transaction.
        11 => {
            let sent: Value = serde_json::from_slice(request.body).unwrap();
            let index = random.below(sent["transactions"].as_array().unwrap().len());
            let problem = json!({"findings": [{"path": format!("/transactions/{index}/text"), "severity": "error", "rule": "own-rule"}]});
            delivery.on_response(400, [json], problem.to_string().as_bytes())
        }
        12 => delivery.on_response(307, [("location", "https://elsewhere.example/")], b""),
        _ => {
            let response = handle(&request);
            delivery.on_response(response.status, response.headers, &response.body)
        }
    })
}

fn sum(counts: &Counts) -> u64 {
    counts.existing + counts.new + counts.errors + counts.rejected + counts.unclear + counts.unsent
}

fn count(records: usize) -> u64 {
    u64::try_from(records).unwrap()
}

/// What happened in all runs.
#[derive(Debug, Default)]
struct Totals {
    requests: usize,
    records: u64,
    new: u64,
    existing_after_repetition: u64,
    complete: usize,
    given_up: usize,
    unsafe_stops: usize,
}

/// Delivers a payload, and returns once the delivery is done or the test gives up.
fn run(seed: u64, totals: &mut Totals) {
    let random = &mut Random(seed);
    let payload = Payload::generate(random);
    let mut service = TestService::new();
    let mut options = DeliveryOptions::new();
    options.seed = seed;
    options.max_attempts = 6;
    if payload.keys.len() < 100 {
        options.batch_size = 1 + random.below(12);
    }
    let locates = random.percent(50);
    options.locate_errors = locates;
    let mut delivery = Delivery::of_transactions(payload.json(), &options).unwrap();
    loop {
        let counts = delivery.counts();
        assert_eq!(sum(&counts), counts.records, "seed {seed}: {counts:?}");
        let Some(next) = send(&mut service, random, &mut delivery) else {
            let Some(failure) = delivery.failure().copied() else {
                break;
            };
            totals.unsafe_stops += usize::from(failure.may_be_done && !failure.is_repeatable);
            if random.percent(20) {
                break;
            }
            if failure.may_be_done && !failure.is_repeatable {
                // The user looks into the service, and sends the request again only if it was not handled.
                let stored = service.stored();
                let was_handled = delivery
                    .unclear()
                    .iter()
                    .any(|number| stored.contains_key(&payload.keys[*number]));
                if was_handled {
                    delivery.skip();
                } else {
                    delivery.resume();
                }
            } else {
                delivery.resume();
            }
            continue;
        };
        totals.requests += 1;
        if let Next::Wait { delay, failure } = &next {
            assert!(
                failure.is_repeatable && delay.as_secs() <= 3600,
                "seed {seed}: {next:?}"
            );
        }
    }
    check(seed, &payload, &mut service, &delivery, locates);
    let counts = delivery.counts();
    totals.records += counts.records;
    totals.new += counts.new;
    totals.existing_after_repetition += counts.existing_after_repetition;
    if delivery.failure().is_some() {
        totals.given_up += 1;
    } else {
        totals.complete += 1;
    }

    // A later delivery of the same payload completes the books, where every transaction has an id.
    if payload.keys.iter().all(|(_, id)| !id.is_empty())
        && payload.invalid.len() < payload.keys.len()
    {
        let mut delivery =
            Delivery::of_transactions(payload.json(), &DeliveryOptions::new()).unwrap();
        while let Some(request) = delivery.next_request() {
            let response = service.handle_body(&request, &replace_all(request.body, REFUSED));
            delivery.on_response(response.status, response.headers, &response.body);
        }
        let stored = service.stored();
        let good = (0..payload.keys.len()).filter(|number| payload.is_good(*number));
        let expected: BTreeSet<&Key> = good.map(|number| &payload.keys[number]).collect();
        assert_eq!(
            stored.keys().collect::<BTreeSet<_>>(),
            expected,
            "seed {seed}"
        );
        assert!(stored.values().all(|times| *times == 1), "seed {seed}");
    }
}

/// Compares what a delivery says with what the service has.
fn check(
    seed: u64,
    payload: &Payload,
    service: &mut TestService,
    delivery: &Delivery,
    locates: bool,
) {
    let stored = service.stored();
    let counts = delivery.counts();
    assert!(
        stored.values().all(|times| *times == 1),
        "seed {seed}: something is doubled: {stored:?}"
    );

    let [unclear, unsent] = [delivery.unclear(), delivery.unsent()].map(BTreeSet::from_iter);
    let by = |rejected_by| {
        let rejected = delivery
            .rejected()
            .iter()
            .filter(move |record| record.rejected_by == rejected_by);
        rejected
            .map(|record| record.index.unwrap())
            .collect::<BTreeSet<usize>>()
    };
    let (by_check, by_service) = (by(RejectedBy::Check), by(RejectedBy::Service));
    assert_eq!(by_check, payload.invalid, "seed {seed}");
    let not_answered: BTreeSet<usize> = unclear
        .iter()
        .chain(&unsent)
        .chain(&by_check)
        .copied()
        .collect();
    let mut good = 0;
    for (number, key) in payload.keys.iter().enumerate() {
        let is_answered = !not_answered.contains(&number) && !by_service.contains(&number);
        if is_answered && payload.is_good(number) {
            assert!(
                stored.contains_key(key),
                "seed {seed}: transaction {number} is lost"
            );
            good += 1;
        }
        let is_stored = stored.contains_key(key);
        if (unsent.contains(&number) || by_check.contains(&number)) && is_stored {
            // An equal transaction may have been delivered.
            let is_there_twice = payload.keys.iter().filter(|other| *other == key).count() > 1;
            assert!(is_there_twice, "seed {seed}: transaction {number} was sent");
        }
    }
    assert_eq!(counts.existing + counts.new, good, "seed {seed}");
    let unlocated: u64 = delivery
        .unlocated_errors()
        .iter()
        .map(|errors| errors.count)
        .sum();
    let found_refused = by_service
        .iter()
        .filter(|number| payload.refused.contains(number))
        .count();
    assert!(
        counts.errors <= unlocated + count(found_refused),
        "seed {seed}"
    );
    let all_have_ids = payload.keys.iter().all(|(_, id)| !id.is_empty());
    if locates && all_have_ids && delivery.failure().is_none() {
        let searches_were_disturbed = unlocated > 0;
        let found: BTreeSet<usize> = by_service.intersection(&payload.refused).copied().collect();
        let answered: BTreeSet<usize> =
            payload.refused.difference(&not_answered).copied().collect();
        assert!(
            searches_were_disturbed || found == answered,
            "seed {seed}: {found:?} {answered:?}"
        );
    }
    let most =
        counts.new + counts.existing_after_repetition + counts.unclear + count(by_service.len());
    assert!(
        counts.new <= count(stored.len()) && count(stored.len()) <= most,
        "seed {seed}: {counts:?}"
    );
}

#[test]
fn a_thousand_runs_lose_nothing_and_double_nothing() {
    let mut totals = Totals::default();
    (0..1000).for_each(|seed| run(seed, &mut totals));
    println!("{totals:?}");
    assert!(
        totals.complete > 500 && totals.given_up > 50 && totals.unsafe_stops > 50,
        "{totals:?}"
    );
}
