use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;

use super::{Identifier, RequestHead};
use crate::endpoint::{Endpoint, Organization};
use crate::sandbox::ForcedResponse;
use crate::value::CardNumber;

/// The settings of a test of one organization, and the requests that it sent. A session is lost when the process ends.
#[derive(Debug, Clone, Default)]
pub(super) struct TestSession {
    pub(super) seed: u32,
    /// How many identifiers were assigned.
    pub(super) identifier_count: u64,
    pub(super) forced_responses: Vec<ForcedResponse>,
    /// The last requests, oldest first: at most `MAX_REQUESTS`, and at most `MAX_BYTES` of their texts.
    pub(super) received_requests: VecDeque<ReceivedRequest>,
    /// What the last import did, as JSON.
    pub(super) last_import: Option<String>,
    /// The sum of [`ReceivedRequest::text_bytes`].
    pub(super) received_bytes: usize,
}

/// The test sessions of all organizations, which a service shares with its gate.
#[derive(Debug, Default)]
pub(super) struct Sessions(Arc<Mutex<SessionsOfAll>>);

#[derive(Debug, Clone, Default)]
struct SessionsOfAll {
    /// The seed of new sessions.
    seed: u32,
    by_organization: HashMap<Organization, TestSession>,
}

impl Sessions {
    pub(super) fn share(&self) -> Self {
        Self(Arc::clone(&self.0))
    }

    pub(super) fn set_seed(&self, seed: u32) {
        self.lock().seed = seed;
    }

    /// Calls `work` with the session of an organization, which is started if there is none.
    pub(super) fn with<T>(
        &self,
        organization: &Organization,
        work: impl FnOnce(&mut TestSession) -> T,
    ) -> T {
        let mut sessions = self.lock();
        let seed = sessions.seed;
        let start = || TestSession {
            seed,
            ..TestSession::default()
        };
        work(
            sessions
                .by_organization
                .entry(organization.clone())
                .or_insert_with(start),
        )
    }

    /// A request that panicked left the sessions between two changes, each of which is complete.
    fn lock(&self) -> MutexGuard<'_, SessionsOfAll> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A copy, as that of the service that has it.
impl Clone for Sessions {
    fn clone(&self) -> Self {
        Self(Arc::new(Mutex::new(self.lock().clone())))
    }
}

/// The most requests that a session keeps. A test looks at fewer.
const MAX_REQUESTS: usize = 1000;

/// The most bytes of texts that a session keeps.
const MAX_BYTES: usize = 16 << 20;

impl TestSession {
    /// Clears the session but for its seed, and starts the identifiers again.
    pub(super) fn reset(&mut self) {
        *self = Self {
            seed: self.seed,
            ..Self::default()
        };
    }

    /// Returns a new identifier.
    pub(super) fn next_identifier(
        &mut self,
        organization: &Organization,
        kind: &str,
    ) -> Identifier {
        self.identifier_count += 1;
        Identifier::new(self.seed, organization, kind, self.identifier_count)
    }

    /// Adds a request to the list, and removes the oldest requests beyond the limits.
    pub(super) fn record(&mut self, request: ReceivedRequest) {
        self.received_bytes += request.text_bytes();
        self.received_requests.push_back(request);
        while self.received_requests.len() > MAX_REQUESTS || self.received_bytes > MAX_BYTES {
            let Some(oldest) = self.received_requests.pop_front() else {
                break;
            };
            self.received_bytes -= oldest.text_bytes();
        }
    }

    /// Returns the forced response for the next request to an endpoint, and counts this use of it.
    pub(super) fn take_forced_response(&mut self, endpoint: Endpoint) -> Option<ForcedResponse> {
        let applies = |response: &ForcedResponse| {
            response
                .endpoint
                .is_none_or(|expected| expected == endpoint)
        };
        let index = self.forced_responses.iter().position(applies)?;
        let response = self.forced_responses.get_mut(index)?;
        response.times = response.times.saturating_sub(1);
        if response.times == 0 {
            Some(self.forced_responses.remove(index))
        } else {
            Some(response.clone())
        }
    }
}

/// A request to an endpoint, as the service received it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ReceivedRequest {
    /// The method.
    pub method: String,
    /// The path with its query, card numbers masked.
    pub target: String,
    /// The header `Content-Type`, card numbers masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// The status of the response.
    pub status: u16,
    /// The length of the body in bytes.
    pub bytes: usize,
    /// The body, card numbers masked. It is absent if the body was not read, is not UTF-8, or has the secret of a webhook or a card number written with JSON escapes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
}

