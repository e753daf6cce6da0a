//! Finds the value of a label in a cell that may hold other text too.

use super::catalog::currencies_in;
use crate::value::{Currency, Iban};

/// Returns the part of a cell that is an IBAN, or else looks like one.
pub(super) fn find_iban(text: &str) -> Option<&str> {
    let mut candidates: Vec<&str> = text.split([',', ';', '/']).map(str::trim).collect();
    candidates.extend(text.split(' ').filter(|word| word.len() > 14));
    for candidate in &candidates {
        if Iban::parse(candidate).is_ok() {
            return Some(candidate);
        }
    }
    candidates
        .into_iter()
        .find(|candidate| Iban::looks_like(candidate))
}

/// Returns the IBAN or the number of an account in a cell that may hold other text, or an empty text if the cell has no digit, like the
/// name of a product.
pub(super) fn find_account(text: &str) -> &str {
    if let Some(iban) = find_iban(text) {
        return iban;
    }
    // Many banks write a slash within a number, and none a comma.
    let mut parts = text.split([',', ';']).map(str::trim);
    let Some(part) = parts.find(|part| has_digit(part)) else {
        return "";
    };
    let number = strip_product_name(part);
    if !number.starts_with(|first: char| first.is_ascii_digit()) {
        return number;
    }
    for (end, _) in number.match_indices([' ', '/']) {
        let rest = number.get(end + 1..).unwrap_or_default();
        if rest.starts_with(|next: char| !next.is_ascii_digit()) {
            return number.get(..end).unwrap_or(number);
        }
    }
    number
}

/// Returns a text without the name of a product before a number: words of more than three letters. Shorter words may belong to the number.
fn strip_product_name(text: &str) -> &str {
    let mut start = 0;
    for word in text.split_inclusive(' ') {
        let is_long = word.trim_end().chars().count() > 3;
        if !is_long || has_digit(word) {
            break;
        }
        start += word.len();
    }
    text.get(start..).unwrap_or(text)
}

fn has_digit(text: &str) -> bool {
    text.contains(|character: char| character.is_ascii_digit())
}

/// Returns the masked number of a card in a cell that may hold other text.
pub(super) fn find_card(text: &str) -> String {
    let is_mask = |character: char| {
        character.is_ascii_digit() || matches!(character, '*' | '\u{2022}' | 'x' | 'X' | '-')
    };
    let is_group = |word: &&str| word.chars().all(is_mask) && word.len() > 1;
    let from_number = text.split(' ').skip_while(|word| !is_group(word));
    let groups: Vec<&str> = from_number.take_while(is_group).collect();
    groups.join(" ")
}

/// Returns the currency that a cell names, if it names only one.
pub(super) fn find_currency(text: &str) -> Option<Currency> {
    let mut named = currencies_in(text).map(|(_, currency, _)| currency);
    let first = named.next()?;
    let is_only_one = named.all(|other| other == first);
    is_only_one.then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_value_among_others() {
        for (text, expected) in [
            (
                "111.111.11 / CH93 0076 2011 6238 5295 7",
                "CH93 0076 2011 6238 5295 7",
            ),
            (
                "DE00330333331112223334 / Girokonto",
                "DE00330333331112223334",
            ),
            ("Girokonto DE89370400440532013000", "DE89370400440532013000"),
            ("Muster Konto,1389494-62,Privat, CHF", "1389494-62"),
            ("204751-63 Konto Privat,  Muster", "204751-63"),
            ("330217/01 CHF", "330217/01"),
            ("330217/CHF", "330217"),
            ("Main checking 0042 118833 7 USD", "0042 118833 7"),
            ("37 7.666.378.87", "37 7.666.378.87"),
            ("Firmenkonto XXX", ""),
            ("A 12 B", "A 12 B"),
        ] {
            assert_eq!(find_account(text), expected, "{text}");
        }
        assert_eq!(
            find_card("XXXX XXXX XXXX 1111 PostFinance Visa Business Card"),
            "XXXX XXXX XXXX 1111"
        );
        assert_eq!(
            find_card("Karin-Visa 1234 •••• •••• 9876"),
            "1234 •••• •••• 9876"
        );
        assert_eq!(find_card("Visa"), "");
        for (text, expected) in [
            ("CHF 30920.51", Some("CHF")),
            ("1,5 €", Some("EUR")),
            ("CHF EUR", None),
            ("5", None),
        ] {
            assert_eq!(
                find_currency(text).as_ref().map(Currency::code),
                expected,
                "{text}"
            );
        }
    }
}
