use super::model::{
    ACCOUNT_IDENTIFIER, AMOUNT, BOOKED_AT, COUNT, CREDIT_DEBIT, CURRENCY, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY,
    PURCHASED_AT, TRANSACTION_ID, Transaction, VALUTA_AT,
};
use super::plain::PlainTransactions;
use super::rules;
use crate::json::{self, Kind, PlainTexts, Reader, Source, SyntaxFault, Value};
use crate::record::{self, Field, Form, Keys, Presence, Record, Repeated, check_values, check_withdrawn};
use crate::report::{Collector, Fault, Policy, Report};
use crate::source::Span;
use crate::value::{Amount, Currency, Date};
use std::borrow::Cow;

/// A transaction as it was read.
pub(crate) type TransactionRecord<'s> = Record<'s, COUNT>;

/// At most so many transactions go in one request (decisions, requiredness).
pub const BATCH: usize = 1000;

/// What a payload holds.
pub static PAYLOAD: record::Table = record::Table {
    name: "transactions",
    about: "the body of an import of transactions",
    fields: &[Field {
        name: "transactions",
        kind: record::Kind::List { items: Transaction::TABLE, filled: true },
        presence: Presence::Required,
        default: None,
        limit: None,
        about: "the list of transactions",
        example: "",
    }],
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

/// A transaction of a payload.
pub(super) enum Found<'f, 's> {
    /// One of which there is nothing to say.
    Plain(&'f PlainTexts<'s, COUNT>),
    /// One that was judged.
    Judged(&'f TransactionRecord<'s>),
}

/// Reads every transaction of a payload, shows it to `visit` with its index and its place in the bytes, and reports what was
/// found.
pub(super) fn each(source: &[u8], policy: &Policy, mut visit: impl FnMut(usize, Found<'_, '_>, Span)) -> Report {
    json::check_file(source, policy, Some("transactions"), |source, reader, sink| {
        Payload::new(source).read(reader, sink, &mut visit)
    })
}

/// One request body.
struct Payload<'s> {
    source: Source<'s>,
    plain: PlainTransactions<'s>,
    keys: Keys<'s>,
}

impl<'s> Payload<'s> {
    fn new(source: Source<'s>) -> Self {
        Self { source, plain: PlainTransactions::new(), keys: Keys::default() }
    }

