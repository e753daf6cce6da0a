use std::borrow::Cow;

use rust_decimal::Decimal;

use super::entry::{CurrencyCode, Days, Original};
use crate::record::{Form, Record, Slot};
use crate::source::Span;
use crate::transactions::{
    ACCOUNT_IDENTIFIER, AMOUNT, BOOKED_AT, CREDIT_DEBIT, CURRENCY, CreditDebit, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY,
    PURCHASED_AT, TEXT, TRANSACTION_ID, Transaction, VALUTA_AT, Values,
};
use crate::value::{Amount, CardNumber, Currency, Date, Text, in_minor_units, trimmed};

/// All that a transaction is made of, each with its place. Where one has no cell, its place is the row.
#[derive(Debug)]
pub(super) struct Draft<'d> {
    pub(super) row: Span,
    pub(super) account: &'d str,
    pub(super) id: (&'d str, Span),
    /// Whether it is known that no card number is in the id.
    pub(super) id_is_checked: bool,
    pub(super) text: &'d str,
    /// Whether it is known that JSON takes the text as it stands.
    pub(super) needs_no_escape: bool,
    pub(super) direction: CreditDebit,
    pub(super) amount: (Decimal, Span),
    pub(super) currency: (&'d CurrencyCode<'d>, Span),
    pub(super) original: Original,
    pub(super) days: Days,
}

impl<'d> Draft<'d> {
    /// Amount and currency of the payment, where they say something: where it was in another currency. Half of the pair is a
    /// finding of the record.
    fn original(&self) -> Original {
        let (amount, other) = self.original;
        let says_something = other.is_none_or(|(other, _)| Some(other) != self.currency.0.known());
        if says_something { (amount, other) } else { Original::default() }
    }

    /// The record, which the rules judge.
    pub(super) fn record(&self, source: &'d str) -> Record<'d> {
        let mut record = Record::new(Form::Table, source, Transaction::FIELDS, self.row);
        let mut put = |index, text: Cow<'d, str>, span| record.put(index, Slot::present(text, span));
        let minor_units = self.currency.0.known().and_then(Currency::minor_units);
        put(TRANSACTION_ID, Cow::Borrowed(self.id.0), self.id.1);
        put(CURRENCY, Cow::Borrowed(self.currency.0), self.currency.1);
        put(AMOUNT, Cow::Owned(in_minor_units(self.amount.0, minor_units).to_string()), self.amount.1);
        put(CREDIT_DEBIT, Cow::Borrowed(self.direction.as_str()), self.amount.1);
        if !self.text.is_empty() {
            put(TEXT, Cow::Borrowed(self.text), self.row);
        }
        let Days { purchased, valuta, booked } = self.days;
        for (index, day) in [(PURCHASED_AT, purchased), (VALUTA_AT, valuta), (BOOKED_AT, booked)] {
            if let Some((date, span)) = day {
                put(index, Cow::Owned(date.to_string()), span);
            }
        }
        let (amount, other) = self.original();
        if let Some((amount, span)) = amount {
            let minor_units = other.and_then(|(other, _)| other.minor_units());
            put(ORIGINAL_AMOUNT, Cow::Owned(in_minor_units(amount, minor_units).to_string()), span);
        }
        if let Some((other, span)) = other {
            put(ORIGINAL_CURRENCY, Cow::Owned(other.code().to_owned()), span);
        }
        let mut account = Slot::present(Cow::Borrowed(self.account), self.row);
        account.settled = true;
        record.put(ACCOUNT_IDENTIFIER, account);
        record
    }

    /// The values of the transaction, where it can be seen without a record that the rules have nothing to say of it. It may give none
    /// where they have nothing to say either.
    pub(super) fn values(&self) -> Option<Values<'d>> {
        let currency = self.currency.0.known()?;
        let original = match self.original() {
            (None, None) => None,
            (Some((amount, _)), Some((other, _))) => Some((paid(amount, other)?, other)),
            _ => return None,
        };
        let date = |day: Option<(Date, Span)>| day.map(|(date, _)| date);
        let Days { purchased, valuta, booked } = self.days;
        let (purchased, valuta, booked) = (date(purchased), date(valuta), date(booked));
        let in_order = booked.zip(purchased).is_none_or(|(booked, purchased)| purchased <= booked);
        let is_dated = booked.or(valuta).or(purchased).is_some();
        let (id, text) = (self.id.0, self.text);
        let is_id =
            Text::check(id).is_ok() && trimmed(id).len() == id.len() && (self.id_is_checked || !CardNumber::is_in(id));
        // The text was masked.
        let is_text = text.is_empty() || Text::check(text).is_ok();
        if !(in_order && is_dated && is_id && is_text && Text::check(self.account).is_ok()) {
            return None;
        }
        let amount = paid(self.amount.0, currency)?;
        let (account, direction, needs_no_escape) = (self.account, self.direction, self.needs_no_escape);
        Some(Values {
            account,
            id,
            text,
            needs_no_escape,
            direction,
            amount,
            currency,
            original,
            purchased,
            valuta,
            booked,
        })
    }
}

