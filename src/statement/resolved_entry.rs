use std::borrow::Cow;

use rust_decimal::Decimal;
use simdutf8::basic::from_utf8;

use super::entry::{CurrencyCode, Entry, EntryAmount, OriginalPayment};
use crate::record::{
    Field, Fields, Record, RecordRules, is_clean, is_clean_without_card_search, push_quoted,
    push_unescaped,
};
use crate::source::{Certain, Span};
use crate::transactions::field_index::{
    ACCOUNT_IDENTIFIER, AMOUNT, CREDIT_DEBIT, CURRENCY, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY, TEXT,
    TRANSACTION_ID,
};
use crate::transactions::{CreditDebit, Transaction, TransactionRules};
use crate::value::{AccountIdentifier, Amount, Currency, Date, Text, with_currency_decimals};

/// An entry with its account, currency, id and text: everything that a transaction is built from.
#[derive(Debug, Clone, Copy)]
pub(super) struct ResolvedEntry<'d> {
    pub(super) entry: &'d Entry<'d>,
    pub(super) account: &'d str,
    pub(super) currency: &'d CurrencyCode<'d>,
    pub(super) amount: EntryAmount,
    pub(super) id: &'d str,
    /// Whether the id is known to contain no card number.
    pub(super) id_has_no_card: bool,
    /// The text, with masked card numbers.
    pub(super) text: &'d str,
    /// Whether the text is known to need no escapes in JSON.
    pub(super) needs_no_escape: bool,
    /// The amount and currency of the payment, if the payment was in another currency.
    pub(super) original: OriginalPayment,
}

impl<'d> ResolvedEntry<'d> {
    /// Gives the amounts the decimals that they need, at least those of the minor units of their currencies, and clears the original payment if
    /// it is in the currency of the entry. An original amount without a currency, or the reverse, is not cleared: a rule of the record reports it.
    #[inline]
    pub(super) fn in_minor_units(mut self) -> Self {
        let currency = self.currency.known();
        self.amount.value =
            with_currency_decimals(self.amount.value, currency.and_then(Currency::minor_units));
        let original_currency = self.original.currency.map(|(currency, _)| currency);
        if original_currency.is_some() && original_currency == currency {
            self.original = OriginalPayment::default();
        } else if let Some((amount, _)) = &mut self.original.amount {
            *amount =
                with_currency_decimals(*amount, original_currency.and_then(Currency::minor_units));
        }
        self
    }

    /// Returns the value of an amount field.
    fn amount_of(&self, field: usize) -> Option<Decimal> {
        match field {
            AMOUNT => Some(self.amount.value),
            ORIGINAL_AMOUNT => self.original.amount.map(|(amount, _)| amount),
            _ => None,
        }
    }

    /// Returns the text of a field and its span, which is the row if the field has no cell. `None` if the field is absent.
    fn value(&self, field: usize) -> Option<(Cow<'d, str>, Span)> {
        let row = self.entry.position.span;
        Some(match field {
            ACCOUNT_IDENTIFIER => (Cow::Borrowed(self.account), row),
            TRANSACTION_ID => (Cow::Borrowed(self.id), self.entry.bank_id_span),
            TEXT => (
                Cow::Borrowed(Some(self.text).filter(|text| !text.is_empty())?),
                row,
            ),
            CREDIT_DEBIT => (
                Cow::Borrowed(self.amount.direction.as_str()),
                self.amount.span,
            ),
            AMOUNT => (Cow::Owned(self.amount.value.to_string()), self.amount.span),
            CURRENCY => (Cow::Borrowed(&**self.currency), self.entry.currency_span),
            ORIGINAL_AMOUNT => self
                .original
                .amount
                .map(|(amount, span)| (Cow::Owned(amount.to_string()), span))?,
            ORIGINAL_CURRENCY => {
                let (currency, span) = self.original.currency?;
                (Cow::Owned(currency.code().to_owned()), span)
            }
            _ => self
                .entry
                .dates
                .in_field(field)
                .map(|(date, span)| (Cow::Owned(date.to_string()), span))?,
        })
    }

