use std::collections::BTreeMap;

use super::error::OAuthError;

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
