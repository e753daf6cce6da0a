//! A service's state that fails, for the tests of what is answered then.

use universal_accounting::dedup::{MemoryStore, StoreFullError};
use universal_accounting::endpoint::Organization;
use universal_accounting::service::{Item, State};

/// A state that can't keep anything.
#[derive(Debug)]
pub(crate) struct Broken;

impl State for Broken {
    type Store = MemoryStore;
    type Error = StoreFullError;

    fn transactions(&mut self, _: &Organization) -> Result<&MemoryStore, StoreFullError> {
        Err(StoreFullError)
    }

    fn get(&mut self, _: &Organization, _: Item) -> Result<Option<Vec<u8>>, StoreFullError> {
        Err(StoreFullError)
    }

    fn put(&mut self, _: &Organization, _: Item, _: &[u8]) -> Result<(), StoreFullError> {
        Err(StoreFullError)
    }

    fn create(&mut self, _: &Organization, _: Item, _: &[u8]) -> Result<bool, StoreFullError> {
        Err(StoreFullError)
    }

    fn reset(&mut self, _: &Organization) -> Result<(), StoreFullError> {
        Err(StoreFullError)
    }
}
