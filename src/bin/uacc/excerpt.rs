//! The part of a line that is shown with a finding.

use std::ops::Range;

use universal_accounting::internals::source::{Decoded, Span, is_invisible, line_at};
use universal_accounting::report::Finding;
use universal_accounting::value::CardNumber;

use crate::sanitize::sanitize;

/// How many characters of a line are shown before and after the fault.
const CHARS_BEFORE: usize = 60;
const CHARS_AFTER: usize = 70;

/// How many more characters are searched for card numbers on either side, so that the cut does not hide a part of a number from the search.
/// A JSON escape takes six characters per digit.
const MARGIN: usize = 240;

/// The part of a line around a fault, with card numbers masked.
pub(crate) struct Excerpt {
    pub(crate) text: String,
    /// The bytes of `text` that are the fault.
    pub(crate) span: Span,
}

impl Excerpt {
    /// Shows as much of the line as there is room, in so many columns if that is known.
    pub(crate) fn new(decoded: &Decoded<'_>, finding: &Finding, width: Option<usize>) -> Self {
        // Two columns are for the ellipses. Wide characters take two columns, but there are few of them.
        let width = width.map_or(CHARS_BEFORE + CHARS_AFTER, |width| width.saturating_sub(2));
        let before = (width * CHARS_BEFORE / (CHARS_BEFORE + CHARS_AFTER)).min(CHARS_BEFORE);
        let after = (width - before).min(CHARS_AFTER);
        let text = decoded.text();
        let start = offset_of(text, finding.line, finding.column);
        let line = line_at(text, start);
        let whole = text.get(line.start..line.end).unwrap_or_default();
        let within = start.saturating_sub(line.start).min(whole.len());
        let end = if finding.end_line == finding.line {
            offset_after(
                whole,
                within,
                finding.end_column.saturating_sub(finding.column),
            )
        } else {
            whole.len()
        };
        let (from, to) = (
            offset_before(whole, within, before),
            offset_after(whole, within, after),
        );
        let (wide_from, wide_to) = (
            offset_before(whole, from, MARGIN),
            offset_after(whole, to, MARGIN),
        );
        let wide = mask(whole.get(wide_from..wide_to).unwrap_or_default());
        // Mask again after the cut, because a cut can turn a longer row of digits into a card number.
        let shown = mask(
            wide.get(from - wide_from..to - wide_from)
                .unwrap_or_default(),
        );

        let (fault_from, fault_to) = (within.clamp(from, to), end.max(within).clamp(from, to));
        let part = |start: usize, end: usize| {
            sanitize_for_renderer(shown.get(start - from..end - from).unwrap_or_default())
        };
        let prefix = if from > 0 { "…" } else { "" };
        let suffix = if to < whole.len() { "…" } else { "" };
        let head = format!("{prefix}{}", part(from, fault_from));
        let fault = part(fault_from, fault_to);
        let span = Span {
            start: head.len(),
            end: head.len() + fault.len(),
        };
        Self {
            text: format!("{head}{fault}{}{suffix}", part(fault_to, to)),
            span,
        }
    }
}

/// A way to read a line: returns the first character of a text and its length in bytes.
type ReadChar = fn(&str) -> Option<(char, usize)>;

/// Masks the card numbers that a line contains as JSON or as it is displayed. Does not change the length.
fn mask(line: &str) -> String {
    let mut line = line.to_owned();
    // Masking one number can make another one recognizable.
    while [json_char, displayed_char]
        .into_iter()
        .any(|read| mask_as_read_by(&mut line, read))
    {}
    line
}

/// Masks the card numbers that are found when `read` reads the line. Returns whether there were any.
fn mask_as_read_by(line: &mut String, read: ReadChar) -> bool {
    let mut plain = String::with_capacity(line.len());
    // For each byte of `plain`, the range of the line that it was read from.
    let mut ranges: Vec<Range<usize>> = Vec::with_capacity(line.len());
    let mut offset = 0;
    while let Some((character, length)) = line.get(offset..).and_then(read) {
        ranges.extend(std::iter::repeat_n(
            offset..offset + length,
            character.len_utf8(),
        ));
        plain.push(character);
        offset += length;
    }
    let masked = CardNumber::mask(&plain);
    let bytes = ranges.iter().zip(plain.bytes().zip(masked.bytes()));
    for (range, _) in bytes.filter(|(_, (before, after))| before != after) {
        line.replace_range(range.clone(), &"*".repeat(range.len()));
    }
    plain != masked
}

/// Reads a character as JSON does, with escapes decoded.
fn json_char(text: &str) -> Option<(char, usize)> {
    decode_escape(text).or_else(|| {
        text.chars()
            .next()
            .map(|character| (character, character.len_utf8()))
    })
}

/// Reads a character as a terminal displays it: invisible ones separate what is around them, and escapes are not decoded.
fn displayed_char(text: &str) -> Option<(char, usize)> {
    let character = text.chars().next()?;
    let displayed = if is_invisible(character) {
        char::REPLACEMENT_CHARACTER
    } else {
        character
    };
    Some((displayed, character.len_utf8()))
}

