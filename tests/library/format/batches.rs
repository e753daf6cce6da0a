//! Batch bookings of CSV exports that are split into their payments.

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::{Conversion, SkipReason};

use crate::format::fixtures::{Fixture, fixtures};

fn convert(fixture: &Fixture, split_batches: bool) -> Conversion {
    let mut options: ConvertOptions = crate::format::fixtures::options(&fixture.profile);
    options.split_batches = split_batches;
    convert_readable(&fixture.source, &options)
}

fn find(profile: &str, name: &str) -> Fixture {
    let is_it = |fixture: &Fixture| fixture.profile == profile && fixture.name == name;
    fixtures().into_iter().find(is_it).unwrap()
}

#[test]
fn the_payments_of_a_booking_in_csv_become_transactions() {
    let fixture = find("ubs-account", "2022-11-de");
    let (whole, split) = (convert(&fixture, false), convert(&fixture, true));
    let amounts = |conversion: &Conversion| -> Vec<String> {
        conversion
            .transactions
            .iter()
            .map(|transaction| transaction.amount.to_string())
            .collect()
    };
    assert_eq!(amounts(&whole), ["98.45", "390.50", "4200.00", "500.00"]);
    assert_eq!(
        amounts(&split),
        ["98.45", "300.00", "90.50", "4200.00", "500.00"]
    );
    let text = split.transactions[1]
        .text
        .as_ref()
        .map_or("", AsRef::as_ref);
    assert!(
        text.starts_with("Diverse Daueraufträge") && text.contains("Hausverwaltung Beispiel"),
        "{text}"
    );
    assert_eq!(
        split.transactions[1].booked_at,
        whole.transactions[1].booked_at
    );
    assert_eq!(
        (split.summary.rows, split.summary.details),
        (whole.summary.rows, 0)
    );
    assert_eq!(
        split
            .summary
            .skipped
            .iter()
            .filter(|row| row.reason == SkipReason::Total)
            .count(),
        1
    );
    assert_eq!(split.summary.balance_status, whole.summary.balance_status);
    let sums = |conversion: &Conversion| {
        conversion
            .summary
            .totals
            .iter()
            .map(|total| (total.credit, total.debit))
            .collect::<Vec<_>>()
    };
    assert_eq!(sums(&split), sums(&whole));
}

/// In every file, splitting changes no sum and loses no row.
#[test]
fn splitting_changes_no_sum() {
    for fixture in fixtures() {
        let (whole, split) = (
            convert(&fixture, false).summary,
            convert(&fixture, true).summary,
        );
        let counted = split.converted + split.details + split.skipped.len() + split.rejected.len();
        assert_eq!(
            (split.rows, counted),
            (whole.rows, whole.rows),
            "{} {}",
            fixture.profile,
            fixture.name
        );
        let net = |total: &universal_accounting::statement::Total| {
            total
                .credit
                .zip(total.debit)
                .map(|(credits, debits)| credits - debits)
        };
        assert_eq!(
            split.totals.iter().map(net).collect::<Vec<_>>(),
            whole.totals.iter().map(net).collect::<Vec<_>>(),
            "{} {}",
            fixture.profile,
            fixture.name
        );
        assert_eq!(
            split.balance_status, whole.balance_status,
            "{} {}",
            fixture.profile, fixture.name
        );
    }
}
