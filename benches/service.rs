//! Measures how many imports `uacc serve` answers. See `benches/README.md`.
//!
//! `UACC` names another program to measure, such as an earlier version.

#![allow(clippy::print_stdout, reason = "prints measurements")]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a benchmark may panic"
)]

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

const TOKEN: &str = "t0ken";

/// The number of transactions in a measured request, all of them new.
const BATCH: usize = 20;

/// How long each number of clients is measured.
const TIME: Duration = Duration::from_secs(5);

const CLIENTS: [usize; 3] = [1, 8, 32];

/// A server process, which is killed when this is dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Self {
        let program = env::var("UACC").unwrap_or_else(|_| env!("CARGO_BIN_EXE_uacc").to_owned());
        let mut command = Command::new(program);
        command.args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--token",
            TOKEN,
            "--long-imports",
        ]);
        let mut child = command.stderr(Stdio::piped()).spawn().expect("a server");
        let mut log = BufReader::new(child.stderr.take().expect("its log"));
        let address = loop {
            let mut line = String::new();
            assert!(
                log.read_line(&mut line).expect("a line") > 0,
                "the server ended"
            );
            if let Some(address) = line.trim().strip_prefix("listening on http://") {
                break address.to_owned();
            }
        };
        thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        Self { child, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that sends one import after another.
struct Client(BufReader<TcpStream>);

impl Client {
    fn connect(address: &str) -> Self {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("no delay");
        Self(BufReader::new(stream))
    }

    /// Imports a batch, and returns how long it took.
    fn import(&mut self, body: &str) -> Duration {
        let head = format!(
            "POST /api/public/v1/transactions HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {TOKEN}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        let start = Instant::now();
        self.0
            .get_mut()
            .write_all(format!("{head}{body}").as_bytes())
            .expect("a request");
        let (mut length, mut line) = (0, String::new());
        self.0.read_line(&mut line).expect("a status");
        assert!(line.contains(" 201 "), "{line}");
        while line != "\r\n" {
            line.clear();
            self.0.read_line(&mut line).expect("a header");
            if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.trim().parse().expect("a length");
            }
        }
        self.0.read_exact(&mut vec![0; length]).expect("a body");
        start.elapsed()
    }
}

/// Returns a payload of transactions whose ids are in no other payload with another first number.
fn payload(first: usize, count: usize) -> String {
    let mut json = r#"{"transactions":["#.to_owned();
    for number in first..first + count {
        let separator = if number == first { "" } else { "," };
        let _ = write!(
            json,
            r#"{separator}{{"accountIdentifier":"CH9300762011623852957","transactionId":"{number:020}","amount":"{}.{:02}","#,
            number % 9973 + 1,
            number % 100
        );
        json += r#""currency":"CHF","creditDebit":"debit","bookedAt":"2026-03-31","text":"Einkauf Bäckerei Muster, Zürich"}"#;
    }
    json + "]}"
}

fn measure(rows: usize) {
    let server = Server::start();
    let mut client = Client::connect(&server.address);
    for first in (0..rows).step_by(10_000) {
        client.import(&payload(first, 10_000));
    }
    // No two measurements on the same rows use the same numbers.
    let mut next = 1_000_000_000;
    for clients in CLIENTS {
        let end = Instant::now() + TIME;
        let threads: Vec<_> = (0..clients)
            .map(|_| {
                next += 100_000_000;
                let (mut client, mut first) = (Client::connect(&server.address), next);
                thread::spawn(move || {
                    let mut times = Vec::new();
                    while Instant::now() < end {
                        times.push(client.import(&payload(first, BATCH)));
                        first += BATCH;
                    }
                    times
                })
            })
            .collect();
        let mut times: Vec<Duration> = threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("a client"))
            .collect();
        times.sort_unstable();
        let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1000.0;
        let rate = times.len() / usize::try_from(TIME.as_secs()).expect("seconds");
        println!(
            "{rows:>10}{clients:>9}{rate:>12}{:>10.1}{:>10.1}",
            at(50),
            at(99)
        );
    }
}

fn main() {
    let quick = env::args().any(|argument| argument == "--quick");
    println!(
        "{:>10}{:>9}{:>12}{:>10}{:>10}",
        "rows", "clients", "requests/s", "p50 ms", "p99 ms"
    );
    for rows in if quick {
        vec![10_000]
    } else {
        vec![10_000, 1_000_000]
    } {
        measure(rows);
    }
}
