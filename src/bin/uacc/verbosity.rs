//! Whether the program tells everything, which is set once, before a command runs.

use std::sync::OnceLock;

static IS_VERBOSE: OnceLock<bool> = OnceLock::new();

/// Sets whether `--verbose` is given.
pub(crate) fn set(is_verbose: bool) {
    // Only the first call has an effect, and there is only one.
    let _ = IS_VERBOSE.set(is_verbose);
}

pub(crate) fn is_verbose() -> bool {
    IS_VERBOSE.get().copied().unwrap_or_default()
}
