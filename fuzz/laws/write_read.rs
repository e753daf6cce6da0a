//! Reading returns what was written, and written JSON is already normalized.

use universal_accounting::report::{Fixes, Policy};
use universal_accounting::{base_data, documents, journal, transactions};

use super::choices::Choices;
use super::payload::{PayloadKind, build_payload};

pub fn assert_holds(data: &[u8]) {
    let mut choices = Choices::new(data);
    let policy = Policy::new();
    match choices.below(4) {
        2 => {
            let Some(request) = documents::read(choices.rest(), &policy).value else {
                return;
            };
            let written = documents::write(&request);
            assert_eq!(
                documents::read(written.as_bytes(), &policy).value.as_ref(),
                Some(&request),
                "{written}"
            );
        }
        3 => {
            let Some(result) = transactions::read_result(choices.rest(), None, &policy).value
            else {
                return;
            };
            let written = transactions::write_result(&result);
            let counts = [
                result.existing_transactions,
                result.new_transactions,
                result.error_transactions,
            ];
            let sent = counts.into_iter().try_fold(0, u64::checked_add);
            let read = transactions::read_result(written.as_bytes(), sent, &policy);
            assert_eq!(
                (read.value, read.report.errors),
                (Some(result), 0),
                "{written}"
            );
        }
        _ => match build_payload(&mut choices) {
            (PayloadKind::Transactions, source) => assert_transactions_round_trip(&source),
            (PayloadKind::BaseData, source) => assert_base_data_round_trips(&source),
            (PayloadKind::Journal, source) => assert_journal_round_trips(&source),
        },
    }
}

fn assert_transactions_round_trip(source: &[u8]) {
    let policy = Policy::new();
    let expected = transactions::read(source, &policy).values;
    let written = transactions::write(&expected);
    let reading = transactions::read(written.as_bytes(), &policy);
    assert_eq!(reading.values, expected, "{written}");
    assert_eq!(reading.rejected, [], "{written}");
    assert_eq!(transactions::write(&reading.values), written);
    let normalized = transactions::normalize(written.as_bytes(), &policy, Fixes::Safe);
    let is_fixed = normalized
        .changes
        .iter()
        .any(|change| change.rule.is_some());
    assert!(
        is_fixed || normalized.json.as_deref() == Some(&written),
        "{normalized:?}"
    );
}

fn assert_base_data_round_trips(source: &[u8]) {
    let policy = Policy::new();
    let Some(expected) = base_data::read(source, &policy).value else {
        return;
    };
    let written = base_data::write(&expected);
    let reading = base_data::read(written.as_bytes(), &policy);
    assert_eq!(reading.value.as_ref(), Some(&expected), "{written}");
    assert_eq!(reading.report.errors, 0, "{written}");
    let again = base_data::BaseData::new(expected.clone().into_records());
    assert_eq!(again.as_ref(), Ok(&expected));
    let normalized = base_data::normalize(written.as_bytes(), &policy, Fixes::Safe);
    let is_fixed = normalized
        .changes
        .iter()
        .any(|change| change.rule.is_some());
    assert!(
        is_fixed || normalized.json.as_deref() == Some(&written),
        "{normalized:?}"
    );
}

fn assert_journal_round_trips(source: &[u8]) {
    let policy = Policy::new();
    let expected = journal::read(source, &policy).records;
    for brand in ["service", "acme"] {
        let written = journal::write_with_brand(&expected, brand);
        let reading = journal::read(written.as_bytes(), &policy);
        assert_eq!(reading.records, expected, "{written}");
        assert_eq!(reading.rejected, [], "{written}");
        assert_eq!(journal::write_with_brand(&reading.records, brand), written);
        let normalized = journal::normalize(written.as_bytes(), &policy, Fixes::Safe);
        let is_fixed = normalized
            .changes
            .iter()
            .any(|change| change.rule.is_some());
        assert!(
            is_fixed || normalized.json.as_deref() == Some(&written),
            "{normalized:?}"
        );
    }
}
