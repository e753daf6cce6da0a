//! Journals that `uacc serve` delivers to receivers on real sockets.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use universal_accounting::report::Policy;
use universal_accounting::webhook::{self, SignatureError};
use universal_accounting::{base_data, cross_check, journal};

use crate::folder::Folder;
use crate::serve::client::{Client, Response, fetch, request};
use crate::serve::server::{MAX_WAIT, Server};

const SECRET: &str = "wh1sper";
const DELIVERIES: &str = "/sandbox/journal/deliveries";

const BASE_DATA: &str = r#"{
    "organization": {"companyName": "Muster AG", "leadCurrency": "CHF"},
    "accounts": [
        {"externalId": "a-1020", "number": "1020", "description": "Bank", "iban": "CH9300762011623852957", "type": "ASSET"},
        {"externalId": "a-2000", "number": "2000", "description": "Kreditoren", "type": "LIABILITY"},
        {"externalId": "a-6500", "number": "6500", "description": "Material", "type": "EXPENSE"}
    ],
    "currencies": [{"externalId": "c-1", "code": "CHF"}],
    "taxes": [{"externalId": "t-1", "code": "VM81", "description": "Vorsteuer", "value": 8.1}],
    "taxPeriods": [{"externalId": "p-2026", "isSubjectToTax": true, "balanceTaxation": false,
        "accountingMethod": "ACCRUAL", "startsAt": "2026-01-01", "endsAt": "2026-12-31"}]
}"#;

/// A request as the receiver got it.
struct Received {
    /// The request line and the headers.
    head: String,
    body: Vec<u8>,
    arrived: Instant,
}

impl Received {
    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (known, value) = line.split_once(": ")?;
            known.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    /// Verifies the signature, if there is one.
    fn verify(&self) -> Option<Result<(), SignatureError>> {
        let signature = self.header(webhook::SIGNATURE_HEADER)?;
        Some(webhook::verify(SECRET.as_bytes(), &self.body, signature))
    }
}

/// A receiver of webhooks on this machine.
struct Receiver {
    port: u16,
    received: mpsc::Receiver<Received>,
}

impl Receiver {
    /// Starts a receiver that calls `answer` with each connection after it has read the request.
    fn start(mut answer: impl FnMut(&mut TcpStream) -> io::Result<()> + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (sender, received) = mpsc::channel();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let request = read_request(&mut stream).unwrap();
                let _ = sender.send(request);
                // The service may have given up.
                let _ = answer(&mut stream);
            }
        });
        Self { port, received }
    }

    /// Starts a receiver that answers each request with a head.
    fn answering(head: &'static str) -> Self {
        Self::start(move |stream| write!(stream, "HTTP/1.1 {head}\r\ncontent-length: 0\r\n\r\n"))
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hook?from=test", self.port)
    }

    fn next(&self) -> Received {
        self.received.recv_timeout(MAX_WAIT).unwrap()
    }
}

fn read_request(stream: &mut TcpStream) -> io::Result<Received> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(reader.read_line(&mut head)? > 0, "{head:?}");
    }
    let mut received = Received {
        head,
        body: Vec::new(),
        arrived: Instant::now(),
    };
    received.body = vec![0; received.header("content-length").unwrap().parse().unwrap()];
    reader.read_exact(&mut received.body)?;
    Ok(received)
}

/// Starts a server that holds base data.
fn start(folder: &Folder, arguments: &[&str]) -> Server {
    let server = Server::start(folder, arguments);
    configure(&server, "http://127.0.0.1:9/");
    server
}