impl ReceivedRequest {
    /// Creates the record of a request that has no response yet.
    pub(super) fn new(head: &RequestHead<'_>) -> Self {
        Self {
            method: head.method.to_owned(),
            target: CardNumber::mask(head.target).into_owned(),
            content_type: head
                .content_type
                .map(|content_type| CardNumber::mask(content_type).into_owned()),
            status: 0,
            bytes: 0,
            body: None,
        }
    }

    /// Adds the status of the response, and the body of the request.
    pub(super) fn with_response(self, status: u16, body: &[u8]) -> Self {
        let text = str::from_utf8(body)
            .ok()
            .filter(|text| !text.is_empty() && text.len() <= MAX_BYTES);
        let masked = text.map(|text| CardNumber::mask(text).into_owned());
        // Escaped digits can't be masked one by one, so the whole body is left out.
        let masked = masked.filter(|text| !CardNumber::is_in_json(text));
        let masked = masked.filter(|text| !text.contains("webhookSecret"));
        Self {
            status,
            bytes: body.len(),
            body: masked,
            ..self
        }
    }

    /// Returns the number of bytes that count towards `MAX_BYTES`.
    fn text_bytes(&self) -> usize {
        let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        self.target.len() + length(&self.content_type) + length(&self.body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::ServiceRequest;

    #[test]
    fn keeps_only_the_last_requests() {
        let statuses = |session: &TestSession| -> Vec<u16> {
            session
                .received_requests
                .iter()
                .map(|request| request.status)
                .collect()
        };
        let mut session = TestSession::default();
        let head = ServiceRequest::new("POST", "/api/public/v1/transactions").head;
        for status in 0..1500 {
            session.record(ReceivedRequest::new(&head).with_response(status, b"{}"));
        }
        assert_eq!(statuses(&session), (500..1500).collect::<Vec<_>>());
        let third = vec![b' '; MAX_BYTES / 3];
        let long_body = ReceivedRequest::new(&head).with_response(0, &third);
        let record_nine = |session: &mut TestSession, request: &ReceivedRequest| {
            (0..9).for_each(|status| {
                session.record(ReceivedRequest {
                    status,
                    ..request.clone()
                });
            });
        };
        record_nine(&mut session, &long_body);
        assert_eq!(statuses(&session), [7, 8]);
        session.record(ReceivedRequest::new(&head).with_response(9, &vec![b' '; MAX_BYTES + 1]));
        let last = session
            .received_requests
            .back()
            .map(|request| (request.bytes, request.body.is_none()));
        assert_eq!(last, Some((MAX_BYTES + 1, true)));
        let third = " ".repeat(MAX_BYTES / 3);
        let head = RequestHead {
            content_type: Some(&third),
            ..head
        };
        record_nine(&mut session, &ReceivedRequest::new(&head));
        assert_eq!(statuses(&session), [7, 8]);
    }

    #[test]
    fn masks_card_numbers_in_received_requests() {
        let head =
            ServiceRequest::new("GET", "/api/public/v1/base-data?card=4111111111111111").head;
        let request = format!(
            "{:?}",
            ReceivedRequest::new(&head).with_response(200, b"4111 1111 1111 1111")
        );
        assert!(!request.contains("4111"), "{request}");
        let body = |body: &str| {
            ReceivedRequest::new(&head)
                .with_response(200, body.as_bytes())
                .body
        };
        assert_eq!(body(r#"{"text": "\u0034111111111111111"}"#), None);
        assert_eq!(
            body(r#"{"text": "\u0034"}"#).as_deref(),
            Some(r#"{"text": "\u0034"}"#)
        );
        let head = RequestHead {
            content_type: Some("text/4111111111111111"),
            ..head
        };
        let content_type = ReceivedRequest::new(&head)
            .with_response(415, b"")
            .content_type;
        assert_eq!(content_type.as_deref(), Some("text/************1111"));
    }
}
