//! Requests below `/sandbox`.

use serde_json::json;
use universal_accounting::dedup::SnapshotError;
use universal_accounting::sandbox::ForcedResponse;
use universal_accounting::service::{Service, ServiceRequest};

use crate::service::client::{
    BASE_DATA, Client, TRANSACTIONS, base_data, caller, json_of, organization, payload, problem,
    service_with_seed, transaction,
};

#[test]
fn equal_requests_give_equal_identifiers() {
    let run = |seed: u32| {
        let mut client = Client {
            service: service_with_seed(seed),
            caller: caller("a"),
        };
        (
            client.create_document("x", true),
            client.create_document("y", true),
        )
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
    let mut client = Client {
        service: Service::new(),
        caller: caller("a"),
    };
    assert_eq!(client.send("PUT", "/sandbox/seed", "1").status, 204);
    assert_eq!(
        (
            client.create_document("x", true),
            client.create_document("y", true)
        ),
        run(1)
    );
    assert_eq!(client.send("POST", "/sandbox/reset", "").status, 204);
    assert_eq!(
        (
            client.create_document("x", true),
            client.create_document("y", true)
        ),
        run(1),
        "a reset keeps the seed"
    );
    for body in ["", "-1", "1.5", "\"1\"", "4294967296"] {
        assert_eq!(
            problem(&client.send("PUT", "/sandbox/seed", body)),
            (400, "invalid-control".to_owned())
        );
    }
    // An earlier seed gives identifiers that are in use; they are skipped.
    assert_eq!(client.send("PUT", "/sandbox/seed", "1").status, 204);
    assert!(run(1).0 != client.create_document("z", true));
}

#[test]
fn seeds_are_json_numbers() {
    let mut client = Client::new();
    for (seed, status) in [
        ("7", 204),
        (" 7\n", 204),
        ("+7", 400),
        ("007", 400),
        ("\u{a0}7", 400),
        ("", 400),
    ] {
        assert_eq!(
            client.send("PUT", "/sandbox/seed", seed).status,
            status,
            "{seed:?}"
        );
    }
}

#[test]
fn reset_deletes_the_data_of_one_organization() {
    let mut client = Client::new();
    for name in ["muster-ag", "andere"] {
        client.caller = caller(name);
        client.send("PATCH", BASE_DATA, &base_data("[]"));
        client.send("POST", TRANSACTIONS, &payload(&[transaction("1", "5")]));
        client
            .service
            .force_response(&organization(name), ForcedResponse::new(500));
    }
    assert_eq!(client.send("POST", "/sandbox/reset", "").status, 204);
    assert_eq!(client.get(BASE_DATA).status, 404);
    assert_eq!(
        json_of(&client.send("POST", TRANSACTIONS, &payload(&[transaction("1", "5")])))["newTransactions"],
        1
    );
    client.caller = caller("muster-ag");
    assert_eq!(client.get(BASE_DATA).status, 500);
    assert_eq!(client.get(BASE_DATA).status, 200);
}

#[test]
fn snapshots_restore_all_data() {
    let mut client = Client::new();
    client.send("PATCH", BASE_DATA, &base_data("[]"));
    client.send("POST", TRANSACTIONS, &payload(&[transaction("1", "5")]));
    let id = client.create_document("%PDF", false)["serviceFileId"]
        .as_str()
        .unwrap()
        .to_owned();
    client.send("POST", &format!("/sandbox/files/{id}/export"), "");
    let snapshot = client.get("/sandbox/snapshot");
    assert_eq!(
        (snapshot.status, snapshot.header("content-type")),
        (200, Some("application/octet-stream"))
    );
    let exported = client.get(BASE_DATA);
    client.send(
        "PATCH",
        BASE_DATA,
        &base_data(r#"[{"externalId":"k","legalType":"COMPANY","companyName":"A"}]"#),
    );
    client.send("POST", TRANSACTIONS, &payload(&[transaction("2", "5")]));

    for mut client in [client, Client::new()] {
        let restore = |client: &mut Client, snapshot: &[u8]| {
            let request = ServiceRequest {
                body: snapshot,
                ..ServiceRequest::new("PUT", "/sandbox/snapshot")
            };
            client.service.handle(&client.caller, &request)
        };
        assert_eq!(restore(&mut client, &snapshot.body).status, 204);
        assert_eq!(client.get("/sandbox/snapshot"), snapshot);
        assert_eq!(client.get(BASE_DATA), exported);
        let counts = json_of(&client.send(
            "POST",
            TRANSACTIONS,
            &payload(&[transaction("1", "5"), transaction("2", "5")]),
        ));
        assert_eq!(
            (&counts["existingTransactions"], &counts["newTransactions"]),
            (&json!(1), &json!(1))
        );
        assert_eq!(
            client
                .get(&format!("/api/public/v1/documents/files/{id}/download"))
                .status,
            200
        );
        let before = client.get("/sandbox/snapshot");
        for index in 0..snapshot.body.len() {
            let mut damaged = snapshot.body.clone();
            damaged[index] ^= 1;
            assert_eq!(
                problem(&restore(&mut client, &damaged)),
                (400, "invalid-control".to_owned()),
                "byte {index}"
            );
            assert_eq!(restore(&mut client, &snapshot.body[..index]).status, 400);
        }
        assert_eq!(
            client.get("/sandbox/snapshot"),
            before,
            "a damaged snapshot changes nothing"
        );
    }
}

#[test]
fn rejects_bytes_that_are_not_a_snapshot() {
    let mut service = Service::new();
    let organization = organization("a");
    let one = service.snapshot(&organization);
    let mut newer = one.clone();
    newer[8] = 9;
    for (bytes, error) in [
        (&b""[..], SnapshotError::NotASnapshot),
        (&[0; 64][..], SnapshotError::NotASnapshot),
        (&newer, SnapshotError::UnsupportedVersion(9)),
    ] {
        assert_eq!(service.restore(&organization, bytes), Err(error));
        assert_eq!(service.restore_all(bytes), Err(error));
    }
    let all = service.snapshot_of_all();
    assert!(service.restore(&organization, &all).is_err());
    assert!(service.restore_all(&one).is_err());
}

#[test]
fn a_snapshot_of_all_has_every_organization() {
    let mut client = Client::new();
    for name in ["muster-ag", "andere"] {
        client.caller = caller(name);
        client.send("PATCH", BASE_DATA, &base_data("[]"));
        client.send("POST", TRANSACTIONS, &payload(&[transaction(name, "5")]));
    }
    let snapshot = client.service.snapshot_of_all();
    let mut other = Client::new();
    other.service.restore_all(&snapshot).unwrap();
    assert_eq!(other.service.snapshot_of_all(), snapshot);
    for name in ["muster-ag", "andere"] {
        other.caller = caller(name);
        assert_eq!(other.get(BASE_DATA).status, 200);
        let again = other.send("POST", TRANSACTIONS, &payload(&[transaction(name, "5")]));
        assert_eq!(json_of(&again)["existingTransactions"], 1);
    }
    for index in 0..snapshot.len() {
        let mut damaged = snapshot.clone();
        damaged[index] ^= 1;
        assert!(other.service.restore_all(&damaged).is_err(), "byte {index}");
        assert!(other.service.restore_all(&snapshot[..index]).is_err());
    }
    assert_eq!(other.service.snapshot_of_all(), snapshot);
}

#[test]
fn the_secret_of_the_webhook_is_shown_to_nobody() {
    let mut client = Client::new();
    let configuration = r#""configuration":{"enableOpenItems":true,"webhookSecret":"wh1sper","webhookUrl":"http://127.0.0.1/"}"#;
    let stored = base_data("[]");
    let with_secret = stored.replacen('{', &format!("{{{configuration},"), 1);
    assert_eq!(client.send("PATCH", BASE_DATA, &with_secret).status, 200);
    let exported = client.get(BASE_DATA).text();
    assert!(
        exported.contains(
            r#""configuration":{"enableOpenItems":true,"webhookUrl":"http://127.0.0.1/"}"#
        ),
        "{exported}"
    );
    for shown in [
        exported,
        client.get("/sandbox/requests").text(),
        client.get("/sandbox/snapshot").text(),
    ] {
        assert!(!shown.contains("wh1sper"), "{shown}");
    }
}

#[test]
fn forced_responses_apply_to_the_given_number_of_requests() {
    let mut client = Client::new();
    let import = payload(&[transaction("1", "5")]);
    let force = r#"{"endpoint":"importTransactions","status":503,"times":2,"retryAfter":7}"#;
    assert_eq!(client.send("POST", "/sandbox/responses", force).status, 204);
    assert_eq!(
        client.get(BASE_DATA).status,
        404,
        "other endpoints are not affected"
    );
    for _ in 0..2 {
        let forced = client.send("POST", TRANSACTIONS, &import);
        assert_eq!(
            (problem(&forced), forced.header("retry-after")),
            ((503, "forced".to_owned()), Some("7"))
        );
    }
    assert_eq!(
        json_of(&client.send("POST", TRANSACTIONS, &import))["newTransactions"],
        1,
        "nothing was imported"
    );

    assert_eq!(
        client
            .send("POST", "/sandbox/responses", r#"{"status":500,"times":9}"#)
            .status,
        204
    );
    assert_eq!(client.get(BASE_DATA).status, 500);
    assert_eq!(client.send("DELETE", "/sandbox/responses", "").status, 204);
    assert_eq!(
        client.get(BASE_DATA).status,
        404,
        "all forced responses are removed"
    );
    for _ in 0..1000 {
        assert_eq!(
            client
                .send("POST", "/sandbox/responses", r#"{"status":500}"#)
                .status,
            204
        );
    }
    assert_eq!(
        client
            .send("POST", "/sandbox/responses", r#"{"status":500}"#)
            .status,
        400
    );
    client
        .service
        .clear_forced_responses(&organization("muster-ag"));

    let refused = client.send("POST", "/sandbox/responses", r#"{"status":200}"#);
    assert_eq!(problem(&refused), (400, "invalid-control".to_owned()));
    assert_eq!(json_of(&refused)["findings"][0]["path"], "/status");
    client
        .service
        .force_response(&organization("andere"), ForcedResponse::new(500));
    assert_eq!(
        client.get(BASE_DATA).status,
        404,
        "other organizations are not affected"
    );
}
