//! Finds the values of a table that are about a person or an account: every cell but the names of columns, labels, dates, amounts, currencies, and the words
//! that the profile knows.

mod amounts;
mod labels;

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use self::amounts::{AmountColumns, is_account};
use self::labels::Labels;
use super::detect::{
    Catalog, ColumnMapping, DELIMITERS, Detected, Header, Preamble, built_in, currencies_in,
    detect_format, find_headers, is_header, normalized_name,
};
use super::profile::{LabelRole, ProfileDefinition, RowKind, matched_part};
use super::read::{RowClassifier, detect_style};
use super::value::{content, date, number};
use super::{Cell, Row, Rows};
use crate::format::field::{Field, FieldsError};
use crate::format::options::Options;
use crate::format::references::is_placeholder;
use crate::source::Span;
use crate::statement::{BalanceStatus, Conversion};
use crate::value::{Currency, CurrencyError};

/// The dates that are looked for where no profile says how they are written.
const DATE_PATTERNS: [&str; 8] = [
    "dd.mm.yyyy",
    "d.m.yyyy",
    "dd.mm.yy",
    "yyyy-mm-dd",
    "dd/mm/yyyy",
    "d/m/yyyy",
    "yyyy/mm/dd",
    "dd-mm-yyyy",
];

/// A number of this many digits in the name of a column may be that of an account.
const MIN_ACCOUNT_DIGITS: usize = 5;

/// The dates of [`DATE_PATTERNS`], as the parser takes them.
static ANY_DATE: LazyLock<Vec<String>> = LazyLock::new(|| DATE_PATTERNS.map(str::to_owned).into());

/// The maximum length of a time after a date.
const MAX_TIME_LEN: usize = 16;

/// Finds the values in a table. `header_line` is the line of the column names if the format is not known, 0 if the table has none.
///
/// # Errors
///
/// The format is not known, and there is no line of column names.
pub(in crate::format) fn find_fields(
    text: &str,
    options: &Options,
    header_line: Option<usize>,
    conversion: &Conversion,
) -> Result<Vec<Field>, FieldsError> {
    let (catalog, bank) = (&options.catalog(), options.format.id());
    let headers = find_headers(text, catalog, bank);
    let entries = conversion
        .origins
        .iter()
        .map(|origin| origin.line)
        .collect();
    let balances_hold = matches!(
        conversion.summary.balance_status,
        BalanceStatus::Proved | BalanceStatus::Partly
    );
    let mut finder = Finder {
        fields: Vec::new(),
        entries,
        balances_hold,
    };
    match detect_format(&headers, text, catalog, bank) {
        Ok(Detected::Header(header)) => match ColumnMapping::new(&header) {
            Some(mapping) => finder.read_known(text, &header, mapping, catalog),
            None => finder.read_unknown(text, header.delimiter, header.line),
        },
        Ok(Detected::Empty(_)) => finder.read_unknown(text, likely_delimiter(text, 1), usize::MAX),
        Err(_) => {
            let likely = headers
                .iter()
                .filter(|header| header.is_likely())
                .max_by_key(|header| header.score());
            let near = likely.map(|header| (header.delimiter, header.line));
            let given = header_line.map(|line| (likely_delimiter(text, line), line));
            let given =
                given.filter(|(delimiter, line)| *line == 0 || begins_row(text, *delimiter, *line));
            if header_line.is_some() && given.is_none() {
                return Err(FieldsError::UnknownTable);
            }
            let (delimiter, line) = given.or(near).ok_or(FieldsError::UnknownTable)?;
            finder.read_unknown(text, delimiter, line);
        }
    }
    finder.fields.sort_unstable_by_key(|field| field.span.start);
    Ok(finder.fields)
}

/// Returns the delimiter that splits a line into the most cells.
fn likely_delimiter(text: &str, line: usize) -> u8 {
    let mut row = Row::default();
    let cells = |delimiter: &u8| {
        let mut rows = Rows::new(text, *delimiter);
        while rows.next_line(&mut row) && row.line() < line {}
        row.cells().len()
    };
    DELIMITERS
        .iter()
        .rev()
        .copied()
        .max_by_key(cells)
        .unwrap_or(b';')
}

/// Whether a row begins at a line, which may be within a quoted cell instead.
fn begins_row(text: &str, delimiter: u8, line: usize) -> bool {
    let (mut rows, mut row) = (Rows::new(text, delimiter), Row::default());
    while rows.next_row(&mut row) && row.line() < line {}
    row.line() == line
}

/// Collects the values of a table.
struct Finder {
    fields: Vec<Field>,
    /// The lines of the rows that became transactions. Their amounts are amounts, however many digits they have.
    entries: HashSet<usize>,
    /// Whether the balances of the file fit the transactions, so that they are balances.
    balances_hold: bool,
}

