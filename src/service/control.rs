use serde::Serialize;

use super::{Identifier, Received, Response, Service, State, documents};
use crate::dedup::SnapshotFault;
use crate::endpoint::Organization;
use crate::render::Problem;
use crate::sandbox::ForcedResponse;

/// A request beside the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Control {
    /// Take a file from which a document can be created.
    Upload,
    /// Mark a document as exported.
    Export,
    /// Force the next responses.
    Force,
    /// Force none of them any more.
    Release,
    /// List what was received.
    List,
    /// Have identifiers made from another number.
    Seed,
    /// Forget everything.
    Reset,
    /// Give everything that is held.
    Snapshot,
    /// Hold what a snapshot says.
    Restore,
}

impl Control {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Upload,
        Self::Export,
        Self::Force,
        Self::Release,
        Self::List,
        Self::Seed,
        Self::Reset,
        Self::Snapshot,
        Self::Restore,
    ];

    /// The HTTP method.
    #[must_use]
    pub const fn method(self) -> &'static str {
        match self {
            Self::Upload | Self::Export | Self::Force | Self::Reset => "POST",
            Self::Release => "DELETE",
            Self::List | Self::Snapshot => "GET",
            Self::Seed | Self::Restore => "PUT",
        }
    }

    /// The path; `:id` stands for a `serviceFileId`.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::Upload => "/sandbox/files",
            Self::Export => "/sandbox/files/:id/export",
            Self::Force | Self::Release => "/sandbox/responses",
            Self::List => "/sandbox/requests",
            Self::Seed => "/sandbox/seed",
            Self::Reset => "/sandbox/reset",
            Self::Snapshot | Self::Restore => "/sandbox/snapshot",
        }
    }

    pub(super) const fn takes_json(self) -> bool {
        matches!(self, Self::Force | Self::Seed)
    }
}

/// The answer to an upload.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Uploaded {
    signed_file_name: String,
}

#[derive(Serialize)]
struct List<'r> {
    requests: Vec<ReceivedView<'r>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReceivedView<'r> {
    method: &'r str,
    target: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    content_type: Option<&'r str>,
    status: u16,
    bytes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<&'r str>,
}

impl<'r> From<&'r Received> for ReceivedView<'r> {
    fn from(received: &'r Received) -> Self {
        let Received { method, target, content_type, status, bytes, body } = received;
        Self {
            method,
            target,
            content_type: content_type.as_deref(),
            status: *status,
            bytes: *bytes,
            body: body.as_deref(),
        }
    }
}

/// JSON of text and numbers under fixed names, which always can be written.
fn json(status: u16, view: &impl Serialize) -> Response {
    Response::json(status, serde_json::to_string(view).unwrap_or_default())
}

impl<S: State> Service<S> {
    /// Takes a file and gives its `signedFileName`.
    pub fn upload(&mut self, organization: &Organization, file: &[u8]) -> Result<Identifier, S::Error> {
        let trial = super::trial::of(&mut self.trials, organization, self.seed);
        documents::upload(&mut self.state, trial, organization, file)
    }

    /// Marks the document of a `serviceFileId` as exported; tells whether there is such a one.
    pub fn export(&mut self, organization: &Organization, id: Identifier) -> Result<bool, S::Error> {
        documents::export(&mut self.state, organization, id)
    }

    /// Forces the next responses to an organization, after those that are forced already.
    pub fn force(&mut self, organization: &Organization, response: ForcedResponse) {
        self.trial(organization).force(response);
    }

    /// Forces no response to an organization any more.
    pub fn release(&mut self, organization: &Organization) {
        self.trial(organization).release();
    }

    /// What was received from an organization on the endpoints, the oldest first: the last 1000 requests, and 16 MiB of bodies.
    pub fn received(&mut self, organization: &Organization) -> impl Iterator<Item = &Received> {
        self.trial(organization).received.all()
    }

    /// Has the identifiers of an organization made from another number from here on.
    pub fn set_seed(&mut self, organization: &Organization, seed: u32) {
        self.trial(organization).set_seed(seed);
    }

    /// Forgets everything of an organization but for its seed, also what was forced and received. Identifiers are made from the beginning again.
    pub fn reset(&mut self, organization: &Organization) -> Result<(), S::Error> {
        self.state.reset(organization)?;
        let trial = self.trial(organization);
        trial.begin(trial.seed());
        Ok(())
    }

    /// Everything that is held of an organization as bytes, where the state can give it. Their form may change with the version.
    pub fn snapshot(&mut self, organization: &Organization) -> Option<Vec<u8>> {
        self.state.snapshot(organization)
    }

    /// Holds of an organization what a snapshot says and nothing else, where the state can do so. What was forced and received is forgotten.
    /// Identifiers are made from the beginning again, and those that are taken are left out.
    pub fn restore(&mut self, organization: &Organization, snapshot: &[u8]) -> Option<Result<(), SnapshotFault>> {
        let restored = self.state.restore(organization, snapshot)?;
        if restored.is_ok() {
            let trial = self.trial(organization);
            trial.begin(trial.seed());
        }
        Some(restored)
    }

    pub(super) fn control(
        &mut self,
        organization: &Organization,
        control: Control,
        id: Option<Identifier>,
        body: &[u8],
    ) -> Response {
        self.try_control(organization, control, id, body).unwrap_or_else(|refusal| refusal)
    }

    fn try_control(
        &mut self,
        organization: &Organization,
        control: Control,
        id: Option<Identifier>,
        body: &[u8],
    ) -> Result<Response, Response> {
        let refused = |fault: &str| Response::problem(&Problem::RefusedControl(fault));
        match control {
            Control::Upload => {
                let signed_file_name = self.upload(organization, body).map_err(Response::unavailable)?;
                return Ok(json(201, &Uploaded { signed_file_name: signed_file_name.to_string() }));
            }
            Control::Export => {
                let exported = id.map_or(Ok(false), |id| self.export(organization, id));
                if !exported.map_err(Response::unavailable)? {
                    return Err(Response::problem(&Problem::NotFound));
                }
            }
            Control::Force => {
                let reading = ForcedResponse::read(body, &self.policy);
                let Some(forced) = reading.value else {
                    return Err(Response::problem(&Problem::InvalidControl(&reading.report)));
                };
                if !self.trial(organization).has_room() {
                    return Err(refused("So many forced responses wait already; take them back with DELETE."));
                }
                self.force(organization, forced);
            }
            Control::Release => self.release(organization),
            Control::List => {
                let requests = self.received(organization).map(ReceivedView::from).collect();
                return Ok(json(200, &List { requests }));
            }
            Control::Seed => {
                let seed = serde_json::from_slice(body).ok();
                let seed = seed.ok_or_else(|| refused("A seed is a whole number from 0 to 4294967295."))?;
                self.set_seed(organization, seed);
            }
            Control::Reset => self.reset(organization).map_err(Response::unavailable)?,
            Control::Snapshot => {
                let held = self.snapshot(organization).ok_or_else(|| Response::problem(&Problem::NotImplemented))?;
                return Ok(Response::with_body(200, "application/octet-stream", held));
            }
            Control::Restore => match self.restore(organization, body) {
                None => return Err(Response::problem(&Problem::NotImplemented)),
                Some(restored) => {
                    restored.map_err(|fault| refused(&format!("The snapshot can't be used: {fault}.")))?;
                }
            },
        }
        Ok(Response::without_body())
    }
}
