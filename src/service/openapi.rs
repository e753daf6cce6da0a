//! The interface as a document of OpenAPI 3.1.

use std::collections::{BTreeMap, BTreeSet};

use super::{BODY_LIMIT, Identifier, Request, Response, Service};
use crate::contract::{self, Node, components, reference};
use crate::endpoint::{Caller, Endpoint, Organization};
use crate::render::Problem;

/// The interface of the service (contract 4) as a document of OpenAPI 3.1, as text over several lines.
///
/// The schemas are those of [`contract::schema`](crate::contract::schema), the paths, scopes and statuses those of [`Endpoint`]; each example is what
/// the [`Service`](super::Service) is asked and answers. What it answers beside the contract is in it: a body that is too large, one of another
/// media type, a state that can't be reached. The paths below `/sandbox` are not: no other service has them.
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
    let description = "The public API v1 of an accounting data service: base data, documents and transactions. This document is rendered by \
        universal-accounting from the tables that its checks and its reference service go through; where the contract is silent, as on statuses \
        and error bodies, it says what that reference service does. What gets to no operation is refused with problem details too: another path \
        (404), another method (405), and what is no HTTP (400, 408, 414, 431).";
    let licence = env!("CARGO_PKG_LICENSE");
    let mut document = Document::new();
    let info = Node::object([
        ("title", Node::text("Accounting Data Service: Public API")),
        ("version", Node::text(env!("CARGO_PKG_VERSION"))),
        ("description", Node::text(description)),
        ("license", Node::object([("name", Node::text(licence)), ("identifier", Node::text(licence))])),
    ]);
    Node::object([
        ("openapi", Node::text("3.1.0")),
        ("info", info),
        ("servers", Node::of_json(SERVERS)),
        ("paths", document.paths()),
        ("components", document.components()),
    ])
    .pretty()
}

const SERVERS: &str =
    r#"[{"url": "http://127.0.0.1:8080", "description": "The reference service on your own machine, `uacc serve`."}]"#;
const SECURITY: &str = r#"{"bearer": {"type": "http", "scheme": "bearer",
    "description": "A token, which has scopes (contract 5). Each operation names the one that it needs."}}"#;
const ID: &str = r#"{"name": "id", "in": "path",
    "description": "The file: the `serviceFileId` that the creation of its document gave.",
    "required": true, "schema": {"type": "string"}}"#;

/// The document, with a service that was just begun and was sent one file. No example is invented: whoever uploads a file to a new service in
/// the name of `sandbox` and sends these requests is answered like this.
struct Document {
    service: Service,
    organization: Organization,
    /// The name that the upload gave.
    signed_file_name: String,
    /// The name that a document's file has from then on, which stands in a path for `:id`.
    service_file_id: String,
    /// The responses that are alike wherever they occur, gathered while operations are written.
    responses: BTreeMap<String, Node>,
}

impl Document {
    fn new() -> Self {
        let (mut service, organization) = (Service::new(), Organization::sandbox());
        let upload = service.upload(&organization, b"%PDF-1.7").ok();
        let signed_file_name = upload.map(|id| id.to_string()).unwrap_or_default();
        let (service_file_id, responses) = (String::new(), BTreeMap::new());
        let document = Self { service, organization, signed_file_name, service_file_id, responses };
        let created = Node::of_json(&document.answer(Endpoint::CreateDocument, 200).text());
        Self { service_file_id: created.word("serviceFileId").to_owned(), ..document }
    }

    /// The body of a request that succeeds.
    fn body(&self, endpoint: Endpoint) -> Option<Node> {
        let schema = Node::of_json(&contract::schema(about(endpoint).takes?)?);
        let example = schema.get("examples")?.items().first()?.clone();
        let members = example.into_members().into_iter().map(|(name, value)| match name.as_str() {
            "signedFileName" => (name, Node::text(&self.signed_file_name)),
            _ => (name, value),
        });
        Some(Node::Object(members.collect()))
    }

