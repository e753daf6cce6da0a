use std::error::Error;
use std::fmt;

use crate::report::{Report, Severity};

/// The reason why a payload can't be delivered: it has errors for which the service would refuse it as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PayloadError {
    /// The report on the payload.
    pub report: Report,
}

impl PayloadError {
    pub(super) const fn new(report: Report) -> Self {
        Self { report }
    }
}

/// Says the first error, without any value of the payload.
impl fmt::Display for PayloadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the payload can't be delivered")?;
        let is_error = |severity| severity == Severity::Error;
        match self
            .report
            .findings
            .iter()
            .find(|finding| is_error(finding.rule.severity))
        {
            Some(error) => write!(
                formatter,
                ": {} (line {}, column {})",
                error.message(),
                error.line,
                error.column
            ),
            None => Ok(()),
        }
    }
}

impl Error for PayloadError {}
