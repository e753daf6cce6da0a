use std::borrow::Cow;
use std::collections::HashMap;

use super::fields::{
    ACCOUNT_IDENTIFIER, AMOUNT, BOOKED_AT, COUNT, CREDIT_DEBIT, CURRENCY, FIELDS, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY,
    PURCHASED_AT, TRANSACTION_ID, VALUTA_AT,
};
use super::rules;
use crate::json::{self, Kind, Reader, Value};
use crate::record::{self, Field, Form, Record, check_values};
use crate::report::{Collector, Fault, Policy, Report};
use crate::source::{Decoded, Span};
use crate::value::{Amount, Currency, CurrencyStatus, Date};

/// A transaction as it was read.
pub(crate) type TransactionRecord<'s> = Record<'s, COUNT>;

/// At most so many transactions go in one request (decisions, requiredness).
pub const BATCH: usize = 1000;

/// What a payload holds.
static LIST: json::List = json::List {
    field: &Field::required("transactions", record::Kind::List, "the list of transactions", "[]"),
    items: &FIELDS,
    bare_item: &rules::BARE_TRANSACTION,
};

/// Judges a payload of transactions and builds nothing.
///
/// All faults are found in one go, each at its place; a record with an error never hides its neighbours.
///
/// ```
/// use universal_accounting::{report::Policy, transactions};
///
/// let payload = br#"{"transactions": [{"accountIdentifier": "CH9300762011623852957", "transactionId": "1",
///     "creditDebit": "debit", "amount": "-12.50", "currency": "chf", "bookedAt": "2026-03-31"}]}"#;
/// let report = transactions::check(payload, &Policy::new());
/// let found: Vec<&str> = report.findings.iter().map(|finding| finding.rule.id).collect();
/// assert_eq!(found, ["amount-negative", "currency-spelling"]);
/// assert_eq!(report.findings[0].pointer, "/transactions/0/amount");
/// assert_eq!((report.findings[0].line, report.findings[0].column), (2, 39));
/// ```
#[must_use]
pub fn check(source: &[u8], policy: &Policy) -> Report {
    each(source, policy, |_, _, _| {})
}

/// Reads every transaction of a payload, shows it to `visit` with its index and its place in the bytes, and reports what was
/// found.
pub(super) fn each(
    source: &[u8],
    policy: &Policy,
    mut visit: impl FnMut(usize, &TransactionRecord<'_>, Span),
) -> Report {
    let mut sink = Collector::new(policy);
    let kind = record::kind_of_file(source, &mut sink);
    let decoded = Decoded::from_bytes(if kind.is_some() { source } else { b"" });
    let Some(text) = kind.and_then(|kind| json::admit(source, kind, &decoded, &mut sink)) else {
        return sink.close(&decoded, |spans| vec![String::new(); spans.len()]);
    };
    let mut visit = |index, record: &TransactionRecord<'_>| {
        let place = Span::new(record.span.start + decoded.mark(), record.span.end + decoded.mark());
        visit(index, record, place);
    };
    let depth = policy.bounds().depth;
    let starts = json::documents(text, LIST.field.name, &mut sink, |reader, sink| {
        Payload::new(text).read(reader, sink, &mut visit)
    });
    sink.close(&decoded, |spans| json::pointers(text, &starts, depth, spans))
}

/// One request body.
struct Payload<'s> {
    text: &'s str,
    keys: HashMap<(Cow<'s, str>, Cow<'s, str>), usize>,
}

impl<'s> Payload<'s> {
    fn new(text: &'s str) -> Self {
        Self { text, keys: HashMap::new() }
    }

