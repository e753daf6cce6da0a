//! Card numbers for tests.

/// Public test numbers, which belong to no card holder, in usual spellings.
pub(crate) const CARD_NUMBERS: [&str; 5] = [
    "4111 1111 1111 1111",
    "5555555555554444",
    "3782-822463-10005",
    "4111\u{a0}1111\u{a0}1111\u{a0}1111",
    "4222222222222",
];
