//! With any number of threads the report is the same.

use std::fmt::Write as _;

use crate::cases::cases;
use proptest::prelude::*;
use rayon::ThreadPoolBuilder;
use universal_accounting::report::{Limits, Policy, Report};
use universal_accounting::{base_data, transactions};

/// Transactions that fill several shares; every so many records there is something odd.
fn payload(records: usize, odd: &[(usize, usize)], gap: &str) -> String {
    let mut json = String::from("{\"transactions\":[");
    for record in 0..records {
        let what = odd.iter().find(|(every, _)| record % every == every - 1).map(|(_, what)| *what);
        let comma = if record == 0 { "" } else { "," };
        let id = if what == Some(1) { record / 2 } else { record };
        let text = match what {
            Some(2) => "},{ },\\n{\\\"accountIdentifier\\\":",
            Some(3) => "B\\u00e4ckerei",
            _ => "Einkauf Bäckerei",
        };
        let amount = if what == Some(4) { "-12.50" } else { "12.50" };
        let more = if what == Some(5) { ",\"memo\":{\"a\":[{},{}]}" } else { "" };
        if what == Some(6) {
            write!(json, "{comma}{gap}7").unwrap();
            continue;
        }
        write!(
            json,
            "{comma}{gap}{{\"accountIdentifier\":\"CH9300762011623852957\",\"transactionId\":\"{id:08}\",\"text\":\"{text}\",\
             \"creditDebit\":\"debit\",\"amount\":\"{amount}\",\"currency\":\"CHF\",\"bookedAt\":\"2026-03-31\"{more}}}"
        )
        .unwrap();
    }
    json.push_str("]}");
    json
}

/// Contacts, and a list behind them.
fn contacts(records: usize, odd: usize) -> String {
    let mut json =
        String::from("{\"organization\":{\"companyName\":\"Muster AG\",\"leadCurrency\":\"CHF\"},\"contacts\":[");
    for record in 0..records {
        let comma = if record == 0 { "" } else { "," };
        let kind = if record % odd == odd - 1 { "company" } else { "COMPANY" };
        write!(
            json,
            "{comma}{{\"externalId\":\"k-{record}\",\"legalType\":\"{kind}\",\"companyName\":\"Beispiel GmbH\"}}"
        )
        .unwrap();
    }
    json.push_str("],\"accounts\":[],\"currencies\":[],\"taxes\":[],\"taxPeriods\":[]}");
    json
}

/// Every finding is kept, as the first ones come before the threads are sent.
fn policy() -> Policy {
    let mut limits = Limits::default();
    (limits.findings, limits.findings_per_rule) = (usize::MAX, usize::MAX);
    Policy::new().limits(limits)
}

fn with_threads(threads: usize, check: impl Fn() -> Report + Send) -> Report {
    ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(check)
}

proptest! {
    #![proptest_config(cases(6))]

    #[test]
    fn the_report_is_the_same(
        odd in prop::collection::vec((1_usize..6000, 0_usize..7), 0..4),
        gap in prop::sample::select(vec!["", " ", "\n  "]),
        records in 9_000_usize..12_000,
        cut in prop::option::of(50_usize..100),
    ) {
        let json = payload(records, &odd, gap);
        let length = cut.map_or(json.len(), |percent| json.len() * percent / 100);
        let bytes = &json.as_bytes()[..length];
        let check = || transactions::check(bytes, &policy());
        let alone = with_threads(1, check);
        for threads in [2, 3, 8] {
            prop_assert_eq!(&with_threads(threads, check), &alone);
        }
    }
}

#[test]
fn the_report_of_contacts_is_the_same() {
    for odd in [1, 2, 97, 5000, 100_000] {
        let json = contacts(15_000, odd);
        let check = || base_data::check(json.as_bytes(), &policy());
        let alone = with_threads(1, check);
        assert!(alone.counts.iter().map(|count| count.count).sum::<usize>() >= 15_000 / odd);
        assert_eq!(with_threads(4, check), alone);
    }
}
