use super::{Item, Response, State};
use crate::base_data;
use crate::endpoint::{Endpoint, Organization};
use crate::render::Problem;
use crate::report::{Fixes, Policy};

/// Replaces what is held, or changes nothing (contract 4.1; decisions, requiredness).
pub(super) fn update<S: State>(
    state: &mut S,
    organization: &Organization,
    body: &[u8],
    policy: &Policy,
) -> Result<Response, Response> {
    let report = base_data::check(body, policy);
    if report.breaks_the_contract() {
        return Err(Response::invalid(Endpoint::UpdateBaseData, &report));
    }
    // What was sent is held as it is: to mend it in silence would hide from its sender that it needs mending.
    let canonical = base_data::normalize(body, policy, Fixes::None).json.unwrap_or_default();
    state.put(organization, Item::BaseData, canonical.as_bytes()).map_err(Response::unavailable)?;
    let result = base_data::write_result(&base_data::UpdateResult::new(true));
    Ok(Response::json(Endpoint::UpdateBaseData.success_status(), result))
}

/// Gives what is held in its canonical form (contract 4.4).
pub(super) fn export<S: State>(state: &mut S, organization: &Organization) -> Result<Response, Response> {
    match state.get(organization, Item::BaseData).map_err(Response::unavailable)? {
        Some(held) => Ok(Response::with_body(Endpoint::ExportBaseData.success_status(), "application/json", held)),
        None => Err(Response::problem(&Problem::NotFound)),
    }
}
