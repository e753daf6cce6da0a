//! `uacc import` as its user runs it: twice, overlapping, changed, killed, two at once, on a file that is something else.

mod doubts;
mod interruptions;
mod printed;
mod repeated;

use crate::folder::Folder;
use crate::process::{Run, uacc};
use universal_accounting::report::Policy;
use universal_accounting::transactions;

const SAMPLE: &str = "tests/bank/ubs-account/2022-11-de.csv";

pub(crate) fn import(store: &str, arguments: &[&str]) -> Run {
    uacc(&[&["import", "--store", store], arguments].concat(), b"")
}

/// The three counts of a run that printed JSON: existing, new, errors.
pub(crate) fn counts_of(run: &Run) -> [u64; 3] {
    let answer =
        transactions::read_result(run.stdout.as_bytes(), None, &Policy::new().received()).value;
    let answer = answer.unwrap_or_else(|| panic!("{}{}", run.stdout, run.stderr));
    [
        answer.existing_transactions,
        answer.new_transactions,
        answer.error_transactions,
    ]
}

fn counts(store: &str, arguments: &[&str]) -> [u64; 3] {
    counts_of(&import(store, &[arguments, &["--format", "json"]].concat()))
}

pub(crate) fn store(folder: &Folder) -> String {
    folder.path_to("books.store")
}

fn payload(ids: impl Iterator<Item = usize>) -> String {
    let records: Vec<String> = ids
        .map(|id| {
            format!(
                r#"{{"accountIdentifier":"CH9300762011623852957","transactionId":"{id}","creditDebit":"debit","amount":"{}.50","currency":"CHF","bookedAt":"2026-03-31"}}"#,
                id + 1
            )
        })
        .collect();
    format!("{{\"transactions\":[{}]}}\n", records.join(","))
}

/// A statement of 200 bookings.
fn statement(number: usize) -> String {
    let mut entries = String::new();
    for index in 0..200 {
        entries.extend([format!(
            ":61:2603310331D1,00NTRFNONREF//REF{number:04}X{index:03}\n:86:Booking {index}\n"
        )]);
    }
    let balance = |number: usize| 1_000_000 - 200 * number;
    format!(
        ":20:A\n:25:CH9300762011623852957\n:28C:{}\n:60F:C260331CHF{},00\n{entries}:62F:C260331CHF{},00\n-\n",
        number + 1,
        balance(number),
        balance(number + 1)
    )
}
