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

mod signature;

pub use signature::{SIGNATURE_HEADER, SignatureError, sign, verify};
