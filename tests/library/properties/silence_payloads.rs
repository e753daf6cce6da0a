//! Laws of payloads of transactions: an account or a year that is probably wrong is said, wherever it is.

use proptest::prelude::*;
use universal_accounting::report::{Policy, Report};
use universal_accounting::transactions::check;

use super::silence::iban;
use crate::cases::cases;

/// Transactions by their accounts and days.
fn payload(transactions: &[(String, String)]) -> String {
    let transactions = transactions.iter().enumerate().map(|(number, (account, day))| {
        format!("{{\"accountIdentifier\":\"{account}\",\"transactionId\":\"T{number}\",\"creditDebit\":\"debit\",\"amount\":\"1.00\",\"currency\":\"CHF\",\"bookedAt\":\"{day}\"}}")
    });
    format!(
        "{{\"transactions\":[{}]}}",
        transactions.collect::<Vec<_>>().join(",")
    )
}

/// Returns the indexes of the transactions that a rule is about.
fn reported(report: &Report, rule: &str) -> Vec<usize> {
    let findings = report
        .findings
        .iter()
        .filter(|finding| finding.rule.id == rule);
    findings
        .filter_map(|finding| Some(finding.item.as_ref()?.index))
        .collect()
}

proptest! {
    #![proptest_config(cases(64))]

    /// A QR-IBAN as the account of a transaction is said in every country and spelling that has them, and no other IBAN is.
    #[test]
    fn a_qr_iban_of_a_payload_is_said(
        institutions in prop::collection::vec(prop_oneof![30_000_u32..32_000, 0_u32..100_000, Just(29_999), Just(32_000)], 1..4),
        account in 0_u64..1_000_000_000_000,
        country in prop::sample::select(vec!["CH", "LI"]),
        spelling in 0_usize..3,
    ) {
        let spelled = |iban: String| match spelling {
            0 => iban,
            1 => iban.to_lowercase(),
            _ => iban.as_bytes().chunks(4).map(|part| str::from_utf8(part).unwrap()).collect::<Vec<_>>().join(" "),
        };
        let accounts = institutions.iter().map(|institution| (spelled(iban(country, *institution, account)), "2026-03-31".to_owned()));
        let text = payload(&accounts.collect::<Vec<_>>());
        let is_qr = |institution: &u32| (30_000..32_000).contains(institution);
        let expected: Vec<usize> = institutions.iter().enumerate().filter(|(_, institution)| is_qr(institution)).map(|(index, _)| index).collect();
        let report = check(text.as_bytes(), &Policy::new());
        prop_assert_eq!(reported(&report, "qr-iban"), expected, "{}", text);
    }

    /// The only transaction of a year is said if and only if it is more than two years from all others, in a payload of any size and order.
    #[test]
    fn a_year_far_from_the_others_is_said(
        year in 1900_u16..2100,
        others in prop::collection::vec(0_u16..3, 2..40),
        far in 0_u16..9999,
        distance in 0_u16..6,
        is_near in any::<bool>(),
        place in any::<prop::sample::Index>(),
    ) {
        let wrong = if is_near { year - 3 + distance * 2 } else { far };
        let mut years: Vec<u16> = others.iter().map(|more| year + more).collect();
        let at = place.index(years.len() + 1);
        let is_far = years.iter().all(|other| other.abs_diff(wrong) > 2);
        years.insert(at, wrong);
        let account = iban("CH", 762, 11_623_852_957);
        let transactions: Vec<_> = years.iter().map(|year| (account.clone(), format!("{year:04}-03-31"))).collect();
        let text = payload(&transactions);
        let report = check(text.as_bytes(), &Policy::new());
        let expected = if is_far { vec![at] } else { vec![] };
        prop_assert_eq!(reported(&report, "day-far-from-others"), expected, "{:?}", years);
    }
}
