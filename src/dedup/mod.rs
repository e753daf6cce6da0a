//! Imports without doubles (contract 4.3): plan first, then commit.
//!
//! [`plan()`] decides what becomes of each transaction, given what is known of it, and changes nothing. A [`Store`] looks up what is known and
//! commits a plan, all of it or nothing; [`import`] does the three in a row. [`MemoryStore`] is the store to start with and the
//! reference for others; `FileStore` (feature `file-store`) keeps them in a file, `PostgresStore` (feature `postgres`) in a database that several
//! machines and organizations share.
//!
//! | verdict | a transaction with its key, account and id exactly as sent, … | the service counts it |
//! |---|---|---|
//! | new | doesn't exist | new |
//! | [suspect](Suspect) | doesn't exist, but one does that it is like | new |
//! | existing | exists with the same content | existing |
//! | [conflict](Conflict) | exists with other content; that one stays as it is | existing |
//!
//! # A database of your own
//!
//! Keep with each transaction a number that rises, its account, its canonical account, its id and the bytes of its [`Content`]; no two may
//! have the same account and id. Select once for all [`keys`] together what has the canonical account and the id, or the canonical account
//! and the content, of one of them, in the order of the numbers. Hand that to [`plan()`], and insert what is new in one
//! transaction of the database. It fails where somebody else inserted a key meanwhile; then select and plan anew with
//! [`Plan::into_keys`]. Accounts and ids are any text, of any length and with any character: where a column or its index can't hold that, keep
//! bytes, and their SHA-256 to find them by. Here a vector stands for the table:
//!
//! ```
//! use universal_accounting::dedup::{self, Content, Entry, Key, Known};
//! use universal_accounting::report::Policy;
//! use universal_accounting::transactions;
//! use universal_accounting::value::{AccountIdentifier, Text};
//!
//! struct Row {
//!     account: String,
//!     canonical_account: String,
//!     transaction_id: Option<String>,
//!     content: Vec<u8>,
//!     text: Option<String>,
//! }
//!
//! /// SELECT … WHERE (canonical_account, transaction_id) IN (…) OR (canonical_account, content) IN (…) ORDER BY number
//! fn select<'t>(table: &'t [Row], keys: &[Key]) -> impl Iterator<Item = &'t Row> {
//!     let is_asked_for = |row: &Row, key: &Key| {
//!         let id = key.transaction_id().map(Text::as_str);
//!         row.canonical_account == key.canonical_account()
//!             && (id.is_some() && row.transaction_id.as_deref() == id || row.content == key.content().as_bytes())
//!     };
//!     table.iter().filter(move |row| keys.iter().any(|key| is_asked_for(row, key)))
//! }
//!
//! /// A row that can't be read is no row that isn't there: to go on without it would create a double.
//! fn known(row: &Row) -> Result<Entry, Box<dyn std::error::Error>> {
//!     let account = AccountIdentifier::parse(&row.account)?;
//!     let id = row.transaction_id.as_deref().map(Text::parse).transpose()?;
//!     let content = Content::from_bytes(&row.content).ok_or("a content that can't be read")?;
//!     Ok(Entry::new(account, id, content, row.text.as_deref()))
//! }
//!
//! let mut table: Vec<Row> = Vec::new();
//! let payload = br#"{"transactions": [{"accountIdentifier": "CH9300762011623852957", "transactionId": "1",
//!     "creditDebit": "debit", "amount": "12.50", "currency": "CHF", "bookedAt": "2026-03-31"}]}"#;
//! let reading = transactions::read(payload, &Policy::new());
//! assert!(reading.can_be_taken()); // else answer 400
//! let mut counts = Vec::new();
//! for _ in 0..2 {
//!     let keys = dedup::keys(&reading.values);
//!     let found = select(&table, &keys).map(known).collect::<Result<Known, _>>()?;
//!     let plan = dedup::plan(keys, &found);
//!     // INSERT …, all in one transaction
//!     table.extend(plan.new_keys().map(|key| Row {
//!         account: key.account().to_string(),
//!         canonical_account: key.canonical_account().to_owned(),
//!         transaction_id: key.transaction_id().map(Text::to_string),
//!         content: key.content().as_bytes().to_owned(),
//!         text: key.transaction().text.as_ref().map(Text::to_string),
//!     }));
//!     counts.push(transactions::write_result(&plan.result(reading.rejected.len())));
//! }
//! assert_eq!(counts[0], r#"{"existingTransactions":0,"newTransactions":1,"errorTransactions":0}"#);
//! assert_eq!(counts[1], r#"{"existingTransactions":1,"newTransactions":0,"errorTransactions":0}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "testing")]
pub mod conformance;
mod content;
mod entry;
#[cfg(feature = "file-store")]
mod file;
mod index;
mod key;
mod memory;
mod plan;
#[cfg(feature = "postgres")]
mod postgres;
mod store;
mod tables;
pub(crate) mod varint;
mod verdict;

pub use content::{Content, Difference};
pub use entry::Entry;
#[cfg(feature = "file-store")]
pub use file::{FileStore, FileStoreError};
pub use key::{Key, keys};
pub use memory::{MemoryStore, SnapshotError, StoreFullError};
pub use plan::{Known, Plan, plan};
#[cfg(feature = "postgres")]
pub use postgres::{PostgresRecords, PostgresStore, PostgresStoreError};
pub use store::{CommitError, Store, import};
pub use verdict::{Conflict, Likeness, Suspect, Verdict};
