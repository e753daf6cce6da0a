use std::cmp::Ordering;

use super::balance::RowOrder;
use super::entry::EntryDates;
use super::issued::earlier;
use super::metadata::StatementMetadata;
use super::rules;
use crate::report::{CellPosition, Collector, Diagnostic};
use crate::source::Span;
use crate::transactions::is_value_date_far;
use crate::transactions::rules::DAY_FAR_FROM_OTHERS;
use crate::value::Date;

/// The maximum number of years between a booking and its neighbours.
const MAX_YEARS: u16 = 2;

/// The maximum number of days between a booking and the days of the balances: of 192 undamaged statements, 8 have bookings further away, and all of them
/// contradict themselves.
const MAX_DAYS: i64 = 31;

const OUTSIDE_PERIOD: &str =
    "none of the dates of this booking lies in the period of the statement";
const FAR_FROM_BALANCES: &str = "this booking lies more than 31 days outside the days of the balances, or after the day on which the statement was made";

/// The days between which bookings lie: those of the opening and the closing balance, and that on which the statement was made.
#[derive(Debug)]
struct BalanceDays {
    first: Option<Date>,
    last: Option<Date>,
    /// The place of an opening balance that is dated after the closing one. Bookings are not compared with such days.
    reversed: Option<Span>,
}

/// Compares the dates of each entry with the period that the statement states and with the entries around it.
#[derive(Debug)]
pub(super) struct DayCheck {
    period: [Option<Date>; 2],
    /// The days of the balances, which are a period with [`MAX_DAYS`] around it.
    balances: BalanceDays,
    /// The last three entries whose dates were not reported: a ring that begins at `oldest`.
    neighbours: [Option<DatedEntry>; 3],
    oldest: usize,
    /// Whether a date contradicts others.
    pub(super) has_findings: bool,
}

#[derive(Debug)]
struct DatedEntry {
    day: Date,
    span: Span,
    /// The cell of the date, if the date may be reported later.
    cell: Option<Box<CellPosition>>,
}

impl DayCheck {
    pub(super) fn new(metadata: &StatementMetadata) -> Self {
        Self {
            period: metadata.period,
            balances: BalanceDays::new(metadata),
            neighbours: [const { None }; 3],
            oldest: 0,
            has_findings: false,
        }
    }

    /// Checks the dates of the next entry, and those of the previous one beside it.
    pub(super) fn add(
        &mut self,
        dates: &EntryDates,
        find_cell: impl FnOnce(Span) -> Option<CellPosition>,
        findings: &mut Collector<'_>,
    ) {
        let Some((day, span)) = dates.booking_date_and_span() else {
            return;
        };
        if !dates
            .as_array()
            .into_iter()
            .flatten()
            .any(|day| self.is_in_period(day))
        {
            let fault = Diagnostic::new(&rules::DAY_OUTSIDE_PERIOD, span);
            return self.report(fault.param("contradiction", OUTSIDE_PERIOD), findings);
        }
        // A value date may be far from its booking, but where it is the only day, none lies near the balances.
        let counts = dates.booked.is_some() || dates.valuta.is_some();
        if counts && !self.balances.are_near(day) {
            let fault = Diagnostic::new(&rules::DAY_OUTSIDE_PERIOD, span);
            return self.report(fault.param("contradiction", FAR_FROM_BALANCES), findings);
        }
        self.check_own_dates(dates, day, findings);
        let previous = self
            .neighbours
            .get((self.oldest + 2) % 3)
            .and_then(Option::as_ref);
        if previous.is_some_and(|previous| are_near(previous.day, day))
            && let Some(slot @ Some(_)) = self.neighbours.get_mut(self.oldest)
        {
            *slot = Some(DatedEntry {
                day,
                span,
                cell: None,
            });
            self.oldest = (self.oldest + 1) % 3;
            return;
        }
        let cell = find_cell(span).map(Box::new);
        self.add_unusual(DatedEntry { day, span, cell }, findings);
    }

    /// Adds an entry that is one of the first, or whose year is far from that of the entry before.
    #[cold]
    fn add_unusual(&mut self, next: DatedEntry, findings: &mut Collector<'_>) {
        let [first, before, previous] = self.take_neighbours();
        self.neighbours = match (before, previous) {
            (Some(before), Some(previous)) if previous.is_far_from(&before, &next) => {
                self.report_far(previous, findings);
                [None, Some(before), Some(next)]
            }
            (Some(before), Some(previous))
                if first.is_none() && before.is_far_from(&previous, &next) =>
            {
                self.report_far(before, findings);
                [None, Some(previous), Some(next)]
            }
            (before, previous) => [before, previous, Some(next)],
        };
    }

