//! The service as a reference: every endpoint with every kind of caller, what is kept, what is refused, and that organizations are apart.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, reason = "a test may panic")]

mod broken;

use broken::Broken;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use serde_json::{Value, json};
use universal_accounting::dedup::{SnapshotFault, StoreFull};
use universal_accounting::endpoint::{Caller, Endpoint, Organization, Scope};
use universal_accounting::report::{Example, Policy};
use universal_accounting::sandbox::ForcedResponse;
use universal_accounting::service::{Control, Head, Identifier, MemoryState, Request, Response, Service, State};
use universal_accounting::{base_data, documents, transactions};

const BASE_DATA: &str = "/api/public/v1/base-data";
const DOCUMENTS: &str = "/api/public/v1/documents/document";
const TRANSACTIONS: &str = "/api/public/v1/transactions";
const CARD_NUMBER: &str = "4917484589897107";

fn organization(name: &str) -> Organization {
    Organization::parse(name).unwrap()
}

fn caller(name: &str) -> Caller {
    Caller::with_every_scope(organization(name))
}

/// A service with one who may do everything in one organization.
struct Session {
    service: Service,
    caller: Caller,
}

impl Session {
    fn new() -> Self {
        Self { service: Service::new(), caller: caller("muster-ag") }
    }

    fn send(&mut self, method: &str, target: &str, body: &str) -> Response {
        self.service.handle(&self.caller, &Request::json(method, target, body.as_bytes()))
    }

    fn get(&mut self, target: &str) -> Response {
        self.service.handle(&self.caller, &Request::new("GET", target))
    }

    /// Uploads a file and creates a document from it; gives the answer to that.
    fn create(&mut self, file: &str, at_once: bool) -> Value {
        let uploaded = json_of(&self.send("POST", "/sandbox/files", file));
        let request = json!({
            "signedFileName": uploaded["signedFileName"], "fileName": "Rechnung März.pdf", "processImmediately": at_once
        });
        let created = self.send("POST", DOCUMENTS, &request.to_string());
        assert_eq!(created.status, 200, "{}", created.text());
        json_of(&created)
    }
}

fn json_of(response: &Response) -> Value {
    assert!(response.header("Content-Type").is_some_and(|value| value.ends_with("json")), "{response:?}");
    serde_json::from_slice(&response.body).unwrap()
}

fn base_data(contacts: &'static str) -> String {
    String::from_utf8(Example::BaseData("contacts", contacts).input().into_owned()).unwrap()
}

fn booking(id: &str, amount: &str) -> Value {
    json!({
        "accountIdentifier": "CH9300762011623852957", "transactionId": id, "text": "Miete", "creditDebit": "debit",
        "amount": amount, "currency": "CHF", "bookedAt": "2026-03-31"
    })
}

fn payload(bookings: &[Value]) -> String {
    json!({ "transactions": bookings }).to_string()
}

/// What a problem says of itself, its status among it.
fn problem(response: &Response) -> (u16, String) {
    assert_eq!(response.header("content-type"), Some("application/problem+json"));
    let problem = json_of(response);
    assert_eq!(problem["status"], response.status);
    let slug = problem["type"].as_str().unwrap().strip_prefix("urn:universal-accounting:problem:").unwrap();
    (response.status, slug.to_owned())
}

/// A request to an endpoint that would succeed, but for a download, where nothing is to be had.
fn request(endpoint: Endpoint) -> (String, String) {
    let target = endpoint.path().replace(":id", "00000000-0000-8000-8000-000000000000");
    let body = match endpoint {
        Endpoint::UpdateBaseData => base_data("[]"),
        Endpoint::ImportTransactions => payload(&[booking("1", "5")]),
        _ => String::new(),
    };
    (target, body)
}

