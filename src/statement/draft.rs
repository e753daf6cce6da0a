use std::borrow::Cow;

use rust_decimal::Decimal;

use super::entry::{CurrencyCode, Days, Original};
use crate::record::{Field, Fields, Form, Record, RecordRules, Slot, is_clean, is_clean_without_card};
use crate::source::Span;
use crate::transactions::{
    ACCOUNT_IDENTIFIER, AMOUNT, CREDIT_DEBIT, CURRENCY, CreditDebit, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY, TEXT,
    TRANSACTION_ID, Transaction, TransactionRules, Values,
};
use crate::value::{Amount, Currency, Date, Text, in_minor_units};

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
    /// Puts the amounts into the minor units of their currencies, and keeps amount and currency of the payment only where that was in another currency.
    /// Half of the pair is a finding of the record.
    #[inline]
    pub(super) fn in_minor_units(mut self) -> Self {
        let currency = self.currency.0.known();
        self.amount.0 = in_minor_units(self.amount.0, currency.and_then(Currency::minor_units));
        let other = self.original.1.map(|(other, _)| other);
        if other.is_some() && other == currency {
            self.original = Original::default();
        } else if let Some((amount, _)) = &mut self.original.0 {
            *amount = in_minor_units(*amount, other.and_then(Currency::minor_units));
        }
        self
    }

    /// The amount in a field.
    fn amount(&self, field: usize) -> Option<Decimal> {
        match field {
            AMOUNT => Some(self.amount.0),
            ORIGINAL_AMOUNT => self.original.0.map(|(amount, _)| amount),
            _ => None,
        }
    }

    fn value(&self, field: usize) -> Option<Cow<'d, str>> {
        Some(match field {
            ACCOUNT_IDENTIFIER => Cow::Borrowed(self.account),
            TRANSACTION_ID => Cow::Borrowed(self.id.0),
            TEXT => Cow::Borrowed(Some(self.text).filter(|text| !text.is_empty())?),
            CREDIT_DEBIT => Cow::Borrowed(self.direction.as_str()),
            CURRENCY => Cow::Borrowed(self.currency.0),
            AMOUNT | ORIGINAL_AMOUNT => Cow::Owned(self.amount(field)?.to_string()),
            ORIGINAL_CURRENCY => Cow::Owned(self.original.1?.0.code().to_owned()),
            _ => Cow::Owned(self.day(field)?.to_string()),
        })
    }

    /// The place of a field that has a value.
    fn place(&self, field: usize) -> Span {
        let place = match field {
            TRANSACTION_ID => Some(self.id.1),
            AMOUNT | CREDIT_DEBIT => Some(self.amount.1),
            CURRENCY => Some(self.currency.1),
            ORIGINAL_AMOUNT => self.original.0.map(|(_, place)| place),
            ORIGINAL_CURRENCY => self.original.1.map(|(_, place)| place),
            _ => self.days.of_field(field).map(|(_, place)| place),
        };
        place.unwrap_or(self.row)
    }

    /// The record, which the rules judge.
    pub(super) fn record(&self, source: &'d str) -> Record<'d> {
        let mut record = Record::new(Form::Table, source, Transaction::FIELDS, self.row);
        for field in 0..Transaction::FIELDS.len() {
            if let Some(text) = self.value(field) {
                let mut slot = Slot::present(text, self.place(field));
                // The account was judged where it was given.
                slot.settled = field == ACCOUNT_IDENTIFIER;
                record.put(field, slot);
            }
        }
        record
    }

    /// The values of the transaction, where it can be seen without a record that the rules have nothing to say of it. It may give none
    /// where they have nothing to say either.
    pub(super) fn values(&self) -> Option<Values<'d>> {
        let currency = self.currency.0.known()?;
        let original = match self.original {
            (None, None) => None,
            (Some(_), Some((other, _))) => Some((self.short_amount(ORIGINAL_AMOUNT)?, other)),
            _ => return None,
        };
        let amount = self.short_amount(AMOUNT)?;
        let is = |is_clean: fn(&Field, &str) -> bool, field: usize, text: &str| {
            Transaction::FIELDS.get(field).is_some_and(|field| is_clean(field, text))
        };
        let (account, id, text) = (self.account, self.id.0, self.text);
        let id_is_clean = if self.id_is_checked { is_clean_without_card } else { is_clean };
        // A day is right as such, and so is a direction. The text was masked. Currencies that aren't active are left to the rules.
        let are_clean = is(id_is_clean, TRANSACTION_ID, id)
            && (text.is_empty() || is(is_clean_without_card, TEXT, text))
            && Currency::is_active(currency.letters())
            && original.is_none_or(|(_, other)| Currency::is_active(other.letters()))
            && Text::check(account).is_ok();
        if !(are_clean && TransactionRules::are_silent(self)) {
            return None;
        }
        let (direction, needs_no_escape) = (self.direction, self.needs_no_escape);
        let date = |day: Option<(Date, Span)>| day.map(|(date, _)| date);
        let Days { purchased, valuta, booked } = self.days;
        let (purchased, valuta, booked) = (date(purchased), date(valuta), date(booked));
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

    /// The amount in a field, if it has fewer digits than a card number, so that the rules of amounts have nothing to say of it.
    fn short_amount(&self, field: usize) -> Option<Amount> {
        let amount = self.amount(field)?;
        if amount.mantissa() < 10_i128.pow(12) { Amount::try_from(amount).ok() } else { None }
    }
}

