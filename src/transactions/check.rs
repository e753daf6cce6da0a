use super::model::Transaction;
use super::model::field_index::{
    ACCOUNT_IDENTIFIER, AMOUNT, BOOKED_AT, CREDIT_DEBIT, CURRENCY, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY, PURCHASED_AT,
    TRANSACTION_ID, VALUTA_AT,
};
use super::rules;
use crate::json::SyntaxError;
use crate::record::rules::CURRENCY_WITHDRAWN;
use crate::record::{
    self, Document, Field, Fields, LazyMembers, ListItem, ListSpec, ListSummary, OpenedList, Presence, Record,
    RecordRules, Violation, check_file, check_values, currency_withdrawn, read_list, record_rules,
};
use crate::report::{Collector, Diagnostic, Policy, Report};
use crate::source::{SourceFile, Span};

/// At most so many transactions go in one request (decisions, requiredness).
pub const MAX_TRANSACTIONS: usize = 1000;

/// What a payload holds.
pub static PAYLOAD: record::FieldTable = record::FieldTable {
    name: "transactions",
    description: "the body of an import of transactions",
    fields: &[Field::nested(
        "transactions",
        record::FieldKind::List { items: Transaction::TABLE, non_empty: true },
        Presence::Required,
        "the list of transactions",
    )],
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
    visit_transactions(&SourceFile::new(source), policy, None)
}

/// Is shown each transaction of a payload with its index and its place in the bytes.
type Visit<'f> = dyn FnMut(usize, &ListItem<'_, '_>, Span) + 'f;

/// Reads every transaction of a payload, shows it to `visit` with its index and its place in the bytes, and reports what was
/// found. Of a second list under one name, or of one under a name in the wrong case, each is shown as no record: nothing is built
/// of what may not be taken.
pub(super) fn visit_transactions(file: &SourceFile<'_>, policy: &Policy, mut visit: Option<&mut Visit<'_>>) -> Report {
    check_file(file, policy, Some("transactions"), &mut |document| read_payload(document, visit.as_deref_mut()))
}

static KEY: ListSpec = ListSpec {
    members: LazyMembers::new(Transaction::FIELDS),
    id: TRANSACTION_ID,
    scope: Some(ACCOUNT_IDENTIFIER),
    duplicate_rule: &rules::DUPLICATE_TRANSACTION,
    unique: &[],
    empty_rule: &rules::TRANSACTIONS_EMPTY,
};

/// Reads one request body.
fn read_payload<'s>(document: &mut Document<'s, '_, '_>, mut visit: Option<&mut Visit<'_>>) -> Result<(), SyntaxError> {
    let Some(field) = PAYLOAD.fields.first() else { return Ok(()) };
    let mut read_transactions = |document: &mut Document<'s, '_, '_>, _, opening, counts| {
        let (part, mark) = (&OpenedList { field, opening }, document.mark);
        let read: ListSummary<'_, TransactionRules> = match &mut visit {
            None => read_list(&KEY, document, part, None)?,
            Some(visit) => {
                let mut show = |index, found: &ListItem<'_, '_>, span: Span| {
                    let found = if counts { found } else { &ListItem::NotARecord };
                    visit(index, found, Span::new(span.start + mark, span.end + mark));
                };
                read_list(&KEY, document, part, Some(&mut show))?
            }
        };
        if read.count > MAX_TRANSACTIONS {
            let fault = Diagnostic::new(&rules::TRANSACTIONS_TOO_MANY, opening);
            document.sink.push(fault.param("found", read.count).param("limit", MAX_TRANSACTIONS));
        }
        Ok(())
    };
    if let Some(opening) = document.reader.try_open(b'{') {
        let bare = Some((Transaction::FIELDS.as_slice(), &rules::BARE_TRANSACTION));
        return document.read_nested_fields(opening, PAYLOAD.fields, bare, &mut read_transactions);
    }
    if let Some(opening) = document.reader.try_open(b'[') {
        document.sink.push(Diagnostic::new(&rules::BARE_ARRAY, opening));
        return read_transactions(document, 0, opening, true);
    }
    let body = document.reader.read_value()?;
    document.reject_value("payload", &body)
}

/// Judges a transaction: each of its values, then what they say together.
pub(crate) fn check_record(record: &mut Record<'_>, sink: &mut Collector<'_>) {
    check_values(record, sink);
    TransactionRules::report(record, sink);
}

record_rules! {
    pub(crate) TransactionRules {
        rules::TRANSACTION_ID_MISSING => |fields| (!fields.has(TRANSACTION_ID)).then(Violation::default);
        rules::DIRECTION_MISSING => |fields| (!fields.has(CREDIT_DEBIT)).then(Violation::default);
        rules::DATE_MISSING => |fields| (!DAYS.iter().any(|day| fields.has(*day))).then(Violation::default);
        rules::BOOKED_BEFORE_PURCHASED => |fields| {
            fields.is_before(BOOKED_AT, PURCHASED_AT).then(|| Violation::at(BOOKED_AT))
        };
        CURRENCY_WITHDRAWN => |fields| currency_withdrawn(fields, CURRENCY, DAYS);
        rules::AMOUNT_PRECISION => |fields| amount_precision(fields, AMOUNT, CURRENCY);
        CURRENCY_WITHDRAWN => |fields| currency_withdrawn(fields, ORIGINAL_CURRENCY, DAYS);
        rules::AMOUNT_PRECISION => |fields| amount_precision(fields, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY);
        rules::ORIGINAL_INCOMPLETE => |fields| {
            match original_incomplete(fields, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY) {
                None => original_incomplete(fields, ORIGINAL_CURRENCY, ORIGINAL_AMOUNT),
                found => found,
            }
        };
        rules::ORIGINAL_SAME_CURRENCY => |fields| {
            let is_pair = fields.has(ORIGINAL_AMOUNT) && fields.has(ORIGINAL_CURRENCY);
            let is_same = is_pair && fields.letters(ORIGINAL_CURRENCY)? == fields.letters(CURRENCY)?;
            is_same.then(|| Violation::at(ORIGINAL_CURRENCY))
        };
    }
}

const DAYS: &[usize] = &[PURCHASED_AT, VALUTA_AT, BOOKED_AT];

/// More decimals than the currency has.
#[inline(always)]
#[allow(clippy::inline_always, reason = "measured: it is asked of each record")]
fn amount_precision(fields: &impl Fields, amount: usize, currency: usize) -> Option<Violation> {
    let decimals = fields.decimals(amount).filter(|decimals| *decimals > 0)?;
    let limit = usize::from(fields.minor_units(currency)?);
    if decimals > limit { amount_beyond(fields, amount, limit) } else { None }
}

#[cold]
fn amount_beyond(fields: &impl Fields, amount: usize, limit: usize) -> Option<Violation> {
    let found = fields.significant_decimals(amount).filter(|found| *found > limit)?;
    Some(Violation::naming(amount).param("found", found).param("limit", limit))
}

/// Half of the pair that tells an amount in another currency.
#[inline(always)]
#[allow(clippy::inline_always, reason = "measured: it is asked of each record")]
fn original_incomplete(fields: &impl Fields, there: usize, missing: usize) -> Option<Violation> {
    if fields.has(missing) || !fields.has(there) { None } else { half_of_pair(fields, there, missing) }
}

#[cold]
fn half_of_pair(fields: &impl Fields, there: usize, missing: usize) -> Option<Violation> {
    fields.text(there)?;
    let name = Transaction::FIELDS.get(missing).map_or("", |field| field.name);
    Some(Violation::naming(there).param("missing", name))
}
