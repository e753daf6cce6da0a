//! What a cell's format says about its number.

use super::sheet::CellKind;
use crate::value::Currency;

/// What a number in a cell with this format means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberFormat {
    Number(NumberForm),
    /// A percentage.
    Percent,
    /// A day, maybe with a time.
    Date,
}

/// How a number is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NumberForm {
    /// The number of decimals that are always shown.
    pub(super) decimals: usize,
    /// The number of digits that are always shown before the decimal point, with zeros where the number has fewer.
    whole_digits: u8,
    look: Look,
}

/// Which digits a number is shown with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Those that it has.
    AsStored,
    /// As many as the format has, maybe with a mark for thousands.
    Fixed,
    /// Others, or with words or signs.
    Changed,
}

impl NumberForm {
    pub(super) const GENERAL: Self = Self {
        decimals: 0,
        whole_digits: 0,
        look: Look::AsStored,
    };

    /// Returns what a decimal is in a cell with this format, if it has no zeros after its last decimal.
    pub(super) fn kind_of(self, number: &str) -> CellKind {
        let decimals = number
            .split_once('.')
            .map_or(0, |(_, decimals)| decimals.len());
        match self.look {
            Look::AsStored => CellKind::Number,
            Look::Fixed if decimals <= self.decimals => CellKind::FixedNumber {
                whole_digits: self.whole_digits,
                decimals: u8::try_from(self.decimals).unwrap_or(u8::MAX),
            },
            Look::Fixed | Look::Changed => CellKind::ChangedNumber,
        }
    }
}

impl NumberFormat {
    pub(super) const GENERAL: Self = Self::Number(NumberForm::GENERAL);

    /// Returns the meaning of a format with a number, which every program knows without a definition in the file.
    pub(super) const fn built_in(id: u32) -> Self {
        match id {
            9 | 10 => Self::Percent,
            1 | 3 | 5 | 6 | 37 | 38 | 41 | 42 => Self::fixed(0),
            2 | 4 | 7 | 8 | 39 | 40 | 44 => Self::fixed(2),
            // From 27 on, the formats of Chinese, Japanese, Korean and Thai.
            14..=17 | 22 | 27..=31 | 34 | 36 | 50..=54 | 57 | 58 => Self::Date,
            _ => Self::GENERAL,
        }
    }

    const fn fixed(decimals: usize) -> Self {
        Self::Number(NumberForm {
            decimals,
            whole_digits: 1,
            look: Look::Fixed,
        })
    }

    /// Returns the meaning of a format code, such as `dd.mm.yyyy` or `#,##0.00 "CHF"`. The section for positive numbers counts.
    pub(super) fn of_code(code: &str) -> Self {
        let (mut has_day_or_year, mut has_percent) = (false, false);
        let (mut decimals, mut after_point) = (0, false);
        let (mut whole_digits, mut has_digits, mut is_changed) = (0_u8, false, false);
        // A comma behind the last digit divides what is shown by a thousand.
        let mut has_comma = false;
        for_each_symbol(code, |symbol| {
            if let Symbol::Character('0' | '#' | '?') = symbol {
                (has_digits, has_comma) = (true, false);
            }
            match symbol {
                Symbol::Brackets(text) => is_changed |= is_currency(text),
                Symbol::Literal(text) => {
                    is_changed |= text.contains(|letter: char| {
                        letter.is_alphanumeric() || CURRENCY_SIGNS.contains(letter)
                    });
                }
                Symbol::Character('d' | 'D' | 'y' | 'Y') => has_day_or_year = true,
                Symbol::Character('%') => has_percent = true,
                Symbol::Character('.') => after_point = true,
                Symbol::Character('0') if after_point => decimals += 1,
                Symbol::Character('0') => whole_digits = whole_digits.saturating_add(1),
                Symbol::Character(',') if has_digits => has_comma = true,
                Symbol::Character(character) => {
                    after_point = false;
                    is_changed |= matches!(character, '/' | 'E' | 'e' | 'h' | 'm' | 's')
                        || CURRENCY_SIGNS.contains(character);
                }
            }
        });
        match (has_day_or_year && !is_general(code), has_percent) {
            (true, _) => Self::Date,
            (false, true) => Self::Percent,
            (false, false) => Self::Number(NumberForm {
                decimals,
                whole_digits,
                look: match (has_digits, is_changed || has_comma) {
                    (_, true) if !is_general(code) => Look::Changed,
                    (true, _) => Look::Fixed,
                    (false, _) => Look::AsStored,
                },
            }),
        }
    }
}

