use std::collections::HashMap;

use universal_accounting::dedup::{PostgresStore, PostgresStoreError};
use universal_accounting::endpoint::Organization;
use universal_accounting::service::{Item, State};

/// A state in a PostgreSQL database, which several servers may share.
#[derive(Debug)]
pub(super) struct DatabaseState {
    any: PostgresStore,
    stores: HashMap<Organization, PostgresStore>,
}

impl DatabaseState {
    /// The state behind a store of any organization.
    pub(super) fn new(any: PostgresStore) -> Self {
        Self { any, stores: HashMap::new() }
    }

    fn of(&mut self, organization: &Organization) -> &PostgresStore {
        let Self { any, stores } = self;
        stores.entry(organization.clone()).or_insert_with(|| any.of(organization.as_str()))
    }
}

impl State for DatabaseState {
    type Store = PostgresStore;
    type Error = PostgresStoreError;

    fn transactions(&mut self, organization: &Organization) -> Result<&PostgresStore, PostgresStoreError> {
        Ok(self.of(organization))
    }

    fn get(&mut self, organization: &Organization, item: Item) -> Result<Option<Vec<u8>>, PostgresStoreError> {
        self.of(organization).records().get(&item.to_string())
    }

    fn put(&mut self, organization: &Organization, item: Item, value: &[u8]) -> Result<(), PostgresStoreError> {
        self.of(organization).records().put(&item.to_string(), value)
    }

    fn create(&mut self, organization: &Organization, item: Item, value: &[u8]) -> Result<bool, PostgresStoreError> {
        self.of(organization).records().insert_new(&item.to_string(), value)
    }

    fn reset(&mut self, organization: &Organization) -> Result<(), PostgresStoreError> {
        self.of(organization).clear()
    }
}
