//! An authorization server of OAuth 2.0, as the service publishes it: authorization codes with PKCE (RFC 7636), refresh tokens, `client_secret_basic`, and the metadata
//! document (RFC 8414).
//!
//! It is there to test clients against. Nobody is asked whether a client may have a token: each authorization request of a known client is granted.

mod error;
mod grants;

use std::collections::HashMap;
use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::endpoint::{Caller, Scope};
use crate::sandbox::Client;
use crate::service::message::{Response, ServiceRequest};
use crate::service::problem::Problem;
use error::{Form, OAuthError};
use grants::{ACCESS_SECONDS, Grants, Issued, Wanted, is_challenge, verifies};

const METADATA: &str = "/api/oauth/.well-known/oauth-authorization-server.json";
const AUTHORIZE: &str = "/api/oauth/authorize";
const TOKEN: &str = "/api/oauth/token";

/// An authorization server of OAuth 2.0 for the reference service, without a socket, a clock or a source of randomness: its host has them.
///
/// | request | what it does |
/// |---|---|
/// | `GET /api/oauth/.well-known/oauth-authorization-server.json` | returns the metadata (RFC 8414) |
/// | `GET /api/oauth/authorize` | grants what a known client asks for, and redirects to it with a code; it needs a `code_challenge` of the method `S256` |
/// | `POST /api/oauth/token` | exchanges a code or a refresh token for tokens; the client sends its id and secret with the scheme `Basic` |
///
/// A code is valid for a minute and once, an access token for an hour, a refresh token for thirty days and once. All tokens of a grant end when a code or a refresh token
/// is used twice.
#[derive(Default)]
pub struct AuthorizationServer {
    clients: HashMap<String, Client>,
    grants: Grants,
}

/// Shows no client and no token.
impl fmt::Debug for AuthorizationServer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("AuthorizationServer");
        shown.finish_non_exhaustive()
    }
}

impl AuthorizationServer {
    /// Creates a server that knows these clients.
    #[must_use]
    pub fn new(clients: &[Client]) -> Self {
        let by_id = clients.iter();
        Self {
            clients: by_id
                .map(|client| (client.id.clone(), client.clone()))
                .collect(),
            grants: Grants::default(),
        }
    }

    /// Returns whether a target is one of this server.
    #[must_use]
    pub fn has(target: &str) -> bool {
        let path = target.split('?').next().unwrap_or_default();
        [METADATA, AUTHORIZE, TOKEN].contains(&path)
    }

    /// Returns the caller of a request with this access token at a time, in seconds since 1970.
    #[must_use]
    pub fn caller(&self, access_token: &str, now: u64) -> Option<Caller> {
        self.grants.caller(access_token, now)
    }

    /// Answers a request. `authorization` is its header with that name, `origin` how the client reaches the service, such as `http://localhost:8080`, `now` the time in
    /// seconds since 1970, and `random` are bytes that were never used before and that nobody can guess.
    #[must_use]
    pub fn answer(
        &mut self,
        request: &ServiceRequest<'_>,
        authorization: Option<&str>,
        origin: &str,
        now: u64,
        random: &[u8; 32],
    ) -> Response {
        let (method, allowed) = (
            request.head.method,
            if request.head.path() == TOKEN {
                "POST"
            } else {
                "GET"
            },
        );
        if method != allowed {
            let refused = Response::problem(&Problem::MethodNotAllowed(allowed));
            return refused.with_header("allow", allowed.to_owned());
        }
        match request.head.path() {
            METADATA => metadata(origin),
            AUTHORIZE => self.authorize(request.head.query(), origin, now, random),
            TOKEN => self.token(request, authorization, now, random),
            _ => Response::not_found(),
        }
    }

    /// Redirects to the client, with a code or an error. What the client can't be trusted with is not sent there (RFC 6749, section 4.1.2.1).
    fn authorize(&mut self, query: &str, origin: &str, now: u64, random: &[u8; 32]) -> Response {
        let form = match Form::parse(query.as_bytes()) {
            Ok(form) => form,
            Err(error) => return refused(400, error),
        };
        let client = form.get("client_id").and_then(|id| self.clients.get(id));
        let Some(client) = client else {
            return refused(400, OAuthError::invalid_request("the client_id is unknown"));
        };
        let redirect_uri = form.get("redirect_uri").unwrap_or_default();
        if !client
            .redirect_uris
            .iter()
            .any(|known| known == redirect_uri)
        {
            return refused(
                400,
                OAuthError::invalid_request(
                    "the redirect_uri is none of the client, character for character",
                ),
            );
        }
        let mut answer = vec![("iss", format!("{origin}/api/oauth"))];
        if let Some(state) = form.get("state") {
            answer.push(("state", state.to_owned()));
        }
        match wanted(&form, client, redirect_uri) {
            Ok(wanted) => answer.push(("code", self.grants.grant(wanted, now, random))),
            Err(error) => {
                answer.push(("error", error.code.to_owned()));
                answer.push(("error_description", error.description.to_owned()));
            }
        }
        let separator = if redirect_uri.contains('?') { '&' } else { '?' };
        let answer = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(answer)
            .finish();
        let redirect = Response {
            status: 302,
            ..Response::default()
        };
        redirect
            .with_header("location", format!("{redirect_uri}{separator}{answer}"))
            .with_header("cache-control", "no-store".to_owned())
    }

