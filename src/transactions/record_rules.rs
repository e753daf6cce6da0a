use super::model::Transaction;
use super::model::field_index::{
    AMOUNT, BOOKED_AT, CREDIT_DEBIT, CURRENCY, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY, PURCHASED_AT,
    TRANSACTION_ID, VALUTA_AT,
};
use super::rules;
use crate::record::rules::{CURRENCY_WITHDRAWN, ORIGINAL_INCOMPLETE};
use crate::record::{
    Fields, Record, RecordRules, Violation, check_values, currency_withdrawn, original_incomplete,
    record_rules,
};
use crate::report::Collector;
use crate::value::Date;

/// The maximum number of days between the booking and its value date: half a year.
const MAX_DAYS: i64 = 183;

/// Checks each value of a transaction, then the rules over several fields.
pub(crate) fn check_record(record: &mut Record<'_>, sink: &mut Collector<'_>) {
    check_values(record, sink);
    TransactionRules::report(record, sink);
}

record_rules! {
    pub(crate) TransactionRules {
        rules::TRANSACTION_ID_MISSING => |fields| (!fields.has(TRANSACTION_ID)).then(Violation::default);
        rules::DIRECTION_MISSING => |fields| (!fields.has(CREDIT_DEBIT)).then(Violation::default);
        rules::DATE_MISSING => |fields| (!DATE_FIELDS.iter().any(|date| fields.has(*date))).then(Violation::default);
        rules::BOOKED_BEFORE_PURCHASED => |fields| {
            fields.is_before(BOOKED_AT, PURCHASED_AT).then(|| Violation::at(BOOKED_AT))
        };
        rules::VALUE_DATE_FAR => |fields| value_date_far(fields);
        CURRENCY_WITHDRAWN => |fields| currency_withdrawn(fields, CURRENCY, DATE_FIELDS);
        rules::AMOUNT_PRECISION => |fields| amount_precision(fields, AMOUNT, CURRENCY);
        CURRENCY_WITHDRAWN => |fields| currency_withdrawn(fields, ORIGINAL_CURRENCY, DATE_FIELDS);
        rules::AMOUNT_PRECISION => |fields| amount_precision(fields, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY);
        ORIGINAL_INCOMPLETE => |fields| original_incomplete(fields, Transaction::FIELDS, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY);
        rules::ORIGINAL_SAME_CURRENCY => |fields| {
            let is_pair = fields.has(ORIGINAL_AMOUNT) && fields.has(ORIGINAL_CURRENCY);
            let is_same = is_pair && fields.letters(ORIGINAL_CURRENCY)? == fields.letters(CURRENCY)?;
            is_same.then(|| Violation::at(ORIGINAL_CURRENCY))
        };
    }
}

const DATE_FIELDS: &[usize] = &[PURCHASED_AT, VALUTA_AT, BOOKED_AT];

/// Reports an amount that is written with more decimals than its currency has.
#[inline(always)]
#[allow(clippy::inline_always, reason = "measured: it runs for each record")]
fn amount_precision(fields: &impl Fields, amount: usize, currency: usize) -> Option<Violation> {
    let decimals = fields.decimals(amount).filter(|decimals| *decimals > 0)?;
    let limit = usize::from(fields.minor_units(currency)?);
    (decimals > limit).then(|| excess_decimals(amount, decimals, limit))
}

#[cold]
fn excess_decimals(amount: usize, found: usize, limit: usize) -> Violation {
    Violation::naming(amount)
        .param("found", found)
        .param("limit", limit)
}

/// Returns whether a value date lies more than half a year before or after the booking.
pub(crate) fn is_value_date_far(valuta: Date, booked: Date) -> bool {
    valuta.days_since(booked).abs() > MAX_DAYS
}

fn value_date_far(fields: &impl Fields) -> Option<Violation> {
    let month = |date: usize| fields.with_bytes(date, |day| day.first_chunk::<7>().copied());
    // Most are in the same month, which takes no time to see.
    if month(VALUTA_AT)? == month(BOOKED_AT)? {
        return None;
    }
    let [valuta, booked] = [fields.day(VALUTA_AT)?, fields.day(BOOKED_AT)?];
    is_value_date_far(valuta, booked).then(|| Violation::at(VALUTA_AT))
}
