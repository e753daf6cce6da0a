use crate::statement::batch::{direction_of, has_signs};
use crate::statement::description::DescriptionBuilder;
use crate::statement::entry::{CurrencyCode, EntryAmount, OriginalPayment};
use crate::statement::reader::Detail;
use crate::transactions::CreditDebit;
use crate::value::{Currency, format_amount};

/// Appends the details and the charges of an entry to its text.
pub(super) fn append_details(
    text: &mut DescriptionBuilder,
    details: &[Detail],
    amount: &EntryAmount,
    currency: &CurrencyCode<'_>,
) {
    let is_signed = has_signs(details);
    for detail in details {
        append_detail(text, detail, is_signed, amount.direction, currency);
    }
    if let Some(charges) = amount.charges {
        let label = if charges.is_sign_negative() {
            "fee returned"
        } else {
            "fee"
        };
        let minor_units = currency.known().and_then(Currency::minor_units);
        text.push_part(
            "; ",
            &format!(
                "{label} {} {}",
                format_amount(charges, minor_units),
                &**currency
            ),
        );
    }
}

/// Appends a detail of an entry to its text: the amount, the text, and the amount in another currency.
pub(super) fn append_detail(
    text: &mut DescriptionBuilder,
    detail: &Detail,
    is_signed: bool,
    entry: CreditDebit,
    currency: &CurrencyCode<'_>,
) {
    let format = |amount, code: &str| {
        let known = Currency::parse(code).ok();
        format_amount(amount, known.and_then(Currency::minor_units))
    };
    let own = detail.amount.as_ref();
    let own_code = own.map_or(&**currency, |own| {
        own.other_currency(currency).unwrap_or(currency)
    });
    let amount = own.map_or(String::new(), |own| {
        let is_opposite = direction_of(own, is_signed, entry) != entry;
        let sign = if is_opposite { "-" } else { "" };
        let code = own
            .other_currency(currency)
            .map_or(String::new(), |code| format!(" {code}"));
        format!("{sign}{}{code} ", format(own.value, own_code))
    });
    let part = format!("{amount}{}", detail.text);
    if !part.is_empty() {
        text.push_part(" | ", part.trim_end());
    }
    if let OriginalPayment {
        amount: Some((original, _)),
        currency: Some((code, _)),
    } = detail.original
    {
        let code = code.code();
        let is_own = own.is_some_and(|own| own.value.abs() == original && own_code == code);
        if !is_own {
            text.push_part("; ", &format!("original {} {code}", format(original, code)));
        }
    }
}
