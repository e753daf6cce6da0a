use std::fmt;

use proptest::arbitrary::any;
use proptest::collection::vec;
use proptest::strategy::Strategy;

/// Choices, a byte or two each. Where the tape ends, the first of everything is chosen: so a failing case shrinks towards the
/// plainest one.
///
/// ```
/// use universal_accounting::generate::Tape;
///
/// let mut tape = Tape::new(&[1, 2]);
/// assert_eq!((tape.pick(&["a", "b"]), tape.below(10), tape.below(10)), ("b", 2, 0));
/// ```
#[derive(Debug)]
pub struct Tape<'b> {
    rest: &'b [u8],
}

impl<'b> Tape<'b> {
    /// Chooses by these bytes, such as a fuzzer's.
    #[must_use]
    pub const fn new(bytes: &'b [u8]) -> Self {
        Self { rest: bytes }
    }

    fn byte(&mut self) -> usize {
        let Some((first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        usize::from(*first)
    }

    /// A number below `limit`; 0 below 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let drawn = if limit > 256 { self.byte() << 8 | self.byte() } else { self.byte() };
        drawn % limit.max(1)
    }

    /// Yes, once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) + 1 == times
    }

    /// One of several.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[allow(clippy::indexing_slicing, reason = "whoever asks for one of none is told")]
    pub fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())]
    }

    /// Puts a list in another order; an empty tape keeps it.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            let other = at - self.below(at + 1);
            list.swap(at, other);
        }
    }
}

/// What a tape is made of; a failing case shows it on one line.
#[derive(Clone)]
pub struct Choices(Vec<u8>);

impl Choices {
    /// The tape.
    #[must_use]
    pub fn tape(&self) -> Tape<'_> {
        Tape::new(&self.0)
    }

    /// Tapes of up to so many choices.
    pub fn tapes(length: usize) -> impl Strategy<Value = Self> {
        vec(any::<u8>(), 0..length).prop_map(Choices)
    }
}

impl fmt::Debug for Choices {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}", self.0)
    }
}

/// How many choices a generated value takes at most; what needs more gets the first of everything.
const LENGTH: usize = 800;

/// A strategy of what is made of a tape.
///
/// ```
/// use proptest::prelude::*;
/// use universal_accounting::generate;
///
/// proptest!(|(booking in generate::strategy(generate::transaction))| {
///     prop_assert!(!booking.amount.to_string().starts_with('-'));
/// });
/// ```
pub fn strategy<T: fmt::Debug>(make: impl Fn(&mut Tape<'_>) -> T) -> impl Strategy<Value = T> {
    Choices::tapes(LENGTH).prop_map(move |choices| make(&mut choices.tape()))
}
