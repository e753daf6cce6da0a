use rust_decimal::Decimal;

use crate::format::table::detect::{ColumnMapping, Header};
use crate::format::table::profile::Style;
use crate::format::table::value::{content, date, number};
use crate::format::table::{Row, Rows};
use crate::source::Span;
use crate::value::Date;

/// The value of a cell in one style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ParsedValue {
    Date(Date),
    Number(Decimal),
}

/// Returns the style in which most cells of a file can be read.
///
/// # Errors
///
/// If two styles read the most cells, and read one cell as different values: the span of the first such cell.
pub(in crate::format) fn detect_style<'c>(
    text: &str,
    header: &Header<'c>,
    mapping: &ColumnMapping<'c>,
) -> Result<&'c Style, Span> {
    let styles = header.profile.styles.as_slice();
    let [first, _, ..] = styles else {
        return Ok(mapping.style);
    };
    let mut comparison = StyleComparison {
        styles,
        readable: vec![0; styles.len()],
        differing: Vec::new(),
        values: Vec::with_capacity(styles.len()),
    };
    let mut rows = Rows::new(text, header.delimiter);
    let mut row = Row::default();
    while rows.next_row(&mut row) {
        if row.line() <= header.line {
            continue;
        }
        for cell in mapping.date_cells() {
            comparison.add(&row, cell, |text, style| {
                date::parse(text, &style.dates).map(ParsedValue::Date)
            });
        }
        for cell in mapping.number_cells() {
            comparison.add(&row, cell, |text, style| {
                let parsed = number::parse(text, &style.numbers)?;
                Some(ParsedValue::Number(parsed.number))
            });
        }
    }
    comparison.best(first)
}

/// Counts the cells that can be read in each style.
struct StyleComparison<'c> {
    styles: &'c [Style],
    /// The number of cells that can be read in each style.
    readable: Vec<usize>,
    /// The pairs of styles that read a cell as different values, each with the span of the first such cell.
    differing: Vec<(usize, usize, Span)>,
    /// The values of the cell that was read last, one for each style.
    values: Vec<Option<ParsedValue>>,
}

impl<'c> StyleComparison<'c> {
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

    /// Returns the style in which most cells can be read; of equal ones, the first. An error if two of them differ.
    fn best(&self, default: &'c Style) -> Result<&'c Style, Span> {
        let most = self.readable.iter().max();
        let is_best = |index: usize| self.readable.get(index) == most;
        for (first, second, span) in &self.differing {
            if is_best(*first) && is_best(*second) {
                return Err(*span);
            }
        }
        let best = (0..self.styles.len()).find(|index| is_best(*index));
        Ok(best
            .and_then(|index| self.styles.get(index))
            .unwrap_or(default))
    }
}
