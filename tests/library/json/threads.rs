//! The report doesn't depend on the number of threads.

use std::fmt::Write as _;

use crate::cases::cases;
use proptest::prelude::*;
use rayon::ThreadPoolBuilder;
use universal_accounting::report::{Limits, Policy, Report};
use universal_accounting::{base_data, transactions};

/// Returns transactions for several threads. Each pair in `variations` changes every n-th record in the way that its second number selects.
fn payload(records: usize, variations: &[(usize, usize)], gap: &str) -> String {
    let mut json = String::from("{\"transactions\":[");
    for record in 0..records {
        let variation =
            variations.iter().find(|(every, _)| record % every == every - 1).map(|(_, variation)| *variation);
        let comma = if record == 0 { "" } else { "," };
        let id = if variation == Some(1) { record / 2 } else { record };
        let text = match variation {
            Some(2) => "},{ },\\n{\\\"accountIdentifier\\\":",
            Some(3) => "B\\u00e4ckerei",
            _ => "Einkauf Bäckerei",
        };
        let amount = if variation == Some(4) { "-12.50" } else { "12.50" };
        let unknown_member = if variation == Some(5) { ",\"memo\":{\"a\":[{},{}]}" } else { "" };
        if variation == Some(6) {
            write!(json, "{comma}{gap}7").unwrap();
            continue;
        }
        write!(
            json,
            "{comma}{gap}{{\"accountIdentifier\":\"CH9300762011623852957\",\"transactionId\":\"{id:08}\",\"text\":\"{text}\",\
             \"creditDebit\":\"debit\",\"amount\":\"{amount}\",\"currency\":\"CHF\",\"bookedAt\":\"2026-03-31\"{unknown_member}}}"
        )
        .unwrap();
    }
    json.push_str("]}");
    json
}

/// Returns base data whose contacts are valid, except for every n-th one.
fn contacts(records: usize, invalid_every: usize) -> String {
    let mut json =
        String::from("{\"organization\":{\"companyName\":\"Muster AG\",\"leadCurrency\":\"CHF\"},\"contacts\":[");
    for record in 0..records {
        let comma = if record == 0 { "" } else { "," };
        let kind = if record % invalid_every == invalid_every - 1 { "company" } else { "COMPANY" };
        write!(
            json,
            "{comma}{{\"externalId\":\"k-{record}\",\"legalType\":\"{kind}\",\"companyName\":\"Beispiel GmbH\"}}"
        )
        .unwrap();
    }
    json.push_str("],\"accounts\":[],\"currencies\":[],\"taxes\":[],\"taxPeriods\":[]}");
    json
}

/// Returns a policy that keeps every finding. The other threads start after thousands of records, whose findings could reach a limit.
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
    fn the_report_of_transactions_does_not_depend_on_the_threads(
        variations in prop::collection::vec((1_usize..6000, 0_usize..7), 0..4),
        gap in prop::sample::select(vec!["", " ", "\n  "]),
        records in 9_000_usize..12_000,
        cut in prop::option::of(50_usize..100),
    ) {
        let json = payload(records, &variations, gap);
        let length = cut.map_or(json.len(), |percent| json.len() * percent / 100);
        let bytes = &json.as_bytes()[..length];
        let check = || transactions::check(bytes, &policy());
        let single_threaded = with_threads(1, check);
        for threads in [2, 3, 8] {
            prop_assert_eq!(&with_threads(threads, check), &single_threaded);
        }
    }
}

#[test]
fn the_report_of_contacts_does_not_depend_on_the_threads() {
    for invalid_every in [1, 2, 97, 5000, 100_000] {
        let json = contacts(15_000, invalid_every);
        let check = || base_data::check(json.as_bytes(), &policy());
        let single_threaded = with_threads(1, check);
        assert!(single_threaded.counts.iter().map(|count| count.count).sum::<usize>() >= 15_000 / invalid_every);
        assert_eq!(with_threads(4, check), single_threaded);
    }
}
