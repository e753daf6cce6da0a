use super::model::{CreditDebit, Transaction};
use crate::record::push_quoted;
use crate::value::{AccountIdentifier, Amount, Currency, Date, Text};

/// The values of a transaction of which the rules have nothing to say, none of them copied yet.
#[derive(Clone, Copy)]
pub(crate) struct Values<'v> {
    pub(crate) account: &'v str,
    pub(crate) id: &'v str,
    /// Empty where there is none.
    pub(crate) text: &'v str,
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
        json.push_str("{\"accountIdentifier\":");
        push_quoted(json, self.account);
        json.push_str(",\"transactionId\":");
        push_quoted(json, self.id);
        if !self.text.is_empty() {
            json.push_str(",\"text\":");
            push_quoted(json, self.text);
        }
        json.push_str(match self.direction {
            CreditDebit::Credit => ",\"creditDebit\":\"credit\",\"amount\":\"",
            CreditDebit::Debit => ",\"creditDebit\":\"debit\",\"amount\":\"",
        });
        self.amount.push_to(json);
        json.push_str("\",\"currency\":\"");
        json.push_str(self.currency.code());
        if let Some((amount, currency)) = self.original {
            json.push_str("\",\"originalAmount\":\"");
            amount.push_to(json);
            json.push_str("\",\"originalCurrency\":\"");
            json.push_str(currency.code());
        }
        let days = [
            (self.purchased, "\",\"purchasedAt\":\""),
            (self.valuta, "\",\"valutaAt\":\""),
            (self.booked, "\",\"bookedAt\":\""),
        ];
        for (day, name) in days {
            if let Some(day) = day {
                json.push_str(name);
                day.push_to(json);
            }
        }
        json.push_str("\"}");
    }
}
