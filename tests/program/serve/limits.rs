//! What a request may be over the wire, and how one that isn't is refused.

use std::thread;
use std::time::{Duration, Instant};

use crate::folder::Folder;
use crate::serve::client::{Client, ask, exported, request};
use crate::serve::server::{Server, TOKEN};

const BASE_DATA: &str = "/api/public/v1/base-data";
const TRANSACTIONS: &str = "/api/public/v1/transactions";

/// One byte more than the service takes.
const TOO_MANY: usize = (32 << 20) + 1;

fn head(method: &str, path: &str, headers: &str) -> String {
    format!("{method} {path} HTTP/1.1\r\nhost: test\r\n{headers}\r\n")
}

fn authorization() -> String {
    format!("authorization: Bearer {TOKEN}\r\n")
}

#[test]
fn every_refusal_is_problem_details() {
    let folder = Folder::new("refusals");
    let server = Server::start(&folder, &[]);
    let ask = |bytes: &str| ask(&server.address, bytes);
    ask(&request("GET", BASE_DATA, "")).assert_refused(404);
    ask(&request("GET", "/", "")).assert_refused(404);
    ask(&request("OPTIONS", "*", "")).assert_refused(404);
    ask(&request("CONNECT", "books.example:443", "")).assert_refused(404);
    ask(&request("GET", "http://books.example/other", "")).assert_refused(404);
    let other = ask(&request("DELETE", BASE_DATA, ""));
    other.assert_refused(405);
    assert!(other.head.contains("\r\nallow: patch, get, head\r\n"), "{other:?}");
    ask(&request("POST", TRANSACTIONS, "{}").replace("application/json", "text/csv")).assert_refused(415);
    ask(&request("POST", TRANSACTIONS, "{}")).assert_refused(400);
    ask(&request("GET", BASE_DATA, "").replace(TOKEN, "other")).assert_refused(401);
    for (sent, status) in [
        ("nonsense\r\n\r\n", 400),
        ("\u{16}\u{3}\u{1}\0\u{1}\0\r\n\r\n", 400),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nhost test\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\ncontent-length: 1x\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n", 400),
    ] {
        let mut client = Client::connect(&server.address).unwrap();
        client.send(sent.as_bytes()).unwrap();
        client.answer().unwrap().assert_refused(status);
        assert!(client.is_closed(), "{sent:?}");
    }
    ask("GET / HTTP/1.1\r\n\r\n").assert_refused(400);
    ask(&head("GET", "/", "host: test\r\n")).assert_refused(400);
    ask("GET / HTTP/1.0\r\n\r\n").assert_refused(404);
    let long = "a".repeat(600_000);
    ask(&head("GET", "/", &format!("long: {long}\r\n"))).assert_refused(431);
    ask(&head("GET", &format!("/{}", &long[..100_000]), "")).assert_refused(414);
    ask(&head("GET", "/", &"many: x\r\n".repeat(200))).assert_refused(431);
}

#[test]
fn a_method_is_told_short_and_without_card_numbers() {
    let folder = Folder::new("methods");
    let server = Server::start(&folder, &[]);
    for method in ["4111111111111111", &"A".repeat(10_000)] {
        ask(&server.address, &head(method, "/", "")).assert_refused(404);
    }
    let said = server.said();
    assert!(said.contains(" 404 ************1111 / - "), "{said}");
    assert!(said.lines().all(|line| line.len() < 500), "{said}");
}

#[test]
fn a_body_that_ends_too_early_is_none() {
    let folder = Folder::new("early");
    let server = Server::start(&folder, &[]);
    let import = request("POST", TRANSACTIONS, "{}");
    let chunks = import.replace("content-length: 2", "transfer-encoding: chunked").replace("{}", "2\r\n{}\r\nx\r\n");
    for sent in [import.strip_suffix('}').unwrap(), &chunks] {
        let mut client = Client::connect(&server.address).unwrap();
        client.send(sent.as_bytes()).unwrap();
        client.end();
        client.answer().unwrap().assert_refused(400);
        assert!(client.is_closed());
    }
    assert_eq!(server.said().matches(" 400 POST ").count(), 2);
}

