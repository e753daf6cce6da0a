//! The log: what it names, and nobody reading it.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::folder::Folder;
use crate::process::program;
use crate::serve::client::{BASE_DATA, Client, export_document, fetch, request};
use crate::serve::server::{MAX_WAIT, Server, TOKEN, terminate, wait_for};

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
fn quiet_turns_off_the_request_log() {
    let folder = Folder::new("quiet");
    let server = Server::start(&folder, &["--quiet"]);
    fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(404);
    assert!(!server.log().contains("base-data"));
}
