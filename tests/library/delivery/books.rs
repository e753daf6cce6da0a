//! The reference service with a store that a test can look into.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;

use universal_accounting::dedup::{MemoryStore, Store};
use universal_accounting::delivery::Request;
use universal_accounting::endpoint::{Caller, Organization};
use universal_accounting::sandbox::ForcedResponse;
use universal_accounting::service::{
    self, Identifier, ItemKey, Response, Service, ServiceOptions, State,
};
use universal_accounting::transactions::Transaction;

/// A state with transactions only, in a store that a test can look into.
#[derive(Debug, Clone, Default)]
pub(crate) struct Books<S>(pub(crate) Arc<S>);

impl<S: Store> State for Books<S> {
    type Store = S;
    type Error = Infallible;

    fn transaction_store(&mut self, _: &Organization) -> Result<&S, Infallible> {
        Ok(&self.0)
    }

    fn read_item(&mut self, _: &Organization, _: ItemKey) -> Result<Option<Vec<u8>>, Infallible> {
        Ok(None)
    }

    fn write_item(&mut self, _: &Organization, _: ItemKey, _: &[u8]) -> Result<(), Infallible> {
        Ok(())
    }

    fn create_item(&mut self, _: &Organization, _: ItemKey, _: &[u8]) -> Result<bool, Infallible> {
        Ok(true)
    }

    fn document_ids(&mut self, _: &Organization) -> Result<Vec<Identifier>, Infallible> {
        Ok(Vec::new())
    }

    fn first_transactions(
        &mut self,
        _: &Organization,
        _: usize,
    ) -> Result<Vec<Transaction>, Infallible> {
        Ok(Vec::new())
    }

    fn reset(&mut self, _: &Organization) -> Result<(), Infallible> {
        Ok(())
    }
}

/// A service, and the store behind it.
pub(crate) struct TestService {
    service: Service<Books<MemoryStore>>,
    store: Arc<MemoryStore>,
}

impl TestService {
    pub(crate) fn new() -> Self {
        let books = Books::default();
        Self {
            store: Arc::clone(&books.0),
            service: Service::with_state(books, ServiceOptions::new()),
        }
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
    pub(crate) fn stored(&self) -> BTreeMap<Key, usize> {
        let mut stored = BTreeMap::new();
        self.store.for_each(|known| {
            let id = known.transaction_id().map_or("", |id| id.as_str());
            *stored
                .entry((known.account().as_str().to_owned(), id.to_owned()))
                .or_default() += 1;
        });
        stored
    }
}

/// The account of a transaction and its id, which is empty if it has none.
pub(crate) type Key = (String, String);
