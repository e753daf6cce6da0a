use memchr::memchr;
use rust_decimal::Decimal;

use super::profile::Style;
use super::{day, number};
use crate::value::{Currency, Date};

/// What the holes of a template held.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Held {
    pub(super) amount: Option<Decimal>,
    pub(super) currency: Option<Currency>,
    pub(super) date: Option<Date>,
}

/// Text with holes, and what is known of it before any text is looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Template<'c> {
    text: &'c str,
    /// What stands before the first hole, and of how many characters it is.
    literal: &'c str,
    length: usize,
    /// A mark in it, which has no case: a text without it need not be searched.
    mark: Option<u8>,
}

impl<'c> Template<'c> {
    pub(super) fn new(text: &'c str) -> Self {
        let literal = text.split('{').next().unwrap_or_default();
        let mark = literal.bytes().find(u8::is_ascii_punctuation);
        Self { text, literal, length: literal.chars().count(), mark }
    }

    /// Finds the one place in a text that the template fits. Two that differ are none: nothing is guessed.
    pub(super) fn find(&self, text: &str, style: &Style) -> Option<Held> {
        // Behind the place where it begins there are at least as many bytes as its literal text has characters.
        let last = text.len().checked_sub(self.length)?;
        if self.mark.is_some_and(|mark| memchr(mark, text.as_bytes()).is_none()) {
            return None;
        }
        match self.literal.as_bytes().first() {
            Some(first) if first.is_ascii() => self.find_after(*first, last, text, style),
            _ => self.find_anywhere(text, style),
        }
    }

    /// The same where the template begins with a character of ASCII, which most texts don't hold in many places.
    fn find_after(&self, first: u8, last: usize, text: &str, style: &Style) -> Option<Held> {
        // The sign of kelvins is a capital k.
        const KELVIN: u8 = 0xe2;
        let (small, large) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
        let mut found = None;
        for (start, byte) in text.bytes().take(last + 1).enumerate() {
            if byte != small && byte != large && byte != KELVIN {
                continue;
            }
            let Some(held) = text.get(start..).and_then(|text| self.fit(text, style)) else { continue };
            if found.as_ref().is_some_and(|first| *first != held) {
                return None;
            }
            found = Some(held);
        }
        found
    }

    fn find_anywhere(&self, text: &str, style: &Style) -> Option<Held> {
        let mut found = None;
        let mut before = None;
        for (start, character) in text.char_indices() {
            // The end of a number is none, nor that of a word.
            let mark = |one: char| one == style.numbers.decimal || style.numbers.grouping.contains(&one);
            let within = self.literal.is_empty() && before.is_some_and(|one: char| one.is_alphanumeric() || mark(one));
            before = Some(character);
            if within {
                continue;
            }
            let Some(held) = self.fit(text.get(start..)?, style) else { continue };
            if found.as_ref().is_some_and(|first| *first != held) {
                return None;
            }
            found = Some(held);
        }
        found
    }

    fn fit(&self, text: &str, style: &Style) -> Option<Held> {
        fit(self.text, self.literal, text, style)
    }
}

fn fit(template: &str, literal: &str, text: &str, style: &Style) -> Option<Held> {
    let mut held = Held::default();
    let mut rest = after_literal(text, literal)?;
    let mut template = template.strip_prefix(literal)?;
    while let Some(hole) = template.strip_prefix('{') {
        let (name, after) = hole.split_once('}')?;
        rest = match name {
            "amount" => {
                // It ends where what follows begins, or at a blank.
                let next = after.split('{').next().filter(|literal| !literal.is_empty());
                let end = next.and_then(|literal| rest.find(literal)).unwrap_or(rest.len());
                let end = rest.find(char::is_whitespace).map_or(end, |blank| blank.min(end));
                let (digits, rest) = rest.split_at_checked(end)?;
                held.amount = Some(number::parse(digits, &style.numbers)?.number);
                rest
            }
            "currency" => {
                let (code, rest) = rest.split_at_checked(3)?;
                held.currency = Some(Currency::parse(code).ok()?);
                Some(rest).filter(|rest| !rest.starts_with(char::is_alphanumeric))?
            }
            "date" => {
                let (date, rest) = day::leading(rest, &style.dates)?;
                held.date = Some(date);
                rest
            }
            _ => return None,
        };
        let literal = after.split('{').next()?;
        rest = after_literal(rest, literal)?;
        template = after.strip_prefix(literal)?;
    }
    Some(held)
}

