use super::call::Call;
use super::{Control, Identifier, Response, State};
use crate::dedup::SnapshotFault;
use crate::render::Problem;
use crate::sandbox::ForcedResponse;

/// More than a test forces, each of them up to a thousand times.
const FORCED: usize = 1000;

fn refused(fault: &str) -> Response {
    Response::problem(&Problem::RefusedControl(fault))
}

impl<S: State> Call<'_, S> {
    /// Forgets everything of the organization. Its trial begins anew once the state has forgotten it.
    pub(super) fn reset(&mut self) -> Result<(), S::Error> {
        self.state.reset(self.organization)?;
        self.trial().begin_anew();
        Ok(())
    }

    /// Holds what the body says, which is a snapshot. The trial begins anew where the state has taken it.
    pub(super) fn restore(&mut self) -> Option<Result<(), SnapshotFault>> {
        let restored = self.state.restore(self.organization, self.body)?;
        if restored.is_ok() {
            self.trial().begin_anew();
        }
        Some(restored)
    }

    /// Answers a request beside the contract.
    pub(super) fn control(&mut self, control: Control, id: Option<Identifier>) -> Result<Response, Response> {
        let not_implemented = || Response::problem(&Problem::NotImplemented);
        match control {
            Control::Upload => {
                let id = self.upload().map_err(Response::unavailable)?;
                return Ok(Response::json(201, format!(r#"{{"signedFileName":"{id}"}}"#)));
            }
            Control::Export => {
                let exported = id.map_or(Ok(false), |id| self.export(id));
                if !exported.map_err(Response::unavailable)? {
                    return Err(Response::not_found());
                }
            }
            Control::Force => {
                let reading = ForcedResponse::read(self.body, self.policy);
                let invalid = || Response::problem(&Problem::InvalidControl(&reading.report));
                let forced = reading.value.ok_or_else(invalid)?;
                let waiting = &mut self.trial().forced;
                if waiting.len() >= FORCED {
                    return Err(refused("So many forced responses wait already; take them back with DELETE."));
                }
                waiting.push(forced);
            }
            Control::Release => self.trial().forced.clear(),
            Control::List => {
                let requests: Vec<_> = self.trial().received.all().collect();
                // Text and numbers under fixed names always can be written.
                let requests = serde_json::to_string(&requests).unwrap_or_default();
                return Ok(Response::json(200, format!(r#"{{"requests":{requests}}}"#)));
            }
            Control::Seed => {
                let seed = serde_json::from_slice(self.body).ok();
                let seed = seed.ok_or_else(|| refused("A seed is a whole number from 0 to 4294967295."))?;
                self.trial().set_seed(seed);
            }
            Control::Reset => self.reset().map_err(Response::unavailable)?,
            Control::Snapshot => {
                let held = self.state.snapshot(self.organization).ok_or_else(not_implemented)?;
                return Ok(Response::with_body(200, "application/octet-stream", held));
            }
            Control::Restore => {
                let restored = self.restore().ok_or_else(not_implemented)?;
                restored.map_err(|fault| refused(&format!("The snapshot can't be used: {fault}.")))?;
            }
        }
        Ok(Response::without_body())
    }
}
