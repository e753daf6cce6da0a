//! The document of OpenAPI says what the service does: every request in it is sent, every status in it is met, and what comes back is what it
//! says. Tools of others judge it in `tests/suites/openapi.py`.

use std::collections::BTreeSet;

use crate::service::failing_state::FailingState;
use serde_json::{Value, json};
use universal_accounting::endpoint::{Caller, Endpoint, Organization};
use universal_accounting::service::{self, Request, Response, Service};

/// The document, with references followed.
struct Document(Value);

impl Document {
    fn new() -> Self {
        Self(serde_json::from_str(&service::openapi()).unwrap())
    }

    fn path(endpoint: Endpoint) -> String {
        endpoint.path().replace(":id", "{id}")
    }

    fn operation(&self, endpoint: Endpoint) -> &Value {
        &self.0["paths"][Self::path(endpoint)][endpoint.method().to_lowercase()]
    }

    /// What it says of a status.
    fn response(&self, endpoint: Endpoint, status: u16) -> &Value {
        let response = &self.operation(endpoint)["responses"][status.to_string()];
        assert!(response.is_object(), "{endpoint:?} answers {status}, which is not said");
        match response["$ref"].as_str() {
            Some(reference) => self.0.pointer(reference.strip_prefix('#').unwrap()).unwrap(),
            None => response,
        }
    }

    /// The path and the body of the request that stands in it.
    fn request(&self, endpoint: Endpoint) -> (String, String) {
        let operation = self.operation(endpoint);
        let id = operation["parameters"][0]["example"].as_str().unwrap_or_default();
        let body = &operation["requestBody"]["content"]["application/json"]["example"];
        assert_eq!(body.is_object(), endpoint.has_json_body());
        (endpoint.path().replace(":id", id), if body.is_null() { String::new() } else { body.to_string() })
    }

    /// Holds a value against one of its schemas.
    fn assert_valid(&self, schema: &Value, value: &Value) {
        let whole = json!({ "allOf": [schema], "components": self.0["components"] });
        let validator = jsonschema::validator_for(&whole).unwrap();
        let errors: Vec<_> = validator.iter_errors(value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?} in {value}");
    }

    /// Holds an answer against what is said of its status: headers, media type and body.
    fn assert_said(&self, endpoint: Endpoint, answer: &Response) {
        let said = self.response(endpoint, answer.status);
        for name in said["headers"].as_object().into_iter().flat_map(serde_json::Map::keys) {
            assert!(answer.header(name).is_some(), "{endpoint:?} {} lacks {name}", answer.status);
        }
        let content = &said["content"][answer.header("content-type").unwrap()];
        assert!(content.is_object(), "{endpoint:?} {} is of another media type", answer.status);
        if let Some(schema) = content.get("schema") {
            self.assert_valid(schema, &serde_json::from_slice(&answer.body).unwrap());
            self.assert_valid(schema, &content["example"]);
        }
    }
}

/// A service that was just begun and sent a file, as the examples have it.
fn begun() -> (Service, Caller) {
    let (mut service, caller) = (Service::new(), Caller::with_all_scopes(Organization::sandbox()));
    assert_eq!(service.handle(&caller, &Request::new("POST", "/sandbox/files")).status, 201);
    (service, caller)
}

#[test]
fn it_has_the_endpoints_and_no_other() {
    let document = Document::new();
    let mut said = BTreeSet::new();
    for (path, operations) in document.0["paths"].as_object().unwrap() {
        said.extend(operations.as_object().unwrap().keys().map(|method| (method.to_uppercase(), path.clone())));
    }
    assert_eq!(said, Endpoint::ALL.map(|one| (one.method().to_owned(), Document::path(one))).into());
    for endpoint in Endpoint::ALL {
        let operation = document.operation(endpoint);
        assert_eq!(operation["operationId"], endpoint.name());
        assert_eq!(operation["security"], json!([{ "bearer": [endpoint.scope().as_str()] }]));
        assert_eq!(operation["requestBody"].is_object(), endpoint.has_json_body());
    }
}

#[test]
fn its_examples_are_answered_as_it_says() {
    let document = Document::new();
    let (mut service, caller) = begun();
    for endpoint in Endpoint::ALL {
        let (path, body) = document.request(endpoint);
        if endpoint == Endpoint::DownloadFile {
            let export = path.replace("/api/public/v1/documents", "/sandbox").replace("/download", "/export");
            assert_eq!(service.handle(&caller, &Request::new("POST", &export)).status, 204);
        }
        if endpoint.has_json_body() {
            let content = &document.operation(endpoint)["requestBody"]["content"]["application/json"];
            document.assert_valid(&content["schema"], &content["example"]);
        }
        let answer = service.handle(&caller, &Request::json(endpoint.method(), &path, body.as_bytes()));
        assert_eq!(answer.status, endpoint.success_status(), "{endpoint:?}: {}", answer.text());
        document.assert_said(endpoint, &answer);
        let content = &document.response(endpoint, answer.status)["content"];
        if let Some(example) = content["application/json"].get("example") {
            assert_eq!(serde_json::from_slice::<Value>(&answer.body).unwrap(), *example);
        }
    }
}

#[test]
fn every_status_that_it_names_is_met_and_every_refusal_is_in_it() {
    let document = Document::new();
    for endpoint in Endpoint::ALL {
        let (path, body) = document.request(endpoint);
        let said = document.operation(endpoint)["responses"].as_object().unwrap();
        let mut left: BTreeSet<String> = said.keys().cloned().collect();
        left.remove(&endpoint.success_status().to_string());
        for answer in refusals(endpoint, &path, body.as_bytes()) {
            document.assert_said(endpoint, &answer);
            left.remove(&answer.status.to_string());
        }
        assert_eq!(left, BTreeSet::new(), "{endpoint:?}");
    }
}

/// What a request is refused with that is sent by others, to nothing, with less, with more, and to a state that fails.
fn refusals(endpoint: Endpoint, path: &str, body: &[u8]) -> Vec<Response> {
    let (service, caller) = begun();
    let whole = Request::json(endpoint.method(), path, body);
    let powerless = Caller::Known { organization: Organization::sandbox(), scopes: Vec::new() };
    let others = [Caller::Anonymous, Caller::Unknown, powerless];
    let mut answers: Vec<Response> = others.iter().map(|other| service.clone().handle(other, &whole)).collect();
    answers.push(Service::with_state(FailingState).handle(&caller, &whole));
    if endpoint.has_json_body() {
        answers.push(service.clone().handle(&caller, &Request::new(endpoint.method(), path)));
        answers.push(service.clone().body_limit(1).handle(&caller, &whole));
        for faulty in ["", "{}", "[]", "{\"transactions\":1,\"accounts\":{},\"fileName\":\"\"}"] {
            answers.push(service.clone().handle(&caller, &Request { body: faulty.as_bytes(), ..whole }));
        }
    } else {
        answers.push(service.clone().handle(&caller, &whole));
    }
    answers
}
