use std::fmt;

use crate::report::Finding;

/// Why nothing can be learned of files. [`Display`](fmt::Display) says what is wrong with the file, without its name.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LearnError {
    /// A file has no row with a date and a number.
    NoTable {
        /// The index of the file.
        file: usize,
    },
    /// A workbook can't be read.
    Unreadable {
        /// The index of the file.
        file: usize,
        /// Why.
        finding: Box<Finding>,
    },
    /// The columns of a file are not those of the first one.
    OtherColumns {
        /// The index of the file.
        file: usize,
    },
}

impl LearnError {
    /// Returns the index of the file.
    #[must_use]
    pub const fn file(&self) -> usize {
        match self {
            Self::NoTable { file }
            | Self::Unreadable { file, .. }
            | Self::OtherColumns { file } => *file,
        }
    }
}

impl fmt::Display for LearnError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTable { .. } => formatter.write_str("there is no table with dates and amounts"),
            Self::Unreadable { finding, .. } => formatter.write_str(&finding.message()),
            Self::OtherColumns { .. } => formatter
                .write_str("the columns are not those of the first file; learn it by itself"),
        }
    }
}

impl std::error::Error for LearnError {}
