//! How much the program tells, which is set once, before a command runs.

use std::sync::OnceLock;

static VERBOSITY: OnceLock<Verbosity> = OnceLock::new();

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Verbosity {
    /// Errors and warnings.
    Quiet,
    #[default]
    Normal,
    /// Every conflict and suspect, and the reasons for choices.
    Verbose,
}

pub(crate) fn set(verbosity: Verbosity) {
    // Only the first call has an effect, and there is only one.
    let _ = VERBOSITY.set(verbosity);
}

fn verbosity() -> Verbosity {
    VERBOSITY.get().copied().unwrap_or_default()
}

pub(crate) fn is_quiet() -> bool {
    verbosity() == Verbosity::Quiet
}

pub(crate) fn is_verbose() -> bool {
    verbosity() == Verbosity::Verbose
}
