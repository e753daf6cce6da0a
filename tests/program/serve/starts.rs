//! How a server starts, and how it ends.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::thread;
use std::time::Duration;

use crate::folder::Folder;
use crate::process::uacc;
use crate::serve::client::{Client, ask, exported, request};
use crate::serve::server::{Server, TOKEN};

const BASE_DATA: &str = "/api/public/v1/base-data";

/// What a call says that can't run.
fn refused(arguments: &[&str]) -> String {
    let said = uacc(&[&["serve", "--listen", "127.0.0.1:0"], arguments].concat(), b"");
    assert_eq!((said.status, said.out.as_str()), (2, ""), "{}", said.err);
    said.err
}

#[test]
fn tokens_stand_in_a_file() {
    let folder = Folder::new("tokens");
    let tokens = folder.file(
        "tokens.json",
        br#"{"tokens": [{"token": "s3cr3t", "organization": "one", "scopes": ["api:base-data:read"]},
                        {"token": "0ther", "organization": "two", "scopes": []}]}"#,
    );
    let server = Server::run(&folder, &["--tokens", &tokens]);
    let get = request("GET", BASE_DATA, "");
    ask(&server.address, &get).assert_refused(404);
    ask(&server.address, &get.replace(TOKEN, "0ther")).assert_refused(403);
    ask(&server.address, &get.replace(TOKEN, "th1rd")).assert_refused(401);
    assert!(server.said().contains(" 403 GET /api/public/v1/base-data two "), "{}", server.said());
}

#[test]
fn a_file_of_tokens_that_is_wrong_is_told_and_not_shown() {
    let folder = Folder::new("wrong-tokens");
    let tokens = folder.file(
        "tokens.json",
        b"{\"tokens\": [\n  {\"token\": \"s3cr3t\", \"organization\": \"One AG\", \"scopes\": []}]}",
    );
    let said = refused(&["--tokens", &tokens]);
    assert!(said.contains("error[credentials-invalid]"), "{said}");
    assert!(said.contains("tokens.json:2:39: /tokens/0/organization"), "{said}");
    assert!(said.ends_with("tokens.json can't be used\n"), "{said}");
    assert!(!said.contains("s3cr3t") && !said.contains("One AG"), "{said}");
    assert!(refused(&["--tokens", "missing.json"]).contains("there is no file missing.json"));
    let said = refused(&["--token", "s3cr3t s3cr3t"]);
    assert!(said.starts_with("error: --token: ") && !said.contains("s3cr3t"), "{said}");
}

#[test]
fn without_a_token_one_is_made() {
    let folder = Folder::new("random");
    let server = Server::run(&folder, &[]);
    let said = server.said();
    let token = said.lines().find_map(|line| line.strip_prefix("token ")).unwrap().split(' ').next().unwrap();
    assert_eq!(token.len(), 32);
    ask(&server.address, &request("GET", BASE_DATA, "").replace(TOKEN, token)).assert_refused(404);
    ask(&server.address, &request("GET", BASE_DATA, "")).assert_refused(401);
}

#[test]
fn who_opens_it_to_others_is_warned() {
    let folder = Folder::new("open");
    assert!(Server::start(&folder, &["--listen", "0.0.0.0:0"]).said().starts_with("warning: others can reach this"));
    for listen in ["127.0.0.1:0", "localhost:0"] {
        assert!(!Server::start(&folder, &["--listen", listen]).said().contains("warning"), "{listen}");
    }
}

#[test]
fn a_port_or_a_directory_has_one_server() {
    let folder = Folder::new("two");
    let store = folder.0.join("store").to_str().unwrap().to_owned();
    let mut server = Server::start(&folder, &["--store", &store]);
    let said = refused(&["--store", &store]);
    assert!(said.contains("store: another process serves this directory"), "{said}");
    let said = uacc(&["serve", "--listen", &server.address], b"");
    assert_eq!(said.status, 2);
    assert!(said.err.contains(&format!("error: {} can't be listened on: ", server.address)), "{}", said.err);
    server.kill();
    // A lock goes with its process.
    Server::start(&folder, &["--store", &store]);
}

