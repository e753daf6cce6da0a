use std::borrow::Cow;

use super::labelled_value::{find_account, find_card, find_currency, find_iban};
use super::names::normalized_name;
use crate::format::table::profile::{Label, LabelRole, ProfileDefinition, Style};
use crate::format::table::value::{content, number};
use crate::sheet::{Cell, Row, date};
use crate::source::Span;
use crate::statement::collapse_spaces;
use crate::value::{Currency, Date, Iban};

/// The number of cells of a line that are searched for labels; no bank writes a label further to the right.
const MAX_CELLS: usize = 50;

/// The labelled values above the header, as the file writes them, each with its span.
#[derive(Debug, Clone, Default)]
pub(in crate::format) struct Preamble {
    pub(in crate::format) values: Vec<(LabelRole, String, Span)>,
    /// The balances whose labels may be in any language.
    unlabelled: Vec<(LabelRole, String, Span)>,
    /// The values of currency labels that name no currency.
    unreadable_currencies: Vec<Span>,
    /// The labels on the previous line whose values are in the cells below: the cell and the role.
    pending_below: Vec<(usize, LabelRole)>,
}

impl Preamble {
    /// Returns whether a row is a line of a preamble: a label in the first cell, and at most a value in the second.
    pub(in crate::format) fn is_preamble_line(row: &Row<'_>, profile: &ProfileDefinition) -> bool {
        let further = row.cells().get(2..).unwrap_or_default();
        further.iter().all(content::is_blank) && Self::is_label(row.cells().first(), profile)
    }

    /// Returns whether a row starts with a label.
    pub(in crate::format) fn has_label(row: &Row<'_>, profile: &ProfileDefinition) -> bool {
        Self::is_label(content::filled_cells(row).next(), profile)
    }

    /// Returns whether a row is the line of values without labels.
    pub(in crate::format) fn is_unlabelled_line(
        row: &Row<'_>,
        profile: &ProfileDefinition,
    ) -> bool {
        let roles = &profile.unlabelled_line;
        if roles.is_empty() || row.cells().len() != roles.len() {
            return false;
        }
        let is_valid = |style: &Style| {
            let mut values = row.cells().iter().zip(roles);
            values.all(|(cell, role)| is_value_of(*role, &content::text(cell), style))
        };
        profile.styles.iter().any(is_valid)
    }

    fn is_label(cell: Option<&Cell<'_>>, profile: &ProfileDefinition) -> bool {
        let text = cell.map(content::text).unwrap_or_default();
        let mut labels = profile.preamble.iter().flat_map(|label| &label.labels);
        labels.any(|label| Self::after_label(&text, label).is_some())
    }

