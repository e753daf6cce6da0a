//! How often a property is tried.

use proptest::test_runner::Config;

/// Returns a configuration with at least this many cases; `PROPTEST_CASES` raises the number.
///
/// A case that failed becomes a test of its own, so nothing is kept in files.
pub(crate) fn cases(count: u32) -> Config {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    Config { cases: count.max(asked.unwrap_or(0)), failure_persistence: None, ..Config::default() }
}
