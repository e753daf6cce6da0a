//! Derived ids in formats that have no room for them: the same bits, in base32 (RFC 4648) instead of hexadecimal digits.

/// The digits of base32, each for five bits.
const DIGITS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// What derived ids begin with, and what their short forms begin with.
const LONG: &str = "ua1-";
const SHORT: &str = "UA1";

/// The number of base32 digits that 16 bytes need.
const LENGTH: usize = 26;

/// Returns the short form of a derived id, such as `UA1MFRGGZDFMZTWQ2LKNNWG23TPOA` or, for a duplicate, `UA1MFRGGZDFMZTWQ2LKNNWG23TPOA-2`. Returns `None` for
/// any other id.
pub(crate) fn shorten(id: &str) -> Option<String> {
    let (hash, occurrence) = split_occurrence(id.strip_prefix(LONG)?)?;
    let is_lower_hex = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
    let bits = Some(hash).filter(|hash| hash.len() == 32 && hash.bytes().all(is_lower_hex))?;
    let short = base32(&u128::from_str_radix(bits, 16).ok()?.to_be_bytes());
    Some(format!("{SHORT}{short}{occurrence}"))
}

/// Returns the derived id that [`shorten`] has returned this short form of.
pub(crate) fn restore(short: &str) -> Option<String> {
    let (digits, occurrence) = split_occurrence(short.strip_prefix(SHORT)?)?;
    let digits = Some(digits.as_bytes()).filter(|digits| digits.len() == LENGTH)?;
    let mut bits = 0_u128;
    for (index, digit) in digits.iter().enumerate() {
        let value = u128::try_from(DIGITS.iter().position(|known| known == digit)?).ok()?;
        // The last digit has three bits only; its two others are zero.
        let is_last = index + 1 == LENGTH;
        let value = Some(value).filter(|value| !is_last || value % 4 == 0)?;
        bits = if is_last {
            (bits << 3) | (value / 4)
        } else {
            (bits << 5) | value
        };
    }
    Some(format!("{LONG}{bits:032x}{occurrence}"))
}

/// Returns bytes as base32 without padding.
pub(crate) fn base32(bytes: &[u8]) -> String {
    let length = bytes.len().saturating_mul(8).div_ceil(5);
    let mut digits = String::with_capacity(length);
    let (mut bits, mut count) = (0_u32, 0_u32);
    for byte in bytes.iter().copied().chain([0]) {
        (bits, count) = (bits << 8 & 0xffff | u32::from(byte), count + 8);
        while count >= 5 && digits.len() < length {
            count -= 5;
            let digit = usize::try_from(bits >> count & 31)
                .ok()
                .and_then(|value| DIGITS.get(value));
            digits.extend(digit.map(|digit| char::from(*digit)));
        }
    }
    digits
}

/// Splits the number of a duplicate, from 2, with the hyphen before it, off the end of an id.
fn split_occurrence(id: &str) -> Option<(&str, &str)> {
    let Some(at) = id.find('-') else {
        return Some((id, ""));
    };
    let (id, occurrence) = id.split_at_checked(at)?;
    let number = occurrence.strip_prefix('-')?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit())
        && !number.starts_with('0')
        && number != "1";
    (is_number && !number.is_empty() && number.len() <= 10).then_some((id, occurrence))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn base32_is_that_of_rfc_4648() {
        for (bytes, digits) in [
            ("", ""),
            ("f", "MY"),
            ("fo", "MZXQ"),
            ("foo", "MZXW6"),
            ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ] {
            assert_eq!(base32(bytes.as_bytes()), digits);
        }
    }

    #[test]
    fn only_short_ids_are_restored() {
        let short = shorten("ua1-000102030405060708090a0b0c0d0e0f").unwrap();
        assert_eq!(short, "UA1AAAQEAYEAUDAOCAJBIFQYDIOB4");
        for other in [
            "",
            "UA1",
            "9999311BN1710030",
            "ua1AAAQEAYEAUDAOCAJBIFQYDIOB4",
            "UA1AAAQEAYEAUDAOCAJBIFQYDIOB5",
            "UA1AAAQEAYEAUDAOCAJBIFQYDIOB",
            "UA1AAAQEAYEAUDAOCAJBIFQYDIOB4-1",
            "UA1AAAQEAYEAUDAOCAJBIFQYDIOB4-02",
            "UA1AAAQEAYEAUDAOCAJBIFQYDIOB4-",
            "UA1AAAQEAYEAUDAOCAJBIFQYDIOB4-2-2",
        ] {
            assert_eq!(restore(other), None, "{other}");
        }
        for other in [
            "",
            "ua1-",
            "ua1-0001020304050607080910111213141g",
            "ua1-000102030405060708090A0B0C0D0E0F",
            "9999311BN1710030",
        ] {
            assert_eq!(shorten(other), None, "{other}");
        }
    }

    proptest! {
        #[test]
        fn short_ids_have_the_same_bits(bits in any::<u128>(), occurrence in 1_u32..100_000) {
            let occurrence = if occurrence == 1 { String::new() } else { format!("-{occurrence}") };
            let id = format!("ua1-{bits:032x}{occurrence}");
            let short = shorten(&id).unwrap();
            prop_assert!(short.len() <= 35);
            prop_assert_eq!(restore(&short), Some(id));
        }
    }
}
