use sha2::{Digest, Sha256};

use crate::endpoint::{Organization, Scope};

/// A client of the authorization server: a program that asks for tokens. Its secret is not stored, only the SHA-256 of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Client {
    /// The `client_id`.
    pub id: String,
    /// The addresses to which answers may be sent, compared character for character.
    pub redirect_uris: Vec<String>,
    /// The organization that its tokens belong to.
    pub organization: Organization,
    /// What its tokens may allow.
    pub scopes: Vec<Scope>,
    pub(super) secret_hash: [u8; 32],
}

impl Client {
    /// Returns whether this is its secret.
    #[must_use]
    pub fn has_secret(&self, secret: &str) -> bool {
        // Comparing digests keeps the time of the comparison independent of the secret.
        hash_secret(secret) == self.secret_hash
    }
}

pub(super) fn hash_secret(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

/// Returns whether an answer can be sent to an address: it has a scheme and no fragment (RFC 6749, section 3.1.2).
pub(super) fn is_redirect_uri(text: &str) -> bool {
    let is_scheme = |scheme: &str| {
        let begins = scheme.starts_with(|first: char| first.is_ascii_alphabetic());
        begins
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    };
    let has_scheme = text
        .split_once(':')
        .is_some_and(|(scheme, rest)| is_scheme(scheme) && !rest.is_empty());
    has_scheme
        && text
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'#')
}
