use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::classifier::RowClassifier;
use super::dates::RecentDates;
use super::exchanged_dates::{DatedRow, find_exchanged};
use crate::format::table::profile::RowOrder;
use crate::format::table::value::content;
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
        for_each_date(classifier, &[], |_, date| order.trend.add(date));
        // Nearly every file is sorted.
        if !order.trend.is_sorted() && Self::may_be_exchanged(&classifier.mapping.style.dates) {
            for rows in read_accounts(classifier) {
                order
                    .exchanged
                    .extend(find_exchanged(&rows).unwrap_or_default());
            }
        }
        order
    }

    /// Returns whether programs may exchange day and month in a style: not if all its dates begin with the year.
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

/// Passes each row with a date to `sink`. Rows are read up to their date and these further cells.
fn for_each_date<'t>(
    classifier: &RowClassifier<'t, '_, '_>,
    further_cells: &[usize],
    mut sink: impl FnMut(&Row<'t>, Date),
) {
    let patterns = &classifier.mapping.style.dates;
    let Some(date_cell) = classifier.mapping.date_cells().last() else {
        return;
    };
    let last_further = further_cells.iter().copied().max();
    let last_cell = last_further.map_or(date_cell, |last| last.max(date_cell));
    let rows = Rows::new(classifier.text, classifier.header.delimiter);
    let mut rows = rows.limit_cells(last_cell + 1);
    let (mut row, mut recent) = (Row::default(), RecentDates::default());
    while rows.next_row(&mut row) {
        if row.line() > classifier.header.line
            && let Some(cell) = row.cells().get(date_cell)
            && let Some(date) = recent.exact_date(cell, patterns)
        {
            sink(&row, date);
        }
    }
}

/// Reads the dates of each account and sub-account.
fn read_accounts(classifier: &RowClassifier<'_, '_, '_>) -> Vec<Vec<DatedRow>> {
    let cells: Vec<usize> = classifier.mapping.account_cells().collect();
    let (mut accounts, mut indexes) = (Vec::new(), HashMap::new());
    let mut previous: (Vec<String>, usize) = (Vec::new(), 0);
    for_each_date(classifier, &cells, |row, as_written| {
        let names = || cells.iter().map(|cell| content::text_at(row, Some(*cell)));
        if accounts.is_empty() || !names().eq(previous.0.iter().map(String::as_str)) {
            let names: Vec<String> = names().map(Cow::into_owned).collect();
            let index = *indexes.entry(names.clone()).or_insert(accounts.len());
            if index == accounts.len() {
                accounts.push(Vec::new());
            }
            previous = (names, index);
        }
        if let Some(rows) = accounts.get_mut(previous.1) {
            rows.push(DatedRow::new(row.line(), as_written));
        }
    });
    accounts
}
