use std::ops::Range;

use memchr::memchr_iter;
use rust_decimal::Decimal;

use super::number;
use crate::format::table::profile::{Style, TemplateRole};
use crate::sheet::date;
use crate::source::Certain;
use crate::value::{Currency, Date};

/// The values that a template found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::format) struct TemplateMatch {
    pub(in crate::format) amount: Option<Decimal>,
    pub(in crate::format) currency: Option<Currency>,
    pub(in crate::format) date: Option<Date>,
}

/// Where a template matches a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::format) struct TemplateSpan {
    /// The literal text and its values.
    pub(in crate::format) whole: Range<usize>,
    /// The digits of the amount, if there is one.
    pub(in crate::format) amount: Option<Range<usize>>,
}

/// A template, prepared for searching.
#[derive(Debug, Clone, Copy)]
pub(in crate::format) struct Template<'c> {
    text: &'c str,
    /// The literal text before the first placeholder.
    literal: &'c str,
    /// A punctuation mark in the literal, which has no case, and the number of bytes before it.
    anchor: Option<(u8, usize)>,
}

/// The templates of one role for one column.
#[derive(Debug, Clone)]
pub(in crate::format) struct TemplateGroup<'c> {
    pub(in crate::format) cell: usize,
    pub(in crate::format) role: TemplateRole,
    templates: Vec<Template<'c>>,
    /// The anchor, if all templates share it.
    anchor: Option<u8>,
}

impl<'c> TemplateGroup<'c> {
    /// Groups templates, given by cell, role and text: neighbours of the same cell and role share a group.
    pub(in crate::format) fn group(
        templates: impl Iterator<Item = (usize, TemplateRole, &'c str)>,
    ) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for (cell, role, text) in templates {
            let template = Template::new(text);
            let anchor = template.anchor.map(|(byte, _)| byte);
            if let Some(last) = all.last_mut()
                && (last.cell, last.role) == (cell, role)
            {
                if last.anchor != anchor {
                    last.anchor = None;
                }
                last.templates.push(template);
                continue;
            }
            all.push(Self {
                cell,
                role,
                templates: vec![template],
                anchor,
            });
        }
        all
    }

    /// Returns the values that each matching template finds in a text.
    pub(in crate::format) fn find_all<'a>(
        &'a self,
        text: &'a str,
        style: &'a Style,
    ) -> impl Iterator<Item = TemplateMatch> {
        let templates = if self.may_match(text) {
            self.templates.as_slice()
        } else {
            &[]
        };
        templates
            .iter()
            .filter_map(move |template| template.find(text, style))
    }

    /// Returns whether the literal of any template is around the shared anchor, or there is no such anchor.
    fn may_match(&self, text: &str) -> bool {
        let Some(anchor) = self.anchor else {
            return true;
        };
        for position in memchr_iter(anchor, text.as_bytes()) {
            let mut templates = self.templates.iter();
            if templates.any(|template| template.matches_around(text, position)) {
                return true;
            }
        }
        false
    }

    /// Returns where the templates match a text, also where two matches differ.
    pub(in crate::format) fn find_spans(&self, text: &str, style: &Style) -> Vec<TemplateSpan> {
        let mut spans = Vec::new();
        for template in &self.templates {
            for (start, _) in text.char_indices() {
                let rest = text.get(start..).certain();
                if let Some((_, span)) = template.match_prefix(rest, style) {
                    spans.push(span.shifted(start));
                }
            }
        }
        spans
    }
}

impl TemplateSpan {
    fn shifted(self, by: usize) -> Self {
        let shift = |range: Range<usize>| range.start + by..range.end + by;
        Self {
            whole: shift(self.whole),
            amount: self.amount.map(shift),
        }
    }
}

impl<'c> Template<'c> {
    pub(in crate::format) fn new(text: &'c str) -> Self {
        let (literal, _) = text.split_once('{').unwrap_or((text, ""));
        // The cases of other characters may differ in length, and so in the number of bytes before the anchor.
        let ascii = literal.bytes().take_while(u8::is_ascii);
        let mut anchors = ascii.zip(0..);
        Self {
            text,
            literal,
            anchor: anchors.find(|(byte, _)| byte.is_ascii_punctuation()),
        }
    }

