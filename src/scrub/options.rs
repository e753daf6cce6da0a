use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

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

/// The secret from which replacements are derived. Files that are scrubbed with one key have the same replacements.
///
/// ```
/// use universal_accounting::scrub::{ScrubKey, KeyError};
///
/// assert_eq!(ScrubKey::new(b"secret").err(), Some(KeyError::Short));
/// assert!(ScrubKey::new(b"thirty-two bytes of a random file").is_ok());
/// ```
#[derive(Clone)]
pub struct ScrubKey(Hmac<Sha256>);

error_enum! {
    /// The reason why a secret is refused.
    pub enum KeyError {
        /// The secret has less than 16 bytes, so it could be found by trying.
        Short => "the key has less than 16 bytes, so it could be found by trying; use random bytes",
    }
}

/// The minimum number of bytes of a secret.
const MIN_KEY_LEN: usize = 16;

impl ScrubKey {
    /// Makes a key of random bytes.
    ///
    /// # Errors
    ///
    /// There are less than 16 bytes.
    pub fn new(secret: &[u8]) -> Result<Self, KeyError> {
        let secret = Some(secret).filter(|secret| secret.len() >= MIN_KEY_LEN);
        // Keys of HMAC can have any length.
        secret
            .and_then(|secret| Hmac::new_from_slice(secret).ok())
            .map(Self)
            .ok_or(KeyError::Short)
    }

    /// Returns as many pseudorandom bytes for a text as are asked for. Each attempt has its own.
    pub(super) fn bytes(&self, kind: &str, text: &str, attempt: u32) -> impl Iterator<Item = u8> {
        let keyed = self
            .0
            .clone()
            .chain_update(kind)
            .chain_update([0])
            .chain_update(attempt.to_le_bytes());
        let seed: [u8; 32] = keyed.chain_update(text).finalize().into_bytes().into();
        // The text is hashed once, so that the time does not depend on the square of its length.
        (0_u32..).flat_map(move |block| -> [u8; 32] {
            self.0
                .clone()
                .chain_update(seed)
                .chain_update(block.to_le_bytes())
                .finalize()
                .into_bytes()
                .into()
        })
    }
}

/// The secret is not shown.
impl fmt::Debug for ScrubKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ScrubKey(…)")
    }
}
