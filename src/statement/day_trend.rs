use std::cmp::Ordering;

use super::balance::RowOrder;
use crate::value::Date;

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
