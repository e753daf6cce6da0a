/// How many statements a file may have to be converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StatementLimit {
    Any,
    /// Not more than one. The transactions of several may be the same, which only all of them tell.
    One,
}

impl StatementLimit {
    /// Returns whether a file with so many statements may be converted.
    pub(super) fn allows(self, statements: usize) -> bool {
        self == Self::Any || statements <= 1
    }
}