    fn answer(&self, endpoint: Endpoint, status: u16) -> Response {
        let (mut service, organization) = (self.service.clone(), self.organization.clone());
        let request = Request::new(endpoint.method(), endpoint.path());
        match status {
            400 => service.handle(&self.caller(), &Request::json(endpoint.method(), endpoint.path(), b"{}")),
            401 => service.handle(&Caller::Unknown, &request),
            403 => service.handle(&Caller::Known { organization, scopes: Vec::new() }, &request),
            // `:id` names no file, no base data is there yet, and no media type is said.
            404 | 415 => service.handle(&self.caller(), &request),
            // These would take 32 MiB, and a state that fails.
            413 => Response::problem(&Problem::TooLarge(BODY_LIMIT)),
            503 => Response::problem(&Problem::Unavailable),
            _ => {
                if endpoint == Endpoint::ExportBaseData {
                    self.send(&mut service, Endpoint::UpdateBaseData);
                } else if endpoint == Endpoint::DownloadFile {
                    self.send(&mut service, Endpoint::CreateDocument);
                    // A state in memory always can be asked.
                    let _ = Identifier::parse(&self.service_file_id).map(|id| service.export(&organization, id));
                }
                self.send(&mut service, endpoint)
            }
        }
    }

    fn send(&self, service: &mut Service, endpoint: Endpoint) -> Response {
        let path = endpoint.path().replace(":id", &self.service_file_id);
        let body = self.body(endpoint).map(|body| body.compact()).unwrap_or_default();
        service.handle(&self.caller(), &Request::json(endpoint.method(), &path, body.as_bytes()))
    }

    fn caller(&self) -> Caller {
        Caller::with_every_scope(self.organization.clone())
    }

    fn paths(&mut self) -> Node {
        let mut paths: Vec<(String, Node)> = Vec::new();
        for endpoint in Endpoint::ALL {
            let path = endpoint.path().replace(":id", "{id}");
            let operation = (endpoint.method().to_ascii_lowercase(), self.operation(endpoint));
            match paths.iter_mut().find(|(known, _)| *known == path) {
                Some((_, Node::Object(operations))) => operations.push(operation),
                _ => paths.push((path, Node::Object(vec![operation]))),
            }
        }
        Node::Object(paths)
    }

    /// What the operations refer to.
    fn components(self) -> Node {
        let told = Endpoint::ALL.into_iter().map(about);
        let bodies = told.flat_map(|told| [told.takes, told.gives]).flatten();
        let schemas = components(bodies.chain(["problem"]).collect::<BTreeSet<_>>());
        Node::object([
            ("securitySchemes", Node::of_json(SECURITY)),
            ("schemas", Node::Object(schemas.into_iter().collect())),
            ("responses", Node::Object(self.responses.into_iter().collect())),
        ])
    }

    fn operation(&mut self, endpoint: Endpoint) -> Node {
        let (told, scope) = (about(endpoint), endpoint.scope().as_str());
        let mut statuses = endpoint.statuses().to_vec();
        statuses.extend(if endpoint.takes_json() { &[413, 415, 503][..] } else { &[503] });
        let responses = statuses.into_iter().map(|status| (status.to_string(), self.response(endpoint, status)));
        let responses = Node::Object(responses.collect());
        let description = format!("Section {} of the contract. It needs the scope `{scope}`.", told.section);
        let mut operation = Node::object([
            ("operationId", Node::text(endpoint.name())),
            ("summary", Node::text(told.summary)),
            ("description", Node::text(description)),
            ("security", Node::List(vec![Node::object([("bearer", Node::texts([scope]))])])),
        ]);
        if endpoint.path().contains(":id") {
            let id = Node::of_json(ID).with("example", Node::text(&self.service_file_id));
            operation = operation.with("parameters", Node::List(vec![id]));
        }
        if let (Some(schema), Some(example)) = (told.takes, self.body(endpoint)) {
            let body = Node::object([("schema", reference(schema)), ("example", example)]);
            let content = Node::object([("application/json", body)]);
            let body = Node::object([("required", Node::of_json("true")), ("content", content)]);
            operation = operation.with("requestBody", body);
        }
        operation.with("responses", responses)
    }

