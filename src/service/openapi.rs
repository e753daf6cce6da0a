//! The OpenAPI 3.1 description of the service.

use std::collections::{BTreeMap, BTreeSet};

use super::problem::Problem;
use super::{Identifier, Response, Service, ServiceOptions, ServiceRequest};
use crate::contract::{self, Node, reference, schema_components};
use crate::endpoint::{Caller, Endpoint, Organization};

/// Renders the description of the service as an OpenAPI 3.1 document, as text over several lines.
///
/// The schemas are those of [`contract::schema`](crate::contract::schema); the paths, scopes and statuses are those of [`Endpoint`]. The examples
/// are real requests to the [`Service`](super::Service) and its responses. The document also has the responses that the service's contract doesn't
/// define: for a body that is too large, for another media type, and for a service that is busy. It leaves out the paths below `/sandbox`,
/// which only this service has.
///
/// ```
/// use universal_accounting::service;
///
/// let document = service::openapi();
/// assert!(document.starts_with("{\n  \"openapi\": \"3.1.0\","));
/// assert!(document.contains(r##""$ref": "#/components/schemas/transactions""##));
/// ```
#[must_use]
pub fn openapi() -> String {
    let description = "The public API v1 of an accounting data service: base data, documents and transactions. universal-accounting generates this \
        document from the tables that its checks and its reference service use. Where the contract defines nothing, as for statuses and error \
        bodies, the document describes the reference service. Requests that match no operation are also refused with problem details: an unknown \
        path (404), another method (405), an invalid HTTP request or a repeated header (400, 408, 414, 431), and an encoded body (415).";
    let licence = env!("CARGO_PKG_LICENSE");
    let mut writer = OpenApiWriter::new();
    let info = Node::object([
        ("title", Node::text("Accounting Data Service: Public API")),
        ("version", Node::text(env!("CARGO_PKG_VERSION"))),
        ("description", Node::text(description)),
        (
            "license",
            Node::object([
                ("name", Node::text(licence)),
                ("identifier", Node::text(licence)),
            ]),
        ),
    ]);
    Node::object([
        ("openapi", Node::text("3.1.0")),
        ("info", info),
        ("servers", Node::parse_json(SERVERS)),
        ("paths", writer.paths()),
        ("components", writer.components()),
    ])
    .to_json_pretty()
}

const SERVERS: &str = r#"[{"url": "http://127.0.0.1:8080", "description": "The reference service on your own machine, `uacc serve`."}]"#;
const SECURITY: &str = r#"{"bearer": {"type": "http", "scheme": "bearer",
    "description": "A bearer token, which has scopes. Each operation names the scope that it needs."}}"#;
const ID: &str = r#"{"name": "id", "in": "path",
    "description": "The `serviceFileId` of the file, from the response that created its document.",
    "required": true, "schema": {"type": "string"}}"#;

/// Writes the OpenAPI document. Its examples are real: a client that uploads one file to a new service as the organization `sandbox`, and then
/// sends the requests of the examples, gets these responses.
struct OpenApiWriter {
    service: Service,
    organization: Organization,
    /// The `signedFileName` of the upload.
    signed_file_name: String,
    /// The `serviceFileId` of the document, which replaces `:id` in paths.
    service_file_id: String,
    /// The responses that are equal in all operations, collected while the operations are written.
    shared_responses: BTreeMap<String, Node>,
}

impl OpenApiWriter {
    fn new() -> Self {
        let (mut service, organization) = (Service::new(), Organization::sandbox());
        let signed_file_name = service.upload_file(&organization, b"%PDF-1.7").to_string();
        let (service_file_id, shared_responses) = (String::new(), BTreeMap::new());
        let writer = Self {
            service,
            organization,
            signed_file_name,
            service_file_id,
            shared_responses,
        };
        let created = Node::parse_json(
            &writer
                .example_response(Endpoint::CreateDocument, 200)
                .text(),
        );
        Self {
            service_file_id: created.text_member("serviceFileId").to_owned(),
            ..writer
        }
    }

    /// Returns the body of a request that succeeds.
    fn example_body(&self, endpoint: Endpoint) -> Option<Node> {
        let schema = Node::parse_json(&contract::schema(endpoint_docs(endpoint).request_schema?)?);
        let example = schema.member("examples")?.items().first()?.clone();
        let members = example
            .into_members()
            .into_iter()
            .map(|(name, value)| match name.as_str() {
                "signedFileName" => (name, Node::text(&self.signed_file_name)),
                _ => (name, value),
            });
        Some(Node::Object(members.collect()))
    }

