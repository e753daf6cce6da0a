use std::ops::Range;
use std::sync::LazyLock;

use crate::sheet::date;

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
