//! Base32 (RFC 4648) without padding.

/// The digits, each for five bits.
pub(crate) const BASE32_DIGITS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

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
                .and_then(|value| BASE32_DIGITS.get(value));
            digits.extend(digit.map(|digit| char::from(*digit)));
        }
    }
    digits
}

#[cfg(test)]
mod tests {
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
}