    /// Returns a response of the service with this status.
    fn example_response(&self, endpoint: Endpoint, status: u16) -> Response {
        let (mut service, organization) = (self.service.clone(), self.organization.clone());
        let request = ServiceRequest::new(endpoint.method(), endpoint.path());
        match status {
            400 => service.handle(
                &self.caller(),
                &ServiceRequest::json(endpoint.method(), endpoint.path(), b"{}"),
            ),
            401 => service.handle(&Caller::Unknown, &request),
            403 => service.handle(
                &Caller::Known {
                    organization,
                    scopes: Vec::new(),
                },
                &request,
            ),
            // `:id` is no identifier, there are no base data yet, and the request has no media type.
            404 | 415 => service.handle(&self.caller(), &request),
            // Real requests would need a body of 32 MiB, and a state that fails.
            413 => Response::problem(&Problem::TooLarge(ServiceOptions::new().body_limit)),
            503 => Response::problem(&Problem::Unavailable),
            _ => {
                if endpoint == Endpoint::ExportBaseData {
                    self.send(&mut service, Endpoint::UpdateBaseData);
                } else if endpoint == Endpoint::DownloadFile {
                    self.send(&mut service, Endpoint::CreateDocument);
                    // A state in memory can't fail.
                    let _ = Identifier::parse(&self.service_file_id)
                        .map(|id| service.mark_exported(&organization, id));
                }
                self.send(&mut service, endpoint)
            }
        }
    }

    fn send(&self, service: &mut Service, endpoint: Endpoint) -> Response {
        let path = endpoint.path().replace(":id", &self.service_file_id);
        let body = self
            .example_body(endpoint)
            .map(|body| body.to_json())
            .unwrap_or_default();
        service.handle(
            &self.caller(),
            &ServiceRequest::json(endpoint.method(), &path, body.as_bytes()),
        )
    }

    fn caller(&self) -> Caller {
        Caller::with_all_scopes(self.organization.clone())
    }

    fn paths(&mut self) -> Node {
        let mut paths: Vec<(String, Node)> = Vec::new();
        for endpoint in Endpoint::all() {
            let path = endpoint.path().replace(":id", "{id}");
            let operation = (
                endpoint.method().to_ascii_lowercase(),
                self.operation(endpoint),
            );
            match paths.iter_mut().find(|(known, _)| *known == path) {
                Some((_, Node::Object(operations))) => operations.push(operation),
                _ => paths.push((path, Node::Object(vec![operation]))),
            }
        }
        Node::Object(paths)
    }

    /// Returns the components that the operations refer to.
    fn components(self) -> Node {
        let docs = Endpoint::all().map(endpoint_docs);
        let bodies = docs
            .flat_map(|docs| [docs.request_schema, docs.response_schema])
            .flatten();
        let schemas = schema_components(bodies.chain(["problem"]).collect::<BTreeSet<_>>());
        Node::object([
            ("securitySchemes", Node::parse_json(SECURITY)),
            ("schemas", Node::Object(schemas.into_iter().collect())),
            (
                "responses",
                Node::Object(self.shared_responses.into_iter().collect()),
            ),
        ])
    }

    fn operation(&mut self, endpoint: Endpoint) -> Node {
        let (docs, scope) = (endpoint_docs(endpoint), endpoint.scope().as_str());
        let mut statuses = endpoint.statuses().to_vec();
        statuses.extend(if endpoint.has_json_body() {
            &[413, 415, 503][..]
        } else {
            &[503]
        });
        let responses = statuses
            .into_iter()
            .map(|status| (status.to_string(), self.response(endpoint, status)));
        let responses = Node::Object(responses.collect());
        let mut operation = Node::object([
            ("operationId", Node::text(endpoint.name())),
            ("summary", Node::text(docs.summary)),
            (
                "description",
                Node::text(format!("Needs the scope `{scope}`.")),
            ),
            (
                "security",
                Node::List(vec![Node::object([("bearer", Node::texts([scope]))])]),
            ),
        ]);
        if endpoint.path().contains(":id") {
            let id = Node::parse_json(ID).with_member("example", Node::text(&self.service_file_id));
            operation = operation.with_member("parameters", Node::List(vec![id]));
        }
        if let (Some(schema), Some(example)) = (docs.request_schema, self.example_body(endpoint)) {
            let body = Node::object([("schema", reference(schema)), ("example", example)]);
            let content = Node::object([("application/json", body)]);
            let body = Node::object([("required", Node::parse_json("true")), ("content", content)]);
            operation = operation.with_member("requestBody", body);
        }
        operation.with_member("responses", responses)
    }

