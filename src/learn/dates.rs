use std::sync::LazyLock;

use super::row::TableRow;
use crate::format::DateOrder;
use crate::sheet::date;
use crate::value::Date;

/// The order in a pattern of a profile: `dmy`, `mdy` or `ymd`.
fn order_of_pattern(pattern: &str) -> DateOrder {
    match pattern.chars().next() {
        Some('y') => DateOrder::YearMonthDay,
        Some('m') => DateOrder::MonthDayYear,
        _ => DateOrder::DayMonthYear,
    }
}

/// The patterns of days. Of those that read a column, the first is taken.
const DAYS: &[&str] = &[
    "yyyy-mm-dd",
    "dd.mm.yyyy",
    "d.m.yyyy",
    "dd.mm.yy",
    "d.m.yy",
    "dd/mm/yyyy",
    "d/m/yyyy",
    "dd/mm/yy",
    "d/m/yy",
    "mm/dd/yyyy",
    "m/d/yyyy",
    "mm/dd/yy",
    "m/d/yy",
    "dd-mm-yyyy",
    "d-m-yyyy",
    "dd-mm-yy",
    "mm-dd-yyyy",
    "m-d-yyyy",
    "mm-dd-yy",
    "yyyy/mm/dd",
    "yyyy.mm.dd",
    "yyyy.mm.dd.",
    "yyyymmdd",
    "dd mmm yyyy",
    "d mmm yyyy",
    "dd-mmm-yyyy",
    "d-mmm-yyyy",
    "dd-mmm-yy",
    "dd mmm yy",
    "d mmm yy",
    "dd/mmm/yyyy",
    "mmm d, yyyy",
    "mmm dd, yyyy",
    "mmm d yyyy",
];

/// What may follow a day.
const TIMES: &[&str] = &[
    "",
    " HH:MM:SS",
    " HH:MM",
    " H:MM",
    "THH:MM:SS",
    "THH:MM:SSZ",
    "THH:MM:SS.FZ",
    "THH:MM:SS.F",
    " HH:MM:SS.F",
    " HH:MM:SS Z",
    ", HH:MM",
    ", HH:MM:SS",
    "THH:MM",
];

/// The number of characters that a date may have.
const LENGTHS: std::ops::RangeInclusive<usize> = 6..=40;

/// All patterns: each day with each time.
static PATTERNS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut patterns = Vec::with_capacity(DAYS.len() * TIMES.len());
    for time in TIMES {
        patterns.extend(DAYS.iter().map(|day| format!("{day}{time}")));
    }
    patterns
});

/// Returns whether a text is a date in any of the patterns.
pub(super) fn is_date(text: &str) -> bool {
    may_be_date(text) && date::parse(text, &PATTERNS).is_some()
}

/// Whether a text has the length of a date and two of its digits, which most texts lack.
fn may_be_date(text: &str) -> bool {
    LENGTHS.contains(&text.len()) && text.bytes().filter(u8::is_ascii_digit).count() >= 3
}

/// A column of dates, and the patterns that read all of its cells.
#[derive(Debug, Clone)]
pub(super) struct DateColumn {
    pub(super) column: usize,
    pub(super) patterns: Vec<String>,
    /// The number of cells that these read.
    pub(super) count: usize,
}

impl DateColumn {
    /// Finds the patterns that read the cells of a column: most of them, since a table may have totals and other lines at its end. A line of a single text is
    /// none of its rows.
    pub(super) fn find(rows: &[TableRow], column: usize) -> Option<Self> {
        let cells = || {
            let rows = rows.iter().filter(|row| row.filled().nth(1).is_some());
            rows.map(|row| row.cell(column))
                .filter(|cell| !cell.is_empty())
        };
        let filled = cells().count();
        let first = cells().find(|cell| may_be_date(cell))?;
        let mut found = Vec::new();
        for pattern in PATTERNS.chunks(1) {
            let is_read = |cell: &&str| date::parse(cell, pattern).is_some();
            // Few patterns read any of the first cells.
            if is_read(&first) || cells().take(20).any(|cell| is_read(&cell)) {
                let count = cells().filter(is_read).count();
                found.push((count, pattern.concat()));
            }
        }
        found.retain(|(count, _)| count * 10 >= filled * 8);
        let most = found.iter().map(|(count, _)| *count).max()?;
        let mut patterns: Vec<String> = Vec::new();
        for (count, pattern) in found {
            // `d.m.yyyy` reads what `dd.mm.yyyy` reads.
            let is_known = patterns
                .iter()
                .any(|known| order_of_pattern(known) == order_of_pattern(&pattern));
            if count == most && !is_known {
                patterns.push(pattern);
            }
        }
        Some(Self {
            column,
            patterns,
            count: most,
        })
    }

    /// Keeps the patterns of one order of day and month.
    pub(super) fn keep(&mut self, order: DateOrder) {
        self.patterns
            .retain(|pattern| order_of_pattern(pattern) == order);
    }

    /// Returns the orders of day and month that the patterns have.
    pub(super) fn orders(&self) -> Vec<DateOrder> {
        self.patterns
            .iter()
            .map(|pattern| order_of_pattern(pattern))
            .collect()
    }
}

/// How often the dates of a column go on and back, from row to row of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Changes {
    pub(super) forward: usize,
    pub(super) backward: usize,
}

impl Changes {
    pub(super) fn count(rows: &[&TableRow], column: usize, pattern: &[String]) -> Self {
        let mut changes = Self::default();
        let mut last: Option<(usize, Date)> = None;
        for row in rows {
            let Some(day) = date::parse(row.cell(column), pattern) else {
                continue;
            };
            let before = last
                .filter(|(file, _)| *file == row.file)
                .map(|(_, day)| day);
            changes.forward += usize::from(before.is_some_and(|before| before < day));
            changes.backward += usize::from(before.is_some_and(|before| before > day));
            last = Some((row.file, day));
        }
        changes
    }

    /// Whether the dates change at least twice, all in one direction.
    pub(super) fn is_one_way(self) -> bool {
        self.forward.min(self.backward) == 0 && self.forward.max(self.backward) >= 2
    }
}
