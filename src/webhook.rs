//! Signatures of webhooks: whether a request comes from the service.
//!
//! The service can send journal exports to a web address. It signs each body with a secret that only the service and the receiver know. The format is that
//! of GitHub's webhooks ("Validating webhook deliveries"): the header [`SIGNATURE_HEADER`] has `sha256=` and, as 64 hexadecimal digits in lower case, the
//! HMAC (RFC 2104) with SHA-256 (FIPS 180-4) of the body.
//!
//! ```
//! use universal_accounting::webhook::{self, SignatureError};
//!
//! let secret = b"It's a Secret to Everybody";
//! let header = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
//! assert_eq!(webhook::verify(secret, b"Hello, World!", header), Ok(()));
//! assert_eq!(webhook::verify(secret, b"Hello, world!", header), Err(SignatureError::Mismatch));
//! ```
//!
//! Verify the bytes of the body as they were received, before you parse them: JSON that was parsed and written again can have another signature.
//!
//! A signature doesn't prevent repetition. The service may send the same export twice, and a request that somebody recorded stays valid, so recognize
//! records by their ids.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::value::error_enum;

/// The header of a request that has the signature of its body.
///
/// The case of a header's name has no meaning: many servers return this name in lower case.
pub const SIGNATURE_HEADER: &str = "X-Hub-Signature-256";

/// The start of a signature, which names the hash function.
const PREFIX: &str = "sha256=";

error_enum! {
    /// The reason why a body can't be signed or a signature is refused. It contains neither the secret nor a signature.
    pub enum SignatureError {
        /// The secret is empty, so anyone could sign any body.
        EmptySecret => "the secret is empty, so the signature would prove nothing; use the secret that the webhook was set up with",
        /// The header doesn't start with `sha256=`.
        Prefix => "the signature doesn't start with `sha256=`",
        /// The header doesn't have exactly 64 hexadecimal digits in lower case after `sha256=`.
        Digits => "the signature doesn't have exactly 64 hexadecimal digits in lower case after `sha256=`",
        /// The signature is that of another body or of another secret.
        Mismatch => "the signature doesn't match: the body was changed, or was signed with another secret",
    }
}

/// Signs a body, and returns the value of the header [`SIGNATURE_HEADER`].
///
/// ```
/// use universal_accounting::webhook;
///
/// let header = webhook::sign(b"s3cr3t", br#"{"records": []}"#)?;
/// assert_eq!(webhook::verify(b"s3cr3t", br#"{"records": []}"#, &header), Ok(()));
/// # Ok::<(), webhook::SignatureError>(())
/// ```
///
/// # Errors
///
/// The secret is empty.
pub fn sign(secret: &[u8], body: &[u8]) -> Result<String, SignatureError> {
    let signature = keyed(secret)?.chain_update(body).finalize().into_bytes();
    let digits = signature.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    let mut header = String::from(PREFIX);
    header.extend(digits.filter_map(|digit| char::from_digit(digit.into(), 16)));
    Ok(header)
}

/// Checks the signature of a body. `header` is the value of the header [`SIGNATURE_HEADER`].
///
/// Only the header that [`sign`] returns is accepted, so digits in upper case are refused. The comparison takes equally long for every signature, so its
/// time reveals no digits of the correct one.
///
/// # Errors
///
/// The signature is refused, or the secret is empty. Don't process the body in either case.
pub fn verify(secret: &[u8], body: &[u8], header: &str) -> Result<(), SignatureError> {
    let keyed = keyed(secret)?;
    let digits = header.strip_prefix(PREFIX).ok_or(SignatureError::Prefix)?;
    let signature = parse_digits(digits).ok_or(SignatureError::Digits)?;
    keyed
        .chain_update(body)
        .verify_slice(&signature)
        .map_err(|_| SignatureError::Mismatch)
}

/// Starts an HMAC with the secret as its key.
fn keyed(secret: &[u8]) -> Result<Hmac<Sha256>, SignatureError> {
    let secret = Some(secret).filter(|secret| !secret.is_empty());
    // No other secret is refused: keys of HMAC can have any length.
    secret
        .and_then(|secret| Hmac::new_from_slice(secret).ok())
        .ok_or(SignatureError::EmptySecret)
}

/// Parses exactly 64 hexadecimal digits in lower case.
fn parse_digits(digits: &str) -> Option<[u8; 32]> {
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else {
        return None;
    };
    let pairs: &[[u8; 2]; 32] = pairs.try_into().ok()?;
    let mut bytes = [0; 32];
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        *byte = parse_digit(*high)? << 4 | parse_digit(*low)?;
    }
    Some(bytes)
}

