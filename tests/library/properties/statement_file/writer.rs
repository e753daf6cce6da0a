//! Writes the lines of a statement in a format.

use std::ops::RangeInclusive;

use universal_accounting::format;
use universal_accounting::internals::profile::{LabelRole, definition_of};
use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{AccountIdentifier, Amount, Currency, Date, Text};

use super::file::{Chunk, Proof};
use super::formats::{CARD_ACCOUNT, Format, LANGUAGES};
use crate::format::identity::reference_id;
use crate::properties::statement::{Booking, State, Statement, iso, money, swiss};

fn collapse_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) struct Writer<'s> {
    pub(super) format: &'s Format,
    pub(super) statement: &'s Statement,
    pub(super) language: usize,
    pub(super) style: usize,
}

impl Writer<'_> {
    /// Some banks end every line with a delimiter, some only the header, some only the rows.
    fn has_last_delimiter(&self, is_header: bool) -> bool {
        (self.format.profile == "ubs-account") != (!is_header && self.style / 3 == 1)
    }

    fn row(&self, cells: &[String], texts: &[bool], is_header: bool) -> String {
        let delimiter = self.format.delimiter();
        let cells = cells.iter().zip(texts).map(|(cell, is_text)| {
            let must_quote = cell.contains(['"', '\n', '\r']) || cell.contains(delimiter);
            let is_styled = self.style % 3 == 2 || self.style % 3 == 1 && *is_text;
            if must_quote || is_styled {
                format!("\"{}\"", cell.replace('"', "\"\""))
            } else {
                cell.clone()
            }
        });
        let end = if self.has_last_delimiter(is_header) {
            delimiter
        } else {
            ""
        };
        format!("{}{end}\n", cells.collect::<Vec<_>>().join(delimiter))
    }

    pub(super) fn head(&self, opening: i64, closing: i64) -> String {
        let profile = definition_of(&format::Profile::by_id(self.format.profile).unwrap());
        let label = |role| {
            let labels = &profile
                .preamble
                .iter()
                .find(|label| label.role == role)
                .unwrap()
                .labels;
            &labels[self.language.min(labels.len() - 1)]
        };
        let account = &self.statement.accounts[0];
        let lines = match self.format.profile {
            "ubs-account" => vec![
                format!("{};0234 00103914.40;", label(LabelRole::Account)),
                format!(
                    "{};{} {};",
                    label(LabelRole::Iban),
                    &account[..4],
                    &account[4..]
                ),
                format!("{};{};", label(LabelRole::OpeningBalance), money(opening)),
                format!("{};{};", label(LabelRole::ClosingBalance), money(closing)),
                format!(
                    "{};{};",
                    label(LabelRole::Currency),
                    self.statement.currency
                ),
                String::new(),
            ],
            "postfinance-account" => vec![
                format!("{};=\"{account}\"", label(LabelRole::Iban)),
                format!(
                    "{};=\"{}\"",
                    label(LabelRole::Currency),
                    self.statement.currency
                ),
                String::new(),
            ],
            _ => Vec::new(),
        };
        let names = self.format.columns.iter().map(|key| {
            let column = profile
                .columns
                .iter()
                .find(|column| column.id == *key)
                .unwrap();
            let language = if self.format.languages() == 1 {
                "en"
            } else {
                LANGUAGES[self.language]
            };
            column.names[language]
                .last()
                .unwrap()
                .replace("{currency}", self.statement.currency)
        });
        let names: Vec<String> = names.collect();
        let header = self.row(&names, &vec![false; names.len()], true);
        format!(
            "{}{header}",
            lines
                .into_iter()
                .map(|line| line + "\n")
                .collect::<String>()
        )
    }

    /// Returns whether a row has a balance. `PostFinance` writes one only in the last row of each day.
    fn shows_balance(&self, index: usize) -> bool {
        let booking = &self.statement.bookings[index];
        let ends_day = self
            .statement
            .bookings
            .get(index + 1)
            .is_none_or(|next| next.day > booking.day);
        self.format.columns.contains(&"balance")
            && booking.state != State::Pending
            && (ends_day || self.format.profile != "postfinance-account")
    }

    /// Counts the balances of an account that can be compared, and the bookings that they confirm.
    pub(super) fn proof(&self, account: usize, days: RangeInclusive<u64>) -> Proof {
        let states_balances = self.format.profile == "ubs-account";
        let (mut proof, mut has_balance, mut open) = (Proof::default(), states_balances, 0);
        let mut compare = |open: &mut usize, has_balance: bool| {
            if has_balance {
                proof.compared += 1;
                proof.confirmed += *open;
            } else {
                proof.begins_with_skipped = *open == 0;
            }
            *open = 0;
        };
        for (index, booking) in self.statement.bookings.iter().enumerate() {
            if booking.account == account && days.contains(&booking.day) {
                open += usize::from(booking.state == State::Booked);
                if self.shows_balance(index) {
                    compare(&mut open, has_balance);
                    has_balance = true;
                }
            }
        }
        if states_balances {
            compare(&mut open, has_balance);
        }
        proof
    }

    pub(super) fn chunk(&self, index: usize, booking: &Booking) -> Chunk {
        let columns = self.format.columns;
        let texts: Vec<bool> = columns
            .iter()
            .map(|key| self.text_of(key, booking).is_some())
            .collect();
        let cells: Vec<String> = columns
            .iter()
            .map(|key| self.cell(key, index, booking))
            .collect();
        let mut text = self.row(&cells, &texts, false);
        let details = self.details(booking);
        for (cents, words) in details {
            let cells = columns.iter().map(|key| match *key {
                "individual-amount" => money(*cents),
                "currency" => self.statement.currency.to_owned(),
                "description-1" | "text" => words.clone(),
                _ => String::new(),
            });
            text.push_str(&self.row(&cells.collect::<Vec<_>>(), &texts, false));
        }
        let expected = (booking.state == State::Booked).then(|| self.expected(booking));
        Chunk {
            text,
            booking: index,
            details: details.len(),
            expected,
        }
    }

    fn details<'b>(&self, booking: &'b Booking) -> &'b [(i64, String)] {
        let has_any = matches!(self.format.profile, "raiffeisen-account")
            || self.format.columns.contains(&"individual-amount");
        if has_any { &booking.details } else { &[] }
    }

    /// Returns the text of a booking in a column, if it is a column of texts.
    fn text_of<'b>(&self, key: &str, booking: &'b Booking) -> Option<&'b str> {
        let [first, second, third] = &booking.texts;
        match key {
            "description-1" | "notification-text" | "text" | "merchant" => Some(first),
            "details" if self.format.profile == "raiffeisen-account" => Some(second),
            "description-2" | "place" => Some(second),
            "description-3" | "details" => Some(third),
            "country" => Some("CHE"),
            _ => None,
        }
    }

    fn cell(&self, key: &str, index: usize, booking: &Booking) -> String {
        if let Some(text) = self.text_of(key, booking) {
            return text.to_owned();
        }
        let date = |day| match (self.format.profile, self.format.variant) {
            ("postfinance-account", "2021") | ("ubs-account", _) => iso(day),
            ("postfinance-account", _) => swiss(day),
            ("raiffeisen-account", _) => iso(day) + " 00:00:00.0",
            _ => iso(day) + " 12:30:00",
        };
        let cents = booking.cents;
        let pending = booking.state == State::Pending;
        let amount = match self.format.profile {
            "viseca-card" => money(-cents),
            "raiffeisen-account" => money(cents)
                .trim_end_matches('0')
                .trim_end_matches('.')
                .to_owned(),
            _ => money(cents),
        };
        let (original, code) = booking.original.unwrap_or((cents, self.statement.currency));
        let words = [
            ("Belastung", "Gutschrift"),
            ("Debit", "Credit"),
            ("Débit", "Crédit"),
            ("Addebito", "Accredito"),
        ];
        let (out, into) = words[self.language];
        match key {
            "trade-date" => date(booking.purchased),
            "date" if self.format.profile == "viseca-card" => date(booking.purchased),
            "booking-date" if pending => String::new(),
            "booking-date" | "date" | "booked-at" => date(booking.day),
            "value-date" => date(booking.valuta),
            "currency" => self.statement.currency.to_owned(),
            "debit" if cents < 0 => amount,
            "credit" if cents >= 0 => amount,
            "amount" => amount,
            "direction" => (if cents < 0 { out } else { into }).to_owned(),
            "balance" if self.shows_balance(index) => money(booking.balance),
            "transaction-number" | "transaction-id" => booking.bank_id.clone().unwrap_or_default(),
            "iban" => self.statement.accounts[booking.account].clone(),
            "original-amount" => money(original),
            "original-currency" => code.to_owned(),
            "state" => (if pending { "PENDING" } else { "BOOKED" }).to_owned(),
            "trade-time" => "12:30:00".to_owned(),
            "rate" => "1.0583".to_owned(),
            "type" => "Buchung".to_owned(),
            _ => String::new(),
        }
    }

    fn expected(&self, booking: &Booking) -> Transaction {
        let Format {
            profile, columns, ..
        } = *self.format;
        let account = if profile == "viseca-card" {
            CARD_ACCOUNT
        } else {
            &self.statement.accounts[booking.account]
        };
        let mut expected = Transaction::new(
            AccountIdentifier::parse(account).unwrap(),
            Amount::parse(money(booking.cents).trim_start_matches('-')).unwrap(),
            Currency::parse(self.statement.currency).unwrap(),
        );
        let direction = if booking.cents < 0 {
            CreditDebit::Debit
        } else {
            CreditDebit::Credit
        };
        expected.credit_debit = Some(direction);
        let mut texts: Vec<String> = Vec::new();
        for text in columns
            .iter()
            .filter_map(|key| self.text_of(key, booking))
            .map(collapse_whitespace)
        {
            if !text.is_empty() && !texts.contains(&text) {
                texts.push(text);
            }
        }
        let details = self.details(booking).iter().map(|(cents, words)| {
            let part = if profile == "ubs-account" {
                money(cents.abs()) + " "
            } else {
                String::new()
            };
            part + &collapse_whitespace(words)
        });
        let all: Vec<String> = [texts.join("; ")].into_iter().chain(details).collect();
        expected.text = Text::parse(&all.join(" | ")).ok();
        let date = |day| Some(Date::parse(&iso(day)).unwrap());
        let has = |key| columns.contains(&key);
        expected.booked_at = if profile == "viseca-card" {
            None
        } else {
            date(booking.day)
        };
        expected.valuta_at = if has("value-date") {
            date(booking.valuta)
        } else {
            None
        };
        let has_purchase_date = match profile {
            "postfinance-account" => booking.original.is_some(),
            other => other != "raiffeisen-account",
        };
        expected.purchased_at = if has_purchase_date {
            date(booking.purchased)
        } else {
            None
        };
        let has_original = profile == "ubs-account" || has("original-amount");
        if let Some((cents, code)) = booking.original
            && has_original
            && code != self.statement.currency
        {
            expected.original_amount = Some(Amount::parse(&money(cents)).unwrap());
            expected.original_currency = Some(Currency::parse(code).unwrap());
        }
        if matches!(profile, "ubs-account" | "viseca-card")
            && let Some(reference) = &booking.bank_id
        {
            let id = reference_id(reference, &expected);
            expected.transaction_id = Some(Text::parse(&id).unwrap());
        }
        expected
    }
}
