//! Limits of what is listed.

use crate::verbosity::is_verbose;

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
