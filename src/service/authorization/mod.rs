//! An authorization server of OAuth 2.0, as the service publishes it: authorization codes with PKCE (RFC 7636), refresh tokens, `client_secret_basic`, and the metadata
//! document (RFC 8414).
//!
//! It is there to test clients against. Nobody is asked whether a client may have a token: each authorization request of a known client is granted.

mod error;
mod grants;
mod server;

pub use server::AuthorizationServer;
