use std::convert::identity;

use super::model::{
    ACCOUNT_IDENTIFIER, AMOUNT, BOOKED_AT, CREDIT_DEBIT, CURRENCY, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY, PURCHASED_AT,
    TRANSACTION_ID, Transaction, VALUTA_AT,
};
use super::plain::{can_pay, fit_together};
use super::rules;
use crate::json::{self, Found, List, ListChecks, ListKind, Members, Part, PlainObjects, Reader, Source, SyntaxFault};
use crate::record::{self, Field, Presence, Record, check_values, check_withdrawn};
use crate::report::{Collector, Fault, Policy, Report};
use crate::source::{File, Span};
use crate::value::{Amount, Currency, Date};

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
    each(&File::new(source), policy, None)
}

/// Is shown each transaction of a payload with its index and its place in the bytes.
type Visit<'f> = dyn FnMut(usize, &Found<'_, '_>, Span) + 'f;

/// Reads every transaction of a payload, shows it to `visit` with its index and its place in the bytes, and reports what was
/// found. Of a second list under one name, or of one under a name in the wrong case, each is shown as no record: nothing is built
/// of what may not be taken.
pub(super) fn each(file: &File<'_>, policy: &Policy, mut visit: Option<&mut Visit<'_>>) -> Report {
    json::check_file(file, policy, Some("transactions"), &mut |source, reader, sink| {
        read_payload(source, reader, sink, visit.as_deref_mut())
    })
}

static KEY: ListKind = ListKind {
    members: Members::of(Transaction::FIELDS),
    id: TRANSACTION_ID,
    scope: Some(ACCOUNT_IDENTIFIER),
    repeated: &rules::DUPLICATE_TRANSACTION,
    empty: &rules::TRANSACTIONS_EMPTY,
};

/// Reads one request body.
fn read_payload<'s>(
    source: Source<'s>,
    reader: &mut Reader<'s>,
    sink: &mut Collector<'_>,
    mut visit: Option<&mut Visit<'_>>,
) -> Result<(), SyntaxFault> {
    let Some(field) = PAYLOAD.fields.first() else { return Ok(()) };
    let mut transactions: List<'s, Transactions> = List::new(&KEY);
    let mut read_list = |reader: &mut Reader<'s>, opening: Span, counts: bool, sink: &mut Collector<'_>| {
        let part = &Part { field, opening };
        let read = match &mut visit {
            None => transactions.read(reader, source, part, sink, None)?,
            Some(visit) => {
                let mut show = |index, found: &Found<'_, '_>, span| {
                    visit(index, if counts { found } else { &Found::Stranger }, source.in_file(span));
                };
                transactions.read(reader, source, part, sink, Some(&mut show))?
            }
        };
        if read.count > BATCH {
            let fault = Fault::new(&rules::TRANSACTIONS_TOO_MANY, opening);
            sink.push(fault.param("found", read.count).param("limit", BATCH));
        }
        Ok(())
    };
    if let Some(opening) = reader.opens(b'{') {
        let bare = Some((Transaction::FIELDS.as_slice(), &rules::BARE_TRANSACTION));
        let mut read_part = |reader: &mut Reader<'s>, _, opening, counts, sink: &mut Collector<'_>| {
            read_list(reader, opening, counts, sink)
        };
        return json::read_parts(reader, source.text, opening, PAYLOAD.fields, bare, sink, &mut read_part);
    }
    if let Some(opening) = reader.opens(b'[') {
        sink.push(Fault::new(&rules::BARE_ARRAY, opening));
        return read_list(reader, opening, true, sink);
    }
    let body = reader.value()?;
    sink.push(json::not_an_object("payload", &body));
    Ok(())
}

/// What each transaction is held against: its own values.
#[derive(Debug, Default)]
struct Transactions;

impl<'s> ListChecks<'s> for Transactions {
    fn check(&mut self, record: &mut Record<'s>, _index: usize, sink: &mut Collector<'_>) {
        check_together(record, sink);
    }

    #[inline]
    fn pass(&mut self, object: &PlainObjects<'s>, _index: usize) -> bool {
        fit_together(object)
    }

