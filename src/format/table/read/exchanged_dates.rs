//! Finds the dates whose day and month a program exchanged, which only their order shows.

use std::collections::HashSet;

use crate::format::table::profile::RowOrder;
use crate::statement::DayTrend;
use crate::value::Date;

/// The date of a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct DatedRow {
    line: usize,
    as_written: Date,
    /// The date with day and month exchanged. `None` if there is no other such date.
    exchanged: Option<Date>,
}

/// The first rows of an account, sorted with the least number of exchanges, given how the last of them is read.
#[derive(Debug, Clone, Copy)]
struct SortedRows {
    last: Date,
    exchanges: usize,
    /// Whether the date of the row before the last is exchanged.
    after_exchanged: bool,
}

/// The first rows with the date of the last as written, and exchanged. `None` if they are not sorted then.
type BothWays = [Option<SortedRows>; 2];

/// Returns the way with fewer exchanges, and whether the last date is exchanged in it.
fn best(
    [as_written, exchanged]: BothWays,
    is_possible: impl Fn(Date) -> bool,
) -> Option<(SortedRows, bool)> {
    let possible = |rows: Option<SortedRows>| rows.filter(|rows| is_possible(rows.last));
    match (possible(as_written), possible(exchanged)) {
        (Some(as_written), Some(exchanged)) if exchanged.exchanges < as_written.exchanges => {
            Some((exchanged, true))
        }
        (Some(as_written), _) => Some((as_written, false)),
        (None, exchanged) => exchanged.map(|exchanged| (exchanged, true)),
    }
}

/// Returns the lines in which day and month must change places for the rows of an account to be sorted, as few as possible. `None` if they
/// can't be sorted so, or if they are as near to each other in time as written: then they were not sorted at first.
pub(super) fn find_exchanged(rows: &[DatedRow]) -> Option<HashSet<usize>> {
    let mut trend = DayTrend::default();
    for row in rows {
        trend.add(row.as_written);
    }
    let exchanges = match trend.order() {
        Some(order) => sort_by_exchanges(rows, order),
        None => sort_by_exchanges(rows, RowOrder::NewestFirst)
            .or_else(|| sort_by_exchanges(rows, RowOrder::OldestFirst)),
    }?;
    let as_written = rows.iter().map(|row| row.as_written);
    let sorted = rows
        .iter()
        .zip(&exchanges)
        .map(|(row, is_exchanged)| row.read(*is_exchanged));
    let is_nearer = days_between(sorted) < days_between(as_written);
    let lines = rows
        .iter()
        .zip(exchanges)
        .filter_map(|(row, is_exchanged)| is_exchanged.then_some(row.line));
    is_nearer.then(|| lines.collect())
}

/// Returns for each row whether its day and month change places, so that the rows are sorted with as few exchanges as possible.
///
/// For each row, the fewest exchanges up to it follow from those up to the row before it, once for its date as written and once exchanged.
fn sort_by_exchanges(rows: &[DatedRow], order: RowOrder) -> Option<Vec<bool>> {
    let mut ways: Vec<BothWays> = Vec::with_capacity(rows.len());
    for row in rows {
        let before = ways.last().copied();
        let sorted = |last: Date, own: usize| {
            let Some(before) = before else {
                return Some(SortedRows {
                    last,
                    exchanges: own,
                    after_exchanged: false,
                });
            };
            let (best, after_exchanged) = best(before, |before| match order {
                RowOrder::NewestFirst => last <= before,
                RowOrder::OldestFirst => before <= last,
            })?;
            Some(SortedRows {
                last,
                exchanges: best.exchanges + own,
                after_exchanged,
            })
        };
        ways.push([
            sorted(row.as_written, 0),
            row.exchanged.and_then(|date| sorted(date, 1)),
        ]);
    }
    let (_, mut is_exchanged) = best(*ways.last()?, |_| true)?;
    let mut exchanges = Vec::with_capacity(rows.len());
    for [as_written, exchanged] in ways.into_iter().rev() {
        exchanges.push(is_exchanged);
        is_exchanged = if is_exchanged { exchanged } else { as_written }?.after_exchanged;
    }
    exchanges.reverse();
    Some(exchanges)
}

impl DatedRow {
    pub(super) fn new(line: usize, as_written: Date) -> Self {
        Self {
            line,
            as_written,
            exchanged: exchange(as_written),
        }
    }

    fn read(&self, is_exchanged: bool) -> Date {
        self.exchanged
            .filter(|_| is_exchanged)
            .unwrap_or(self.as_written)
    }
}

/// Returns the sum of the days between each date and the next.
fn days_between(dates: impl Iterator<Item = Date> + Clone) -> u64 {
    dates
        .clone()
        .zip(dates.skip(1))
        .map(|(date, next)| next.days_since(date).unsigned_abs())
        .sum()
}

/// Returns the date with day and month exchanged, or `None` if there is no other such date.
fn exchange(date: Date) -> Option<Date> {
    (date.day() != date.month())
        .then(|| Date::from_year_month_day(date.year(), date.day(), date.month()))
        .flatten()
}
