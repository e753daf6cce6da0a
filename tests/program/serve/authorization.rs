//! Tokens of the authorization server, over HTTP.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::Value;

use crate::folder::Folder;
use crate::serve::server::{MAX_WAIT, Server};

const CLIENTS: &str = r#"{"clients": [{"id": "app", "secret": "s3cr3t", "redirectUris": ["http://localhost:3000/callback"], "organization": "muster-ag",
    "scopes": ["api:transactions:create"]}]}"#;
/// The example of RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// Sends a request on a connection of its own, and returns the whole response.
fn send(address: &str, request: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(MAX_WAIT)).unwrap();
    let length = body.len();
    write!(
        stream,
        "{request}\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response
}

fn body(response: &str) -> Value {
    let (_, body) = response.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap_or_else(|_| panic!("{response}"))
}

#[test]
fn a_token_of_the_authorization_server_imports() {
    let folder = Folder::new("oauth");
    let clients = folder.file("clients.json", CLIENTS.as_bytes());
    let server = Server::run(&folder, &["--tokens", &clients]);
    let address = &server.address;
    let metadata = send(
        address,
        "GET /api/oauth/.well-known/oauth-authorization-server.json HTTP/1.1",
        "",
    );
    let metadata = body(&metadata);
    let endpoint = |name: &str| {
        let url = metadata[name].as_str().unwrap();
        url.strip_prefix(&format!("http://{address}"))
            .unwrap()
            .to_owned()
    };
    let granted = send(
        address,
        &format!(
            "GET {}?response_type=code&client_id=app&redirect_uri=http://localhost:3000/callback&code_challenge={CHALLENGE}&code_challenge_method=S256 HTTP/1.1",
            endpoint("authorization_endpoint")
        ),
        "",
    );
    assert!(granted.starts_with("HTTP/1.1 302 "), "{granted}");
    let (_, code) = granted.split_once("&code=").unwrap();
    let code = code.lines().next().unwrap();
    // `app:s3cr3t` in base64.
    let request = format!(
        "POST {} HTTP/1.1\r\nauthorization: Basic YXBwOnMzY3IzdA==\r\ncontent-type: application/x-www-form-urlencoded",
        endpoint("token_endpoint")
    );
    let form = format!(
        "grant_type=authorization_code&code={code}&redirect_uri=http://localhost:3000/callback&code_verifier={VERIFIER}"
    );
    let issued = body(&send(address, &request, &form));
    let token = issued["access_token"].as_str().unwrap();
    let import = format!(
        "POST /api/public/v1/transactions HTTP/1.1\r\nauthorization: Bearer {token}\r\ncontent-type: application/json"
    );
    let payload = r#"{"transactions": [{"accountIdentifier": "Kasse", "transactionId": "1", "amount": "12.50", "creditDebit": "debit",
        "currency": "CHF", "bookedAt": "2026-03-31"}]}"#;
    let imported = send(address, &import, payload);
    assert!(imported.starts_with("HTTP/1.1 201 "), "{imported}");
    // The code is used up, and its second use ends the token.
    assert_eq!(
        body(&send(address, &request, &form))["error"],
        "invalid_grant"
    );
    let refused = send(address, &import, payload);
    assert!(refused.starts_with("HTTP/1.1 401 "), "{refused}");
    let long = "x".repeat(20_000);
    assert!(send(address, &request, &long).starts_with("HTTP/1.1 413 "));
}
