//! Writes decimal numbers.

use rust_decimal::Decimal;

use crate::source::Certain;

/// Formats an amount without its sign, with at least the decimals of the currency (ISO 4217: minor units).
pub(crate) fn format_amount(amount: Decimal, minor_units: Option<u8>) -> String {
    with_currency_decimals(amount, minor_units).to_string()
}

/// Returns an amount as [`format_amount`] does, after a sign if it is negative.
pub(crate) fn format_signed_amount(amount: Decimal, minor_units: Option<u8>) -> String {
    let sign = if amount.is_sign_negative() { "-" } else { "" };
    format!("{sign}{}", format_amount(amount.abs(), minor_units))
}

/// Returns an amount without its sign and without trailing zeros, but with at least the decimals of the currency (ISO 4217: minor units).
pub(crate) fn with_currency_decimals(amount: Decimal, minor_units: Option<u8>) -> Decimal {
    let min_decimals = minor_units.map_or(0, u32::from);
    if let Some(amount) = with_min_decimals_i64(amount, min_decimals) {
        return amount;
    }
    let mut amount = amount.abs().normalize();
    if amount.scale() < min_decimals {
        amount.rescale(min_decimals);
    }
    amount
}

/// Does the work of [`with_currency_decimals`] in 64 bits, which most amounts fit into; returns `None` for a larger amount.
fn with_min_decimals_i64(amount: Decimal, min_decimals: u32) -> Option<Decimal> {
    let (mut digits, mut decimals) = (
        i64::try_from(amount.mantissa()).ok()?.checked_abs()?,
        amount.scale(),
    );
    while decimals > min_decimals && digits % 10 == 0 {
        (digits, decimals) = (digits / 10, decimals - 1);
    }
    let digits = digits.checked_mul(10_i64.checked_pow(min_decimals.saturating_sub(decimals))?)?;
    Some(Decimal::new(digits, decimals.max(min_decimals)))
}

/// Calls `write` with the number as ASCII bytes, without allocating for numbers as small as usual amounts.
#[inline]
pub(crate) fn with_decimal_bytes(number: Decimal, write: impl FnOnce(&[u8])) {
    match format_small(number)
        .as_ref()
        .and_then(|(buffer, start)| buffer.get(*start..))
    {
        Some(bytes) => write(bytes),
        None => write(number.to_string().as_bytes()),
    }
}

const BUFFER_LENGTH: usize = 24;

/// Formats a positive number of at most 64 bits at the end of a buffer. Returns the buffer and the start of the text in it.
#[inline(never)]
fn format_small(number: Decimal) -> Option<([u8; BUFFER_LENGTH], usize)> {
    let decimals = usize::try_from(number.scale())
        .ok()
        .filter(|decimals| *decimals < BUFFER_LENGTH - 2)?;
    // Zero takes the slow path, because `Decimal` has a negative zero.
    let mut digits = u64::try_from(number.mantissa())
        .ok()
        .filter(|digits| *digits > 0)?;
    let (mut buffer, mut start) = ([b'0'; BUFFER_LENGTH], BUFFER_LENGTH - decimals);
    let (whole, fraction) = buffer.split_at_mut(start);
    let mut write_last_digit = |byte: &mut u8| {
        *byte += u8::try_from(digits % 10).certain();
        digits /= 10;
        digits == 0
    };
    for byte in fraction.iter_mut().rev() {
        write_last_digit(byte);
    }
    let mut bytes = whole.iter_mut().rev();
    if decimals > 0 {
        *bytes.next()? = b'.';
        start -= 1;
    }
    for byte in bytes {
        start -= 1;
        if write_last_digit(byte) {
            break;
        }
    }
    (digits == 0).then_some((buffer, start))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn formats_at_least_the_minor_units_of_the_currency() {
        for (text, minor_units, expected) in [
            ("5", Some(2), "5.00"),
            ("-51.5", Some(2), "51.50"),
            ("53.100", Some(2), "53.10"),
            ("12.345", Some(2), "12.345"),
            ("1000", Some(0), "1000"),
            ("1000.0", Some(0), "1000"),
            ("0.5", None, "0.5"),
        ] {
            let number: Decimal = text.parse().unwrap();
            assert_eq!(format_amount(number, minor_units), expected);
        }
    }

    proptest! {
        #[test]
        fn formats_as_the_decimal_type_does(digits in prop_oneof![any::<i64>(), -200_i64..200], decimals in 0_u32..29) {
            let number = Decimal::new(digits, decimals);
            let mut bytes = Vec::new();
            with_decimal_bytes(number, |formatted| bytes.extend_from_slice(formatted));
            prop_assert_eq!(bytes, number.to_string().into_bytes());
        }

        #[test]
        fn small_amounts_are_rescaled_like_large_amounts(digits in any::<i64>(), zeros in 0_u32..6, decimals in 0_u32..9, min_decimals in 0_u8..5) {
            let number = Decimal::new(digits / 10_i64.pow(zeros) * 10_i64.pow(zeros), decimals);
            let mut expected = number.abs().normalize();
            if expected.scale() < u32::from(min_decimals) {
                expected.rescale(u32::from(min_decimals));
            }
            let found = with_currency_decimals(number, Some(min_decimals));
            prop_assert_eq!(found.serialize(), expected.serialize());
        }
    }
}