    fn response(&mut self, endpoint: Endpoint, status: u16) -> Node {
        let (response, docs) = (
            self.example_response(endpoint, status),
            endpoint_docs(endpoint),
        );
        let example = Node::parse_json(&response.text());
        if status < 400 {
            let with_schema =
                |schema| Node::object([("schema", reference(schema)), ("example", example)]);
            // A body of any bytes has no schema.
            let media_type = docs.response_schema.map_or(Node::object([]), with_schema);
            return response_object(docs.success, &response, media_type);
        }
        let fixed = |name| {
            Node::object([(
                "const",
                example.member(name).cloned().unwrap_or(Node::text("")),
            )])
        };
        let fixed = Node::object([("type", fixed("type")), ("status", fixed("status"))]);
        let fixed = Node::object([("properties", fixed)]);
        let schema = Node::object([("allOf", Node::List(vec![reference("problem"), fixed]))]);
        // The detail of a 400 is about the body of the example, so the description is a general one.
        let description = if status == 400 {
            docs.invalid
        } else {
            example.text_member("detail")
        };
        let media_type = Node::object([("schema", schema), ("example", example.clone())]);
        let object = response_object(description, &response, media_type);
        // Only these responses are equal for all endpoints.
        if !matches!(status, 401 | 404 | 413 | 503) {
            return object;
        }
        let name = example
            .text_member("type")
            .rsplit(':')
            .next()
            .unwrap_or_default();
        self.shared_responses.insert(name.to_owned(), object);
        Node::object([("$ref", Node::text(format!("#/components/responses/{name}")))])
    }
}

/// Returns the response object of OpenAPI for a response: the description, the headers, and the media type of the body.
fn response_object(description: &str, response: &Response, media_type: Node) -> Node {
    let mut object = Node::object([("description", Node::text(description))]);
    let header = |value: &str| {
        Node::parse_json(r#"{"required": true, "schema": {"type": "string"}}"#)
            .with_member("example", Node::text(value))
    };
    // Every response has `Cache-Control: no-store`, so it is left out.
    let described = response
        .headers
        .iter()
        .filter(|(name, _)| !["content-type", "cache-control"].contains(name));
    let headers: Vec<_> = described
        .map(|(name, value)| ((*name).to_owned(), header(value)))
        .collect();
    if !headers.is_empty() {
        object = object.with_member("headers", Node::Object(headers));
    }
    let content_type = response.header("content-type").unwrap_or_default();
    object.with_member("content", Node::object([(content_type, media_type)]))
}

/// The texts about an endpoint, and the schemas of its bodies.
struct EndpointDocs {
    summary: &'static str,
    /// The schema of the request's body, if it has one.
    request_schema: Option<&'static str>,
    /// Which bodies are refused with status 400, and which rules the schema doesn't state.
    invalid: &'static str,
    /// The schema of the response's body, if it is JSON.
    response_schema: Option<&'static str>,
    /// What a success means.
    success: &'static str,
}

const fn endpoint_docs(endpoint: Endpoint) -> EndpointDocs {
    match endpoint {
        Endpoint::UpdateBaseData => EndpointDocs {
            summary: "Replace the organization's base data.",
            request_schema: Some("base-data"),
            invalid: "Invalid base data; nothing is changed. The service checks more than the schema: the check digits and the country of an IBAN, the \
                    currencies of ISO 4217, that an external id occurs once, and that a tax period ends after it starts.",
            response_schema: Some("base-data-result"),
            success: "The base data were replaced completely.",
        },
        Endpoint::ExportBaseData => EndpointDocs {
            summary: "Export the organization's base data.",
            request_schema: None,
            invalid: "",
            response_schema: Some("base-data"),
            success: "The base data, as canonical JSON.",
        },
        Endpoint::CreateDocument => EndpointDocs {
            summary: "Create a document from an uploaded file.",
            request_schema: Some("document-request"),
            invalid: "Invalid document; it is not created. The service checks more than the schema: that `signedFileName` is the name of an upload.",
            response_schema: Some("document-result"),
            success: "The document was created. `serviceId` is present exactly if the document is processed immediately.",
        },
        Endpoint::ImportTransactions => EndpointDocs {
            summary: "Import transactions, each once.",
            request_schema: Some("transactions"),
            invalid: "The body as a whole is invalid: not JSON, not an object, or without a list of 1 to 1000 transactions. Nothing is imported.",
            response_schema: Some("import-result"),
            success: "The counts of the transactions, which add up to the number that was sent. An invalid transaction is counted in \
                `errorTransactions`, even if it breaks the schema, and the others are imported. The service checks more than the schema: the \
                currencies of ISO 4217, and that an amount fits in 96 bits.",
        },
        Endpoint::DownloadFile => EndpointDocs {
            summary: "Download a file of an exported document.",
            request_schema: None,
            invalid: "",
            response_schema: None,
            success: "The file, as it was uploaded.",
        },
    }
}
