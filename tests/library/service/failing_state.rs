//! A state that always fails, to test the responses to errors of the state.

use universal_accounting::dedup::{MemoryStore, StoreFullError};
use universal_accounting::endpoint::Organization;
use universal_accounting::service::{ItemKey, State};

/// A state that can't be read or changed.
#[derive(Debug)]
pub(crate) struct FailingState;

impl State for FailingState {
    type Store = MemoryStore;
    type Error = StoreFullError;

    fn transaction_store(&mut self, _: &Organization) -> Result<&MemoryStore, StoreFullError> {
        Err(StoreFullError)
    }

    fn read_item(&mut self, _: &Organization, _: ItemKey) -> Result<Option<Vec<u8>>, StoreFullError> {
        Err(StoreFullError)
    }

    fn write_item(&mut self, _: &Organization, _: ItemKey, _: &[u8]) -> Result<(), StoreFullError> {
        Err(StoreFullError)
    }

    fn create_item(&mut self, _: &Organization, _: ItemKey, _: &[u8]) -> Result<bool, StoreFullError> {
        Err(StoreFullError)
    }

    fn reset(&mut self, _: &Organization) -> Result<(), StoreFullError> {
        Err(StoreFullError)
    }
}
