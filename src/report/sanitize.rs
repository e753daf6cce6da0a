use crate::source::escape_invisible;
use crate::value::CardNumber;

/// Returns a name for a message: truncated, with invisible characters escaped and card numbers masked.
pub(crate) fn sanitize_name(name: &str) -> String {
    sanitize(name, 40)
}

/// Returns the beginning of a text, with invisible characters escaped and card numbers masked.
pub(super) fn sanitize(text: &str, max: usize) -> String {
    // Masking sees 40 more characters, because it can't recognize a card number that is cut.
    let head: String = text.chars().take(max + 40).collect();
    let masked = CardNumber::mask(&head);
    let beginning: String = masked.chars().take(max).collect();
    let mut sanitized = escape_invisible(&beginning).into_owned();
    if text.chars().nth(max).is_some() {
        sanitized.push('…');
    }
    // Cutting the text and escaping characters may have turned digits into a complete card number.
    CardNumber::mask(&sanitized).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncates_masks_and_escapes_invisible_characters() {
        assert_eq!(sanitize_name("Betrag\u{1b}[31m"), r"Betrag\u{1b}[31m");
        assert_eq!(
            sanitize_name(&format!("{} 4111111111111111", "x".repeat(30))),
            format!("{} *********…", "x".repeat(30))
        );
        assert_eq!(
            sanitize_name(&"ü".repeat(41)),
            format!("{}…", "ü".repeat(40))
        );
    }

    #[test]
    fn masks_card_numbers_that_truncation_reveals() {
        let name = format!("{}41111111111111119", "x".repeat(24));
        assert_eq!(CardNumber::find(&name), None);
        assert_eq!(
            sanitize_name(&name),
            format!("{}************1111…", "x".repeat(24))
        );
    }

    #[test]
    fn masks_card_numbers_around_invisible_characters() {
        for (name, sanitized) in [
            ("6238 52238 52912-02\t-29", r"**** ***** ***12-02\u{9}-29"),
            ("4111\t1111\t1111\t1111", r"****\u{9}****\u{9}****\u{9}1111"),
        ] {
            assert_eq!(sanitize_name(name), sanitized);
            assert_eq!(CardNumber::find(sanitized), None);
        }
        assert_eq!(CardNumber::find("6238 52238 52912-02\t-29"), None);
    }
}
