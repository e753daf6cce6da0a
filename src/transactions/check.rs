use super::model::Transaction;
use super::model::field_index::{ACCOUNT_IDENTIFIER, TRANSACTION_ID};
use super::rules;
use super::years::TransactionListRules;
use crate::json::SyntaxError;
use crate::record::{
    self, CheckedFile, Document, Field, LazyMembers, ListSpec, ListSummary, Normalizer, OpenedList,
    Presence, Record, check_documents, read_list,
};
use crate::report::{Diagnostic, Fixes, Normalized, Policy, Report};
use crate::source::{SourceFile, Span};

/// The most transactions that the service accepts in one request.
pub const MAX_TRANSACTIONS: usize = 1000;

/// The field table of a payload.
pub(crate) static PAYLOAD: record::FieldTable = record::FieldTable {
    name: "transactions",
    description: "the body of an import of transactions",
    fields: &[Field::nested(
        "transactions",
        record::FieldKind::List {
            items: Transaction::TABLE,
            non_empty: true,
        },
        Presence::Required,
        "the list of transactions",
    )],
};

/// Checks a payload of transactions, without building values.
///
/// One call finds all faults, each with its position. An error in one record does not hide faults in others.
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
    visit_transactions(&SourceFile::new(source), policy, None).into_report()
}

/// A function that is called with the index of each item of a payload, its record, and its span in the input.
type Visitor<'f> = dyn FnMut(usize, Option<&Record<'_>>, Span) + 'f;

/// Reads a payload of transactions, calls `visit` with each of them, and returns the checked file.
///
/// The items of a repeated list, or of a list whose name is in the wrong case, are visited without a record: it is unclear whether
/// the service would use them, so nothing is built from them.
pub(super) fn visit_transactions<'f, 'p>(
    file: &'f SourceFile<'_>,
    policy: &'p Policy,
    mut visit: Option<&mut Visitor<'_>>,
) -> CheckedFile<'f, 'p> {
    check_documents(
        file,
        policy,
        Some(|key| key == "transactions"),
        &mut |document| read_payload(document, visit.as_deref_mut()),
    )
}

static TRANSACTION_LIST: ListSpec = ListSpec {
    members: LazyMembers::new(Transaction::FIELDS),
    id: TRANSACTION_ID,
    scope: Some(ACCOUNT_IDENTIFIER),
    duplicate_rule: &rules::DUPLICATE_TRANSACTION,
    unique: &[],
    empty_rule: &rules::TRANSACTIONS_EMPTY,
};

/// Reads one payload of a file.
fn read_payload<'s>(
    document: &mut Document<'s, '_, '_>,
    mut visit: Option<&mut Visitor<'_>>,
) -> Result<(), SyntaxError> {
    let Some(field) = PAYLOAD.fields.first() else {
        return Ok(());
    };
    let mut read_transactions = |document: &mut Document<'s, '_, '_>, _, opening, is_used| {
        let (list, offset) = (&OpenedList { field, opening }, document.byte_order_mark_len);
        let summary: ListSummary<'_, TransactionListRules> = match &mut visit {
            None => read_list(&TRANSACTION_LIST, document, list, None)?,
            Some(visit) => {
                let mut visit = |index, record: Option<&Record<'s>>, span: Span| {
                    let record = record.filter(|_| is_used);
                    visit(
                        index,
                        record,
                        Span::new(span.start + offset, span.end + offset),
                    );
                };
                read_list(&TRANSACTION_LIST, document, list, Some(&mut visit))?
            }
        };
        if summary.count > MAX_TRANSACTIONS {
            let diagnostic = Diagnostic::new(&rules::TRANSACTIONS_TOO_MANY, opening);
            document.sink.push(
                diagnostic
                    .param("found", summary.count)
                    .param("limit", MAX_TRANSACTIONS),
            );
        }
        Ok(())
    };
    if let Some(opening) = document.reader.try_open(b'{') {
        let bare_record = Some((Transaction::FIELDS.as_slice(), &rules::BARE_TRANSACTION));
        return document.read_nested_fields(
            opening,
            PAYLOAD.fields,
            bare_record,
            &mut read_transactions,
        );
    }
    if let Some(opening) = document.reader.try_open(b'[') {
        document
            .sink
            .push(Diagnostic::new(&rules::BARE_ARRAY, opening));
        return read_transactions(document, 0, opening, true);
    }
    let body = document.reader.read_value()?;
    document.reject_value("payload", &body)
}

/// Applies fixes to a payload of transactions and writes it as canonical JSON.
///
/// Nothing is lost, and every change is reported. Normalizing the result again changes nothing.
///
/// ```
/// use universal_accounting::report::{Fixes, Policy};
/// use universal_accounting::transactions;
///
/// let payload = br#"{"transactions": [{"amount": 12.50, "Currency": "chf", "accountIdentifier": "Kasse", "note": 1}]}"#;
/// let normalized = transactions::normalize(payload, &Policy::new(), Fixes::Safe);
/// assert_eq!(
///     normalized.json.as_deref(),
///     Some(r#"{"transactions":[{"accountIdentifier":"Kasse","amount":"12.50","currency":"CHF","note":1}]}"#)
/// );
/// let rules: Vec<&str> = normalized.changes.iter().filter_map(|change| Some(change.rule?.id)).collect();
/// assert_eq!(rules, ["amount-number", "misnamed-field", "currency-spelling"]);
/// assert!(normalized.report.is_valid());
/// ```
#[must_use]
pub fn normalize(source: &[u8], policy: &Policy, fixes: Fixes) -> Normalized {
    NORMALIZER.normalize(source, policy, fixes)
}

/// How payloads of transactions are normalized.
pub(crate) static NORMALIZER: Normalizer = Normalizer {
    table: &PAYLOAD,
    allows_sequences: true,
    check: |file, policy, ranges| match ranges {
        Some(ranges) => {
            let mut add = |_, record: Option<&Record<'_>>, _| {
                if let Some(record) = record {
                    ranges.add(record);
                }
            };
            visit_transactions(file, policy, Some(&mut add)).into_report()
        }
        None => visit_transactions(file, policy, None).into_report(),
    },
};
