use super::scalar::{Reporter, ValueCheck, check_outer_blanks};
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
        Ok(iban) => {
            let is_canonical = iban.as_bytes() == text.as_bytes();
            if !is_canonical {
                check.report(&rules::ACCOUNT_IBAN_SPELLING, || {
                    ValueFix::Unsafe(iban.as_str().to_owned()).into()
                });
            }
            if iban.is_qr() {
                check.report(&rules::QR_IBAN, Violation::default);
            }
            return is_canonical;
        }
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
        return None;
    }
    check_withdrawal(fields, currency, days)
}

#[cold]
fn check_withdrawal(fields: &impl Fields, currency: usize, days: &[usize]) -> Option<Violation> {
    let code = fields.text(currency)?;
    let CurrencyStatus::Withdrawn(withdrawal) = Currency::parse(&code).ok()?.status() else {
        return None;
    };
    let mut days = days.iter().filter_map(|day| fields.day(*day)).peekable();
    // Without a date, the record is not assumed to be an old booking.
    let has_days = days.peek().is_some();
    if has_days && days.all(|day| withdrawal.in_use_on(day)) {
        return None;
    }
    let successor = match withdrawal.successor {
        Some(code) => format!("; {code} followed"),
        None => String::new(),
    };
    let withdrawn = format!("{:04}-{:02}", withdrawal.last_year, withdrawal.last_month);
    let violation = Violation::naming(currency).param("withdrawn", withdrawn);
    Some(violation.param("successor", successor))
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
            let advice = match direction {
                Some(direction) => format!(" and give the direction in {direction}"),
                None => String::new(),
            };
            let fix = fix_sign(record, index, positive.to_string(), direction);
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
    let text = record.text(index).unwrap_or_default();
    let fix = match Amount::check(&text) {
        Ok(_) => ValueFix::Safe(text.into_owned()),
        Err(AmountError::Negative(positive)) => {
            fix_sign(record, index, positive.to_string(), direction)
        }
        Err(_) => ValueFix::None,
    };
    record.report(index, &rules::AMOUNT_NUMBER, sink, fix.into());
}

/// Returns the fix of a negative amount, which reverses its direction if it has one.
fn fix_sign(
    record: &Record<'_>,
    index: usize,
    positive: String,
    direction: Option<&str>,
) -> ValueFix {
    let Some(direction) = direction else {
        return ValueFix::Unsafe(positive);
    };
    match reverse_direction(record, index, &positive, direction) {
        Some(fix) => ValueFix::Edit(fix),
        None => ValueFix::None,
    }
}

/// Returns a fix that removes the minus sign of an amount and reverses the direction in one edit.
fn reverse_direction(
    record: &Record<'_>,
    index: usize,
    amount: &str,
    direction: &str,
) -> Option<Fix> {
    let is_direction = |field: &Field| field.name == direction;
    let direction_index = record.fields.iter().position(is_direction)?;
    let FieldKind::Choice(words) = record.fields.get(direction_index)?.kind else {
        return None;
    };
    if record.is_repeated(direction_index) {
        return None;
    }
    let old_word = record.text(direction_index)?;
    let new_word = words.iter().find(|word| **word != old_word)?;
    let (amount, new_word) = (quoted(amount), quoted(new_word));
    let mut first = (record.span_of(index), amount.as_str());
    let mut second = (record.span_of(direction_index), new_word.as_str());
    if second.0 < first.0 {
        std::mem::swap(&mut first, &mut second);
    }
    let between = record.source.get(first.0.end..second.0.start)?;
    Some(Fix::unsafe_pair(first, between, second))
}
