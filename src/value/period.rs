use chrono::NaiveDate;

use super::Date;
use super::error::error_enum;

/// The days from a first to a last one, both included.
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
    /// Why two days are no period.
    pub enum PeriodError {
        /// The last day comes before the first.
        EndsBeforeStart => "the period ends before it starts",
    }
}

impl Period {
    /// The days from `starts_at` to `ends_at`; one day alone is a period too.
    pub fn new(starts_at: Date, ends_at: Date) -> Result<Self, PeriodError> {
        if ends_at < starts_at { Err(PeriodError::EndsBeforeStart) } else { Ok(Self { starts_at, ends_at }) }
    }

    /// The first day.
    #[must_use]
    pub fn starts_at(self) -> Date {
        self.starts_at
    }

    /// The last day.
    #[must_use]
    pub fn ends_at(self) -> Date {
        self.ends_at
    }

    /// How many days it has, at least one.
    #[must_use]
    pub fn days(self) -> usize {
        usize::try_from(NaiveDate::from(self.ends_at).signed_duration_since(self.starts_at.into()).num_days() + 1)
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_ends_on_its_first_day_or_later() {
        let rows = [
            ("2025-01-01", "2025-12-31", true),
            ("2025-01-01", "2025-01-01", true),
            ("2025-01-01", "2024-12-31", false),
            ("2025-02-01", "2025-01-31", false),
        ];
        for (first, last, right) in rows {
            let (starts_at, ends_at) = (Date::parse(first).unwrap(), Date::parse(last).unwrap());
            let expected = if right { Ok((starts_at, ends_at)) } else { Err(PeriodError::EndsBeforeStart) };
            let period = Period::new(starts_at, ends_at).map(|period| (period.starts_at(), period.ends_at()));
            assert_eq!(period, expected, "{first} {last}");
        }
    }
}
