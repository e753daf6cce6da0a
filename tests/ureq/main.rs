//! Runs the example of a delivery with `ureq` against `uacc serve`.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test may panic"
)]

mod deliver;

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use universal_accounting::delivery::Reason;

use deliver::deliver;

const TOKEN: &str = "s3cr3t";

/// A server process, which is killed when this is dropped.
struct Server {
    process: Child,
    url: String,
}

impl Server {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_uacc"));
        command.args([
            "serve",
            "--token",
            TOKEN,
            "--listen",
            "127.0.0.1:0",
            "--print-address",
        ]);
        let mut process = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut address)
            .unwrap();
        Self {
            process,
            url: format!("http://{}", address.trim()),
        }
    }

    /// Forces the next responses.
    fn force(&self, json: &str) {
        let request = ureq::post(format!("{}/sandbox/responses", self.url));
        let request = request
            .header("authorization", format!("Bearer {TOKEN}"))
            .content_type("application/json");
        assert_eq!(request.send(json).unwrap().status(), 204);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn payload(count: usize) -> String {
    let transaction = |number| {
        format!(
            r#"{{"accountIdentifier":"CH9300762011623852957","transactionId":"{number}","amount":"5","currency":"CHF"}}"#
        )
    };
    let transactions: Vec<String> = (0..count).map(transaction).collect();
    format!(r#"{{"transactions":[{}]}}"#, transactions.join(","))
}

#[test]
fn delivers_although_responses_are_lost() {
    let server = Server::start();
    server.force(r#"{"endpoint": "importTransactions", "status": 504, "after": true}"#);
    server.force(r#"{"endpoint": "importTransactions", "status": 429, "retryAfter": 1}"#);
    let delivery = deliver(&server.url, TOKEN, payload(1500).as_bytes()).unwrap();
    assert_eq!(delivery.failure(), None);
    let counts = delivery.counts();
    assert_eq!(
        (counts.records, counts.existing_after_repetition, counts.new),
        (1500, 1000, 500)
    );
}

#[test]
fn says_why_it_gave_up() {
    let server = Server::start();
    let delivery = deliver(&server.url, "other", payload(2).as_bytes()).unwrap();
    assert_eq!(delivery.failure().unwrap().reason, Reason::Unauthorized);
    assert_eq!(delivery.unsent(), [0, 1]);
    assert!(
        deliver(&server.url, TOKEN, b"{}")
            .unwrap_err()
            .to_string()
            .contains("can't be delivered")
    );

    // Nothing listens at this address, and without an id a repetition could import the transaction twice.
    let closed = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let without_id = payload(1).replace("transactionId", "note");
    let delivery = deliver(&format!("http://{closed}"), TOKEN, without_id.as_bytes()).unwrap();
    assert_eq!(delivery.failure().unwrap().reason, Reason::NoAnswer);
}