/// What follows a literal text, letters in either case.
fn after_literal<'t>(text: &'t str, literal: &str) -> Option<&'t str> {
    let mut rest = text.chars();
    for expected in literal.chars() {
        let found = rest.next()?;
        if found.is_ascii() && expected.is_ascii() {
            if !found.eq_ignore_ascii_case(&expected) {
                return None;
            }
        } else if found != expected && !found.to_lowercase().eq(expected.to_lowercase()) {
            return None;
        }
    }
    Some(rest.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bank::catalog;

    fn held(profile: &str, template: &str, text: &str) -> Option<String> {
        let held =
            Template::new(template).find(text, catalog::profile_by_id(profile).unwrap().styles.first().unwrap())?;
        Some(format!(
            "{:?} {:?} {:?}",
            held.amount.map(|a| a.to_string()),
            held.currency,
            held.date.map(|d| d.to_string())
        ))
    }

    #[test]
    fn an_original_amount_is_taken_from_its_words() {
        let template = "Kartentransaktionsbetrag: {amount} {currency}";
        let find = |text| held("ubs-account", template, text);
        let expected = r#"Some("-350.00") Some(Currency(EUR)) None"#;
        assert_eq!(find("Kartentransaktionsbetrag: -350.00 EUR; Devisenkurs: 0.958361").as_deref(), Some(expected));
        assert_eq!(find("x, KARTENTRANSAKTIONSBETRAG: -350.00 EUR").as_deref(), Some(expected));
        for text in [
            "Kartentransaktionsbetrag: -350,00 EUR",
            "Kartentransaktionsbetrag: -350.00 LAE",
            "Kartentransaktionsbetrag: -350.00 EURO",
            "Kartentransaktionsbetrag: -350.00",
            "Kartentransaktionsbetrag: 1.00 EUR, Kartentransaktionsbetrag: 2.00 EUR",
            "Devisenkurs: 0.958361",
            "",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }

    #[test]
    fn a_hole_may_come_first() {
        let find = |text| held("ubs-account", "{amount} {currency} cours", text);
        let expected = r#"Some("33.40") Some(Currency(EUR)) None"#;
        assert_eq!(find("ACHAT 33.40 EUR COURS 0.95").as_deref(), Some(expected));
        assert_eq!(find("ACHAT A33.40 EUR COURS 0.95"), None);
    }

    #[test]
    fn an_amount_ends_where_the_text_goes_on() {
        let find = |text| held("ubs-account", "|{currency} {amount}|", text);
        assert_eq!(find("Someone|GBP 22.89|3456").as_deref(), Some(r#"Some("22.89") Some(Currency(GBP)) None"#));
        assert_eq!(find("Someone|GBP 22.89 x|3456"), None);
    }

    #[test]
    fn a_day_of_purchase_is_taken_from_its_words() {
        let find = |text| held("postfinance-account", "KAUF/DIENSTLEISTUNG VOM {date}", text);
        let text = "Kauf/Dienstleistung vom 29.09.2026 Karten Nr. XXXX1234 Bäckerei";
        assert_eq!(find(text).as_deref(), Some(r#"None None Some("2026-09-29")"#));
        assert_eq!(find("KAUF/DIENSTLEISTUNG VOM 29.19.2026"), None);
        let french =
            held("postfinance-account", "ACHAT/SERVICE DU {date}", "Achat/service du 29.09.2026 carte n° XXXX1234");
        assert_eq!(french.as_deref(), Some(r#"None None Some("2026-09-29")"#));
    }
}
