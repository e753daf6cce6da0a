//! A service's state that fails, for the tests of what is answered then.

use universal_accounting::dedup::{MemoryStore, StoreFull};
use universal_accounting::endpoint::Organization;
use universal_accounting::service::{Item, State};

/// A state that can't keep anything.
#[derive(Debug)]
pub(crate) struct Broken;

impl State for Broken {
    type Store = MemoryStore;
    type Error = StoreFull;

    fn transactions(&mut self, _: &Organization) -> Result<&MemoryStore, StoreFull> {
        Err(StoreFull)
    }

    fn get(&mut self, _: &Organization, _: Item) -> Result<Option<Vec<u8>>, StoreFull> {
        Err(StoreFull)
    }

    fn put(&mut self, _: &Organization, _: Item, _: &[u8]) -> Result<(), StoreFull> {
        Err(StoreFull)
    }

    fn create(&mut self, _: &Organization, _: Item, _: &[u8]) -> Result<bool, StoreFull> {
        Err(StoreFull)
    }

    fn reset(&mut self, _: &Organization) -> Result<(), StoreFull> {
        Err(StoreFull)
    }
}
