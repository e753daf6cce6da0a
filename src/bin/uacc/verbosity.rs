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

/// How many conflicts, and how many suspects of each kind, are listed without `--verbose`.
const MAX_LISTED: usize = 20;

/// How many files, or reasons, a sentence names without `--verbose`.
const MAX_NAMED: usize = 3;

/// How many characters of an id, an account or a value are shown.
pub(crate) const MAX_VALUE_CHARS: usize = 100;

/// Returns how many conflicts, and how many suspects of each kind, are listed.
pub(crate) fn max_listed() -> usize {
    if is_verbose() { usize::MAX } else { MAX_LISTED }
}

/// Returns a line that says how many of `count` are not listed, or nothing.
pub(crate) fn omitted(count: usize) -> String {
    match count.saturating_sub(max_listed()) {
        0 => String::new(),
        more => format!("  … and {more} more; --verbose lists all\n"),
    }
}

/// Joins names, or as many of them as a sentence bears: `a.csv, b.csv, c.csv and 95 more`.
pub(crate) fn name_some(names: &[impl AsRef<str>]) -> String {
    let max = if is_verbose() { usize::MAX } else { MAX_NAMED };
    let first: Vec<&str> = names.iter().take(max).map(AsRef::as_ref).collect();
    match names.len().saturating_sub(max) {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}
