use std::collections::{HashMap, HashSet};

use sha2::{Digest, Sha256};

use super::rules::CREDENTIALS_INVALID;
use crate::configuration::{self, Faults, written};
use crate::endpoint::{Caller, Organization, Scope, UnknownScopeError};
use crate::report::{Policy, Reading};

/// Whose tokens are good, and for what. Tokens themselves are not kept, only their SHA-256.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Credentials {
    callers: HashMap<[u8; 32], Caller>,
}

written! {
    /// Credentials as they are written.
    #[cfg_attr(test, schemars(title = "Credentials"))]
    struct WrittenCredentials {
        /// The tokens that are good.
        tokens: Vec<WrittenToken> = "tokens";
    }
}

written! {
    /// A token and what it is good for.
    #[cfg_attr(test, schemars(rename = "Token"))]
    struct WrittenToken {
        /// The bearer token (RFC 6750): letters, digits and `-._~+/`, if need be with `=` at its end.
        token: String = "token";
        /// The organization that whoever has it belongs to: 1 to 63 lower-case letters, digits and hyphens.
        organization: String = "organization";
        /// What it allows: `api:base-data:read`, `api:base-data:update`, `api:documents:create`, `api:documents:read-exported`,
        /// `api:transactions:create`.
        scopes: Vec<String> = "scopes";
    }
}

impl WrittenCredentials {
    fn parse(self) -> Result<Credentials, Faults> {
        let (mut callers, mut faults, mut seen) = (HashMap::new(), Vec::new(), HashSet::new());
        for (index, WrittenToken { token, organization, scopes: names }) in self.tokens.iter().enumerate() {
            let mut say = |member: &str, fault: &str| {
                faults.push((format!("/tokens/{index}{member}"), fault.to_owned()));
            };
            if !is_token(token) {
                say("/token", "a bearer token has letters, digits and -._~+/ and may end in =");
            }
            if !seen.insert(token) {
                say("/token", "this token stands here before; of two with one token nobody knows which one calls");
            }
            let organization =
                Organization::parse(organization).map_err(|fault| say("/organization", &fault.to_string()));
            let mut scopes = Vec::new();
            for (place, name) in names.iter().enumerate() {
                match name.parse() {
                    Ok(scope) => scopes.push(scope),
                    Err(UnknownScopeError) => {
                        let known = Scope::ALL.map(Scope::as_str).join(", ");
                        say(
                            &format!("/scopes/{place}"),
                            &format!("this is no scope of the service, which has {known}"),
                        );
                    }
                }
            }
            if let Ok(organization) = organization {
                callers.insert(digest(token), Caller::Known { organization, scopes });
            }
        }
        if faults.is_empty() { Ok(Credentials { callers }) } else { Err(faults) }
    }
}

