//! Malformed, oversized and slow requests, and the responses to them.

use std::time::{Duration, Instant};

use crate::folder::Folder;
use crate::serve::client::{BASE_DATA, Client, fetch, request};
use crate::serve::server::{Server, TOKEN};

const TRANSACTIONS: &str = "/api/public/v1/transactions";

/// One byte more than the maximum size of a body.
const TOO_LARGE: usize = (32 << 20) + 1;

fn head(method: &str, path: &str, headers: &str) -> String {
    format!("{method} {path} HTTP/1.1\r\nhost: test\r\n{headers}\r\n")
}

fn authorization() -> String {
    format!("authorization: Bearer {TOKEN}\r\n")
}

#[test]
fn every_error_is_problem_details() {
    let folder = Folder::new("refusals");
    let server = Server::start(&folder, &[]);
    let fetch = |bytes: &str| fetch(&server.address, bytes);
    fetch(&request("GET", BASE_DATA, "")).assert_problem(404);
    fetch(&request("GET", "/", "")).assert_problem(404);
    fetch(&request("OPTIONS", "*", "")).assert_problem(404);
    fetch(&request("CONNECT", "books.example:443", "")).assert_problem(404);
    fetch(&request("GET", "http://books.example/other", "")).assert_problem(404);
    let other = fetch(&request("DELETE", BASE_DATA, ""));
    other.assert_problem(405);
    assert!(
        other.head.contains("\r\nallow: patch, get, head\r\n"),
        "{other:?}"
    );
    fetch(&request("POST", TRANSACTIONS, "{}").replace("application/json", "text/csv"))
        .assert_problem(415);
    let import = request("POST", TRANSACTIONS, "{}");
    let with_header = |line: &str| import.replace("host:", &format!("{line}\r\nhost:"));
    let encoded = fetch(&with_header("content-encoding: gzip"));
    encoded.assert_problem(415);
    assert!(
        encoded.head.contains("\r\naccept-encoding: identity\r\n"),
        "{encoded:?}"
    );
    for line in [
        &format!("authorization: Bearer {TOKEN}"),
        "authorization: Bearer other",
        "content-type: application/json",
        "content-type: text/csv",
    ] {
        let refused = fetch(&with_header(line));
        refused.assert_problem(400);
        assert!(refused.body.contains("more than once"), "{refused:?}");
    }
    fetch(&import).assert_problem(400);
    fetch(&request("GET", BASE_DATA, "").replace(TOKEN, "other")).assert_problem(401);
    for (sent, status) in [
        ("nonsense\r\n\r\n", 400),
        ("\u{16}\u{3}\u{1}\0\u{1}\0\r\n\r\n", 400),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nhost test\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\ncontent-length: 1x\r\n\r\n", 400),
        (
            "POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
            400,
        ),
    ] {
        let mut client = Client::connect(&server.address).unwrap();
        client.send(sent.as_bytes()).unwrap();
        client.read_response().unwrap().assert_problem(status);
        assert!(client.is_closed(), "{sent:?}");
    }
    fetch("GET / HTTP/1.1\r\n\r\n").assert_problem(400);
    fetch(&head("GET", "/", "host: test\r\n")).assert_problem(400);
    fetch("GET / HTTP/1.0\r\n\r\n").assert_problem(404);
    let long = "a".repeat(600_000);
    fetch(&head("GET", "/", &format!("long: {long}\r\n"))).assert_problem(431);
    fetch(&head("GET", &format!("/{}", &long[..100_000]), "")).assert_problem(414);
    fetch(&head("GET", "/", &"many: x\r\n".repeat(200))).assert_problem(431);
}

#[test]
fn logged_methods_are_truncated_and_masked() {
    let folder = Folder::new("methods");
    let server = Server::start(&folder, &[]);
    for method in ["4111111111111111", &"A".repeat(10_000)] {
        fetch(&server.address, &head(method, "/", "")).assert_problem(404);
    }
    // The lines are in the order of the requests.
    let log = server.log_with(" 404 AAAA");
    assert!(log.contains(" 404 ************1111 / - "), "{log}");
    assert!(log.lines().all(|line| line.len() < 500), "{log}");
}

