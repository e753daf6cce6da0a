//! The OpenAPI document describes what the service does. The tests send every request in it, provoke every status in it, and compare the responses
//! with their descriptions. `tests/suites/openapi.py` checks the document with external tools.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use universal_accounting::endpoint::{Caller, Endpoint, Organization};
use universal_accounting::service::{self, Response, Service, ServiceOptions, ServiceRequest};

/// The parsed document.
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

    /// Returns the description of a response, after following a reference.
    fn response(&self, endpoint: Endpoint, status: u16) -> &Value {
        let response = &self.operation(endpoint)["responses"][status.to_string()];
        assert!(
            response.is_object(),
            "{endpoint:?} answers {status}, which is not described"
        );
        match response["$ref"].as_str() {
            Some(reference) => self
                .0
                .pointer(reference.strip_prefix('#').unwrap())
                .unwrap(),
            None => response,
        }
    }

    /// Returns the path and the body of the example request.
    fn request(&self, endpoint: Endpoint) -> (String, String) {
        let operation = self.operation(endpoint);
        let id = operation["parameters"][0]["example"]
            .as_str()
            .unwrap_or_default();
        let body = &operation["requestBody"]["content"]["application/json"]["example"];
        assert_eq!(body.is_object(), endpoint.has_json_body());
        (
            endpoint.path().replace(":id", id),
            if body.is_null() {
                String::new()
            } else {
                body.to_string()
            },
        )
    }

    /// Validates a value with a schema of the document.
    fn assert_valid(&self, schema: &Value, value: &Value) {
        let schema = json!({ "allOf": [schema], "components": self.0["components"] });
        let validator = jsonschema::validator_for(&schema).unwrap();
        let errors: Vec<_> = validator
            .iter_errors(value)
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{errors:?} in {value}");
    }

    /// Compares the headers, the media type and the body of a response with its description.
    fn assert_described(&self, endpoint: Endpoint, response: &Response) {
        let described = self.response(endpoint, response.status);
        for name in described["headers"]
            .as_object()
            .into_iter()
            .flat_map(serde_json::Map::keys)
        {
            assert!(
                response.header(name).is_some(),
                "{endpoint:?} {} lacks {name}",
                response.status
            );
        }
        let content = &described["content"][response.header("content-type").unwrap()];
        assert!(
            content.is_object(),
            "{endpoint:?} {} is of another media type",
            response.status
        );
        if let Some(schema) = content.get("schema") {
            self.assert_valid(schema, &serde_json::from_slice(&response.body).unwrap());
            self.assert_valid(schema, &content["example"]);
        }
    }
}

/// Returns a new service after one upload, as for the examples.
fn new_service() -> (Service, Caller) {
    let (mut service, caller) = (
        Service::new(),
        Caller::with_all_scopes(Organization::sandbox()),
    );
    assert_eq!(
        service
            .handle(&caller, &ServiceRequest::new("POST", "/sandbox/files"))
            .status,
        201
    );
    (service, caller)
}

#[test]
fn describes_exactly_the_endpoints() {
    let document = Document::new();
    let mut operations_found = BTreeSet::new();
    for (path, operations) in document.0["paths"].as_object().unwrap() {
        operations_found.extend(
            operations
                .as_object()
                .unwrap()
                .keys()
                .map(|method| (method.to_uppercase(), path.clone())),
        );
    }
    let expected =
        Endpoint::all().map(|endpoint| (endpoint.method().to_owned(), Document::path(endpoint)));
    assert_eq!(operations_found, expected.collect());
    for endpoint in Endpoint::all() {
        let operation = document.operation(endpoint);
        assert_eq!(operation["operationId"], endpoint.name());
        assert_eq!(
            operation["security"],
            json!([{ "bearer": [endpoint.scope().as_str()] }])
        );
        assert_eq!(
            operation["requestBody"].is_object(),
            endpoint.has_json_body()
        );
    }
}

#[test]
fn example_requests_get_the_described_responses() {
    let document = Document::new();
    let (mut service, caller) = new_service();
    for endpoint in Endpoint::all() {
        let (path, body) = document.request(endpoint);
        if endpoint == Endpoint::DownloadFile {
            let export = path
                .replace("/api/public/v1/documents", "/sandbox")
                .replace("/download", "/export");
            assert_eq!(
                service
                    .handle(&caller, &ServiceRequest::new("POST", &export))
                    .status,
                204
            );
        }
        if endpoint.has_json_body() {
            let content =
                &document.operation(endpoint)["requestBody"]["content"]["application/json"];
            document.assert_valid(&content["schema"], &content["example"]);
        }
        let response = service.handle(
            &caller,
            &ServiceRequest::json(endpoint.method(), &path, body.as_bytes()),
        );
        assert_eq!(
            response.status,
            endpoint.success_status(),
            "{endpoint:?}: {}",
            response.text()
        );
        document.assert_described(endpoint, &response);
        let content = &document.response(endpoint, response.status)["content"];
        if let Some(example) = content["application/json"].get("example") {
            assert_eq!(
                serde_json::from_slice::<Value>(&response.body).unwrap(),
                *example
            );
        }
    }
}

#[test]
fn describes_exactly_the_statuses_of_the_service() {
    let document = Document::new();
    for endpoint in Endpoint::all() {
        let (path, body) = document.request(endpoint);
        let described = document.operation(endpoint)["responses"]
            .as_object()
            .unwrap();
        let mut unseen: BTreeSet<String> = described.keys().cloned().collect();
        unseen.remove(&endpoint.success_status().to_string());
        for response in refusals(endpoint, &path, body.as_bytes()) {
            document.assert_described(endpoint, &response);
            unseen.remove(&response.status.to_string());
        }
        assert_eq!(unseen, BTreeSet::new(), "{endpoint:?}");
    }
}

/// Returns the responses to refused requests: of other callers, for missing data, with missing or too many bytes, and to a busy service.
fn refusals(endpoint: Endpoint, path: &str, body: &[u8]) -> Vec<Response> {
    let (service, caller) = new_service();
    let valid = ServiceRequest::json(endpoint.method(), path, body);
    let without_scopes = Caller::Known {
        organization: Organization::sandbox(),
        scopes: Vec::new(),
    };
    let callers = [Caller::Anonymous, Caller::Unknown, without_scopes];
    let mut responses: Vec<Response> = callers
        .iter()
        .map(|caller| service.clone().handle(caller, &valid))
        .collect();
    responses.push(Response::busy());
    if endpoint.has_json_body() {
        responses.push(
            service
                .clone()
                .handle(&caller, &ServiceRequest::new(endpoint.method(), path)),
        );
        let mut options = ServiceOptions::new();
        options.body_limit = 1;
        responses.push(Service::with_options(options).handle(&caller, &valid));
        for invalid in [
            "",
            "{}",
            "[]",
            "{\"transactions\":1,\"accounts\":{},\"fileName\":\"\"}",
        ] {
            responses.push(service.clone().handle(
                &caller,
                &ServiceRequest {
                    body: invalid.as_bytes(),
                    ..valid
                },
            ));
        }
    } else {
        responses.push(service.clone().handle(&caller, &valid));
    }
    responses
}
