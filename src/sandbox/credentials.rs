use std::collections::{HashMap, HashSet};

use sha2::{Digest, Sha256};

use super::rules::CREDENTIALS_INVALID;
use crate::configuration::{self, Faults, json_struct};
use crate::endpoint::{Caller, Organization, Scope, UnknownScopeError};
use crate::report::{Policy, Reading};

/// The tokens that the service accepts, with their callers, and the clients that may ask for tokens. Tokens and secrets themselves are not stored, only their SHA-256.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Credentials {
    callers: HashMap<[u8; 32], Caller>,
    clients: Vec<Client>,
}

json_struct! {
    /// Credentials, as a JSON file has them.
    #[cfg_attr(test, schemars(title = "Credentials"))]
    struct CredentialsFile {
        /// The tokens that the service accepts.
        tokens: Vec<TokenEntry> = "tokens", default;
        /// The clients that may ask the authorization server for tokens.
        clients: Vec<ClientEntry> = "clients", default;
    }
}

json_struct! {
    /// A client of the authorization server (OAuth 2.0).
    #[cfg_attr(test, schemars(rename = "Client"))]
    struct ClientEntry {
        /// The `client_id`: visible characters of ASCII.
        id: String = "id";
        /// The secret: visible characters of ASCII.
        secret: String = "secret";
        /// The addresses to which codes may be sent. A `redirect_uri` must be one of them, character for character.
        redirect_uris: Vec<String> = "redirectUris";
        /// The organization that the tokens belong to.
        organization: String = "organization";
        /// What the tokens may allow: the scopes of a token.
        scopes: Vec<String> = "scopes";
    }
}

json_struct! {
    /// A token with its organization and scopes.
    #[cfg_attr(test, schemars(rename = "Token"))]
    struct TokenEntry {
        /// The bearer token (RFC 6750): letters, digits and `-._~+/`, optionally with `=` at the end.
        token: String = "token";
        /// The organization that the token belongs to: 1 to 63 lower-case letters, digits and hyphens.
        organization: String = "organization";
        /// What the token allows: `api:base-data:read`, `api:base-data:update`, `api:documents:create`, `api:documents:read-exported`,
        /// `api:transactions:create`; `sandbox` for the requests that control tests.
        scopes: Vec<String> = "scopes";
    }
}

impl CredentialsFile {
    fn parse(self) -> Result<Credentials, Faults> {
        let (mut callers, mut faults) = (HashMap::new(), Vec::new());
        let mut seen = HashSet::new();
        for (index, entry) in self.tokens.iter().enumerate() {
            let mut faults = FaultsAt(format!("/tokens/{index}"), &mut faults);
            if !is_bearer_token(&entry.token) {
                faults.add(
                    "/token",
                    "a bearer token has letters, digits and -._~+/ and may end in =",
                );
            }
            if !seen.insert(&entry.token) {
                faults.add(
                    "/token",
                    "this token occurs earlier in the list; a token can belong to one caller only",
                );
            }
            let organization = faults.organization(&entry.organization);
            let scopes = faults.scopes(&entry.scopes);
            if let Some(organization) = organization {
                let caller = Caller::Known {
                    organization,
                    scopes,
                };
                callers.insert(digest(&entry.token), caller);
            }
        }
        let (mut clients, mut seen) = (Vec::new(), HashSet::new());
        for (index, entry) in self.clients.iter().enumerate() {
            let mut faults = FaultsAt(format!("/clients/{index}"), &mut faults);
            for (member, text) in [("/id", &entry.id), ("/secret", &entry.secret)] {
                if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
                    faults.add(
                        member,
                        "this has visible characters of ASCII, and at least one",
                    );
                }
            }
            if !seen.insert(&entry.id) {
                faults.add("/id", "this id occurs earlier in the list");
            }
            for (position, address) in entry.redirect_uris.iter().enumerate() {
                if !is_redirect_uri(address) {
                    let member = format!("/redirectUris/{position}");
                    faults.add(&member, "this is a whole address, such as http://localhost:3000/callback, without a fragment");
                }
            }
            let organization = faults.organization(&entry.organization);
            let scopes = faults.scopes(&entry.scopes);
            if let Some(organization) = organization {
                clients.push(Client {
                    id: entry.id.clone(),
                    redirect_uris: entry.redirect_uris.clone(),
                    organization,
                    scopes,
                    secret_hash: hash_secret(&entry.secret),
                });
            }
        }
        if faults.is_empty() {
            Ok(Credentials { callers, clients })
        } else {
            Err(faults)
        }
    }
}

