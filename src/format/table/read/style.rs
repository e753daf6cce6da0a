use rust_decimal::Decimal;

use crate::format::table::detect::ColumnMapping;
use crate::format::table::profile::Style;
use crate::format::table::value::{content, number};
use crate::sheet::{Row, date};
use crate::source::Span;
use crate::value::Date;

/// The value of a cell in one style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ParsedValue {
    Date(Date),
    Number(Decimal),
}

/// Counts the cells that can be read in each style.
pub(super) struct StyleComparison<'c> {
    styles: &'c [Style],
    /// The number of cells that can be read in each style.
    readable: Vec<usize>,
    /// The pairs of styles that read a cell as different values, each with the span of the first such cell.
    differing: Vec<(usize, usize, Span)>,
    /// The values of the cell that was read last, one for each style.
    values: Vec<Option<ParsedValue>>,
}

impl<'c> StyleComparison<'c> {
    pub(super) fn new(styles: &'c [Style]) -> Self {
        Self {
            styles,
            readable: vec![0; styles.len()],
            differing: Vec::new(),
            values: Vec::with_capacity(styles.len()),
        }
    }

    /// Reads the dates and numbers of a row in each style. A single style needs no comparison.
    pub(super) fn add_row(&mut self, row: &Row<'_>, mapping: &ColumnMapping<'_>) {
        if self.styles.len() < 2 {
            return;
        }
        for cell in mapping.date_cells() {
            self.add(row, cell, |text, style| {
                date::parse(text, &style.dates).map(ParsedValue::Date)
            });
        }
        for cell in mapping.number_cells() {
            self.add(row, cell, |text, style| {
                let parsed = number::parse(text, &style.numbers)?;
                Some(ParsedValue::Number(parsed.number))
            });
        }
    }

    /// Reads a cell in each style.
    fn add(
        &mut self,
        row: &Row<'_>,
        cell: usize,
        read: impl Fn(&str, &Style) -> Option<ParsedValue>,
    ) {
        let text = content::text_at(row, Some(cell));
        if text.is_empty() {
            return;
        }
        self.values.clear();
        for (style, count) in self.styles.iter().zip(&mut self.readable) {
            let value = read(&text, style);
            *count += usize::from(value.is_some());
            self.values.push(value);
        }
        for (first, value) in self.values.iter().enumerate() {
            for (second, other) in self.values.iter().enumerate().skip(first + 1) {
                let is_difference = value.is_some() && other.is_some() && value != other;
                let mut known = self.differing.iter();
                if is_difference && !known.any(|pair| (pair.0, pair.1) == (first, second)) {
                    let span = content::span_at(row, Some(cell));
                    self.differing.push((first, second, span));
                }
            }
        }
    }

    /// Returns the index of the style in which most cells can be read; of equal ones, the first.
    ///
    /// # Errors
    ///
    /// If two of them read a cell as different values: the span of the first such cell.
    pub(super) fn best(&self) -> Result<usize, Span> {
        let most = self.readable.iter().max();
        let is_best = |index: usize| self.readable.get(index) == most;
        for (first, second, span) in &self.differing {
            if is_best(*first) && is_best(*second) {
                return Err(*span);
            }
        }
        Ok((0..self.styles.len())
            .find(|index| is_best(*index))
            .unwrap_or(0))
    }
}