/// Sends base data with a webhook.
fn configure(server: &Server, url: &str) {
    let webhook =
        format!(r#"{{"configuration": {{"webhookUrl": "{url}", "webhookSecret": "{SECRET}"}},"#);
    let base_data = BASE_DATA.replacen('{', &webhook, 1);
    let path = "/api/public/v1/base-data";
    let sent = fetch(&server.address, &request("PATCH", path, &base_data));
    assert_eq!(sent.status, 200, "{sent:?}");
}

/// Configures a receiver and asks for a delivery, with these members of the request.
fn deliver(server: &Server, url: &str, members: &str) -> Response {
    ask_for_delivery(server, url, members)
        .read_response()
        .unwrap()
}

/// Asks for a delivery, and returns the connection on which the outcomes come.
fn ask_for_delivery(server: &Server, url: &str, members: &str) -> Client {
    configure(server, url);
    let mut client = Client::connect(&server.address).unwrap();
    let body = format!("{{{members}}}");
    client
        .send(request("POST", DELIVERIES, &body).as_bytes())
        .unwrap();
    client
}

#[track_caller]
fn assert_outcomes(response: &Response, outcomes: &str) {
    assert_eq!(
        (response.status, response.body.as_str()),
        (200, format!(r#"{{"deliveries":[{outcomes}]}}"#).as_str())
    );
}

#[test]
fn delivers_a_signed_journal_once() {
    let folder = Folder::new("deliver-once");
    let (server, receiver) = (start(&folder, &[]), Receiver::answering("204 No Content"));
    assert_outcomes(&deliver(&server, &receiver.url(), ""), r#"{"status":204}"#);
    let sent = receiver.next();
    assert!(
        sent.head.starts_with("POST /hook?from=test HTTP/1.1\r\n"),
        "{}",
        sent.head
    );
    assert_eq!(
        sent.header("host"),
        Some(format!("127.0.0.1:{}", receiver.port).as_str())
    );
    assert_eq!(sent.header("content-type"), Some("application/json"));
    assert_eq!(sent.verify(), Some(Ok(())));
    let stored = base_data::read(BASE_DATA.as_bytes(), &Policy::new())
        .value
        .unwrap();
    let report = cross_check::check_journal(&sent.body, &stored, &Policy::new());
    assert!(report.findings.is_empty(), "{:?}", report.findings);
    assert_eq!(journal::read(&sent.body, &Policy::new()).records.len(), 3);
    let downloaded = fetch(&server.address, &request("GET", "/sandbox/journal", ""));
    assert_eq!(downloaded.body.as_bytes(), sent.body);
    assert!(receiver.received.try_recv().is_err(), "delivered once");

    let localhost = format!("http://LocalHost:{}/", receiver.port);
    assert_outcomes(&deliver(&server, &localhost, ""), r#"{"status":204}"#);
    assert_eq!(
        receiver.next().header("host"),
        Some(format!("localhost:{}", receiver.port).as_str())
    );
    assert!(
        !server
            .log_with("POST /sandbox/journal/deliveries")
            .contains(SECRET)
    );
}

#[test]
fn delivers_the_same_journal_again() {
    let folder = Folder::new("deliver-twice");
    let mut statuses = ["200 OK", "500 Internal Server Error"].into_iter();
    let receiver = Receiver::start(move |stream| {
        write!(
            stream,
            "HTTP/1.1 {}\r\ncontent-length: 5\r\n\r\nhello",
            statuses.next().unwrap()
        )
    });
    let response = deliver(&start(&folder, &[]), &receiver.url(), r#""times": 2"#);
    assert_outcomes(&response, r#"{"status":200},{"status":500}"#);
    let (first, second) = (receiver.next(), receiver.next());
    assert_eq!((&first.body, &first.head), (&second.body, &second.head));
    assert_eq!(
        (first.verify(), second.verify()),
        (Some(Ok(())), Some(Ok(())))
    );
}

#[test]
fn delivers_late() {
    let folder = Folder::new("deliver-late");
    let (server, receiver) = (start(&folder, &[]), Receiver::answering("200 OK"));
    let start = Instant::now();
    let response = deliver(&server, &receiver.url(), r#""delayMilliseconds": 500"#);
    assert_outcomes(&response, r#"{"status":200}"#);
    assert!(receiver.next().arrived - start >= Duration::from_millis(500));
}

/// The delay is the longest that is accepted, and the test ends it. A service that does nothing else in that time would answer the other requests only
/// after the delivery.
#[test]
fn serves_other_requests_before_a_late_delivery() {
    let folder = Folder::new("deliver-late-others");
    let (mut server, receiver) = (start(&folder, &[]), Receiver::answering("200 OK"));
    let mut client = ask_for_delivery(&server, &receiver.url(), r#""delayMilliseconds": 60000"#);
    for _ in 0..10 {
        assert_eq!(
            fetch(&server.address, &request("GET", "/sandbox/journal", "")).status,
            200
        );
    }
    assert!(client.is_waiting(), "the service was blocked");
    server.terminate();
    assert_outcomes(
        &client.read_response().unwrap(),
        r#"{"error":"the service was stopped"}"#,
    );
    assert!(receiver.received.try_recv().is_err(), "delivered too early");
    assert!(server.wait().success());
}

/// The receiver answers when the test lets it. A service that waits for the receiver would not answer the other request, and the test would not get to that.
#[test]
fn serves_other_requests_while_a_receiver_does_not_answer() {
    let folder = Folder::new("deliver-slowly");
    let (answer, may_answer) = mpsc::channel();
    let receiver = Receiver::start(move |stream| {
        may_answer.recv().unwrap();
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
    });
    let server = start(&folder, &["--patience", "600"]);
    let mut client = ask_for_delivery(&server, &receiver.url(), "");
    receiver.next();
    assert_eq!(
        fetch(&server.address, &request("GET", "/sandbox/journal", "")).status,
        200
    );
    assert!(client.is_waiting());
    answer.send(()).unwrap();
    assert_outcomes(&client.read_response().unwrap(), r#"{"status":200}"#);
}

#[test]
fn delivers_broken_and_missing_signatures() {
    let folder = Folder::new("deliver-broken");
    let (server, receiver) = (start(&folder, &[]), Receiver::answering("401 Unauthorized"));
    for (signature, verified) in [
        ("broken", Some(Err(SignatureError::Mismatch))),
        ("missing", None),
    ] {
        let response = deliver(
            &server,
            &receiver.url(),
            &format!(r#""signature": "{signature}""#),
        );
        assert_outcomes(&response, r#"{"status":401}"#);
        assert_eq!(receiver.next().verify(), verified, "{signature}");
    }
}

#[test]
fn delivers_to_this_machine_only() {
    let folder = Folder::new("deliver-refused");
    let receiver = Receiver::answering("200 OK");
    let server = start(&folder, &[]);
    let everywhere = format!("http://0.0.0.0:{}/", receiver.port);
    for url in [
        "http://hooks.example/",
        "http://10.0.0.1/",
        "http://[::ffff:10.0.0.1]/",
        "http://localhost.example/",
        "https://127.0.0.1/",
        "http://127.0.0.1@hooks.example/",
        &everywhere,
    ] {
        let refused = deliver(&server, url, "");
        refused.assert_problem(400);
        assert!(!refused.body.contains(SECRET), "{refused:?}");
    }
    assert!(receiver.received.try_recv().is_err(), "nothing was sent");
    drop(server);

    // On Linux, 0.0.0.0 is this machine, so an allowed host is tested without another machine.
    if cfg!(target_os = "linux") {
        let (port, other) = (receiver.port, if receiver.port == 80 { 81 } else { 80 });
        for (allowed, status) in [
            (format!("0.0.0.0:{port}"), 200),
            (format!("0.0.0.0:{other}"), 400),
        ] {
            let server = start(
                &folder,
                &["--deliver-to", "hooks.example", "--deliver-to", &allowed],
            );
            assert_eq!(deliver(&server, &everywhere, "").status, status);
            assert_eq!(
                deliver(&server, &receiver.url(), "").status,
                200,
                "this machine is always allowed"
            );
        }
    }
}

#[test]
fn reports_receivers_that_do_not_answer() {
    let folder = Folder::new("deliver-failures");
    let server = start(&folder, &["--patience", "1"]);
    let hanging = Receiver::start(|stream| stream.read(&mut [0]).map(drop));
    let reason = r#"{"error":"the receiver did not answer within 1 second"}"#;
    assert_outcomes(&deliver(&server, &hanging.url(), ""), reason);
    // The connection was closed, so the receiver takes the next one.
    hanging.next();
    assert_outcomes(&deliver(&server, &hanging.url(), ""), reason);
    hanging.next();

    let closing = Receiver::start(|_| Ok(()));
    let reason = r#"{"error":"the receiver closed the connection without an answer"}"#;
    assert_outcomes(
        &deliver(&server, &closing.url(), r#""times": 2"#),
        &format!("{reason},{reason}"),
    );
    let partly = Receiver::start(|stream| stream.write_all(b"HTTP/1.1 200 O"));
    assert_outcomes(&deliver(&server, &partly.url(), ""), reason);
    let other = Receiver::start(|stream| stream.write_all(b"220 smtp.example ESMTP\r\n"));
    assert_outcomes(
        &deliver(&server, &other.url(), ""),
        r#"{"error":"the answer is not in HTTP/1.1"}"#,
    );

    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let reason = r#"{"error":"nothing listens at the address of the receiver"}"#;
    assert_outcomes(
        &deliver(&server, &format!("http://127.0.0.1:{port}/"), ""),
        reason,
    );
}

#[test]
fn follows_no_redirect_and_reads_no_endless_answer() {
    let folder = Folder::new("deliver-answers");
    let server = start(&folder, &[]);
    let target = Receiver::answering("200 OK");
    let url = target.url();
    let redirecting = Receiver::start(move |stream| {
        write!(
            stream,
            "HTTP/1.1 307 Temporary Redirect\r\nlocation: {url}\r\ncontent-length: 0\r\n\r\n"
        )
    });
    assert_outcomes(
        &deliver(&server, &redirecting.url(), ""),
        r#"{"status":307}"#,
    );
    assert!(target.received.try_recv().is_err(), "followed the redirect");

    let unfinished = Receiver::start(|stream| {
        stream.write_all(b"HTTP/1.1 202 Accepted\r\ncontent-length: 9\r\n\r\n")?;
        stream.read(&mut [0]).map(drop)
    });
    assert_outcomes(
        &deliver(&server, &unfinished.url(), ""),
        r#"{"status":202}"#,
    );

    let endless = Receiver::start(|stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n")?;
        loop {
            stream.write_all(&[b'x'; 1 << 14])?;
        }
    });
    assert_outcomes(&deliver(&server, &endless.url(), ""), r#"{"status":200}"#);
}

/// The receiver never answers, and the patience is longer than the test: a service that waits for the receiver does not end.
#[test]
fn a_stop_ends_deliveries() {
    let folder = Folder::new("deliver-stop");
    let mut server = start(&folder, &["--patience", "600"]);
    let hanging = Receiver::start(|stream| stream.read(&mut [0]).map(drop));
    let mut client = ask_for_delivery(&server, &hanging.url(), r#""times": 3"#);
    hanging.next();
    server.terminate();
    let reason = r#"{"error":"the service was stopped"}"#;
    assert_outcomes(&client.read_response().unwrap(), &[reason; 3].join(","));
    assert!(server.wait().success());
}
