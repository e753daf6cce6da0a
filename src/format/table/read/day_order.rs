use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::dates::RecentDates;
use super::exchanged_dates::{DatedRow, find_exchanged};
use crate::format::table::detect::ColumnMapping;
use crate::format::table::profile::{RowOrder, Style};
use crate::format::table::value::content;
use crate::sheet::Row;
use crate::statement::DayTrend;

/// The order of the dates of a file.
#[derive(Debug, Default)]
pub(super) struct DayOrder {
    trend: DayTrend,
    /// The lines in which day and month must change places for the rows to be in the order of their dates.
    exchanged: HashSet<usize>,
}

impl DayOrder {
    /// Returns whether the newest row comes first, as the dates show or else the format declares.
    pub(super) fn is_newest_first(&self, declared: RowOrder) -> bool {
        self.trend.order().unwrap_or(declared) == RowOrder::NewestFirst
    }

    /// Returns whether the dates are sorted only if day and month of this line change places.
    pub(super) fn is_exchanged(&self, line: usize) -> bool {
        !self.exchanged.is_empty() && self.exchanged.contains(&line)
    }
}

/// The dates of the rows of a file, as a style reads them.
pub(super) struct Days<'t, 'c> {
    patterns: &'c [String],
    date_cell: Option<usize>,
    account_cells: Vec<usize>,
    /// Whether a program may have exchanged day and month: not if all dates begin with the year.
    may_be_exchanged: bool,
    recent: RecentDates<'t>,
    trend: DayTrend,
    /// The dated rows of each account and sub-account, and their indexes by the names.
    accounts: Vec<Vec<DatedRow>>,
    indexes: HashMap<Vec<String>, usize>,
    /// The account of the previous row, which most rows share.
    previous: (Vec<String>, usize),
}

impl<'t, 'c> Days<'t, 'c> {
    pub(super) fn new(style: &'c Style, mapping: &ColumnMapping<'_>) -> Self {
        let mut patterns = style.dates.iter();
        Self {
            patterns: &style.dates,
            date_cell: mapping.date_cells().last(),
            account_cells: mapping.account_cells().collect(),
            may_be_exchanged: patterns.any(|pattern| !pattern.starts_with("yyyy")),
            recent: RecentDates::default(),
            trend: DayTrend::default(),
            accounts: Vec::new(),
            indexes: HashMap::new(),
            previous: (Vec::new(), 0),
        }
    }

    /// Returns how many cells of each row are needed.
    pub(super) fn cell_count(&self) -> usize {
        let accounts = self.account_cells.iter().filter(|_| self.may_be_exchanged);
        let last = accounts.copied().chain(self.date_cell).max();
        last.map_or(0, |last| last + 1)
    }

    /// Adds the date of a row. A row without a date is ignored.
    pub(super) fn add_row(&mut self, row: &Row<'t>) {
        let Some(cell) = content::cell_at(row, self.date_cell) else {
            return;
        };
        let Some(date) = self.recent.exact_date(cell, self.patterns) else {
            return;
        };
        self.trend.add(date);
        if self.may_be_exchanged {
            let dated = DatedRow::new(row.line(), date);
            let account = self.account_of(row);
            match self.accounts.get_mut(account) {
                Some(rows) => rows.push(dated),
                None => self.accounts.push(vec![dated]),
            }
        }
    }

    /// Returns the index of the account that a row names.
    fn account_of(&mut self, row: &Row<'t>) -> usize {
        let names = || {
            let cells = self.account_cells.iter();
            cells.map(|cell| content::text_at(row, Some(*cell)))
        };
        if self.accounts.is_empty() || !names().eq(self.previous.0.iter().map(String::as_str)) {
            let names: Vec<String> = names().map(Cow::into_owned).collect();
            let next = self.accounts.len();
            self.previous = (names.clone(), *self.indexes.entry(names).or_insert(next));
        }
        self.previous.1
    }

    /// Returns the order of the dates, and which of them were exchanged. Those in the lines of `find_totals` are as written: nothing could be reported at them.
    pub(super) fn finish(mut self, find_totals: impl FnOnce() -> HashSet<usize>) -> DayOrder {
        let mut exchanged = HashSet::new();
        // Nearly every file is sorted.
        if !self.trend.is_sorted() && self.may_be_exchanged {
            let totals = find_totals();
            for rows in &mut self.accounts {
                for row in rows.iter_mut() {
                    row.is_total = totals.contains(&row.line);
                }
                exchanged.extend(find_exchanged(rows).unwrap_or_default());
            }
        }
        DayOrder {
            trend: self.trend,
            exchanged,
        }
    }
}
