//! What a delivery says, compared with what a model of the service really did: over answers that are lost, late, doubled or wrong, and refusals of every kind.
//!
//! A failure prints its seed, and `DELIVERIES=SEED` replays it. `DELIVERIES=FIRST..END` runs other seeds:
//!
//! `DELIVERIES=0..1000000 cargo test --test library delivery::truth -- --nocapture`

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::thread;

use serde_json::{Value, json};
use universal_accounting::delivery::{Delivery, DeliveryOptions, Failure, Next, RejectedBy};

use super::chosen_seeds;
use super::model::{Model, Sending, number};
use crate::random::Random;

/// The most requests of a run. A delivery that needs more sends the same one again and again.
const MAX_REQUESTS: usize = 600;

/// What happened in all runs.
#[derive(Debug, Default)]
struct Totals {
    requests: usize,
    records: u64,
    done: usize,
    given_up: usize,
    unclear: u64,
    rejected_by_service: usize,
    /// Transactions without an id that the service has twice, all of them on the word of the user.
    doubled: usize,
}

/// One payload and its deliveries.
struct Run<'t> {
    seed: u64,
    random: Random,
    model: Model,
    transactions: Vec<Value>,
    delivery: Delivery,
    /// How many requests were sent.
    sent: usize,
    /// The number of the first request of the current delivery.
    first: usize,
    last_batch: Vec<usize>,
    /// When a delivery that gave up named a transaction as unclear: how many requests were sent until then.
    named: BTreeMap<usize, Vec<usize>>,
    /// The transactions that the service doesn't have, according to the user.
    vouched: BTreeSet<usize>,
    has_skipped: bool,
    totals: &'t mut Totals,
}

fn transactions(random: &mut Random) -> Vec<Value> {
    let with_id = random.pick(&[100, 100, 0, 60]);
    let repeated = random.pick(&[0, 0, 15]);
    let count = 1 + random.below(9);
    let mut transactions: Vec<Value> = Vec::new();
    for number in 0..count {
        let mut transaction = json!({"accountIdentifier": "account", "amount": "12.50", "currency": "CHF", "text": number.to_string()});
        if random.percent(with_id) {
            transaction["transactionId"] = format!("id-{number}").into();
            if number > 0 && random.percent(repeated) {
                transaction["transactionId"] = format!("id-{}", random.below(number)).into();
                transaction["amount"] = random.pick(&["12.5", "12.50", "9.00"]).into();
            }
        }
        transactions.push(transaction);
    }
    transactions
}

fn start(random: &mut Random, transactions: &[Value]) -> Delivery {
    let payload = json!({ "transactions": transactions }).to_string();
    let mut options = DeliveryOptions::new();
    options.batch_size = 1 + random.below(9);
    options.max_attempts = u32::try_from(1 + random.below(5)).unwrap();
    options.seed = random.next();
    options.locate_errors = random.percent(40);
    Delivery::of_transactions(payload, &options).unwrap()
}

impl<'t> Run<'t> {
    fn new(seed: u64, totals: &'t mut Totals) -> Self {
        let mut random = Random(seed);
        let transactions = transactions(&mut random);
        let delivery = start(&mut random, &transactions);
        let [refused, large] = [(30, 25), (15, 20)]
            .map(|(runs, records)| if random.percent(runs) { records } else { 0 });
        let mut pick = |percent| {
            (0..transactions.len())
                .filter(|_| random.percent(percent))
                .collect()
        };
        let model = Model {
            refused: pick(refused),
            large: pick(large),
            limit: 1 + random.below(12),
            refuses_whole: random.percent(50),
            trouble: random.pick(&[0, 20, 45, 45, 80]),
            ..Model::default()
        };
        Self {
            seed,
            random,
            model,
            transactions,
            delivery,
            sent: 0,
            first: 0,
            last_batch: Vec::new(),
            named: BTreeMap::new(),
            vouched: BTreeSet::new(),
            has_skipped: false,
            totals,
        }
    }

    fn has_id(&self, number: usize) -> bool {
        self.transactions[number].get("transactionId").is_some()
    }

    /// Returns whether the service took a transaction from this delivery.
    fn is_taken(&self, number: usize) -> bool {
        self.model
            .sendings(number)
            .range(self.first..)
            .next()
            .is_some()
    }

