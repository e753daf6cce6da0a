use super::{Response, State};
use crate::endpoint::{Endpoint, Organization};
use crate::report::Policy;
use crate::{dedup, render, transactions};

/// Creates what is new, and counts the rest (contract 4.3; decisions, import).
pub(super) fn import<S: State>(
    state: &mut S,
    organization: &Organization,
    body: &[u8],
    policy: &Policy,
) -> Result<Response, Response> {
    let reading = transactions::read(body, policy);
    if !reading.can_be_taken() {
        return Err(Response::invalid(Endpoint::ImportTransactions, &reading.report));
    }
    let store = state.transactions(organization).map_err(Response::unavailable)?;
    let plan = dedup::import(store, &reading.values).map_err(Response::unavailable)?;
    Ok(Response::json(Endpoint::ImportTransactions.success_status(), render::import_answer_json(&reading, &plan)))
}
