//! Starting and stopping the server.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::thread;
use std::time::Duration;

use crate::folder::Folder;
use crate::process::uacc;
use crate::serve::client::{Client, export_document, fetch, request};
use crate::serve::server::{Server, TOKEN};

const BASE_DATA: &str = "/api/public/v1/base-data";

/// Runs the server with invalid arguments, and returns its standard error.
fn fails_to_start(arguments: &[&str]) -> String {
    let run = uacc(&[&["serve", "--listen", "127.0.0.1:0"], arguments].concat(), b"");
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
    assert!(server.log().contains(" 403 GET /api/public/v1/base-data two "), "{}", server.log());
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
    assert!(stderr.contains("tokens.json:2:39: /tokens/0/organization"), "{stderr}");
    assert!(stderr.ends_with("tokens.json can't be used\n"), "{stderr}");
    assert!(!stderr.contains("s3cr3t") && !stderr.contains("One AG"), "{stderr}");
    assert!(fails_to_start(&["--tokens", "missing.json"]).contains("there is no file missing.json"));
    let stderr = fails_to_start(&["--token", "s3cr3t s3cr3t"]);
    assert!(stderr.starts_with("error: --token: ") && !stderr.contains("s3cr3t"), "{stderr}");
}

#[test]
fn a_token_is_generated_if_none_is_given() {
    let folder = Folder::new("random");
    let server = Server::run(&folder, &[]);
    let log = server.log();
    let token = log.lines().find_map(|line| line.strip_prefix("token ")).unwrap().split(' ').next().unwrap();
    assert_eq!(token.len(), 32);
    fetch(&server.address, &request("GET", BASE_DATA, "").replace(TOKEN, token)).assert_problem(404);
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
        assert!(!Server::start(&folder, &["--listen", listen]).log().contains("warning"), "{listen}");
    }
}

#[test]
fn a_port_or_a_directory_has_one_server() {
    let folder = Folder::new("two");
    let store = folder.path().join("store").to_str().unwrap().to_owned();
    let mut server = Server::start(&folder, &["--store", &store]);
    let stderr = fails_to_start(&["--store", &store]);
    assert!(stderr.contains("store: another process serves this directory"), "{stderr}");
    let run = uacc(&["serve", "--listen", &server.address], b"");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains(&format!("error: can't listen on {}: ", server.address)), "{}", run.stderr);
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
        assert!(stderr.contains("this contains other files and was left unchanged"), "{stderr}");
    }
    assert_eq!(fs::read(&file).unwrap(), b"mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn data_survives_a_restart() {
    let folder = Folder::new("outlives");
    let store = folder.path().join("deep/store").to_str().unwrap().to_owned();
    let mut server = Server::start(&folder, &["--store", &store]);
    let base_data = uacc(&["normalize", "base-data", "tests/messages/spelling.json"], b"").stdout;
    let send =
        |server: &Server, method: &str, path: &str, body: &str| fetch(&server.address, &request(method, path, body));
    assert_eq!(send(&server, "PATCH", BASE_DATA, &base_data).status, 200);
    let download = export_document(&server.address, "Rechnung");
    server.terminate();
    assert_eq!(server.wait().code(), Some(0));
    assert!(server.log().contains("\nstopped after 4 requests, "), "{}", server.log());

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
    let answer = fetch(&server.address, &request("POST", "/api/public/v1/transactions", import));
    answer.assert_problem(503);
    assert!(!answer.body.contains("transactions.store"), "{answer:?}");
    let log = server.log();
    let line = log.lines().find(|line| line.contains(" failure: ")).unwrap();
    assert!(line.contains("transactions.store: this file is no store of universal-accounting"), "{line}");
}

#[test]
fn stopping_waits_for_requests_in_progress() {
    let folder = Folder::new("end");
    let mut server = Server::start(&folder, &[]);
    let (mut idle, mut busy) = (Client::connect(&server.address).unwrap(), Client::connect(&server.address).unwrap());
    for client in [&mut idle, &mut busy] {
        client.send(request("GET", "/", "").as_bytes()).unwrap();
        client.read_response().unwrap().assert_problem(404);
    }
    let import = request("POST", "/api/public/v1/transactions", "{}");
    let (head, tail) = import.split_at(import.len() - 1);
    busy.send(head.as_bytes()).unwrap();
    thread::sleep(Duration::from_millis(200));
    server.terminate();
    assert!(idle.is_closed());
    thread::sleep(Duration::from_millis(200));
    assert!(Client::connect(&server.address).is_err());
    busy.send(tail.as_bytes()).unwrap();
    busy.read_response().unwrap().assert_problem(400);
    assert!(busy.is_closed());
    let status = server.wait();
    assert_eq!((status.code(), status.signal()), (Some(0), None));
}

#[test]
fn quiet_turns_off_the_request_log() {
    let folder = Folder::new("quiet");
    let server = Server::start(&folder, &["--quiet"]);
    fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(404);
    assert!(!server.log().contains("base-data"));
}
