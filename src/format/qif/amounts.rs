//! Amounts. Nothing declares the decimal mark, so all amounts of a file must be written with the same one.

use rust_decimal::Decimal;

/// Which character is before the decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DecimalMark {
    Point,
    Comma,
}

impl DecimalMark {
    pub(super) const fn character(self) -> char {
        match self {
            Self::Point => '.',
            Self::Comma => ',',
        }
    }

    /// Parses an amount: digits, perhaps in groups of three, perhaps decimals, and at most one sign before them.
    pub(super) fn parse(self, text: &str) -> Option<Decimal> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => ("", text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, decimals) = match digits.split_once(self.character()) {
            Some((whole, decimals)) => (whole, decimals),
            None => (digits, ""),
        };
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_group_mark = |character: char| {
            character != self.character() && matches!(character, ',' | '.' | '\'' | ' ' | '\u{a0}')
        };
        let mut groups = whole.split(is_group_mark);
        let first = groups.next()?;
        let mut marks = whole
            .chars()
            .filter(|character| !character.is_ascii_digit());
        let mark = marks.next();
        let is_grouped = mark.is_none()
            || (1..=3).contains(&first.len())
                && groups.all(|group| group.len() == 3 && is_number(group))
                && marks.all(|other| Some(other) == mark);
        let whole: String = whole.split(is_group_mark).collect();
        let is_whole = is_grouped && is_number(first) && is_number(&whole) && is_number(decimals);
        if !is_whole || whole.is_empty() && decimals.is_empty() {
            return None;
        }
        let whole = if whole.is_empty() { "0" } else { &whole };
        let number = if decimals.is_empty() {
            format!("{sign}{whole}")
        } else {
            format!("{sign}{whole}.{decimals}")
        };
        Decimal::from_str_exact(&number).ok()
    }
}

/// Finds the decimal mark of a file.
#[derive(Debug, Default)]
pub(super) struct MarkFinder<S> {
    /// Whether an amount can't be read with a point, and with a comma.
    impossible: [bool; 2],
    /// The first amount that is two different numbers.
    ambiguous: Option<S>,
}

impl<S> MarkFinder<S> {
    pub(super) fn add(&mut self, text: &str, place: S) {
        let [point, comma] = [DecimalMark::Point, DecimalMark::Comma].map(|mark| mark.parse(text));
        match (point, comma) {
            (Some(_), None) => self.impossible[1] = true,
            (None, Some(_)) => self.impossible[0] = true,
            (Some(point), Some(comma)) if point != comma => {
                self.ambiguous.get_or_insert(place);
            }
            _ => {}
        }
    }

    /// Returns the mark.
    ///
    /// # Errors
    ///
    /// An amount can be read with both marks, and no other shows which is meant.
    pub(super) fn finish(self) -> Result<DecimalMark, S> {
        match (self.impossible, self.ambiguous) {
            ([true, false], _) => Ok(DecimalMark::Comma),
            ([false, true], _) | (_, None) => Ok(DecimalMark::Point),
            (_, Some(place)) => Err(place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_three_digits() {
        for (text, point, comma) in [
            ("1,234.50", Some("1234.50"), None),
            ("1.234,50", None, Some("1234.50")),
            ("1,234", Some("1234"), Some("1.234")),
            ("-12.5", Some("-12.5"), None),
            ("+7", Some("7"), Some("7")),
            (".5", Some("0.5"), None),
            ("1,23,456.00", None, None),
            ("12 345.00", Some("12345.00"), None),
            ("1,234'567.00", None, None),
            ("=746.36", None, None),
            ("", None, None),
            ("-", None, None),
            (".", None, None),
        ] {
            let number = |text: Option<&str>| text.map(|text| text.parse::<Decimal>().unwrap());
            assert_eq!(DecimalMark::Point.parse(text), number(point), "{text}");
            assert_eq!(DecimalMark::Comma.parse(text), number(comma), "{text}");
        }
    }
}