    fn read(
        mut self,
        reader: &mut Reader<'s>,
        sink: &mut Collector<'_>,
        visit: &mut impl FnMut(usize, Found<'_, '_>, Span),
    ) -> Result<(), SyntaxFault> {
        let body = reader.value()?;
        let text = self.source.text;
        let bare = Some((Transaction::FIELDS.as_slice(), &rules::BARE_TRANSACTION));
        match body.kind {
            Kind::Object => json::read_parts(
                reader,
                text,
                body.span,
                PAYLOAD.fields,
                bare,
                sink,
                |reader, _, list, counts, sink| self.list(reader, list, counts, sink, visit),
            ),
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
        visit: &mut impl FnMut(usize, Found<'_, '_>, Span),
    ) -> Result<(), SyntaxFault> {
        let mut index = 0;
        self.keys = Keys::default();
        while reader.element()? {
            if counts && self.plain_transaction(reader, index, visit) {
                index += 1;
                continue;
            }
            let mark = sink.mark();
            let value = reader.value()?;
            let place = self.source.in_file(value.span);
            if let Kind::Object = value.kind {
                let mut record = json::read_record(reader, self.source.text, value.span, Transaction::FIELDS, sink)?;
                check_record(&mut record, sink);
                self.meet_key(&record, index);
                sink.identify(mark, index, record.text(TRANSACTION_ID));
                // Of two lists under one name nobody knows which will be taken, so nothing is built of the second.
                record.faulty |= !counts;
                visit(index, Found::Judged(&record), place);
            } else {
                reader.skip(&value)?;
                sink.push(json::not_an_object("the transaction", &value));
                json::report_slips(reader, sink);
                sink.identify(mark, index, None);
                let mut record = Record::new(Form::Json, self.source.text, Transaction::FIELDS, value.span);
                record.faulty = true;
                visit(index, Found::Judged(&record), place);
            }
            index += 1;
        }
        json::report_slips(reader, sink);
        self.check_keys(sink);
        if index == 0 {
            sink.push(Fault::new(&rules::TRANSACTIONS_EMPTY, list.span));
        } else if index > BATCH {
            let fault = Fault::new(&rules::TRANSACTIONS_TOO_MANY, list.span);
            sink.push(fault.param("found", index).param("limit", BATCH));
        }
        Ok(())
    }

    fn meet_key(&mut self, record: &TransactionRecord<'s>, index: usize) {
        if record.text(ACCOUNT_IDENTIFIER).is_some()
            && let Some(id) = record.text(TRANSACTION_ID)
        {
            let raw = record.slot(TRANSACTION_ID).inside(self.source.text);
            self.keys.add_within(index, record.slot(ACCOUNT_IDENTIFIER).text.clone(), id, raw);
        }
    }

    /// Reports the keys that stand twice.
    fn check_keys(&mut self, sink: &mut Collector<'_>) {
        for Repeated { first, index, span } in self.keys.repeated(self.source.text, json::decoded) {
            let mark = sink.mark();
            sink.push(Fault::new(&rules::DUPLICATE_TRANSACTION, span).param("first", first));
            sink.identify(mark, index, self.keys.raw(index).map(json::decoded).as_deref());
        }
    }

    /// Whether the next element is a transaction of which there is nothing to say; if so, it has been passed.
    #[inline]
    fn plain_transaction(
        &mut self,
        reader: &mut Reader<'s>,
        index: usize,
        visit: &mut impl FnMut(usize, Found<'_, '_>, Span),
    ) -> bool {
        let start = reader.position();
        if !reader.can_open() {
            return false;
        }
        let Some(end) = self.plain.read(self.source.text, start) else { return false };
        let texts = self.plain.texts();
        let (account, id) = (texts.text(ACCOUNT_IDENTIFIER), texts.text(TRANSACTION_ID));
        self.keys.add_within(index, Cow::Borrowed(account), id, id);
        reader.pass_to(end);
        visit(index, Found::Plain(texts), self.source.in_file(Span::new(start, start + 1)));
        true
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
    let days: Vec<Date> = [PURCHASED_AT, VALUTA_AT, BOOKED_AT]
        .into_iter()
        .filter_map(|date| Date::parse(record.text(date)?).ok())
        .collect();
    // Without a date nothing speaks for an old booking.
    check_withdrawn(record, index, sink, |withdrawal| {
        !days.is_empty() && days.iter().all(|day| withdrawal.in_use_on(*day))
    });
}

fn check_precision(record: &TransactionRecord<'_>, amount: usize, currency: usize, sink: &mut Collector<'_>) {
    let limit = record.text(currency).and_then(|code| Currency::parse(code).ok()?.minor_units());
    let found = record.text(amount).and_then(|digits| Some(Amount::check(digits).ok()?.significant_decimals()));
    if let (Some(limit), Some(found)) = (limit.map(usize::from), found.map(usize::from))
        && found > limit
    {
        let fault = Fault::new(&rules::AMOUNT_PRECISION, record.place(amount))
            .param("field", Transaction::FIELDS.get(amount).map_or("", |field| field.name));
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
        let name = |index: usize| Transaction::FIELDS.get(index).map_or("", |field| field.name);
        let fault = Fault::new(&rules::ORIGINAL_INCOMPLETE, record.place(there));
        sink.push(fault.param("field", name(there)).param("missing", name(missing)));
    } else if record.text(ORIGINAL_CURRENCY).is_some_and(|original| record.text(CURRENCY) == Some(original)) {
        sink.push(Fault::new(&rules::ORIGINAL_SAME_CURRENCY, record.place(ORIGINAL_CURRENCY)));
    }
}