    fn token(
        &mut self,
        request: &ServiceRequest<'_>,
        authorization: Option<&str>,
        now: u64,
        random: &[u8; 32],
    ) -> Response {
        let Some(client) = self.authenticate(authorization) else {
            let challenge = r#"Basic realm="oauth", charset="UTF-8""#.to_owned();
            return refused(401, OAuthError::INVALID_CLIENT)
                .with_header("www-authenticate", challenge);
        };
        let (id, allowed) = (client.id.clone(), client.scopes.clone());
        if !request.head.is_form() {
            return refused(
                400,
                OAuthError::invalid_request(
                    "the body is a form: application/x-www-form-urlencoded",
                ),
            );
        }
        match self.issue(request.body, &id, &allowed, now, random) {
            Ok(issued) => tokens(&issued),
            Err(error) => refused(400, error),
        }
    }

    fn issue(
        &mut self,
        body: &[u8],
        client: &str,
        allowed: &[Scope],
        now: u64,
        random: &[u8; 32],
    ) -> Result<Issued, OAuthError> {
        let form = Form::parse(body)?;
        match form.require("grant_type", "the grant_type is missing")? {
            "authorization_code" => {
                let code = form.require("code", "the code is missing")?;
                let verifier = form.require("code_verifier", "the code_verifier is missing")?;
                let verify = |challenge: &str| verifies(verifier, challenge);
                let redirect_uri = form.get("redirect_uri");
                self.grants
                    .exchange(code, client, redirect_uri, verify, (now, random))
            }
            "refresh_token" => {
                let refresh = form.require("refresh_token", "the refresh_token is missing")?;
                let scope = form.get("scope");
                let narrowed = scope
                    .map(|scope| parse_scopes(scope, allowed))
                    .transpose()?;
                self.grants.renew(refresh, client, narrowed, now, random)
            }
            _ => Err(OAuthError::UNSUPPORTED_GRANT),
        }
    }

    /// Returns the client whose id and secret a header has (RFC 6749, section 2.3.1): both are encoded as in a form.
    fn authenticate(&self, authorization: Option<&str>) -> Option<&Client> {
        let (scheme, encoded) = authorization?.split_once(' ')?;
        let decoded = STANDARD.decode(encoded.trim()).ok()?;
        let decoded = String::from_utf8(decoded).ok()?;
        let (id, secret) = decoded.split_once(':')?;
        let [id, secret] = [id, secret].map(decode);
        let client = self.clients.get(&id)?;
        let is_known = scheme.eq_ignore_ascii_case("basic") && client.has_secret(&secret);
        is_known.then_some(client)
    }
}

/// Decodes a text that is encoded as in a form.
fn decode(text: &str) -> String {
    // A text without an equals sign is a name without a value.
    let mut pairs = form_urlencoded::parse(text.as_bytes());
    pairs
        .next()
        .map_or(String::new(), |(name, _)| name.into_owned())
}

fn wanted(form: &Form, client: &Client, redirect_uri: &str) -> Result<Wanted, OAuthError> {
    if form.require("response_type", "the response_type is missing")? != "code" {
        return Err(OAuthError::UNSUPPORTED_RESPONSE);
    }
    let challenge = form.require(
        "code_challenge",
        "the code_challenge is missing: send one as RFC 7636 says",
    )?;
    if form.get("code_challenge_method") != Some("S256") || !is_challenge(challenge) {
        return Err(OAuthError::invalid_request(
            "the code_challenge_method is S256, and the code_challenge a SHA-256 in base64url",
        ));
    }
    let scopes = match form.get("scope") {
        Some(scope) => parse_scopes(scope, &client.scopes)?,
        None => client.scopes.clone(),
    };
    Ok(Wanted {
        client: client.id.clone(),
        organization: client.organization.clone(),
        scopes,
        redirect_uri: redirect_uri.to_owned(),
        challenge: challenge.to_owned(),
    })
}

fn parse_scopes(text: &str, allowed: &[Scope]) -> Result<Vec<Scope>, OAuthError> {
    let names = text.split(' ').filter(|name| !name.is_empty());
    let scopes = names.map(|name| name.parse().map_err(|_| OAuthError::INVALID_SCOPE));
    let scopes: Vec<Scope> = scopes.collect::<Result<_, _>>()?;
    let is_allowed = !scopes.is_empty() && scopes.iter().all(|scope| allowed.contains(scope));
    is_allowed
        .then_some(scopes)
        .ok_or(OAuthError::INVALID_SCOPE)
}

fn join(scopes: &[Scope]) -> String {
    let names: Vec<&str> = scopes.iter().map(|scope| scope.as_str()).collect();
    names.join(" ")
}

fn metadata(origin: &str) -> Response {
    let scopes: Vec<&str> = Scope::all().map(Scope::as_str).collect();
    answer(
        200,
        &json!({
            "issuer": format!("{origin}/api/oauth"),
            "authorization_endpoint": format!("{origin}{AUTHORIZE}"),
            "token_endpoint": format!("{origin}{TOKEN}"),
            "scopes_supported": scopes,
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic"],
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": true
        }),
    )
}

fn tokens(issued: &Issued) -> Response {
    answer(
        200,
        &json!({
            "access_token": issued.access,
            "token_type": "Bearer",
            "expires_in": ACCESS_SECONDS,
            "refresh_token": issued.refresh,
            "scope": join(&issued.scopes)
        }),
    )
}

fn refused(status: u16, error: OAuthError) -> Response {
    let body = json!({"error": error.code, "error_description": error.description});
    answer(status, &body)
}

/// Tokens are kept by no cache (RFC 6749, section 5.1).
fn answer(status: u16, body: &serde_json::Value) -> Response {
    Response::with_body(status, "application/json", body.to_string().into_bytes())
        .with_header("cache-control", "no-store".to_owned())
}