/// Whether a text is a bearer token as RFC 6750, section 2.1, has them.
fn is_token(text: &str) -> bool {
    let bare = text.trim_end_matches('=');
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
    !bare.is_empty() && bare.bytes().all(plain)
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

impl Credentials {
    /// Nobody's.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a file of credentials, and finds what is wrong with it. No finding holds a token.
    ///
    /// ```
    /// use universal_accounting::endpoint::{Caller, Scope};
    /// use universal_accounting::report::Policy;
    /// use universal_accounting::sandbox::Credentials;
    ///
    /// let file = br#"{"tokens": [{"token": "s3cr3t", "organization": "muster-ag", "scopes": ["api:base-data:read"]}]}"#;
    /// let credentials = Credentials::read(file, &Policy::new()).value.ok_or("no credentials")?;
    /// let Caller::Known { scopes, .. } = credentials.caller(Some("Bearer s3cr3t")) else { return Err("not known") };
    /// assert_eq!(scopes, [Scope::BaseDataRead]);
    /// assert_eq!(credentials.caller(Some("Bearer other")), Caller::Unknown);
    /// assert_eq!(credentials.caller(None), Caller::Anonymous);
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn read(source: &[u8], policy: &Policy) -> Reading<Self> {
        configuration::read(source, policy, &CREDENTIALS_INVALID, WrittenCredentials::parse)
    }

    /// Makes a token good for a caller. A token that can't be sent, or is another caller's already, is refused.
    #[must_use]
    pub fn add(&mut self, token: &str, caller: Caller) -> bool {
        let digest = digest(token);
        is_token(token)
            && match self.callers.get(&digest) {
                Some(known) => *known == caller,
                None => self.callers.insert(digest, caller).is_none(),
            }
    }

    /// Who calls, by the request's header `Authorization`.
    #[must_use]
    pub fn caller(&self, authorization: Option<&str>) -> Caller {
        let authorization = authorization.unwrap_or_default();
        let (scheme, token) = authorization.split_once(' ').unwrap_or((authorization, ""));
        // Who uses another scheme sent no token that could be wrong (RFC 6750, section 3.1).
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Caller::Anonymous;
        }
        // What is compared is a digest, so that the time it takes says nothing of the token.
        let known = self.callers.get(&digest(token.trim_matches(' ')));
        known.cloned().unwrap_or(Caller::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use schemars::generate::SchemaSettings;

    use super::*;
    use crate::source::{assert_matches_file, render_schema};

    fn found(file: &str) -> Vec<(String, String)> {
        let report = Credentials::read(file.as_bytes(), &Policy::new()).report;
        report.findings.iter().map(|one| (one.pointer.clone(), one.message())).collect()
    }

    #[test]
    fn every_fault_is_found_and_no_token_is_told() {
        let file = r#"{"tokens": [
            {"token": "s3cr3t s3cr3t", "organization": "-", "scopes": ["api:all"]},
            {"token": "tw1ce", "organization": "a", "scopes": []},
            {"token": "tw1ce", "organization": "b", "scopes": []}]}"#;
        let found = found(file);
        let places: Vec<&str> = found.iter().map(|(place, _)| place.as_str()).collect();
        assert_eq!(places, ["/tokens/0/token", "/tokens/0/organization", "/tokens/0/scopes/0", "/tokens/2/token"]);
        assert!(found.iter().all(|(_, said)| !said.contains("s3cr3t") && !said.contains("tw1ce")), "{found:?}");
        for file in [r#"{"tokens": ["s3cr3t"]}"#, r#"{"tokens": "s3cr3t"}"#, r#"["s3cr3t"]"#, "s3cr3t"] {
            let found = self::found(file);
            assert!(found.len() == 1 && !found[0].1.contains("s3cr3t"), "{found:?}");
        }
    }

    #[test]
    fn a_header_names_its_caller_or_nobody() {
        let mut credentials = Credentials::new();
        let caller = Caller::with_every_scope(Organization::parse("a").unwrap());
        assert!(credentials.add("abc-._~+/12==", caller.clone()));
        assert!(!credentials.add("", caller.clone()) && !credentials.add("a b", caller.clone()));
        assert!(!credentials.add("abc-._~+/12==", Caller::with_every_scope(Organization::parse("b").unwrap())));
        for header in ["Bearer abc-._~+/12==", "bearer abc-._~+/12==", "BEARER  abc-._~+/12== "] {
            assert_eq!(credentials.caller(Some(header)), caller, "{header}");
        }
        for header in ["Bearer", "Bearer ", "Bearer abc-._~+/12="] {
            assert_eq!(credentials.caller(Some(header)), Caller::Unknown, "{header}");
        }
        for header in ["", "Basic abc-._~+/12==", "abc-._~+/12=="] {
            assert_eq!(credentials.caller(Some(header)), Caller::Anonymous, "{header}");
        }
        assert!(!format!("{credentials:?}").contains("abc"));
    }

    #[test]
    fn the_schema_is_that_of_a_file() {
        let schema = render_schema::<WrittenCredentials>("credentials", SchemaSettings::draft2020_12());
        assert!(Scope::ALL.iter().all(|scope| schema.contains(scope.as_str())));
        assert_matches_file("schema/credentials.schema.json", &schema);
    }
}
