//! The log: what it names, and nobody reading it.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::folder::Folder;
use crate::process::{program, uacc};
use crate::serve::client::{BASE_DATA, Client, export_document, fetch, request};
use crate::serve::server::{MAX_WAIT, Server, TOKEN, terminate, wait_for};

#[test]
fn store_errors_are_logged_and_not_sent_to_the_client() {
    let folder = Folder::new("fails");
    let store = folder.path().join("store");
    let server = Server::start(&folder, &["--store", store.to_str().unwrap()]);
    fs::create_dir(store.join("sandbox")).unwrap();
    fs::write(store.join("sandbox/transactions.store"), "no store").unwrap();
    let import = r#"{"transactions": [{"text": "very private"}]}"#;
    let answer = fetch(
        &server.address,
        &request("POST", "/api/public/v1/transactions", import),
    );
    answer.assert_problem(503);
    assert!(!answer.body.contains("transactions.store"), "{answer:?}");
    let log = server.log_with(" failure: ");
    let line = log
        .lines()
        .find(|line| line.contains(" failure: "))
        .unwrap();
    assert!(
        line.contains("transactions.store: this file is no store of universal-accounting"),
        "{line}"
    );
}

/// Starts a server whose standard error is a pipe that nobody reads, as that of a test that only starts it. Returns its address too.
fn start_undrained(folder: &Folder, patience: &str) -> (Child, String) {
    let file = folder.path().join("address");
    let arguments = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--token",
        TOKEN,
        "--patience",
        patience,
        "--port-file",
    ];
    let child = program(&arguments)
        .arg(&file)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while !file.exists() {
        assert!(start.elapsed() < MAX_WAIT, "the server does not start");
        thread::sleep(Duration::from_millis(10));
    }
    (
        child,
        fs::read_to_string(&file).unwrap().trim_end().to_owned(),
    )
}

#[test]
fn a_log_that_nobody_reads_stops_nothing() {
    const REQUESTS: usize = 3000;
    let folder = Folder::new("undrained");
    let (mut child, address) = start_undrained(&folder, "5");
    let mut client = Client::connect(&address).unwrap();
    for _ in 0..REQUESTS {
        client
            .send(request("GET", BASE_DATA, "").as_bytes())
            .unwrap();
        client.read_response().unwrap().assert_problem(404);
    }
    // A reader that comes late gets the first lines, and how many are missing.
    let lines = read_lines(child.stderr.take().unwrap());
    assert!(
        lines
            .recv_timeout(MAX_WAIT)
            .unwrap()
            .starts_with("listening on ")
    );
    let pause = "lines of this log were dropped, because nothing read them";
    let (mut requests, mut written, mut dropped) = (REQUESTS, 0, 0);
    while written + dropped < requests {
        match lines.recv_timeout(Duration::from_millis(500)) {
            Ok(line) => match line.strip_suffix(pause) {
                Some(count) => dropped += count.trim_end().parse::<usize>().unwrap(),
                None => {
                    assert!(line.contains(" 404 GET "), "{line}");
                    written += 1;
                }
            },
            // The number is written before the next line.
            Err(_) => {
                assert!(
                    requests < REQUESTS + 100,
                    "{written} lines of {requests} were written, {dropped} were dropped"
                );
                client
                    .send(request("GET", BASE_DATA, "").as_bytes())
                    .unwrap();
                client.read_response().unwrap().assert_problem(404);
                requests += 1;
            }
        }
    }
    assert!(
        written >= 500 && dropped > 0 && written + dropped == requests,
        "{written} {dropped}"
    );
    terminate(child.id());
    assert_eq!(wait_for(&mut child).code(), Some(0));
}

/// Reads lines on a thread of its own.
fn read_lines(input: impl Read + Send + 'static) -> mpsc::Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(input).lines() {
            if sender.send(line.unwrap()).is_err() {
                return;
            }
        }
    });
    lines
}

/// One client needs ten seconds to read its answer, which is too long for a patience of three. A server that waits for it has sent the whole answer when it
/// ends, and a server that waits for a reader of its log never ends.
#[test]
fn sigterm_ends_the_server_although_nobody_reads_its_log() {
    const SIZE: usize = 30 << 20;
    let folder = Folder::new("undrained-end");
    let (mut child, address) = start_undrained(&folder, "3");
    let file = export_document(&address, &"x".repeat(SIZE));
    let mut client = Client::connect(&address).unwrap();
    for _ in 0..2000 {
        client
            .send(request("GET", BASE_DATA, "").as_bytes())
            .unwrap();
        client.read_response().unwrap().assert_problem(404);
    }
    // One connection is idle, one sends a request that never ends, and one reads slowly.
    let mut unfinished = Client::connect(&address).unwrap();
    unfinished.send(b"GET / HTTP/1.1\r\nhost:").unwrap();
    let mut slow = Client::connect(&address).unwrap();
    slow.send(request("GET", &file, "").as_bytes()).unwrap();
    let mut buffer = vec![0; 1 << 15];
    let mut read = slow.read_some(&mut buffer);
    terminate(child.id());
    assert!(client.is_closed());
    let mut status = None;
    while status.is_none() && read < SIZE {
        read += slow.read_some(&mut buffer);
        thread::sleep(Duration::from_millis(10));
        status = child.try_wait().unwrap();
    }
    let status = status.unwrap_or_else(|| wait_for(&mut child));
    assert_eq!(status.code(), Some(0));
    // What was sent before the server ended is still there.
    loop {
        let more = slow.read_some(&mut buffer);
        if more == 0 {
            break;
        }
        read += more;
    }
    assert!(read < SIZE, "the server waited for a client for too long");
}

#[test]
fn a_damaged_item_is_unavailable_and_named_in_the_log() {
    let folder = Folder::new("damaged-item");
    let store = folder.path().join("store");
    let mut server = Server::start(&folder, &["--store", store.to_str().unwrap()]);
    let base_data = uacc(
        &["normalize", "base-data", "tests/messages/spelling.json"],
        b"",
    )
    .stdout;
    assert_eq!(
        fetch(&server.address, &request("PATCH", BASE_DATA, &base_data)).status,
        200
    );
    let download = export_document(&server.address, "Rechnung");
    let path = store.join("sandbox/base-data");
    let whole = fs::read(&path).unwrap();
    let mut damaged = whole.clone();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(&path, damaged).unwrap();
    let response = fetch(&server.address, &request("GET", BASE_DATA, ""));
    response.assert_problem(503);
    assert!(
        !response.body.contains("base-data is damaged"),
        "{response:?}"
    );
    server.log_with("sandbox/base-data is damaged");
    assert_eq!(
        fetch(&server.address, &request("GET", &download, "")).body,
        "Rechnung"
    );
    server.terminate();
    server.wait();
    let check = uacc(&["store", "check", store.to_str().unwrap()], b"");
    assert_eq!(check.status, 1);
    assert!(
        check.stderr.contains("sandbox/base-data is damaged"),
        "{}",
        check.stderr
    );
    assert_eq!(
        check
            .stdout
            .lines()
            .filter(|line| line.ends_with(": whole"))
            .count(),
        3,
        "{}",
        check.stdout
    );
    fs::write(&path, whole).unwrap();
    assert_eq!(
        uacc(&["store", "check", store.to_str().unwrap()], b"").status,
        0
    );
}

#[test]
fn quiet_turns_off_the_request_log() {
    let folder = Folder::new("quiet");
    let server = Server::start(&folder, &["--quiet"]);
    fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(404);
    assert!(!server.log().contains("base-data"));
}
