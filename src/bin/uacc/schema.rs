use universal_accounting::{contract, service};

use crate::arguments::Schema;
use crate::outcome::{Failure, Outcome};
use crate::output;

/// `uacc schema`.
pub(crate) fn run(call: &Schema) -> Result<Outcome, Failure> {
    let names = || contract::schemas().collect::<Vec<_>>();
    let text = match &call.name {
        None => names().join("\n") + "\n",
        Some(name) if name == "openapi" => service::openapi(),
        Some(name) => contract::schema(name)
            .ok_or_else(|| Failure::Call(format!("there is no schema `{name}`; there are {}", names().join(", "))))?,
    };
    output::put(&text)?;
    Ok(Outcome::Clean)
}