#[test]
fn rejects_incomplete_bodies() {
    let folder = Folder::new("early");
    let server = Server::start(&folder, &[]);
    let import = request("POST", TRANSACTIONS, "{}");
    let chunks = import
        .replace("content-length: 2", "transfer-encoding: chunked")
        .replace("{}", "2\r\n{}\r\nx\r\n");
    for sent in [import.strip_suffix('}').unwrap(), &chunks] {
        let mut client = Client::connect(&server.address).unwrap();
        client.send(sent.as_bytes()).unwrap();
        client.close_write();
        client.read_response().unwrap().assert_problem(400);
        assert!(client.is_closed());
    }
    fetch(&server.address, &request("GET", "/last", "")).assert_problem(404);
    assert_eq!(
        server
            .log_with(" 404 GET /last ")
            .matches(" 400 POST ")
            .count(),
        2
    );
}

#[test]
fn head_has_the_headers_of_get_and_no_body() {
    let folder = Folder::new("head");
    let server = Server::start(&folder, &[]);
    let mut client = Client::connect(&server.address).unwrap();
    client
        .send(request("GET", BASE_DATA, "").as_bytes())
        .unwrap();
    let whole = client.read_response().unwrap();
    client
        .send(request("HEAD", BASE_DATA, "").as_bytes())
        .unwrap();
    let head_response = client.read_head_response().unwrap();
    let length = |head: &str| {
        head.split_once("content-length: ")
            .unwrap()
            .1
            .split('\r')
            .next()
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        (head_response.status, length(&head_response.head)),
        (whole.status, length(&whole.head))
    );
    // If the response had a body, the next response would not start here.
    client.send(request("GET", "/", "").as_bytes()).unwrap();
    client.read_response().unwrap().assert_problem(404);
}

#[test]
fn pipelined_requests_are_answered_in_order() {
    let folder = Folder::new("pipeline");
    let server = Server::start(&folder, &[]);
    let mut client = Client::connect(&server.address).unwrap();
    let chunked = head(
        "POST",
        "/sandbox/responses",
        &format!(
            "{}content-type: application/json\r\ntransfer-encoding: chunked\r\n",
            authorization()
        ),
    );
    let forced = r#"{"endpoint": "exportBaseData", "status": 503}"#;
    let (first, second) = forced.split_at(10);
    let chunks = format!(
        "{:x}\r\n{first}\r\n{:x}\r\n{second}\r\n0\r\n\r\n",
        first.len(),
        second.len()
    );
    let all = [
        chunked + &chunks,
        request("GET", BASE_DATA, ""),
        request("GET", BASE_DATA, ""),
    ]
    .concat();
    client.send(all.as_bytes()).unwrap();
    client.close_write();
    assert_eq!(client.read_response().unwrap().status, 204);
    client.read_response().unwrap().assert_problem(503);
    client.read_response().unwrap().assert_problem(404);
    assert!(client.is_closed());
}

#[test]
fn http_1_0_is_answered_and_closed() {
    let folder = Folder::new("old");
    let server = Server::start(&folder, &[]);
    let mut client = Client::connect(&server.address).unwrap();
    client
        .send(format!("GET {BASE_DATA} HTTP/1.0\r\n{}\r\n", authorization()).as_bytes())
        .unwrap();
    client.read_response().unwrap().assert_problem(404);
    assert!(client.is_closed());
}

#[test]
fn rejects_a_request_before_its_body_is_sent() {
    let folder = Folder::new("refused");
    let server = Server::start(&folder, &[]);
    let expects = "content-type: application/json\r\nexpect: 100-continue\r\n";
    for (headers, status) in [
        (format!("{expects}content-length: 9\r\n"), 401),
        (
            format!(
                "{expects}content-length: {TOO_LARGE}\r\n{}",
                authorization()
            ),
            413,
        ),
    ] {
        fetch(&server.address, &head("POST", TRANSACTIONS, &headers)).assert_problem(status);
    }
    let mut client = Client::connect(&server.address).unwrap();
    client
        .send(
            head(
                "POST",
                TRANSACTIONS,
                &format!("{expects}content-length: 2\r\n{}", authorization()),
            )
            .as_bytes(),
        )
        .unwrap();
    assert_eq!(client.read_response().unwrap().status, 100);
    client.send(b"{}").unwrap();
    client.read_response().unwrap().assert_problem(400);
    server.log_with(" 401 POST /api/public/v1/transactions - 0 bytes ");
}

#[test]
fn clients_that_send_the_body_anyway_get_the_error() {
    let folder = Folder::new("deaf");
    let server = Server::start(&folder, &[]);
    let body = " ".repeat(TOO_LARGE);
    fetch(&server.address, &request("POST", TRANSACTIONS, &body)).assert_problem(413);
    fetch(
        &server.address,
        &request("POST", TRANSACTIONS, &body).replace(TOKEN, "other"),
    )
    .assert_problem(401);
    let chunked = format!(
        "{}content-type: application/json\r\ntransfer-encoding: chunked\r\n",
        authorization()
    );
    let endless = format!(
        "{}{TOO_LARGE:x}\r\n{body}\r\n",
        head("POST", TRANSACTIONS, &chunked)
    );
    fetch(&server.address, &endless).assert_problem(413);
    fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(404);
}

