//! Statements as files, in the formats of several banks.

use std::ops::RangeInclusive;

use universal_accounting::format;
use universal_accounting::internals::profile::{LabelRole, definition_of};
use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{AccountIdentifier, Amount, Currency, Date, Text};

use crate::format::identity::reference_id;
use crate::properties::statement::{Booking, State, Statement, iso, money, swiss};

/// A version of a bank's format.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Format {
    pub(crate) profile: &'static str,
    pub(crate) variant: &'static str,
    columns: &'static [&'static str],
}

pub(crate) static FORMATS: [Format; 11] = [
    Format {
        profile: "ubs-account",
        variant: "2022-11",
        columns: &[
            "trade-date",
            "trade-time",
            "booking-date",
            "value-date",
            "currency",
            "debit",
            "credit",
            "individual-amount",
            "balance",
            "transaction-number",
            "description-1",
            "description-2",
            "description-3",
            "footnotes",
        ],
    },
    Format {
        profile: "ubs-account",
        variant: "2022-09",
        columns: &[
            "trade-date",
            "booking-date",
            "value-date",
            "currency",
            "amount",
            "direction",
            "balance",
            "transaction-number",
            "description-1",
            "description-2",
            "description-3",
        ],
    },
    Format {
        profile: "postfinance-account",
        variant: "2024-with-balance",
        columns: &[
            "date",
            "type",
            "notification-text",
            "credit",
            "debit",
            "label",
            "category",
            "value-date",
            "balance",
        ],
    },
    Format {
        profile: "postfinance-account",
        variant: "2024",
        columns: &[
            "date",
            "type",
            "notification-text",
            "credit",
            "debit",
            "label",
            "category",
        ],
    },
    Format {
        profile: "postfinance-account",
        variant: "2021",
        columns: &[
            "date",
            "notification-text",
            "credit",
            "debit",
            "value-date",
            "balance",
        ],
    },
    Format {
        profile: "postfinance-account",
        variant: "2023",
        columns: &["date", "type", "notification-text", "credit", "debit"],
    },
    Format {
        profile: "raiffeisen-account",
        variant: "2024-07",
        columns: &[
            "iban",
            "booked-at",
            "text",
            "details",
            "amount",
            "balance",
            "value-date",
        ],
    },
    Format {
        profile: "raiffeisen-account",
        variant: "2018",
        columns: &[
            "iban",
            "booked-at",
            "text",
            "amount",
            "balance",
            "value-date",
        ],
    },
    Format {
        profile: "viseca-card",
        variant: "2025-with-rate",
        columns: &[
            "transaction-id",
            "card",
            "date",
            "value-date",
            "amount",
            "currency",
            "original-amount",
            "original-currency",
            "merchant",
            "place",
            "country",
            "details",
            "state",
            "type",
            "rate",
        ],
    },
    Format {
        profile: "viseca-card",
        variant: "2023",
        columns: &[
            "transaction-id",
            "date",
            "value-date",
            "amount",
            "currency",
            "original-amount",
            "original-currency",
            "merchant",
            "place",
            "details",
            "state",
        ],
    },
    Format {
        profile: "viseca-card",
        variant: "without-original",
        columns: &[
            "transaction-id",
            "card",
            "date",
            "value-date",
            "amount",
            "currency",
            "merchant",
            "place",
            "details",
            "state",
            "type",
        ],
    },
];

pub(crate) const CARD_ACCOUNT: &str = "XXXX XXXX XXXX 1234";
const LANGUAGES: [&str; 4] = ["de", "en", "fr", "it"];

fn collapse_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The rows of a booking in a file: its row and the rows of its details.
#[derive(Debug, Clone)]
pub(crate) struct Chunk {
    pub(crate) text: String,
    /// The index of the booking in the statement.
    pub(crate) booking: usize,
    pub(crate) details: usize,
    /// The transaction that it must be converted to, without a derived id.
    pub(crate) expected: Option<Transaction>,
}