    /// Converts the entry to a record, to be checked by the rules.
    pub(super) fn build_record(&self) -> Record<'d> {
        let mut record = Record::new("", Transaction::FIELDS, self.entry.position.span);
        record.offers_fixes = false;
        for field in 0..Transaction::FIELDS.len() {
            if let Some((text, span)) = self.value(field) {
                record.set_text(field, text, span);
            }
        }
        // The account was checked when it was resolved.
        record.set_checked(ACCOUNT_IDENTIFIER);
        record
    }

    /// The fast path of checking: returns a valid entry if it is certain, without building a record, that the rules report nothing. `None` may be a
    /// false negative, and the record must be checked.
    pub(super) fn check_fast(self) -> Option<ValidEntry<'d>> {
        let currency = self.currency.known()?;
        let original = match (self.original.amount, self.original.currency) {
            (None, None) => None,
            (Some(_), Some((currency, _))) => Some((self.small_amount(ORIGINAL_AMOUNT)?, currency)),
            _ => return None,
        };
        let amount = self.small_amount(AMOUNT)?;
        let check = |is_clean: fn(&Field, &str) -> bool, field: usize, text: &str| {
            Transaction::FIELDS
                .get(field)
                .is_some_and(|field| is_clean(field, text))
        };
        let is_clean_id = if self.id_has_no_card {
            is_clean_without_card_search
        } else {
            is_clean
        };
        // Dates and directions are always valid. Currencies that are not active are left to the rules.
        let is_clean_entry = check(is_clean_id, TRANSACTION_ID, self.id)
            && (self.text.is_empty() || check(is_clean_without_card_search, TEXT, self.text))
            && Currency::is_active(currency.letters())
            && original.is_none_or(|(_, currency)| Currency::is_active(currency.letters()))
            && Text::check(self.account).is_ok();
        let ResolvedEntry {
            entry,
            account,
            id,
            text,
            needs_no_escape,
            ..
        } = self;
        (is_clean_entry && TransactionRules::all_hold(&self)).then_some(ValidEntry {
            entry,
            account,
            id,
            text,
            needs_no_escape,
            direction: self.amount.direction,
            amount,
            currency,
            original,
        })
    }

    /// Returns the amount in a field if it has fewer digits than a card number, so that the rules of amounts report nothing.
    fn small_amount(&self, field: usize) -> Option<Amount> {
        let amount = self.amount_of(field)?;
        if amount.mantissa() < 10_i128.pow(12) {
            Amount::try_from(amount).ok()
        } else {
            None
        }
    }
}

impl Fields for ResolvedEntry<'_> {
    #[inline]
    fn has(&self, field: usize) -> bool {
        match field {
            ACCOUNT_IDENTIFIER | TRANSACTION_ID | CREDIT_DEBIT | AMOUNT | CURRENCY => true,
            TEXT => !self.text.is_empty(),
            ORIGINAL_AMOUNT => self.original.amount.is_some(),
            ORIGINAL_CURRENCY => self.original.currency.is_some(),
            _ => self.entry.dates.in_field(field).is_some(),
        }
    }

    fn text(&self, field: usize) -> Option<Cow<'_, str>> {
        self.value(field).map(|(text, _)| text)
    }

    #[inline]
    fn with_bytes<R>(&self, field: usize, take: impl FnOnce(&[u8]) -> R) -> Option<R> {
        match self.day(field) {
            Some(day) => Some(take(&day.to_ascii())),
            None => self.text(field).map(|text| take(text.as_bytes())),
        }
    }

    #[inline]
    fn letters(&self, currency: usize) -> Option<[u8; 3]> {
        let original_currency = || self.original.currency.map(|(currency, _)| currency);
        let currency = if currency == CURRENCY {
            self.currency.known()
        } else {
            original_currency()
        };
        currency.map(Currency::letters)
    }

    #[inline]
    fn is_active(&self, currency: usize) -> Option<bool> {
        // `check_fast` leaves entries in currencies that are not active to the rules.
        self.has(currency).then_some(true)
    }

    #[inline]
    fn decimals(&self, amount: usize) -> Option<usize> {
        usize::try_from(self.amount_of(amount)?.scale()).ok()
    }

    #[inline]
    fn day(&self, field: usize) -> Option<Date> {
        self.entry.dates.in_field(field).map(|(date, _)| date)
    }

    #[inline]
    fn is_before(&self, first: usize, second: usize) -> bool {
        self.day(first)
            .zip(self.day(second))
            .is_some_and(|(first, second)| first < second)
    }
}

