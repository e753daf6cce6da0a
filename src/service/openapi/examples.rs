use super::told;
use crate::contract::{self, Node};
use crate::endpoint::{Caller, Endpoint, Organization};
use crate::render::Problem;
use crate::service::{BODY_LIMIT, Identifier, Request, Response, Service};

/// Requests, and what a service answers that was just begun and was sent one file. None is invented: whoever uploads a file to a new service in
/// the name of `sandbox` and sends these requests is answered like this.
pub(super) struct Examples {
    service: Service,
    organization: Organization,
    /// The name that the upload gave.
    signed_file_name: String,
    /// The name that a document's file has from then on, which stands in a path for `:id`.
    pub(super) service_file_id: String,
}

impl Examples {
    pub(super) fn new() -> Self {
        let (mut service, organization) = (Service::new(), Organization::sandbox());
        let upload = service.upload(&organization, b"%PDF-1.7").ok();
        let signed_file_name = upload.map(|id| id.to_string()).unwrap_or_default();
        let examples = Self { service, organization, signed_file_name, service_file_id: String::new() };
        let created = Node::of_json(&examples.answer(Endpoint::CreateDocument, 200).text());
        Self { service_file_id: created.word("serviceFileId").to_owned(), ..examples }
    }

    /// The body of a request that succeeds.
    pub(super) fn body(&self, endpoint: Endpoint) -> Option<Node> {
        let schema = Node::of_json(&contract::schema(told::of(endpoint).takes?)?);
        let example = schema.get("examples")?.items().first()?.clone();
        let members = example.into_members().into_iter().map(|(name, value)| match name.as_str() {
            "signedFileName" => (name, Node::text(&self.signed_file_name)),
            _ => (name, value),
        });
        Some(Node::Object(members.collect()))
    }

    pub(super) fn answer(&self, endpoint: Endpoint, status: u16) -> Response {
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
}