fn parse_digit(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    const SECRET: &[u8] = b"It's a Secret to Everybody";
    const BODY: &[u8] = b"Hello, World!";
    const HEADER: &str = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";

    /// RFC 4231, section 4. Test case 5 is about truncated codes, which webhooks don't have.
    #[test]
    fn signs_like_the_test_cases_of_rfc_4231() {
        let ascending: Vec<u8> = (0x01..=0x19).collect();
        let large_key_and_data: &[u8] =
            b"This is a test using a larger than block-size key and a larger than block-size data. \
            The key needs to be hashed before being used by the HMAC algorithm.";
        let cases: [(&[u8], &[u8], &str); 6] = [
            (
                &[0x0b; 20],
                b"Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
            ),
            (
                b"Jefe",
                b"what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            ),
            (
                &[0xaa; 20],
                &[0xdd; 50],
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
            ),
            (
                &ascending,
                &[0xcd; 50],
                "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
            ),
            (
                &[0xaa; 131],
                b"Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
            ),
            (
                &[0xaa; 131],
                large_key_and_data,
                "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
            ),
        ];
        for (secret, body, digits) in cases {
            let header = format!("sha256={digits}");
            assert_eq!(sign(secret, body), Ok(header.clone()));
            assert_eq!(verify(secret, body, &header), Ok(()));
        }
    }

    /// The values that GitHub publishes to test an implementation, in "Validating webhook deliveries".
    #[test]
    fn signs_like_the_example_of_github() {
        assert_eq!(sign(SECRET, BODY).as_deref(), Ok(HEADER));
        assert_eq!(verify(SECRET, BODY, HEADER), Ok(()));
    }

    #[test]
    fn an_empty_secret_is_refused_with_any_header() {
        // The HMAC of an empty body with an empty key.
        let header = "sha256=b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad";
        for header in [header, HEADER, ""] {
            assert_eq!(
                verify(b"", b"", header),
                Err(SignatureError::EmptySecret),
                "{header}"
            );
        }
        assert_eq!(sign(b"", BODY), Err(SignatureError::EmptySecret));
        assert_eq!(
            verify(SECRET, b"", &sign(SECRET, b"").unwrap()),
            Ok(()),
            "a body may be empty"
        );
    }

    #[test]
    fn says_what_is_wrong_with_a_header() {
        let digits = HEADER.strip_prefix(PREFIX).unwrap();
        let rows = [
            (String::new(), SignatureError::Prefix),
            (digits.to_owned(), SignatureError::Prefix),
            (format!("sha1={digits}"), SignatureError::Prefix),
            (format!("SHA256={digits}"), SignatureError::Prefix),
            (format!(" {HEADER}"), SignatureError::Prefix),
            (PREFIX.to_owned(), SignatureError::Digits),
            (format!("{HEADER} "), SignatureError::Digits),
            (format!("{HEADER}00"), SignatureError::Digits),
            (format!("{HEADER}, {HEADER}"), SignatureError::Digits),
            (
                HEADER.trim_end_matches('7').to_owned(),
                SignatureError::Digits,
            ),
            (
                HEADER.trim_end_matches("17").to_owned(),
                SignatureError::Digits,
            ),
            (
                format!("{PREFIX}{}", digits.to_uppercase()),
                SignatureError::Digits,
            ),
            (HEADER.replace('7', "g"), SignatureError::Digits),
            (HEADER.replace("75", "é"), SignatureError::Digits),
            (HEADER.replace('7', "8"), SignatureError::Mismatch),
            (
                format!("{PREFIX}{}", "0".repeat(64)),
                SignatureError::Mismatch,
            ),
        ];
        for (header, error) in rows {
            assert_eq!(verify(SECRET, BODY, &header), Err(error), "{header}");
        }
    }

    proptest! {
        #[test]
        fn any_changed_byte_is_refused(
            secret in vec(any::<u8>(), 1..150), body in vec(any::<u8>(), 1..300), position in any::<prop::sample::Index>(), flip in 1..=255_u8,
        ) {
            let changed = |bytes: &[u8]| {
                let mut changed = bytes.to_vec();
                changed[position.index(bytes.len())] ^= flip;
                changed
            };
            let header = sign(&secret, &body).unwrap();
            prop_assert_eq!(verify(&secret, &body, &header), Ok(()));
            prop_assert_eq!(verify(&secret, &changed(&body), &header), Err(SignatureError::Mismatch));
            prop_assert_eq!(verify(&changed(&secret), &body, &header), Err(SignatureError::Mismatch));
            if let Ok(header) = String::from_utf8(changed(header.as_bytes())) {
                prop_assert!(verify(&secret, &body, &header).is_err());
            }
        }

        #[test]
        fn accepts_only_what_sign_returns(header in "(sha256=)?([0-9a-f]{62,66}|[0-9a-fA-F]{64}|\\PC{0,80})") {
            prop_assert_eq!(verify(SECRET, BODY, &header).is_ok(), header == HEADER);
        }
    }
}