/// A resolved entry for which the rules report nothing.
pub(super) struct ValidEntry<'d> {
    entry: &'d Entry<'d>,
    account: &'d str,
    id: &'d str,
    text: &'d str,
    needs_no_escape: bool,
    direction: CreditDebit,
    amount: Amount,
    currency: Currency,
    original: Option<(Amount, Currency)>,
}

impl ValidEntry<'_> {
    pub(super) fn to_transaction(&self) -> Transaction {
        let mut transaction = Transaction::new(
            AccountIdentifier::from_checked(self.account),
            self.amount,
            self.currency,
        );
        transaction.transaction_id = Some(Text::from_checked(self.id));
        transaction.text = Some(self.text)
            .filter(|text| !text.is_empty())
            .map(Text::from_checked);
        transaction.credit_debit = Some(self.direction);
        (transaction.original_amount, transaction.original_currency) = self.original.unzip();
        let [purchased, valuta, booked] = self.entry.dates.as_array();
        (
            transaction.purchased_at,
            transaction.valuta_at,
            transaction.booked_at,
        ) = (purchased, valuta, booked);
        transaction
    }

    /// Appends the same JSON as [`to_transaction`](Self::to_transaction)`().push_json(json)`.
    pub(super) fn push_json(&self, json: &mut String) {
        let mut after_text = FixedBuffer {
            bytes: [0; MAX_LENGTH_AFTER_TEXT],
            length: 0,
        };
        self.write_after_text(&mut after_text);
        json.push_str("{\"accountIdentifier\":");
        push_quoted(json, self.account);
        json.push_str(",\"transactionId\":");
        push_quoted(json, self.id);
        if !self.text.is_empty() {
            json.push_str(",\"text\":");
            if self.needs_no_escape {
                push_unescaped(json, self.text);
            } else {
                push_quoted(json, self.text);
            }
        }
        json.push_str(after_text.as_str());
    }

    /// Writes the members after the text. Collecting them in a fixed buffer is faster than appending each to the output.
    fn write_after_text(&self, json: &mut FixedBuffer) {
        json.push(match self.direction {
            CreditDebit::Credit => b",\"creditDebit\":\"credit\",\"amount\":\"",
            CreditDebit::Debit => b",\"creditDebit\":\"debit\",\"amount\":\"",
        });
        self.amount.with_bytes(|amount| json.push(amount));
        json.push(b"\",\"currency\":\"");
        json.push(&self.currency.letters());
        if let Some((amount, currency)) = self.original {
            json.push(b"\",\"originalAmount\":\"");
            amount.with_bytes(|amount| json.push(amount));
            json.push(b"\",\"originalCurrency\":\"");
            json.push(&currency.letters());
        }
        let [purchased, valuta, booked] = self.entry.dates.as_array();
        // The booking date usually equals the value date, so its text is reused.
        let valuta_text = valuta.map(Date::to_ascii);
        let text_of = |date: Option<Date>| {
            if date == valuta {
                valuta_text
            } else {
                date.map(Date::to_ascii)
            }
        };
        let mut push_date = |name: &[u8], date: Option<[u8; 10]>| {
            if let Some(date) = date {
                json.push(name);
                json.push(&date);
            }
        };
        push_date(b"\",\"purchasedAt\":\"", text_of(purchased));
        push_date(b"\",\"valutaAt\":\"", valuta_text);
        push_date(b"\",\"bookedAt\":\"", text_of(booked));
        json.push(b"\"}");
    }
}

/// The members after the text are always shorter.
const MAX_LENGTH_AFTER_TEXT: usize = 320;

/// A string buffer on the stack. A part that does not fit is dropped.
struct FixedBuffer {
    bytes: [u8; MAX_LENGTH_AFTER_TEXT],
    length: usize,
}

impl FixedBuffer {
    #[inline]
    fn push(&mut self, part: &[u8]) {
        if let Some(free) = self.bytes.get_mut(self.length..self.length + part.len()) {
            free.copy_from_slice(part);
            self.length += part.len();
        }
    }

