use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::value::error_enum;

/// The secret from which replacements are derived. Files that are scrubbed with one key have the same replacements.
///
/// ```
/// use universal_accounting::scrub::{ScrubKey, KeyError};
///
/// assert_eq!(ScrubKey::new(b"secret").err(), Some(KeyError::Short));
/// assert!(ScrubKey::new(b"thirty-two bytes of a random file").is_ok());
/// ```
#[derive(Clone)]
pub struct ScrubKey(Hmac<Sha256>);

error_enum! {
    /// The reason why a secret is refused.
    pub enum KeyError {
        /// The secret has less than 16 bytes, so it could be found by trying.
        Short => "the key has less than 16 bytes, so it could be found by trying; use random bytes",
    }
}

/// The minimum number of bytes of a secret.
const MIN_KEY_LEN: usize = 16;

impl ScrubKey {
    /// Makes a key of random bytes.
    ///
    /// # Errors
    ///
    /// There are less than 16 bytes.
    pub fn new(secret: &[u8]) -> Result<Self, KeyError> {
        let secret = Some(secret).filter(|secret| secret.len() >= MIN_KEY_LEN);
        // Keys of HMAC can have any length.
        secret
            .and_then(|secret| Hmac::new_from_slice(secret).ok())
            .map(Self)
            .ok_or(KeyError::Short)
    }

    /// Returns as many pseudorandom bytes for a text as are asked for. Each attempt has its own.
    pub(super) fn bytes(&self, kind: &str, text: &str, attempt: u32) -> impl Iterator<Item = u8> {
        let keyed = self
            .0
            .clone()
            .chain_update(kind)
            .chain_update([0])
            .chain_update(attempt.to_le_bytes());
        let seed: [u8; 32] = keyed.chain_update(text).finalize().into_bytes().into();
        // The text is hashed once, so that the time does not depend on the square of its length.
        (0_u32..).flat_map(move |block| -> [u8; 32] {
            self.0
                .clone()
                .chain_update(seed)
                .chain_update(block.to_le_bytes())
                .finalize()
                .into_bytes()
                .into()
        })
    }
}

/// The secret is not shown.
impl fmt::Debug for ScrubKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ScrubKey(…)")
    }
}
