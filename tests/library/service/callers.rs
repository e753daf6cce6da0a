//! Authentication and authorization of callers.

use universal_accounting::endpoint::{Caller, Endpoint, Scope};
use universal_accounting::service::{SandboxOperation, Service, ServiceRequest};

use crate::service::client::{
    BASE_DATA, Client, TRANSACTIONS, base_data, organization, payload, problem, transaction,
};

/// Returns the target and the body of a request that a caller with the right scope may send.
fn request(endpoint: Endpoint) -> (String, String) {
    let target = endpoint
        .path()
        .replace(":id", "00000000-0000-8000-8000-000000000000");
    let body = match endpoint {
        Endpoint::UpdateBaseData => base_data("[]"),
        Endpoint::ImportTransactions => payload(&[transaction("1", "5")]),
        _ => String::new(),
    };
    (target, body)
}

#[test]
fn every_endpoint_requires_its_scope() {
    // Each scope alone, all but one, all, and none.
    let single = Scope::all().map(|scope| vec![scope]);
    let all_but_one =
        Scope::all().map(|missing| Scope::all().filter(|scope| *scope != missing).collect());
    let sets: Vec<Vec<Scope>> = single
        .into_iter()
        .chain(all_but_one)
        .chain([Scope::all().collect(), Vec::new()])
        .collect();
    for endpoint in Endpoint::all() {
        let (target, body) = request(endpoint);
        let send = |caller: &Caller| {
            let request = ServiceRequest::json(endpoint.method(), &target, body.as_bytes());
            Service::new().handle(caller, &request)
        };
        for (caller, challenge) in [
            (Caller::Anonymous, "Bearer"),
            (Caller::Unknown, r#"Bearer error="invalid_token""#),
        ] {
            let refused = send(&caller);
            assert_eq!(
                problem(&refused),
                (401, "unauthorized".to_owned()),
                "{endpoint:?}"
            );
            assert_eq!(refused.header("WWW-Authenticate"), Some(challenge));
        }
        for scopes in &sets {
            let caller = Caller::Known {
                organization: organization("a"),
                scopes: scopes.clone(),
            };
            let response = send(&caller);
            if scopes.contains(&endpoint.scope()) {
                let expected = match endpoint {
                    // Nothing was uploaded, stored or exported yet. Only authorized callers learn this.
                    Endpoint::CreateDocument => 400,
                    Endpoint::ExportBaseData | Endpoint::DownloadFile => 404,
                    _ => endpoint.success_status(),
                };
                assert_eq!(response.status, expected, "{endpoint:?} {scopes:?}");
            } else {
                assert_eq!(
                    problem(&response),
                    (403, "forbidden".to_owned()),
                    "{endpoint:?} {scopes:?}"
                );
                let challenge = format!(
                    r#"Bearer error="insufficient_scope", scope="{}""#,
                    endpoint.scope()
                );
                assert_eq!(
                    response.header("www-authenticate"),
                    Some(challenge.as_str())
                );
            }
            assert!(endpoint.statuses().contains(&response.status));
        }
    }
}

#[test]
fn sandbox_operations_need_a_scope_of_their_own() {
    for operation in SandboxOperation::all() {
        let target = operation
            .path()
            .replace(":id", "00000000-0000-8000-8000-000000000000");
        let request = ServiceRequest::json(operation.method(), &target, b"0");
        let mut service = Service::new();
        for caller in [Caller::Anonymous, Caller::Unknown] {
            assert_eq!(
                service.handle(&caller, &request).status,
                401,
                "{operation:?}"
            );
        }
        let with_scopes = |scopes: Vec<Scope>| Caller::Known {
            organization: organization("a"),
            scopes,
        };
        let refused = |caller: &Caller, scope: &str| {
            let response = Service::new().handle(caller, &request);
            assert_eq!(response.status, 403, "{operation:?}");
            let challenge = format!(r#"Bearer error="insufficient_scope", scope="{scope}""#);
            assert_eq!(
                response.header("www-authenticate"),
                Some(challenge.as_str())
            );
        };
        refused(&with_scopes(Vec::new()), "sandbox");
        refused(
            &with_scopes(
                Scope::all()
                    .filter(|scope| *scope != Scope::Sandbox)
                    .collect(),
            ),
            "sandbox",
        );
        // Each of the scopes is needed.
        for lacking in operation.scopes() {
            let others = operation.scopes().into_iter();
            let others = others.filter(|scope| *scope != lacking).collect();
            refused(&with_scopes(others), lacking.as_str());
        }
        let response = service.handle(&with_scopes(operation.scopes()), &request);
        let expected = match operation {
            SandboxOperation::ExportDocument | SandboxOperation::ShowImport => 404,
            SandboxOperation::ForceResponse
            | SandboxOperation::DeliverJournal
            | SandboxOperation::RestoreSnapshot => 400,
            SandboxOperation::ExportJournal => 409,
            SandboxOperation::UploadFile => 201,
            SandboxOperation::ListRequests | SandboxOperation::TakeSnapshot => 200,
            _ => 204,
        };
        assert_eq!(
            response.status,
            expected,
            "{operation:?} {}",
            response.text()
        );
    }
}

/// The operations that the scope `sandbox` alone allows are answered in the same way, whatever the organization stores.
#[test]
fn the_scope_of_the_sandbox_alone_shows_no_data() {
    let alone = Caller::Known {
        organization: organization("muster-ag"),
        scopes: vec![Scope::Sandbox],
    };
    for operation in SandboxOperation::all() {
        let mut clients = [Client::new(), Client::new()];
        let [client, _] = &mut clients;
        let sent = [
            ("PATCH", BASE_DATA, base_data("[]")),
            ("POST", TRANSACTIONS, payload(&[transaction("1", "1.00")])),
        ];
        for (method, target, body) in &sent {
            assert!(client.send(method, target, body).status < 300);
        }
        client.create_document("a receipt", false);
        let target = operation
            .path()
            .replace(":id", "00000000-0000-8000-8000-000000000000");
        let request = ServiceRequest::json(operation.method(), &target, b"0");
        let [with_data, without] =
            clients.map(|mut client| client.service.handle(&alone, &request));
        assert_eq!(with_data, without, "{operation:?}");
    }
}

#[test]
fn reports_unknown_paths_before_authentication() {
    let mut service = Service::new();
    for target in [
        "/",
        "/api/public/v1/base-data/",
        "/api/public/v2/base-data",
        "/sandbox",
    ] {
        assert_eq!(
            problem(&service.handle(&Caller::Anonymous, &ServiceRequest::new("GET", target))).0,
            404,
            "{target}"
        );
    }
    let refused = service.handle(
        &Caller::Anonymous,
        &ServiceRequest::new("DELETE", BASE_DATA),
    );
    assert_eq!(problem(&refused), (405, "method-not-allowed".to_owned()));
    assert_eq!(refused.header("allow"), Some("PATCH, GET, HEAD"));
    let refused = service.handle(
        &Caller::Anonymous,
        &ServiceRequest::new("GET", "/sandbox/files"),
    );
    assert_eq!(
        (refused.status, refused.header("allow")),
        (405, Some("POST"))
    );
}
