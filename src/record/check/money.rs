use super::scalar::outer_blanks;
use super::verdict::{Reporter, Verdict};
use crate::record::rules::money as rules;
use crate::record::{Fields, Kind, Mend, Record, Remark, quoted};
use crate::report::{Collector, Fix};
use crate::value::{Amount, AmountError, Currency, CurrencyError, CurrencyStatus, Iban};

/// The key of an account, which may be an IBAN and need not. Returns whether it is one in its canonical form.
pub(super) fn account(text: &str, verdict: &mut Verdict<impl Reporter>) -> bool {
    match Iban::parse(text) {
        Ok(iban) if iban.as_bytes() == text.as_bytes() => return true,
        Ok(iban) => verdict.add(&rules::ACCOUNT_IBAN_SPELLING, || Mend::Unsafe(iban.as_str().to_owned()).into()),
        Err(fault) if Iban::looks_like(text) => {
            verdict.add(&rules::ACCOUNT_IBAN_INVALID, || Remark::default().param("reason", fault.to_string()));
        }
        Err(_) => outer_blanks(text, verdict),
    }
    false
}

/// An IBAN and nothing else. Returns whether it is one in its canonical form.
pub(super) fn iban(text: &str, verdict: &mut Verdict<impl Reporter>) -> bool {
    let iban = match Iban::parse(text) {
        Ok(iban) => iban,
        Err(fault) => {
            verdict.add(&rules::IBAN_INVALID, || Remark::default().param("reason", fault.to_string()));
            return false;
        }
    };
    let is_canonical = iban.as_bytes() == text.as_bytes();
    if !is_canonical {
        verdict.add(&rules::IBAN_SPELLING, || Mend::Safe(iban.as_str().to_owned()).into());
    }
    if iban.is_qr() {
        verdict.add(&rules::QR_IBAN, Remark::default);
    }
    is_canonical
}

pub(super) fn currency(text: &str, verdict: &mut Verdict<impl Reporter>) {
    match Currency::parse(text) {
        Ok(currency) if Currency::is_active(currency.letters()) => {}
        Ok(currency) if currency.status() == CurrencyStatus::NotForAccounts => {
            verdict.add(&rules::CURRENCY_NOT_FOR_ACCOUNTS, Remark::default);
        }
        Ok(_) => {}
        Err(CurrencyError::Case(currency)) => verdict.add(&rules::CURRENCY_SPELLING, || {
            let code = || currency.code().to_owned();
            Remark::from(Mend::Safe(code())).param("suggestion", code())
        }),
        Err(_) => verdict.add(&rules::CURRENCY_UNKNOWN, Remark::default),
    }
}

/// A code that ISO 4217 withdrew, unless the record has days and the currency was in use on all of them.
#[inline(always)]
#[allow(clippy::inline_always, reason = "measured: nearly every currency is active")]
pub(crate) fn currency_withdrawn(fields: &impl Fields, currency: usize, days: &[usize]) -> Option<Remark> {
    if fields.is_active(currency)? { None } else { withdrawn(fields, currency, days) }
}

#[cold]
fn withdrawn(fields: &impl Fields, currency: usize, days: &[usize]) -> Option<Remark> {
    let CurrencyStatus::Withdrawn(withdrawal) = Currency::parse(&fields.text(currency)?).ok()?.status() else {
        return None;
    };
    let mut days = days.iter().filter_map(|day| fields.day(*day)).peekable();
    // Without a date nothing speaks for an old booking.
    if days.peek().is_some() && days.all(|day| withdrawal.in_use_on(day)) {
        return None;
    }
    let successor = withdrawal.successor.map_or(String::new(), |code| format!("; {code} followed"));
    let withdrawn = format!("{:04}-{:02}", withdrawal.last_year, withdrawal.last_month);
    Some(Remark::about(currency).param("withdrawn", withdrawn).param("successor", successor))
}

pub(super) fn amount(text: &str, direction: Option<&'static str>, verdict: &mut Verdict<impl Reporter>) {
    let Err(fault) = Amount::check(text) else { return };
    let rule = match &fault {
        AmountError::LeadingZeros(_) => &rules::AMOUNT_LEADING_ZEROS,
        AmountError::Negative(_) => &rules::AMOUNT_NEGATIVE,
        AmountError::Zero => &rules::AMOUNT_ZERO,
        AmountError::TooLarge | AmountError::TooPrecise => &rules::AMOUNT_RANGE,
        AmountError::Form(_) => &rules::AMOUNT_FORM,
    };
    verdict.add_for(rule, |record, index| match fault {
        AmountError::LeadingZeros(amount) => Mend::Safe(amount.to_string()).into(),
        AmountError::Negative(positive) => {
            let text = positive.to_string();
            let (mend, turn) = match direction {
                None => (Mend::Unsafe(text), String::new()),
                Some(direction) => {
                    (turned(record, index, &text, direction), format!(" and let {direction} tell the direction"))
                }
            };
            Remark::from(mend).param("turn", turn)
        }
        AmountError::Form(suggestion) => Mend::guess(suggestion).into(),
        AmountError::Zero | AmountError::TooLarge | AmountError::TooPrecise => Remark::default(),
    });
}

/// A JSON number where the string of an amount belongs.
pub(super) fn number(record: &mut Record<'_>, index: usize, direction: Option<&'static str>, sink: &mut Collector<'_>) {
    let text = &record.slot(index).text;
    let mend = match (Amount::check(text), direction) {
        (Ok(_), _) => Mend::Safe(text.clone().into_owned()),
        (Err(AmountError::Negative(positive)), None) => Mend::Unsafe(positive.to_string()),
        (Err(AmountError::Negative(positive)), Some(direction)) => {
            turned(record, index, &positive.to_string(), direction)
        }
        (Err(_), _) => Mend::No,
    };
    record.blame(index, &rules::AMOUNT_NUMBER, sink, mend.into());
}

/// An amount without its minus sign, in the same edit as the direction turned round.
fn turned(record: &Record<'_>, index: usize, amount: &str, direction: &str) -> Mend {
    let edit = || {
        let (other, field) = record.fields.iter().enumerate().find(|(_, field)| field.name == direction)?;
        let Kind::Choice(words) = field.kind else { return None };
        let said = record.text(other).filter(|_| !record.slot(other).doubtful)?;
        let turned = words.iter().find(|word| **word != said)?;
        let edits = ((record.slot(index).span, quoted(amount)), (record.slot(other).span, quoted(turned)));
        let ((first, before), (second, after)) = if edits.0.0 < edits.1.0 { edits } else { (edits.1, edits.0) };
        let between = record.source.get(first.end..second.start)?;
        Some(Fix::unsafe_pair((first, &before), between, (second, &after)))
    };
    edit().map_or(Mend::No, Mend::Edit)
}
