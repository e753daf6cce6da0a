//! How fast payloads are checked, beside a reader of JSON that checks nothing. See `benches/README.md`.

#![allow(clippy::print_stdout, reason = "what was measured is printed")]
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::string_slice, reason = "a benchmark may panic")]

mod payloads;
mod random;

use std::env;
use std::hint::black_box;
use std::time::{Duration, Instant};

use payloads::{Payload, Records};
use serde::{Deserialize, Serialize};
use universal_accounting::report::{Policy, Report};
use universal_accounting::{base_data, transactions};

/// The peer: what `serde_json` reads a payload into, its texts borrowed.
#[allow(clippy::struct_field_names, reason = "the names are those of the contract")]
mod peer {
    use super::{Deserialize, Serialize};

    #[derive(Deserialize, Serialize)]
    pub(crate) struct Transactions<'a> {
        #[serde(borrow)]
        pub(crate) transactions: Vec<Transaction<'a>>,
    }

    #[derive(Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct Transaction<'a> {
        account_identifier: &'a str,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        transaction_id: Option<&'a str>,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        text: Option<&'a str>,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        credit_debit: Option<&'a str>,
        amount: &'a str,
        currency: &'a str,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        original_amount: Option<&'a str>,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        original_currency: Option<&'a str>,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        purchased_at: Option<&'a str>,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        valuta_at: Option<&'a str>,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        booked_at: Option<&'a str>,
    }

    #[derive(Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct BaseData<'a> {
        #[serde(borrow)]
        organization: Organization<'a>,
        #[serde(borrow)]
        accounts: Vec<Account<'a>>,
        #[serde(borrow)]
        currencies: Vec<Currency<'a>>,
        #[serde(borrow)]
        taxes: Vec<Tax<'a>>,
        #[serde(borrow)]
        tax_periods: Vec<TaxPeriod<'a>>,
        #[serde(borrow)]
        cost_centers: Vec<Dimension<'a>>,
        #[serde(borrow)]
        projects: Vec<Dimension<'a>>,
        #[serde(borrow)]
        pub(crate) contacts: Vec<Contact<'a>>,
    }

    #[derive(Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Organization<'a> {
        company_name: &'a str,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        company_uid: Option<&'a str>,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        company_tax_number: Option<&'a str>,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        company_website: Option<&'a str>,
        lead_currency: &'a str,
    }

    #[derive(Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Account<'a> {
        external_id: &'a str,
        number: &'a str,
        description: &'a str,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        currency: Option<&'a str>,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        iban: Option<&'a str>,
        #[serde(borrow, rename = "type", skip_serializing_if = "Option::is_none")]
        account_type: Option<&'a str>,
    }

    #[derive(Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Currency<'a> {
        external_id: &'a str,
        code: &'a str,
    }

    #[derive(Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Tax<'a> {
        external_id: &'a str,
        code: &'a str,
        description: &'a str,
        value: f64,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        country: Option<&'a str>,
    }

    #[derive(Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    struct TaxPeriod<'a> {
        external_id: &'a str,
        is_subject_to_tax: bool,
        balance_taxation: bool,
        accounting_method: &'a str,
        starts_at: &'a str,
        ends_at: &'a str,
    }

    #[derive(Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Dimension<'a> {
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        external_id: Option<&'a str>,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        name: Option<&'a str>,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        code: Option<&'a str>,
    }

    #[derive(Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct Contact<'a> {
        external_id: &'a str,
        legal_type: &'a str,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        company_name: Option<&'a str>,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        first_name: Option<&'a str>,
        #[serde(borrow, skip_serializing_if = "Option::is_none")]
        last_name: Option<&'a str>,
    }
}

/// How much is read, and how often.
#[derive(Clone, Copy)]
struct Extent {
    bytes: usize,
    rounds: usize,
}

impl Extent {
    fn asked() -> Self {
        let has = |wanted: &str| env::args().any(|argument| argument == wanted);
        if !has("--bench") {
            // `cargo test --all-targets` starts this too, unoptimized: there it only shows that all is well.
            Self { bytes: 100_000, rounds: 1 }
        } else if has("--quick") || env::var_os("QUICK").is_some() {
            Self { bytes: 3_000_000, rounds: 9 }
        } else {
            Self { bytes: 30_000_000, rounds: 11 }
        }
    }
}