    fn response(&mut self, endpoint: Endpoint, status: u16) -> Node {
        let (answer, told) = (self.answer(endpoint, status), about(endpoint));
        let example = Node::of_json(&answer.text());
        if status < 400 {
            // Any bytes: that is what the absence of a schema says.
            let schema = told.gives.map(|schema| Node::object([("schema", reference(schema)), ("example", example)]));
            return described(told.success, &answer, schema.unwrap_or(Node::object([])));
        }
        let fixed = |name| Node::object([("const", example.get(name).cloned().unwrap_or(Node::text("")))]);
        let of_this_type = Node::object([("type", fixed("type")), ("status", fixed("status"))]);
        let of_this_type = Node::object([("properties", of_this_type)]);
        let schema = Node::object([("allOf", Node::List(vec![reference("problem"), of_this_type]))]);
        // What is wrong with one body says nothing of others.
        let description = if status == 400 { told.refused } else { example.word("detail") };
        let body = Node::object([("schema", schema), ("example", example.clone())]);
        let shown = described(description, &answer, body);
        // These say nothing of the endpoint.
        if !matches!(status, 401 | 404 | 413 | 503) {
            return shown;
        }
        let name = example.word("type").rsplit(':').next().unwrap_or_default();
        self.responses.insert(name.to_owned(), shown);
        Node::object([("$ref", Node::text(format!("#/components/responses/{name}")))])
    }
}

/// A response with its headers, and with its body as the one of its media type.
fn described(description: &str, answer: &Response, body: Node) -> Node {
    let mut response = Node::object([("description", Node::text(description))]);
    let header = |value: &str| {
        Node::of_json(r#"{"required": true, "schema": {"type": "string"}}"#).with("example", Node::text(value))
    };
    // That nothing may be cached is said of all, and so of none.
    let telling = answer.headers.iter().filter(|(name, _)| !["content-type", "cache-control"].contains(name));
    let headers: Vec<_> = telling.map(|(name, value)| ((*name).to_owned(), header(value))).collect();
    if !headers.is_empty() {
        response = response.with("headers", Node::Object(headers));
    }
    let media_type = answer.header("content-type").unwrap_or_default();
    response.with("content", Node::object([(media_type, body)]))
}

/// What is told of an endpoint beside its name, its path, its scope and its statuses.
struct About {
    /// Where the contract has it.
    section: &'static str,
    summary: &'static str,
    /// The schema of the body that it takes, where it takes one.
    takes: Option<&'static str>,
    /// Which bodies are refused, and what of that the schema doesn't say.
    refused: &'static str,
    /// The schema of the body that it gives, where that is JSON.
    gives: Option<&'static str>,
    /// What a success means.
    success: &'static str,
}

const fn about(endpoint: Endpoint) -> About {
    match endpoint {
        Endpoint::UpdateBaseData => About {
            section: "4.1",
            summary: "Replace the organization's base data.",
            takes: Some("base-data"),
            refused: "Invalid base data, of which nothing is taken. The rules know more than the schema: the check digits and the country of an \
                    IBAN, the currencies of ISO 4217, that an external id is there once and that a tax period ends after it starts.",
            gives: Some("base-data-result"),
            success: "All of it was taken, in place of what was held.",
        },
        Endpoint::ExportBaseData => About {
            section: "4.4",
            summary: "Export the organization's base data.",
            takes: None,
            refused: "",
            gives: Some("base-data"),
            success: "What is held, in its canonical form.",
        },
        Endpoint::CreateDocument => About {
            section: "4.2",
            summary: "Create a document from an uploaded file.",
            takes: Some("document-request"),
            refused: "Invalid document, which is not created. The rules know more than the schema: that `signedFileName` is one that an upload \
                    gave.",
            gives: Some("document-result"),
            success: "The document was created. `serviceId` is there exactly when it is processed at once.",
        },
        Endpoint::ImportTransactions => About {
            section: "4.3",
            summary: "Import transactions, each once.",
            takes: Some("transactions"),
            refused: "Invalid as a whole: no JSON, no object, or no list with a transaction in it. Nothing is imported.",
            gives: Some("import-answer"),
            success: "What became of the transactions; the three counts are as many as were sent. One with a fault is counted in \
                `errorTransactions`, also where the schema refuses it, and the others are imported. The rules know more than the schema: the \
                currencies of ISO 4217, and that an amount fits in 96 bits.",
        },
        Endpoint::DownloadFile => About {
            section: "4.5",
            summary: "Download a file of an exported document.",
            takes: None,
            refused: "",
            gives: None,
            success: "The file, as it was uploaded.",
        },
    }
}