    /// Checks the last entry, which only has neighbours before it, and the days of the balances.
    pub(super) fn finish(&mut self, findings: &mut Collector<'_>) {
        if let Some(span) = self.balances.reversed {
            self.report(
                Diagnostic::new(&rules::BALANCE_DAYS_REVERSED, span),
                findings,
            );
        }
        if let [Some(before), Some(previous), Some(last)] = self.take_neighbours()
            && last.is_far_from(&before, &previous)
        {
            self.report_far(last, findings);
        }
    }

    /// Takes the last three entries, the oldest first.
    fn take_neighbours(&mut self) -> [Option<DatedEntry>; 3] {
        self.neighbours
            .rotate_left(std::mem::take(&mut self.oldest));
        std::mem::take(&mut self.neighbours)
    }

    /// Compares the dates of an entry with each other.
    #[inline]
    fn check_own_dates(&mut self, dates: &EntryDates, day: Date, findings: &mut Collector<'_>) {
        if let Some((purchased, span)) = dates.purchased
            && !are_near(purchased, day)
        {
            self.report(Diagnostic::new(&DAY_FAR_FROM_OTHERS, span), findings);
        }
        // Rules of transactions report these.
        let [purchased, valuta, booked] = dates.as_array();
        let is_far = |valuta: Date| booked.is_some_and(|booked| is_value_date_far(valuta, booked));
        self.has_findings |= valuta.is_some_and(is_far) || booked.is_some() && booked < purchased;
    }

    fn is_in_period(&self, day: Date) -> bool {
        let [first, last] = self.period;
        first.is_none_or(|first| first <= day) && last.is_none_or(|last| day <= last)
    }

    fn report_far(&mut self, entry: DatedEntry, findings: &mut Collector<'_>) {
        let fault = Diagnostic::new(&DAY_FAR_FROM_OTHERS, entry.span);
        self.report(
            fault.locate_cell(|_| entry.cell.map(|cell| *cell)),
            findings,
        );
    }

    fn report(&mut self, fault: Diagnostic, findings: &mut Collector<'_>) {
        self.has_findings = true;
        findings.push(fault);
    }
}

impl BalanceDays {
    fn new(metadata: &StatementMetadata) -> Self {
        let [opening, closing] = [metadata.opening_balance, metadata.closing_balance];
        let [first, last] = [opening, closing].map(|balance| balance?.day);
        let is_reversed = first.zip(last).is_some_and(|(first, last)| first > last);
        if is_reversed {
            return Self {
                first: None,
                last: None,
                reversed: opening.map(|balance| balance.span),
            };
        }
        Self {
            first,
            last: earlier(last, metadata.created),
            reversed: None,
        }
    }

    fn are_near(&self, day: Date) -> bool {
        let is_before = |first: Date| first.days_since(day) > MAX_DAYS;
        let is_after = |last: Date| day.days_since(last) > MAX_DAYS;
        !self.first.is_some_and(is_before) && !self.last.is_some_and(is_after)
    }
}

impl DatedEntry {
    /// Whether the year is far from those of two entries that are near each other.
    fn is_far_from(&self, one: &Self, other: &Self) -> bool {
        !are_near(self.day, one.day)
            && !are_near(self.day, other.day)
            && are_near(one.day, other.day)
    }
}

fn are_near(one: Date, other: Date) -> bool {
    one.year().abs_diff(other.year()) <= MAX_YEARS
}

/// How often the date rises and falls from row to row.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct DayTrend {
    last: Option<Date>,
    rises: usize,
    falls: usize,
}

impl DayTrend {
    /// Adds the date of the next row.
    #[inline]
    pub(crate) fn add(&mut self, day: Date) {
        match self.last.map(|last| day.cmp(&last)) {
            Some(Ordering::Greater) => self.rises += 1,
            Some(Ordering::Less) => self.falls += 1,
            Some(Ordering::Equal) | None => {}
        }
        self.last = Some(day);
    }

    /// Adds the rises and falls of other rows.
    pub(crate) const fn merge(&mut self, other: &Self) {
        self.rises += other.rises;
        self.falls += other.falls;
    }

    /// Returns the order that the dates show. `None` if they rise as often as they fall.
    pub(crate) fn order(&self) -> Option<RowOrder> {
        match self.rises.cmp(&self.falls) {
            Ordering::Greater => Some(RowOrder::OldestFirst),
            Ordering::Less => Some(RowOrder::NewestFirst),
            Ordering::Equal => None,
        }
    }

    /// Returns whether the dates are in one order: whether they only rise, or only fall.
    pub(crate) const fn is_sorted(&self) -> bool {
        self.rises == 0 || self.falls == 0
    }
}