#[test]
fn head_says_the_same_without_a_body() {
    let folder = Folder::new("head");
    let server = Server::start(&folder, &[]);
    let mut client = Client::connect(&server.address).unwrap();
    client.send(request("GET", BASE_DATA, "").as_bytes()).unwrap();
    let whole = client.answer().unwrap();
    client.send(request("HEAD", BASE_DATA, "").as_bytes()).unwrap();
    let bare = client.head().unwrap();
    let length = |head: &str| head.split_once("content-length: ").unwrap().1.split('\r').next().unwrap().to_owned();
    assert_eq!((bare.status, length(&bare.head)), (whole.status, length(&whole.head)));
    // The next answer begins where a body would.
    client.send(request("GET", "/", "").as_bytes()).unwrap();
    client.answer().unwrap().assert_refused(404);
}

#[test]
fn requests_follow_each_other_on_one_connection() {
    let folder = Folder::new("pipeline");
    let server = Server::start(&folder, &[]);
    let mut client = Client::connect(&server.address).unwrap();
    let chunked = head(
        "POST",
        "/sandbox/responses",
        &format!("{}content-type: application/json\r\ntransfer-encoding: chunked\r\n", authorization()),
    );
    let forced = r#"{"endpoint": "exportBaseData", "status": 503}"#;
    let (one, other) = forced.split_at(10);
    let chunks = format!("{:x}\r\n{one}\r\n{:x}\r\n{other}\r\n0\r\n\r\n", one.len(), other.len());
    let all = [chunked + &chunks, request("GET", BASE_DATA, ""), request("GET", BASE_DATA, "")].concat();
    client.send(all.as_bytes()).unwrap();
    client.end();
    assert_eq!(client.answer().unwrap().status, 204);
    client.answer().unwrap().assert_refused(503);
    client.answer().unwrap().assert_refused(404);
    assert!(client.is_closed());
}

#[test]
fn http_1_0_is_answered_and_closed() {
    let folder = Folder::new("old");
    let server = Server::start(&folder, &[]);
    let mut client = Client::connect(&server.address).unwrap();
    client.send(format!("GET {BASE_DATA} HTTP/1.0\r\n{}\r\n", authorization()).as_bytes()).unwrap();
    client.answer().unwrap().assert_refused(404);
    assert!(client.is_closed());
}

#[test]
fn who_is_refused_sends_nothing_more() {
    let folder = Folder::new("refused");
    let server = Server::start(&folder, &[]);
    let expects = "content-type: application/json\r\nexpect: 100-continue\r\n";
    for (headers, status) in [
        (format!("{expects}content-length: 9\r\n"), 401),
        (format!("{expects}content-length: {TOO_MANY}\r\n{}", authorization()), 413),
    ] {
        ask(&server.address, &head("POST", TRANSACTIONS, &headers)).assert_refused(status);
    }
    let mut client = Client::connect(&server.address).unwrap();
    client
        .send(head("POST", TRANSACTIONS, &format!("{expects}content-length: 2\r\n{}", authorization())).as_bytes())
        .unwrap();
    assert_eq!(client.answer().unwrap().status, 100);
    client.send(b"{}").unwrap();
    client.answer().unwrap().assert_refused(400);
    assert!(server.said().contains(" 401 POST /api/public/v1/transactions - 0 bytes "), "{}", server.said());
}

#[test]
fn who_sends_all_the_same_hears_why() {
    let folder = Folder::new("deaf");
    let server = Server::start(&folder, &[]);
    let body = " ".repeat(TOO_MANY);
    ask(&server.address, &request("POST", TRANSACTIONS, &body)).assert_refused(413);
    ask(&server.address, &request("POST", TRANSACTIONS, &body).replace(TOKEN, "other")).assert_refused(401);
    let chunked = format!("{}content-type: application/json\r\ntransfer-encoding: chunked\r\n", authorization());
    let endless = format!("{}{TOO_MANY:x}\r\n{body}\r\n", head("POST", TRANSACTIONS, &chunked));
    ask(&server.address, &endless).assert_refused(413);
    ask(&server.address, &request("GET", BASE_DATA, "")).assert_refused(404);
}

