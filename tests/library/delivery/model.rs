//! A model of the service and of the network before it. It has no code of the library, and records what each request really did.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::random::Random;

/// What comes back for a request: nothing, or a response.
pub(crate) type Answer = Option<Response>;

/// A response.
#[derive(Debug, Clone)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: String,
}

/// One sending of a request.
#[derive(Debug, Clone)]
pub(crate) struct Sending {
    /// The number of the sending, over all deliveries of a run.
    pub(crate) ordinal: usize,
    pub(crate) transactions: Vec<Value>,
    pub(crate) is_repeatable: bool,
}

/// What happens to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Handled,
    RequestLost,
    ResponseLost,
    Late,
    /// The service gets the request twice, one right after the other.
    Doubled,
    /// The service gets the request a second time, later.
    DoubledLate,
    Busy,
    WrongCounts,
    CutOff,
    OtherPage,
    NotAllowed,
    TooLarge,
    Named,
    Invalid,
    Elsewhere,
}

const TROUBLES: [Fate; 14] = [
    Fate::RequestLost,
    Fate::ResponseLost,
    Fate::Late,
    Fate::Doubled,
    Fate::DoubledLate,
    Fate::Busy,
    Fate::WrongCounts,
    Fate::CutOff,
    Fate::OtherPage,
    Fate::NotAllowed,
    Fate::TooLarge,
    Fate::Named,
    Fate::Invalid,
    Fate::Elsewhere,
];

/// A service that imports as the contract says, and what it has done.
#[derive(Debug, Default)]
pub(crate) struct Model {
    /// The most transactions that it takes in a request.
    pub(crate) limit: usize,
    /// The transactions that it refuses, by their numbers.
    pub(crate) refused: BTreeSet<usize>,
    /// The transactions that are too large even alone.
    pub(crate) large: BTreeSet<usize>,
    /// Whether one refused transaction makes it refuse the whole request, and name them.
    pub(crate) refuses_whole: bool,
    /// How many of a hundred requests get into trouble.
    pub(crate) trouble: usize,
    pub(crate) keys: BTreeSet<String>,
    pub(crate) late: Vec<Sending>,
    /// The sendings that the service imported, by the number of a transaction. One that it has already counts as imported too.
    pub(crate) taken: BTreeMap<usize, BTreeSet<usize>>,
    /// How many transactions each sending created.
    pub(crate) created: BTreeMap<usize, u64>,
}

/// Returns the number of a transaction, which is its text.
pub(crate) fn number(transaction: &Value) -> usize {
    transaction["text"].as_str().unwrap().parse().unwrap()
}

impl Model {
    /// Returns the sendings with which the service took a transaction.
    pub(crate) fn sendings(&self, number: usize) -> BTreeSet<usize> {
        self.taken.get(&number).cloned().unwrap_or_default()
    }

    /// Returns how many transactions the sendings from a number on created.
    pub(crate) fn created_since(&self, first: usize) -> u64 {
        self.created.range(first..).map(|(_, count)| count).sum()
    }

