//! The state of a service whose transactions are in a store on a simulated disk.

use std::sync::Arc;

use universal_accounting::dedup::{FileStore, FileStoreError};
use universal_accounting::endpoint::Organization;
use universal_accounting::service::{Identifier, ItemKey, State};
use universal_accounting::transactions::Transaction;

/// A state with transactions only.
#[derive(Debug)]
pub(crate) struct Books(pub(crate) Arc<FileStore>);

impl State for Books {
    type Store = FileStore;
    type Error = FileStoreError;

    fn transaction_store(&mut self, _: &Organization) -> Result<&FileStore, FileStoreError> {
        Ok(&self.0)
    }

    fn read_item(
        &mut self,
        _: &Organization,
        _: ItemKey,
    ) -> Result<Option<Vec<u8>>, FileStoreError> {
        Ok(None)
    }

    fn write_item(&mut self, _: &Organization, _: ItemKey, _: &[u8]) -> Result<(), FileStoreError> {
        Ok(())
    }

    fn create_item(
        &mut self,
        _: &Organization,
        _: ItemKey,
        _: &[u8],
    ) -> Result<bool, FileStoreError> {
        Ok(true)
    }

    fn document_ids(&mut self, _: &Organization) -> Result<Vec<Identifier>, FileStoreError> {
        Ok(Vec::new())
    }

    fn first_transactions(
        &mut self,
        _: &Organization,
        _: usize,
    ) -> Result<Vec<Transaction>, FileStoreError> {
        Ok(Vec::new())
    }

    fn reset(&mut self, _: &Organization) -> Result<(), FileStoreError> {
        Ok(())
    }
}
