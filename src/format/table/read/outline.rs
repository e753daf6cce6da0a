use std::collections::HashSet;
use std::slice;

use super::day_order::{DayOrder, Days};
use super::style::StyleComparison;
use crate::format::table::detect::{ColumnMapping, Header};
use crate::format::table::profile::Style;
use crate::format::table::value::content;
use crate::sheet::{Row, Rows};
use crate::source::Span;
use crate::value::Currency;

/// What only all rows of a table together show, from one scan before the rows are read.
pub(in crate::format) struct Outline<'c> {
    /// The style in which most cells can be read.
    pub(in crate::format) style: &'c Style,
    pub(super) day_order: DayOrder,
    /// Whether a row names a currency.
    pub(super) names_currency: bool,
    /// Whether a booking has a value in the last column that the header names. If none has, all of them may be one cell off.
    pub(super) fills_last_column: bool,
    /// Whether a booking has a balance, or the format has none.
    pub(super) fills_balance: bool,
}

impl<'c> Outline<'c> {
    /// Scans the rows below the header.
    ///
    /// # Errors
    ///
    /// If two styles read the most cells, and read one cell as different values: the span of the first such cell.
    pub(in crate::format) fn read(
        text: &str,
        header: &Header<'c>,
        mapping: &ColumnMapping<'c>,
    ) -> Result<Self, Span> {
        let styles = match header.profile.styles.as_slice() {
            several @ [_, _, ..] => several,
            _ => slice::from_ref(mapping.style),
        };
        let mut comparison = StyleComparison::new(styles);
        let days = |style| Days::new(style, mapping);
        let mut days: Vec<Days<'_, '_>> = styles.iter().map(days).collect();
        let last_column = header.last_named();
        let (mut names_currency, mut fills_last_column) = (false, false);
        let mut fills_balance = mapping.balance.is_none();
        let (mut rows, mut row) = (Rows::new(text, header.delimiter), Row::default());
        while rows.next_row(&mut row) {
            if row.line() <= header.line {
                continue;
            }
            comparison.add_row(&row, mapping);
            for days in &mut days {
                days.add_row(&row);
            }
            let seeks_currency = mapping.currency.is_some() && !names_currency;
            if seeks_currency || !fills_last_column || !fills_balance {
                header.clean_row(&mut row, text);
                let currency = content::text_at(&row, mapping.currency);
                names_currency |= Currency::parse(&currency).is_ok();
                let fills = |cell| content::filled_cell_at(&row, cell).is_some();
                let (has_last, has_balance) = (fills(last_column), fills(mapping.balance));
                let is_new = has_last && !fills_last_column || has_balance && !fills_balance;
                if is_new && may_be_booking(&row, mapping) {
                    fills_last_column |= has_last;
                    fills_balance |= has_balance;
                }
            } else if let [days] = days.as_slice() {
                rows.limit_cells(days.cell_count());
            }
        }
        let best = comparison.best()?;
        let days = days.into_iter().nth(best);
        let find_totals = || lines_of_totals(text, header, mapping);
        Ok(Self {
            style: styles.get(best).unwrap_or(mapping.style),
            day_order: days
                .map(|days| days.finish(find_totals))
                .unwrap_or_default(),
            names_currency,
            fills_last_column,
            fills_balance,
        })
    }
}

/// Returns the lines of the rows that are no bookings.
fn lines_of_totals(text: &str, header: &Header<'_>, mapping: &ColumnMapping<'_>) -> HashSet<usize> {
    let (mut rows, mut row) = (Rows::new(text, header.delimiter), Row::default());
    let mut lines = HashSet::new();
    while rows.next_row(&mut row) {
        header.clean_row(&mut row, text);
        if !mapping.is_booking(&row) {
            lines.insert(row.line());
        }
    }
    lines
}

/// Returns whether a row has an amount and is of no other kind. The balance of a total or a footer doesn't show where the bookings have theirs.
fn may_be_booking(row: &Row<'_>, mapping: &ColumnMapping<'_>) -> bool {
    let mut amounts = mapping.amount_cells().into_iter();
    mapping.is_booking(row) && amounts.any(|cell| content::filled_cell_at(row, cell).is_some())
}