    fn read(
        mut self,
        reader: &mut Reader<'s>,
        sink: &mut Collector<'_>,
        visit: &mut impl FnMut(usize, &TransactionRecord<'_>),
    ) -> Result<(), json::SyntaxFault> {
        let body = reader.value()?;
        match body.kind {
            Kind::Object => json::read_list(reader, body.span, &LIST, sink, |reader, list, counts, sink| {
                self.list(reader, list, counts, sink, visit)
            }),
            Kind::Array => {
                sink.push(Fault::new(&rules::BARE_ARRAY, body.span));
                self.list(reader, body, true, sink, visit)
            }
            _ => {
                sink.push(json::not_an_object("the payload", &body));
                Ok(())
            }
        }
    }

    fn list(
        &mut self,
        reader: &mut Reader<'s>,
        list: Value<'s>,
        counts: bool,
        sink: &mut Collector<'_>,
        visit: &mut impl FnMut(usize, &TransactionRecord<'_>),
    ) -> Result<(), json::SyntaxFault> {
        let mut index = 0;
        while reader.element()? {
            let mark = sink.mark();
            let value = reader.value()?;
            if let Kind::Object = value.kind {
                let mut record = json::read_record(reader, self.text, value.span, &FIELDS, sink)?;
                check_record(&mut record, sink);
                self.check_key(&record, index, sink);
                sink.identify(mark, index, record.text(TRANSACTION_ID));
                // Of two lists under one name nobody knows which will be taken, so nothing is built of the second.
                record.faulty |= !counts;
                visit(index, &record);
            } else {
                reader.skip(&value)?;
                sink.push(json::not_an_object("the transaction", &value));
                sink.identify(mark, index, None);
                let mut record = Record::new(Form::Json, self.text, &FIELDS, value.span);
                record.faulty = true;
                visit(index, &record);
            }
            index += 1;
        }
        if index == 0 {
            sink.push(Fault::new(&rules::TRANSACTIONS_EMPTY, list.span));
        } else if index > BATCH {
            let fault = Fault::new(&rules::TRANSACTIONS_TOO_MANY, list.span);
            sink.push(fault.param("found", index).param("limit", BATCH));
        }
        Ok(())
    }

    fn check_key(&mut self, record: &TransactionRecord<'s>, index: usize, sink: &mut Collector<'_>) {
        if record.text(ACCOUNT_IDENTIFIER).is_none() || record.text(TRANSACTION_ID).is_none() {
            return;
        }
        let id = record.slot(TRANSACTION_ID);
        let key = (record.slot(ACCOUNT_IDENTIFIER).text.clone(), id.text.clone());
        let first = *self.keys.entry(key).or_insert(index);
        if first != index {
            sink.push(Fault::new(&rules::DUPLICATE_TRANSACTION, id.span).param("first", first));
        }
    }
}

/// Judges a transaction: each of its values, then what they say together.
pub(crate) fn check_record(record: &mut TransactionRecord<'_>, sink: &mut Collector<'_>) {
    check_values(record, sink);
    for (index, rule) in [(TRANSACTION_ID, &rules::TRANSACTION_ID_MISSING), (CREDIT_DEBIT, &rules::DIRECTION_MISSING)] {
        if !record.has(index) {
            sink.push(Fault::new(rule, record.span));
        }
    }
    check_dates(record, sink);
    for (amount, currency) in [(AMOUNT, CURRENCY), (ORIGINAL_AMOUNT, ORIGINAL_CURRENCY)] {
        check_currency(record, currency, sink);
        check_precision(record, amount, currency, sink);
    }
    check_original(record, sink);
}

fn check_dates(record: &TransactionRecord<'_>, sink: &mut Collector<'_>) {
    if ![PURCHASED_AT, VALUTA_AT, BOOKED_AT].into_iter().any(|date| record.has(date)) {
        sink.push(Fault::new(&rules::DATE_MISSING, record.span));
    }
    // Two dates in the one form of the contract compare as their texts do.
    if let (Some(purchased), Some(booked)) = (record.text(PURCHASED_AT), record.text(BOOKED_AT))
        && booked < purchased
    {
        sink.push(Fault::new(&rules::BOOKED_BEFORE_PURCHASED, record.place(BOOKED_AT)));
    }
}

fn check_currency(record: &mut TransactionRecord<'_>, index: usize, sink: &mut Collector<'_>) {
    let Some(Ok(currency)) = record.text(index).map(Currency::parse) else { return };
    let CurrencyStatus::Withdrawn(withdrawal) = currency.status() else { return };
    let mut days =
        [PURCHASED_AT, VALUTA_AT, BOOKED_AT].into_iter().filter_map(|date| Date::parse(record.text(date)?).ok());
    // Without a date nothing speaks for an old booking.
    if days.clone().next().is_some() && days.all(|day| withdrawal.in_use_on(day)) {
        return;
    }
    let successor = withdrawal.successor.map_or(String::new(), |code| format!("; {code} followed"));
    let fault = Fault::new(&rules::CURRENCY_WITHDRAWN, record.place(index))
        .param("field", FIELDS.get(index).map_or("", |field| field.name))
        .param("withdrawn", format!("{:04}-{:02}", withdrawal.last_year, withdrawal.last_month))
        .param("successor", successor);
    sink.push(fault);
}

fn check_precision(record: &TransactionRecord<'_>, amount: usize, currency: usize, sink: &mut Collector<'_>) {
    let limit = record.text(currency).and_then(|code| Currency::parse(code).ok()?.minor_units());
    let found = record.text(amount).and_then(|digits| Some(Amount::check(digits).ok()?.significant_decimals()));
    if let (Some(limit), Some(found)) = (limit.map(usize::from), found.map(usize::from))
        && found > limit
    {
        let fault = Fault::new(&rules::AMOUNT_PRECISION, record.place(amount))
            .param("field", FIELDS.get(amount).map_or("", |field| field.name));
        sink.push(fault.param("found", found).param("limit", limit));
    }
}

fn check_original(record: &TransactionRecord<'_>, sink: &mut Collector<'_>) {
    let lone = |there: usize, missing: usize| {
        (record.text(there).is_some() && !record.has(missing)).then_some((there, missing))
    };
    if let Some((there, missing)) =
        lone(ORIGINAL_AMOUNT, ORIGINAL_CURRENCY).or_else(|| lone(ORIGINAL_CURRENCY, ORIGINAL_AMOUNT))
    {
        let name = |index: usize| FIELDS.get(index).map_or("", |field| field.name);
        let fault = Fault::new(&rules::ORIGINAL_INCOMPLETE, record.place(there));
        sink.push(fault.param("field", name(there)).param("missing", name(missing)));
    } else if record.text(ORIGINAL_CURRENCY).is_some_and(|original| record.text(CURRENCY) == Some(original)) {
        sink.push(Fault::new(&rules::ORIGINAL_SAME_CURRENCY, record.place(ORIGINAL_CURRENCY)));
    }
}
