//! Large bodies and answers: five of each at a time.

use std::thread;
use std::time::Duration;

use crate::folder::Folder;
use crate::serve::client::{BASE_DATA, Client, export_document, fetch, request};
use crate::serve::server::Server;

const TRANSACTIONS: &str = "/api/public/v1/transactions";

/// How many bytes of a request with a body of 220,000 bytes are sent at first.
const MOST_OF_A_BODY: usize = 200_000;

/// Sends most of a request five times: a sixth finds no place. Meanwhile, small requests are answered.
fn take_all_places(server: &Server, whole: &str) -> Vec<Client> {
    let mut clients: Vec<Client> = (0..5)
        .map(|_| Client::connect(&server.address).unwrap())
        .collect();
    for client in &mut clients {
        client.send(&whole.as_bytes()[..MOST_OF_A_BODY]).unwrap();
    }
    // The server reads all connections in turns, so after some answers it has read what the five have sent.
    for _ in 0..20 {
        fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(404);
        fetch(&server.address, &request("POST", TRANSACTIONS, "{}")).assert_problem(400);
    }
    clients
}

/// The test ends the bodies, and nothing times out. If small requests waited for a place, the test would not get to that. If the sixth body did not wait,
/// it would be answered before the others end.
#[test]
fn only_large_bodies_wait_for_others() {
    let folder = Folder::new("large-wait");
    let server = Server::start(&folder, &["--patience", "600"]);
    let whole = request("POST", TRANSACTIONS, &" ".repeat(220_000));
    let mut first = take_all_places(&server, &whole);
    let mut sixth = Client::connect(&server.address).unwrap();
    sixth.send(whole.as_bytes()).unwrap();
    for _ in 0..20 {
        fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(404);
    }
    assert!(sixth.is_waiting() && first.iter().all(Client::is_waiting));
    for client in &mut first {
        client.send(&whole.as_bytes()[MOST_OF_A_BODY..]).unwrap();
        client.read_response().unwrap().assert_problem(400);
    }
    sixth.read_response().unwrap().assert_problem(400);
}

#[test]
fn clients_that_stop_sending_leave_their_places_to_others() {
    let folder = Folder::new("large-left");
    let server = Server::start(&folder, &["--patience", "2"]);
    let whole = request("POST", TRANSACTIONS, &" ".repeat(220_000));
    let mut first = take_all_places(&server, &whole);
    // The sixth may wait for some time after the others had to give up.
    thread::sleep(Duration::from_millis(500));
    fetch(&server.address, &whole).assert_problem(400);
    for client in &mut first {
        client.read_response().unwrap().assert_problem(408);
    }
}

/// Asks seven times for a file, and reads nothing. Five answers have the places, and the others wait for them.
fn start_readers(server: &Server, mebibytes: usize) -> (String, Vec<Client>) {
    let file = export_document(&server.address, &"x".repeat(mebibytes << 20));
    let mut readers: Vec<Client> = (0..7)
        .map(|_| Client::connect(&server.address).unwrap())
        .collect();
    for reader in &mut readers {
        reader.send(request("GET", &file, "").as_bytes()).unwrap();
    }
    // Requests are answered one after the other, so the files are waiting for their readers after this.
    fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(404);
    (file, readers)
}

/// The readers read when the test lets them, and nothing times out. If a small answer waited for a place, the test would not get to that. If large answers
/// did not wait, all readers would have a part of theirs.
#[test]
fn slow_readers_hold_up_only_large_answers() {
    let folder = Folder::new("large-readers");
    let server = Server::start(&folder, &["--patience", "600"]);
    let (_, readers) = start_readers(&server, 7);
    fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(404);
    assert!(
        readers.iter().any(Client::is_waiting),
        "large answers wait for others"
    );
    thread::scope(|scope| {
        for mut reader in readers {
            scope.spawn(move || assert_eq!(reader.read_response().unwrap().body.len(), 7 << 20));
        }
    });
}

#[test]
fn large_answers_are_refused_when_slow_readers_keep_the_places() {
    let folder = Folder::new("large-refused");
    let server = Server::start(&folder, &["--patience", "3"]);
    let (file, readers) = start_readers(&server, 20);
    // They read so slowly that they need ten times the patience, and end with the server.
    for mut reader in readers {
        thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            while reader.read_some(&mut buffer) > 0 {
                thread::sleep(Duration::from_millis(100));
            }
        });
    }
    let busy = fetch(&server.address, &request("GET", &file, ""));
    busy.assert_problem(503);
    assert!(busy.head.contains("retry-after: 5"), "{busy:?}");
}

/// A further client gets the file only after the first connection is closed, and its client has a part of the response.
#[test]
fn unread_responses_time_out() {
    let folder = Folder::new("large-unread");
    let server = Server::start(&folder, &["--patience", "1"]);
    let (file, mut readers) = start_readers(&server, 7);
    while fetch(&server.address, &request("GET", &file, "")).status != 200 {}
    assert!(
        readers
            .iter_mut()
            .any(|reader| reader.read_response().is_err())
    );
}

#[test]
#[cfg(target_os = "linux")]
fn bodies_that_are_not_finished_take_little_memory() {
    let folder = Folder::new("large-peak");
    let server = Server::start(&folder, &[]);
    let before = server.peak_memory();
    let body = " ".repeat(3 << 20);
    let whole = request("POST", TRANSACTIONS, &body);
    let unfinished = &whole.as_bytes()[..whole.len() - 1];
    // Without a bound, 60 bodies take 180 MiB. Five have places, and each connection has buffers.
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