/// What was paid in a currency in use, of no more decimals than it has, and of fewer digits than a card number.
fn paid(amount: Decimal, currency: Currency) -> Option<Amount> {
    let minor_units = currency.minor_units();
    let amount = in_minor_units(amount, minor_units);
    let fits = minor_units.is_none_or(|most| amount.scale() <= most.into());
    let is_short = amount.mantissa() < 10_i128.pow(12);
    let is_active = Currency::is_active(currency.letters());
    if is_active && fits && is_short { Amount::try_from(amount).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::record::TypedRecord;
    use crate::report::{Collector, Policy};
    use crate::source::TextScan;
    use crate::transactions::check_record;

    // Most values are right, so that most drafts have values and the rules are asked about them.
    fn money() -> impl Strategy<Value = Decimal> {
        let odd = prop_oneof![any::<i64>(), Just(4_111_111_111_111_111), Just(999_999_999_999)];
        let digits = prop_oneof![9 => 1_i64..200_000, 1 => odd, 1 => Just(0)];
        let decimals = prop_oneof![9 => 0_u32..=2, 1 => 3_u32..5];
        (digits, decimals).prop_map(|(digits, decimals)| Decimal::new(digits, decimals))
    }

    fn currency() -> impl Strategy<Value = Currency> {
        let odd = prop::sample::select(vec!["JPY", "KWD", "HRK", "XAU", "CLF"]);
        prop_oneof![9 => prop::sample::select(vec!["CHF", "EUR"]), 1 => odd]
            .prop_map(|code| Currency::parse(code).unwrap())
    }

    fn day() -> impl Strategy<Value = Option<(Date, Span)>> {
        let date = prop_oneof![Just((2024, 2, 29)), (2020_u16..2026, 1_u8..=12, 1_u8..=28)];
        let date = date.prop_map(|(year, month, day)| Date::from_year_month_day(year, month, day).unwrap());
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
        fn of_what_has_plain_values_the_rules_say_nothing(
            (account, id, text) in (text(), text(), text()),
            is_credit in any::<bool>(),
            amount in money(),
            currency in prop_oneof![20 => currency().prop_map(CurrencyCode::Known), 1 => Just(CurrencyCode::Unknown("QQQ".into()))],
            original in prop_oneof![Just((None, None)), (prop::option::of(money()), prop::option::of(currency()))],
            (purchased, valuta, booked) in (day(), day(), day()),
        ) {
            let (policy, place) = (Policy::new(), Span::at(0));
            let draft = Draft {
                row: place,
                account: &account,
                id: (&id, place),
                id_is_checked: !CardNumber::is_in(&id),
                text: &CardNumber::mask(&text),
                needs_no_escape: TextScan::of(text.as_bytes()).needs_no_escape,
                direction: if is_credit { CreditDebit::Credit } else { CreditDebit::Debit },
                amount: (amount, place),
                currency: (&currency, place),
                original: (original.0.map(|amount| (amount, place)), original.1.map(|other| (other, place))),
                days: Days { purchased, valuta, booked },
            };
            if let Some(values) = draft.values() {
                let mut findings = Collector::new(&policy);
                let mut record = draft.record("");
                check_record(&mut record, &mut findings);
                prop_assert_eq!(findings.mark(), Collector::new(&policy).mark());
                let transaction = Transaction::from_texts(&|field| record.text(field));
                prop_assert_eq!(Some(values.build()), transaction.clone());
                let mut json = [String::new(), String::new()];
                values.push_json(&mut json[0]);
                transaction.unwrap().push_json(&mut json[1]);
                prop_assert_eq!(&json[0], &json[1]);
            }
        }
    }
}
