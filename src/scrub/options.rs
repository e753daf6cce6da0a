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