#[test]
fn what_is_something_else_is_left_alone() {
    let folder = Folder::new("foreign");
    let file = folder.file("file", b"mine");
    for path in [&file, folder.0.to_str().unwrap()] {
        let said = refused(&["--store", path]);
        assert!(said.contains("this holds something else and was left as it is"), "{said}");
    }
    assert_eq!(fs::read(&file).unwrap(), b"mine");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}

#[test]
fn everything_outlives_the_server() {
    let folder = Folder::new("outlives");
    let store = folder.0.join("deep/store").to_str().unwrap().to_owned();
    let mut server = Server::start(&folder, &["--store", &store]);
    let base_data = uacc(&["normalize", "base-data", "tests/messages/spelling.json"], b"").out;
    let send =
        |server: &Server, method: &str, path: &str, body: &str| ask(&server.address, &request(method, path, body));
    assert_eq!(send(&server, "PATCH", BASE_DATA, &base_data).status, 200);
    let download = exported(&server.address, "Rechnung");
    server.terminate();
    assert_eq!(server.wait().code(), Some(0));
    assert!(server.said().contains("\nstopped after 4 requests, "), "{}", server.said());

    let server = Server::start(&folder, &["--store", &store]);
    assert_eq!(send(&server, "GET", BASE_DATA, "").status, 200);
    assert_eq!(send(&server, "GET", &download, "").body, "Rechnung");
    // Names are given anew from the first, and those that are taken are left out.
    assert_ne!(exported(&server.address, "other"), download);
    assert_eq!(send(&server, "GET", &download, "").body, "Rechnung");
    assert_eq!(send(&server, "POST", "/sandbox/reset", "").status, 204);
    send(&server, "GET", BASE_DATA, "").assert_refused(404);
    send(&server, "GET", &download, "").assert_refused(404);
    assert_eq!(fs::read_dir(&store).unwrap().count(), 1);
    send(&server, "GET", "/sandbox/snapshot", "").assert_refused(501);
}

#[test]
fn a_store_that_fails_is_told_to_who_runs_it() {
    let folder = Folder::new("fails");
    let store = folder.0.join("store");
    let server = Server::start(&folder, &["--store", store.to_str().unwrap()]);
    fs::create_dir(store.join("sandbox")).unwrap();
    fs::write(store.join("sandbox/transactions.store"), "no store").unwrap();
    let import = r#"{"transactions": [{"text": "very private"}]}"#;
    let answer = ask(&server.address, &request("POST", "/api/public/v1/transactions", import));
    answer.assert_refused(503);
    assert!(!answer.body.contains("transactions.store"), "{answer:?}");
    let said = server.said();
    let line = said.lines().find(|line| line.contains(" failure: ")).unwrap();
    assert!(line.contains("transactions.store: this file is no store of universal-accounting"), "{line}");
}

#[test]
fn the_end_waits_for_what_was_begun() {
    let folder = Folder::new("end");
    let mut server = Server::start(&folder, &[]);
    let (mut idle, mut busy) = (Client::connect(&server.address).unwrap(), Client::connect(&server.address).unwrap());
    for client in [&mut idle, &mut busy] {
        client.send(request("GET", "/", "").as_bytes()).unwrap();
        client.answer().unwrap().assert_refused(404);
    }
    let import = request("POST", "/api/public/v1/transactions", "{}");
    let (first, rest) = import.split_at(import.len() - 1);
    busy.send(first.as_bytes()).unwrap();
    thread::sleep(Duration::from_millis(200));
    server.terminate();
    assert!(idle.is_closed());
    thread::sleep(Duration::from_millis(200));
    assert!(Client::connect(&server.address).is_err());
    busy.send(rest.as_bytes()).unwrap();
    busy.answer().unwrap().assert_refused(400);
    assert!(busy.is_closed());
    let status = server.wait();
    assert_eq!((status.code(), status.signal()), (Some(0), None));
}

#[test]
fn with_quiet_nothing_is_said_of_requests() {
    let folder = Folder::new("quiet");
    let server = Server::start(&folder, &["--quiet"]);
    ask(&server.address, &request("GET", BASE_DATA, "")).assert_refused(404);
    assert!(!server.said().contains("base-data"));
}
