use crate::value::CardNumber;

/// A name for a message: short, nothing that would control a terminal, and never a card number.
pub(crate) fn sanitize_name(name: &str) -> String {
    sanitize(name, 40)
}

/// The beginning of a text, masked before it is cut.
pub(super) fn sanitize(text: &str, max: usize) -> String {
    // A card number that is cut could not be told from other digits, so a little more is looked at.
    let head: String = text.chars().take(max + 40).collect();
    let masked = CardNumber::mask(&head);
    let clean = masked.chars().take(max).map(|character| if character.is_control() { '\u{FFFD}' } else { character });
    let mut shown: String = clean.collect();
    if text.chars().nth(max).is_some() {
        shown.push('…');
    }
    // With what was cut off, or behind a tab that is a sign now, digits may have belonged to something else.
    CardNumber::mask(&shown).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_shown_without_its_dangers() {
        assert_eq!(sanitize_name("Betrag\u{1b}[31m"), "Betrag\u{FFFD}[31m");
        assert_eq!(
            sanitize_name(&format!("{} 4111111111111111", "x".repeat(30))),
            format!("{} *********…", "x".repeat(30))
        );
        assert_eq!(sanitize_name(&"ü".repeat(41)), format!("{}…", "ü".repeat(40)));
    }

    #[test]
    fn what_is_cut_off_hides_no_card_number() {
        let name = "Transaction4111 1111 1111 1111escription2";
        assert_eq!(CardNumber::find(name), None);
        assert_eq!(sanitize_name(name), "Transaction**** **** **** 1111escription…");
    }

    #[test]
    fn what_takes_the_place_of_a_control_hides_no_card_number() {
        for (name, told) in [
            ("6238 52238 52912-02\t-29", "**** ***** ***12-02\u{FFFD}-29"),
            ("4111\t1111\t1111\t1111", "****\u{FFFD}****\u{FFFD}****\u{FFFD}1111"),
        ] {
            assert_eq!(sanitize_name(name), told);
            assert_eq!(CardNumber::find(told), None);
        }
        assert_eq!(CardNumber::find("6238 52238 52912-02\t-29"), None);
    }
}
