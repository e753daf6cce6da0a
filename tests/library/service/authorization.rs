//! The authorization server, as a client uses it: codes and tokens for whom they are meant, once and in time.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::Value;
use sha2::{Digest, Sha256};
use universal_accounting::endpoint::{Caller, Scope};
use universal_accounting::report::Policy;
use universal_accounting::sandbox::Credentials;
use universal_accounting::service::{AuthorizationServer, RequestHead, Response, ServiceRequest};

const FILE: &str = r#"{"clients": [
    {"id": "app", "secret": "s3cr3t", "redirectUris": ["http://localhost:3000/callback?from=oauth"], "organization": "muster-ag",
        "scopes": ["api:base-data:read", "api:transactions:create"]},
    {"id": "other", "secret": "0ther", "redirectUris": ["http://localhost:3001/"], "organization": "other", "scopes": ["api:base-data:read"]}]}"#;
const REDIRECT: &str = "http%3A%2F%2Flocalhost%3A3000%2Fcallback%3Ffrom%3Doauth";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

/// A server with a clock that the test sets.
struct Test {
    server: AuthorizationServer,
    now: u64,
    requests: u8,
}

impl Test {
    fn new() -> Self {
        let credentials = Credentials::read(FILE.as_bytes(), &Policy::new())
            .value
            .unwrap();
        Self {
            server: AuthorizationServer::new(credentials.clients()),
            now: 1_000_000,
            requests: 0,
        }
    }

    fn send(&mut self, request: &ServiceRequest<'_>, authorization: Option<&str>) -> Response {
        self.requests += 1;
        let random = [self.requests; 32];
        self.server.answer(
            request,
            authorization,
            "http://localhost:8080",
            self.now,
            &random,
        )
    }

    fn get(&mut self, target: &str) -> Response {
        self.send(&ServiceRequest::new("GET", target), None)
    }

    /// Asks for a code, with parameters in the place of others.
    fn authorize(&mut self, replaced: &str, by: &str) -> Response {
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER));
        let target = format!(
            "/api/oauth/authorize?response_type=code&client_id=app&redirect_uri={REDIRECT}&scope=api%3Abase-data%3Aread+api%3Atransactions%3Acreate&state=a%26b\
             &code_challenge={challenge}&code_challenge_method=S256"
        );
        assert!(target.contains(replaced), "{replaced}");
        self.get(&target.replace(replaced, by))
    }

    fn code(&mut self) -> String {
        parameter(&self.authorize("", ""), "code").unwrap()
    }

    fn token(&mut self, client: &str, form: &str) -> Response {
        let head = RequestHead::new(
            "POST",
            "/api/oauth/token",
            Some("application/x-www-form-urlencoded; charset=UTF-8"),
        );
        let request = ServiceRequest {
            head,
            body: form.as_bytes(),
        };
        let authorization = format!("Basic {}", STANDARD.encode(client));
        self.send(&request, Some(&authorization))
    }

    fn exchange(&mut self, code: &str) -> Response {
        let form = format!(
            "grant_type=authorization_code&code={code}&redirect_uri={REDIRECT}&code_verifier={VERIFIER}"
        );
        self.token("app:s3cr3t", &form)
    }

    fn renew(&mut self, refresh: &str, more: &str) -> Response {
        let form = format!("grant_type=refresh_token&refresh_token={refresh}{more}");
        self.token("app:s3cr3t", &form)
    }

    fn scopes(&self, access: &str) -> Option<Vec<Scope>> {
        match self.server.caller(access, self.now)? {
            Caller::Known {
                organization,
                scopes,
            } => {
                assert_eq!(organization.as_str(), "muster-ag");
                Some(scopes)
            }
            caller => panic!("{caller:?}"),
        }
    }
}

/// Returns a parameter of the address that a response redirects to.
fn parameter(response: &Response, name: &str) -> Option<String> {
    assert_eq!(response.status, 302, "{}", response.text());
    let location = response.header("location").unwrap();
    assert!(
        location.starts_with("http://localhost:3000/callback?from=oauth&"),
        "{location}"
    );
    let query = location.split_once('?').unwrap().1;
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    let found = pairs.find(|(known, _)| known == name);
    found.map(|(_, value)| value.into_owned())
}

fn json(response: &Response) -> Value {
    assert_eq!(response.header("cache-control"), Some("no-store"));
    serde_json::from_slice(&response.body).unwrap()
}

#[track_caller]
fn assert_error(response: &Response, status: u16, code: &str) {
    assert_eq!(
        (response.status, json(response)["error"].as_str()),
        (status, Some(code)),
        "{}",
        response.text()
    );
}

fn field(response: &Response, name: &str) -> String {
    assert_eq!(response.status, 200, "{}", response.text());
    json(response)[name].as_str().unwrap().to_owned()
}

