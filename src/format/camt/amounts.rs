//! The amounts of an entry and of its transactions beside the amount that was booked.

use rust_decimal::Decimal;

use super::charges::charges;
use super::field::{CamtField, parse_decimal};
use super::raw_entry::RawEntry;
use crate::source::Span;
use crate::statement::{CurrencyCode, DetailAmount, OriginalPayment};
use crate::transactions::CreditDebit;
use crate::value::Currency;

/// An amount in a message, with the code of its currency.
type Amount<'r> = (Decimal, &'r str);

/// The amounts that a payment may have, those of the payer first, each with its currency.
const AMOUNTS: [(CamtField, CamtField); 4] = [
    (CamtField::InstructedAmount, CamtField::InstructedCurrency),
    (CamtField::CounterAmount, CamtField::CounterCurrency),
    (CamtField::TransactionAmount, CamtField::TransactionCurrency),
    (CamtField::DetailAmount, CamtField::DetailCurrency),
];

/// The other amounts of an entry.
const CHARGES_AND_ENTRY: [(CamtField, CamtField); 3] = [
    (CamtField::Charges, CamtField::ChargesCurrency),
    (CamtField::ChargeAmount, CamtField::ChargeCurrency),
    (CamtField::Amount, CamtField::Currency),
];

/// Returns the amount of an entry (zero) or of one of its transactions in another currency than that of the entry: as it was instructed, or as it was booked
/// on the other side.
pub(super) fn original(
    raw: &RawEntry<'_>,
    number: usize,
    currency: Option<&CurrencyCode<'_>>,
) -> OriginalPayment {
    let payment = |(amount, code)| {
        let (amount, amount_span) = raw.get_in(amount, number)?;
        let (code, code_span): (_, Span) = raw.get_in(code, number)?;
        let code = Currency::parse(code).ok()?;
        let is_foreign = currency.is_some_and(|own| own.known() != Some(code));
        let amount = parse_decimal(amount).filter(|amount| is_foreign && !amount.is_zero())?;
        Some(OriginalPayment {
            amount: Some((amount, amount_span)),
            currency: Some((code, code_span)),
        })
    };
    AMOUNTS.into_iter().find_map(payment).unwrap_or_default()
}

/// Returns where an amount of an entry or of its transactions can't be read or has no currency, with what is expected there.
pub(super) fn faults(raw: &RawEntry<'_>) -> Vec<(Span, &'static str)> {
    let mut faults = Vec::new();
    let mut before = None;
    for value in raw.all_values() {
        let mut amounts = AMOUNTS.iter().chain(&CHARGES_AND_ENTRY);
        let amount = amounts.find(|(amount, _)| *amount == value.field);
        let previous = before.replace(value.field);
        let Some((_, currency)) = amount.filter(|_| !value.text.is_empty()) else {
            continue;
        };
        // An entry whose amount can't be read is rejected.
        if value.field != CamtField::Amount && parse_decimal(&value.text).is_none() {
            faults.push((value.span, "an amount"));
        }
        // The currency is an attribute, so it comes right before the amount.
        if previous != Some(*currency) {
            faults.push((value.span, "a currency"));
        }
    }
    faults
}

/// Whether a transaction of an entry has an amount, as it was instructed or booked.
pub(super) fn has_amount(raw: &RawEntry<'_>, number: usize, value: Decimal, code: &str) -> bool {
    AMOUNTS.into_iter().any(|(amount, currency)| {
        let amount = raw
            .get_in(amount, number)
            .and_then(|(text, _)| parse_decimal(text));
        let currency = raw.get_in(currency, number);
        amount == Some(value) && currency.is_none_or(|(known, _)| *known == code)
    })
}

/// Returns texts with the amounts of an entry (zero) or of one of its transactions, except for those that are `known`.
pub(super) fn amount_texts(
    raw: &RawEntry<'_>,
    number: usize,
    currency: &str,
    known: &[Amount<'_>],
) -> Vec<String> {
    let mut texts = Vec::new();
    for (amount, code) in AMOUNTS {
        let Some((text, _)) = raw.get_in(amount, number) else {
            continue;
        };
        let code = raw.get_in(code, number).map_or(currency, |(code, _)| code);
        let is_new = parse_decimal(text)
            .is_none_or(|value| !value.is_zero() && !known.contains(&(value, code)));
        if is_new {
            let label = if code == currency {
                "amount"
            } else {
                "original"
            };
            texts.push(format!("{label} {text} {code}").trim_end().to_owned());
        }
    }
    let mut kind = "";
    let mut code = currency;
    for (field, text) in raw.values_in(number) {
        match field {
            CamtField::OtherAmountKind => kind = text,
            CamtField::OtherAmountCurrency => code = text,
            CamtField::OtherAmount => {
                let text = format!("amount {kind} {text} {code}");
                texts.push(text.trim_end().to_owned());
            }
            _ => {}
        }
    }
    for charge in charges(raw, number) {
        let label = if charge.value.is_sign_negative() {
            "charges returned"
        } else {
            "charges"
        };
        let text = format!("{label} {} {}", charge.value.abs(), charge.currency);
        texts.push(text.trim_end().to_owned());
    }
    texts
}

/// Returns the amount of one transaction of an entry. Negative if its direction is not that of the entry.
pub(super) fn detail_amount(
    raw: &RawEntry<'_>,
    number: usize,
    entry: Option<CreditDebit>,
    currency: Option<&CurrencyCode<'_>>,
) -> Option<DetailAmount> {
    let of = |amount, code| {
        let (text, _) = raw.get_in(amount, number)?;
        let code = raw.get_in(code, number).map_or("", |(code, _)| &**code);
        Some((parse_decimal(text)?, code))
    };
    let own = of(CamtField::DetailAmount, CamtField::DetailCurrency);
    let (value, code) =
        own.or_else(|| of(CamtField::TransactionAmount, CamtField::TransactionCurrency))?;
    let of_detail = raw
        .get_in(CamtField::DetailDirection, number)
        .and_then(|(text, _)| direction(text));
    let is_opposite = of_detail.is_some() && entry.is_some() && of_detail != entry;
    let is_own = currency.is_none_or(|currency| **currency == *code);
    Some(DetailAmount {
        value: if is_opposite { -value } else { value },
        currency: if is_own {
            String::new()
        } else {
            code.to_owned()
        },
        is_summed: true,
    })
}

pub(super) fn direction(text: &str) -> Option<CreditDebit> {
    match text {
        "CRDT" => Some(CreditDebit::Credit),
        "DBIT" => Some(CreditDebit::Debit),
        _ => None,
    }
}
