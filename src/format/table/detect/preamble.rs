use super::catalog::currencies_in;
use super::names::normalized_name;
use crate::format::table::profile::{LabelRole, ProfileDefinition, Style};
use crate::format::table::value::{content, date, number};
use crate::format::table::{Cell, Row};
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
        row.cells().iter().skip(2).all(content::is_blank)
            && Self::is_label(row.cells().first(), profile)
    }

    /// Returns whether a row starts with a label.
    pub(in crate::format) fn has_label(row: &Row<'_>, profile: &ProfileDefinition) -> bool {
        Self::is_label(
            row.cells().iter().find(|cell| !content::is_blank(cell)),
            profile,
        )
    }

    fn is_label(cell: Option<&Cell<'_>>, profile: &ProfileDefinition) -> bool {
        let text = cell.map(content::text).unwrap_or_default();
        profile
            .preamble
            .iter()
            .flat_map(|label| &label.labels)
            .any(|label| Self::after_label(&text, label).is_some())
    }

    /// Returns the text after a label in a cell, or `None` if the cell doesn't start with the label.
    pub(in crate::format) fn after_label<'t>(text: &'t str, label: &str) -> Option<&'t str> {
        let is_prefix = label.ends_with('*');
        let known = label_text(label);
        let end = text
            .char_indices()
            .nth(known.chars().count())
            .map_or(text.len(), |(end, _)| end);
        let (head, rest) = text.split_at_checked(end)?;
        let (between, value) =
            rest.split_once(':')
                .unwrap_or(if is_prefix { ("", rest) } else { (rest, "") });
        (normalized_name(head) == normalized_name(known)
            && (is_prefix || between.trim().is_empty()))
        .then_some(value.trim())
    }

    /// Reads a line above the header: labels, and their values after, beside or below them.
    pub(in crate::format) fn read_line(&mut self, row: &Row<'_>, profile: &ProfileDefinition) {
        if content::count_filled(row) == 0 {
            return;
        }
        for (index, role) in std::mem::take(&mut self.pending_below) {
            if let Some(cell) = row.cells().get(index) {
                self.push_value(role, &content::text(cell), cell.span);
            }
        }
        let unlabelled = profile
            .preamble
            .iter()
            .find(|label| label.labels.is_empty() && label.role.is_balance());
        if let Some(role) = unlabelled.map(|label| label.role) {
            self.unlabelled
                .extend(balance_of_line(row).map(|(text, span)| (role, text, span)));
        }
        for (index, cell) in row.cells().iter().take(MAX_CELLS).enumerate() {
            let text = content::text(cell);
            for label in &profile.preamble {
                if label.role == LabelRole::Iban
                    && label.labels.is_empty()
                    && Iban::parse(&text).is_ok()
                {
                    self.push_value(label.role, &text, cell.span);
                }
                let Some(rest) = label
                    .labels
                    .iter()
                    .find_map(|known| Self::after_label(&text, known))
                else {
                    continue;
                };
                if label.value_below {
                    self.pending_below.push((index, label.role));
                    continue;
                }
                let mut beside = row.cells().iter().skip(index + 1);
                let filled = beside.clone().find(|cell| !content::is_blank(cell));
                // The cell beside a label without a value may be the next label.
                let is_value = |cell: &&Cell<'_>| !Self::is_label(Some(*cell), profile);
                match filled.or_else(|| beside.next()).filter(is_value) {
                    Some(value) if rest.is_empty() => {
                        let text = content::text(value);
                        // A balance may have its currency in the next cell.
                        let after = row
                            .cells()
                            .iter()
                            .skip_while(|cell| cell.span != value.span)
                            .skip(1);
                        let next = after
                            .filter(|_| label.role.is_balance())
                            .find(|cell| !content::is_blank(cell))
                            .map(content::text);
                        let text = match next.filter(|text| Currency::parse(text).is_ok()) {
                            Some(currency) => format!("{text} {currency}").into(),
                            None => text,
                        };
                        self.push_value(label.role, &text, value.span);
                    }
                    _ => self.push_value(label.role, rest, cell.span),
                }
            }
        }
    }

    fn push_value(&mut self, role: LabelRole, text: &str, span: Span) {
        let text = collapse_spaces(text);
        let value = match role {
            LabelRole::Iban => find_iban(&text).unwrap_or(&text).to_owned(),
            LabelRole::Account => find_account(&text).to_owned(),
            LabelRole::Card => find_card(&text),
            LabelRole::Currency => {
                let currency = find_currency(&text);
                self.unreadable_currencies
                    .extend((currency.is_none() && !text.is_empty()).then_some(span));
                currency.map_or(String::new(), |currency| currency.code().to_owned())
            }
            _ => text.into_owned(),
        };
        self.values.push((role, value, span));
    }

    /// Returns the first value with a role that is not empty, if possible one with a known label.
    pub(in crate::format) fn get(&self, role: LabelRole) -> Option<(&str, Span)> {
        let mut labelled = self
            .values
            .iter()
            .chain(&self.unlabelled)
            .filter(|(known, value, _)| *known == role && !value.is_empty());
        labelled
            .next()
            .map(|(_, value, span)| (value.as_str(), *span))
    }

    /// Returns the first and the last date of the period of the statement, if the file names them.
    pub(in crate::format) fn period(&self, patterns: &[String]) -> [Option<Date>; 2] {
        let day = |role| {
            self.get(role)
                .and_then(|(text, _)| date::parse(text, patterns))
        };
        let both = self.get(LabelRole::Period).map_or([None; 2], |(text, _)| {
            let mut days = text.char_indices().filter_map(|(at, _)| {
                let before = text.get(..at)?.chars().next_back();
                let rest = text
                    .get(at..)
                    .filter(|_| !before.is_some_and(|character| character.is_ascii_digit()))?;
                date::parse_prefix(rest, patterns).map(|(day, _)| day)
            });
            [days.next(), days.next()]
        });
        let [start, end] = both;
        [
            day(LabelRole::PeriodStart).or(start),
            day(LabelRole::PeriodEnd).or(end),
        ]
    }

    /// Returns the balances, dates and currencies that can't be read: each with its span and what was expected.
    pub(in crate::format) fn unreadable_values<'p>(
        &'p self,
        style: &'p Style,
    ) -> impl Iterator<Item = (Span, &'static str)> {
        let is_number = |text: &str| number::parse_with_currency(text, &style.numbers).is_some();
        let is_day = |text: &str| date::parse(text, &style.dates).is_some();
        let values = self
            .values
            .iter()
            .filter(|(_, text, _)| !text.is_empty())
            .filter_map(move |(role, text, span)| {
                let (read, expected) = match role {
                    LabelRole::OpeningBalance | LabelRole::ClosingBalance => {
                        (is_number(text), "a balance")
                    }
                    LabelRole::EntryCount => {
                        (text.parse::<usize>().is_ok(), "a number of bookings")
                    }
                    LabelRole::PeriodStart | LabelRole::PeriodEnd => (is_day(text), "a date"),
                    _ => return None,
                };
                (!read).then_some((*span, expected))
            });
        values.chain(
            self.unreadable_currencies
                .iter()
                .map(|span| (*span, "a currency")),
        )
    }

    /// Returns whether the next line has the values of labels above it.
    pub(in crate::format) fn expects_values_below(&self) -> bool {
        !self.pending_below.is_empty()
    }
}

