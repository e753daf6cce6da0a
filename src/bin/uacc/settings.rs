//! Reads the files in which the caller says how something is to be done.

use std::path::Path;
use std::sync::Arc;

use universal_accounting::format::Profile;
use universal_accounting::report::{Policy, Reading};
use universal_accounting::statement::AccountMap;

use crate::input::Input;
use crate::outcome::Failure;
use crate::window::clean;
use crate::{excerpt, input, output};

/// Reads a profile of the user's own, or says what is wrong with it.
pub(crate) fn own_profile(path: &Path) -> Result<Arc<Profile>, Failure> {
    let input = input::read(path)?;
    usable("the profile", &input, Profile::read(&input.bytes, &Policy::new()), &Policy::new()).map(Arc::new)
}

pub(crate) fn account_map(path: &Path) -> Result<Arc<AccountMap>, Failure> {
    let input = input::read(path)?;
    usable("the map of accounts", &input, AccountMap::read(&input.bytes, &Policy::new()), &Policy::new()).map(Arc::new)
}

/// What was read of a file that the caller wrote, or a failure, after what is wrong was told.
pub(crate) fn usable<T>(what: &str, input: &Input, reading: Reading<T>, policy: &Policy) -> Result<T, Failure> {
    let findings = excerpt::findings(&input.name, &input.bytes, &reading.report, policy);
    findings.iter().for_each(output::say);
    reading.value.ok_or_else(|| Failure::Call(format!("{what} {} can't be used", clean(&input.name))))
}
