//! What there is beside the contract.

use serde_json::json;
use universal_accounting::dedup::{SnapshotError, StoreFullError};
use universal_accounting::sandbox::ForcedResponse;
use universal_accounting::service::{Identifier, MemoryState, Request, Service, State};

use crate::service::client::{
    BASE_DATA, Client, DOCUMENTS, TRANSACTIONS, base_data, booking, caller, json_of, organization, payload, problem,
};
use crate::service::failing_state::FailingState;

#[test]
fn the_same_requests_give_the_same_identifiers() {
    let run = |seed: u32| {
        let mut client = Client { service: Service::new().seed(seed), caller: caller("a") };
        (client.create("x", true), client.create("y", true))
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
    let mut client = Client { service: Service::new(), caller: caller("a") };
    assert_eq!(client.send("PUT", "/sandbox/seed", "1").status, 204);
    assert_eq!((client.create("x", true), client.create("y", true)), run(1));
    assert_eq!(client.send("POST", "/sandbox/reset", "").status, 204);
    assert_eq!((client.create("x", true), client.create("y", true)), run(1), "a reset keeps the seed");
    for body in ["", "-1", "1.5", "\"1\"", "4294967296"] {
        assert_eq!(problem(&client.send("PUT", "/sandbox/seed", body)), (400, "invalid-control".to_owned()));
    }
    // A seed that was used before gives identifiers that are taken; they are left out.
    assert_eq!(client.send("PUT", "/sandbox/seed", "1").status, 204);
    assert!(run(1).0 != client.create("z", true));
}

#[test]
fn a_seed_is_a_number_of_json() {
    let mut client = Client::new();
    for (seed, status) in [("7", 204), (" 7\n", 204), ("+7", 400), ("007", 400), ("\u{a0}7", 400), ("", 400)] {
        assert_eq!(client.send("PUT", "/sandbox/seed", seed).status, status, "{seed:?}");
    }
}

#[test]
fn a_reset_forgets_one_organization() {
    let mut client = Client::new();
    for name in ["muster-ag", "andere"] {
        client.caller = caller(name);
        client.send("PATCH", BASE_DATA, &base_data("[]"));
        client.send("POST", TRANSACTIONS, &payload(&[booking("1", "5")]));
        client.service.force_response(&organization(name), ForcedResponse::new(500));
    }
    assert_eq!(client.send("POST", "/sandbox/reset", "").status, 204);
    assert_eq!(client.get(BASE_DATA).status, 404);
    assert_eq!(json_of(&client.send("POST", TRANSACTIONS, &payload(&[booking("1", "5")])))["newTransactions"], 1);
    client.caller = caller("muster-ag");
    assert_eq!(client.get(BASE_DATA).status, 500);
    assert_eq!(client.get(BASE_DATA).status, 200);
}

#[test]
fn a_snapshot_holds_everything() {
    let mut client = Client::new();
    client.send("PATCH", BASE_DATA, &base_data("[]"));
    client.send("POST", TRANSACTIONS, &payload(&[booking("1", "5")]));
    let id = client.create("%PDF", false)["serviceFileId"].as_str().unwrap().to_owned();
    client.send("POST", &format!("/sandbox/files/{id}/export"), "");
    let taken = client.get("/sandbox/snapshot");
    assert_eq!((taken.status, taken.header("content-type")), (200, Some("application/octet-stream")));
    let held = client.get(BASE_DATA);
    client.send("PATCH", BASE_DATA, &base_data(r#"[{"externalId":"k","legalType":"COMPANY","companyName":"A"}]"#));
    client.send("POST", TRANSACTIONS, &payload(&[booking("2", "5")]));

    for mut other in [client, Client::new()] {
        let restore = |client: &mut Client, snapshot: &[u8]| {
            let request = Request { body: snapshot, ..Request::new("PUT", "/sandbox/snapshot") };
            client.service.handle(&client.caller, &request)
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
fn what_is_no_snapshot_is_refused() {
    let mut state = MemoryState::new();
    let of = organization("a");
    let mut newer = state.snapshot(&of).unwrap();
    newer[8] = 2;
    for (bytes, fault) in [
        (&b""[..], SnapshotError::Foreign),
        (&[0; 64][..], SnapshotError::Foreign),
        (&newer, SnapshotError::Version(2)),
    ] {
        assert_eq!(state.restore(&of, bytes), Some(Err(fault)));
    }
}

#[test]
fn a_forced_response_comes_as_often_as_was_said() {
    let mut client = Client::new();
    let import = payload(&[booking("1", "5")]);
    let force = r#"{"endpoint":"importTransactions","status":503,"times":2,"retryAfter":7}"#;
    assert_eq!(client.send("POST", "/sandbox/responses", force).status, 204);
    assert_eq!(client.get(BASE_DATA).status, 404, "other endpoints go on");
    for _ in 0..2 {
        let forced = client.send("POST", TRANSACTIONS, &import);
        assert_eq!((problem(&forced), forced.header("retry-after")), ((503, "forced".to_owned()), Some("7")));
    }
    assert_eq!(json_of(&client.send("POST", TRANSACTIONS, &import))["newTransactions"], 1, "nothing was imported");

    assert_eq!(client.send("POST", "/sandbox/responses", r#"{"status":500,"times":9}"#).status, 204);
    assert_eq!(client.get(BASE_DATA).status, 500);
    assert_eq!(client.send("DELETE", "/sandbox/responses", "").status, 204);
    assert_eq!(client.get(BASE_DATA).status, 404, "none is forced any more");
    for _ in 0..1000 {
        assert_eq!(client.send("POST", "/sandbox/responses", r#"{"status":500}"#).status, 204);
    }
    assert_eq!(client.send("POST", "/sandbox/responses", r#"{"status":500}"#).status, 400);
    client.service.clear_forced_responses(&organization("muster-ag"));

    let refused = client.send("POST", "/sandbox/responses", r#"{"status":200}"#);
    assert_eq!(problem(&refused), (400, "invalid-control".to_owned()));
    assert_eq!(json_of(&refused)["findings"][0]["path"], "/status");
    client.service.force_response(&organization("andere"), ForcedResponse::new(500));
    assert_eq!(client.get(BASE_DATA).status, 404, "nor is it another organization's");
}

#[test]
fn a_state_that_fails_is_told_to_whoever_runs_it() {
    let (mut service, caller) = (Service::with_state(FailingState), caller("a"));
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
        assert_eq!(failed.state_error, Some(StoreFullError.to_string()));
        assert!(!failed.text().contains(&StoreFullError.to_string()));
    }
    let mut lost = ForcedResponse::new(504);
    lost.after_handling = true;
    service.force_response(&organization("a"), lost);
    let failed = service.handle(&caller, &Request::new("GET", BASE_DATA));
    assert_eq!(
        (failed.status, failed.state_error),
        (504, Some(StoreFullError.to_string())),
        "told behind a forced answer too"
    );
    for method in ["GET", "PUT"] {
        assert_eq!(problem(&service.handle(&caller, &Request::new(method, "/sandbox/snapshot"))).0, 501);
    }
}
