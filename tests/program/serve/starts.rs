//! Starting and stopping the server.

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::folder::Folder;
use crate::process::{program, uacc};
use crate::serve::client::{Client, export_document, fetch, request};
use crate::serve::server::{MAX_WAIT, Server, TOKEN, terminate, wait_for};

const BASE_DATA: &str = "/api/public/v1/base-data";

/// Runs the server with invalid arguments, and returns its standard error.
fn fails_to_start(arguments: &[&str]) -> String {
    let run = uacc(
        &[&["serve", "--listen", "127.0.0.1:0"], arguments].concat(),
        b"",
    );
    assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    run.stderr
}

#[test]
fn tokens_are_read_from_a_file() {
    let folder = Folder::new("tokens");
    let tokens = folder.file(
        "tokens.json",
        br#"{"tokens": [{"token": "s3cr3t", "organization": "one", "scopes": ["api:base-data:read"]},
                        {"token": "0ther", "organization": "two", "scopes": []}]}"#,
    );
    let server = Server::run(&folder, &["--tokens", &tokens]);
    let get = request("GET", BASE_DATA, "");
    fetch(&server.address, &get).assert_problem(404);
    fetch(&server.address, &get.replace(TOKEN, "0ther")).assert_problem(403);
    fetch(&server.address, &get.replace(TOKEN, "th1rd")).assert_problem(401);
    server.log_with(" 403 GET /api/public/v1/base-data two ");
}

#[test]
fn errors_in_the_token_file_print_no_token() {
    let folder = Folder::new("wrong-tokens");
    let tokens = folder.file(
        "tokens.json",
        b"{\"tokens\": [\n  {\"token\": \"s3cr3t\", \"organization\": \"One AG\", \"scopes\": []}]}",
    );
    let stderr = fails_to_start(&["--tokens", &tokens]);
    assert!(stderr.contains("error[credentials-invalid]"), "{stderr}");
    assert!(
        stderr.contains("tokens.json:2:39: /tokens/0/organization"),
        "{stderr}"
    );
    assert!(stderr.ends_with("tokens.json can't be used\n"), "{stderr}");
    assert!(
        !stderr.contains("s3cr3t") && !stderr.contains("One AG"),
        "{stderr}"
    );
    assert!(
        fails_to_start(&["--tokens", "missing.json"]).contains("there is no file missing.json")
    );
    let stderr = fails_to_start(&["--token", "s3cr3t s3cr3t"]);
    assert!(
        stderr.starts_with("error: --token: ") && !stderr.contains("s3cr3t"),
        "{stderr}"
    );
}

#[test]
fn a_token_is_generated_if_none_is_given() {
    let folder = Folder::new("random");
    let server = Server::run(&folder, &[]);
    let log = server.log();
    let token = log
        .lines()
        .find_map(|line| line.strip_prefix("token "))
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    assert_eq!(token.len(), 32);
    fetch(
        &server.address,
        &request("GET", BASE_DATA, "").replace(TOKEN, token),
    )
    .assert_problem(404);
    fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(401);
}

#[test]
fn warns_if_other_machines_can_connect() {
    let folder = Folder::new("open");
    assert!(
        Server::start(&folder, &["--listen", "0.0.0.0:0"])
            .log()
            .starts_with("warning: other machines can reach this service")
    );
    for listen in ["127.0.0.1:0", "localhost:0"] {
        assert!(
            !Server::start(&folder, &["--listen", listen])
                .log()
                .contains("warning"),
            "{listen}"
        );
    }
}

#[test]
fn a_port_or_a_directory_has_one_server() {
    let folder = Folder::new("two");
    let store = folder.path().join("store").to_str().unwrap().to_owned();
    let mut server = Server::start(&folder, &["--store", &store]);
    let stderr = fails_to_start(&["--store", &store]);
    assert!(
        stderr.contains("store: another process serves this directory"),
        "{stderr}"
    );
    let run = uacc(&["serve", "--listen", &server.address], b"");
    assert_eq!(run.status, 2);
    assert!(
        run.stderr
            .contains(&format!("error: can't listen on {}: ", server.address)),
        "{}",
        run.stderr
    );
    server.kill();
    // The lock is released when the process ends.
    Server::start(&folder, &["--store", &store]);
}