    fn as_str(&self) -> &str {
        self.bytes
            .get(..self.length)
            .and_then(|bytes| from_utf8(bytes).ok())
            .certain()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::record::TypedRecord;
    use crate::report::{Collector, Policy};
    use crate::source::TextScan;
    use crate::statement::EntryDates;
    use crate::transactions::check_record;
    use crate::value::CardNumber;

    // Most generated values are valid, so that most entries take the fast path.
    fn amount() -> impl Strategy<Value = Decimal> {
        let odd = prop_oneof![
            any::<i64>(),
            Just(4_111_111_111_111_111),
            Just(999_999_999_999)
        ];
        let digits = prop_oneof![9 => 1_i64..200_000, 1 => odd, 1 => Just(0)];
        let decimals = prop_oneof![9 => 0_u32..=2, 1 => 3_u32..5];
        (digits, decimals).prop_map(|(digits, decimals)| Decimal::new(digits, decimals))
    }

    fn currency() -> impl Strategy<Value = Currency> {
        let odd = prop::sample::select(vec!["JPY", "KWD", "HRK", "XAU", "CLF"]);
        prop_oneof![9 => prop::sample::select(vec!["CHF", "EUR"]), 1 => odd]
            .prop_map(|code| Currency::parse(code).unwrap())
    }

    fn date() -> impl Strategy<Value = Option<(Date, Span)>> {
        let date = prop_oneof![Just((2024, 2, 29)), (2020_u16..2026, 1_u8..=12, 1_u8..=28)];
        let date = date
            .prop_map(|(year, month, day)| Date::from_year_month_day(year, month, day).unwrap());
        prop::option::weighted(0.8, date.prop_map(|date| (date, Span::at(0))))
    }

    fn text() -> impl Strategy<Value = String> {
        prop_oneof![
            40 => "[a-zA-Z0-9é]{1,10}",
            1 => "[a-zA-Z0-9é ]{0,20}",
            1 => "[a-z\"\\\\\t\u{1}]{1,5}",
            1 => Just("\u{200b}".to_owned()),
            1 => "ua1-[0-9a-f]{32}",
            1 => "(visa )?4111111111111111( x)?",
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1024))]

        #[test]
        fn rules_report_nothing_for_valid_entries(
            (account, id, text) in (text(), text(), text()),
            is_credit in any::<bool>(),
            value in amount(),
            currency in prop_oneof![20 => currency().prop_map(CurrencyCode::Known), 1 => Just(CurrencyCode::Unknown("QQQ".into()))],
            original in prop_oneof![Just((None, None)), (prop::option::of(amount()), prop::option::of(currency()))],
            (purchased, valuta, booked) in (date(), date(), date()),
        ) {
            let (policy, span) = (Policy::new(), Span::at(0));
            let masked = CardNumber::mask(&text);
            let direction = if is_credit { CreditDebit::Credit } else { CreditDebit::Debit };
            let entry = Entry { dates: EntryDates { purchased, valuta, booked }, ..Entry::default() };
            let resolved = ResolvedEntry {
                entry: &entry,
                account: &account,
                currency: &currency,
                amount: EntryAmount { value, direction, span, charges: None },
                id: &id,
                id_has_no_card: !CardNumber::is_in(&id),
                text: &masked,
                needs_no_escape: TextScan::new(text.as_bytes()).needs_no_escape,
                original: OriginalPayment {
                    amount: original.0.map(|amount| (amount, span)),
                    currency: original.1.map(|currency| (currency, span)),
                },
            }
            .in_minor_units();
            if let Some(valid) = resolved.check_fast() {
                let mut findings = Collector::new(&policy);
                let mut record = resolved.build_record();
                check_record(&mut record, &mut findings);
                prop_assert_eq!(findings.checkpoint(), Collector::new(&policy).checkpoint());
                let transaction = record.build::<Transaction>();
                prop_assert_eq!(Some(valid.to_transaction()), transaction.clone());
                let mut json = [String::new(), String::new()];
                valid.push_json(&mut json[0]);
                transaction.unwrap().push_json(&mut json[1]);
                prop_assert_eq!(&json[0], &json[1]);
            }
        }
    }
}
