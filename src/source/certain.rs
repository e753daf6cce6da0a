//! What can't be absent.

/// A value that is always there, although its type can't say so: a span of its own text, a hash that is long enough, JSON of texts and numbers.
pub(crate) trait Certain {
    type Value;

    /// Returns the value. If it is absent, the code is wrong: builds with debug assertions, such as those of tests and fuzzing, panic, so that nothing wrong
    /// is taken for an empty value; others go on with the default, as they must not stop at any input.
    fn certain(self) -> Self::Value;
}

impl<T: Default> Certain for Option<T> {
    type Value = T;

    #[track_caller]
    fn certain(self) -> T {
        debug_assert!(self.is_some(), "this value is always there");
        self.unwrap_or_default()
    }
}

impl<T: Default, E> Certain for Result<T, E> {
    type Value = T;

    #[track_caller]
    fn certain(self) -> T {
        self.ok().certain()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "this value is always there")]
    fn an_absent_value_panics() {
        let _ = "x".get(2..3).certain();
    }
}
