use std::collections::BTreeMap;

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

/// Parameters of a query or of a form, each at most once (RFC 6749, section 3.1). Those without a value count as left out.
pub(super) struct Form(BTreeMap<String, String>);

impl Form {
    pub(super) fn parse(encoded: &[u8]) -> Result<Self, OAuthError> {
        let mut parameters = BTreeMap::new();
        for (name, value) in form_urlencoded::parse(encoded) {
            if value.is_empty() {
                continue;
            }
            let before = parameters.insert(name.into_owned(), value.into_owned());
            if before.is_some() {
                return Err(OAuthError::invalid_request(
                    "a parameter occurs more than once",
                ));
            }
        }
        Ok(Self(parameters))
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    pub(super) fn require(&self, name: &str, otherwise: &'static str) -> Result<&str, OAuthError> {
        self.get(name).ok_or(OAuthError::invalid_request(otherwise))
    }
}
