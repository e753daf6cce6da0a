use simdutf8::basic::from_utf8;

use super::model::{CreditDebit, Transaction};
use crate::record::{push_plain, push_quoted};
use crate::value::{AccountIdentifier, Amount, Currency, Date, Text};

/// The values of a transaction of which the rules have nothing to say, none of them copied yet.
#[derive(Clone, Copy)]
pub(crate) struct Values<'v> {
    pub(crate) account: &'v str,
    pub(crate) id: &'v str,
    /// Empty where there is none.
    pub(crate) text: &'v str,
    /// Whether it is known that JSON takes the text as it stands.
    pub(crate) needs_no_escape: bool,
    pub(crate) direction: CreditDebit,
    pub(crate) amount: Amount,
    pub(crate) currency: Currency,
    pub(crate) original: Option<(Amount, Currency)>,
    pub(crate) purchased: Option<Date>,
    pub(crate) valuta: Option<Date>,
    pub(crate) booked: Option<Date>,
}

impl Values<'_> {
    /// The transaction itself.
    pub(crate) fn build(&self) -> Transaction {
        let account = AccountIdentifier::of_checked(self.account);
        let mut transaction = Transaction::new(account, self.amount, self.currency);
        transaction.transaction_id = Some(Text::of_checked(self.id));
        transaction.text = Some(self.text).filter(|text| !text.is_empty()).map(Text::of_checked);
        transaction.credit_debit = Some(self.direction);
        (transaction.original_amount, transaction.original_currency) = self.original.unzip();
        transaction.purchased_at = self.purchased;
        transaction.valuta_at = self.valuta;
        transaction.booked_at = self.booked;
        transaction
    }

    /// Appends what the transaction itself would append.
    pub(crate) fn push_json(&self, json: &mut String) {
        let mut rest = Short { bytes: [0; MOST], length: 0 };
        self.write_rest(&mut rest);
        json.push_str("{\"accountIdentifier\":");
        push_quoted(json, self.account);
        json.push_str(",\"transactionId\":");
        push_quoted(json, self.id);
        if !self.text.is_empty() {
            json.push_str(",\"text\":");
            if self.needs_no_escape { push_plain(json, self.text) } else { push_quoted(json, self.text) }
        }
        json.push_str(rest.as_str());
    }

    /// Writes all that stands behind the text: one short text after another costs more than all of them together.
    fn write_rest(&self, json: &mut Short) {
        json.push(match self.direction {
            CreditDebit::Credit => b",\"creditDebit\":\"credit\",\"amount\":\"",
            CreditDebit::Debit => b",\"creditDebit\":\"debit\",\"amount\":\"",
        });
        self.amount.show(|amount| json.push(amount));
        json.push(b"\",\"currency\":\"");
        json.push(&self.currency.letters());
        if let Some((amount, currency)) = self.original {
            json.push(b"\",\"originalAmount\":\"");
            amount.show(|amount| json.push(amount));
            json.push(b"\",\"originalCurrency\":\"");
            json.push(&currency.letters());
        }
        // Most payments are booked and count on one day.
        let valuta = self.valuta.map(Date::shown);
        let shown = |day: Option<Date>| if day == self.valuta { valuta } else { day.map(Date::shown) };
        if let Some(day) = shown(self.purchased) {
            json.push(b"\",\"purchasedAt\":\"");
            json.push(&day);
        }
        if let Some(day) = valuta {
            json.push(b"\",\"valutaAt\":\"");
            json.push(&day);
        }
        if let Some(day) = shown(self.booked) {
            json.push(b"\",\"bookedAt\":\"");
            json.push(&day);
        }
        json.push(b"\"}");
    }
}

/// More than what stands behind the text ever takes.
const MOST: usize = 320;

/// A short text that is put together from shorter ones.
struct Short {
    bytes: [u8; MOST],
    length: usize,
}

impl Short {
    #[inline]
    fn push(&mut self, part: &[u8]) {
        if let Some(place) = self.bytes.get_mut(self.length..self.length + part.len()) {
            place.copy_from_slice(part);
            self.length += part.len();
        }
    }

    fn as_str(&self) -> &str {
        self.bytes.get(..self.length).and_then(|bytes| from_utf8(bytes).ok()).unwrap_or_default()
    }
}
