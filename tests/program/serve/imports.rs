//! Imports that are sent again after a lost response.

use std::ops::Range;

use universal_accounting::report::Policy;
use universal_accounting::transactions::{self, ImportResult};

use crate::folder::Folder;
use crate::serve::client::{Client, Response, request};
use crate::serve::server::Server;

const TRANSACTIONS: &str = "/api/public/v1/transactions";

fn payload(ids: Range<usize>) -> String {
    let records: Vec<String> = ids
        .map(|id| {
            format!(
                r#"{{"accountIdentifier":"CH9300762011623852957","transactionId":"{id}","text":"Bäckerei Muster, 3011 Bern","creditDebit":"debit","amount":"{}.50","currency":"CHF","bookedAt":"2026-03-31"}}"#,
                id + 1
            )
        })
        .collect();
    format!("{{\"transactions\":[{}]}}", records.join(","))
}

fn import(ids: Range<usize>) -> String {
    request("POST", TRANSACTIONS, &payload(ids))
}

/// The three counts: existing, new, errors.
fn counts(answer: &Response) -> [u64; 3] {
    assert_eq!(answer.status, 201, "{answer:?}");
    let result: ImportResult =
        transactions::read_result(answer.body.as_bytes(), None, &Policy::new())
            .value
            .unwrap();
    [
        result.existing_transactions,
        result.new_transactions,
        result.error_transactions,
    ]
}

fn send(client: &mut Client, ids: Range<usize>) -> [u64; 3] {
    client.send(import(ids).as_bytes()).unwrap();
    counts(&client.read_response().unwrap())
}

#[test]
fn a_lost_response_duplicates_nothing() {
    let folder = Folder::new("lost");
    let server = Server::start(&folder, &[]);
    let whole = import(0..100);
    for sent in [whole.len() / 2, whole.len() - 1, whole.len()] {
        // Closes the connection before the response.
        Client::connect(&server.address)
            .unwrap()
            .send(&whole.as_bytes()[..sent])
            .unwrap();
    }
    let mut client = Client::connect(&server.address).unwrap();
    let [existing, new, errors] = send(&mut client, 0..100);
    assert_eq!((existing + new, errors), (100, 0));
    assert!(existing == 0 || new == 0, "half an import was taken");
    assert_eq!(send(&mut client, 0..100), [100, 0, 0]);
    assert_eq!(send(&mut client, 50..150), [50, 50, 0]);
    assert_eq!(send(&mut client, 0..150), [150, 0, 0]);
}
