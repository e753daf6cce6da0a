//! Finds the dates whose day and month a program exchanged, which only their order shows.

use std::collections::HashSet;

use crate::format::table::profile::RowOrder;
use crate::statement::DayTrend;
use crate::value::Date;

/// The date of a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct DatedRow {
    pub(super) line: usize,
    as_written: Date,
    /// Whether it is no booking, so that its date is as written.
    pub(super) is_total: bool,
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
fn best(ways: BothWays, is_possible: impl Fn(Date) -> bool) -> Option<(SortedRows, bool)> {
    match ways.map(|rows| rows.filter(|rows| is_possible(rows.last))) {
        [Some(as_written), Some(exchanged)] if exchanged.exchanges < as_written.exchanges => {
            Some((exchanged, true))
        }
        [Some(as_written), _] => Some((as_written, false)),
        [None, Some(exchanged)] => Some((exchanged, true)),
        [None, None] => None,
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
        Some(order) => sort_by_exchanges(rows, order)?,
        None => sort_by_exchanges(rows, RowOrder::NewestFirst)
            .or_else(|| sort_by_exchanges(rows, RowOrder::OldestFirst))?,
    };
    let as_written = rows.iter().map(|row| row.as_written);
    let mut sorted = Vec::with_capacity(rows.len());
    let mut lines = HashSet::new();
    for (row, is_exchanged) in rows.iter().zip(exchanges) {
        sorted.push(row.read(is_exchanged));
        if is_exchanged {
            lines.insert(row.line);
        }
    }
    let is_nearer = days_between(sorted.into_iter()) < days_between(as_written);
    is_nearer.then_some(lines)
}

/// Returns for each row whether its day and month change places, so that the rows are sorted with as few exchanges as possible.
///
/// For each row, the fewest exchanges up to it follow from those up to the row before it, once for its date as written and once exchanged.
fn sort_by_exchanges(rows: &[DatedRow], order: RowOrder) -> Option<Vec<bool>> {
    let mut ways: Vec<BothWays> = Vec::with_capacity(rows.len());
    for row in rows {
        let before = ways.last().copied();
        let as_written = add_row(before, row.as_written, 0, order);
        let exchanged = row.exchanged();
        let exchanged = exchanged.and_then(|date| add_row(before, date, 1, order));
        ways.push([as_written, exchanged]);
    }
    let (_, mut is_exchanged) = best(*ways.last()?, |_| true)?;
    let mut exchanges = Vec::with_capacity(rows.len());
    for [as_written, exchanged] in ways.into_iter().rev() {
        exchanges.push(is_exchanged);
        let last = if is_exchanged { exchanged } else { as_written };
        is_exchanged = last?.after_exchanged;
    }
    exchanges.reverse();
    Some(exchanges)
}

/// Returns the rows with one more row, whose date takes a number of exchanges. `None` if they are not sorted then.
fn add_row(
    before: Option<BothWays>,
    date: Date,
    exchanges: usize,
    order: RowOrder,
) -> Option<SortedRows> {
    let Some(before) = before else {
        return Some(SortedRows {
            last: date,
            exchanges,
            after_exchanged: false,
        });
    };
    let (best, after_exchanged) = best(before, |previous| match order {
        RowOrder::NewestFirst => date <= previous,
        RowOrder::OldestFirst => previous <= date,
    })?;
    Some(SortedRows {
        last: date,
        exchanges: best.exchanges + exchanges,
        after_exchanged,
    })
}

impl DatedRow {
    pub(super) fn new(line: usize, as_written: Date) -> Self {
        Self {
            line,
            as_written,
            is_total: false,
        }
    }

    /// Returns the date with day and month exchanged, if that is another one and may be meant.
    fn exchanged(&self) -> Option<Date> {
        let exchanged = self.as_written.with_day_and_month_exchanged();
        exchanged.filter(|_| !self.is_total)
    }

    fn read(&self, is_exchanged: bool) -> Date {
        match self.exchanged() {
            Some(exchanged) if is_exchanged => exchanged,
            _ => self.as_written,
        }
    }
}

/// Returns the sum of the days between each date and the next.
fn days_between(dates: impl Iterator<Item = Date>) -> u64 {
    let mut sum = 0;
    let mut previous: Option<Date> = None;
    for date in dates {
        if let Some(previous) = previous {
            sum += date.days_since(previous).unsigned_abs();
        }
        previous = Some(date);
    }
    sum
}
