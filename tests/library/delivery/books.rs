//! The reference service, and what it has stored.

use std::collections::BTreeMap;

use universal_accounting::dedup::MemoryStore;
use universal_accounting::delivery::Request;
use universal_accounting::endpoint::{Caller, Organization};
use universal_accounting::sandbox::ForcedResponse;
use universal_accounting::service::{self, Response, Service};

/// A service whose store a test can look into.
#[derive(Default)]
pub(crate) struct TestService {
    service: Service,
}

impl TestService {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Forces the next response.
    pub(crate) fn force(&mut self, response: ForcedResponse) {
        self.service
            .force_response(&Organization::sandbox(), response);
    }

    /// Answers a request of a delivery.
    pub(crate) fn handle(&mut self, request: &Request<'_>) -> Response {
        self.handle_body(request, request.body)
    }

    /// Answers a request of a delivery with another body.
    pub(crate) fn handle_body(&mut self, request: &Request<'_>, body: &[u8]) -> Response {
        let caller = Caller::with_all_scopes(Organization::sandbox());
        self.service.handle(
            &caller,
            &service::ServiceRequest::json(request.method, request.path, body),
        )
    }

    /// Returns how often each transaction is stored, by its account and its id.
    pub(crate) fn stored(&mut self) -> BTreeMap<Key, usize> {
        let mut stored = BTreeMap::new();
        self.store().for_each(|known| {
            let id = known.transaction_id().map_or("", |id| id.as_str());
            *stored
                .entry((known.account().as_str().to_owned(), id.to_owned()))
                .or_default() += 1;
        });
        stored
    }

    /// Returns the store in the snapshot of the service, which has no items: between `UACCSERV`, the version, the number 0 and its length, and a SHA-256.
    fn store(&mut self) -> MemoryStore {
        let snapshot = self.service.snapshot(&Organization::sandbox());
        let (_, rest) = snapshot.split_at(10);
        let length = rest.iter().take_while(|byte| **byte >= 0x80).count() + 1;
        MemoryStore::restore(&rest[length..rest.len() - 32]).unwrap()
    }
}

/// The account of a transaction and its id, which is empty if it has none.
pub(crate) type Key = (String, String);
