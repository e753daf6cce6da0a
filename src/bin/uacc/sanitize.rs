//! Texts of the input, made safe to print: no control characters, no card numbers.

use universal_accounting::internals::source::escape_invisible;
use universal_accounting::value::CardNumber;

/// Escapes characters that control a terminal, change the direction of text or can't be seen.
pub(crate) fn sanitize(text: &str) -> String {
    escape_invisible(text).into_owned()
}

/// Sanitizes a text that may have several lines, for one line.
pub(crate) fn sanitize_line(text: &str) -> String {
    sanitize(&one_line(text))
}

/// Replaces each line break, with the blanks around it, by a blank.
pub(crate) fn one_line(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

/// Sanitizes a text and masks card numbers. Masks twice, because escaping a tab can separate digits from the rest of their number.
pub(crate) fn sanitize_and_mask(text: &str) -> String {
    CardNumber::mask(&sanitize(&CardNumber::mask(text))).into_owned()
}

/// Sanitizes and masks a text, and shortens it to at most `max` characters. Masks again after the cut, because a cut can turn a longer row of
/// digits into a card number.
pub(crate) fn truncate(text: &str, max: usize) -> String {
    let whole = sanitize_and_mask(text);
    match whole.char_indices().nth(max) {
        Some((end, _)) => {
            CardNumber::mask(&format!("{}…", whole.get(..end).unwrap_or_default())).into_owned()
        }
        None => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncating_does_not_reveal_a_card_number() {
        let text = "Transaction 6238 52238 52912-02-29";
        assert_eq!(CardNumber::find(text), None);
        assert_eq!(truncate(text, 31), "Transaction **** ***** ***12-02…");
        assert_eq!(truncate("4111111111111111 ü", 18), "************1111 ü");
        assert_eq!(truncate("4111111111111111 ü", 14), "************11…");
    }

    #[test]
    fn escapes_control_characters() {
        assert_eq!(
            sanitize("a\u{1b}[31m\u{202e}\u{9b}b"),
            r"a\u{1b}[31m\u{202e}\u{9b}b"
        );
    }
}