    /// Returns whether the literal is found around an anchor at `position`.
    fn matches_around(&self, text: &str, position: usize) -> bool {
        let Some((_, before)) = self.anchor else {
            return false;
        };
        let Some(start) = position.checked_sub(before) else {
            return false;
        };
        let Some(rest) = text.get(start..) else {
            return false;
        };
        strip_literal(rest, self.literal).is_some()
    }

    /// Finds the only match in a text.
    pub(in crate::format) fn find(&self, text: &str, style: &Style) -> Option<TemplateMatch> {
        let Some((anchor, before)) = self.anchor else {
            return self.find_without_anchor(text, style);
        };
        let anchors = memchr_iter(anchor, text.as_bytes());
        let starts = anchors.filter_map(|position| position.checked_sub(before));
        self.find_unique(starts, text, style)
    }

    fn find_without_anchor(&self, text: &str, style: &Style) -> Option<TemplateMatch> {
        let mut previous = None;
        let starts = text.char_indices().filter_map(|(start, character)| {
            let before = previous.replace(character);
            self.may_start_after(before, style).then_some(start)
        });
        self.find_unique(starts, text, style)
    }

    /// Returns whether a match may start after a character: a placeholder must not start within a number or a word.
    fn may_start_after(&self, before: Option<char>, style: &Style) -> bool {
        let Some(before) = before else {
            return true;
        };
        let numbers = &style.numbers;
        let is_mark = before == numbers.decimal || numbers.grouping.contains(&before);
        !self.literal.is_empty() || !is_mark && !before.is_alphanumeric()
    }

    /// Returns the match at one of the possible starts, or `None` if two starts match differently: nothing is guessed.
    fn find_unique(
        &self,
        starts: impl Iterator<Item = usize>,
        text: &str,
        style: &Style,
    ) -> Option<TemplateMatch> {
        let mut only = None;
        for start in starts {
            let Some(rest) = text.get(start..) else {
                continue;
            };
            let Some((found, _)) = self.match_prefix(rest, style) else {
                continue;
            };
            match &only {
                Some(first) if *first != found => return None,
                Some(_) => {}
                None => only = Some(found),
            }
        }
        only
    }

    /// Returns the values at the start of a text, and where they are.
    fn match_prefix(&self, text: &str, style: &Style) -> Option<(TemplateMatch, TemplateSpan)> {
        let mut found = TemplateMatch::default();
        let mut amount = None;
        let mut rest = strip_literal(text, self.literal)?;
        let mut template = self.text.strip_prefix(self.literal)?;
        while let Some(placeholder) = template.strip_prefix('{') {
            let (name, after) = placeholder.split_once('}')?;
            let (literal, _) = after.split_once('{').unwrap_or((after, ""));
            match name {
                "amount" => {
                    let start = text.len() - rest.len();
                    let end = amount_end(rest, literal);
                    let (digits, after_amount) = rest.split_at_checked(end)?;
                    found.amount = Some(number::parse(digits, &style.numbers)?.number);
                    amount = Some(start..start + end);
                    rest = after_amount;
                }
                "currency" => {
                    let (code, after_code) = rest.split_at_checked(3)?;
                    found.currency = Some(Currency::from_exact_code(code)?);
                    if after_code.starts_with(char::is_alphanumeric) {
                        return None;
                    }
                    rest = after_code;
                }
                "date" => {
                    let (date, after_date) = date::parse_prefix(rest, &style.dates)?;
                    found.date = Some(date);
                    rest = after_date;
                }
                _ => return None,
            }
            rest = strip_literal(rest, literal)?;
            template = after.strip_prefix(literal)?;
        }
        let whole = 0..text.len() - rest.len();
        Some((found, TemplateSpan { whole, amount }))
    }
}

/// Returns where an amount at the start of a text ends: at the literal after it or at a blank.
fn amount_end(text: &str, literal: &str) -> usize {
    let mut end = text.len();
    if !literal.is_empty()
        && let Some(next) = text.find(literal)
    {
        end = next;
    }
    match text.find(char::is_whitespace) {
        Some(blank) => blank.min(end),
        None => end,
    }
}

