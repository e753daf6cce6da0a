use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// The length of a SHA-256 in base64url.
const CHALLENGE_LENGTH: usize = 43;

/// Returns whether a text has the form of a challenge of the method `S256` (RFC 7636, section 4.2).
pub(super) fn is_challenge(text: &str) -> bool {
    text.len() == CHALLENGE_LENGTH && URL_SAFE_NO_PAD.decode(text).is_ok()
}

/// Returns whether a verifier has the form of one (RFC 7636, section 4.1), and the challenge was made from it.
pub(super) fn verifies(verifier: &str, challenge: &str) -> bool {
    let is_unreserved = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let is_verifier = (43..=128).contains(&verifier.len()) && verifier.bytes().all(is_unreserved);
    is_verifier && URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)) == challenge
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 7636, appendix B.
    #[test]
    fn the_example_of_the_standard_verifies() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        assert!(is_challenge(challenge) && verifies(verifier, challenge));
        assert!(!verifies(
            "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXl",
            challenge
        ));
        assert!(!verifies("short", challenge) && !is_challenge("plain"));
    }
}
