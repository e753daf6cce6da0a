//! Starting and stopping the server.

mod log;
mod tokens;

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::folder::Folder;
use crate::process::{program, uacc};
use crate::serve::client::{BASE_DATA, Client, export_document, fetch, request};
use crate::serve::server::{MAX_WAIT, Server};

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
fn a_port_has_one_server() {
    let folder = Folder::new("two");
    let server = Server::start(&folder, &[]);
    let run = uacc(&["serve", "--listen", &server.address], b"");
    assert_eq!(run.status, 2);
    assert!(
        run.stderr
            .contains(&format!("error: can't listen on {}: ", server.address)),
        "{}",
        run.stderr
    );
}

#[test]
fn other_files_are_left_unchanged() {
    let folder = Folder::new("foreign");
    let file = folder.file("file", b"mine");
    for path in [&file, folder.path().to_str().unwrap()] {
        let stderr = fails_to_start(&["--snapshot", path]);
        assert!(stderr.contains("error: --snapshot: "), "{stderr}");
        assert!(stderr.contains("it was left as it is"), "{stderr}");
    }
    assert_eq!(fs::read(&file).unwrap(), b"mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let missing = folder.path().join("missing/data");
    let stderr = fails_to_start(&["--snapshot", missing.to_str().unwrap()]);
    assert!(stderr.contains("can't be written"), "{stderr}");
}

#[test]
fn data_survives_a_restart() {
    let folder = Folder::new("outlives");
    let file = folder.path().join("data");
    let snapshot = file.to_str().unwrap();
    let mut server = Server::start(&folder, &["--snapshot", snapshot]);
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
    let mode = fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    let mut server = Server::start(&folder, &["--snapshot", snapshot]);
    assert_eq!(send(&server, "GET", BASE_DATA, "").status, 200);
    assert_eq!(send(&server, "GET", &download, "").body, "Rechnung");
    // After a restart, identifiers are generated from the start again, and used ones are skipped.
    assert_ne!(export_document(&server.address, "other"), download);
    assert_eq!(send(&server, "GET", &download, "").body, "Rechnung");
    assert_eq!(send(&server, "POST", "/sandbox/reset", "").status, 204);
    send(&server, "GET", BASE_DATA, "").assert_problem(404);
    send(&server, "GET", &download, "").assert_problem(404);
    // A kill leaves the last snapshot as it is.
    let before = fs::read(&file).unwrap();
    server.kill();
    assert_eq!(fs::read(&file).unwrap(), before);
    let server = Server::start(&folder, &["--snapshot", snapshot]);
    assert_eq!(send(&server, "GET", &download, "").body, "Rechnung");
    let whole = fs::read(&file).unwrap();
    drop(server);
    for (place, bit) in [(0, 1), (8, 2), (whole.len() / 2, 4), (whole.len() - 1, 128)] {
        let mut damaged = whole.clone();
        damaged[place] ^= bit;
        fs::write(&file, &damaged).unwrap();
        let stderr = fails_to_start(&["--snapshot", snapshot]);
        assert!(stderr.contains("error: --snapshot: "), "{stderr}");
        assert_eq!(fs::read(&file).unwrap(), damaged);
    }
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

#[test]
fn tokens_that_others_can_read_are_said() {
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
}
