use chrono::NaiveDate;

use super::Date;
use super::error::error_enum;

/// A period of days, from the first to the last day inclusive.
///
/// ```
/// use universal_accounting::value::{Date, Period, PeriodError};
///
/// let (first, last) = (Date::parse("2025-01-01")?, Date::parse("2025-12-31")?);
/// assert_eq!(Period::new(first, last).map(Period::ends_at), Ok(last));
/// assert_eq!(Period::new(last, first), Err(PeriodError::EndsBeforeStart));
/// # Ok::<(), universal_accounting::value::DateError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Period {
    starts_at: Date,
    ends_at: Date,
}

error_enum! {
    /// The reason why two days are not a period.
    pub enum PeriodError {
        /// The last day comes before the first.
        EndsBeforeStart => "the period ends before it starts",
    }
}

impl Period {
    /// Creates the period from `starts_at` to `ends_at`, which may be the same day.
    ///
    /// # Errors
    ///
    /// The last day comes before the first.
    pub fn new(starts_at: Date, ends_at: Date) -> Result<Self, PeriodError> {
        if ends_at < starts_at {
            Err(PeriodError::EndsBeforeStart)
        } else {
            Ok(Self { starts_at, ends_at })
        }
    }

    /// Returns the first day.
    #[must_use]
    pub fn starts_at(self) -> Date {
        self.starts_at
    }

    /// Returns the last day.
    #[must_use]
    pub fn ends_at(self) -> Date {
        self.ends_at
    }

    /// Returns the number of days, at least one.
    #[must_use]
    pub(crate) fn days(self) -> usize {
        usize::try_from(
            NaiveDate::from(self.ends_at)
                .signed_duration_since(self.starts_at.into())
                .num_days()
                + 1,
        )
        .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_periods_that_end_before_they_start() {
        let rows = [
            ("2025-01-01", "2025-12-31", true),
            ("2025-01-01", "2025-01-01", true),
            ("2025-01-01", "2024-12-31", false),
            ("2025-02-01", "2025-01-31", false),
        ];
        for (first, last, is_valid) in rows {
            let (starts_at, ends_at) = (Date::parse(first).unwrap(), Date::parse(last).unwrap());
            let expected = if is_valid {
                Ok((starts_at, ends_at))
            } else {
                Err(PeriodError::EndsBeforeStart)
            };
            let period = Period::new(starts_at, ends_at)
                .map(|period| (period.starts_at(), period.ends_at()));
            assert_eq!(period, expected, "{first} {last}");
        }
    }
}