/// Returns the character of a JSON escape at the start of the text, and the length of the escape.
fn decode_escape(text: &str) -> Option<(char, usize)> {
    let escape = text.strip_prefix('\\')?;
    match escape.chars().next()? {
        't' => Some(('\t', 2)),
        'n' | 'r' | 'b' | 'f' => Some(('\n', 2)),
        plain @ ('"' | '\\' | '/') => Some((plain, 2)),
        'u' => {
            let code = escape
                .get(1..5)
                .filter(|code| code.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
            // Half of a surrogate pair is never a digit, so any other character can replace it.
            Some((
                char::from_u32(u32::from_str_radix(code, 16).ok()?).unwrap_or('\u{fffd}'),
                6,
            ))
        }
        _ => None,
    }
}

/// Sanitizes a line, except ASCII control characters: the renderer has its own signs for them, and blanks for a tab.
fn sanitize_for_renderer(line: &str) -> String {
    let parts = line.split_inclusive(|character: char| character.is_ascii_control());
    parts.map(sanitize_before_control).collect()
}

/// Sanitizes a text up to the ASCII control character that it ends with.
fn sanitize_before_control(text: &str) -> String {
    let before = text.trim_end_matches(|character: char| character.is_ascii_control());
    let control = text.get(before.len()..).unwrap_or_default();
    sanitize(before) + control
}

/// Returns the offset of a line and column in the decoded text.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let mut start = 0;
    for _ in 1..line {
        let end = line_at(text, start).end;
        let tail = text.get(end..).unwrap_or_default();
        start = end + if tail.starts_with("\r\n") { 2 } else { 1 };
    }
    offset_after(text, start, column.saturating_sub(1))
}

/// Returns the offset `count` characters after another.
fn offset_after(text: &str, offset: usize, count: usize) -> usize {
    let tail = text.get(offset..).unwrap_or_default();
    tail.char_indices()
        .nth(count)
        .map_or(text.len(), |(index, _)| offset + index)
}

/// Returns the offset `count` characters before another.
fn offset_before(text: &str, offset: usize, count: usize) -> usize {
    let head = text.get(..offset).unwrap_or_default();
    head.char_indices()
        .rev()
        .nth(count.saturating_sub(1))
        .map_or(0, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use universal_accounting::report::Policy;
    use universal_accounting::transactions;

    use super::*;

    #[test]
    fn masks_card_numbers_with_separators_and_escapes() {
        for (line, shown) in [
            ("text 4111 1111 1111 1111 x", "text **** **** **** 1111 x"),
            (
                r#"{"text":"\u0034111111111111111"}"#,
                r#"{"text":"*****************1111"}"#,
            ),
            (
                r#"{"text":"411111111111\u00311\u00311"}"#,
                r#"{"text":"************\u00311\u00311"}"#,
            ),
            (
                r#"{"text":"4111\t1111\t1111\t1111"}"#,
                r#"{"text":"****\t****\t****\t1111"}"#,
            ),
            (r"\ud83d4111111111111111", r"\ud83d************1111"),
            (r"\u+4111111111111111", r"\u+************1111"),
            ("6238 52238 52912-02\t-29", "**** ***** ***12-02\t-29"),
            (r"6238 52238 52912-02\t-29", r"**** ***** ***12-02\t-29"),
            ("\\u12 4111 ü", "\\u12 4111 ü"),
        ] {
            assert_eq!(mask(line), shown);
            assert_eq!(mask(line).chars().count(), line.chars().count());
        }
    }

    proptest! {
        #[test]
        fn a_masked_line_contains_no_card_number(line in r"([0-9]{1,6}|4111|1111|6238 52238 52912-02|[- \t\u{ad}]|\\[tnu]|\\ud83d|\\u003[0-9]|[a-z.*é]){0,40}") {
            let masked = mask(&line);
            prop_assert_eq!(masked.chars().count(), line.chars().count());
            for read in [json_char, displayed_char] {
                prop_assert!(!mask_as_read_by(&mut masked.clone(), read), "{}", masked);
            }
        }
    }

    /// At any distance between the number and the fault, and wherever the excerpt is cut.
    #[test]
    fn an_excerpt_contains_no_card_number() {
        let around = |before: usize, after: usize| {
            let text = format!(
                "{} 4111111111111111 {}",
                "y".repeat(before),
                "y".repeat(after)
            );
            format!(
                r#"{{"transactions":[{{"accountIdentifier":"X","text":"{text}","amount":"x","currency":"CHF"}}]}}"#
            )
        };
        let payloads: Vec<String> = (0..80)
            .flat_map(|n| [around(n, 0), around(0, n), around(n, n)])
            .collect();
        let mut masked = 0;
        for payload in payloads {
            let (report, decoded) = (
                transactions::check(payload.as_bytes(), &Policy::new()),
                Decoded::from_bytes(payload.as_bytes()),
            );
            assert!(
                report
                    .findings
                    .iter()
                    .any(|finding| finding.rule.id == "amount-form"),
                "{payload}"
            );
            for finding in &report.findings {
                let excerpt = Excerpt::new(&decoded, finding, None);
                assert!(!excerpt.text.contains("11111"), "{}", excerpt.text);
                masked += usize::from(excerpt.text.contains("*1"));
            }
        }
        assert!(masked > 240, "{masked} excerpts show a part of the number");
    }
}
