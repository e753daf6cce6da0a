use std::collections::HashSet;

use super::classifier::RowClassifier;
use super::dates::RecentDates;
use crate::format::table::profile::RowOrder;
use crate::format::table::{Row, Rows};
use crate::statement::DayTrend;
use crate::value::Date;

/// The order of the dates of a file.
#[derive(Debug, Clone, Default)]
pub(super) struct DayOrder {
    trend: DayTrend,
    /// The lines in which day and month must change places for the rows to be in the order of their dates.
    exchanged: HashSet<usize>,
}

impl DayOrder {
    /// Reads the dates of a file.
    pub(super) fn read(classifier: &RowClassifier<'_, '_, '_>) -> Self {
        let mut order = Self::default();
        for_each_date(classifier, |_, date| {
            order.trend.add(date);
            true
        });
        // Nearly every file is sorted.
        if !order.trend.is_sorted() && Self::may_be_exchanged(&classifier.mapping.style.dates) {
            let find = |row_order| find_exchanged(classifier, row_order);
            order.exchanged = match order.trend.order() {
                Some(row_order) => find(row_order),
                None => find(RowOrder::NewestFirst).or_else(|| find(RowOrder::OldestFirst)),
            }
            .unwrap_or_default();
        }
        order
    }

    /// Returns whether programs may exchange day and month in a style: not in dates that begin with the year.
    pub(super) fn may_be_exchanged(patterns: &[String]) -> bool {
        patterns.iter().any(|pattern| !pattern.starts_with("yyyy"))
    }

    /// Returns whether the newest row comes first, as the dates show or else the format declares.
    pub(super) fn is_newest_first(&self, declared: RowOrder) -> bool {
        self.trend.order().unwrap_or(declared) == RowOrder::NewestFirst
    }

    /// Returns whether the dates are sorted only if day and month of this line change places.
    pub(super) fn is_exchanged(&self, line: usize) -> bool {
        !self.exchanged.is_empty() && self.exchanged.contains(&line)
    }
}

/// Passes the line and the date of each row to `sink`, until it returns false.
fn for_each_date(classifier: &RowClassifier<'_, '_, '_>, mut sink: impl FnMut(usize, Date) -> bool) {
    let mapping = &classifier.mapping;
    let Some(cell) = mapping.date_cells().last() else { return };
    let mut rows = Rows::new(classifier.text, classifier.header.delimiter).limit_cells(cell + 1);
    let (mut row, mut recent) = (Row::default(), RecentDates::default());
    while rows.next_row(&mut row) {
        if row.line() > classifier.header.line
            && let Some(date) = row.cells().get(cell).and_then(|cell| recent.exact_date(cell, &mapping.style.dates))
            && !sink(row.line(), date)
        {
            return;
        }
    }
}

/// A row with its date as written or exchanged, after rows that are sorted with the least number of exchanges.
#[derive(Debug, Clone, Copy)]
struct Sorted {
    date: Date,
    exchanges: usize,
    /// Whether the date of the row before is exchanged.
    after_exchanged: bool,
}

/// The two ways to read the date of a row. `None` if the rows up to it are not sorted then.
#[derive(Debug, Clone, Copy)]
struct DatedRow {
    line: usize,
    as_written: Option<Sorted>,
    exchanged: Option<Sorted>,
}

impl DatedRow {
    /// Returns the way with fewer exchanges, and whether it is the exchanged one.
    fn best(&self, is_possible: impl Fn(Date) -> bool) -> Option<(Sorted, bool)> {
        let possible = |way: Option<Sorted>| way.filter(|way| is_possible(way.date));
        match (possible(self.as_written), possible(self.exchanged)) {
            (Some(as_written), Some(exchanged)) if exchanged.exchanges < as_written.exchanges => {
                Some((exchanged, true))
            }
            (Some(as_written), _) => Some((as_written, false)),
            (None, exchanged) => exchanged.map(|exchanged| (exchanged, true)),
        }
    }
}

/// Returns the lines in which day and month must change places for all rows to be sorted, as few as possible. `None` if they can't be sorted so.
fn find_exchanged(classifier: &RowClassifier<'_, '_, '_>, order: RowOrder) -> Option<HashSet<usize>> {
    let mut rows: Vec<DatedRow> = Vec::new();
    let mut is_sortable = true;
    for_each_date(classifier, |line, date| {
        let before = rows.last().copied();
        let sorted = |date: Date, own: usize| match before {
            None => Some(Sorted { date, exchanges: own, after_exchanged: false }),
            Some(before) => {
                let is_possible = |before: Date| match order {
                    RowOrder::NewestFirst => date <= before,
                    RowOrder::OldestFirst => before <= date,
                };
                let (best, after_exchanged) = before.best(is_possible)?;
                Some(Sorted { date, exchanges: best.exchanges + own, after_exchanged })
            }
        };
        let row =
            DatedRow { line, as_written: sorted(date, 0), exchanged: exchange(date).and_then(|date| sorted(date, 1)) };
        is_sortable = row.as_written.is_some() || row.exchanged.is_some();
        rows.push(row);
        is_sortable
    });
    let (_, mut is_exchanged) = rows.last().filter(|_| is_sortable)?.best(|_| true)?;
    let mut lines = HashSet::new();
    for row in rows.iter().rev() {
        if is_exchanged {
            lines.insert(row.line);
        }
        let way = if is_exchanged { row.exchanged } else { row.as_written };
        is_exchanged = way?.after_exchanged;
    }
    Some(lines)
}

/// Returns the date with day and month exchanged, or `None` if there is no other such date.
fn exchange(date: Date) -> Option<Date> {
    (date.day() != date.month()).then(|| Date::from_year_month_day(date.year(), date.day(), date.month())).flatten()
}
