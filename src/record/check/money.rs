use super::scalar::check_outer_blanks;
use super::value_check::{Reporter, ValueCheck};
use crate::record::rules::money as rules;
use crate::record::{Field, FieldKind, Fields, Record, ValueFix, Violation, quoted};
use crate::report::{Collector, Fix};
use crate::value::{
    Amount, AmountError, Currency, CurrencyError, CurrencyStatus, Iban, SignedAmount,
    SignedAmountError,
};

/// Checks the key of an account, which may be an IBAN. Returns whether it is an IBAN in canonical form.
pub(super) fn check_account(text: &str, check: &mut ValueCheck<impl Reporter>) -> bool {
    match Iban::parse(text) {
        Ok(iban) if iban.as_bytes() == text.as_bytes() => return true,
        Ok(iban) => check.report(&rules::ACCOUNT_IBAN_SPELLING, || {
            ValueFix::Unsafe(iban.as_str().to_owned()).into()
        }),
        Err(error) if Iban::looks_like(text) => {
            check.report(&rules::ACCOUNT_IBAN_INVALID, || {
                Violation::default().param("reason", error.to_string())
            });
        }
        Err(_) => check_outer_blanks(text, check),
    }
    false
}

/// Checks an IBAN. Returns whether it is an IBAN in canonical form.
pub(super) fn check_iban(text: &str, check: &mut ValueCheck<impl Reporter>) -> bool {
    let iban = match Iban::parse(text) {
        Ok(iban) => iban,
        Err(error) => {
            check.report(&rules::IBAN_INVALID, || {
                Violation::default().param("reason", error.to_string())
            });
            return false;
        }
    };
    let is_canonical = iban.as_bytes() == text.as_bytes();
    if !is_canonical {
        check.report(&rules::IBAN_SPELLING, || {
            ValueFix::Safe(iban.as_str().to_owned()).into()
        });
    }
    if iban.is_qr() {
        check.report(&rules::QR_IBAN, Violation::default);
    }
    is_canonical
}

pub(super) fn check_currency(text: &str, check: &mut ValueCheck<impl Reporter>) {
    match Currency::parse(text) {
        Ok(currency) if Currency::is_active(currency.letters()) => {}
        Ok(currency) if currency.status() == CurrencyStatus::NotForAccounts => {
            check.report(&rules::CURRENCY_NOT_FOR_ACCOUNTS, Violation::default);
        }
        Ok(_) => {}
        Err(CurrencyError::Case(currency)) => check.report(&rules::CURRENCY_SPELLING, || {
            let code = || currency.code().to_owned();
            Violation::from(ValueFix::Safe(code())).param("suggestion", code())
        }),
        Err(_) => check.report(&rules::CURRENCY_UNKNOWN, Violation::default),
    }
}

/// Returns a violation for a currency code that ISO 4217 withdrew, unless the record has dates and the currency was in use on all of them.
#[inline(always)]
#[allow(
    clippy::inline_always,
    reason = "measured: nearly every currency is active"
)]
pub(crate) fn currency_withdrawn(
    fields: &impl Fields,
    currency: usize,
    days: &[usize],
) -> Option<Violation> {
    if fields.is_active(currency)? {
        None
    } else {
        check_withdrawal(fields, currency, days)
    }
}

#[cold]
fn check_withdrawal(fields: &impl Fields, currency: usize, days: &[usize]) -> Option<Violation> {
    let CurrencyStatus::Withdrawn(withdrawal) =
        Currency::parse(&fields.text(currency)?).ok()?.status()
    else {
        return None;
    };
    let mut days = days.iter().filter_map(|day| fields.day(*day)).peekable();
    // Without a date, the record is not assumed to be an old booking.
    if days.peek().is_some() && days.all(|day| withdrawal.in_use_on(day)) {
        return None;
    }
    let successor = withdrawal
        .successor
        .map_or(String::new(), |code| format!("; {code} followed"));
    let withdrawn = format!("{:04}-{:02}", withdrawal.last_year, withdrawal.last_month);
    Some(
        Violation::naming(currency)
            .param("withdrawn", withdrawn)
            .param("successor", successor),
    )
}

/// Returns a violation for an original amount without original currency, or the reverse.
#[inline(always)]
#[allow(clippy::inline_always, reason = "measured: it runs for each record")]
pub(crate) fn original_incomplete(
    fields: &impl Fields,
    table: &'static [Field],
    amount: usize,
    currency: usize,
) -> Option<Violation> {
    match (fields.has(amount), fields.has(currency)) {
        (true, false) => missing_half(fields, table, amount, currency),
        (false, true) => missing_half(fields, table, currency, amount),
        _ => None,
    }
}

