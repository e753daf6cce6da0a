use std::fmt::Write;
use std::path::Path;

use universal_accounting::endpoint::{Caller, Organization};
use universal_accounting::report::Policy;
use universal_accounting::sandbox::Credentials;

use super::arguments::Serve;
use crate::outcome::Failure;
use crate::{input, output, settings};

/// The tokens that are good. Where none is given, one is made and told.
pub(super) fn of(call: &Serve) -> Result<Credentials, Failure> {
    let mut credentials = call.tokens.as_deref().map_or_else(|| Ok(Credentials::new()), read)?;
    let is_given = call.token.is_some() || call.tokens.is_some();
    let sandbox = Organization::sandbox();
    let made = if is_given { None } else { Some(random()?) };
    if let Some(token) = call.token.as_ref().or(made.as_ref())
        && !credentials.add(token, Caller::with_every_scope(sandbox.clone()))
    {
        return Err(Failure::Call(
            "--token: a bearer token has letters, digits and -._~+/, may end in =, and can't stand in --tokens for something else"
                .to_owned(),
        ));
    }
    if let Some(token) = made {
        output::say(format!("token {token} is good for everything in the organization {sandbox} until this ends"));
    }
    Ok(credentials)
}

/// Reads a file of tokens, of which nothing is shown.
fn read(path: &Path) -> Result<Credentials, Failure> {
    let (input, policy) = (input::read(path)?, Policy::new().redacted());
    settings::usable("the file of tokens", &input, Credentials::read(&input.bytes, &policy), &policy)
}

fn random() -> Result<String, Failure> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::Call(format!("no token can be made ({error}); give one with --token")))?;
    let mut token = String::new();
    for byte in bytes {
        let _ = write!(token, "{byte:02x}");
    }
    Ok(token)
}
