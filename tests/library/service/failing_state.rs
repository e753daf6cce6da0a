//! A state that always fails, to test the responses to errors of the state.

use std::error::Error;
use std::fmt;

use universal_accounting::dedup::MemoryStore;
use universal_accounting::endpoint::Organization;
use universal_accounting::service::{Identifier, ItemKey, State};
use universal_accounting::transactions::Transaction;

#[derive(Debug)]
pub(crate) struct StateError;

impl fmt::Display for StateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the disk is broken")
    }
}

impl Error for StateError {}

/// A state that can't be read or changed.
#[derive(Debug)]
pub(crate) struct FailingState;

impl State for FailingState {
    type Store = MemoryStore;
    type Error = StateError;

    fn transaction_store(&mut self, _: &Organization) -> Result<&MemoryStore, StateError> {
        Err(StateError)
    }

    fn read_item(&mut self, _: &Organization, _: ItemKey) -> Result<Option<Vec<u8>>, StateError> {
        Err(StateError)
    }

    fn write_item(&mut self, _: &Organization, _: ItemKey, _: &[u8]) -> Result<(), StateError> {
        Err(StateError)
    }

    fn create_item(&mut self, _: &Organization, _: ItemKey, _: &[u8]) -> Result<bool, StateError> {
        Err(StateError)
    }

    fn document_ids(&mut self, _: &Organization) -> Result<Vec<Identifier>, StateError> {
        Err(StateError)
    }

    fn first_transactions(
        &mut self,
        _: &Organization,
        _: usize,
    ) -> Result<Vec<Transaction>, StateError> {
        Err(StateError)
    }

    fn reset(&mut self, _: &Organization) -> Result<(), StateError> {
        Err(StateError)
    }
}
