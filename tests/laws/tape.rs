//! What the generators of these tests share.

use proptest::test_runner::Config;

/// Public test numbers, which belong to nobody, in the spellings of cards.
pub(crate) const CARD_NUMBERS: [&str; 5] = [
    "4111 1111 1111 1111",
    "5555555555554444",
    "3782-822463-10005",
    "4111\u{a0}1111\u{a0}1111\u{a0}1111",
    "4222222222222",
];

/// So many cases, or more where the environment asks for more. What failed goes into a test of its own, not into a file.
pub(crate) fn cases(few: u32) -> Config {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    Config { cases: few.max(asked.unwrap_or(0)), failure_persistence: None, ..Config::default() }
}