/// The faults of an entry, with the pointer to it.
struct FaultsAt<'f>(String, &'f mut Faults);

impl FaultsAt<'_> {
    fn add(&mut self, member: &str, fault: &str) {
        self.1
            .push((format!("{}{member}", self.0), fault.to_owned()));
    }

    fn organization(&mut self, name: &str) -> Option<Organization> {
        let parsed = Organization::parse(name);
        parsed
            .map_err(|error| self.add("/organization", &error.to_string()))
            .ok()
    }

    fn scopes(&mut self, names: &[String]) -> Vec<Scope> {
        let mut scopes = Vec::new();
        for (position, name) in names.iter().enumerate() {
            match name.parse() {
                Ok(scope) => scopes.push(scope),
                Err(UnknownScopeError) => {
                    let known: Vec<&str> = Scope::all().map(Scope::as_str).collect();
                    let fault = format!(
                        "this is no scope of the service, which has {}",
                        known.join(", ")
                    );
                    self.add(&format!("/scopes/{position}"), &fault);
                }
            }
        }
        scopes
    }
}

/// Returns whether a text is a bearer token (RFC 6750, section 2.1).
fn is_bearer_token(text: &str) -> bool {
    let unpadded = text.trim_end_matches('=');
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
    !unpadded.is_empty() && unpadded.bytes().all(is_allowed)
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

impl Credentials {
    /// Creates credentials without any token.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a file of credentials, with a report on its faults. No finding contains a token.
    ///
    /// ```
    /// use universal_accounting::endpoint::{Caller, Scope};
    /// use universal_accounting::report::Policy;
    /// use universal_accounting::sandbox::Credentials;
    ///
    /// let file = br#"{"tokens": [{"token": "s3cr3t", "organization": "muster-ag", "scopes": ["api:base-data:read"]}]}"#;
    /// let credentials = Credentials::read(file, &Policy::new()).value.ok_or("no credentials")?;
    /// let Caller::Known { scopes, .. } = credentials.authenticate(Some("Bearer s3cr3t")) else { return Err("not known") };
    /// assert_eq!(scopes, [Scope::BaseDataRead]);
    /// assert_eq!(credentials.authenticate(Some("Bearer other")), Caller::Unknown);
    /// assert_eq!(credentials.authenticate(None), Caller::Anonymous);
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn read(source: &[u8], policy: &Policy) -> Reading<Self> {
        configuration::read(source, policy, &CREDENTIALS_INVALID, CredentialsFile::parse)
    }

    /// Adds a token of a caller, and returns whether it was accepted. A token that can't be sent, or that another caller has, is refused.
    #[must_use]
    pub fn add(&mut self, token: &str, caller: Caller) -> bool {
        let digest = digest(token);
        is_bearer_token(token)
            && match self.callers.get(&digest) {
                Some(known) => *known == caller,
                None => self.callers.insert(digest, caller).is_none(),
            }
    }

    /// Returns the clients that may ask for tokens.
    #[must_use]
    pub fn clients(&self) -> &[Client] {
        &self.clients
    }

    /// Returns the caller of a request with this header `Authorization`.
    #[must_use]
    pub fn authenticate(&self, authorization: Option<&str>) -> Caller {
        let authorization = authorization.unwrap_or_default();
        let (scheme, token) = authorization.split_once(' ').unwrap_or((authorization, ""));
        // A request of another scheme has no token, so it is not an invalid token (RFC 6750, section 3.1).
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Caller::Anonymous;
        }
        // Comparing digests keeps the time of the comparison independent of the token.
        let known = self.callers.get(&digest(token.trim_matches(' ')));
        known.cloned().unwrap_or(Caller::Unknown)
    }
}

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
    secret_hash: [u8; 32],
}

