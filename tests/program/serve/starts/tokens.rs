//! Tokens: given in a file, or generated.

use super::fails_to_start;
use crate::folder::Folder;
use crate::serve::client::{BASE_DATA, fetch, request};
use crate::serve::server::{Server, TOKEN};

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
