//! The bound for the memory of all requests.

use std::thread;
use std::time::Duration;

use crate::folder::Folder;
use crate::serve::client::{BASE_DATA, Client, export_document, fetch, request};
use crate::serve::server::Server;

const TRANSACTIONS: &str = "/api/public/v1/transactions";

#[test]
fn a_body_that_needs_more_than_all_memory_is_refused() {
    let folder = Folder::new("memory-body");
    let server = Server::start(&folder, &["--memory", "8"]);
    // Six of the eight MiB are for the work on bodies, 28 times their length.
    let longest = (6 << 20) / 28;
    let body = |length: usize| format!("{}[]", " ".repeat(length - 2));
    let refused = fetch(
        &server.address,
        &request("POST", TRANSACTIONS, &body(longest + 1)),
    );
    refused.assert_problem(413);
    assert!(
        refused.body.contains(&format!("at most {longest} bytes")),
        "{}",
        refused.body
    );
    fetch(
        &server.address,
        &request("POST", TRANSACTIONS, &body(longest)),
    )
    .assert_problem(400);
}

/// How many bytes of a request with a body of 220,000 bytes are sent at first.
const MOST_OF_A_BODY: usize = 200_000;

/// Sends most of a request four times to a server with 8 MiB: a fifth finds no room in the MiB for bodies. Meanwhile, small requests are answered.
fn fill_memory(server: &Server, whole: &str) -> Vec<Client> {
    let mut clients: Vec<Client> = (0..4)
        .map(|_| Client::connect(&server.address).unwrap())
        .collect();
    for client in &mut clients {
        client.send(&whole.as_bytes()[..MOST_OF_A_BODY]).unwrap();
    }
    // The server reads all connections in turns, so after some answers it has read what the four have sent.
    for _ in 0..20 {
        fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(404);
        fetch(&server.address, &request("POST", TRANSACTIONS, "{}")).assert_problem(400);
    }
    clients
}

/// The test ends the bodies, and nothing times out. If small requests waited for the memory, the test would not get to that. If the fifth body did not wait,
/// it would be answered before the others end.
#[test]
fn only_large_bodies_wait_for_the_memory_of_others() {
    let folder = Folder::new("memory-wait");
    let server = Server::start(&folder, &["--memory", "8", "--patience", "600"]);
    let whole = request("POST", TRANSACTIONS, &" ".repeat(220_000));
    let mut first = fill_memory(&server, &whole);
    let mut fifth = Client::connect(&server.address).unwrap();
    fifth.send(whole.as_bytes()).unwrap();
    for _ in 0..20 {
        fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(404);
    }
    assert!(fifth.is_waiting() && first.iter().all(Client::is_waiting));
    for client in &mut first {
        client.send(&whole.as_bytes()[MOST_OF_A_BODY..]).unwrap();
        client.read_response().unwrap().assert_problem(400);
    }
    fifth.read_response().unwrap().assert_problem(400);
}

#[test]
fn clients_that_stop_sending_leave_their_memory_to_others() {
    let folder = Folder::new("memory-left");
    let server = Server::start(&folder, &["--memory", "8", "--patience", "2"]);
    let whole = request("POST", TRANSACTIONS, &" ".repeat(220_000));
    let mut first = fill_memory(&server, &whole);
    // The fifth may wait for some time after the others had to give up.
    thread::sleep(Duration::from_millis(500));
    fetch(&server.address, &whole).assert_problem(400);
    for client in &mut first {
        client.read_response().unwrap().assert_problem(408);
    }
}

/// Asks six times for a file of 7 MiB, and reads nothing. One answer has the 8 MiB for answers, and the others wait for it.
fn start_readers(server: &Server) -> (String, Vec<Client>) {
    let file = export_document(&server.address, &"x".repeat(7 << 20));
    let mut readers: Vec<Client> = (0..6)
        .map(|_| Client::connect(&server.address).unwrap())
        .collect();
    for reader in &mut readers {
        reader.send(request("GET", &file, "").as_bytes()).unwrap();
    }
    // Requests are answered one after the other, so the files are waiting for their readers after this.
    fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(404);
    (file, readers)
}

/// The readers read when the test lets them, and nothing times out. If a small answer waited for the memory, the test would not get to that. If large
/// answers did not wait, all readers would have a part of theirs.
#[test]
fn slow_readers_hold_up_only_large_answers() {
    let folder = Folder::new("memory-readers");
    let server = Server::start(&folder, &["--memory", "64", "--patience", "600"]);
    let (_, readers) = start_readers(&server);
    fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(404);
    assert!(
        readers.iter().any(Client::is_waiting),
        "large answers wait for the memory"
    );
    thread::scope(|scope| {
        for mut reader in readers {
            scope.spawn(move || assert_eq!(reader.read_response().unwrap().body.len(), 7 << 20));
        }
    });
}

#[test]
fn large_answers_are_refused_when_slow_readers_keep_the_memory() {
    let folder = Folder::new("memory-refused");
    let server = Server::start(&folder, &["--memory", "64", "--patience", "3"]);
    let (file, _readers) = start_readers(&server);
    // The first one holds the memory until its patience ends.
    let busy = fetch(&server.address, &request("GET", &file, ""));
    busy.assert_problem(503);
    assert!(
        busy.body.contains("out-of-memory") && busy.head.contains("retry-after: 5"),
        "{busy:?}"
    );
}

#[test]
fn an_answer_that_is_longer_than_all_memory_is_refused() {
    let folder = Folder::new("memory-answer");
    let server = Server::start(&folder, &["--memory", "64"]);
    // An eighth is 8 MiB.
    let file = export_document(&server.address, &"x".repeat(8 << 20));
    assert_eq!(
        fetch(&server.address, &request("GET", &file, "")).status,
        200
    );
    let snapshot = fetch(&server.address, &request("GET", "/sandbox/snapshot", ""));
    snapshot.assert_problem(503);
}

#[test]
#[cfg(target_os = "linux")]
fn bodies_that_are_not_finished_stay_within_the_memory() {
    let folder = Folder::new("memory-peak");
    let server = Server::start(&folder, &["--memory", "128"]);
    let before = server.peak_memory();
    let body = " ".repeat(3 << 20);
    let whole = request("POST", TRANSACTIONS, &body);
    let unfinished = &whole.as_bytes()[..whole.len() - 1];
    // Without a bound, 60 bodies take 180 MiB. The sixteen MiB for bodies have room for five, and each connection has buffers.
    thread::scope(|scope| {
        for _ in 0..60 {
            let mut client = Client::connect(&server.address).unwrap();
            scope.spawn(move || {
                let _ = client.set_write_timeout(Duration::from_secs(3));
                let _ = client.send(unfinished);
                thread::sleep(Duration::from_secs(1));
            });
        }
    });
    let taken = server.peak_memory() - before;
    assert!(taken < 64 << 10, "{taken} KiB");
}