/// A statement as a file.
#[derive(Debug, Clone)]
pub(crate) struct File {
    pub(crate) head: String,
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) tail: String,
    pub(crate) proof: Proof,
}

/// What the balances of a file prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Proof {
    /// The number of balances that can be compared with the one before.
    pub(crate) compared: usize,
    /// The number of bookings that balances confirm.
    pub(crate) confirmed: usize,
    /// Whether the oldest balance is that of a row that is no transaction.
    pub(crate) begins_with_skipped: bool,
}

impl File {
    pub(crate) fn text(&self) -> String {
        let chunks: String = self
            .chunks
            .iter()
            .map(|chunk| chunk.text.as_str())
            .collect();
        format!("{}{chunks}{}", self.head, self.tail)
    }
}

impl Format {
    pub(crate) fn languages(&self) -> usize {
        if matches!(self.profile, "ubs-account" | "postfinance-account") {
            LANGUAGES.len()
        } else {
            1
        }
    }

    fn is_newest_first(&self) -> bool {
        self.profile != "raiffeisen-account"
    }

    pub(crate) fn delimiter(&self) -> &'static str {
        if self.profile == "viseca-card" {
            ","
        } else {
            ";"
        }
    }

    /// Writes some days of the statement as a file. Style 0 quotes only cells that must be quoted, style 1 quotes all texts, and style 2
    /// quotes all cells; styles 3 to 5 are the same with another delimiter at line ends.
    pub(crate) fn write(
        &self,
        statement: &Statement,
        days: RangeInclusive<u64>,
        language: usize,
        style: usize,
    ) -> File {
        let before =
            |booking: &&Booking| booking.state == State::Booked && booking.day < *days.start();
        let opening = statement.opening
            + statement
                .bookings
                .iter()
                .filter(before)
                .map(|booking| booking.cents)
                .sum::<i64>();
        let mut chosen: Vec<(usize, &Booking)> = statement
            .bookings
            .iter()
            .enumerate()
            .filter(|(_, booking)| days.contains(&booking.day))
            .collect();
        let moved = chosen
            .iter()
            .filter(|(_, booking)| booking.state == State::Booked);
        let closing = opening + moved.map(|(_, booking)| booking.cents).sum::<i64>();
        if self.is_newest_first() {
            chosen.reverse();
        }
        // Only a second row shows that all rows end otherwise than the header.
        let style = if chosen.len() > 1 { style } else { style % 3 };
        let writer = Writer {
            format: self,
            statement,
            language,
            style,
        };
        let chunks: Vec<Chunk> = chosen
            .iter()
            .map(|(index, booking)| writer.chunk(*index, booking))
            .collect();
        // The balances of an account without transactions count only where no account has any.
        let is_booked = |account: usize| {
            let mut bookings = chosen.iter().map(|(_, booking)| booking);
            bookings.any(|booking| booking.account == account && booking.state == State::Booked)
        };
        let all = 0..statement.accounts.len();
        let none_is_booked = !all.clone().any(is_booked);
        let accounts = all.filter(|account| none_is_booked || is_booked(*account));
        let proofs = accounts.map(|account| writer.proof(account, days.clone()));
        let proof = proofs.fold(Proof::default(), |all, next| Proof {
            compared: all.compared + next.compared,
            confirmed: all.confirmed + next.confirmed,
            begins_with_skipped: all.begins_with_skipped || next.begins_with_skipped,
        });
        let tail = if self.profile == "postfinance-account" {
            "\nDisclaimer:\nDies ist kein Beleg.\n"
        } else {
            ""
        };
        File {
            head: writer.head(opening, closing),
            chunks,
            tail: tail.to_owned(),
            proof,
        }
    }
}

struct Writer<'s> {
    format: &'s Format,
    statement: &'s Statement,
    language: usize,
    style: usize,
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

    fn head(&self, opening: i64, closing: i64) -> String {
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
    fn proof(&self, account: usize, days: RangeInclusive<u64>) -> Proof {
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

    fn chunk(&self, index: usize, booking: &Booking) -> Chunk {
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
