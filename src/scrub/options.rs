use std::fmt;

use crate::format;
use crate::value::error_enum;

/// How files are scrubbed.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ScrubOptions {
    /// How the files are read.
    pub format: format::ConvertOptions,
    /// The line with the names of columns, from 1, of tables whose format is not known. 0 if they have no such line.
    pub header_line: Option<usize>,
    /// What amounts, sums and balances are multiplied by. Without it, they stay.
    pub amounts: Option<Factor>,
}

impl ScrubOptions {
    /// Returns options that detect the format and keep amounts.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

/// A whole number from 2 to 1000, by which amounts are multiplied. Sums and balances stay true, and no amount is rounded.
///
/// ```
/// use universal_accounting::scrub::{Factor, FactorError};
///
/// assert!(Factor::new(7).is_ok());
/// assert_eq!(Factor::new(1), Err(FactorError::Range));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Factor(u32);

error_enum! {
    /// The reason why a factor is refused.
    pub enum FactorError {
        /// The factor is not in the range.
        Range => "amounts can be multiplied by a whole number from 2 to 1000",
    }
}

impl Factor {
    /// Makes a factor.
    ///
    /// # Errors
    ///
    /// The number is less than 2 or greater than 1000.
    pub fn new(factor: u32) -> Result<Self, FactorError> {
        if (2..=1000).contains(&factor) {
            Ok(Self(factor))
        } else {
            Err(FactorError::Range)
        }
    }

    pub(super) const fn get(self) -> u32 {
        self.0
    }
}

/// Why a file can't be made safe to show. Nothing is returned of it then.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScrubRefusal {
    /// The file is of a kind that can't be scrubbed, such as "a PDF document".
    Kind(&'static str),
    /// The table has no known format, so nothing shows which line has the names of columns.
    UnknownTable,
    /// The document has no statement of ISO 20022.
    UnknownDocument,
    /// The document has a document type at this line.
    DocumentType(usize),
    /// The document is not well-formed at this line, before a statement begins.
    Syntax(usize),
    /// The document writes letters or digits as numbers at this line.
    CharacterReference(usize),
    /// The files have nearly every word or number of some length, so that each replacement would be one of them.
    NoReplacement,
    /// The scrubbed file is not read like the file: the line, and what differs.
    Differs {
        /// The first line that is read in another way, from 1. `None` if the difference is in the result as a whole.
        line: Option<usize>,
        /// What differs.
        what: &'static str,
    },
}

impl fmt::Display for ScrubRefusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(kind) => {
                write!(formatter, "it is {kind}, and only CSV files, camt messages, OFX and QIF can be scrubbed")
            }
            Self::UnknownTable => formatter.write_str(
                "its format is not known, so nothing shows which words are names of columns; say on which line they are, or 0 if the file has none",
            ),
            Self::UnknownDocument => formatter.write_str("it is no camt message, so nothing shows which elements hold names"),
            Self::DocumentType(line) => {
                write!(formatter, "line {line} has a document type (`<!DOCTYPE`), which can define other texts; remove it")
            }
            Self::Syntax(line) => {
                write!(formatter, "line {line} is not well-formed XML, and no statement begins before it")
            }
            Self::CharacterReference(line) => {
                write!(formatter, "line {line} writes letters or digits as numbers (`&#…;`), so names in it can't be found")
            }
            Self::NoReplacement => formatter.write_str(
                "nearly every word or number of some length is in the files of this call, so no other one is left to replace it; scrub a part of them",
            ),
            Self::Differs { line, what } => {
                if let Some(line) = line {
                    write!(formatter, "line {line}: ")?;
                }
                write!(formatter, "without its own words and numbers, the file is read in another way: {what}")
            }
        }
    }
}
