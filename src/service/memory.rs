use std::collections::HashMap;
use std::convert::Infallible;

use super::held::Held;
use super::{Item, State};
use crate::dedup::{MemoryStore, SnapshotFault};
use crate::endpoint::Organization;

/// A state in memory.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MemoryState {
    organizations: HashMap<Organization, Held>,
}

impl MemoryState {
    /// An empty state.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn of(&mut self, organization: &Organization) -> &mut Held {
        self.organizations.entry(organization.clone()).or_default()
    }
}

impl State for MemoryState {
    type Store = MemoryStore;
    type Error = Infallible;

    fn transactions(&mut self, organization: &Organization) -> Result<&MemoryStore, Infallible> {
        Ok(&self.of(organization).transactions)
    }

    fn get(&mut self, organization: &Organization, item: Item) -> Result<Option<Vec<u8>>, Infallible> {
        Ok(self.of(organization).items.get(&item).cloned())
    }

    fn put(&mut self, organization: &Organization, item: Item, value: &[u8]) -> Result<(), Infallible> {
        self.of(organization).items.insert(item, value.to_owned());
        Ok(())
    }

    fn create(&mut self, organization: &Organization, item: Item, value: &[u8]) -> Result<bool, Infallible> {
        let items = &mut self.of(organization).items;
        let is_new = !items.contains_key(&item);
        if is_new {
            items.insert(item, value.to_owned());
        }
        Ok(is_new)
    }

    fn reset(&mut self, organization: &Organization) -> Result<(), Infallible> {
        self.organizations.remove(organization);
        Ok(())
    }

    fn snapshot(&mut self, organization: &Organization) -> Option<Vec<u8>> {
        Some(self.of(organization).snapshot())
    }

    fn restore(&mut self, organization: &Organization, bytes: &[u8]) -> Option<Result<(), SnapshotFault>> {
        Some(Held::restore(bytes).map(|held| *self.of(organization) = held))
    }
}
