//! Finds the values of a table that are about a person or an account: every cell but the names of columns, labels, dates, amounts, currencies, and the words
//! that the profile knows.

mod amounts;
mod row;

use std::collections::HashSet;
use std::ops::Range;

use self::amounts::{AmountColumns, is_account};
use self::row::{Parts, RowContext, is_number};
use super::detect::{
    Catalog, ColumnMapping, Detected, Header, Preamble, built_in, currencies_in, detect_format,
    find_headers, is_header,
};
use super::profile::{LabelRole, ProfileDefinition, RowKind};
use super::read::{Outline, RowClassifier};
use super::value::content;
use crate::format::message::is_placeholder;
use crate::format::options::ConvertOptions;
use crate::format::private_value::{PrivateValue, PrivateValuesError};
use crate::sheet::{Cell, Row, Rows, widest_delimiter};
use crate::source::Span;
use crate::statement::{BalanceStatus, Conversion};
use crate::value::Currency;
use amounts::Labels;
use row::{ANY_DATE, dates_in, is_date_like};

/// A number of this many digits in the name of a column may be that of an account.
const MIN_ACCOUNT_DIGITS: usize = 5;

/// Finds the values in a table. `header_line` is the line of the column names if the format is not known, 0 if the table has none.
///
/// # Errors
///
/// The format is not known, and there is no line of column names.
pub(in crate::format) fn find_private_values(
    text: &str,
    options: &ConvertOptions,
    header_line: Option<usize>,
    conversion: &Conversion,
) -> Result<Vec<PrivateValue>, PrivateValuesError> {
    let (catalog, bank) = (&options.catalog(), options.format.id());
    let headers = find_headers(text, catalog, bank);
    let entries = conversion.origins.iter().map(|origin| origin.line);
    let balances_hold = matches!(
        conversion.summary.balance_status,
        BalanceStatus::Proved | BalanceStatus::Partly
    );
    let mut finder = Finder {
        fields: Vec::new(),
        entries: entries.collect(),
        balances_hold,
    };
    match detect_format(&headers, text, catalog, bank) {
        Ok(Detected::Header(header)) => match ColumnMapping::new(&header) {
            Some(mapping) => finder.read_known(text, &header, mapping, catalog),
            None => finder.read_unknown(text, header.delimiter, header.line),
        },
        Ok(Detected::Empty(_)) => finder.read_unknown(text, widest_delimiter(text, 1), usize::MAX),
        Err(_) => {
            let (delimiter, line) = match header_line {
                Some(line) => (given_delimiter(text, line)?, line),
                None => nearest_header(&headers)?,
            };
            finder.read_unknown(text, delimiter, line);
        }
    }
    finder.fields.sort_unstable_by_key(|field| field.span.start);
    Ok(finder.fields)
}

/// Returns the delimiter of the line of column names that the caller gives, 0 if the table has none.
fn given_delimiter(text: &str, line: usize) -> Result<u8, PrivateValuesError> {
    let delimiter = widest_delimiter(text, line);
    if line > 0 && !begins_row(text, delimiter, line) {
        return Err(PrivateValuesError::UnknownTable);
    }
    Ok(delimiter)
}

