//! Limits of what an import lists.

/// How many conflicts, and how many suspects of each kind, are listed.
pub(crate) const MAX_LISTED: usize = 1000;

/// How many characters of an id, an account or a value are shown.
pub(crate) const MAX_VALUE_CHARS: usize = 100;

/// Returns a line that says how many of `count` are not listed, or nothing.
pub(crate) fn omitted(count: usize) -> String {
    if count > MAX_LISTED { format!("  … and {} more\n", count - MAX_LISTED) } else { String::new() }
}
