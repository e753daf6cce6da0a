use std::ops::Range;

use universal_accounting::report::Finding;
use universal_accounting::source::{Decoded, Span, line_at};
use universal_accounting::value::CardNumber;

/// So many characters of a line are shown before and after the fault.
const BEFORE: usize = 60;
const AFTER: usize = 70;

/// So many more are looked at for card numbers, lest one is cut before it is found. Escaped it may take six characters a digit.
const MARGIN: usize = 240;

/// The part of a line around a fault, card numbers masked.
pub(crate) struct Window {
    pub(crate) text: String,
    /// Where the fault stands in the text.
    pub(crate) span: Span,
}

impl Window {
    pub(crate) fn of(decoded: &Decoded<'_>, finding: &Finding) -> Self {
        let text = decoded.text();
        let start = offset_of(text, finding.line, finding.column);
        let line = line_at(text, start);
        let whole = text.get(line.start..line.end).unwrap_or_default();
        let within = start.saturating_sub(line.start).min(whole.len());
        let end = if finding.end_line == finding.line {
            after(whole, within, finding.end_column.saturating_sub(finding.column))
        } else {
            whole.len()
        };
        let (from, to) = (before(whole, within, BEFORE), after(whole, within, AFTER));
        let (wide_from, wide_to) = (before(whole, from, MARGIN), after(whole, to, MARGIN));
        let wide = masked(whole.get(wide_from..wide_to).unwrap_or_default());
        let shown = wide.get(from - wide_from..to - wide_from).unwrap_or_default();

        let prefix = if from > 0 { "…" } else { "" };
        let suffix = if to < whole.len() { "…" } else { "" };
        let at = |offset: usize| offset.clamp(from, to) - from + prefix.len();
        Self { text: format!("{prefix}{shown}{suffix}"), span: Span::new(at(within), at(end.max(within))) }
    }
}

/// A line in which no card number can be read, each character as long as before. Also one whose digits are written as JSON
/// escapes is masked.
fn masked(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut places: Vec<Range<usize>> = Vec::with_capacity(line.len());
    let mut offset = 0;
    while let Some(rest) = line.get(offset..).filter(|rest| !rest.is_empty()) {
        let (character, length) = match (escaped(rest), rest.chars().next()) {
            (Some(escaped), _) => escaped,
            (None, Some(character)) => (character, character.len_utf8()),
            (None, None) => break,
        };
        places.extend(std::iter::repeat_n(offset..offset + length, character.len_utf8()));
        plain.push(character);
        offset += length;
    }
    let mut line = line.to_owned();
    for number in CardNumber::all(&plain) {
        let masked = CardNumber::mask(plain.get(number.clone()).unwrap_or_default()).into_owned();
        for (place, byte) in places.get(number).unwrap_or_default().iter().zip(masked.bytes()) {
            if byte == b'*' {
                line.replace_range(place.clone(), &"*".repeat(place.len()));
            }
        }
    }
    line
}

/// The character that an escape of JSON stands for, and how long the escape is.
fn escaped(text: &str) -> Option<(char, usize)> {
    let escape = text.strip_prefix('\\')?;
    match escape.chars().next()? {
        't' => Some(('\t', 2)),
        'n' | 'r' | 'b' | 'f' => Some(('\n', 2)),
        plain @ ('"' | '\\' | '/') => Some((plain, 2)),
        'u' => Some((char::from_u32(u32::from_str_radix(escape.get(1..5)?, 16).ok()?)?, 6)),
        _ => None,
    }
}

/// A text that a terminal shows as it is: what would control it, or turn its direction, becomes a sign.
pub(crate) fn clean(text: &str) -> String {
    let controls = |character: char| {
        character.is_control()
            || matches!(character, '\u{61c}' | '\u{200b}' | '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().map(|character| if controls(character) { '\u{fffd}' } else { character }).collect()
}

/// The same, and without card numbers. A sign in the place of a tab may part one from what it belonged to.
pub(crate) fn clean_and_masked(text: &str) -> String {
    CardNumber::mask(&clean(&CardNumber::mask(text))).into_owned()
}

/// The offset of a line and column in the decoded text.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let mut start = 0;
    for _ in 1..line {
        let end = line_at(text, start).end;
        let rest = text.get(end..).unwrap_or_default();
        start = end + if rest.starts_with("\r\n") { 2 } else { 1 };
    }
    after(text, start, column.saturating_sub(1))
}

/// The offset `count` characters after another.
fn after(text: &str, offset: usize, count: usize) -> usize {
    let rest = text.get(offset..).unwrap_or_default();
    rest.char_indices().nth(count).map_or(text.len(), |(index, _)| offset + index)
}

/// The offset `count` characters before another.
fn before(text: &str, offset: usize, count: usize) -> usize {
    let head = text.get(..offset).unwrap_or_default();
    head.char_indices().rev().nth(count.saturating_sub(1)).map_or(0, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_number_is_masked_however_it_is_written() {
        for (line, shown) in [
            ("text 4111 1111 1111 1111 x", "text **** **** **** 1111 x"),
            (r#"{"text":"\u0034111111111111111"}"#, r#"{"text":"*****************1111"}"#),
            (r#"{"text":"411111111111\u00311\u00311"}"#, r#"{"text":"************\u00311\u00311"}"#),
            (r#"{"text":"4111\t1111\t1111\t1111"}"#, r#"{"text":"****\t****\t****\t1111"}"#),
            ("\\u12 4111 ü", "\\u12 4111 ü"),
        ] {
            assert_eq!(masked(line), shown);
            assert_eq!(masked(line).chars().count(), line.chars().count());
        }
    }

    #[test]
    fn nothing_controls_the_terminal() {
        assert_eq!(clean("a\u{1b}[31m\u{202e}\u{9b}b"), "a\u{fffd}[31m\u{fffd}\u{fffd}b");
    }
}