/// Returns the text of a label as a profile writes it, without its colon or asterisk.
pub(in crate::format) fn label_text(label: &str) -> &str {
    let is_prefix = label.ends_with('*');
    label
        .trim_end_matches(if is_prefix { '*' } else { ':' })
        .trim_end()
}

/// Returns the balance of a line that is a text, a number and a currency, each in its own cell.
fn balance_of_line(row: &Row<'_>) -> Option<(String, Span)> {
    let mut filled = row.cells().iter().filter(|cell| !content::is_blank(cell));
    let (label, number, currency) = (filled.next()?, filled.next()?, filled.next()?);
    let [label_text, text, code] = [label, number, currency].map(content::text);
    let is_balance = filled.next().is_none()
        && label_text.contains(char::is_alphabetic)
        && number::looks_like_number(&text)
        && Currency::parse(&code).is_ok();
    is_balance.then(|| (format!("{text} {code}"), number.span))
}

/// Splits a cell that contains several values.
fn split_parts(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ';', '/']).map(str::trim)
}

/// Returns the part of a cell that is an IBAN, or else looks like one.
fn find_iban(text: &str) -> Option<&str> {
    let words = || text.split(' ').filter(|word| word.len() > 14);
    let is_iban = |part: &&str| Iban::parse(part).is_ok();
    let whole = split_parts(text)
        .find(is_iban)
        .or_else(|| words().find(is_iban));
    whole.or_else(|| {
        split_parts(text)
            .chain(words())
            .find(|part| Iban::looks_like(part))
    })
}

