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
    // The number of cells that can be read in each style.
    let mut readable = vec![0_usize; styles.len()];
    let mut differing: Vec<(usize, usize, Span)> = Vec::new();
    let mut rows = Rows::new(text, header.delimiter);
    let mut row = Row::default();
    let mut values: Vec<Option<ParsedValue>> = Vec::with_capacity(styles.len());
    while rows.next_row(&mut row) {
        if row.line() <= header.line {
            continue;
        }
        for (cell, is_day) in mapping
            .date_cells()
            .map(|cell| (cell, true))
            .chain(mapping.number_cells().map(|cell| (cell, false)))
        {
            let content = content::text_at(&row, Some(cell));
            if content.is_empty() {
                continue;
            }
            let read = |style: &Style| {
                if is_day {
                    date::parse(&content, &style.dates).map(ParsedValue::Date)
                } else {
                    number::parse(&content, &style.numbers)
                        .map(|parsed| ParsedValue::Number(parsed.number))
                }
            };
            values.clear();
            values.extend(styles.iter().map(read));
            for (count, value) in readable.iter_mut().zip(&values) {
                *count += usize::from(value.is_some());
            }
            for (index, value) in values.iter().enumerate() {
                for (other, different) in values.iter().enumerate().skip(index + 1) {
                    let known = differing
                        .iter()
                        .any(|(first, second, _)| (*first, *second) == (index, other));
                    if value.is_some() && different.is_some() && value != different && !known {
                        differing.push((index, other, content::span_at(&row, Some(cell))));
                    }
                }
            }
        }
    }
    let max = readable.iter().max();
    let is_best = |index: &usize| readable.get(*index) == max;
    match differing
        .iter()
        .find(|(first, second, _)| is_best(first) && is_best(second))
    {
        Some((.., span)) => Err(*span),
        None => Ok(styles
            .iter()
            .zip(&readable)
            .find(|(_, count)| Some(*count) == max)
            .map_or(first, |(style, _)| style)),
    }
}
