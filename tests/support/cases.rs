//! The number of cases of a property.

use proptest::test_runner::Config;

/// Returns a configuration with at least this many cases. `PROPTEST_CASES` raises the number.
///
/// Failed cases are not saved in files: they become tests of their own.
pub(crate) fn cases(count: u32) -> Config {
    let requested = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok());
    let cases = count.max(requested.unwrap_or(0));
    Config {
        cases,
        // The default allows a few rejected cases for each of its 256 cases.
        max_global_rejects: cases.saturating_mul(4).max(1024),
        failure_persistence: None,
        ..Config::default()
    }
}
