use std::error::Error;

use super::Item;
use crate::dedup::{SnapshotFault, Store};
use crate::endpoint::Organization;

/// Where a service keeps what it is given: of each organization its transactions, and [items](Item) by their names.
///
/// What it promises: what was kept is found again, whole, and when a call returns it is as safe as the state can make it; nothing of one
/// organization is ever found under another.
pub trait State {
    /// What keeps the transactions of one organization.
    type Store: Store;
    /// Why it could not be asked, or could not keep something.
    type Error: Error + 'static;

    /// The transactions of an organization.
    fn transactions(&mut self, organization: &Organization) -> Result<&Self::Store, Self::Error>;

    /// An item; none where it isn't kept.
    fn get(&mut self, organization: &Organization, item: Item) -> Result<Option<Vec<u8>>, Self::Error>;

    /// Keeps an item, in place of the one that was there: always one of the two is found, whole.
    fn put(&mut self, organization: &Organization, item: Item, value: &[u8]) -> Result<(), Self::Error>;

    /// Keeps an item where none was; tells whether it did.
    fn create(&mut self, organization: &Organization, item: Item, value: &[u8]) -> Result<bool, Self::Error>;

    /// Forgets everything of an organization.
    fn reset(&mut self, organization: &Organization) -> Result<(), Self::Error>;

    /// Everything of an organization as bytes, where the state can give it.
    fn snapshot(&mut self, _organization: &Organization) -> Option<Vec<u8>> {
        None
    }

    /// Holds of an organization what a snapshot says and nothing else, where the state can do so.
    fn restore(&mut self, _organization: &Organization, _snapshot: &[u8]) -> Option<Result<(), SnapshotFault>> {
        None
    }
}