const CURRENCY_SIGNS: &str = "$€£¥";

/// Whether brackets show a currency, such as `$€-407` and `$CHF`. `$-407` is a language.
fn is_currency(brackets: &str) -> bool {
    let shown = brackets.strip_prefix('$');
    shown.is_some_and(|shown| !shown.is_empty() && !shown.starts_with('-'))
}

/// How a format shows a day or a time.
#[cfg(feature = "old-workbooks")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeFormat {
    /// A day, or a time of the day.
    Clock,
    /// Hours, minutes or seconds that may be more than a day, such as `[h]:mm`.
    Elapsed,
}

#[cfg(feature = "old-workbooks")]
impl TimeFormat {
    /// Returns what the first symbol of a day or a time says.
    pub(super) fn of_code(code: &str) -> Option<Self> {
        let mut found = None;
        for_each_symbol(code, |symbol| {
            let meaning = match symbol {
                Symbol::Brackets(unit) => is_elapsed_unit(unit).then_some(Self::Elapsed),
                Symbol::Character(character) => {
                    let is_unit =
                        matches!(character.to_ascii_lowercase(), 'd' | 'm' | 'y' | 'h' | 's');
                    is_unit.then_some(Self::Clock)
                }
                Symbol::Literal(_) => None,
            };
            found = found.or(meaning);
        });
        found.filter(|_| !is_general(code))
    }
}

/// Whether brackets have one letter of hours, minutes or seconds, maybe several times.
#[cfg(feature = "old-workbooks")]
fn is_elapsed_unit(unit: &str) -> bool {
    let lower = unit.to_ascii_lowercase();
    let first = lower.chars().next();
    let is_same = lower.chars().all(|character| Some(character) == first);
    is_same && matches!(first, Some('h' | 'm' | 's'))
}

/// Returns the currency that a format code shows beside a number, such as `[$€-407] #,##0.00` or `#,##0.00 "CHF"`. Signs of several currencies, such as `$`,
/// show none.
pub(super) fn shown_currency(code: &str) -> Option<Currency> {
    let mut shown = String::new();
    let mut characters = code.chars();
    while let Some(character) = characters.next() {
        match character {
            // The width of the next character, or what fills the cell.
            '_' | '*' => drop(characters.next()),
            ';' => break,
            other => shown.push(other),
        }
    }
    if shown.contains('€') {
        return Currency::parse("EUR").ok();
    }
    if shown.contains('£') {
        return Currency::parse("GBP").ok();
    }
    let mut words = shown.split(|character: char| !character.is_ascii_alphabetic());
    words.find_map(|word| Currency::parse(word).ok())
}

fn is_general(code: &str) -> bool {
    let code = code.trim();
    code.eq_ignore_ascii_case("general") || code.eq_ignore_ascii_case("standard")
}