    /// Sends a request through the network.
    pub(crate) fn send(&mut self, random: &mut Random, sending: Sending) -> Answer {
        if random.percent(20) {
            self.deliver_late();
        }
        let fate = if random.percent(self.trouble) {
            random.pick(&TROUBLES)
        } else {
            Fate::Handled
        };
        // Without ids a client must not believe any refusal of the content, since what stands between may have sent it after the work.
        let is_after_work = !sending.is_repeatable && random.percent(50);
        match fate {
            Fate::Handled => Some(self.handle(&sending)),
            Fate::RequestLost => None,
            Fate::ResponseLost => {
                self.handle(&sending);
                None
            }
            Fate::Late => {
                self.late.push(sending);
                None
            }
            Fate::Doubled => {
                self.handle(&sending);
                Some(self.handle(&sending))
            }
            Fate::DoubledLate => {
                let answer = self.handle(&sending);
                self.late.push(sending);
                Some(answer)
            }
            Fate::Busy => {
                self.handle_half(random, &sending);
                let status = random.pick(&[408, 425, 429, 500, 502, 503, 504, 599]);
                let wait = random.pick(&["", "0", "7", "5000", "99999999999999999999", "soon"]);
                Some(Response {
                    headers: vec![("Retry-After", wait.to_owned())],
                    ..answer(status, "")
                })
            }
            Fate::WrongCounts => {
                self.handle(&sending);
                let count = sending.transactions.len() + 1 + random.below(2);
                Some(answer(201, &counts(0, count, 0)))
            }
            Fate::CutOff => {
                let mut answer = self.handle(&sending);
                answer.body.truncate(random.below(answer.body.len().max(1)));
                Some(answer)
            }
            Fate::OtherPage => {
                self.handle_half(random, &sending);
                Some(Response {
                    headers: vec![("content-type", "text/html".to_owned())],
                    ..answer(200, "<html>Please log in</html>")
                })
            }
            Fate::NotAllowed => Some(answer(random.pick(&[401, 403, 404, 402]), "{}")),
            Fate::TooLarge | Fate::Named | Fate::Invalid => {
                if is_after_work {
                    self.handle(&sending);
                }
                Some(match fate {
                    Fate::TooLarge => answer(413, ""),
                    Fate::Named => named(&[random.below(sending.transactions.len())]),
                    _ => answer(random.pick(&[400, 422]), "{}"),
                })
            }
            Fate::Elsewhere => {
                self.handle_half(random, &sending);
                Some(answer(random.pick(&[0, 302, 304, 305, 307]), ""))
            }
        }
    }

    fn handle_half(&mut self, random: &mut Random, sending: &Sending) {
        if random.percent(50) {
            self.handle(sending);
        }
    }

    /// Lets the requests arrive that were late.
    pub(crate) fn deliver_late(&mut self) {
        for sending in std::mem::take(&mut self.late) {
            self.handle(&sending);
        }
    }

    /// Handles a request as the service does: all of it, or nothing.
    pub(crate) fn handle(&mut self, sending: &Sending) -> Response {
        let transactions = &sending.transactions;
        let is_large = |sent: &Value| self.large.contains(&number(sent));
        if transactions.len() > self.limit || transactions.iter().any(is_large) {
            return answer(413, "");
        }
        let is_refused = |sent: &Value| self.refused.contains(&number(sent));
        let refused: Vec<usize> = (0..transactions.len())
            .filter(|at| is_refused(&transactions[*at]))
            .collect();
        if self.refuses_whole && !refused.is_empty() {
            return named(&refused);
        }
        let [mut existing, mut new] = [0, 0];
        for (at, sent) in transactions.iter().enumerate() {
            if refused.contains(&at) {
                continue;
            }
            let key = sent["transactionId"].as_str().map(str::to_owned);
            let is_known = key.is_some_and(|key| !self.keys.insert(key));
            *(if is_known { &mut existing } else { &mut new }) += 1;
            let taken = self.taken.entry(number(sent)).or_default();
            taken.insert(sending.ordinal);
        }
        *self.created.entry(sending.ordinal).or_default() += u64::try_from(new).unwrap();
        answer(201, &counts(existing, new, refused.len()))
    }
}

fn counts(existing: usize, new: usize, errors: usize) -> String {
    format!(
        r#"{{"existingTransactions":{existing},"newTransactions":{new},"errorTransactions":{errors}}}"#
    )
}

fn answer(status: u16, body: &str) -> Response {
    Response {
        status,
        headers: vec![("content-type", "application/json".to_owned())],
        body: body.to_owned(),
    }
}

/// A refusal that names transactions of the request.
fn named(places: &[usize]) -> Response {
    let findings: Vec<Value> = places
        .iter()
        .map(|at| json!({"path": format!("/transactions/{at}/text"), "rule": "own-rule", "severity": "error"}))
        .collect();
    answer(400, &json!({ "findings": findings }).to_string())
}
