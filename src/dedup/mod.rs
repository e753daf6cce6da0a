//! Imports without doubles (contract 4.3): plan first, then commit.
//!
//! [`plan()`] decides what becomes of each transaction, given what is known of it, and changes nothing. A [`Store`] looks up what is known and
//! commits a plan, all of it or nothing; [`import`] does the three in a row. [`MemoryStore`] is the store to start with and the
//! reference for others.
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
//! Keep with each transaction its account, its canonical account, its id and the bytes of its [`Content`]; no two may have the same
//! account and id. For each of [`keys`] select what has its canonical account and either its id or its content, hand what comes back
//! to [`plan()`], and insert what is new in one transaction of the database. It fails where somebody else inserted a key
//! meanwhile; then look up and plan anew. Here a vector stands for the table:
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
//! /// SELECT … WHERE canonical_account = ? AND (transaction_id = ? OR content = ?) ORDER BY the row's number
//! fn select<'t>(table: &'t [Row], key: &Key) -> impl Iterator<Item = &'t Row> {
//!     let (account, content) = (key.canonical_account().to_owned(), key.content().as_bytes().to_owned());
//!     let id = key.transaction_id().map(str::to_owned);
//!     table.iter().filter(move |row| {
//!         row.canonical_account == account && (id.is_some() && row.transaction_id == id || row.content == content)
//!     })
//! }
//!
//! fn known(row: &Row) -> Option<Entry> {
//!     let account = AccountIdentifier::parse(&row.account).ok()?;
//!     let id = row.transaction_id.as_deref().and_then(|id| Text::parse(id).ok());
//!     Some(Entry::new(account, id, Content::from_bytes(&row.content)?, row.text.as_deref()))
//! }
//!
//! let mut table: Vec<Row> = Vec::new();
//! let payload = br#"{"transactions": [{"accountIdentifier": "CH9300762011623852957", "transactionId": "1",
//!     "creditDebit": "debit", "amount": "12.50", "currency": "CHF", "bookedAt": "2026-03-31"}]}"#;
//! let reading = transactions::read(payload, &Policy::new());
//! let mut counts = Vec::new();
//! for _ in 0..2 {
//!     let keys = dedup::keys(&reading.values);
//!     let found: Known = keys.iter().flat_map(|key| select(&table, key)).filter_map(known).collect();
//!     let plan = dedup::plan(keys, &found);
//!     // INSERT …, all in one transaction
//!     table.extend(plan.new_keys().map(|key| Row {
//!         account: key.account().to_owned(),
//!         canonical_account: key.canonical_account().to_owned(),
//!         transaction_id: key.transaction_id().map(str::to_owned),
//!         content: key.content().as_bytes().to_owned(),
//!         text: key.transaction().text.as_ref().map(|text| text.as_str().to_owned()),
//!     }));
//!     counts.push(transactions::write_result(&plan.result(reading.rejected.len())));
//! }
//! assert_eq!(counts[0], r#"{"existingTransactions":0,"newTransactions":1,"errorTransactions":0}"#);
//! assert_eq!(counts[1], r#"{"existingTransactions":1,"newTransactions":0,"errorTransactions":0}"#);
//! ```

mod conflict;
#[cfg(feature = "testing")]
pub mod conformance;
mod content;
mod entry;
#[cfg(feature = "file-store")]
mod file;
mod index;
mod key;
mod known;
mod memory;
mod plan;
mod store;
mod suspect;
mod tables;
mod varint;

pub use conflict::Conflict;
pub use content::{Content, Difference};
pub use entry::Entry;
#[cfg(feature = "file-store")]
pub use file::{FileStore, FileStoreError};
pub use key::{Key, keys};
pub use known::Known;
pub use memory::{MemoryStore, SnapshotFault, StoreFull};
pub use plan::{Plan, Verdict, plan};
pub use store::{CommitError, Store, import};
pub use suspect::{Likeness, Suspect};
