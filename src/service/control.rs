use super::{Control, Identifier, Item, Received, Response, Service, State};
use crate::dedup::SnapshotError;
use crate::endpoint::Organization;
use crate::render::Problem;
use crate::sandbox::ForcedResponse;

/// More than a test forces, each of them up to a thousand times.
const FORCED: usize = 1000;

fn refused(fault: &str) -> Response {
    Response::problem(&Problem::RefusedControl(fault))
}

impl<S: State> Service<S> {
    /// Takes a file and gives its `signedFileName`.
    pub fn upload(&mut self, organization: &Organization, file: &[u8]) -> Result<Identifier, S::Error> {
        self.keep(organization, ["upload"], |[upload]| Item::Upload(upload), file).map(|[upload]| upload)
    }

    /// Marks the document of a `serviceFileId` as exported, and returns whether there is one.
    pub fn export(&mut self, organization: &Organization, id: Identifier) -> Result<bool, S::Error> {
        let exists = self.state.get(organization, Item::Document(id))?.is_some();
        if exists {
            self.state.put(organization, Item::Export(id), b"")?;
        }
        Ok(exists)
    }

    /// Forces the next responses to an organization, after those that are forced already.
    pub fn force(&mut self, organization: &Organization, response: ForcedResponse) {
        self.trial(organization).forced.push(response);
    }

    /// Forces no response to an organization any more.
    pub fn release(&mut self, organization: &Organization) {
        self.trial(organization).forced.clear();
    }

    /// What was received from an organization on the endpoints, the oldest first: the last 1000 requests, and 16 MiB of bodies.
    pub fn received(&mut self, organization: &Organization) -> impl Iterator<Item = &Received> {
        self.trial(organization).received.iter()
    }

    /// Has the identifiers of an organization made from another number from here on.
    pub fn set_seed(&mut self, organization: &Organization, seed: u32) {
        let trial = self.trial(organization);
        (trial.seed, trial.given) = (seed, 0);
    }

    /// Forgets everything of an organization but for its seed, also what was forced and received. Identifiers are made from the beginning again.
    pub fn reset(&mut self, organization: &Organization) -> Result<(), S::Error> {
        self.state.reset(organization)?;
        self.trial(organization).begin_anew();
        Ok(())
    }

    /// Everything that is held of an organization as bytes, where the state can give it. Their form may change with the version.
    pub fn snapshot(&mut self, organization: &Organization) -> Option<Vec<u8>> {
        self.state.snapshot(organization)
    }

    /// Holds of an organization what a snapshot says and nothing else, where the state can do so. What was forced and received is forgotten.
    /// Identifiers are made from the beginning again, and those that are taken are left out.
    pub fn restore(&mut self, organization: &Organization, snapshot: &[u8]) -> Option<Result<(), SnapshotError>> {
        let restored = self.state.restore(organization, snapshot)?;
        if restored.is_ok() {
            self.trial(organization).begin_anew();
        }
        Some(restored)
    }

    /// Answers a request beside the contract.
    pub(super) fn control(
        &mut self,
        organization: &Organization,
        control: Control,
        id: Option<Identifier>,
        body: &[u8],
    ) -> Result<Response, Response> {
        let not_implemented = || Response::problem(&Problem::NotImplemented);
        match control {
            Control::Upload => {
                let id = self.upload(organization, body)?;
                return Ok(Response::json(201, format!(r#"{{"signedFileName":"{id}"}}"#)));
            }
            Control::Export => {
                if !id.map_or(Ok(false), |id| self.export(organization, id))? {
                    return Err(Response::not_found());
                }
            }
            Control::Force => {
                let reading = ForcedResponse::read(body, &self.policy);
                let invalid = || Response::problem(&Problem::InvalidControl(&reading.report));
                let forced = reading.value.ok_or_else(invalid)?;
                if self.trial(organization).forced.len() >= FORCED {
                    return Err(refused("So many forced responses wait already; take them back with DELETE."));
                }
                self.force(organization, forced);
            }
            Control::Release => self.release(organization),
            Control::List => {
                let requests: Vec<_> = self.received(organization).collect();
                // Text and numbers under fixed names always can be written.
                let requests = serde_json::to_string(&requests).unwrap_or_default();
                return Ok(Response::json(200, format!(r#"{{"requests":{requests}}}"#)));
            }
            Control::Seed => {
                let seed = serde_json::from_slice(body).ok();
                let seed = seed.ok_or_else(|| refused("A seed is a whole number from 0 to 4294967295."))?;
                self.set_seed(organization, seed);
            }
            Control::Reset => self.reset(organization)?,
            Control::Snapshot => {
                let held = self.snapshot(organization).ok_or_else(not_implemented)?;
                return Ok(Response::with_body(200, "application/octet-stream", held));
            }
            Control::Restore => {
                let restored = self.restore(organization, body).ok_or_else(not_implemented)?;
                restored.map_err(|fault| refused(&format!("The snapshot can't be used: {fault}.")))?;
            }
        }
        Ok(Response { status: 204, ..Response::default() })
    }
}
