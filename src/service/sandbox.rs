use super::problem::Problem;
use super::test_session::TestSession;
use super::{Identifier, ItemKey, ReceivedRequest, Response, SandboxOperation, Service, State};
use crate::dedup::SnapshotError;
use crate::endpoint::Organization;
use crate::sandbox::{DeliveryRequest, FileContents, ForcedResponse};

/// The most forced responses that wait at a time. Each may apply to up to 1000 requests, so no test needs more.
const MAX_FORCED_RESPONSES: usize = 1000;

fn refused(reason: &str) -> Response {
    Response::problem(&Problem::RefusedSandboxRequest(reason))
}

impl<S: State> Service<S> {
    /// Stores an uploaded file, and returns its `signedFileName`.
    ///
    /// # Errors
    ///
    /// The state can't store the file.
    pub fn upload_file(
        &mut self,
        organization: &Organization,
        file: &[u8],
    ) -> Result<Identifier, S::Error> {
        self.create_with_new_id(organization, "upload", ItemKey::Upload, file)
    }

    /// Marks the document with this `serviceFileId` as exported, and returns whether the document exists.
    ///
    /// # Errors
    ///
    /// The state can't be read or changed.
    pub fn mark_exported(
        &mut self,
        organization: &Organization,
        id: Identifier,
    ) -> Result<bool, S::Error> {
        let exists = self
            .state
            .read_item(organization, ItemKey::Document(id))?
            .is_some();
        if exists {
            self.state
                .write_item(organization, ItemKey::Export(id), b"")?;
        }
        Ok(exists)
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
    ///
    /// # Errors
    ///
    /// The state can't delete the data.
    pub fn reset(&mut self, organization: &Organization) -> Result<(), S::Error> {
        self.state.reset(organization)?;
        self.session(organization, TestSession::reset);
        Ok(())
    }

    /// Returns all data of an organization as bytes, or nothing if the state has no snapshots. The format may change with the version.
    pub fn snapshot(&mut self, organization: &Organization) -> Option<Vec<u8>> {
        self.state.snapshot(organization)
    }

    /// Replaces all data of an organization by a snapshot, or returns nothing if the state has no snapshots.
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
    ) -> Option<Result<(), SnapshotError>> {
        let restored = self.state.restore(organization, snapshot)?;
        if restored.is_ok() {
            self.session(organization, TestSession::reset);
        }
        Some(restored)
    }

    /// Answers a sandbox request.
    pub(super) fn answer_sandbox(
        &mut self,
        organization: &Organization,
        operation: SandboxOperation,
        (id, query): (Option<Identifier>, &str),
        body: &[u8],
    ) -> Result<Response, Response> {
        let not_implemented = || Response::problem(&Problem::NotImplemented);
        match operation {
            SandboxOperation::UploadFile => {
                let id = self
                    .upload_file(organization, body)
                    .map_err(Response::unavailable)?;
                return Ok(Response::json(
                    201,
                    format!(r#"{{"signedFileName":"{id}"}}"#),
                ));
            }
            SandboxOperation::ExportDocument => {
                let exported = id.map_or(Ok(false), |id| self.mark_exported(organization, id));
                if !exported.map_err(Response::unavailable)? {
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
                let requests = serde_json::to_string(&requests).unwrap_or_default();
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
            SandboxOperation::Reset => self.reset(organization).map_err(Response::unavailable)?,
            SandboxOperation::ExportJournal => {
                let files = match query.strip_prefix("files=") {
                    None if query.is_empty() => Some(FileContents::default()),
                    word => word.and_then(FileContents::from_word),
                };
                let files = files
                    .ok_or_else(|| refused("The query can be `files=ids` or `files=contents`."))?;
                let journal = self
                    .journal(organization, files)
                    .map_err(Response::no_journal)?;
                return Ok(Response::json(200, self.write_journal(&journal)));
            }
            SandboxOperation::DeliverJournal => return self.deliver_journal(organization, body),
            SandboxOperation::TakeSnapshot => {
                let snapshot = self.snapshot(organization).ok_or_else(not_implemented)?;
                return Ok(Response::with_body(
                    200,
                    "application/octet-stream",
                    snapshot,
                ));
            }
            SandboxOperation::RestoreSnapshot => {
                let restored = self
                    .restore(organization, body)
                    .ok_or_else(not_implemented)?;
                restored
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
        let receiver = &request.receiver;
        let is_allowed = receiver.is_local()
            || self
                .options
                .allowed_hosts
                .iter()
                .any(|host| host.allows(receiver));
        if !is_allowed {
            return Err(refused(
                "The receiver is not on the machine of this service. The operator of the service must allow its host first.",
            ));
        }
        let delivery = self
            .delivery(organization, request)
            .map_err(Response::no_journal)?;
        let response = Response::json(202, format!(r#"{{"times":{}}}"#, delivery.times));
        Ok(Response {
            delivery: Some(Box::new(delivery)),
            ..response
        })
    }
}