#[test]
fn a_client_gets_tokens_and_renews_them() {
    let mut test = Test::new();
    let metadata = json(&test.get("/api/oauth/.well-known/oauth-authorization-server.json"));
    assert_eq!(
        metadata["token_endpoint"],
        "http://localhost:8080/api/oauth/token"
    );
    assert_eq!(
        metadata["code_challenge_methods_supported"],
        serde_json::json!(["S256"])
    );

    let granted = test.authorize("", "");
    assert_eq!(parameter(&granted, "state").as_deref(), Some("a&b"));
    assert_eq!(
        parameter(&granted, "iss").as_deref(),
        metadata["issuer"].as_str()
    );
    let issued = test.exchange(&parameter(&granted, "code").unwrap());
    let (access, refresh) = (
        field(&issued, "access_token"),
        field(&issued, "refresh_token"),
    );
    assert_eq!(field(&issued, "token_type"), "Bearer");
    let both = Some(vec![Scope::BaseDataRead, Scope::TransactionsCreate]);
    assert_eq!(test.scopes(&access), both);
    test.now += 3599;
    assert_eq!(test.scopes(&access), both);
    test.now += 1;
    assert_eq!(test.scopes(&access), None);

    let renewed = test.renew(&refresh, "&scope=api%3Abase-data%3Aread");
    assert_eq!(
        test.scopes(&field(&renewed, "access_token")),
        Some(vec![Scope::BaseDataRead])
    );
    assert_eq!(field(&renewed, "scope"), "api:base-data:read");
    let next = field(&renewed, "refresh_token");
    let renewed = test.renew(&next, "");
    assert_eq!(test.scopes(&field(&renewed, "access_token")), both);
}

#[test]
fn what_is_used_twice_ends_the_grant() {
    let mut test = Test::new();
    let code = test.code();
    let issued = test.exchange(&code);
    assert!(test.scopes(&field(&issued, "access_token")).is_some());
    assert_error(&test.exchange(&code), 400, "invalid_grant");
    assert_eq!(test.scopes(&field(&issued, "access_token")), None);
    assert_error(
        &test.renew(&field(&issued, "refresh_token"), ""),
        400,
        "invalid_grant",
    );

    let issued = {
        let code = test.code();
        test.exchange(&code)
    };
    let first = field(&issued, "refresh_token");
    let renewed = test.renew(&first, "");
    assert_error(&test.renew(&first, ""), 400, "invalid_grant");
    assert_eq!(test.scopes(&field(&renewed, "access_token")), None);
}

#[test]
fn what_is_wrong_is_refused() {
    let mut test = Test::new();
    // Nothing is sent to an address that may not be the client's.
    for (replaced, by) in [
        ("client_id=app", "client_id=nobody"),
        (REDIRECT, "http%3A%2F%2Fevil.example%2F"),
        (&*format!("redirect_uri={REDIRECT}"), ""),
    ] {
        assert_error(&test.authorize(replaced, by), 400, "invalid_request");
    }
    for (replaced, by, code) in [
        (
            "response_type=code",
            "response_type=token",
            "unsupported_response_type",
        ),
        (
            "code_challenge_method=S256",
            "code_challenge_method=plain",
            "invalid_request",
        ),
        ("code_challenge=", "challenge=", "invalid_request"),
        (
            "transactions%3Acreate",
            "base-data%3Aupdate",
            "invalid_scope",
        ),
        ("api%3Abase-data%3Aread+", "everything+", "invalid_scope"),
    ] {
        let refused = test.authorize(replaced, by);
        assert_eq!(parameter(&refused, "error").as_deref(), Some(code), "{by}");
        assert_eq!(parameter(&refused, "state").as_deref(), Some("a&b"));
        assert_eq!(parameter(&refused, "code"), None);
    }
    for client in ["app:wrong", "nobody:s3cr3t", "app"] {
        let refused = test.token(client, "grant_type=refresh_token&refresh_token=x");
        assert_error(&refused, 401, "invalid_client");
        assert!(
            refused
                .header("www-authenticate")
                .unwrap()
                .starts_with("Basic ")
        );
    }
    for (form, code) in [
        ("grant_type=password", "unsupported_grant_type"),
        ("code=x", "invalid_request"),
        (
            "grant_type=refresh_token&grant_type=refresh_token",
            "invalid_request",
        ),
        (
            "grant_type=refresh_token&refresh_token=unknown",
            "invalid_grant",
        ),
    ] {
        assert_error(&test.token("app:s3cr3t", form), 400, code);
    }
    assert_eq!(test.get("/api/oauth/token").status, 405);

    // A code of another client, with another verifier or address, or after a minute.
    let code = test.code();
    let form = |verifier: &str, redirect: &str| {
        format!(
            "grant_type=authorization_code&code={code}&redirect_uri={redirect}&code_verifier={verifier}"
        )
    };
    assert_error(
        &test.token("other:0ther", &form(VERIFIER, REDIRECT)),
        400,
        "invalid_grant",
    );
    assert_error(
        &test.token("app:s3cr3t", &form(&VERIFIER.replace('d', "e"), REDIRECT)),
        400,
        "invalid_grant",
    );
    assert_error(
        &test.token(
            "app:s3cr3t",
            &form(VERIFIER, "http%3A%2F%2Flocalhost%3A3001%2F"),
        ),
        400,
        "invalid_grant",
    );
    test.now += 60;
    assert_error(&test.exchange(&code), 400, "invalid_grant");
    let issued = {
        let code = test.code();
        test.exchange(&code)
    };
    let wider = test.renew(
        &field(&issued, "refresh_token"),
        "&scope=api%3Abase-data%3Aupdate",
    );
    assert_error(&wider, 400, "invalid_scope");
}