/// The parts of one cell's text that are not about a person.
#[derive(Default)]
struct Parts {
    kept: Vec<Range<usize>>,
    amounts: Vec<Range<usize>>,
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
        if let Ok(style) = detect_style(text, header, &mapping) {
            mapping.style = style;
        }
        let style = mapping.style;
        let mut dates: Vec<String> = style
            .dates
            .iter()
            .filter(|pattern| pattern.contains(['.', '-', '/']))
            .cloned()
            .collect();
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
        if header.lines > 1 && rows.next_row(&mut row)
            || header.lines == 1 && rows.next_line(&mut row)
        {
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
            let line = text
                .get(row.span().start..row.span().end)
                .unwrap_or_default();
            if is_header(line, catalog) {
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
        let style = mapping.style;
        let is_number = |text: &str| number::parse_with_currency(text, &style.numbers).is_some();
        let last_number = row
            .cells()
            .iter()
            .rposition(|cell| is_number(&content::text(cell)));
        let is_total = mapping
            .row_rule(row)
            .is_some_and(|rule| rule.kind == RowKind::Total);
        let footer = classifier
            .header
            .profile
            .footer
            .iter()
            .flat_map(|footer| &footer.labels);
        // What no reader takes for an amount may be the number of an account.
        let is_read = self.entries.contains(&row.line()) || is_total && self.balances_hold;
        for (index, cell) in row.cells().iter().enumerate() {
            let Some((text, at)) = self.text_of(cell) else {
                continue;
            };
            let whole = 0..text.len();
            let mut parts = Parts::default();
            parts.kept.extend(
                mapping
                    .words_of(index)
                    .filter_map(|word| matched_part(text, word)),
            );
            parts.kept.extend(
                footer
                    .clone()
                    .filter(|_| index == 0)
                    .filter_map(|label| label_part(text, label)),
            );
            let is_stated =
                || is_total && (text.contains(style.numbers.decimal) || last_number == Some(index));
            let is_number_cell = mapping.all_number_cells().any(|number| number == index);
            let is_date_cell = mapping.date_cells().any(|day| day == index);
            if (is_number_cell || is_stated())
                && is_number(text)
                && (is_read || !is_account(text, style.numbers.decimal))
            {
                parts.amounts.push(whole);
            } else if is_date_cell
                && (is_date_like(text) || date::parse(text, &style.dates).is_some())
                || text.contains(['.', '-', '/']) && date::parse(text, &style.dates).is_some()
                || mapping.currency_cells().any(|currency| currency == index) && is_currency(text)
                || Currency::parse(text).is_ok()
            {
                parts.kept.push(whole);
            }
            for found in mapping
                .templates_at(index)
                .flat_map(|templates| templates.find_spans(text, style))
            {
                let amount = found.amount.unwrap_or(found.whole.end..found.whole.end);
                parts
                    .kept
                    .extend([found.whole.start..amount.start, amount.end..found.whole.end]);
                parts.amounts.push(amount);
            }
            self.push_parts(cell, text, at, parts, style.numbers.decimal);
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
            // The end of the label, and the start of the value.
            let (mut kept, mut start) = (0, 0);
            for (label, end, rest) in labels.of(text) {
                kept = kept.max(end);
                start = start.max(text.len() - rest.len());
                (if label.value_below {
                    &mut labels.below
                } else {
                    &mut roles
                })
                .push(label.role);
            }
            found.push((kept, start));
        }
        roles.extend(&labels.unlabelled);
        for (cell, (kept, start)) in row.cells().iter().zip(found) {
            let Some((text, at)) = self.text_of(cell) else {
                continue;
            };
            let value = text.get(start..).unwrap_or_default();
            let mut parts = Parts::default();
            parts.kept.push(0..kept);
            if Currency::parse(value).is_ok() {
                parts.kept.push(start..text.len());
            } else if roles.contains(&LabelRole::Currency) {
                parts.kept.extend(
                    currencies_in(text)
                        .map(|(before, _, after)| before.len()..text.len() - after.len()),
                );
            }
            let is_count = value.len() < MIN_ACCOUNT_DIGITS + 2
                && value.bytes().all(|byte| byte.is_ascii_digit());
            if is_count && roles.contains(&LabelRole::EntryCount) {
                parts.kept.push(start..text.len());
            }
            let decimal = labels
                .decimal_of(value)
                .filter(|decimal| self.balances_hold || !is_account(value, *decimal));
            let decimal = decimal.filter(|_| roles.iter().any(|role| role.is_balance()));
            parts.amounts.extend(decimal.map(|_| start..text.len()));
            parts.kept.extend(dates_in(text, &labels.dates));
            self.push_parts(cell, text, at, parts, decimal.unwrap_or('.'));
        }
    }

    /// Reads a table whose format is not known, from the line of its column names on.
    fn read_unknown(&mut self, text: &str, delimiter: u8, header_line: usize) {
        let profiles = || built_in().iter().map(|profile| &**profile);
        let words: HashSet<String> = profiles()
            .flat_map(known_words)
            .map(str::to_ascii_lowercase)
            .collect();
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
                let is_word =
                    words.contains(&text.to_ascii_lowercase()) || Currency::parse(text).is_ok();
                if is_date_like(text) || is_word {
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
        let amounts = parts.amounts.iter().filter(|range| !range.is_empty());
        self.fields.extend(amounts.map(|range| {
            Field::amount(Span::new(start + range.start, start + range.end), decimal)
        }));
        parts.kept.append(&mut parts.amounts);
        self.push_rest(cell, at, text.len(), &parts);
    }

    /// Adds the text of a cell outside of what is kept.
    fn push_rest(&mut self, cell: &Cell<'_>, at: usize, length: usize, parts: &Parts) {
        let mut kept: Vec<&Range<usize>> = parts
            .kept
            .iter()
            .filter(|range| !range.is_empty())
            .collect();
        kept.sort_unstable_by_key(|range| range.start);
        let start = cell.span.start + at;
        let mut end = 0;
        for range in kept {
            if range.start > end {
                self.fields
                    .push(Field::text(Span::new(start + end, start + range.start)));
            }
            end = end.max(range.end);
        }
        if end < length {
            self.fields
                .push(Field::text(Span::new(start + end, start + length)));
        }
    }
}

/// Returns the text of a cell as its reader sees it, and where it begins in the cell. `None` if the text has no place of its own in the cell.
fn place_of<'t>(cell: &Cell<'t>) -> Option<(&'t str, usize)> {
    let text = content::text(cell);
    let at = cell.raw().find(&*text)?;
    Some((cell.raw().get(at..at + text.len())?, at))
}

/// Whether a text is a date in any notation, perhaps with a time, and nothing else.
fn is_date_like(text: &str) -> bool {
    let Some((_, rest)) = date::parse_prefix(text, &ANY_DATE) else {
        return false;
    };
    let is_of_time = |character: char| character.is_ascii_digit() || " .:TZ".contains(character);
    rest.is_empty()
        || rest.contains(':') && rest.len() <= MAX_TIME_LEN && rest.chars().all(is_of_time)
}

/// Whether a text is the code of a currency, in upper or lower case.
fn is_currency(text: &str) -> bool {
    matches!(Currency::parse(text), Ok(_) | Err(CurrencyError::Case(_)))
}

/// Returns the part of a text that is a label of a footer.
fn label_part(text: &str, label: &str) -> Option<Range<usize>> {
    let end = text
        .char_indices()
        .nth(label.chars().count())
        .map_or(text.len(), |(end, _)| end);
    (normalized_name(text.get(..end)?) == normalized_name(label)).then_some(0..end)
}

/// Returns where dates are in a text.
fn dates_in(text: &str, patterns: &[String]) -> Vec<Range<usize>> {
    let (mut dates, mut end) = (Vec::new(), 0);
    let mut before = None;
    for (at, character) in text.char_indices() {
        let begins = character.is_ascii_digit()
            && !before.is_some_and(|before: char| before.is_ascii_digit());
        before = Some(character);
        if !begins || at < end {
            continue;
        }
        let rest = text.get(at..).unwrap_or_default();
        if let Some((_, after)) = date::parse_prefix(rest, patterns) {
            end = text.len() - after.len();
            dates.push(at..end);
        }
    }
    dates
}

/// Returns the whole words of a profile's statuses, directions, row rules and empty values.
fn known_words(profile: &ProfileDefinition) -> impl Iterator<Item = &str> {
    let of_status = profile
        .status
        .iter()
        .flat_map(|status| [&status.booked, &status.pending, &status.void])
        .flatten();
    let of_rules = profile
        .rows
        .iter()
        .flat_map(|rule| rule.matches.values())
        .flatten();
    let directions = profile
        .variants
        .iter()
        .filter_map(|variant| variant.amount.direction_words());
    let of_direction = directions
        .flat_map(|words| [&words.debit, &words.credit])
        .flatten();
    let words = of_status
        .chain(of_rules)
        .chain(of_direction)
        .chain(&profile.empty_values);
    words.map(String::as_str).filter(|word| !word.contains('*'))
}
