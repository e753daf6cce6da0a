use std::collections::VecDeque;

use super::Head;
use crate::value::CardNumber;

/// A request that a service was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Received {
    /// Its method.
    pub method: String,
    /// Its path with the query.
    pub target: String,
    /// Its header `Content-Type`, card numbers masked.
    pub content_type: Option<String>,
    /// The status that it was answered with.
    pub status: u16,
    /// How many bytes its body has.
    pub bytes: usize,
    /// The body, card numbers masked; none where it was not read, is no UTF-8, or has the digits of one as escapes of JSON.
    pub body: Option<String>,
}

/// The requests received last: so many, and so many bytes of bodies.
#[derive(Debug, Clone, Default)]
pub(super) struct Log {
    all: VecDeque<Received>,
    bytes: usize,
}

/// More than a test looks at.
const REQUESTS: usize = 1000;
const BYTES: usize = 16 << 20;

impl Received {
    pub(super) fn new(head: &Head<'_>, status: u16, body: &[u8]) -> Self {
        let text = str::from_utf8(body).ok().filter(|text| !text.is_empty() && text.len() <= BYTES);
        let masked = text.map(|text| CardNumber::mask(text).into_owned());
        Self {
            method: head.method.to_owned(),
            target: CardNumber::mask(head.target).into_owned(),
            content_type: head.content_type.map(|content_type| CardNumber::mask(content_type).into_owned()),
            status,
            bytes: body.len(),
            // What is escaped can't be masked digit by digit.
            body: masked.filter(|text| !CardNumber::is_in_json(text)),
        }
    }

    fn kept(&self) -> usize {
        let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        self.target.len() + length(&self.content_type) + length(&self.body)
    }
}

impl Log {
    pub(super) fn add(&mut self, received: Received) {
        self.bytes += received.kept();
        self.all.push_back(received);
        while self.all.len() > REQUESTS || self.bytes > BYTES {
            let Some(oldest) = self.all.pop_front() else { break };
            self.bytes -= oldest.kept();
        }
    }

    /// The oldest first.
    pub(super) fn all(&self) -> impl Iterator<Item = &Received> {
        self.all.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::Request;

    #[test]
    fn only_the_last_ones_are_kept() {
        let mut log = Log::default();
        let head = Request::new("POST", "/api/public/v1/transactions").head;
        for status in 0..1500 {
            log.add(Received::new(&head, status, b"{}"));
        }
        assert_eq!(log.all().map(|one| one.status).collect::<Vec<_>>(), (500..1500).collect::<Vec<_>>());
        let third = vec![b' '; BYTES / 3];
        (0..9).for_each(|status| log.add(Received::new(&head, status, &third)));
        assert_eq!(log.all().map(|one| one.status).collect::<Vec<_>>(), [7, 8]);
        log.add(Received::new(&head, 9, &vec![b' '; BYTES + 1]));
        assert_eq!(log.all().last().map(|one| (one.bytes, one.body.is_none())), Some((BYTES + 1, true)));
        let third = " ".repeat(BYTES / 3);
        let head = Head { content_type: Some(&third), ..head };
        (0..9).for_each(|status| log.add(Received::new(&head, status, b"")));
        assert_eq!(log.all().map(|one| one.status).collect::<Vec<_>>(), [7, 8]);
    }

    #[test]
    fn no_card_number_is_kept() {
        let head = Request::new("GET", "/api/public/v1/base-data?card=4111111111111111").head;
        let log = format!("{:?}", Received::new(&head, 200, b"4111 1111 1111 1111"));
        assert!(!log.contains("4111"), "{log}");
        let body = |body: &str| Received::new(&head, 200, body.as_bytes()).body;
        assert_eq!(body(r#"{"text": "\u0034111111111111111"}"#), None);
        assert_eq!(body(r#"{"text": "\u0034"}"#).as_deref(), Some(r#"{"text": "\u0034"}"#));
        let head = Head { content_type: Some("text/4111111111111111"), ..head };
        let log = format!("{:?}", Received::new(&head, 415, b"").content_type);
        assert_eq!(log, r#"Some("text/************1111")"#);
    }
}