    /// Returns the text after a label in a cell, or `None` if the cell doesn't start with the label.
    pub(in crate::format) fn after_label<'t>(text: &'t str, label: &str) -> Option<&'t str> {
        let is_prefix = label.ends_with('*');
        let known = label_text(label);
        if begins_differently(text, known) {
            return None;
        }
        let end = content::end_of_chars(text, known.chars().count());
        let (head, rest) = text.split_at_checked(end)?;
        if normalized_name(head) != normalized_name(known) {
            return None;
        }
        let (between, value) = match rest.split_once(':') {
            Some(parts) => parts,
            None if is_prefix => ("", rest),
            None => (rest, ""),
        };
        let is_whole_label = is_prefix || between.trim().is_empty();
        is_whole_label.then_some(value.trim())
    }

    /// Reads a line above the header: labels, and their values after, beside or below them.
    pub(in crate::format) fn read_line(&mut self, row: &Row<'_>, profile: &ProfileDefinition) {
        if content::count_filled(row) == 0 {
            return;
        }
        let mut unmarked = row.clone();
        if let Some(mark) = profile.text_mark {
            unmarked.remove_marks(mark);
        }
        let row = &unmarked;
        for (index, role) in std::mem::take(&mut self.pending_below) {
            if let Some(cell) = row.cells().get(index) {
                self.push_value(role, &content::text(cell), cell.span);
            }
        }
        if Self::is_unlabelled_line(row, profile) {
            for (cell, role) in row.cells().iter().zip(&profile.unlabelled_line) {
                self.push_value(*role, &content::text(cell), cell.span);
            }
            return;
        }
        self.read_unlabelled_balance(row, profile);
        for (index, cell) in row.cells().iter().take(MAX_CELLS).enumerate() {
            self.read_cell(row, index, cell, profile);
        }
    }

    /// Reads a balance whose label may be in any language, if the format has one.
    fn read_unlabelled_balance(&mut self, row: &Row<'_>, profile: &ProfileDefinition) {
        let is_unlabelled = |label: &&Label| label.labels.is_empty() && label.role.is_balance();
        let Some(label) = profile.preamble.iter().find(is_unlabelled) else {
            return;
        };
        if let Some((text, span)) = balance_of_line(row) {
            self.unlabelled.push((label.role, text, span));
        }
    }

    /// Reads the value of each label that a cell starts with.
    fn read_cell(
        &mut self,
        row: &Row<'_>,
        index: usize,
        cell: &Cell<'_>,
        profile: &ProfileDefinition,
    ) {
        let text = content::text(cell);
        for label in &profile.preamble {
            let may_lack_label = label.role == LabelRole::Iban && label.labels.is_empty();
            if may_lack_label && Iban::parse(&text).is_ok() {
                self.push_value(label.role, &text, cell.span);
            }
            let mut known_texts = label.labels.iter();
            let Some(rest) = known_texts.find_map(|known| Self::after_label(&text, known)) else {
                continue;
            };
            if label.value_below {
                self.pending_below.push((index, label.role));
                continue;
            }
            if !rest.is_empty() {
                self.push_value(label.role, rest, cell.span);
                continue;
            }
            let Some([value, after @ ..]) = Self::cells_from_value(row, index, profile) else {
                self.push_value(label.role, rest, cell.span);
                continue;
            };
            let text = if label.role.is_balance() {
                balance_with_currency(value, after)
            } else {
                content::text(value)
            };
            self.push_value(label.role, &text, value.span);
        }
    }

    /// Returns the cells from the value beside a label on: the next filled cell, or else the next cell. `None` if that is a label too,
    /// as the cell beside a label without a value may be.
    fn cells_from_value<'r, 't>(
        row: &'r Row<'t>,
        label: usize,
        profile: &ProfileDefinition,
    ) -> Option<&'r [Cell<'t>]> {
        let beside = row.cells().get(label + 1..)?;
        let is_filled = |cell: &Cell<'_>| !content::is_blank(cell);
        let value = beside.iter().position(is_filled).unwrap_or(0);
        let cells = beside.get(value..)?;
        let is_label = Self::is_label(cells.first(), profile);
        (!is_label).then_some(cells)
    }

    fn push_value(&mut self, role: LabelRole, text: &str, span: Span) {
        let text = collapse_spaces(text);
        let value = match role {
            LabelRole::Iban => find_iban(&text).unwrap_or(&text).to_owned(),
            LabelRole::Account => find_account(&text).to_owned(),
            LabelRole::Card => find_card(&text),
            LabelRole::Currency => match find_currency(&text) {
                Some(currency) => currency.code().to_owned(),
                None => {
                    if !text.is_empty() {
                        self.unreadable_currencies.push(span);
                    }
                    String::new()
                }
            },
            _ => text.into_owned(),
        };
        self.values.push((role, value, span));
    }

    /// Returns the first value with a role that is not empty, if possible one with a known label.
    pub(in crate::format) fn get(&self, role: LabelRole) -> Option<(&str, Span)> {
        for (known, value, span) in self.values.iter().chain(&self.unlabelled) {
            if *known == role && !value.is_empty() {
                return Some((value, *span));
            }
        }
        None
    }

    /// Returns the first and the last date of the period of the statement, if the file names them.
    pub(in crate::format) fn period(&self, patterns: &[String]) -> [Option<Date>; 2] {
        let [start, end] = match self.get(LabelRole::Period) {
            Some((text, _)) => first_dates(text, patterns),
            None => [None; 2],
        };
        let day = |role| {
            let (text, _) = self.get(role)?;
            date::parse(text, patterns)
        };
        [
            day(LabelRole::PeriodStart).or(start),
            day(LabelRole::PeriodEnd).or(end),
        ]
    }

    /// Returns the balances, dates and currencies that can't be read: each with its span and what was expected.
    pub(in crate::format) fn unreadable_values(&self, style: &Style) -> Vec<(Span, &'static str)> {
        let mut unreadable = Vec::new();
        for (role, text, span) in &self.values {
            let (is_readable, expected) = match role {
                LabelRole::OpeningBalance | LabelRole::ClosingBalance => {
                    let balance = number::parse_with_currency(text, &style.numbers);
                    (balance.is_some(), "a balance")
                }
                LabelRole::EntryCount => (text.parse::<usize>().is_ok(), "a number of bookings"),
                LabelRole::PeriodStart | LabelRole::PeriodEnd => {
                    (date::parse(text, &style.dates).is_some(), "a date")
                }
                _ => continue,
            };
            if !is_readable && !text.is_empty() {
                unreadable.push((*span, expected));
            }
        }
        for span in &self.unreadable_currencies {
            unreadable.push((*span, "a currency"));
        }
        unreadable
    }

    /// Returns whether the next line has the values of labels above it.
    pub(in crate::format) fn expects_values_below(&self) -> bool {
        !self.pending_below.is_empty()
    }
}

