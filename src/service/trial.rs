use std::collections::VecDeque;

use serde::Serialize;

use super::{Head, Identifier};
use crate::endpoint::{Endpoint, Organization};
use crate::sandbox::ForcedResponse;
use crate::value::CardNumber;

/// What those who test in the name of one organization set up, and what was received from it. It is never kept beyond the process.
#[derive(Debug, Clone, Default)]
pub(super) struct Trial {
    pub(super) seed: u32,
    /// How many identifiers were given.
    pub(super) given: u64,
    pub(super) forced: Vec<ForcedResponse>,
    /// The requests received last, the oldest first: so many, and so many bytes of bodies.
    pub(super) received: VecDeque<Received>,
    pub(super) bytes: usize,
}

impl Trial {
    /// Begins anew, with identifiers from the same seed.
    pub(super) fn begin_anew(&mut self) {
        *self = Self { seed: self.seed, ..Self::default() };
    }

    /// The next identifiers, of several kinds, that belong together.
    pub(super) fn next<const N: usize>(&mut self, organization: &Organization, kinds: [&str; N]) -> [Identifier; N] {
        self.given += 1;
        kinds.map(|kind| Identifier::new(self.seed, organization, kind, self.given))
    }

    pub(super) fn receive(&mut self, received: Received) {
        self.bytes += received.kept();
        self.received.push_back(received);
        while self.received.len() > REQUESTS || self.bytes > BYTES {
            let Some(oldest) = self.received.pop_front() else { break };
            self.bytes -= oldest.kept();
        }
    }

    /// The response that is forced on the next request to an endpoint.
    pub(super) fn next_forced(&mut self, endpoint: Endpoint) -> Option<ForcedResponse> {
        let fits = |one: &ForcedResponse| one.endpoint.is_none_or(|wanted| wanted == endpoint);
        let place = self.forced.iter().position(fits)?;
        let one = self.forced.get_mut(place)?;
        one.times = one.times.saturating_sub(1);
        if one.times == 0 { Some(self.forced.remove(place)) } else { Some(one.clone()) }
    }
}

/// A request that a service was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Received {
    /// Its method.
    pub method: String,
    /// Its path with the query.
    pub target: String,
    /// Its header `Content-Type`, card numbers masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// The status that it was answered with.
    pub status: u16,
    /// How many bytes its body has.
    pub bytes: usize,
    /// The body, card numbers masked; none where it was not read, is no UTF-8, or has the digits of one as escapes of JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
}

/// More than a test looks at.
const REQUESTS: usize = 1000;
const BYTES: usize = 16 << 20;

impl Received {
    /// A request that is not answered yet.
    pub(super) fn new(head: &Head<'_>) -> Self {
        Self {
            method: head.method.to_owned(),
            target: CardNumber::mask(head.target).into_owned(),
            content_type: head.content_type.map(|content_type| CardNumber::mask(content_type).into_owned()),
            status: 0,
            bytes: 0,
            body: None,
        }
    }

    pub(super) fn answered(self, status: u16, body: &[u8]) -> Self {
        let text = str::from_utf8(body).ok().filter(|text| !text.is_empty() && text.len() <= BYTES);
        let masked = text.map(|text| CardNumber::mask(text).into_owned());
        // What is escaped can't be masked digit by digit.
        let body_shown = masked.filter(|text| !CardNumber::is_in_json(text));
        Self { status, bytes: body.len(), body: body_shown, ..self }
    }

    fn kept(&self) -> usize {
        let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        self.target.len() + length(&self.content_type) + length(&self.body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::Request;

    #[test]
    fn only_the_last_ones_are_kept() {
        let mut log = Trial::default();
        let head = Request::new("POST", "/api/public/v1/transactions").head;
        for status in 0..1500 {
            log.receive(Received::new(&head).answered(status, b"{}"));
        }
        assert_eq!(log.received.iter().map(|one| one.status).collect::<Vec<_>>(), (500..1500).collect::<Vec<_>>());
        let third = vec![b' '; BYTES / 3];
        (0..9).for_each(|status| log.receive(Received::new(&head).answered(status, &third)));
        assert_eq!(log.received.iter().map(|one| one.status).collect::<Vec<_>>(), [7, 8]);
        log.receive(Received::new(&head).answered(9, &vec![b' '; BYTES + 1]));
        assert_eq!(log.received.back().map(|one| (one.bytes, one.body.is_none())), Some((BYTES + 1, true)));
        let third = " ".repeat(BYTES / 3);
        let head = Head { content_type: Some(&third), ..head };
        (0..9).for_each(|status| log.receive(Received::new(&head).answered(status, b"")));
        assert_eq!(log.received.iter().map(|one| one.status).collect::<Vec<_>>(), [7, 8]);
    }

    #[test]
    fn no_card_number_is_kept() {
        let head = Request::new("GET", "/api/public/v1/base-data?card=4111111111111111").head;
        let log = format!("{:?}", Received::new(&head).answered(200, b"4111 1111 1111 1111"));
        assert!(!log.contains("4111"), "{log}");
        let body = |body: &str| Received::new(&head).answered(200, body.as_bytes()).body;
        assert_eq!(body(r#"{"text": "\u0034111111111111111"}"#), None);
        assert_eq!(body(r#"{"text": "\u0034"}"#).as_deref(), Some(r#"{"text": "\u0034"}"#));
        let head = Head { content_type: Some("text/4111111111111111"), ..head };
        let log = format!("{:?}", Received::new(&head).answered(415, b"").content_type);
        assert_eq!(log, r#"Some("text/************1111")"#);
    }
}
