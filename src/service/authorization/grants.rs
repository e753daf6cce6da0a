use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::error::OAuthError;
use crate::endpoint::{Caller, Organization, Scope};

/// For how many seconds a code, an access token and a refresh token are valid.
const CODE_SECONDS: u64 = 60;
pub(super) const ACCESS_SECONDS: u64 = 3600;
const REFRESH_SECONDS: u64 = 30 * 24 * 3600;

type TokenHash = [u8; 32];

/// What a client was granted.
struct Grant {
    client: String,
    organization: Organization,
    scopes: Vec<Scope>,
    /// Until when a token of it may be valid.
    ends: u64,
}

/// An authorization code that was not exchanged yet, or was.
struct Code {
    grant: u64,
    redirect_uri: String,
    challenge: String,
    ends: u64,
    is_used: bool,
}

struct Access {
    grant: u64,
    scopes: Vec<Scope>,
    ends: u64,
}

struct Refresh {
    grant: u64,
    is_used: bool,
}

/// New tokens, and what they allow.
#[derive(Debug)]
pub(super) struct Issued {
    pub(super) access: String,
    pub(super) refresh: String,
    pub(super) scopes: Vec<Scope>,
}

/// What was granted, with the SHA-256 of each code and token. A grant ends with all its tokens when a code or a refresh token is used twice: somebody else has it
/// (RFC 6749, sections 4.1.2 and 10.4).
#[derive(Default)]
pub(super) struct Grants {
    by_id: HashMap<u64, Grant>,
    codes: HashMap<TokenHash, Code>,
    access: HashMap<TokenHash, Access>,
    refresh: HashMap<TokenHash, Refresh>,
    next: u64,
}

/// What a client asks to be granted.
pub(super) struct Wanted {
    pub(super) client: String,
    pub(super) organization: Organization,
    pub(super) scopes: Vec<Scope>,
    pub(super) redirect_uri: String,
    pub(super) challenge: String,
}

fn hash(token: &str) -> TokenHash {
    Sha256::digest(token).into()
}

/// Returns a token that nobody can guess, made from random bytes. Different purposes give different tokens.
fn token(random: &[u8; 32], purpose: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(random);
    hash.update(purpose);
    URL_SAFE_NO_PAD.encode(hash.finalize())
}

impl Grants {
    /// Grants what a client asks for, and returns its authorization code.
    pub(super) fn grant(&mut self, wanted: Wanted, now: u64, random: &[u8; 32]) -> String {
        self.remove_ended(now);
        let grant = self.next;
        self.next += 1;
        self.by_id.insert(
            grant,
            Grant {
                client: wanted.client,
                organization: wanted.organization,
                scopes: wanted.scopes,
                ends: now.saturating_add(REFRESH_SECONDS),
            },
        );
        let code = token(random, "code");
        self.codes.insert(
            hash(&code),
            Code {
                grant,
                redirect_uri: wanted.redirect_uri,
                challenge: wanted.challenge,
                ends: now.saturating_add(CODE_SECONDS),
                is_used: false,
            },
        );
        code
    }

    /// Exchanges an authorization code for tokens. `verify` compares the code verifier with the challenge.
    pub(super) fn exchange(
        &mut self,
        code: &str,
        client: &str,
        redirect_uri: Option<&str>,
        verify: impl Fn(&str) -> bool,
        (now, random): (u64, &[u8; 32]),
    ) -> Result<Issued, OAuthError> {
        const UNKNOWN: OAuthError =
            OAuthError::invalid_grant("the code is unknown, was used, or is older than a minute");
        let known = self.codes.get_mut(&hash(code)).ok_or(UNKNOWN)?;
        let id = known.grant;
        if known.is_used {
            self.by_id.remove(&id);
            return Err(UNKNOWN);
        }
        let grant = self.by_id.get(&id).ok_or(UNKNOWN)?;
        if grant.client != client || known.ends <= now {
            return Err(UNKNOWN);
        }
        if redirect_uri != Some(known.redirect_uri.as_str()) {
            return Err(OAuthError::invalid_grant(
                "the redirect_uri is not that of the authorization request",
            ));
        }
        if !verify(&known.challenge) {
            return Err(OAuthError::invalid_grant(
                "the code_verifier does not fit the code_challenge",
            ));
        }
        known.is_used = true;
        let scopes = grant.scopes.clone();
        Ok(self.issue(id, scopes, now, random))
    }

    /// Exchanges a refresh token for new tokens. `narrowed` are the scopes that the new access token has, or `None` for all of the grant.
    pub(super) fn renew(
        &mut self,
        refresh: &str,
        client: &str,
        narrowed: Option<Vec<Scope>>,
        now: u64,
        random: &[u8; 32],
    ) -> Result<Issued, OAuthError> {
        const UNKNOWN: OAuthError =
            OAuthError::invalid_grant("the refresh token is unknown, was used, or has ended");
        let known = self.refresh.get_mut(&hash(refresh)).ok_or(UNKNOWN)?;
        let id = known.grant;
        let grant = self.by_id.get(&id).ok_or(UNKNOWN)?;
        if grant.client != client || grant.ends <= now {
            return Err(UNKNOWN);
        }
        if known.is_used {
            self.by_id.remove(&id);
            return Err(UNKNOWN);
        }
        let scopes = narrowed.unwrap_or_else(|| grant.scopes.clone());
        if !scopes.iter().all(|scope| grant.scopes.contains(scope)) {
            return Err(OAuthError::INVALID_SCOPE);
        }
        known.is_used = true;
        Ok(self.issue(id, scopes, now, random))
    }

    fn issue(&mut self, grant: u64, scopes: Vec<Scope>, now: u64, random: &[u8; 32]) -> Issued {
        let issued = Issued {
            access: token(random, "access"),
            refresh: token(random, "refresh"),
            scopes: scopes.clone(),
        };
        let ends = now.saturating_add(ACCESS_SECONDS);
        self.access.insert(
            hash(&issued.access),
            Access {
                grant,
                scopes,
                ends,
            },
        );
        let refresh = Refresh {
            grant,
            is_used: false,
        };
        self.refresh.insert(hash(&issued.refresh), refresh);
        issued
    }

    /// Returns the caller who has an access token.
    pub(super) fn caller(&self, access: &str, now: u64) -> Option<Caller> {
        let access = self.access.get(&hash(access))?;
        let grant = self.by_id.get(&access.grant)?;
        (now < access.ends).then(|| Caller::Known {
            organization: grant.organization.clone(),
            scopes: access.scopes.clone(),
        })
    }

    /// Forgets what has ended, so that a client that never stops asking takes no memory without end.
    fn remove_ended(&mut self, now: u64) {
        let (grants, codes) = (&mut self.by_id, &self.codes);
        // A code that nobody exchanged leaves a grant without tokens.
        let unused = codes
            .values()
            .filter(|code| !code.is_used && code.ends <= now);
        for code in unused {
            grants.remove(&code.grant);
        }
        grants.retain(|_, grant| now < grant.ends);
        let grants = &self.by_id;
        self.codes
            .retain(|_, code| grants.contains_key(&code.grant));
        self.access
            .retain(|_, access| now < access.ends && grants.contains_key(&access.grant));
        self.refresh
            .retain(|_, refresh| grants.contains_key(&refresh.grant));
    }
}

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
