/// An error of OAuth 2.0 (RFC 6749, sections 4.1.2.1 and 5.2), with what to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OAuthError {
    /// The code of the error.
    pub(super) code: &'static str,
    /// What is wrong, in ASCII without quotes, as the RFC asks for.
    pub(super) description: &'static str,
}

impl OAuthError {
    pub(super) const fn invalid_request(description: &'static str) -> Self {
        Self {
            code: "invalid_request",
            description,
        }
    }

    pub(super) const fn invalid_grant(description: &'static str) -> Self {
        Self {
            code: "invalid_grant",
            description,
        }
    }

    pub(super) const INVALID_CLIENT: Self = Self {
        code: "invalid_client",
        description: "send the id and the secret of a known client with the scheme Basic",
    };

    pub(super) const INVALID_SCOPE: Self = Self {
        code: "invalid_scope",
        description: "ask only for scopes that the client may have, separated by blanks",
    };

    pub(super) const UNSUPPORTED_GRANT: Self = Self {
        code: "unsupported_grant_type",
        description: "the grant type is authorization_code or refresh_token",
    };

    pub(super) const UNSUPPORTED_RESPONSE: Self = Self {
        code: "unsupported_response_type",
        description: "the response type is code",
    };
}