#[test]
fn every_endpoint_lets_in_those_with_its_scope_and_nobody_else() {
    // Each scope alone, all of them, all but one, and none.
    let alone = Scope::ALL.map(|scope| vec![scope]);
    let but_one = Scope::ALL.map(|left| Scope::ALL.into_iter().filter(|scope| *scope != left).collect());
    let sets: Vec<Vec<Scope>> = alone.into_iter().chain(but_one).chain([Scope::ALL.to_vec(), Vec::new()]).collect();
    for endpoint in Endpoint::ALL {
        let (target, body) = request(endpoint);
        let answer = |caller: &Caller| {
            let request = Request::json(endpoint.method(), &target, body.as_bytes());
            Service::new().handle(caller, &request)
        };
        for (caller, challenge) in [(Caller::Anonymous, "Bearer"), (Caller::Unknown, r#"Bearer error="invalid_token""#)]
        {
            let refused = answer(&caller);
            assert_eq!(problem(&refused), (401, "unauthorized".to_owned()), "{endpoint:?}");
            assert_eq!(refused.header("WWW-Authenticate"), Some(challenge));
        }
        for scopes in &sets {
            let caller = Caller::Known { organization: organization("a"), scopes: scopes.clone() };
            let answered = answer(&caller);
            if scopes.contains(&endpoint.scope()) {
                let expected = match endpoint {
                    // Nothing was uploaded, kept or exported yet, which only those hear who may hear it.
                    Endpoint::CreateDocument => 400,
                    Endpoint::ExportBaseData | Endpoint::DownloadFile => 404,
                    _ => endpoint.success_status(),
                };
                assert_eq!(answered.status, expected, "{endpoint:?} {scopes:?}");
            } else {
                assert_eq!(problem(&answered), (403, "forbidden".to_owned()), "{endpoint:?} {scopes:?}");
                let challenge = format!(r#"Bearer error="insufficient_scope", scope="{}""#, endpoint.scope());
                assert_eq!(answered.header("www-authenticate"), Some(challenge.as_str()));
            }
            assert!(endpoint.statuses().contains(&answered.status));
        }
    }
}

#[test]
fn controls_need_a_caller_who_is_known() {
    for control in Control::ALL {
        let target = control.path().replace(":id", "00000000-0000-8000-8000-000000000000");
        let mut service = Service::new();
        for caller in [Caller::Anonymous, Caller::Unknown] {
            let refused = service.handle(&caller, &Request::json(control.method(), &target, b"0"));
            assert_eq!(refused.status, 401, "{control:?}");
        }
        let without_scope = Caller::Known { organization: organization("a"), scopes: Vec::new() };
        let answered = service.handle(&without_scope, &Request::json(control.method(), &target, b"0"));
        let expected = match control {
            Control::Upload => 403,
            Control::Export => 404,
            Control::Force | Control::Restore => 400,
            Control::List | Control::Snapshot => 200,
            _ => 204,
        };
        assert_eq!(answered.status, expected, "{control:?} {}", answered.text());
    }
}

#[test]
fn what_leads_nowhere_is_told_before_anybody_is_asked_who_he_is() {
    let mut service = Service::new();
    for target in ["/", "/api/public/v1/base-data/", "/api/public/v2/base-data", "/sandbox"] {
        assert_eq!(problem(&service.handle(&Caller::Anonymous, &Request::new("GET", target))).0, 404, "{target}");
    }
    let refused = service.handle(&Caller::Anonymous, &Request::new("DELETE", BASE_DATA));
    assert_eq!(problem(&refused), (405, "method-not-allowed".to_owned()));
    assert_eq!(refused.header("allow"), Some("PATCH, GET, HEAD"));
    let refused = service.handle(&Caller::Anonymous, &Request::new("GET", "/sandbox/files"));
    assert_eq!((refused.status, refused.header("allow")), (405, Some("POST")));
}

#[test]
fn a_body_is_json_and_says_so() {
    let mut session = Session::new();
    for content_type in
        [None, Some("text/plain"), Some("application/jsonl"), Some("application/problem+json"), Some("")]
    {
        for (method, target, header) in
            [("PATCH", BASE_DATA, "accept-patch"), ("POST", TRANSACTIONS, "accept"), ("POST", DOCUMENTS, "accept")]
        {
            let head = Head { method, target, content_type };
            let refused = session.service.handle(&session.caller, &Request { head, body: b"{}" });
            assert_eq!(problem(&refused), (415, "unsupported-media-type".to_owned()), "{content_type:?}");
            assert_eq!(refused.header(header), Some("application/json"));
        }
    }
    for content_type in ["application/json", "Application/JSON; charset=utf-8", "application/json;charset=UTF-8"] {
        let head = Head { method: "PATCH", target: BASE_DATA, content_type: Some(content_type) };
        let body = base_data("[]");
        assert_eq!(session.service.handle(&session.caller, &Request { head, body: body.as_bytes() }).status, 200);
    }
}

#[test]
fn a_body_beyond_the_limit_is_refused_unread() {
    let mut service = Service::new().body_limit(100);
    let (caller, long) = (caller("a"), vec![b' '; 101]);
    for (method, target) in
        [("PATCH", BASE_DATA), ("POST", TRANSACTIONS), ("POST", DOCUMENTS), ("POST", "/sandbox/files")]
    {
        let refused = service.handle(&caller, &Request::json(method, target, &long));
        assert_eq!(problem(&refused), (413, "too-large".to_owned()));
        let taken = service.handle(&caller, &Request::json(method, target, &long[1..]));
        assert_eq!(taken.status, if target == "/sandbox/files" { 201 } else { 400 }, "what has just the limit is read");
    }
    let admission = service.admit(&caller, &Request::json("PATCH", BASE_DATA, b"").head).unwrap();
    assert_eq!(admission.limit(), 100);
}

#[test]
fn base_data_is_replaced_whole_or_not_at_all() {
    let mut session = Session::new();
    assert_eq!(problem(&session.get(BASE_DATA)), (404, "not-found".to_owned()));
    let updated = session.send(
        "PATCH",
        BASE_DATA,
        &base_data(r#"[{"externalId":"k-1","legalType":"COMPANY","companyName":"A"}]"#),
    );
    assert_eq!((updated.status, updated.text().as_str()), (200, r#"{"success":true}"#));
    assert!(base_data::check_result(&updated.body, &Policy::new()).findings.is_empty());
    let held = session.get(BASE_DATA);
    assert_eq!((held.status, held.header("content-type")), (200, Some("application/json")));
    assert_eq!(json_of(&held)["contacts"][0]["companyName"], "A");

    let broken = base_data(r#"[{"externalId":"","legalType":"COMPANY"},{"legalType":"company","externalId":"2"}]"#);
    let refused = session.send("PATCH", BASE_DATA, &broken);
    assert_eq!(problem(&refused), (400, "invalid-base-data".to_owned()));
    let told = json_of(&refused);
    let report = base_data::check(broken.as_bytes(), &Policy::new());
    assert_eq!(told["errors"], report.errors);
    let paths: Vec<&str> =
        told["findings"].as_array().unwrap().iter().map(|one| one["path"].as_str().unwrap()).collect();
    assert_eq!(paths, report.findings.iter().map(|finding| finding.pointer.as_str()).collect::<Vec<_>>());
    assert!(paths.contains(&"/contacts/0/externalId") && paths.contains(&"/contacts/1/legalType"));
    assert_eq!(session.get(BASE_DATA), held, "an invalid one changes nothing");

    assert_eq!(session.send("PATCH", BASE_DATA, &base_data("[]")).status, 200);
    assert_eq!(json_of(&session.get(BASE_DATA))["contacts"], json!([]), "what is left out is gone");
    assert_eq!(session.service.handle(&session.caller, &Request::new("HEAD", BASE_DATA)).status, 200);
}

#[test]
fn what_is_given_back_is_canonical_and_says_what_was_sent() {
    let mut session = Session::new();
    let sent = base_data(r#"[{"note" : 1.50, "legalType":"COMPANY", "externalId":"k\u00e4", "CompanyName": "A"}]"#);
    assert_eq!(session.send("PATCH", BASE_DATA, &sent).status, 200);
    let held = session.get(BASE_DATA).text();
    assert!(
        held.contains(r#""contacts":[{"externalId":"kä","legalType":"COMPANY","note":1.50,"CompanyName":"A"}]"#),
        "{held}"
    );
    assert_eq!(session.send("PATCH", BASE_DATA, &held).status, 200);
    assert_eq!(session.get(BASE_DATA).text(), held);
}

#[test]
fn transactions_are_counted_as_the_contract_says() {
    let mut session = Session::new();
    let first = session.send("POST", TRANSACTIONS, &payload(&[booking("1", "5"), booking("2", "6")]));
    assert_eq!(
        (first.status, first.text().as_str()),
        (201, r#"{"existingTransactions":0,"newTransactions":2,"errorTransactions":0}"#)
    );
    assert!(transactions::check_result(&first.body, Some(2), &Policy::new()).findings.is_empty());

    let mut other_text = booking("2", "6");
    other_text["text"] = "Zins".into();
    let sent =
        [booking("1", "7"), other_text, booking("3", "6"), booking("4", "x"), booking("5", "8"), booking("5", "8")];
    let second = json_of(&session.send("POST", TRANSACTIONS, &payload(&sent)));
    let counts =
        ["existingTransactions", "newTransactions", "errorTransactions"].map(|count| second[count].as_u64().unwrap());
    assert_eq!(counts, [3, 2, 1]);
    let verdicts: Vec<(u64, &str)> = second["details"]["verdicts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["index"].as_u64().unwrap(), one["verdict"].as_str().unwrap()))
        .collect();
    assert_eq!(verdicts, [(0, "conflict"), (1, "existing"), (2, "suspect"), (3, "rejected")]);
    assert_eq!(second["details"]["verdicts"][0]["differences"][0]["field"], "amount");
    let found: Vec<&str> =
        second["details"]["findings"].as_array().unwrap().iter().map(|one| one["path"].as_str().unwrap()).collect();
    assert!(found.contains(&"/transactions/3/amount"), "{found:?}");
}

#[test]
fn a_body_that_can_not_be_taken_imports_nothing() {
    let mut session = Session::new();
    let whole = payload(&[booking("1", "5"), booking("2", "6")]);
    for body in [
        "",
        "{",
        "[]",
        "{}",
        r#"{"transactions":[]}"#,
        r#"{"transactions":1}"#,
        &whole[..whole.len() - 1],
        &format!("{whole}x"),
    ] {
        let refused = session.send("POST", TRANSACTIONS, body);
        assert_eq!(problem(&refused), (400, "invalid-transactions".to_owned()), "{body}");
        assert!(json_of(&refused)["errors"].as_u64() > Some(0));
    }
    assert_eq!(json_of(&session.send("POST", TRANSACTIONS, &whole))["newTransactions"], 2);
}

#[test]
fn a_document_is_created_from_an_uploaded_file() {
    let mut session = Session::new();
    for (at_once, members) in [(true, vec!["serviceFileId", "serviceId"]), (false, vec!["serviceFileId"])] {
        let created = session.create("%PDF", at_once);
        assert_eq!(created.as_object().unwrap().keys().collect::<Vec<_>>(), members);
        let request = format!(r#"{{"signedFileName":"x","fileName":"x","processImmediately":{at_once}}}"#);
        let request = documents::read(request.as_bytes(), &Policy::new()).value;
        let report = documents::check_result(created.to_string().as_bytes(), request.as_ref(), &Policy::new());
        assert!(report.findings.is_empty(), "{report:?}");
    }
    for name in ["rechnung.pdf", "00000000-0000-8000-8000-000000000000", "../../etc/passwd"] {
        let body = json!({ "signedFileName": name, "fileName": "rechnung.pdf" }).to_string();
        let refused = session.send("POST", DOCUMENTS, &body);
        assert_eq!(problem(&refused), (400, "invalid-document".to_owned()));
        let finding = &json_of(&refused)["findings"][0];
        assert_eq!(
            (finding["rule"].as_str(), finding["path"].as_str()),
            (Some("signed-file-name-unknown"), Some("/signedFileName"))
        );
    }
}

#[test]
fn a_file_is_downloaded_once_its_document_was_exported() {
    let mut session = Session::new();
    let created = session.create("%PDF-1.7 \u{fc}", false);
    let id = created["serviceFileId"].as_str().unwrap();
    let target = format!("/api/public/v1/documents/files/{id}/download");
    assert_eq!(session.get(&target).status, 404);
    let export = format!("/sandbox/files/{id}/export");
    assert_eq!(session.send("POST", &export.replace(&id[..4], "0000"), "").status, 404);
    assert_eq!(session.send("POST", &export, "").status, 204);
    let file = session.get(&target);
    assert_eq!((file.status, file.text().as_str()), (200, "%PDF-1.7 \u{fc}"));
    assert_eq!(file.header("content-disposition"), Some("attachment; filename*=UTF-8''Rechnung%20M%C3%A4rz.pdf"));
    assert_eq!(file.header("x-content-type-options"), Some("nosniff"));
    session.caller = caller("andere");
    assert_eq!(session.get(&target).status, 404, "never a file of another organization");
    assert_eq!(session.send("POST", &export, "").status, 404);
    for other in ["4711", "..%2f", &id.to_uppercase()] {
        assert_eq!(session.get(&format!("/api/public/v1/documents/files/{other}/download")).status, 404);
    }
}

#[test]
fn the_same_requests_give_the_same_identifiers() {
    let run = |seed: u32| {
        let mut session = Session { service: Service::new().seed(seed), caller: caller("a") };
        (session.create("x", true), session.create("y", true))
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
    let mut session = Session { service: Service::new(), caller: caller("a") };
    assert_eq!(session.send("PUT", "/sandbox/seed", "1").status, 204);
    assert_eq!((session.create("x", true), session.create("y", true)), run(1));
    assert_eq!(session.send("POST", "/sandbox/reset", "").status, 204);
    assert_eq!((session.create("x", true), session.create("y", true)), run(1), "a reset keeps the seed");
    for body in ["", "-1", "1.5", "\"1\"", "4294967296"] {
        assert_eq!(problem(&session.send("PUT", "/sandbox/seed", body)), (400, "invalid-control".to_owned()));
    }
    // A seed that was used before gives identifiers that are taken; they are left out.
    assert_eq!(session.send("PUT", "/sandbox/seed", "1").status, 204);
    assert!(run(1).0 != session.create("z", true));
}

#[test]
fn a_reset_forgets_one_organization() {
    let mut session = Session::new();
    for name in ["muster-ag", "andere"] {
        session.caller = caller(name);
        session.send("PATCH", BASE_DATA, &base_data("[]"));
        session.send("POST", TRANSACTIONS, &payload(&[booking("1", "5")]));
        session.service.force(&organization(name), ForcedResponse::new(500));
    }
    assert_eq!(session.send("POST", "/sandbox/reset", "").status, 204);
    assert_eq!(session.get(BASE_DATA).status, 404);
    assert_eq!(json_of(&session.send("POST", TRANSACTIONS, &payload(&[booking("1", "5")])))["newTransactions"], 1);
    session.caller = caller("muster-ag");
    assert_eq!(session.get(BASE_DATA).status, 500);
    assert_eq!(session.get(BASE_DATA).status, 200);
}

#[test]
fn a_snapshot_holds_everything() {
    let mut session = Session::new();
    session.send("PATCH", BASE_DATA, &base_data("[]"));
    session.send("POST", TRANSACTIONS, &payload(&[booking("1", "5")]));
    let id = session.create("%PDF", false)["serviceFileId"].as_str().unwrap().to_owned();
    session.send("POST", &format!("/sandbox/files/{id}/export"), "");
    let taken = session.get("/sandbox/snapshot");
    assert_eq!((taken.status, taken.header("content-type")), (200, Some("application/octet-stream")));
    let held = session.get(BASE_DATA);
    session.send("PATCH", BASE_DATA, &base_data(r#"[{"externalId":"k","legalType":"COMPANY","companyName":"A"}]"#));
    session.send("POST", TRANSACTIONS, &payload(&[booking("2", "5")]));

    for mut other in [session, Session::new()] {
        let restore = |session: &mut Session, snapshot: &[u8]| {
            let request = Request { body: snapshot, ..Request::new("PUT", "/sandbox/snapshot") };
            session.service.handle(&session.caller, &request)
        };
        assert_eq!(restore(&mut other, &taken.body).status, 204);
        assert_eq!(other.get("/sandbox/snapshot"), taken);
        assert_eq!(other.get(BASE_DATA), held);
        let counts = json_of(&other.send("POST", TRANSACTIONS, &payload(&[booking("1", "5"), booking("2", "5")])));
        assert_eq!((&counts["existingTransactions"], &counts["newTransactions"]), (&json!(1), &json!(1)));
        assert_eq!(other.get(&format!("/api/public/v1/documents/files/{id}/download")).status, 200);
        let before = other.get("/sandbox/snapshot");
        for place in 0..taken.body.len() {
            let mut damaged = taken.body.clone();
            damaged[place] ^= 1;
            assert_eq!(problem(&restore(&mut other, &damaged)), (400, "invalid-control".to_owned()), "byte {place}");
            assert_eq!(restore(&mut other, &taken.body[..place]).status, 400);
        }
        assert_eq!(other.get("/sandbox/snapshot"), before, "what can't be read changes nothing");
    }
}

#[test]
fn a_forced_response_comes_as_often_as_was_said() {
    let mut session = Session::new();
    let import = payload(&[booking("1", "5")]);
    let force = r#"{"endpoint":"importTransactions","status":503,"times":2,"retryAfter":7}"#;
    assert_eq!(session.send("POST", "/sandbox/responses", force).status, 204);
    assert_eq!(session.get(BASE_DATA).status, 404, "other endpoints go on");
    for _ in 0..2 {
        let forced = session.send("POST", TRANSACTIONS, &import);
        assert_eq!((problem(&forced), forced.header("retry-after")), ((503, "forced".to_owned()), Some("7")));
    }
    assert_eq!(json_of(&session.send("POST", TRANSACTIONS, &import))["newTransactions"], 1, "nothing was imported");

    assert_eq!(session.send("POST", "/sandbox/responses", r#"{"status":500,"times":9}"#).status, 204);
    assert_eq!(session.get(BASE_DATA).status, 500);
    assert_eq!(session.send("DELETE", "/sandbox/responses", "").status, 204);
    assert_eq!(session.get(BASE_DATA).status, 404, "none is forced any more");
    for _ in 0..1000 {
        assert_eq!(session.send("POST", "/sandbox/responses", r#"{"status":500}"#).status, 204);
    }
    assert_eq!(session.send("POST", "/sandbox/responses", r#"{"status":500}"#).status, 400);
    session.service.release(&organization("muster-ag"));

    let refused = session.send("POST", "/sandbox/responses", r#"{"status":200}"#);
    assert_eq!(problem(&refused), (400, "invalid-control".to_owned()));
    assert_eq!(json_of(&refused)["findings"][0]["path"], "/status");
    session.service.force(&organization("andere"), ForcedResponse::new(500));
    assert_eq!(session.get(BASE_DATA).status, 404, "nor is it another organization's");
}

#[test]
fn an_import_whose_answer_was_lost_is_sent_again_without_doubles() {
    let mut session = Session::new();
    let import = payload(&[booking("1", "5"), booking("2", "6")]);
    session.send("POST", "/sandbox/responses", r#"{"endpoint":"importTransactions","status":504,"after":true}"#);
    assert_eq!(session.send("POST", TRANSACTIONS, &import).status, 504);
    let once = session.get("/sandbox/snapshot");
    let again = json_of(&session.send("POST", TRANSACTIONS, &import));
    assert_eq!((&again["existingTransactions"], &again["newTransactions"]), (&json!(2), &json!(0)));
    assert_eq!(session.get("/sandbox/snapshot"), once);
}

#[test]
fn what_was_received_is_listed_without_card_numbers() {
    let mut session = Session::new();
    session.send("POST", TRANSACTIONS, &payload(&[json!({ "accountIdentifier": CARD_NUMBER })]));
    let head = Head { method: "PATCH", target: BASE_DATA, content_type: Some("text/plain") };
    session.service.handle(&session.caller, &Request { head, body: b"unread" });
    session.get(&format!("{BASE_DATA}?card={CARD_NUMBER}"));
    session.service.handle(&Caller::Anonymous, &Request::new("GET", BASE_DATA));
    session.service.handle(&caller("andere"), &Request::new("GET", BASE_DATA));
    let list = session.get("/sandbox/requests");
    assert!(!list.text().contains(CARD_NUMBER));
    let list = json_of(&list);
    let told: Vec<(&str, u64)> = list["requests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["method"].as_str().unwrap(), one["status"].as_u64().unwrap()))
        .collect();
    assert_eq!(told, [("POST", 201), ("PATCH", 415), ("GET", 404)]);
    assert!(list["requests"][0]["body"].as_str().unwrap().contains("accountIdentifier"));
    assert_eq!(list["requests"][1]["body"], Value::Null);
}

#[test]
fn no_answer_repeats_a_card_number() {
    let mut session = Session::new();
    let contacts = format!(r#"[{{"externalId":"{CARD_NUMBER}","legalType":"{CARD_NUMBER}"}}]"#);
    let contacts: &'static str = Box::leak(contacts.into_boxed_str());
    let mut told = String::new();
    for (method, target, body) in [
        ("PATCH", BASE_DATA, base_data(contacts)),
        ("POST", DOCUMENTS, json!({ "signedFileName": CARD_NUMBER, "fileName": 1, CARD_NUMBER: 1 }).to_string()),
        (
            "POST",
            TRANSACTIONS,
            payload(&[booking(CARD_NUMBER, "5"), booking(CARD_NUMBER, "6"), booking("x", CARD_NUMBER)]),
        ),
        ("POST", TRANSACTIONS, payload(&[booking("2", "5")])),
        ("POST", TRANSACTIONS, format!("{{\"transactions\":[{CARD_NUMBER}")),
        ("POST", "/sandbox/responses", format!(r#"{{"endpoint":"{CARD_NUMBER}","status":{CARD_NUMBER}}}"#)),
        ("PUT", "/sandbox/seed", CARD_NUMBER.to_owned()),
    ] {
        told += &session.send(method, target, &body).text();
    }
    assert!(told.contains("conflict") && told.contains("suspect"), "{told}");
    assert!(!told.contains(CARD_NUMBER), "{told}");
}

#[test]
fn a_state_that_fails_is_told_to_whoever_runs_it() {
    let (mut service, caller) = (Service::with_state(Broken), caller("a"));
    let id = Identifier::parse("00000000-0000-8000-8000-000000000000").unwrap();
    let document = json!({ "signedFileName": id.to_string(), "fileName": "x" }).to_string();
    for (method, target, body) in [
        ("PATCH", BASE_DATA, base_data("[]")),
        ("GET", BASE_DATA, String::new()),
        ("POST", DOCUMENTS, document),
        ("POST", TRANSACTIONS, payload(&[booking("1", "5")])),
        ("GET", &format!("/api/public/v1/documents/files/{id}/download"), String::new()),
        ("POST", "/sandbox/files", String::new()),
        ("POST", &format!("/sandbox/files/{id}/export"), String::new()),
        ("POST", "/sandbox/reset", String::new()),
    ] {
        let failed = service.handle(&caller, &Request::json(method, target, body.as_bytes()));
        assert_eq!(problem(&failed), (503, "unavailable".to_owned()), "{method} {target}");
        assert_eq!(failed.failure, Some(StoreFull.to_string()));
        assert!(!failed.text().contains(&StoreFull.to_string()));
    }
    let mut lost = ForcedResponse::new(504);
    lost.after = true;
    service.force(&organization("a"), lost);
    let failed = service.handle(&caller, &Request::new("GET", BASE_DATA));
    assert_eq!((failed.status, failed.failure), (504, Some(StoreFull.to_string())), "told behind a forced answer too");
    for method in ["GET", "PUT"] {
        assert_eq!(problem(&service.handle(&caller, &Request::new(method, "/sandbox/snapshot"))).0, 501);
    }
}

#[test]
fn what_is_no_snapshot_is_refused() {
    let mut state = MemoryState::new();
    let of = organization("a");
    let mut newer = state.snapshot(&of).unwrap();
    newer[8] = 2;
    for (bytes, fault) in [
        (&b""[..], SnapshotFault::Foreign),
        (&[0; 64][..], SnapshotFault::Foreign),
        (&newer, SnapshotFault::Version(2)),
    ] {
        assert_eq!(state.restore(&of, bytes), Some(Err(fault)));
    }
}

fn any_request() -> impl Strategy<Value = (&'static str, String, String)> {
    let known = "9bb1c5a3-7a0e-8d8c-b3f5-6f2b6f1c7d11";
    prop_oneof![
        Just(("PATCH", BASE_DATA.to_owned(), base_data("[]"))),
        Just(("PATCH", BASE_DATA.to_owned(), "{}".to_owned())),
        Just(("GET", BASE_DATA.to_owned(), String::new())),
        (0..4u8, 0..3u8).prop_map(|(id, amount)| {
            let body = payload(&[booking(&id.to_string(), &amount.to_string())]);
            ("POST", TRANSACTIONS.to_owned(), body)
        }),
        Just(("POST", "/sandbox/files".to_owned(), "x".to_owned())),
        Just(("POST", DOCUMENTS.to_owned(), json!({ "signedFileName": known, "fileName": "x" }).to_string())),
        Just(("POST", "/sandbox/responses".to_owned(), r#"{"status":500}"#.to_owned())),
        Just(("POST", "/sandbox/reset".to_owned(), String::new())),
        (0..3u8).prop_map(|seed| ("PUT", "/sandbox/seed".to_owned(), seed.to_string())),
        Just(("GET", "/sandbox/requests".to_owned(), String::new())),
        Just(("GET", "/sandbox/snapshot".to_owned(), String::new())),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("proptest-regressions"))),
        ..ProptestConfig::default()
    })]

    /// What one organization is answered is the same whether others call in between or not.
    #[test]
    fn organizations_are_apart(requests in prop::collection::vec((0..2usize, any_request()), 1..40)) {
        let names = ["a", "b"];
        let mut shared = Service::new();
        let mut own = [Service::new(), Service::new()];
        for (who, (method, target, body)) in requests {
            let request = Request::json(method, &target, body.as_bytes());
            let caller = caller(names[who]);
            prop_assert_eq!(shared.handle(&caller, &request), own[who].handle(&caller, &request));
        }
    }

    /// No request, however strange, makes it panic, and every answer that isn't a file says what it is.
    #[test]
    fn any_request_is_answered(
        method in "GET|POST|PATCH|PUT|HEAD|[A-Z]{0,3}",
        target in "(/api/public/v1|/sandbox)?/(base-data|transactions|documents/document|files|responses|requests|seed|reset|snapshot)?(\\?.*)?|\\PC*",
        content_type in prop::option::of("application/json|text/.*"),
        body in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let head = Head { method: &method, target: &target, content_type: content_type.as_deref() };
        let answered = Service::new().handle(&caller("a"), &Request { head, body: &body });
        prop_assert!((200..600).contains(&answered.status));
        prop_assert_eq!(answered.body.is_empty(), answered.status == 204);
    }
}

#[test]
fn a_name_of_any_length_fits_in_a_header() {
    let mut session = Session::new();
    let uploaded = json_of(&session.send("POST", "/sandbox/files", "x"));
    let request = json!({"signedFileName": uploaded["signedFileName"], "fileName": "ä".repeat(100_000)});
    let created = json_of(&session.send("POST", DOCUMENTS, &request.to_string()));
    let id = created["serviceFileId"].as_str().unwrap();
    assert_eq!(session.send("POST", &format!("/sandbox/files/{id}/export"), "").status, 204);
    let file = session.get(&format!("/api/public/v1/documents/files/{id}/download"));
    let named = format!("attachment; filename*=UTF-8''{}", "%C3%A4".repeat(255));
    assert_eq!(file.header("content-disposition"), Some(named.as_str()));
}

#[test]
fn a_seed_is_a_number_of_json() {
    let mut session = Session::new();
    for (seed, status) in [("7", 204), (" 7\n", 204), ("+7", 400), ("007", 400), ("\u{a0}7", 400), ("", 400)] {
        assert_eq!(session.send("PUT", "/sandbox/seed", seed).status, status, "{seed:?}");
    }
}

#[test]
fn card_numbers_in_a_row_are_masked_at_once() {
    // Found one at a time, so many would take hours.
    let text = "3782 822463 10005 ".repeat(50_000);
    let request = json!({"transactions": [], "text": text}).to_string();
    let mut session = Session::new();
    assert_eq!(session.send("POST", TRANSACTIONS, &request).status, 400);
    assert!(!session.get("/sandbox/requests").text().contains("3782"));
}
