use super::text::blanks;
use crate::record::{Blame, Mend, Record, rules};
use crate::report::{Collector, Fault};
use crate::value::{Currency, CurrencyFault, CurrencyStatus, Iban, Withdrawal};

/// The key of an account, which may be an IBAN and need not.
pub(super) fn account(record: &mut Record<'_>, index: usize, sink: &mut Collector<'_>) {
    let text = &record.slot(index).text;
    match Iban::parse(text) {
        Ok(iban) if iban.as_str() == text => {}
        Ok(iban) => {
            let mend = Mend::Unsafe(iban.as_str().to_owned());
            record.blame(index, &rules::ACCOUNT_IBAN_SPELLING, sink, mend.into());
        }
        Err(fault) if Iban::looks_like(text) => {
            let reason = Blame::default().param("reason", fault.to_string());
            record.blame(index, &rules::ACCOUNT_IBAN_INVALID, sink, reason);
        }
        Err(_) => blanks(record, index, sink),
    }
}

/// An IBAN and nothing else.
pub(super) fn iban(record: &mut Record<'_>, index: usize, sink: &mut Collector<'_>) {
    let text = &record.slot(index).text;
    match Iban::parse(text) {
        Ok(iban) => {
            if iban.as_str() != text {
                let mend = Mend::Safe(iban.as_str().to_owned());
                record.blame(index, &rules::IBAN_SPELLING, sink, mend.into());
            }
            if iban.is_qr() {
                record.blame(index, &rules::QR_IBAN, sink, Blame::default());
            }
        }
        Err(fault) => {
            record.blame(index, &rules::IBAN_INVALID, sink, Blame::default().param("reason", fault.to_string()));
        }
    }
}

pub(super) fn currency(record: &mut Record<'_>, index: usize, sink: &mut Collector<'_>) {
    match Currency::parse(&record.slot(index).text) {
        Ok(currency) if currency.status() == CurrencyStatus::NotForAccounts => {
            record.blame(index, &rules::CURRENCY_NOT_FOR_ACCOUNTS, sink, Blame::default());
        }
        Ok(_) => {}
        Err(CurrencyFault::Case(currency)) => {
            let code = || currency.code().to_owned();
            let blame = |_: &Record<'_>| Blame::from(Mend::Safe(code())).param("suggestion", code());
            record.blame_for(index, &rules::CURRENCY_SPELLING, sink, blame);
        }
        Err(_) => record.blame(index, &rules::CURRENCY_UNKNOWN, sink, Blame::default()),
    }
}

/// A code that ISO 4217 withdrew, unless the record tells of a day on which it was in use.
pub(crate) fn check_withdrawn(
    record: &Record<'_>,
    index: usize,
    sink: &mut Collector<'_>,
    in_use: &dyn Fn(Withdrawal) -> bool,
) {
    if record.slot(index).settled {
        return;
    }
    let Some(Ok(currency)) = record.text(index).map(Currency::parse) else { return };
    let CurrencyStatus::Withdrawn(withdrawal) = currency.status() else { return };
    if in_use(withdrawal) {
        return;
    }
    let successor = withdrawal.successor.map_or(String::new(), |code| format!("; {code} followed"));
    let fault = Fault::new(&rules::CURRENCY_WITHDRAWN, record.place(index))
        .param("field", record.fields.get(index).map_or("", |field| field.name))
        .param("withdrawn", format!("{:04}-{:02}", withdrawal.last_year, withdrawal.last_month))
        .param("successor", successor);
    sink.push(fault);
}