#[test]
fn foreign_files_and_directories_are_left_unchanged() {
    let folder = Folder::new("foreign");
    let file = folder.file("file", b"mine");
    for path in [&file, folder.path().to_str().unwrap()] {
        let stderr = fails_to_start(&["--store", path]);
        assert!(
            stderr.contains("this contains other files and was left unchanged"),
            "{stderr}"
        );
    }
    assert_eq!(fs::read(&file).unwrap(), b"mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn data_survives_a_restart() {
    let folder = Folder::new("outlives");
    let store = folder
        .path()
        .join("deep/store")
        .to_str()
        .unwrap()
        .to_owned();
    let mut server = Server::start(&folder, &["--store", &store]);
    let base_data = uacc(
        &["normalize", "base-data", "tests/messages/spelling.json"],
        b"",
    )
    .stdout;
    let send = |server: &Server, method: &str, path: &str, body: &str| {
        fetch(&server.address, &request(method, path, body))
    };
    assert_eq!(send(&server, "PATCH", BASE_DATA, &base_data).status, 200);
    let download = export_document(&server.address, "Rechnung");
    server.terminate();
    assert_eq!(server.wait().code(), Some(0));
    assert!(
        server.log().contains("\nstopped after 4 requests, "),
        "{}",
        server.log()
    );

    let server = Server::start(&folder, &["--store", &store]);
    assert_eq!(send(&server, "GET", BASE_DATA, "").status, 200);
    assert_eq!(send(&server, "GET", &download, "").body, "Rechnung");
    // After a restart, identifiers are generated from the start again, and used ones are skipped.
    assert_ne!(export_document(&server.address, "other"), download);
    assert_eq!(send(&server, "GET", &download, "").body, "Rechnung");
    assert_eq!(send(&server, "POST", "/sandbox/reset", "").status, 204);
    send(&server, "GET", BASE_DATA, "").assert_problem(404);
    send(&server, "GET", &download, "").assert_problem(404);
    assert_eq!(fs::read_dir(&store).unwrap().count(), 1);
    send(&server, "GET", "/sandbox/snapshot", "").assert_problem(501);
}

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

#[test]
fn stopping_waits_for_requests_in_progress() {
    let folder = Folder::new("end");
    let mut server = Server::start(&folder, &[]);
    let (mut idle, mut busy) = (
        Client::connect(&server.address).unwrap(),
        Client::connect(&server.address).unwrap(),
    );
    for client in [&mut idle, &mut busy] {
        client.send(request("GET", "/", "").as_bytes()).unwrap();
        client.read_response().unwrap().assert_problem(404);
    }
    let import = request("POST", "/api/public/v1/transactions", "{}")
        .replace("\r\n\r\n", "\r\nexpect: 100-continue\r\n\r\n");
    let (head, body) = import.split_at(import.len() - 2);
    busy.send(head.as_bytes()).unwrap();
    // From now on, the server is in the middle of this request.
    assert_eq!(busy.read_response().unwrap().status, 100);
    server.terminate();
    assert!(idle.is_closed());
    let start = Instant::now();
    while Client::connect(&server.address).is_ok() {
        assert!(
            start.elapsed() < MAX_WAIT,
            "the server still accepts connections"
        );
        thread::sleep(Duration::from_millis(10));
    }
    busy.send(body.as_bytes()).unwrap();
    busy.read_response().unwrap().assert_problem(400);
    assert!(busy.is_closed());
    let status = server.wait();
    assert_eq!((status.code(), status.signal()), (Some(0), None));
}

#[test]
fn the_address_is_written_for_the_program_that_starts_the_server() {
    let folder = Folder::new("port-file");
    let file = folder.path().join("address");
    let server = Server::start(&folder, &["--port-file", file.to_str().unwrap()]);
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        format!("{}\n", server.address)
    );
    drop(server);
    let arguments = [
        "serve",
        "--quiet",
        "--listen",
        "127.0.0.1:0",
        "--print-address",
    ];
    let mut child = program(&arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap())
        .read_line(&mut line)
        .unwrap();
    fetch(line.trim_end(), &request("GET", BASE_DATA, "")).assert_problem(401);
    child.kill().unwrap();
    child.wait().unwrap();
    let stderr = fails_to_start(&[
        "--port-file",
        folder.path().join("missing/address").to_str().unwrap(),
    ]);
    assert!(stderr.contains("error: --port-file: "), "{stderr}");
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
fn files_are_for_their_owner_alone() {
    let folder = Folder::new("rights");
    let tokens = folder.file(
        "tokens.json",
        br#"{"tokens": [{"token": "s3cr3t", "organization": "one", "scopes": ["sandbox"]}]}"#,
    );
    let set_mode = |mode| fs::set_permissions(&tokens, Permissions::from_mode(mode)).unwrap();
    set_mode(0o640);
    let warning = "warning: other users of this machine can read the tokens in ";
    assert!(
        Server::run(&folder, &["--tokens", &tokens])
            .log()
            .starts_with(warning)
    );
    set_mode(0o600);
    assert!(
        !Server::run(&folder, &["--tokens", &tokens])
            .log()
            .contains("warning")
    );

    let store = folder.path().join("deep/store");
    let server = Server::start(&folder, &["--store", store.to_str().unwrap()]);
    export_document(&server.address, "Rechnung");
    let import = r#"{"transactions": [{"text": "private"}]}"#;
    assert_eq!(
        fetch(
            &server.address,
            &request("POST", "/api/public/v1/transactions", import)
        )
        .status,
        201
    );
    let mut folders = vec![store];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        assert_eq!(
            fs::metadata(&folder).unwrap().permissions().mode() & 0o777,
            0o700,
            "{folder:?}"
        );
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                assert_eq!(
                    fs::metadata(&path).unwrap().permissions().mode() & 0o777,
                    0o600,
                    "{path:?}"
                );
                files += 1;
            }
        }
    }
    assert!(files >= 4, "{files}");
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