    /// Sends the next request. Returns false if there is none.
    fn send(&mut self) -> bool {
        let Some(request) = self.delivery.next_request() else {
            return false;
        };
        let mut body: Value = serde_json::from_slice(request.body).unwrap();
        let Some(Value::Array(transactions)) = body.get_mut("transactions").map(Value::take) else {
            panic!("seed {}: {body}", self.seed);
        };
        let sending = Sending {
            ordinal: self.sent,
            is_repeatable: transactions
                .iter()
                .all(|sent| sent.get("transactionId").is_some()),
            transactions,
        };
        assert_eq!(
            request.is_repeatable, sending.is_repeatable,
            "seed {}",
            self.seed
        );
        self.last_batch = sending.transactions.iter().map(number).collect();
        for sent in &sending.transactions {
            assert_eq!(*sent, self.transactions[number(sent)], "seed {}", self.seed);
        }
        self.sent += 1;
        self.totals.requests += 1;
        assert!(
            self.sent < MAX_REQUESTS,
            "seed {}: it never ends",
            self.seed
        );
        let next = match self.model.send(&mut self.random, sending) {
            None => self.delivery.on_no_answer(),
            Some(response) => self.delivery.on_response(
                response.status,
                response.headers,
                response.body.as_bytes(),
            ),
        };
        match &next {
            Next::Wait { delay, failure } => assert!(
                failure.is_repeatable && delay.as_secs() <= 3600,
                "seed {}: {next:?}",
                self.seed
            ),
            Next::NoRequest => panic!("seed {}: a request was waiting", self.seed),
            _ => {}
        }
        self.check_sum();
        true
    }

    fn check_sum(&self) {
        let counts = self.delivery.counts();
        let parts = [
            counts.existing,
            counts.new,
            counts.errors,
            counts.rejected,
            counts.unclear,
            counts.unsent,
        ];
        assert_eq!(
            parts.iter().sum::<u64>(),
            counts.records,
            "seed {}: {counts:?}",
            self.seed
        );
    }

    /// Reacts to a failure as users do. Returns false if the user stops.
    fn react(&mut self, failure: Failure) -> bool {
        for number in self.delivery.unclear() {
            self.named.entry(number).or_default().push(self.sent);
        }
        if !failure.may_be_done {
            // The request has changed nothing, it says.
            let open = [self.delivery.unclear(), self.delivery.unsent()].concat();
            let mut batch = self
                .last_batch
                .iter()
                .filter(|number| open.contains(number));
            assert!(
                batch.all(|number| !self.is_taken(*number)),
                "seed {}: {failure}",
                self.seed
            );
        }
        let all_have_ids = (0..self.transactions.len()).all(|number| self.has_id(number));
        if all_have_ids && self.random.percent(10) {
            // The program ends, and starts again from the beginning.
            self.delivery = start(&mut self.random, &self.transactions);
            (self.first, self.has_skipped) = (self.sent, false);
            self.last_batch.clear();
            return true;
        }
        if self.random.percent(25) {
            return false;
        }
        let unclear = self.delivery.unclear();
        let was_taken = unclear.iter().any(|number| self.is_taken(*number));
        if self.random.percent(10) || (was_taken && self.random.percent(80)) {
            self.has_skipped = true;
            self.last_batch.clear();
            self.delivery.skip();
        } else {
            self.vouched.extend(unclear);
            self.delivery.resume();
        }
        true
    }

    fn run(mut self) {
        loop {
            if self.send() {
                continue;
            }
            let Some(failure) = self.delivery.failure().copied() else {
                break;
            };
            if !self.react(failure) {
                break;
            }
        }
        self.model.deliver_late();
        self.check();
    }

