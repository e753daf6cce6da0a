use std::error::Error;
use std::fmt;

use super::conversion::Conversion;
use crate::report::{Report, Severity};

/// A conversion that lacks something of the file, or has an error.
///
/// It is printed as one sentence with the first error and the number of the others. What could be read is in the [conversion](Self::conversion).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncompleteConversion(Box<Conversion>);

impl IncompleteConversion {
    /// Returns the conversion, or the error if it is not complete.
    pub(crate) fn check(conversion: Conversion) -> Result<Conversion, Self> {
        if conversion.is_complete() {
            Ok(conversion)
        } else {
            Err(Self(Box::new(conversion)))
        }
    }

    /// Returns what could be read, with all findings.
    #[must_use]
    pub const fn conversion(&self) -> &Conversion {
        &self.0
    }

    /// Returns the findings, to be sent or printed.
    #[must_use]
    pub const fn report(&self) -> &Report {
        &self.0.summary.report
    }

    /// Returns what could be read, with all findings.
    #[must_use]
    pub fn into_conversion(self) -> Conversion {
        *self.0
    }
}

impl fmt::Display for IncompleteConversion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.report();
        let mut errors = report
            .findings
            .iter()
            .filter(|finding| finding.rule.severity == Severity::Error);
        let Some(first) = errors.next() else {
            return formatter.write_str("the statement was not read completely");
        };
        write!(formatter, "line {}: {}", first.line, first.message())?;
        match report.errors.saturating_sub(1) {
            0 => Ok(()),
            1 => formatter.write_str("; and 1 more error"),
            others => write!(formatter, "; and {others} more errors"),
        }
    }
}

impl Error for IncompleteConversion {}
