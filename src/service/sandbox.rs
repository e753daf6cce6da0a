use super::problem::Problem;
use super::test_session::TestSession;
use super::{Data, Identifier, ItemKey, ReceivedRequest, Response, SandboxOperation, Service};
use crate::dedup::SnapshotError;
use crate::endpoint::Organization;
use crate::sandbox::{DeliveryRequest, ForcedResponse};
use crate::source::Certain;

/// The most forced responses that wait at a time. Each may apply to up to 1000 requests, so no test needs more.
const MAX_FORCED_RESPONSES: usize = 1000;

fn refused(reason: &str) -> Response {
    Response::problem(&Problem::RefusedSandboxRequest(reason))
}

impl Service {
    /// Stores an uploaded file, and returns its `signedFileName`.
    pub fn upload_file(&mut self, organization: &Organization, file: &[u8]) -> Identifier {
        self.create_with_new_id(organization, "upload", ItemKey::Upload, file)
    }

    /// Marks the document with this `serviceFileId` as exported, and returns whether the document exists.
    pub fn mark_exported(&mut self, organization: &Organization, id: Identifier) -> bool {
        let items = &mut self.data(organization).items;
        let exists = items.contains_key(&ItemKey::Document(id));
        if exists {
            items.insert(ItemKey::Export(id), Vec::new());
        }
        exists
    }

    /// Adds a forced response to the queue for the next requests of an organization.
    pub fn force_response(&mut self, organization: &Organization, response: ForcedResponse) {
        self.session(organization, |session| {
            session.forced_responses.push(response);
        });
    }

    /// Removes all forced responses of an organization.
    pub fn clear_forced_responses(&mut self, organization: &Organization) {
        self.session(organization, |session| session.forced_responses.clear());
    }

    /// Returns the requests of an organization to the endpoints, oldest first. The last 1000 requests are stored, with at most 16 MiB of bodies.
    #[must_use]
    pub fn received_requests(&self, organization: &Organization) -> Vec<ReceivedRequest> {
        self.session(organization, |session| {
            session.received_requests.iter().cloned().collect()
        })
    }

    /// Returns what the last import of an organization did, as the JSON of [`import_details_json`](crate::render::import_details_json): conflicts,
    /// suspects and findings, which the answer to an import doesn't have.
    #[must_use]
    pub fn last_import(&self, organization: &Organization) -> Option<String> {
        self.session(organization, |session| session.last_import.clone())
    }

    /// Sets the number that the next identifiers of an organization are derived from.
    pub fn set_seed(&mut self, organization: &Organization, seed: u32) {
        self.session(organization, |session| {
            (session.seed, session.identifier_count) = (seed, 0);
        });
    }

    /// Deletes all data of an organization, its forced responses and its list of requests, but keeps its seed. The identifiers start again.
    pub fn reset(&mut self, organization: &Organization) {
        self.state.remove(organization);
        self.session(organization, TestSession::reset);
    }

    /// Returns all data of an organization as bytes, without the secret of the webhook. The format may change with the version.
    pub fn snapshot(&mut self, organization: &Organization) -> Vec<u8> {
        self.data(organization).snapshot()
    }

    /// Replaces all data of an organization by a snapshot.
    ///
    /// Forced responses and the list of requests are cleared. The identifiers start again and skip identifiers that the snapshot uses.
    ///
    /// # Errors
    ///
    /// The bytes are no snapshot, are damaged, or are of a newer version.
    pub fn restore(
        &mut self,
        organization: &Organization,
        snapshot: &[u8],
    ) -> Result<(), SnapshotError> {
        *self.data(organization) = Data::restore(snapshot)?;
        self.session(organization, TestSession::reset);
        Ok(())
    }

    /// Answers a sandbox request.
    pub(super) fn answer_sandbox(
        &mut self,
        organization: &Organization,
        operation: SandboxOperation,
        id: Option<Identifier>,
        body: &[u8],
    ) -> Result<Response, Response> {
        match operation {
            SandboxOperation::UploadFile => {
                let id = self.upload_file(organization, body);
                return Ok(Response::json(
                    201,
                    format!(r#"{{"signedFileName":"{id}"}}"#),
                ));
            }
            SandboxOperation::ExportDocument => {
                if !id.is_some_and(|id| self.mark_exported(organization, id)) {
                    return Err(Response::not_found());
                }
            }
            SandboxOperation::ForceResponse => {
                let reading = ForcedResponse::read(body, &self.options.policy);
                let invalid =
                    || Response::problem(&Problem::InvalidSandboxRequest(&reading.report));
                let forced = reading.value.ok_or_else(invalid)?;
                let waiting = self.session(organization, |session| session.forced_responses.len());
                if waiting >= MAX_FORCED_RESPONSES {
                    return Err(refused(
                        "So many forced responses wait already; take them back with DELETE.",
                    ));
                }
                self.force_response(organization, forced);
            }
            SandboxOperation::ClearForcedResponses => self.clear_forced_responses(organization),
            SandboxOperation::ListRequests => {
                let requests = self.received_requests(organization);
                // Serializing texts and numbers under fixed names can't fail.
                let requests = serde_json::to_string(&requests).certain();
                return Ok(Response::json(200, format!(r#"{{"requests":{requests}}}"#)));
            }
            SandboxOperation::ShowImport => {
                let details = self
                    .last_import(organization)
                    .ok_or_else(Response::not_found)?;
                return Ok(Response::json(200, details));
            }
            SandboxOperation::SetSeed => {
                let seed = serde_json::from_slice(body).ok();
                let seed =
                    seed.ok_or_else(|| refused("A seed is a whole number from 0 to 4294967295."))?;
                self.set_seed(organization, seed);
            }
            SandboxOperation::Reset => self.reset(organization),
            SandboxOperation::ExportJournal => {
                let journal = self
                    .journal(organization)
                    .map_err(|error| Response::no_journal(&error))?;
                return Ok(Response::json(200, self.write_journal(&journal)));
            }
            SandboxOperation::DeliverJournal => return self.deliver_journal(organization, body),
            SandboxOperation::TakeSnapshot => {
                let snapshot = self.snapshot(organization);
                return Ok(Response::with_body(
                    200,
                    "application/octet-stream",
                    snapshot,
                ));
            }
            SandboxOperation::RestoreSnapshot => {
                self.restore(organization, body)
                    .map_err(|error| refused(&format!("The snapshot can't be used: {error}.")))?;
            }
        }
        Ok(Response {
            status: 204,
            ..Response::default()
        })
    }

    /// Answers a request to deliver the journal, with the delivery that the caller has to make.
    fn deliver_journal(
        &mut self,
        organization: &Organization,
        body: &[u8],
    ) -> Result<Response, Response> {
        let reading = DeliveryRequest::read(body, &self.options.policy);
        let Some(request) = &reading.value else {
            let invalid = Problem::InvalidSandboxRequest(&reading.report);
            return Err(Response::problem(&invalid));
        };
        let delivery = self
            .delivery(organization, request)
            .map_err(|error| Response::no_journal(&error))?;
        let response = Response::json(202, format!(r#"{{"times":{}}}"#, delivery.times));
        Ok(Response {
            delivery: Some(Box::new(delivery)),
            ..response
        })
    }
}