    /// Compares what the delivery says with what the service has.
    fn check(mut self) {
        let (seed, counts) = (self.seed, self.delivery.counts());
        let by = |by: RejectedBy| -> BTreeSet<usize> {
            let rejected = self.delivery.rejected().iter();
            let rejected = rejected.filter(|record| record.rejected_by == by);
            rejected.map(|record| record.index.unwrap()).collect()
        };
        let (by_check, by_service) = (by(RejectedBy::Check), by(RejectedBy::Service));
        assert_eq!(by_check, self.with_other_content(), "seed {seed}");
        let [unclear, unsent] =
            [self.delivery.unclear(), self.delivery.unsent()].map(BTreeSet::from_iter);
        let (mut errors, mut located) = (0, 0);
        for number in 0..self.transactions.len() {
            let is_taken = self.is_taken(number);
            let is_vouched = self.vouched.contains(&number);
            if by_check.contains(&number) || unsent.contains(&number) {
                assert!(!is_taken, "seed {seed}: {number} was sent");
            } else if by_service.contains(&number) {
                assert!(
                    !is_taken || is_vouched,
                    "seed {seed}: {number} is not rejected"
                );
                located += 1;
            } else if !unclear.contains(&number) && !is_taken {
                errors += 1;
            }
            self.check_doubles(number);
        }
        // What is neither rejected, unclear nor unsent is done, but for the errors that the service only counts.
        let unlocated: u64 = self
            .delivery
            .unlocated_errors()
            .iter()
            .map(|found| found.count)
            .sum();
        assert_eq!(errors, unlocated, "seed {seed}: {counts:?}");
        assert_eq!(
            located + errors,
            counts.rejected - count(by_check.len()) + counts.errors,
            "seed {seed}: {counts:?}"
        );
        let created = self.model.created_since(self.first);
        assert!(
            counts.new <= created,
            "seed {seed}: {counts:?}, {created} created"
        );
        let failure = self.delivery.failure();
        if failure.is_none() && !self.has_skipped {
            assert_eq!(
                (counts.unclear, counts.unsent),
                (0, 0),
                "seed {seed}: it says nothing"
            );
        }
        self.totals.records += counts.records;
        self.totals.unclear += counts.unclear;
        self.totals.rejected_by_service += by_service.len();
        *(if failure.is_none() {
            &mut self.totals.done
        } else {
            &mut self.totals.given_up
        }) += 1;
    }

    /// Returns the transactions with the id of an earlier one and another amount.
    fn with_other_content(&self) -> BTreeSet<usize> {
        let mut amounts = BTreeMap::new();
        let mut found = BTreeSet::new();
        for (number, transaction) in self.transactions.iter().enumerate() {
            let Some(id) = transaction.get("transactionId").and_then(Value::as_str) else {
                continue;
            };
            let is_nine = transaction["amount"] == "9.00";
            if *amounts.entry(id).or_insert(is_nine) != is_nine {
                found.insert(number);
            }
        }
        found
    }

    /// A transaction without an id that the service took from two requests was named between the two, and the user sent it again.
    fn check_doubles(&mut self, number: usize) {
        if self.has_id(number) {
            return;
        }
        let sendings: Vec<usize> = self.model.sendings(number).into_iter().collect();
        let named = self.named.get(&number).map_or([].as_slice(), Vec::as_slice);
        for pair in sendings.windows(2) {
            let is_named = named
                .iter()
                .any(|sent| (pair[0] + 1..=pair[1]).contains(sent));
            assert!(
                is_named,
                "seed {}: {number} is doubled in silence",
                self.seed
            );
            self.totals.doubled += 1;
        }
    }
}

fn count(records: usize) -> u64 {
    u64::try_from(records).unwrap()
}

fn run_seeds(seeds: Range<u64>) -> Totals {
    let mut totals = Totals::default();
    for seed in seeds {
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| Run::new(seed, &mut totals).run()));
        if let Err(panic) = outcome {
            eprintln!("DELIVERIES={seed} replays this failure");
            panic::resume_unwind(panic);
        }
    }
    println!("{totals:?}");
    totals
}

#[test]
fn nothing_is_called_done_or_rejected_that_is_not() {
    if let Some(seeds) = chosen_seeds("DELIVERIES") {
        // On two processors.
        let middle = seeds.start.midpoint(seeds.end);
        thread::scope(|scope| {
            for half in [seeds.start..middle, middle..seeds.end] {
                scope.spawn(move || run_seeds(half));
            }
        });
        return;
    }
    let totals = run_seeds(0..3000);
    assert!(
        totals.done > 1000 && totals.given_up > 300 && totals.doubled > 50,
        "{totals:?}"
    );
}