/// Returns the text of a label as a profile writes it, without its colon or asterisk.
pub(in crate::format) fn label_text(label: &str) -> &str {
    let mark = if label.ends_with('*') { '*' } else { ':' };
    label.trim_end_matches(mark).trim_end()
}

/// Returns whether a text can be the value of a role in a line without labels.
fn is_value_of(role: LabelRole, text: &str, style: &Style) -> bool {
    match role {
        LabelRole::Iban => Iban::parse(text).is_ok(),
        LabelRole::Account | LabelRole::Card => {
            text.contains(|character: char| character.is_ascii_digit())
                && date::parse(text, &style.dates).is_none()
        }
        LabelRole::Currency => find_currency(text).is_some(),
        LabelRole::PeriodStart | LabelRole::PeriodEnd => date::parse(text, &style.dates).is_some(),
        LabelRole::Period => first_dates(text, &style.dates).iter().all(Option::is_some),
        LabelRole::OpeningBalance | LabelRole::ClosingBalance => {
            number::parse_with_currency(text, &style.numbers).is_some()
        }
        LabelRole::EntryCount => text.parse::<usize>().is_ok(),
        LabelRole::Other => true,
    }
}

/// Returns the first two dates in a text.
fn first_dates(text: &str, patterns: &[String]) -> [Option<Date>; 2] {
    let mut days = Vec::new();
    let mut follows_digit = false;
    for (at, character) in text.char_indices() {
        let rest = text.get(at..).unwrap_or_default();
        if !follows_digit && let Some((day, _)) = date::parse_prefix(rest, patterns) {
            days.push(day);
        }
        follows_digit = character.is_ascii_digit();
    }
    [days.first().copied(), days.get(1).copied()]
}

/// Returns the balance of a line that is a text, a number and a currency, each in its own cell.
fn balance_of_line(row: &Row<'_>) -> Option<(String, Span)> {
    let mut filled = content::filled_cells(row);
    let (label, number, currency) = (filled.next()?, filled.next()?, filled.next()?);
    if filled.next().is_some() {
        return None;
    }
    let [label_text, text, code] = [label, number, currency].map(content::text);
    let is_balance = label_text.contains(char::is_alphabetic)
        && number::looks_like_number(&text)
        && Currency::parse(&code).is_ok();
    is_balance.then(|| (format!("{text} {code}"), number.span))
}