impl Client {
    /// Returns whether this is its secret.
    #[must_use]
    pub fn has_secret(&self, secret: &str) -> bool {
        // Comparing digests keeps the time of the comparison independent of the secret.
        hash_secret(secret) == self.secret_hash
    }
}

fn hash_secret(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

/// Returns whether an answer can be sent to an address: it has a scheme and no fragment (RFC 6749, section 3.1.2).
fn is_redirect_uri(text: &str) -> bool {
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

#[cfg(test)]
mod tests {
    use schemars::generate::SchemaSettings;

    use super::*;
    use crate::source::{assert_matches_file, render_schema};

    fn pointers_and_messages(file: &str) -> Vec<(String, String)> {
        let report = Credentials::read(file.as_bytes(), &Policy::new()).report;
        report
            .findings
            .iter()
            .map(|finding| (finding.pointer.clone(), finding.message()))
            .collect()
    }

    #[test]
    fn reports_every_fault_without_showing_tokens() {
        let file = r#"{"tokens": [
            {"token": "s3cr3t s3cr3t", "organization": "-", "scopes": ["api:all"]},
            {"token": "tw1ce", "organization": "a", "scopes": []},
            {"token": "tw1ce", "organization": "b", "scopes": []}]}"#;
        let found = pointers_and_messages(file);
        let pointers: Vec<&str> = found.iter().map(|(pointer, _)| pointer.as_str()).collect();
        assert_eq!(
            pointers,
            [
                "/tokens/0/token",
                "/tokens/0/organization",
                "/tokens/0/scopes/0",
                "/tokens/2/token"
            ]
        );
        assert!(
            found
                .iter()
                .all(|(_, message)| !message.contains("s3cr3t") && !message.contains("tw1ce")),
            "{found:?}"
        );
        for file in [
            r#"{"tokens": ["s3cr3t"]}"#,
            r#"{"tokens": "s3cr3t"}"#,
            r#"["s3cr3t"]"#,
            "s3cr3t",
        ] {
            let found = pointers_and_messages(file);
            assert!(
                found.len() == 1 && !found[0].1.contains("s3cr3t"),
                "{found:?}"
            );
        }
    }

    #[test]
    fn authenticates_callers_by_their_header() {
        let mut credentials = Credentials::new();
        let caller = Caller::with_all_scopes(Organization::parse("a").unwrap());
        assert!(credentials.add("abc-._~+/12==", caller.clone()));
        assert!(!credentials.add("", caller.clone()) && !credentials.add("a b", caller.clone()));
        assert!(!credentials.add(
            "abc-._~+/12==",
            Caller::with_all_scopes(Organization::parse("b").unwrap())
        ));
        for header in [
            "Bearer abc-._~+/12==",
            "bearer abc-._~+/12==",
            "BEARER  abc-._~+/12== ",
        ] {
            assert_eq!(credentials.authenticate(Some(header)), caller, "{header}");
        }
        for header in ["Bearer", "Bearer ", "Bearer abc-._~+/12="] {
            assert_eq!(
                credentials.authenticate(Some(header)),
                Caller::Unknown,
                "{header}"
            );
        }
        for header in ["", "Basic abc-._~+/12==", "abc-._~+/12=="] {
            assert_eq!(
                credentials.authenticate(Some(header)),
                Caller::Anonymous,
                "{header}"
            );
        }
        assert!(!format!("{credentials:?}").contains("abc"));
    }

    #[test]
    fn schema_file_matches_the_type() {
        let schema =
            render_schema::<CredentialsFile>("credentials", SchemaSettings::draft2020_12());
        assert!(Scope::all().all(|scope| schema.contains(scope.as_str())));
        assert_matches_file("schema/credentials.schema.json", &schema);
    }
}