    #[cfg(feature = "parallel")]
    fn apart(&self) -> Option<Box<dyn ListChecks<'s> + Send + 's>> {
        Some(Box::new(Self))
    }
}

/// Judges a transaction: each of its values, then what they say together.
pub(crate) fn check_record(record: &mut Record<'_>, sink: &mut Collector<'_>) {
    check_values(record, sink);
    check_together(record, sink);
}

/// Judges what the values of a transaction say together.
fn check_together(record: &mut Record<'_>, sink: &mut Collector<'_>) {
    for (index, rule) in [(TRANSACTION_ID, &rules::TRANSACTION_ID_MISSING), (CREDIT_DEBIT, &rules::DIRECTION_MISSING)] {
        if !record.has(index) {
            sink.tell(rule, record.span, identity);
        }
    }
    check_dates(record, sink);
    for (amount, currency) in [(AMOUNT, CURRENCY), (ORIGINAL_AMOUNT, ORIGINAL_CURRENCY)] {
        check_currency(record, currency, sink);
        check_precision(record, amount, currency, sink);
    }
    check_original(record, sink);
}

fn check_dates(record: &Record<'_>, sink: &mut Collector<'_>) {
    if ![PURCHASED_AT, VALUTA_AT, BOOKED_AT].into_iter().any(|date| record.has(date)) {
        sink.tell(&rules::DATE_MISSING, record.span, identity);
    }
    // Two dates in the one form of the contract compare as their texts do.
    if let (Some(purchased), Some(booked)) = (record.text(PURCHASED_AT), record.text(BOOKED_AT))
        && booked < purchased
    {
        sink.tell(&rules::BOOKED_BEFORE_PURCHASED, record.place(BOOKED_AT), identity);
    }
}

fn check_currency(record: &Record<'_>, index: usize, sink: &mut Collector<'_>) {
    check_withdrawn(record, index, sink, &|withdrawal| {
        let dates = [PURCHASED_AT, VALUTA_AT, BOOKED_AT];
        let mut days = dates.into_iter().filter_map(|date| Date::parse(record.text(date)?).ok()).peekable();
        // Without a date nothing speaks for an old booking.
        days.peek().is_some() && days.all(|day| withdrawal.in_use_on(day))
    });
}

fn check_precision(record: &Record<'_>, amount: usize, currency: usize, sink: &mut Collector<'_>) {
    let (Some(digits), Some(code)) = (record.text(amount), record.text(currency)) else { return };
    if can_pay(digits.as_bytes(), code.as_bytes()) {
        return;
    }
    let limit = Currency::parse(code).ok().and_then(Currency::minor_units);
    if let (Some(limit), Ok(shape)) = (limit, Amount::check(digits))
        && let (found, limit) = (usize::from(shape.significant_decimals()), usize::from(limit))
        && found > limit
    {
        let name = Transaction::FIELDS.get(amount).map_or("", |field| field.name);
        sink.tell(&rules::AMOUNT_PRECISION, record.place(amount), |fault| {
            fault.param("field", name).param("found", found).param("limit", limit)
        });
    }
}

fn check_original(record: &Record<'_>, sink: &mut Collector<'_>) {
    let lone = |there: usize, missing: usize| {
        (record.text(there).is_some() && !record.has(missing)).then_some((there, missing))
    };
    if let Some((there, missing)) =
        lone(ORIGINAL_AMOUNT, ORIGINAL_CURRENCY).or_else(|| lone(ORIGINAL_CURRENCY, ORIGINAL_AMOUNT))
    {
        let name = |index: usize| Transaction::FIELDS.get(index).map_or("", |field| field.name);
        sink.tell(&rules::ORIGINAL_INCOMPLETE, record.place(there), |fault| {
            fault.param("field", name(there)).param("missing", name(missing))
        });
    } else if record.text(ORIGINAL_CURRENCY).is_some_and(|original| record.text(CURRENCY) == Some(original)) {
        sink.tell(&rules::ORIGINAL_SAME_CURRENCY, record.place(ORIGINAL_CURRENCY), identity);
    }
}
