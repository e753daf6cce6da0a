use super::entry::EntryDates;
use super::rules;
use crate::report::{Collector, Diagnostic};
use crate::source::Span;
use crate::value::Date;

/// The maximum number of years between a booking and its neighbours, or the period of the statement.
const MAX_YEARS: u16 = 2;

/// Compares the dates of each entry with the period that the statement states and with the entries around it.
#[derive(Debug)]
pub(super) struct DayCheck {
    period: [Option<Date>; 2],
    /// The booking dates of the entry before the previous one, and of the previous one.
    before: Option<Date>,
    previous: Option<(Date, Span)>,
    /// Whether a date was reported.
    pub(super) has_findings: bool,
}

impl DayCheck {
    pub(super) const fn new(period: [Option<Date>; 2]) -> Self {
        Self { period, before: None, previous: None, has_findings: false }
    }

    /// Checks the dates of the next entry, and compares those of the previous one with it.
    pub(super) fn add(&mut self, dates: &EntryDates, findings: &mut Collector<'_>) {
        let Some((day, span)) = dates.booking_date_and_span() else { return };
        let is_outside = !dates.as_array().into_iter().flatten().any(|day| self.is_in_period(day));
        if is_outside {
            self.report(Diagnostic::new(&rules::DAY_OUTSIDE_PERIOD, span), findings);
        }
        self.check_previous(Some(day), findings);
        // A date that was reported is no neighbour to compare with.
        if !is_outside {
            self.before = self.previous.map(|(previous, _)| previous);
            self.previous = Some((day, span));
        }
    }

    /// Checks the last entry.
    pub(super) fn finish(&mut self, findings: &mut Collector<'_>) {
        self.check_previous(None, findings);
    }

    fn is_in_period(&self, day: Date) -> bool {
        let [first, last] = self.period;
        first.is_none_or(|first| first <= day) && last.is_none_or(|last| day <= last)
    }

    /// Reports the previous entry if its year is far from both neighbours.
    fn check_previous(&mut self, next: Option<Date>, findings: &mut Collector<'_>) {
        let Some((day, span)) = self.previous else { return };
        let mut neighbours = [self.before, next].into_iter().flatten().peekable();
        let is_far =
            neighbours.peek().is_some() && neighbours.all(|other| other.year().abs_diff(day.year()) > MAX_YEARS);
        if is_far {
            self.report(Diagnostic::new(&rules::DAY_FAR_FROM_OTHERS, span), findings);
        }
    }

    fn report(&mut self, fault: Diagnostic, findings: &mut Collector<'_>) {
        self.has_findings = true;
        findings.push(fault);
    }
}
