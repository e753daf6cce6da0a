use std::ops::Range;
use std::sync::LazyLock;

use super::amounts::is_account;
use crate::format::table::detect::{ColumnMapping, normalized_name};
use crate::format::table::profile::matched_part;
use crate::format::table::value::{content, number};
use crate::sheet::date;
use crate::value::{Currency, CurrencyError};

/// The parts of one cell's text that are not about a person.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) kept: Vec<Range<usize>>,
    pub(super) amounts: Vec<Range<usize>>,
}

/// What decides which parts of a row's cells are kept.
pub(super) struct RowContext<'r, 'c> {
    pub(super) mapping: &'r ColumnMapping<'c>,
    pub(super) footer_labels: &'r [String],
    pub(super) is_total: bool,
    /// Whether numbers are amounts however many digits they have. What no reader takes for an amount may be the number of an account.
    pub(super) has_amounts: bool,
    /// The last cell with a number.
    pub(super) last_number: Option<usize>,
}

impl RowContext<'_, '_> {
    /// Returns the parts of a cell's text that are not about a person.
    pub(super) fn parts_of(&self, index: usize, text: &str) -> Parts {
        let mut parts = Parts::default();
        for word in self.mapping.words_of(index) {
            parts.kept.extend(matched_part(text, word));
        }
        if index == 0 {
            for label in self.footer_labels {
                parts.kept.extend(label_part(text, label));
            }
        }
        let whole = 0..text.len();
        if self.is_amount(index, text) {
            parts.amounts.push(whole);
        } else if self.is_date(index, text) || self.is_currency(index, text) {
            parts.kept.push(whole);
        }
        for group in self.mapping.templates_at(index) {
            for found in group.find_spans(text, self.mapping.style) {
                let amount = found.amount.unwrap_or(found.whole.end..found.whole.end);
                parts.kept.push(found.whole.start..amount.start);
                parts.kept.push(amount.end..found.whole.end);
                parts.amounts.push(amount);
            }
        }
        parts
    }

    fn is_amount(&self, index: usize, text: &str) -> bool {
        let decimal = self.mapping.style.numbers.decimal;
        let has_numbers = self.mapping.all_number_cells().any(|cell| cell == index);
        let is_stated =
            self.is_total && (text.contains(decimal) || self.last_number == Some(index));
        if !has_numbers && !is_stated || !is_number(text, self.mapping) {
            return false;
        }
        self.has_amounts || !is_account(text, decimal)
    }

    fn is_date(&self, index: usize, text: &str) -> bool {
        let has_dates = self.mapping.date_cells().any(|cell| cell == index);
        if has_dates && is_date_like(text) {
            return true;
        }
        let may_be_date = has_dates || text.contains(['.', '-', '/']);
        may_be_date && date::parse(text, &self.mapping.style.dates).is_some()
    }

    fn is_currency(&self, index: usize, text: &str) -> bool {
        let has_currencies = self.mapping.currency_cells().any(|cell| cell == index);
        has_currencies && is_currency(text) || Currency::parse(text).is_ok()
    }
}

/// Whether a text is the code of a currency, in upper or lower case.
fn is_currency(text: &str) -> bool {
    matches!(Currency::parse(text), Ok(_) | Err(CurrencyError::Case(_)))
}

/// Returns the part of a text that is a label of a footer.
fn label_part(text: &str, label: &str) -> Option<Range<usize>> {
    let end = content::end_of_chars(text, label.chars().count());
    let is_label = normalized_name(text.get(..end)?) == normalized_name(label);
    is_label.then_some(0..end)
}

/// Whether a text is a number in the style of the file, perhaps beside a currency.
pub(super) fn is_number(text: &str, mapping: &ColumnMapping<'_>) -> bool {
    number::parse_with_currency(text, &mapping.style.numbers).is_some()
}

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

/// The dates of [`DATE_PATTERNS`], as the parser takes them.
pub(super) static ANY_DATE: LazyLock<Vec<String>> =
    LazyLock::new(|| DATE_PATTERNS.map(str::to_owned).into());

/// The maximum length of a time after a date.
const MAX_TIME_LEN: usize = 16;

/// Whether a text is a date in any notation, perhaps with a time, and nothing else.
pub(super) fn is_date_like(text: &str) -> bool {
    let Some((_, rest)) = date::parse_prefix(text, &ANY_DATE) else {
        return false;
    };
    rest.is_empty() || is_time_like(rest)
}

fn is_time_like(text: &str) -> bool {
    let is_of_time = |character: char| character.is_ascii_digit() || " .:TZ".contains(character);
    text.contains(':') && text.len() <= MAX_TIME_LEN && text.chars().all(is_of_time)
}

/// Returns where dates are in a text.
pub(super) fn dates_in(text: &str, patterns: &[String]) -> Vec<Range<usize>> {
    let (mut dates, mut end) = (Vec::new(), 0);
    let mut follows_digit = false;
    for (at, character) in text.char_indices() {
        let begins_number = character.is_ascii_digit() && !follows_digit;
        follows_digit = character.is_ascii_digit();
        if !begins_number || at < end {
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
