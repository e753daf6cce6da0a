//! A test client that sends requests to a service, and functions that read the responses.

use serde_json::{Value, json};
use universal_accounting::endpoint::{Caller, Organization};
use universal_accounting::internals::rules::Example;
use universal_accounting::service::{Response, Service, ServiceOptions, ServiceRequest};

pub(crate) const BASE_DATA: &str = "/api/public/v1/base-data";
pub(crate) const DOCUMENTS: &str = "/api/public/v1/documents/document";
pub(crate) const TRANSACTIONS: &str = "/api/public/v1/transactions";
pub(crate) const CARD_NUMBER: &str = "4917484589897107";

pub(crate) fn organization(name: &str) -> Organization {
    Organization::parse(name).unwrap()
}

/// Returns a caller with all scopes in an organization.
pub(crate) fn caller(organization_name: &str) -> Caller {
    Caller::with_all_scopes(organization(organization_name))
}

/// Returns a service whose identifiers are derived from a seed.
pub(crate) fn service_with_seed(seed: u32) -> Service {
    let mut options = ServiceOptions::new();
    options.seed = seed;
    Service::with_options(options)
}

/// A service in memory, and the caller of the requests to it.
pub(crate) struct Client {
    pub(crate) service: Service,
    pub(crate) caller: Caller,
}

impl Client {
    pub(crate) fn new() -> Self {
        Self {
            service: Service::new(),
            caller: caller("muster-ag"),
        }
    }

    pub(crate) fn send(&mut self, method: &str, target: &str, body: &str) -> Response {
        self.service.handle(
            &self.caller,
            &ServiceRequest::json(method, target, body.as_bytes()),
        )
    }

    pub(crate) fn get(&mut self, target: &str) -> Response {
        self.service
            .handle(&self.caller, &ServiceRequest::new("GET", target))
    }

    /// Uploads a file, creates a document from it, and returns the result of the creation.
    pub(crate) fn create_document(&mut self, file: &str, process_immediately: bool) -> Value {
        let uploaded = json_of(&self.send("POST", "/sandbox/files", file));
        let request = json!({
            "signedFileName": uploaded["signedFileName"],
            "fileName": "Rechnung März.pdf",
            "processImmediately": process_immediately,
        });
        let created = self.send("POST", DOCUMENTS, &request.to_string());
        assert_eq!(created.status, 200, "{}", created.text());
        json_of(&created)
    }
}

/// Returns the body of a JSON response.
pub(crate) fn json_of(response: &Response) -> Value {
    assert!(
        response
            .header("Content-Type")
            .is_some_and(|value| value.ends_with("json")),
        "{response:?}"
    );
    serde_json::from_slice(&response.body).unwrap()
}

/// Returns valid base data with these contacts, which may be invalid.
pub(crate) fn base_data(contacts: &'static str) -> String {
    String::from_utf8(Example::BaseData("contacts", contacts).input().into_owned()).unwrap()
}

pub(crate) fn transaction(id: &str, amount: &str) -> Value {
    json!({
        "accountIdentifier": "CH9300762011623852957", "transactionId": id, "text": "Miete", "creditDebit": "debit",
        "amount": amount, "currency": "CHF", "bookedAt": "2026-03-31"
    })
}

pub(crate) fn payload(transactions: &[Value]) -> String {
    json!({ "transactions": transactions }).to_string()
}

/// Returns the status and the last part of the type of a problem document.
pub(crate) fn problem(response: &Response) -> (u16, String) {
    assert_eq!(
        response.header("content-type"),
        Some("application/problem+json")
    );
    let problem = json_of(response);
    assert_eq!(problem["status"], response.status);
    let slug = problem["type"]
        .as_str()
        .unwrap()
        .strip_prefix("urn:universal-accounting:problem:")
        .unwrap();
    (response.status, slug.to_owned())
}