/// One payload, read in two ways.
struct Case {
    name: &'static str,
    json: Vec<u8>,
    ours: fn(&[u8]),
    peers: fn(&[u8]),
}

impl Case {
    /// Transactions, once it is sure that of them is found what should be.
    fn transactions(name: &'static str, json: Vec<u8>, expected: usize) -> Self {
        let report = transactions::check(&json, &Policy::new());
        assert_eq!(findings(&report, "transactions-too-many"), expected, "{name}");
        Self { name, json, ours: check_transactions, peers: read_transactions }
    }

    fn base_data(name: &'static str, json: Vec<u8>, expected: usize) -> Self {
        let report = base_data::check(&json, &Policy::new());
        assert_eq!(findings(&report, ""), expected, "{name}");
        Self { name, json, ours: check_base_data, peers: read_base_data }
    }
}

/// How many findings there are, those of one rule left out.
fn findings(report: &Report, but: &str) -> usize {
    report.counts.iter().filter(|count| count.rule.id != but).map(|count| count.count).sum()
}

fn check_transactions(json: &[u8]) {
    black_box(transactions::check(black_box(json), &Policy::new()));
}

fn read_transactions(json: &[u8]) {
    black_box(serde_json::from_slice::<peer::Transactions<'_>>(black_box(json)).expect("transactions"));
}

fn check_base_data(json: &[u8]) {
    black_box(base_data::check(black_box(json), &Policy::new()));
}

fn read_base_data(json: &[u8]) {
    black_box(serde_json::from_slice::<peer::BaseData<'_>>(black_box(json)).expect("base data"));
}

/// The same payload as `serde_json` indents it.
fn pretty<'a, T: Deserialize<'a> + Serialize>(payload: &'a Payload) -> Vec<u8> {
    let read: T = serde_json::from_str(&payload.json).expect("a payload");
    serde_json::to_vec_pretty(&read).expect("JSON")
}

fn cases(bytes: usize) -> Vec<Case> {
    let clean = payloads::transactions(bytes, Records::Clean);
    let faulty = payloads::transactions(bytes, Records::Faulty);
    let clean_base = payloads::base_data(bytes, Records::Clean);
    let faulty_base = payloads::base_data(bytes, Records::Faulty);
    let pretty_transactions = pretty::<peer::Transactions<'_>>(&clean);
    let pretty_base = pretty::<peer::BaseData<'_>>(&clean_base);
    vec![
        Case::transactions("transactions", clean.json.into_bytes(), 0),
        Case::transactions("transactions, pretty-printed", pretty_transactions, 0),
        Case::transactions("transactions, each with a fault", faulty.json.into_bytes(), faulty.records),
        Case::base_data("base data", clean_base.json.into_bytes(), 0),
        Case::base_data("base data, pretty-printed", pretty_base, 0),
        Case::base_data("base data, each with a fault", faulty_base.json.into_bytes(), faulty_base.records),
    ]
}

fn time(work: fn(&[u8]), json: &[u8]) -> Duration {
    let start = Instant::now();
    work(json);
    start.elapsed()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn main() {
    let Extent { bytes, rounds } = Extent::asked();
    let cases = cases(bytes);
    for case in &cases {
        (case.ours)(&case.json);
        (case.peers)(&case.json);
    }
    let mut times = vec![(Vec::new(), Vec::new()); cases.len()];
    for round in 0..rounds {
        for (case, (ours, peers)) in cases.iter().zip(&mut times) {
            // Who goes first changes, so that neither always finds what the other left in the caches.
            if round % 2 == 0 {
                ours.push(time(case.ours, &case.json));
                peers.push(time(case.peers, &case.json));
            } else {
                peers.push(time(case.peers, &case.json));
                ours.push(time(case.ours, &case.json));
            }
        }
    }
    println!("{:<34}{:>10}{:>12}{:>12}{:>10}", "", "bytes", "check", "serde_json", "ratio");
    for (case, (ours, peers)) in cases.iter().zip(&mut times) {
        let (ours, peers) = (median(ours), median(peers));
        let ratio = peers.as_secs_f64() / ours.as_secs_f64();
        let (ours, peers) = (format!("{ours:.1?}"), format!("{peers:.1?}"));
        println!("{:<34}{:>10}{ours:>12}{peers:>12}{ratio:>10.2}", case.name, case.json.len());
    }
}