/// The patience is the time limit: a server with more of it still waits for the same request when the other server has given up.
#[test]
fn slow_requests_time_out() {
    let (folder, other_folder) = (Folder::new("slow"), Folder::new("slow-patient"));
    let server = Server::start(&folder, &["--patience", "1"]);
    let patient = Server::start(&other_folder, &["--patience", "600"]);
    let mut waiting = Client::connect(&patient.address).unwrap();
    waiting.send(b"GET /api").unwrap();
    let start = Instant::now();
    let import = request("POST", TRANSACTIONS, "{}");
    for sent in ["GET /api", import.strip_suffix('}').unwrap()] {
        let mut client = Client::connect(&server.address).unwrap();
        client.send(sent.as_bytes()).unwrap();
        client.read_response().unwrap().assert_problem(408);
        assert!(client.is_closed());
    }
    // A client that never sends anything gets no response.
    assert!(Client::connect(&server.address).unwrap().is_closed());
    assert!(start.elapsed() >= Duration::from_secs(3));
    assert!(waiting.is_waiting());
}

/// None of the requests of the other clients times out.
#[test]
fn clients_that_send_a_byte_now_and_then_keep_nobody_out() {
    let folder = Folder::new("dribble");
    let server = Server::start(&folder, &["--patience", "600"]);
    let import = request("POST", TRANSACTIONS, "{}");
    let mut dribbling: Vec<Client> = (0..256)
        .map(|_| Client::connect(&server.address).unwrap())
        .collect();
    for at in 0..10 {
        for client in &mut dribbling {
            client.send(&import.as_bytes()[at..=at]).unwrap();
        }
        fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(404);
    }
    assert!(dribbling.iter().all(Client::is_waiting));
}

#[test]
fn allowed_origins_get_cors_headers() {
    let folder = Folder::new("origins");
    let server = Server::start(&folder, &["--allow-origin", "https://books.example"]);
    let preflight = |origin: &str| {
        head(
            "OPTIONS",
            TRANSACTIONS,
            &format!("origin: {origin}\r\naccess-control-request-method: POST\r\n"),
        )
    };
    let allowed = fetch(&server.address, &preflight("https://books.example"));
    assert_eq!(allowed.status, 204);
    assert!(
        allowed
            .head
            .contains("access-control-allow-origin: https://books.example\r\n"),
        "{allowed:?}"
    );
    assert!(
        allowed
            .head
            .contains("access-control-allow-headers: authorization, content-type\r\n"),
        "{allowed:?}"
    );
    let rejected = fetch(&server.address, &preflight("https://other.example"));
    rejected.assert_problem(405);
    assert!(!rejected.head.contains("access-control-"), "{rejected:?}");
    let sent = request("GET", BASE_DATA, "")
        .replace("host: test", "host: test\r\norigin: https://books.example");
    let response = fetch(&server.address, &sent);
    assert!(
        response
            .head
            .contains("access-control-allow-origin: https://books.example\r\n"),
        "{response:?}"
    );
    assert!(response.head.contains("vary: origin\r\n"), "{response:?}");
}

#[test]
fn a_log_line_contains_nothing_of_the_body() {
    let folder = Folder::new("lines");
    let server = Server::start(&folder, &[]);
    let body = r#"{"transactions": [{"text": "very private"}]}"#;
    assert_eq!(
        fetch(&server.address, &request("POST", TRANSACTIONS, body)).status,
        201
    );
    fetch(
        &server.address,
        &request("GET", "/4111111111111111?query=private", ""),
    )
    .assert_problem(404);
    let log = server.log_with(" 404 GET /************1111 sandbox ");
    let line = log
        .lines()
        .find(|line| line.contains(" 201 POST /api/public/v1/transactions sandbox "))
        .unwrap();
    assert!(
        line.contains(&format!(" {} bytes ", body.len())) && line.ends_with(" ms"),
        "{line}"
    );
    assert!(
        line.starts_with("20") && line.split(' ').next().unwrap().ends_with('Z'),
        "{line}"
    );
    fetch(&server.address, "private\r\n\r\n").assert_problem(400);
    let log = server.log_with("Z 400 for an incomplete or malformed request\n");
    assert!(!log.contains("private") && !log.contains(TOKEN), "{log}");
}
