use std::fmt;

use proptest::arbitrary::any;
use proptest::collection::vec;
use proptest::strategy::Strategy;

/// A sequence of choices, read from bytes. Each choice uses one or two bytes. After the last byte the first alternative is always chosen, so that
/// a failing test case shrinks towards the simplest value.
///
/// ```
/// use universal_accounting::generate::Choices;
///
/// let mut choices = Choices::new(&[1, 2]);
/// assert_eq!((choices.pick(&["a", "b"]), choices.below(10), choices.below(10)), ("b", 2, 0));
/// ```
#[derive(Debug)]
pub struct Choices<'b> {
    bytes: &'b [u8],
}

impl<'b> Choices<'b> {
    /// Creates choices from bytes, such as the input of a fuzzer.
    #[must_use]
    pub const fn new(bytes: &'b [u8]) -> Self {
        Self { bytes }
    }

    fn next_byte(&mut self) -> usize {
        let Some((first, rest)) = self.bytes.split_first() else {
            return 0;
        };
        self.bytes = rest;
        usize::from(*first)
    }

    /// Chooses a number below `limit`; returns 0 if `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let number = if limit > 256 {
            self.next_byte() << 8 | self.next_byte()
        } else {
            self.next_byte()
        };
        number % limit.max(1)
    }

    /// Returns `true` once in `times` cases.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) + 1 == times
    }

    /// Chooses an item of a list.
    ///
    /// # Panics
    ///
    /// Panics if the list is empty.
    #[allow(
        clippy::indexing_slicing,
        reason = "an empty list is a mistake of the caller, as documented"
    )]
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Shuffles a list. Without bytes the list keeps its order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for index in (1..list.len()).rev() {
            let other = index - self.below(index + 1);
            list.swap(index, other);
        }
    }
}

/// The bytes behind [`Choices`]. A failing test case prints them on one line.
///
/// ```
/// use proptest::prelude::*;
/// use universal_accounting::generate::{self, ChoiceBytes};
///
/// proptest!(|(bytes in ChoiceBytes::strategy(100))| {
///     let account = generate::transaction(&mut bytes.choices()).account_identifier;
///     prop_assert!(!account.as_str().is_empty());
/// });
/// ```
#[derive(Clone)]
pub struct ChoiceBytes(Vec<u8>);

impl ChoiceBytes {
    /// Returns the choices from the first byte on.
    #[must_use]
    pub fn choices(&self) -> Choices<'_> {
        Choices::new(&self.0)
    }

    /// Returns a strategy for fewer than `length` bytes.
    pub fn strategy(length: usize) -> impl Strategy<Value = Self> {
        vec(any::<u8>(), 0..length).prop_map(ChoiceBytes)
    }
}

impl fmt::Debug for ChoiceBytes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}", self.0)
    }
}

/// The most bytes for one generated value. A value that needs more gets the first alternative for its further choices.
const MAX_BYTES: usize = 800;

/// Returns a strategy for the values that a function generates from choices.
///
/// ```
/// use proptest::prelude::*;
/// use universal_accounting::generate;
///
/// proptest!(|(transaction in generate::strategy(generate::transaction))| {
///     prop_assert!(!transaction.amount.to_string().starts_with('-'));
/// });
/// ```
pub fn strategy<T: fmt::Debug>(
    generate: impl Fn(&mut Choices<'_>) -> T,
) -> impl Strategy<Value = T> {
    ChoiceBytes::strategy(MAX_BYTES).prop_map(move |bytes| generate(&mut bytes.choices()))
}
