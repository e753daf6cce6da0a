//! Imports without duplicates: plan first, then commit.
//!
//! [`plan()`] decides what to do with each transaction, given the known transactions, and changes nothing. A [`Store`] looks up known
//! transactions and commits a plan, all of it or nothing; [`import`] does all three steps. Start with [`MemoryStore`], which is also the reference
//! for other stores. `FileStore` (feature `file-store`) keeps transactions in a file, `PostgresStore` (feature `postgres`) in a database that
//! several machines and organizations share.
//!
//! | verdict | a transaction with the same account and id, exactly as sent, … | counted by the service as |
//! |---|---|---|
//! | new | does not exist | new |
//! | [suspect](Suspect) | does not exist, but a similar one does | new |
//! | existing | exists with the same content | existing |
//! | [conflict](Conflict) | exists with other content, and is not changed | existing |
//! | [added](Verdict::Added) | exists as another booking, and is created with another id | new |
//!
//! # A database of your own
//!
//! Store with each transaction a rising number, its account, its canonical account, its id, and the bytes of its [`Content`] and of its core; account and id
//! together are unique. For all [`keys`] together, select the rows that have the canonical account and the id, or the canonical account and
//! the [core](Content::core) of the content, of one of the keys, in the order of the numbers. [`find_known`] also asks for ids that are related to theirs. Pass all to [`plan()`], and insert the new transactions in one transaction
//! of the database. The insert fails if another import inserted one of the keys meanwhile; then select and plan again with
//! [`Plan::into_keys`]. Accounts and ids are any text, of any length and with any character: if a column or its index can't hold that, store
//! bytes, and search by their SHA-256. In this example, a vector replaces the table:
//!
//! ```
//! use universal_accounting::dedup::{self, Content, Key, KnownTransaction, KnownTransactions};
//! use universal_accounting::report::Policy;
//! use universal_accounting::transactions;
//! use universal_accounting::value::{AccountIdentifier, Text};
//!
//! struct Row {
//!     account: String,
//!     canonical_account: String,
//!     transaction_id: Option<String>,
//!     content: Vec<u8>,
//!     core: Vec<u8>,
//!     text: Option<String>,
//! }
//!
//! /// SELECT … WHERE (canonical_account, transaction_id) IN (…) OR (canonical_account, core) IN (…) ORDER BY number
//! fn select<'t>(table: &'t [Row], keys: &[Key]) -> impl Iterator<Item = &'t Row> {
//!     let matches = |row: &Row, key: &Key| {
//!         let id = key.transaction_id().map(Text::as_str);
//!         row.canonical_account == key.canonical_account()
//!             && (id.is_some() && row.transaction_id.as_deref() == id || row.core == key.content().core().as_bytes())
//!     };
//!     table.iter().filter(move |row| keys.iter().any(|key| matches(row, key)))
//! }
//!
//! /// Fails on a row that can't be read: to skip it would create a duplicate.
//! fn known(row: &Row) -> Result<KnownTransaction, Box<dyn std::error::Error>> {
//!     let account = AccountIdentifier::parse(&row.account)?;
//!     let id = row.transaction_id.as_deref().map(Text::parse).transpose()?;
//!     let content = Content::from_bytes(&row.content).ok_or("a content that can't be read")?;
//!     Ok(KnownTransaction::new(account, id, content, row.text.as_deref()))
//! }
//!
//! let mut table: Vec<Row> = Vec::new();
//! let payload = br#"{"transactions": [{"accountIdentifier": "CH9300762011623852957", "transactionId": "1",
//!     "creditDebit": "debit", "amount": "12.50", "currency": "CHF", "bookedAt": "2026-03-31"}]}"#;
//! let reading = transactions::read(payload, &Policy::new());
//! assert!(reading.is_importable()); // otherwise answer 400
//! let mut results = Vec::new();
//! for _ in 0..2 {
//!     let keys = dedup::keys(&reading.values);
//!     let known = dedup::find_known(&keys, |keys| select(&table, keys).map(known).collect::<Result<KnownTransactions, _>>())?;
//!     let plan = dedup::plan(keys, &known);
//!     // INSERT …, all in one transaction
//!     table.extend(plan.new_keys().map(|key| Row {
//!         account: key.account().to_string(),
//!         canonical_account: key.canonical_account().to_owned(),
//!         transaction_id: key.transaction_id().map(Text::to_string),
//!         content: key.content().as_bytes().to_owned(),
//!         core: key.content().core().as_bytes().to_owned(),
//!         text: key.transaction().text.as_ref().map(Text::to_string),
//!     }));
//!     results.push(transactions::write_result(&plan.result(reading.rejected.len())));
//! }
//! assert_eq!(results[0], r#"{"existingTransactions":0,"newTransactions":1,"errorTransactions":0}"#);
//! assert_eq!(results[1], r#"{"existingTransactions":1,"newTransactions":0,"errorTransactions":0}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod calendar;
pub mod conformance;
mod content;
#[cfg(feature = "file-store")]
pub(crate) mod file;
mod following_days;
mod key;
mod known;
mod lookup;
mod marks;
mod memory;
mod plan;
#[cfg(feature = "postgres")]
mod postgres;
mod related;
pub(crate) mod rules;
mod statement_links;
#[cfg(any(feature = "file-store", feature = "postgres"))]
mod statement_row;
mod store;
mod stored_comparison;
mod stored_statement;
pub(crate) mod varint;
mod verdict;

pub use calendar::{
    Calendar, CalendarDays, Coverage, MissingStatement, UnequalBalances, calendars,
};
pub use content::{Content, ContentDifference};
#[cfg(feature = "file-store")]
pub use file::{FileStore, FileStoreError};
pub use following_days::FollowingDays;
pub use key::{Key, keys};
pub use known::KnownTransaction;
pub use memory::{MemoryStore, SnapshotError};
pub use plan::{KnownTransactions, Plan, plan, plan_with};
#[cfg(feature = "postgres")]
pub use postgres::{PostgresAddress, PostgresAddressError, PostgresStore, PostgresStoreError};
pub use related::find_known;
pub use store::{CommitError, Store, import, import_statements, import_with};
pub use stored_comparison::compare_with_stored;
pub(crate) use stored_comparison::report_conflicts;
pub use stored_statement::StoredStatement;
pub use verdict::{Conflict, OnConflict, Suspect, SuspectReason, Verdict};
