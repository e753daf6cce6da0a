//! What the generators of these tests share.

/// Public test numbers, which belong to nobody, in the spellings of cards.
pub(crate) const CARD_NUMBERS: [&str; 5] = [
    "4111 1111 1111 1111",
    "5555555555554444",
    "3782-822463-10005",
    "4111\u{a0}1111\u{a0}1111\u{a0}1111",
    "4222222222222",
];
