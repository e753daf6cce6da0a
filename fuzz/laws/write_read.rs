//! What is written is read back as the same, and is normal.

use universal_accounting::report::{Fixes, Policy};
use universal_accounting::{base_data, documents, transactions};

use super::choices::Choices;
use super::payload::{Entry, payload};

pub fn hold(data: &[u8]) {
    let mut choices = Choices::of(data);
    let policy = Policy::new();
    match choices.below(4) {
        2 => {
            let Some(request) = documents::read(choices.rest(), &policy).value else { return };
            let written = documents::write(&request);
            assert_eq!(documents::read(written.as_bytes(), &policy).value.as_ref(), Some(&request), "{written}");
        }
        3 => {
            let Some(result) = transactions::read_result(choices.rest(), None, &policy).value else { return };
            let written = transactions::write_result(&result);
            let sent = result.total();
            let read = transactions::read_result(written.as_bytes(), sent, &policy);
            assert_eq!((read.value, read.report.errors), (Some(result), 0), "{written}");
        }
        _ => match payload(&mut choices) {
            (Entry::Transactions, source) => transactions_come_back(&source),
            (Entry::BaseData, source) => base_data_comes_back(&source),
        },
    }
}

fn transactions_come_back(source: &[u8]) {
    let policy = Policy::new();
    let meant = transactions::read(source, &policy).values;
    let written = transactions::write(&meant);
    let reading = transactions::read(written.as_bytes(), &policy);
    assert_eq!(reading.values, meant, "{written}");
    assert_eq!(reading.rejected, [], "{written}");
    assert_eq!(transactions::write(&reading.values), written);
    let normalized = transactions::normalize(written.as_bytes(), &policy, Fixes::Safe);
    let mended = normalized.changes.iter().any(|change| change.rule.is_some());
    assert!(mended || normalized.json.as_deref() == Some(&written), "{normalized:?}");
}

fn base_data_comes_back(source: &[u8]) {
    let policy = Policy::new();
    let Some(meant) = base_data::read(source, &policy).value else { return };
    let written = base_data::write(&meant);
    let reading = base_data::read(written.as_bytes(), &policy);
    assert_eq!(reading.value.as_ref(), Some(&meant), "{written}");
    assert_eq!(reading.report.errors, 0, "{written}");
    let again = base_data::BaseData::new(meant.clone().into_records());
    assert_eq!(again.as_ref(), Ok(&meant));
    let normalized = base_data::normalize(written.as_bytes(), &policy, Fixes::Safe);
    let mended = normalized.changes.iter().any(|change| change.rule.is_some());
    assert!(mended || normalized.json.as_deref() == Some(&written), "{normalized:?}");
}