#[test]
fn who_is_slow_is_cut_off() {
    let folder = Folder::new("slow");
    let server = Server::start(&folder, &["--patience", "1"]);
    let start = Instant::now();
    let import = request("POST", TRANSACTIONS, "{}");
    for sent in ["GET /api", import.strip_suffix('}').unwrap()] {
        let mut client = Client::connect(&server.address).unwrap();
        client.send(sent.as_bytes()).unwrap();
        client.answer().unwrap().assert_refused(408);
        assert!(client.is_closed());
    }
    // Nothing is said to one who never began.
    assert!(Client::connect(&server.address).unwrap().is_closed());
    assert!(start.elapsed() > Duration::from_secs(3) && start.elapsed() < Duration::from_secs(20));
}

#[test]
fn who_takes_nothing_is_cut_off() {
    let folder = Folder::new("idle");
    let server = Server::start(&folder, &["--patience", "1", "--connections", "1"]);
    let download = exported(&server.address, &" ".repeat(TOO_MANY - 1));
    let mut client = Client::connect(&server.address).unwrap();
    client.send(request("GET", &download, "").as_bytes()).unwrap();
    // Only when this one is cut off there is room for the next, which gets nothing of what was meant for the first.
    ask(&server.address, &request("GET", BASE_DATA, "")).assert_refused(404);
    assert!(client.answer().is_err());
}

#[test]
fn more_connections_than_there_is_room_for_wait() {
    let folder = Folder::new("crowd");
    let server = Server::start(&folder, &["--connections", "2"]);
    let mut first: Vec<Client> = (0..2).map(|_| Client::connect(&server.address).unwrap()).collect();
    for client in &mut first {
        client.send(request("GET", "/", "").as_bytes()).unwrap();
        client.answer().unwrap().assert_refused(404);
    }
    let address = server.address.clone();
    let third = thread::spawn(move || ask(&address, &request("GET", BASE_DATA, "")));
    thread::sleep(Duration::from_millis(300));
    assert!(!third.is_finished());
    drop(first);
    third.join().unwrap().assert_refused(404);
}

#[test]
fn pages_of_an_origin_that_is_allowed_get_through() {
    let folder = Folder::new("origins");
    let server = Server::start(&folder, &["--allow-origin", "https://books.example"]);
    let asks = |origin: &str| {
        head("OPTIONS", TRANSACTIONS, &format!("origin: {origin}\r\naccess-control-request-method: POST\r\n"))
    };
    let let_in = ask(&server.address, &asks("https://books.example"));
    assert_eq!(let_in.status, 204);
    assert!(let_in.head.contains("access-control-allow-origin: https://books.example\r\n"), "{let_in:?}");
    assert!(let_in.head.contains("access-control-allow-headers: authorization, content-type\r\n"), "{let_in:?}");
    let kept_out = ask(&server.address, &asks("https://other.example"));
    kept_out.assert_refused(405);
    assert!(!kept_out.head.contains("access-control-"), "{kept_out:?}");
    let sent = request("GET", BASE_DATA, "").replace("host: test", "host: test\r\norigin: https://books.example");
    let seen = ask(&server.address, &sent);
    assert!(seen.head.contains("access-control-allow-origin: https://books.example\r\n"), "{seen:?}");
    assert!(seen.head.contains("vary: origin\r\n"), "{seen:?}");
}

#[test]
fn a_line_tells_of_a_request_and_nothing_of_its_content() {
    let folder = Folder::new("lines");
    let server = Server::start(&folder, &[]);
    let body = r#"{"transactions": [{"text": "very private"}]}"#;
    assert_eq!(ask(&server.address, &request("POST", TRANSACTIONS, body)).status, 201);
    ask(&server.address, &request("GET", "/4111111111111111?query=private", "")).assert_refused(404);
    let said = server.said();
    let line = said.lines().find(|line| line.contains(" 201 POST /api/public/v1/transactions sandbox ")).unwrap();
    assert!(line.contains(&format!(" {} bytes ", body.len())) && line.ends_with(" ms"), "{line}");
    assert!(line.starts_with("20") && line.split(' ').next().unwrap().ends_with('Z'), "{line}");
    assert!(said.contains(" 404 GET /************1111 sandbox "), "{said}");
    ask(&server.address, "private\r\n\r\n").assert_refused(400);
    assert!(server.said().ends_with("Z 400 for what is no whole request\n"), "{}", server.said());
    assert!(!said.contains("private") && !said.contains(TOKEN), "{said}");
}