/// Returns the text after a literal at its start, ignoring case.
fn strip_literal<'t>(text: &'t str, literal: &str) -> Option<&'t str> {
    let mut rest = text.chars();
    for expected in literal.chars() {
        let found = rest.next()?;
        if found.eq_ignore_ascii_case(&expected) {
            continue;
        }
        if expected.is_ascii() || !found.to_lowercase().eq(expected.to_lowercase()) {
            return None;
        }
    }
    Some(rest.as_str())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::format::Profile;

    fn found(profile: &str, template: &str, text: &str) -> Option<String> {
        let profile = Profile::by_id(profile).unwrap();
        let found =
            Template::new(template).find(text, profile.definition().styles.first().unwrap())?;
        Some(format!(
            "{:?} {:?} {:?}",
            found.amount.map(|a| a.to_string()),
            found.currency,
            found.date.map(|d| d.to_string())
        ))
    }

    #[test]
    fn finds_the_original_amount() {
        let template = "Kartentransaktionsbetrag: {amount} {currency}";
        let find = |text| found("ubs-account", template, text);
        let expected = r#"Some("-350.00") Some(Currency(EUR)) None"#;
        assert_eq!(
            find("Kartentransaktionsbetrag: -350.00 EUR; Devisenkurs: 0.958361").as_deref(),
            Some(expected)
        );
        assert_eq!(
            find("x, KARTENTRANSAKTIONSBETRAG: -350.00 EUR").as_deref(),
            Some(expected)
        );
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

    proptest! {
        #[test]
        fn searching_by_anchor_agrees_with_searching_everywhere(text in "((Ak:|aK:|\u{212a}:|[Aak:é1]){0,3}( 1.00 EUR| 2.00 CHF|:)?){0,4}") {
            let profile = Profile::by_id("ubs-account").unwrap();
            let style = profile.definition().styles.first().unwrap();
            for template in ["ak: {amount} {currency}", ": {amount} {currency}", "k:{amount} {currency}"] {
                let template = Template::new(template);
                prop_assert_eq!(template.find(&text, style), template.find_without_anchor(&text, style));
            }
            let each = ["ak: {amount} {currency}", "k:{amount} {currency}", "ké:{amount} {currency}"];
            let all = TemplateGroup::group(each.iter().map(|text| (0, TemplateRole::Original, *text)));
            let found: Vec<TemplateMatch> = all.iter().flat_map(|templates| templates.find_all(&text, style)).collect();
            let expected = each.iter().filter_map(|each| Template::new(each).find_without_anchor(&text, style));
            prop_assert_eq!(found, expected.collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_placeholder_may_come_first() {
        let find = |text| found("ubs-account", "{amount} {currency} cours", text);
        let expected = r#"Some("33.40") Some(Currency(EUR)) None"#;
        assert_eq!(
            find("ACHAT 33.40 EUR COURS 0.95").as_deref(),
            Some(expected)
        );
        assert_eq!(find("ACHAT A33.40 EUR COURS 0.95"), None);
    }

    #[test]
    fn an_amount_ends_at_the_next_literal() {
        let find = |text| found("ubs-account", "|{currency} {amount}|", text);
        assert_eq!(
            find("Someone|GBP 22.89|3456").as_deref(),
            Some(r#"Some("22.89") Some(Currency(GBP)) None"#)
        );
        assert_eq!(find("Someone|GBP 22.89 x|3456"), None);
    }

    #[test]
    fn finds_the_purchase_date() {
        let find = |text| {
            found(
                "postfinance-account",
                "KAUF/DIENSTLEISTUNG VOM {date}",
                text,
            )
        };
        let text = "Kauf/Dienstleistung vom 29.09.2026 Karten Nr. XXXX1234 Bäckerei";
        assert_eq!(
            find(text).as_deref(),
            Some(r#"None None Some("2026-09-29")"#)
        );
        assert_eq!(find("KAUF/DIENSTLEISTUNG VOM 29.19.2026"), None);
        let french = found(
            "postfinance-account",
            "ACHAT/SERVICE DU {date}",
            "Achat/service du 29.09.2026 carte n° XXXX1234",
        );
        assert_eq!(french.as_deref(), Some(r#"None None Some("2026-09-29")"#));
    }
}
