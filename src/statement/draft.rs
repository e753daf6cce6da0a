use std::borrow::Cow;

use rust_decimal::Decimal;
use simdutf8::basic::from_utf8;

use super::entry::{self, CurrencyCode, Entry, Original};
use crate::record::{
    Field, Fields, Record, RecordRules, RecordValue, is_clean, is_clean_without_card_search, push_quoted,
    push_unescaped,
};
use crate::source::Span;
use crate::transactions::field_index::{
    ACCOUNT_IDENTIFIER, AMOUNT, CREDIT_DEBIT, CURRENCY, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY, TEXT, TRANSACTION_ID,
};
use crate::transactions::{CreditDebit, Transaction, TransactionRules};
use crate::value::{AccountIdentifier, Amount, Currency, Date, Text, with_currency_decimals};

/// An entry on its way to become a transaction, with what is known of it beside.
#[derive(Debug, Clone, Copy)]
pub(super) struct Draft<'d> {
    pub(super) entry: &'d Entry<'d>,
    pub(super) account: &'d str,
    pub(super) currency: &'d CurrencyCode<'d>,
    pub(super) amount: entry::Amount,
    pub(super) id: &'d str,
    /// Whether it is known that no card number is in the id.
    pub(super) id_is_checked: bool,
    /// Its card numbers are masked.
    pub(super) text: &'d str,
    /// Whether it is known that JSON takes the text as it is.
    pub(super) needs_no_escape: bool,
    /// Amount and currency of the payment, if they differ.
    pub(super) original: Original,
}

impl<'d> Draft<'d> {
    /// Puts the amounts into the minor units of their currencies, and keeps amount and currency of the payment only where that was in another currency.
    /// Half of the pair is a finding of the record.
    #[inline]
    pub(super) fn in_minor_units(mut self) -> Self {
        let currency = self.currency.known();
        self.amount.value = with_currency_decimals(self.amount.value, currency.and_then(Currency::minor_units));
        let other = self.original.1.map(|(other, _)| other);
        if other.is_some() && other == currency {
            self.original = Original::default();
        } else if let Some((amount, _)) = &mut self.original.0 {
            *amount = with_currency_decimals(*amount, other.and_then(Currency::minor_units));
        }
        self
    }

    /// The number in a field of an amount.
    fn number(&self, field: usize) -> Option<Decimal> {
        match field {
            AMOUNT => Some(self.amount.value),
            ORIGINAL_AMOUNT => self.original.0.map(|(amount, _)| amount),
            _ => None,
        }
    }

    /// The text of a field that has one, and its place; where it has no cell, its place is the row.
    fn value(&self, field: usize) -> Option<(Cow<'d, str>, Span)> {
        let row = self.entry.place.span;
        Some(match field {
            ACCOUNT_IDENTIFIER => (Cow::Borrowed(self.account), row),
            TRANSACTION_ID => (Cow::Borrowed(self.id), self.entry.reference_span),
            TEXT => (Cow::Borrowed(Some(self.text).filter(|text| !text.is_empty())?), row),
            CREDIT_DEBIT => (Cow::Borrowed(self.amount.direction.as_str()), self.amount.span),
            AMOUNT => (Cow::Owned(self.amount.value.to_string()), self.amount.span),
            CURRENCY => (Cow::Borrowed(&**self.currency), self.entry.currency_span),
            ORIGINAL_AMOUNT => self.original.0.map(|(amount, place)| (Cow::Owned(amount.to_string()), place))?,
            ORIGINAL_CURRENCY => self.original.1.map(|(other, place)| (Cow::Owned(other.code().to_owned()), place))?,
            _ => self.entry.days.of_field(field).map(|(day, place)| (Cow::Owned(day.to_string()), place))?,
        })
    }

