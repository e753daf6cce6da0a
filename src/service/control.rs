use serde::Serialize;

use super::trial::Trial;
use super::{Identifier, Received, Response, State, documents};
use crate::dedup::SnapshotFault;
use crate::endpoint::Organization;
use crate::render::Problem;
use crate::report::Policy;
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

/// Forgets everything of an organization. Its trial begins anew once the state has forgotten it.
pub(super) fn reset<'t, S: State>(
    state: &mut S,
    organization: &Organization,
    trial: impl FnOnce() -> &'t mut Trial,
) -> Result<(), S::Error> {
    state.reset(organization)?;
    trial().begin_anew();
    Ok(())
}

/// Holds what a snapshot says. The trial begins anew where the state has taken it.
pub(super) fn restore<'t, S: State>(
    state: &mut S,
    organization: &Organization,
    snapshot: &[u8],
    trial: impl FnOnce() -> &'t mut Trial,
) -> Option<Result<(), SnapshotFault>> {
    let restored = state.restore(organization, snapshot)?;
    if restored.is_ok() {
        trial().begin_anew();
    }
    Some(restored)
}

/// Does what a request beside the contract asks for. It asks for the trial only where it needs one, since asking begins it.
pub(super) fn answer<'t, S: State>(
    state: &mut S,
    organization: &Organization,
    (control, id): (Control, Option<Identifier>),
    body: &[u8],
    policy: &Policy,
    trial: impl FnOnce() -> &'t mut Trial,
) -> Result<Response, Response> {
    let refused = |fault: &str| Response::problem(&Problem::RefusedControl(fault));
    match control {
        Control::Upload => {
            let uploaded = documents::upload(state, trial(), organization, body);
            let signed_file_name = uploaded.map_err(Response::unavailable)?;
            return Ok(json(201, &Uploaded { signed_file_name: signed_file_name.to_string() }));
        }
        Control::Export => {
            let exported = id.map_or(Ok(false), |id| documents::export(state, organization, id));
            if !exported.map_err(Response::unavailable)? {
                return Err(Response::problem(&Problem::NotFound));
            }
        }
        Control::Force => {
            let reading = ForcedResponse::read(body, policy);
            let Some(forced) = reading.value else {
                return Err(Response::problem(&Problem::InvalidControl(&reading.report)));
            };
            let trial = trial();
            if !trial.has_room() {
                return Err(refused("So many forced responses wait already; take them back with DELETE."));
            }
            trial.force(forced);
        }
        Control::Release => trial().release(),
        Control::List => {
            let requests = trial().received.all().map(ReceivedView::from).collect();
            return Ok(json(200, &List { requests }));
        }
        Control::Seed => {
            let seed = serde_json::from_slice(body).ok();
            let seed = seed.ok_or_else(|| refused("A seed is a whole number from 0 to 4294967295."))?;
            trial().set_seed(seed);
        }
        Control::Reset => reset(state, organization, trial).map_err(Response::unavailable)?,
        Control::Snapshot => {
            let held = state.snapshot(organization).ok_or_else(|| Response::problem(&Problem::NotImplemented))?;
            return Ok(Response::with_body(200, "application/octet-stream", held));
        }
        Control::Restore => match restore(state, organization, body, trial) {
            None => return Err(Response::problem(&Problem::NotImplemented)),
            Some(restored) => {
                restored.map_err(|fault| refused(&format!("The snapshot can't be used: {fault}.")))?;
            }
        },
    }
    Ok(Response::without_body())
}
