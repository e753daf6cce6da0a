//! Derived ids in formats that have no room for them: the same bits, in base32 (RFC 4648) instead of hexadecimal digits.

use crate::transactions::{parse_occurrence, push_occurrence};
use crate::value::{BASE32_DIGITS, base32};

/// What derived ids begin with, and what their short forms begin with.
const LONG: &str = "ua1-";
const SHORT: &str = "UA1";

/// The number of base32 digits that 16 bytes need.
const LENGTH: usize = 26;

/// Returns the short form of a derived id, such as `UA1MFRGGZDFMZTWQ2LKNNWG23TPOA` or, for a duplicate, `UA1MFRGGZDFMZTWQ2LKNNWG23TPOA-2`. Returns `None` for
/// any other id.
pub(crate) fn shorten(id: &str) -> Option<String> {
    let (hash, occurrence) = split(id)?;
    let short = base32(&u128::from_str_radix(hash, 16).ok()?.to_be_bytes());
    let mut id = format!("{SHORT}{short}");
    push_occurrence(occurrence, &mut id);
    Some(id)
}

/// Splits a derived id into the hexadecimal digits of its hash and its occurrence number, which is 1 for the first of equal entries.
fn split(id: &str) -> Option<(&str, u32)> {
    let (hash, occurrence) = split_occurrence(id.strip_prefix(LONG)?)?;
    let is_lower_hex = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
    let is_hash = hash.len() == 32 && hash.bytes().all(is_lower_hex);
    is_hash.then_some((hash, occurrence))
}

/// Returns the occurrence number of a derived id.
pub(crate) fn occurrence(id: &str) -> Option<u32> {
    split(id).map(|(_, occurrence)| occurrence)
}

/// Returns a derived id with another occurrence number, from 1.
pub(crate) fn with_occurrence(id: &str, occurrence: u32) -> Option<String> {
    let (hash, _) = split(id)?;
    let mut id = format!("{LONG}{hash}");
    push_occurrence(occurrence, &mut id);
    Some(id)
}

/// A derived id that a file has in its short form.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RestoredId {
    pub(crate) id: String,
    pub(crate) hash: [u8; 16],
    pub(crate) occurrence: u32,
}

/// Returns the derived id that [`shorten`] has returned this short form of.
pub(crate) fn restore(short: &str) -> Option<RestoredId> {
    let (digits, occurrence) = split_occurrence(short.strip_prefix(SHORT)?)?;
    let digits = Some(digits.as_bytes()).filter(|digits| digits.len() == LENGTH)?;
    let mut bits = 0_u128;
    for (index, digit) in digits.iter().enumerate() {
        let value = u128::try_from(BASE32_DIGITS.iter().position(|known| known == digit)?).ok()?;
        // The last digit has three bits only; its two others are zero.
        let is_last = index + 1 == LENGTH;
        let value = Some(value).filter(|value| !is_last || value % 4 == 0)?;
        bits = if is_last {
            (bits << 3) | (value / 4)
        } else {
            (bits << 5) | value
        };
    }
    let mut id = format!("{LONG}{bits:032x}");
    push_occurrence(occurrence, &mut id);
    Some(RestoredId {
        id,
        hash: bits.to_be_bytes(),
        occurrence,
    })
}

/// Splits the occurrence number of a duplicate off the end of an id. That of any other id is 1.
fn split_occurrence(id: &str) -> Option<(&str, u32)> {
    match id.split_once('-') {
        Some((id, number)) => Some((id, parse_occurrence(number)?)),
        None => Some((id, 1)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
            let suffix = if occurrence == 1 { String::new() } else { format!("-{occurrence}") };
            let id = format!("ua1-{bits:032x}{suffix}");
            let short = shorten(&id).unwrap();
            prop_assert!(short.len() <= 35);
            let hash = bits.to_be_bytes();
            prop_assert_eq!(restore(&short), Some(RestoredId { id, hash, occurrence }));
        }
    }
}
