//! Who is let in where, and what is said to the others.

use universal_accounting::endpoint::{Caller, Endpoint, Scope};
use universal_accounting::service::{Request, SandboxOperation, Service};

use crate::service::client::{BASE_DATA, base_data, booking, organization, payload, problem};

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
    for control in SandboxOperation::ALL {
        let target = control.path().replace(":id", "00000000-0000-8000-8000-000000000000");
        let mut service = Service::new();
        for caller in [Caller::Anonymous, Caller::Unknown] {
            let refused = service.handle(&caller, &Request::json(control.method(), &target, b"0"));
            assert_eq!(refused.status, 401, "{control:?}");
        }
        let without_scope = Caller::Known { organization: organization("a"), scopes: Vec::new() };
        let answered = service.handle(&without_scope, &Request::json(control.method(), &target, b"0"));
        let expected = match control {
            SandboxOperation::UploadFile => 403,
            SandboxOperation::ExportDocument => 404,
            SandboxOperation::ForceResponse | SandboxOperation::RestoreSnapshot => 400,
            SandboxOperation::ListRequests | SandboxOperation::TakeSnapshot => 200,
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
