use super::Report;

/// What reading a file with one record gave.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Reading<T> {
    /// The record, where it has no error.
    pub value: Option<T>,
    /// All that was found.
    pub report: Report,
}

impl<T> Reading<T> {
    pub(crate) const fn new(value: Option<T>, report: Report) -> Self {
        Self { value, report }
    }
}