/// Returns the IBAN or the number of an account in a cell that may hold other text, or an empty text if the cell has no digit, like the
/// name of a product.
fn find_account(text: &str) -> &str {
    if let Some(iban) = find_iban(text) {
        return iban;
    }
    // Many banks write a slash within a number, and none a comma.
    let Some(part) = text
        .split([',', ';'])
        .map(str::trim)
        .find(|part| part.contains(|character: char| character.is_ascii_digit()))
    else {
        return "";
    };
    // Longer words before a number are the name of a product; up to three letters may belong to the number.
    let is_word = |word: &str| {
        word.chars().count() > 3 && !word.contains(|character: char| character.is_ascii_digit())
    };
    let start = part
        .split_inclusive(' ')
        .take_while(|word| is_word(word.trim_end()))
        .map(str::len)
        .sum();
    let part = part.get(start..).unwrap_or(part);
    if !part.starts_with(|first: char| first.is_ascii_digit()) {
        return part;
    }
    let is_end = |at: usize| {
        part.get(at + 1..)
            .is_some_and(|rest| rest.starts_with(|next: char| !next.is_ascii_digit()))
    };
    let end = part.match_indices([' ', '/']).find(|(at, _)| is_end(*at));
    end.and_then(|(end, _)| part.get(..end)).unwrap_or(part)
}

/// Returns the masked number of a card in a cell that may hold other text.
fn find_card(text: &str) -> String {
    let is_mask = |character: char| {
        character.is_ascii_digit() || matches!(character, '*' | '\u{2022}' | 'x' | 'X' | '-')
    };
    let is_part = |word: &&str| word.chars().all(is_mask) && word.len() > 1;
    let masked = text
        .split(' ')
        .skip_while(|word| !is_part(word))
        .take_while(is_part);
    masked.collect::<Vec<_>>().join(" ")
}

/// Returns the currency that a cell names, if it names only one.
fn find_currency(text: &str) -> Option<Currency> {
    let mut named = currencies_in(text).map(|(_, currency, _)| currency);
    let first = named.next()?;
    named.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Profile;
    use crate::format::table::Rows;

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
            let mut row = Row::default();
            Rows::new(text, b';').next_row(&mut row);
            let mut preamble = Preamble::default();
            preamble.read_line(
                &row,
                Profile::by_id("deutsche-bank-account")
                    .unwrap()
                    .definition(),
            );
            assert_eq!(
                preamble
                    .get(LabelRole::OpeningBalance)
                    .map(|(value, _)| value),
                expected,
                "{text}"
            );
        }
        // A known label is preferred.
        let mut preamble = Preamble::default();
        for text in [
            "Kredit;;;;5.000,00;EUR",
            "Letzter Kontostand;;;;1.000,00;EUR",
        ] {
            let mut row = Row::default();
            Rows::new(text, b';').next_row(&mut row);
            preamble.read_line(
                &row,
                Profile::by_id("deutsche-bank-account")
                    .unwrap()
                    .definition(),
            );
        }
        assert_eq!(
            preamble
                .get(LabelRole::OpeningBalance)
                .map(|(value, _)| value),
            Some("1.000,00 EUR")
        );
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