    /// The record, which the rules judge.
    pub(super) fn record(&self) -> Record<'d> {
        let mut record = Record::new("", Transaction::FIELDS, self.entry.place.span);
        record.offers_fixes = false;
        for field in 0..Transaction::FIELDS.len() {
            if let Some((text, place)) = self.value(field) {
                let mut slot = RecordValue::present(text, place);
                // The account was judged where it was given.
                slot.is_checked = field == ACCOUNT_IDENTIFIER;
                record.set(field, slot);
            }
        }
        record
    }

    /// The draft with its values, where it can be seen without a record that the rules have nothing to say of it. It may give none
    /// where they have nothing to say either.
    pub(super) fn clean(self) -> Option<CleanDraft<'d>> {
        let currency = self.currency.known()?;
        let original = match self.original {
            (None, None) => None,
            (Some(_), Some((other, _))) => Some((self.short_amount(ORIGINAL_AMOUNT)?, other)),
            _ => return None,
        };
        let amount = self.short_amount(AMOUNT)?;
        let is = |is_clean: fn(&Field, &str) -> bool, field: usize, text: &str| {
            Transaction::FIELDS.get(field).is_some_and(|field| is_clean(field, text))
        };
        let id_is_clean = if self.id_is_checked { is_clean_without_card_search } else { is_clean };
        // A day is right as such, and so is a direction. Currencies that aren't active are left to the rules.
        let are_clean = is(id_is_clean, TRANSACTION_ID, self.id)
            && (self.text.is_empty() || is(is_clean_without_card_search, TEXT, self.text))
            && Currency::is_active(currency.letters())
            && original.is_none_or(|(_, other)| Currency::is_active(other.letters()))
            && Text::check(self.account).is_ok();
        let Draft { entry, account, id, text, needs_no_escape, .. } = self;
        (are_clean && TransactionRules::all_hold(&self)).then_some(CleanDraft {
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

    /// The amount in a field, if it has fewer digits than a card number, so that the rules of amounts have nothing to say of it.
    fn short_amount(&self, field: usize) -> Option<Amount> {
        let amount = self.number(field)?;
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
            _ => self.entry.days.of_field(field).is_some(),
        }
    }

    fn text(&self, field: usize) -> Option<Cow<'_, str>> {
        self.value(field).map(|(text, _)| text)
    }

    #[inline]
    fn letters(&self, currency: usize) -> Option<[u8; 3]> {
        let currency =
            if currency == CURRENCY { self.currency.known() } else { self.original.1.map(|(other, _)| other) };
        currency.map(Currency::letters)
    }

    #[inline]
    fn is_active(&self, currency: usize) -> Option<bool> {
        // Entries in other currencies are left to the general way.
        self.has(currency).then_some(true)
    }

    #[inline]
    fn decimals(&self, amount: usize) -> Option<usize> {
        usize::try_from(self.number(amount)?.scale()).ok()
    }

    #[inline]
    fn day(&self, field: usize) -> Option<Date> {
        self.entry.days.of_field(field).map(|(day, _)| day)
    }

    #[inline]
    fn is_before(&self, one: usize, other: usize) -> bool {
        self.day(one).zip(self.day(other)).is_some_and(|(one, other)| one < other)
    }
}

/// A draft of which the rules have nothing to say.
pub(super) struct CleanDraft<'d> {
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

impl CleanDraft<'_> {
    /// The transaction itself.
    pub(super) fn build(&self) -> Transaction {
        let mut transaction =
            Transaction::new(AccountIdentifier::from_checked(self.account), self.amount, self.currency);
        transaction.transaction_id = Some(Text::from_checked(self.id));
        transaction.text = Some(self.text).filter(|text| !text.is_empty()).map(Text::from_checked);
        transaction.credit_debit = Some(self.direction);
        (transaction.original_amount, transaction.original_currency) = self.original.unzip();
        let [purchased, valuta, booked] = self.entry.days.dates();
        (transaction.purchased_at, transaction.valuta_at, transaction.booked_at) = (purchased, valuta, booked);
        transaction
    }

    /// Appends what the transaction itself would append.
    pub(super) fn push_json(&self, json: &mut String) {
        let mut rest = Short { bytes: [0; MAX_REST], length: 0 };
        self.write_rest(&mut rest);
        json.push_str("{\"accountIdentifier\":");
        push_quoted(json, self.account);
        json.push_str(",\"transactionId\":");
        push_quoted(json, self.id);
        if !self.text.is_empty() {
            json.push_str(",\"text\":");
            if self.needs_no_escape { push_unescaped(json, self.text) } else { push_quoted(json, self.text) }
        }
        json.push_str(rest.as_str());
    }

    /// Writes all that follows the text: one short text after another costs more than all of them together.
    fn write_rest(&self, json: &mut Short) {
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
        let [purchased, valuta, booked] = self.entry.days.dates();
        // Most payments are booked and count on one day.
        let shown_valuta = valuta.map(Date::to_ascii);
        let shown = |day: Option<Date>| if day == valuta { shown_valuta } else { day.map(Date::to_ascii) };
        let mut push_day = |name: &[u8], day: Option<[u8; 10]>| {
            if let Some(day) = day {
                json.push(name);
                json.push(&day);
            }
        };
        push_day(b"\",\"purchasedAt\":\"", shown(purchased));
        push_day(b"\",\"valutaAt\":\"", shown_valuta);
        push_day(b"\",\"bookedAt\":\"", shown(booked));
        json.push(b"\"}");
    }
}