/// Returns the text of a balance, with the currency in the next filled cell if there is one.
fn balance_with_currency<'t>(balance: &Cell<'t>, after: &[Cell<'t>]) -> Cow<'t, str> {
    let text = content::text(balance);
    let next = after.iter().find(|cell| !content::is_blank(cell));
    let code = next.map(content::text).unwrap_or_default();
    if Currency::parse(&code).is_err() {
        return text;
    }
    Cow::Owned(format!("{text} {code}"))
}

/// Returns whether the first letters or digits of two texts show that their names differ. Most of the labels of all formats differ so, and comparing the names
/// takes a hundred times as long.
fn begins_differently(text: &str, known: &str) -> bool {
    let first = |text: &str| text.trim_start().bytes().next();
    let (Some(first), Some(known)) = (first(text), first(known)) else {
        return false;
    };
    let is_plain = first.is_ascii_alphanumeric() && known.is_ascii_alphanumeric();
    is_plain && !first.eq_ignore_ascii_case(&known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Profile;
    use crate::sheet::Rows;

    #[test]
    fn reads_values_behind_and_beside_labels() {
        for (text, expected) in [
            (
                "IBAN:;CH93 0076 2011 6238 5295 7;;;",
                Some("CH93 0076 2011 6238 5295 7"),
            ),
            ("iban ;CH93", Some("CH93")),
            ("IBAN: CH93;;;", Some("CH93")),
            ("IBANs:;CH93", None),
            ("IBAN:;", None),
            ("IBAN:", None),
            ("Meine IBAN:;CH93", None),
        ] {
            let mut row = Row::default();
            Rows::new(text, b';').next_row(&mut row);
            let mut preamble = Preamble::default();
            preamble.read_line(&row, Profile::by_id("ubs-account").unwrap().definition());
            assert_eq!(
                preamble.get(LabelRole::Iban).map(|(value, _)| value),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn reads_a_period_from_one_cell() {
        let patterns = ["dd.mm.yyyy".to_owned()];
        let mut preamble = Preamble::default();
        preamble.push_value(
            LabelRole::Period,
            "vom 01.03.2026 - 31.03.2026",
            Span::at(0),
        );
        let period = preamble
            .period(&patterns)
            .map(|day| day.map(|day| day.to_string()));
        assert_eq!(
            period,
            [Some("2026-03-01".to_owned()), Some("2026-03-31".to_owned())]
        );
    }

    /// Returns the opening balance in these lines of a preamble of Deutsche Bank.
    fn opening_balance_of(lines: &[&str]) -> Option<String> {
        let profile = Profile::by_id("deutsche-bank-account").unwrap();
        let mut preamble = Preamble::default();
        for line in lines {
            let mut row = Row::default();
            Rows::new(line, b';').next_row(&mut row);
            preamble.read_line(&row, profile.definition());
        }
        let (value, _) = preamble.get(LabelRole::OpeningBalance)?;
        Some(value.to_owned())
    }

    #[test]
    fn reads_a_balance_in_any_language() {
        for (text, expected) in [
            ("Letzter Kontostand;;;;1.000,00;EUR", Some("1.000,00 EUR")),
            ("Poslednje stanje;;;;1.000,00;EUR", Some("1.000,00 EUR")),
            ("Poslednje stanje;;;;1.000,00", None),
            ("Poslednje stanje;;;;1.000,00;EUR;x", None),
            ("Poslednje stanje;;;;EUR;1.000,00", None),
            ("1.1.2026;;;;1.000,00;EUR", None),
        ] {
            assert_eq!(opening_balance_of(&[text]).as_deref(), expected, "{text}");
        }
        // A known label is preferred.
        let lines = [
            "Kredit;;;;5.000,00;EUR",
            "Letzter Kontostand;;;;1.000,00;EUR",
        ];
        assert_eq!(opening_balance_of(&lines).as_deref(), Some("1.000,00 EUR"));
    }

    #[test]
    fn a_label_may_end_in_an_asterisk() {
        for (text, label, expected) in [
            ("Kontostand vom 09.12.2025:", "Kontostand vom *", Some("")),
            (
                "Kontostand vom 09.12.2025: 5",
                "kontostand vom *",
                Some("5"),
            ),
            (
                "Buchungen vom 01.01.2024 - 31.12.2024",
                "Buchungen vom *",
                Some("01.01.2024 - 31.12.2024"),
            ),
            ("Buchungen", "Buchungen vom *", None),
        ] {
            assert_eq!(Preamble::after_label(text, label), expected, "{text}");
        }
    }
}