#[cold]
fn missing_half(
    fields: &impl Fields,
    table: &'static [Field],
    present: usize,
    missing: usize,
) -> Option<Violation> {
    fields.text(present)?;
    let name = table.get(missing).map_or("", |field| field.name);
    Some(Violation::naming(present).param("missing", name))
}

pub(super) fn check_amount(
    text: &str,
    direction: Option<&'static str>,
    check: &mut ValueCheck<impl Reporter>,
) {
    let Err(error) = Amount::check(text) else {
        return;
    };
    let rule = match &error {
        AmountError::LeadingZeros(_) => &rules::AMOUNT_LEADING_ZEROS,
        AmountError::Negative(_) => &rules::AMOUNT_NEGATIVE,
        AmountError::Zero => &rules::AMOUNT_ZERO,
        AmountError::TooLarge | AmountError::TooPrecise => &rules::AMOUNT_RANGE,
        AmountError::Form(_) => &rules::AMOUNT_FORM,
    };
    check.report_with(rule, |record, index| match error {
        AmountError::LeadingZeros(amount) => ValueFix::Safe(amount.to_string()).into(),
        AmountError::Negative(positive) => {
            let text = positive.to_string();
            let (fix, advice) = match direction {
                None => (ValueFix::Unsafe(text), String::new()),
                Some(direction) => (
                    fix_direction(record, index, &text, direction),
                    format!(" and give the direction in {direction}"),
                ),
            };
            Violation::from(fix).param("turn", advice)
        }
        AmountError::Form(suggestion) => ValueFix::from_guess(suggestion).into(),
        AmountError::Zero | AmountError::TooLarge | AmountError::TooPrecise => Violation::default(),
    });
}

pub(super) fn check_signed_amount(text: &str, check: &mut ValueCheck<impl Reporter>) {
    match SignedAmount::check(text) {
        Ok(()) => {}
        Err(SignedAmountError::TooLong) => check.report(&rules::AMOUNT_RANGE, Violation::default),
        Err(SignedAmountError::Form) => check.report(&rules::AMOUNT_FORM, || {
            let guess = match Amount::check(text) {
                Err(AmountError::Form(guess)) => guess,
                _ => None,
            };
            ValueFix::from_guess(guess).into()
        }),
    }
}

/// Reports an amount that is a JSON number instead of a string.
pub(super) fn report_amount_number(
    record: &mut Record<'_>,
    index: usize,
    direction: Option<&'static str>,
    sink: &mut Collector<'_>,
) {
    let text = &record.value(index).text;
    let fix = match (Amount::check(text), direction) {
        (Ok(_), _) => ValueFix::Safe(text.clone().into_owned()),
        (Err(AmountError::Negative(positive)), None) => ValueFix::Unsafe(positive.to_string()),
        (Err(AmountError::Negative(positive)), Some(direction)) => {
            fix_direction(record, index, &positive.to_string(), direction)
        }
        (Err(_), _) => ValueFix::None,
    };
    record.report(index, &rules::AMOUNT_NUMBER, sink, fix.into());
}

/// Returns a fix that removes the minus sign of an amount and reverses the direction in one edit.
fn fix_direction(record: &Record<'_>, index: usize, amount: &str, direction: &str) -> ValueFix {
    let edit = || {
        let (direction_index, field) = record
            .fields
            .iter()
            .enumerate()
            .find(|(_, field)| field.name == direction)?;
        let FieldKind::Choice(words) = field.kind else {
            return None;
        };
        let old_word = record
            .text(direction_index)
            .filter(|_| !record.value(direction_index).is_ambiguous)?;
        let new_word = words.iter().find(|word| **word != old_word)?;
        let edits = (
            (record.value(index).span, quoted(amount)),
            (record.value(direction_index).span, quoted(new_word)),
        );
        let ((first, before), (second, after)) = if edits.0.0 < edits.1.0 {
            edits
        } else {
            (edits.1, edits.0)
        };
        let between = record.source.get(first.end..second.start)?;
        Some(Fix::unsafe_pair(
            (first, &before),
            between,
            (second, &after),
        ))
    };
    edit().map_or(ValueFix::None, ValueFix::Edit)
}
