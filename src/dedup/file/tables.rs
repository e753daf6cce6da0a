//! The tables in the file, and their version.

use redb::TableDefinition;

/// The version of the tables in the file, of the bytes of a content and of the canonical spelling of accounts.
pub(super) const VERSION: u64 = 1;

/// What the file is: the word `version` with its number.
pub(super) const ABOUT: TableDefinition<'_, &str, u64> = TableDefinition::new("universal-accounting store");
/// Every transaction, by its number, counted from 0.
pub(super) const TRANSACTIONS: TableDefinition<'_, u64, Row<'_>> = TableDefinition::new("transactions");
/// The number of the transaction with an account and an id.
pub(super) const KEYS: TableDefinition<'_, (&[u8], &[u8]), u64> = TableDefinition::new("keys");
/// Of those whose account is not spelled canonically: the first with a canonical account and an id.
pub(super) const SPELLED: TableDefinition<'_, (&[u8], &[u8]), u64> = TableDefinition::new("spelled");
/// The first with a canonical account and a content.
pub(super) const ALIKE: TableDefinition<'_, (&[u8], &[u8]), u64> = TableDefinition::new("alike");

/// The account, the id, the content, the mark of the text, and the whole transaction as canonical JSON. What is compared stands apart,
/// since its form is frozen, while the rules by which JSON is read may change. Texts are bytes here: that they are UTF-8 is for us to check.
pub(super) type Row<'r> = (&'r [u8], Option<&'r [u8]>, &'r [u8], [u8; 2], &'r [u8]);