impl Fields for Draft<'_> {
    #[inline]
    fn has(&self, field: usize) -> bool {
        match field {
            ACCOUNT_IDENTIFIER | TRANSACTION_ID | CREDIT_DEBIT | AMOUNT | CURRENCY => true,
            TEXT => !self.text.is_empty(),
            ORIGINAL_AMOUNT => self.original.0.is_some(),
            ORIGINAL_CURRENCY => self.original.1.is_some(),
            _ => self.days.of_field(field).is_some(),
        }
    }

    fn text(&self, field: usize) -> Option<Cow<'_, str>> {
        self.value(field)
    }

    #[inline]
    fn letters(&self, currency: usize) -> Option<[u8; 3]> {
        let currency =
            if currency == CURRENCY { self.currency.0.known() } else { self.original.1.map(|(other, _)| other) };
        currency.map(Currency::letters)
    }

    #[inline]
    fn is_active(&self, currency: usize) -> Option<bool> {
        // Entries in other currencies are left to the general way.
        self.has(currency).then_some(true)
    }

    #[inline]
    fn decimals(&self, amount: usize) -> Option<usize> {
        usize::try_from(self.amount(amount)?.scale()).ok()
    }

    #[inline]
    fn day(&self, field: usize) -> Option<Date> {
        self.days.of_field(field).map(|(day, _)| day)
    }

    #[inline]
    fn is_before(&self, one: usize, other: usize) -> bool {
        self.day(one).zip(self.day(other)).is_some_and(|(one, other)| one < other)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base_data;
    use crate::contract;
    use crate::record::{ADDED_IN_TEST, HANDED_OVER, TypedRecord, rules as of_record, with_added, without};
    use crate::report::{Collector, Example, Policy, Report, Rule};
    use crate::source::{Decoded, TextScan};
    use crate::transactions::{self, check_record};
    use crate::value::CardNumber;

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
            let masked = CardNumber::mask(&text);
            let draft = Draft {
                row: place,
                account: &account,
                id: (&id, place),
                id_is_checked: !CardNumber::is_in(&id),
                text: &masked,
                needs_no_escape: TextScan::of(text.as_bytes()).needs_no_escape,
                direction: if is_credit { CreditDebit::Credit } else { CreditDebit::Debit },
                amount: (amount, place),
                currency: (&currency, place),
                original: (original.0.map(|amount| (amount, place)), original.1.map(|other| (other, place))),
                days: Days { purchased, valuta, booked },
            }
            .in_minor_units();
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

    /// A payload as it stands, which goes through the fast path, and with an escape in the first name of each object, which goes the general way.
    fn both_ways(payload: &str) -> [String; 2] {
        let first_letters = payload.split("{\"").map(|part| {
            let letter = part.chars().next().map_or(0, u32::from);
            format!("\\u{letter:04x}{}", part.get(1..).unwrap_or_default())
        });
        let escaped: Vec<String> = first_letters.skip(1).collect();
        [payload.to_owned(), format!("{{\"{}", escaped.join("{\""))]
    }

    /// What is found in a payload, and how many of its records the fast path hands over.
    fn found(example: Example, payload: &str) -> (Vec<&'static str>, usize) {
        HANDED_OVER.set(0);
        let check = if let Example::BaseData(..) = example { base_data::check } else { transactions::check };
        let report: Report = check(payload.as_bytes(), &Policy::new());
        (report.findings.iter().map(|finding| finding.rule.id).collect(), HANDED_OVER.get())
    }

    /// What is found in an entry of a statement that says what a transaction says, and whether its fast path hands it over; nothing where no entry says
    /// such a thing.
    fn found_in_entry(payload: &str) -> Option<(Vec<&'static str>, bool)> {
        let transaction = transactions::read(payload.as_bytes(), &Policy::new()).values.into_iter().next()?;
        // The text of an entry is masked before it is a draft.
        let text = transaction.text.as_ref().filter(|text| !CardNumber::is_in(text.as_str()));
        if text != transaction.text.as_ref() {
            return None;
        }
        let (policy, place) = (Policy::new(), Span::at(0));
        let currency = CurrencyCode::Known(transaction.currency);
        let day = |day: Option<Date>| day.map(|day| (day, place));
        let draft = Draft {
            row: place,
            account: transaction.account_identifier.as_str(),
            id: (transaction.transaction_id.as_ref()?.as_str(), place),
            id_is_checked: false,
            text: text.map_or("", Text::as_str),
            needs_no_escape: false,
            direction: transaction.credit_debit?,
            amount: (transaction.amount.into(), place),
            currency: (&currency, place),
            original: (
                transaction.original_amount.map(|amount| (amount.into(), place)),
                transaction.original_currency.map(|other| (other, place)),
            ),
            days: Days {
                purchased: day(transaction.purchased_at),
                valuta: day(transaction.valuta_at),
                booked: day(transaction.booked_at),
            },
        }
        .in_minor_units();
        let mut sink = Collector::new(&policy);
        check_record(&mut draft.record(""), &mut sink);
        let report = sink.close(&Decoded::from_bytes(b""), None);
        Some((report.findings.iter().map(|finding| finding.rule.id).collect(), draft.values().is_none()))
    }

    /// A rule that a test turns off in its one place falls silent in the general way, on the fast path through JSON and in statements; so none of the
    /// three states it once more.
    #[test]
    fn each_rule_is_stated_in_one_place() {
        let over_fields = [TransactionRules::RULES.to_vec(), base_data::record_rules()].concat();
        let values = [of_record::value::RULES, of_record::money::RULES, of_record::company::RULES].concat();
        let mut in_entries = 0;
        for page in contract::pages().filter(|page| over_fields.contains(&page.rule) || values.contains(&page.rule)) {
            let (Example::Transaction(_) | Example::BaseData(..)) = page.bad else { continue };
            let payload = String::from_utf8(page.bad.input().into_owned()).unwrap();
            let [quick, general] = both_ways(&payload);
            let rule: &'static Rule = page.rule;
            assert_eq!(found(page.bad, &quick).0, [rule.id]);
            assert_eq!(found(page.bad, &general).0, [rule.id]);
            // What is of another type is told by the reader.
            if [&of_record::AMOUNT_NUMBER, &of_record::RATE_TEXT].contains(&rule) {
                continue;
            }
            let nothing: [&str; 0] = [];
            // Amounts and currencies that are no common ones are handed over as such.
            let is_unusual = of_record::money::RULES.contains(&rule);
            without(rule, || {
                let (ids, handed_over) = found(page.bad, &quick);
                assert_eq!(ids, nothing, "{}", rule.id);
                assert_eq!(found(page.bad, &general).0, nothing, "{}", rule.id);
                assert!(is_unusual || handed_over == 0, "{} is stated on the fast path", rule.id);
            });
            let Some((ids, handed_over)) = found_in_entry(&payload).filter(|(ids, _)| !ids.is_empty()) else {
                continue;
            };
            in_entries += 1;
            assert_eq!((ids, handed_over), (vec![rule.id], true));
            let (ids, handed_over) = without(rule, || found_in_entry(&payload)).unwrap();
            assert_eq!(ids, nothing, "{}", rule.id);
            // The values of an entry hold no half of a pair.
            let is_half = rule.id == "original-incomplete";
            assert!(!handed_over || is_half || is_unusual, "{} is stated in the draft", rule.id);
        }
        assert!(in_entries > 5, "{in_entries}");
    }

    /// A rule that a test adds to the lists is reported in all three ways.
    #[test]
    fn a_rule_that_is_added_is_asked_everywhere() {
        let good = |id: &str| contract::page(id).unwrap().good;
        for (example, times) in
            [(good("date-missing"), 1), (good("rate-as-fraction"), 5), (good("company-without-name"), 6)]
        {
            let payload = String::from_utf8(example.input().into_owned()).unwrap();
            for payload in both_ways(&payload) {
                assert!(found(example, &payload).0.is_empty());
                let (ids, _) = with_added(|| found(example, &payload));
                assert_eq!(ids, vec![ADDED_IN_TEST.id; times], "{payload}");
            }
            if let Some(entry) = found_in_entry(&payload) {
                assert_eq!(entry, (Vec::new(), false));
                assert_eq!(with_added(|| found_in_entry(&payload)), Some((vec![ADDED_IN_TEST.id], true)));
            }
        }
    }
}
