use std::ops::Range;

use universal_accounting::internals::source::{Decoded, Span, line_at};
use universal_accounting::report::Finding;
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
        // What is cut off may have been what digits belonged to.
        let shown = masked(wide.get(from - wide_from..to - wide_from).unwrap_or_default());

        let (fault_from, fault_to) = (within.clamp(from, to), end.max(within).clamp(from, to));
        let part = |start: usize, end: usize| drawable(shown.get(start - from..end - from).unwrap_or_default());
        let prefix = if from > 0 { "…" } else { "" };
        let suffix = if to < whole.len() { "…" } else { "" };
        let head = format!("{prefix}{}", part(from, fault_from));
        let fault = part(fault_from, fault_to);
        let span = Span::new(head.len(), head.len() + fault.len());
        Self { text: format!("{head}{fault}{}{suffix}", part(fault_to, to)), span }
    }
}

/// Masks the card numbers that can be read in a line, as JSON or as it is shown. Lengths stay the same.
fn masked(line: &str) -> String {
    let mut line = line.to_owned();
    // Beside a number that is masked another may come to light.
    while [meant, shown].into_iter().any(|reading| mask_where(&mut line, reading)) {}
    line
}

/// Masks the card numbers that a reading of the line finds. A reading returns the first character of a text and its length in bytes.
fn mask_where(line: &mut String, reading: fn(&str) -> Option<(char, usize)>) -> bool {
    let mut plain = String::with_capacity(line.len());
    let mut places: Vec<Range<usize>> = Vec::with_capacity(line.len());
    let mut offset = 0;
    while let Some((character, length)) = line.get(offset..).and_then(reading) {
        places.extend(std::iter::repeat_n(offset..offset + length, character.len_utf8()));
        plain.push(character);
        offset += length;
    }
    let masked = CardNumber::mask(&plain);
    let hidden = places.iter().zip(plain.bytes().zip(masked.bytes()));
    for (place, _) in hidden.filter(|(_, (before, after))| before != after) {
        line.replace_range(place.clone(), &"*".repeat(place.len()));
    }
    plain != masked
}

/// The first character as JSON means it: what an escape stands for.
fn meant(text: &str) -> Option<(char, usize)> {
    escaped(text).or_else(|| text.chars().next().map(|character| (character, character.len_utf8())))
}

/// The first character as a terminal shows it: a sign for what controls, and an escape as it is written.
fn shown(text: &str) -> Option<(char, usize)> {
    let character = text.chars().next()?;
    Some((cleaned(character), character.len_utf8()))
}