/// Returns the delimiter and the line of the best header that is likely.
fn nearest_header(headers: &[Header<'_>]) -> Result<(u8, usize), PrivateValuesError> {
    let likely = headers.iter().filter(|header| header.is_likely());
    match likely.max_by_key(|header| header.score()) {
        Some(header) => Ok((header.delimiter, header.line)),
        None => Err(PrivateValuesError::UnknownTable),
    }
}

/// Whether a row begins at a line, which may be within a quoted cell instead.
fn begins_row(text: &str, delimiter: u8, line: usize) -> bool {
    let (mut rows, mut row) = (Rows::new(text, delimiter), Row::default());
    while rows.next_row(&mut row) && row.line() < line {}
    row.line() == line
}

/// Collects the values of a table.
struct Finder {
    fields: Vec<PrivateValue>,
    /// The lines of the rows that became transactions. Their amounts are amounts, however many digits they have.
    entries: HashSet<usize>,
    /// Whether the balances of the file fit the transactions, so that they are balances.
    balances_hold: bool,
}

impl Finder {
    /// Reads a table whose format is known.
    fn read_known<'c>(
        &mut self,
        text: &str,
        header: &Header<'c>,
        mut mapping: ColumnMapping<'c>,
        catalog: &Catalog,
    ) {
        if let Ok(Outline { style, .. }) = Outline::read(text, header, &mapping) {
            mapping.style = style;
        }
        let style = mapping.style;
        let mut dates = style.dates.clone();
        dates.retain(|pattern| pattern.contains(['.', '-', '/']));
        // A pattern with a time comes before its date alone.
        dates.sort_by_key(|pattern| std::cmp::Reverse(pattern.len()));
        let mut labels = Labels::new(
            std::iter::once(&**header.profile),
            dates,
            Some(&style.numbers),
        );
        let (mut rows, mut row) = (Rows::new(text, header.delimiter), Row::default());
        while row.line() + 1 < header.line && rows.next_line(&mut row) {
            self.read_line(&row, &mut labels);
        }
        let has_header = match header.lines {
            0 => false,
            1 => rows.next_line(&mut row),
            _ => rows.next_row(&mut row),
        };
        if has_header {
            self.read_header(&row, Some(header));
        }
        let classifier = RowClassifier {
            text,
            header,
            mapping,
            catalog,
        };
        let mut stray_quotes_end = 0;
        while classifier.next_row(&mut rows, &mut row, &mut stray_quotes_end) {
            if is_header(classifier.line_text(&row), catalog) {
                self.read_header(&row, None);
            } else if Preamble::is_preamble_line(&row, header.profile) {
                self.read_line(&row, &mut labels);
            } else {
                self.read_row(&row, &classifier);
            }
        }
    }

    /// Reads a row of a known format.
    fn read_row(&mut self, row: &Row<'_>, classifier: &RowClassifier<'_, '_, '_>) {
        let mapping = &classifier.mapping;
        let mut cells = row.cells().iter();
        let last_number = cells.rposition(|cell| is_number(&content::text(cell), mapping));
        let rule = mapping.row_rule(row);
        let is_total = rule.is_some_and(|rule| rule.kind == RowKind::Total);
        let footer = classifier.header.profile.footer.as_ref();
        let context = RowContext {
            mapping,
            footer_labels: footer.map_or(&[], |footer| &footer.labels),
            is_total,
            has_amounts: self.entries.contains(&row.line()) || is_total && self.balances_hold,
            last_number,
        };
        for (index, cell) in row.cells().iter().enumerate() {
            let Some((text, at)) = self.text_of(cell) else {
                continue;
            };
            let parts = context.parts_of(index, text);
            self.push_parts(cell, text, at, parts, mapping.style.numbers.decimal);
        }
    }

    /// Reads a line of column names, which stay unless they hold a number of an account.
    fn read_header(&mut self, row: &Row<'_>, header: Option<&Header<'_>>) {
        for (index, cell) in row.cells().iter().enumerate() {
            let is_known = header.is_some_and(|header| header.is_matched(index));
            let digits = cell.raw().bytes().filter(u8::is_ascii_digit).count();
            if !is_known && digits >= MIN_ACCOUNT_DIGITS && !is_date_like(cell.raw().trim()) {
                self.push_rest(cell, 0, cell.raw().len(), &Parts::default());
            }
        }
    }

    /// Reads a line above or below the rows: labels and their values.
    fn read_line(&mut self, row: &Row<'_>, labels: &mut Labels<'_>) {
        let mut roles = if content::count_filled(row) > 0 {
            std::mem::take(&mut labels.below)
        } else {
            Vec::new()
        };
        let mut found = Vec::new();
        for cell in row.cells() {
            let text = place_of(cell).map_or("", |(text, _)| text);
            let (mut label_end, mut value_start) = (0, 0);
            for (label, end, rest) in labels.of(text) {
                label_end = label_end.max(end);
                value_start = value_start.max(text.len() - rest.len());
                if label.value_below {
                    labels.below.push(label.role);
                } else {
                    roles.push(label.role);
                }
            }
            found.push((label_end, value_start));
        }
        roles.extend(&labels.unlabelled);
        for (cell, (label_end, value_start)) in row.cells().iter().zip(found) {
            let Some((text, at)) = self.text_of(cell) else {
                continue;
            };
            let value = text.get(value_start..).unwrap_or_default();
            let mut parts = Parts::default();
            parts.kept.push(0..label_end);
            if Currency::parse(value).is_ok() {
                parts.kept.push(value_start..text.len());
            } else if roles.contains(&LabelRole::Currency) {
                for (before, _, after) in currencies_in(text) {
                    parts.kept.push(before.len()..text.len() - after.len());
                }
            }
            if roles.contains(&LabelRole::EntryCount) && is_count(value) {
                parts.kept.push(value_start..text.len());
            }
            let mut decimal = None;
            if roles.iter().any(|role| role.is_balance()) {
                decimal = self.decimal_of_balance(value, labels);
            }
            if decimal.is_some() {
                parts.amounts.push(value_start..text.len());
            }
            parts.kept.extend(dates_in(text, &labels.dates));
            self.push_parts(cell, text, at, parts, decimal.unwrap_or('.'));
        }
    }

    /// Returns the decimal mark of a value if it is a balance, not the number of an account.
    fn decimal_of_balance(&self, value: &str, labels: &Labels<'_>) -> Option<char> {
        let decimal = labels.decimal_of(value)?;
        let is_balance = self.balances_hold || !is_account(value, decimal);
        is_balance.then_some(decimal)
    }

    /// Reads a table whose format is not known, from the line of its column names on.
    fn read_unknown(&mut self, text: &str, delimiter: u8, header_line: usize) {
        let profiles = || built_in().iter().map(|profile| &**profile);
        let mut words = HashSet::new();
        for profile in profiles() {
            add_known_words(profile, &mut words);
        }
        let mut labels = Labels::new(profiles(), ANY_DATE.clone(), None);
        let columns = AmountColumns::find(text, delimiter, header_line);
        let (mut rows, mut row) = (Rows::new(text, delimiter), Row::default());
        while rows.next_row(&mut row) {
            if row.line() == header_line {
                self.read_header(&row, None);
                continue;
            }
            if row.line() < header_line {
                self.read_line(&row, &mut labels);
                continue;
            }
            for (index, cell) in row.cells().iter().enumerate() {
                let Some((text, at)) = self.text_of(cell) else {
                    continue;
                };
                let mut parts = Parts::default();
                let decimal = columns
                    .decimal_of(index)
                    .or_else(|| labels.decimal_of(text));
                let is_word = words.contains(&text.to_ascii_lowercase());
                if is_date_like(text) || is_word || Currency::parse(text).is_ok() {
                    parts.kept.push(0..text.len());
                } else if decimal.is_some() {
                    parts.amounts.push(0..text.len());
                }
                self.push_parts(cell, text, at, parts, decimal.unwrap_or('.'));
            }
        }
    }

    /// Returns the text of a cell and where it begins in the cell. A cell whose text has no place of its own is added as a whole.
    fn text_of<'t>(&mut self, cell: &Cell<'t>) -> Option<(&'t str, usize)> {
        let found = place_of(cell);
        if found.is_none() {
            self.push_rest(cell, 0, cell.raw().len(), &Parts::default());
        }
        found
    }

    /// Adds the amounts of a cell, and its text outside of what is kept. `at` is where the text begins in the cell.
    fn push_parts(
        &mut self,
        cell: &Cell<'_>,
        text: &str,
        at: usize,
        mut parts: Parts,
        decimal: char,
    ) {
        if is_placeholder(text) {
            return;
        }
        let start = cell.span.start + at;
        for range in &parts.amounts {
            if !range.is_empty() {
                let span = Span::new(start + range.start, start + range.end);
                self.fields.push(PrivateValue::amount(span, decimal));
            }
        }
        parts.kept.append(&mut parts.amounts);
        self.push_rest(cell, at, text.len(), &parts);
    }

    /// Adds the text of a cell outside of what is kept.
    fn push_rest(&mut self, cell: &Cell<'_>, at: usize, length: usize, parts: &Parts) {
        let filled = parts.kept.iter().filter(|range| !range.is_empty());
        let mut kept: Vec<&Range<usize>> = filled.collect();
        kept.sort_unstable_by_key(|range| range.start);
        let start = cell.span.start + at;
        let mut end = 0;
        for range in kept {
            if range.start > end {
                self.fields.push(PrivateValue::text(Span::new(
                    start + end,
                    start + range.start,
                )));
            }
            end = end.max(range.end);
        }
        if end < length {
            self.fields
                .push(PrivateValue::text(Span::new(start + end, start + length)));
        }
    }
}

/// Returns the text of a cell as its reader sees it, and where it begins in the cell. `None` if the text has no place of its own in the cell.
fn place_of<'t>(cell: &Cell<'t>) -> Option<(&'t str, usize)> {
    let text = content::text(cell);
    let at = cell.raw().find(&*text)?;
    Some((cell.raw().get(at..at + text.len())?, at))
}

/// Whether a text is too short for the number of an account and has only digits.
fn is_count(text: &str) -> bool {
    text.len() < MIN_ACCOUNT_DIGITS + 2 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Adds the whole words of a profile's statuses, directions, row rules and empty values, in lower case.
fn add_known_words(profile: &ProfileDefinition, known: &mut HashSet<String>) {
    let mut words: Vec<&String> = profile.empty_values.iter().collect();
    for status in &profile.status {
        words.extend(status.words());
    }
    for rule in &profile.rows {
        words.extend(rule.matches.values().flatten());
    }
    for variant in &profile.variants {
        if let Some(directions) = variant.amount.direction_words() {
            words.extend(directions.words());
        }
    }
    words.retain(|word| !word.contains('*'));
    known.extend(words.into_iter().map(|word| word.to_ascii_lowercase()));
}