/// A part of a format code.
enum Symbol<'c> {
    Character(char),
    /// What is between brackets, such as a colour, a condition, or a unit.
    #[cfg_attr(
        not(feature = "old-workbooks"),
        allow(dead_code, reason = "only units in brackets count, and only there")
    )]
    Brackets(&'c str),
    /// A text that is shown as it is. The width of a character, and what fills the cell, is an empty one.
    Literal(&'c str),
}

/// Calls `visit` with each part of the section for positive numbers.
fn for_each_symbol<'c>(code: &'c str, mut visit: impl FnMut(Symbol<'c>)) {
    let mut characters = code.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => {
                let rest = characters.as_str();
                let (text, after) = rest.split_once('"').unwrap_or((rest, ""));
                characters = after.chars();
                visit(Symbol::Literal(text));
            }
            '[' => {
                let rest = characters.as_str();
                let (content, after) = rest.split_once(']').unwrap_or((rest, ""));
                characters = after.chars();
                visit(Symbol::Brackets(content));
            }
            '\\' => {
                let rest = characters.as_str();
                characters.next();
                let length = rest.len() - characters.as_str().len();
                visit(Symbol::Literal(rest.get(..length).unwrap_or_default()));
            }
            // The character after these fills the cell, or is a width.
            '_' | '*' => {
                characters.next();
                visit(Symbol::Literal(""));
            }
            ';' => return,
            _ => visit(Symbol::Character(character)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CellKind, NumberFormat, shown_currency};
    use crate::value::Currency;

    #[test]
    fn knows_the_currency_that_a_code_shows() {
        for (code, currency) in [
            ("#,##0.00\\ \"€\"", Some("EUR")),
            ("[$€-407]\\ #,##0.00", Some("EUR")),
            ("[$CHF-807] #,##0.00;[Red]-#,##0.00", Some("CHF")),
            ("#,##0.00 \"USD\"", Some("USD")),
            ("_-* #,##0.00\\ _€_-", None),
            ("[$$-409]#,##0.00", None),
            ("[Red]-0.00", None),
            ("dd.mm.yyyy", None),
        ] {
            let shown = shown_currency(code);
            assert_eq!(shown.as_ref().map(Currency::code), currency, "{code}");
        }
    }

    fn decimals_of(format: NumberFormat) -> Option<usize> {
        match format {
            NumberFormat::Number(form) => Some(form.decimals),
            _ => None,
        }
    }

    #[test]
    fn knows_whether_a_number_is_shown_as_it_is() {
        use CellKind::{ChangedNumber, Number};

        let fixed = |whole_digits, decimals| CellKind::FixedNumber {
            whole_digits,
            decimals,
        };
        for (code, number, kind) in [
            ("General", "1020.1", Number),
            ("@", "1020.1", Number),
            ("0", "1020", fixed(1, 0)),
            ("0000", "42", fixed(4, 0)),
            ("0.00", "1020.1", fixed(1, 2)),
            ("#,##0", "1020", fixed(1, 0)),
            ("#,##0.00\\ _€", "1020.5", fixed(1, 2)),
            ("[Red]0", "1020", fixed(1, 0)),
            ("0", "1020.1", ChangedNumber),
            ("0.0", "1020.15", ChangedNumber),
            ("\"K-\"0", "1020", ChangedNumber),
            ("0\\K", "1020", ChangedNumber),
            ("0,", "1020", ChangedNumber),
            ("0\\ \"€\"", "1020", ChangedNumber),
            ("0 €", "1020", ChangedNumber),
            ("[$€-407]\\ 0", "1020", ChangedNumber),
            ("[$-807]0", "1020", fixed(1, 0)),
            ("0.0E+00", "1020", ChangedNumber),
            ("# ?/?", "1020", ChangedNumber),
            ("hh:mm", "1020", ChangedNumber),
        ] {
            let NumberFormat::Number(form) = NumberFormat::of_code(code) else {
                panic!("{code} is a format of numbers")
            };
            assert_eq!(form.kind_of(number), kind, "{code}");
        }
    }

    #[test]
    fn knows_dates_by_their_days_and_years() {
        for code in [
            "dd.mm.yyyy",
            "d/m/yy h:mm",
            "[$-407]d. mmmm yyyy;@",
            "yyyy\\-mm\\-dd",
            "[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy",
            "mmm\\-yy",
            "YYYY-MM-DD",
        ] {
            assert_eq!(NumberFormat::of_code(code), NumberFormat::Date, "{code}");
        }
        for (code, decimals) in [
            ("General", 0),
            ("Standard", 0),
            ("0.00", 2),
            ("#,##0.00\\ \"Credit\"", 2),
            ("[Red]-0.00", 2),
            ("_-* #,##0.00\\ _€_-;\\-* #,##0.00\\ _€_-", 2),
            ("0.00E+00", 2),
            ("hh:mm:ss", 0),
            ("[h]:mm", 0),
            ("0;dd", 0),
            ("\"yd\"0.0", 1),
            ("@", 0),
            ("", 0),
        ] {
            assert_eq!(
                decimals_of(NumberFormat::of_code(code)),
                Some(decimals),
                "{code}"
            );
        }
        for code in ["0%", "0.0\\ %", "[Red]0.00%"] {
            assert_eq!(NumberFormat::of_code(code), NumberFormat::Percent, "{code}");
        }
        assert_eq!(decimals_of(NumberFormat::of_code("0.00\"%\"")), Some(2));
        assert_eq!(NumberFormat::built_in(10), NumberFormat::Percent);
        assert_eq!(NumberFormat::built_in(14), NumberFormat::Date);
        assert_eq!(decimals_of(NumberFormat::built_in(4)), Some(2));
        assert_eq!(NumberFormat::built_in(20), NumberFormat::GENERAL);
    }
}
