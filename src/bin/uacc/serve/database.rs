//! A state in a PostgreSQL database.

use universal_accounting::dedup::{PostgresStore, PostgresStoreError};
use universal_accounting::endpoint::Organization;
use universal_accounting::service::{Identifier, ItemKey, State};
use universal_accounting::transactions::Transaction;

use super::first_transactions::FirstTransactions;

/// What the names of documents begin with.
const DOCUMENTS: &str = "documents/";

/// A state in a PostgreSQL database, which several servers may share. It contains the store of the organization that was used last.
#[derive(Debug)]
pub(super) struct DatabaseState(pub(super) PostgresStore);

impl DatabaseState {
    fn store_of(&mut self, organization: &Organization) -> &PostgresStore {
        self.0 = self.0.for_organization(organization.as_str());
        &self.0
    }
}

impl State for DatabaseState {
    type Store = PostgresStore;
    type Error = PostgresStoreError;

    fn transaction_store(
        &mut self,
        organization: &Organization,
    ) -> Result<&PostgresStore, PostgresStoreError> {
        Ok(self.store_of(organization))
    }

    fn read_item(
        &mut self,
        organization: &Organization,
        item: ItemKey,
    ) -> Result<Option<Vec<u8>>, PostgresStoreError> {
        self.store_of(organization).records().get(&item.to_string())
    }

    fn write_item(
        &mut self,
        organization: &Organization,
        item: ItemKey,
        value: &[u8],
    ) -> Result<(), PostgresStoreError> {
        self.store_of(organization)
            .records()
            .put(&item.to_string(), value)
    }

    fn create_item(
        &mut self,
        organization: &Organization,
        item: ItemKey,
        value: &[u8],
    ) -> Result<bool, PostgresStoreError> {
        self.store_of(organization)
            .records()
            .insert_new(&item.to_string(), value)
    }

    fn document_ids(
        &mut self,
        organization: &Organization,
    ) -> Result<Vec<Identifier>, PostgresStoreError> {
        let names = self.store_of(organization).records().names(DOCUMENTS)?;
        Ok(names
            .iter()
            .filter_map(|name| Identifier::parse(name.strip_prefix(DOCUMENTS)?))
            .collect())
    }

    fn first_transactions(
        &mut self,
        organization: &Organization,
        limit: usize,
    ) -> Result<Vec<Transaction>, PostgresStoreError> {
        let mut first = FirstTransactions::new(limit);
        self.store_of(organization)
            .for_each(|json| first.add(json))?;
        first.read().ok_or(PostgresStoreError::Unreadable)
    }

    fn reset(&mut self, organization: &Organization) -> Result<(), PostgresStoreError> {
        self.store_of(organization).clear()
    }
}
