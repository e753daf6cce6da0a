//! Choices for generators.

use std::fmt;

use proptest::prelude::*;
use proptest::test_runner::Config;

/// Public test numbers, which belong to nobody, in the spellings of cards.
pub(crate) const CARD_NUMBERS: [&str; 5] = [
    "4111 1111 1111 1111",
    "5555555555554444",
    "3782-822463-10005",
    "4111\u{a0}1111\u{a0}1111\u{a0}1111",
    "4222222222222",
];

/// Choices, a byte or two each. Where the tape ends, the first of everything is chosen: so a failing case shrinks towards
/// the plainest one.
pub(crate) struct Tape<'b> {
    rest: &'b [u8],
}

impl Tape<'_> {
    fn byte(&mut self) -> usize {
        let Some((first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        usize::from(*first)
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let drawn = if limit > 256 { self.byte() << 8 | self.byte() } else { self.byte() };
        drawn % limit.max(1)
    }

    /// Yes, once in so many times.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// One of several.
    pub(crate) fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())]
    }

    /// Puts a list in another order; an empty tape keeps it.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            let other = at - self.below(at + 1);
            list.swap(at, other);
        }
    }
}

/// What a tape is made of; a failing case shows it on one line.
#[derive(Clone)]
pub(crate) struct Choices(Vec<u8>);

impl Choices {
    pub(crate) fn tape(&self) -> Tape<'_> {
        Tape { rest: &self.0 }
    }
}

impl fmt::Debug for Choices {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}", self.0)
    }
}

/// Tapes of up to so many choices.
pub(crate) fn tapes(length: usize) -> impl Strategy<Value = Choices> {
    proptest::collection::vec(any::<u8>(), 0..length).prop_map(Choices)
}

/// So many cases, or more where the environment asks for more. What failed goes into a test of its own, not into a file.
pub(crate) fn cases(few: u32) -> Config {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    Config { cases: few.max(asked.unwrap_or(0)), failure_persistence: None, ..Config::default() }
}