/// The character that an escape of JSON stands for, and how long the escape is.
fn escaped(text: &str) -> Option<(char, usize)> {
    let escape = text.strip_prefix('\\')?;
    match escape.chars().next()? {
        't' => Some(('\t', 2)),
        'n' | 'r' | 'b' | 'f' => Some(('\n', 2)),
        plain @ ('"' | '\\' | '/') => Some((plain, 2)),
        'u' => {
            let code = escape.get(1..5).filter(|code| code.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
            // Half of a pair is a character that is no digit.
            Some((char::from_u32(u32::from_str_radix(code, 16).ok()?).unwrap_or('\u{fffd}'), 6))
        }
        _ => None,
    }
}

/// A text that a terminal shows as it is: what would control it, or turn its direction, becomes a sign.
pub(crate) fn clean(text: &str) -> String {
    text.chars().map(cleaned).collect()
}

/// What of a line is given to the renderer, which has signs of its own for the controls of ASCII, and blanks for a tab.
fn drawable(line: &str) -> String {
    line.chars().map(|character| if character.is_ascii_control() { character } else { cleaned(character) }).collect()
}

fn cleaned(character: char) -> char {
    let controls = character.is_control()
        || matches!(character, '\u{61c}' | '\u{200b}' | '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if controls { '\u{fffd}' } else { character }
}

/// The same, and without card numbers. A sign in the place of a tab may part one from what it belonged to.
pub(crate) fn clean_and_masked(text: &str) -> String {
    CardNumber::mask(&clean(&CardNumber::mask(text))).into_owned()
}

/// The beginning of such a text. What is cut off may have been what digits belonged to.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let whole = clean_and_masked(text);
    match whole.char_indices().nth(most) {
        Some((end, _)) => CardNumber::mask(&format!("{}…", whole.get(..end).unwrap_or_default())).into_owned(),
        None => whole,
    }
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
    use proptest::prelude::*;
    use universal_accounting::report::Policy;
    use universal_accounting::transactions;

    use super::*;

    #[test]
    fn a_card_number_is_masked_however_it_is_written() {
        for (line, shown) in [
            ("text 4111 1111 1111 1111 x", "text **** **** **** 1111 x"),
            (r#"{"text":"\u0034111111111111111"}"#, r#"{"text":"*****************1111"}"#),
            (r#"{"text":"411111111111\u00311\u00311"}"#, r#"{"text":"************\u00311\u00311"}"#),
            (r#"{"text":"4111\t1111\t1111\t1111"}"#, r#"{"text":"****\t****\t****\t1111"}"#),
            (r"\ud83d4111111111111111", r"\ud83d************1111"),
            (r"\u+4111111111111111", r"\u+************1111"),
            ("6238 52238 52912-02\t-29", "**** ***** ***12-02\t-29"),
            (r"6238 52238 52912-02\t-29", r"**** ***** ***12-02\t-29"),
            ("\\u12 4111 ü", "\\u12 4111 ü"),
        ] {
            assert_eq!(masked(line), shown);
            assert_eq!(masked(line).chars().count(), line.chars().count());
        }
    }

    proptest! {
        #[test]
        fn no_reading_of_a_masked_line_finds_a_card_number(line in r"([0-9]{1,6}|4111|1111|6238 52238 52912-02|[- \t\u{ad}]|\\[tnu]|\\ud83d|\\u003[0-9]|[a-z.*é]){0,40}") {
            let masked = masked(&line);
            prop_assert_eq!(masked.chars().count(), line.chars().count());
            for reading in [meant, shown] {
                prop_assert!(!mask_where(&mut masked.clone(), reading), "{}", masked);
            }
        }
    }

    /// However far from the fault it begins or ends, and wherever the window cuts it.
    #[test]
    fn a_window_shows_no_card_number() {
        let around = |before: usize, after: usize| {
            let text = format!("{} 4111111111111111 {}", "y".repeat(before), "y".repeat(after));
            format!(r#"{{"transactions":[{{"accountIdentifier":"X","text":"{text}","amount":"x","currency":"CHF"}}]}}"#)
        };
        let payloads: Vec<String> = (0..80).flat_map(|n| [around(n, 0), around(0, n), around(n, n)]).collect();
        let mut masked = 0;
        for payload in payloads {
            let (report, decoded) =
                (transactions::check(payload.as_bytes(), &Policy::new()), Decoded::from_bytes(payload.as_bytes()));
            assert!(report.findings.iter().any(|finding| finding.rule.id == "amount-form"), "{payload}");
            for finding in &report.findings {
                let window = Window::of(&decoded, finding);
                assert!(!window.text.contains("11111"), "{}", window.text);
                masked += usize::from(window.text.contains("*1"));
            }
        }
        assert!(masked > 240, "{masked} windows show a part of the number");
    }

    #[test]
    fn what_is_cut_off_hides_no_card_number() {
        let text = "Transaction 6238 52238 52912-02-29";
        assert_eq!(CardNumber::find(text), None);
        assert_eq!(shortened(text, 31), "Transaction **** ***** ***12-02…");
        assert_eq!(shortened("4111111111111111 ü", 18), "************1111 ü");
        assert_eq!(shortened("4111111111111111 ü", 14), "************11…");
    }

    #[test]
    fn nothing_controls_the_terminal() {
        assert_eq!(clean("a\u{1b}[31m\u{202e}\u{9b}b"), "a\u{fffd}[31m\u{fffd}\u{fffd}b");
    }
}
