//! What a store says about a statement beside those that it remembers.

use universal_accounting::dedup::{self, StoredStatement};
use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::report::{Finding, Policy};

use crate::format::fixtures::rules;

/// A statement of one booking on 5 March: its number, its balances, and the amount.
fn statement(number: u8, [opening, closing]: [i32; 2], amount: i32) -> String {
    format!(
        ":20:X\n:25:CH9300762011623852957\n:28C:{number}/1\n:60F:C260305CHF{opening},00\n\
         :61:2603050305C{amount},00NTRFNONREF\n:86:Cash\n:62F:C260305CHF{closing},00\n-\n"
    )
}

/// Imports a statement after others. Returns what is said about it.
fn found(known: &[&str], sent: &str) -> Vec<String> {
    let mut stored = Vec::new();
    for text in known {
        let summary = convert_readable(text.as_bytes(), &ConvertOptions::new()).summary;
        stored.extend(StoredStatement::all_of(&summary, text.as_bytes()));
    }
    let mut conversion = convert_readable(sent.as_bytes(), &ConvertOptions::new());
    assert_eq!(rules(&conversion), [""; 0]);
    let files = &mut [&mut conversion.summary];
    let _days = dedup::compare_with_stored(&stored, files, &Policy::new());
    let findings = conversion.summary.report.findings;
    let named = |finding: &Finding| {
        let message = finding.message();
        let difference = message.split_once("difference ");
        let difference = difference.map_or("", |(_, rest)| rest.trim_end_matches(')'));
        format!("{} {difference}", finding.rule.id)
    };
    findings.iter().map(named).collect()
}

/// Of equal bookings with other balances, each is one of its own. Between statements that don't meet, one is missing, in whatever order they come.
#[test]
fn equal_bookings_with_balances_that_do_not_meet_are_said() {
    let first = statement(5, [90, 100], 10);
    let second = statement(6, [100, 110], 10);
    let third = statement(7, [110, 120], 10);
    let missing = ["imported-statement-missing 10.00"];
    assert_eq!(found(&[&first], &third), missing);
    assert_eq!(found(&[&third], &first), missing);
    assert_eq!(found(&[&first], &second), [""; 0]);
    assert_eq!(found(&[&second], &first), [""; 0]);
    assert_eq!(found(&[&first, &second], &third), [""; 0]);
    assert_eq!(found(&[&first, &third], &second), [""; 0]);
    assert_eq!(found(&[&first], &first), ["statement-imported-before "]);
}

/// A higher number comes later, although its last balance is the first one of the other.
#[test]
fn statements_meet_in_the_order_of_their_numbers() {
    let later = statement(3, [80, 90], 10);
    let earlier = statement(1, [90, 100], 10);
    let missing = ["imported-statement-missing -20.00"];
    assert_eq!(found(&[&earlier], &later), missing);
    assert_eq!(found(&[&later], &earlier), missing);
}