/// More than what follows the text ever takes.
const MAX_REST: usize = 320;

/// A short text that is put together from shorter ones.
struct Short {
    bytes: [u8; MAX_REST],
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base_data;
    use crate::contract;
    use crate::record::{FALLBACKS, TEST_RULE, TypedRecord, rules as of_record, with_test_rule, without_rule};
    use crate::report::{Collector, Example, Policy, Report, Rule};
    use crate::source::{Decoded, TextScan};
    use crate::statement::Days;
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
            let direction = if is_credit { CreditDebit::Credit } else { CreditDebit::Debit };
            let entry = Entry { days: Days { purchased, valuta, booked }, ..Entry::default() };
            let draft = Draft {
                entry: &entry,
                account: &account,
                currency: &currency,
                amount: entry::Amount { value: amount, direction, span: place, charges: None },
                id: &id,
                id_is_checked: !CardNumber::is_in(&id),
                text: &masked,
                needs_no_escape: TextScan::new(text.as_bytes()).needs_no_escape,
                original: (original.0.map(|amount| (amount, place)), original.1.map(|other| (other, place))),
            }
            .in_minor_units();
            if let Some(values) = draft.clean() {
                let mut findings = Collector::new(&policy);
                let mut record = draft.record();
                check_record(&mut record, &mut findings);
                prop_assert_eq!(findings.checkpoint(), Collector::new(&policy).checkpoint());
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
        FALLBACKS.set(0);
        let check = if let Example::BaseData(..) = example { base_data::check } else { transactions::check };
        let report: Report = check(payload.as_bytes(), &Policy::new());
        (report.findings.iter().map(|finding| finding.rule.id).collect(), FALLBACKS.get())
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
        let days = Days {
            purchased: day(transaction.purchased_at),
            valuta: day(transaction.valuta_at),
            booked: day(transaction.booked_at),
        };
        let (value, direction) = (transaction.amount.into(), transaction.credit_debit?);
        let entry = Entry { days, ..Entry::default() };
        let draft = Draft {
            entry: &entry,
            account: transaction.account_identifier.as_str(),
            currency: &currency,
            amount: entry::Amount { value, direction, span: place, charges: None },
            id: transaction.transaction_id.as_ref()?.as_str(),
            id_is_checked: false,
            text: text.map_or("", Text::as_str),
            needs_no_escape: false,
            original: (
                transaction.original_amount.map(|amount| (amount.into(), place)),
                transaction.original_currency.map(|other| (other, place)),
            ),
        }
        .in_minor_units();
        let mut sink = Collector::new(&policy);
        check_record(&mut draft.record(), &mut sink);
        let report = sink.into_report(&Decoded::from_bytes(b""), None);
        Some((report.findings.iter().map(|finding| finding.rule.id).collect(), draft.clean().is_none()))
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
            without_rule(rule, || {
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
            let (ids, handed_over) = without_rule(rule, || found_in_entry(&payload)).unwrap();
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
                let (ids, _) = with_test_rule(|| found(example, &payload));
                assert_eq!(ids, vec![TEST_RULE.id; times], "{payload}");
            }
            if let Some(entry) = found_in_entry(&payload) {
                assert_eq!(entry, (Vec::new(), false));
                assert_eq!(with_test_rule(|| found_in_entry(&payload)), Some((vec![TEST_RULE.id], true)));
            }
        }
    }
}
