//! A store in PostgreSQL.

mod address;
mod error;
mod session;
mod statements;
mod tls;
mod transactions;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

pub use address::{PostgresAddress, PostgresAddressError};
pub use error::PostgresStoreError;
use postgres::Transaction;
use postgres::types::Type;
use sha2::{Digest, Sha256};

use self::error::{Failure, Result, lock_error};
use self::session::{Connection, Session, begin, checksum};
use super::key::Key;
use super::plan::{KnownTransactions, Plan};
use super::store::{CommitError, Store};
use super::stored_statement::StoredStatement;
use crate::value::AccountIdentifier;

/// A store in a PostgreSQL database, for several machines and several organizations. Needs version 12 of the server or later.
///
/// It stores every transaction as it was sent, as canonical JSON, and the statements that transactions come from. A commit is one transaction of the database, and the database itself keeps
/// keys unique: however many processes import at once, each key is created once. Committed transactions are as safe as the server is
/// configured to keep them (`synchronous_commit`, replication, backups). Organizations share the tables, whose names begin with `uacc_`; no
/// method on one organization returns data of another.
///
/// A connection that was lost before a commit is made again. If it was lost during a commit, [`PostgresStoreError::OutcomeUnknown`] reports
/// that, and the commit is not repeated, since transactions without an id would be created twice. A change waits up to a minute for the changes of other
/// processes to the same organization, unless the `lock_timeout` of the address or of the database says otherwise. Stores that share a connection wait for
/// each other, and block while they wait: asynchronous code should call them on a separate thread.
///
/// ```no_run
/// use universal_accounting::dedup::{self, PostgresStore};
/// use universal_accounting::report::Policy;
/// use universal_accounting::transactions;
///
/// let store = PostgresStore::open(&"postgresql://books@localhost/books".parse()?, "Muster AG")?;
/// let payload = std::fs::read("payload.json")?;
/// let reading = transactions::read(&payload, &Policy::new());
/// if reading.is_importable() {
///     let counts = dedup::import(&store, &reading.values)?.result(reading.rejected.len());
///     println!("{}", transactions::write_result(&counts));
/// }
/// // The transactions of another organization, on the same connection.
/// println!("{}", store.for_organization("Beispiel GmbH").count()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct PostgresStore {
    /// The connection, which organizations share.
    session: Arc<Mutex<Session>>,
    organization: Arc<str>,
    /// The SHA-256 of the organization's name, which may have any length and any character.
    name_hash: [u8; 32],
}

/// Creates or locks the organization and adds to its number of transactions. The lock makes numbers rise in the order of the commits.
const LOCK_ORGANIZATION: &str = "
    INSERT INTO uacc_organizations AS known (name, transactions) VALUES ($1, $2)
    ON CONFLICT (sha256(name)) DO UPDATE SET transactions = known.transactions + excluded.transactions
    RETURNING organization, transactions";

/// The number of transactions that [`PostgresStore::for_each`] fetches at a time.
const PAGE_ROWS: i64 = 1000;

impl PostgresStore {
    /// Opens the store of an organization, and creates the tables if they are missing.
    ///
    /// The name of the organization is any text; an organization without transactions has an empty store.
    ///
    /// # Errors
    ///
    /// The database can't be reached, can't be read or written, or has tables of another program with the names of the store's tables.
    pub fn open(address: &PostgresAddress, organization: &str) -> Result<Self, PostgresStoreError> {
        let session = Session::new(address, false)?;
        Ok(Self::new(Arc::new(Mutex::new(session)), organization))
    }

    /// Opens the store of an organization without ever writing to the database; every method that would change something fails. If there
    /// are no tables, the store is empty, and no tables are created.
    ///
    /// # Errors
    ///
    /// The database can't be reached, can't be read, or has tables of another program with the names of the store's tables.
    pub fn open_read_only(
        address: &PostgresAddress,
        organization: &str,
    ) -> Result<Self, PostgresStoreError> {
        let session = Session::new(address, true)?;
        Ok(Self::new(Arc::new(Mutex::new(session)), organization))
    }

    /// Returns the store of another organization, on the same connection.
    #[must_use]
    pub fn for_organization(&self, organization: &str) -> Self {
        Self::new(Arc::clone(&self.session), organization)
    }

    fn new(session: Arc<Mutex<Session>>, organization: &str) -> Self {
        Self {
            session,
            organization: organization.into(),
            name_hash: Sha256::digest(organization).into(),
        }
    }

    /// Returns the number of transactions.
    ///
    /// # Errors
    ///
    /// The database can't be reached or read.
    pub fn count(&self) -> Result<u64, PostgresStoreError> {
        Ok(self.query(|Connection { client, .. }, name_hash| {
            let count = "SELECT transactions FROM uacc_organizations WHERE sha256(name) = $1";
            let Some(row) = client.query_opt(count, &[&name_hash])? else {
                return Ok(0);
            };
            Ok(
                u64::try_from(row.try_get::<_, i64>(0)?)
                    .map_err(|_| PostgresStoreError::Damaged)?,
            )
        })?)
    }

    /// Calls `visit` with each transaction as canonical JSON, in the order in which they were committed.
    ///
    /// # Errors
    ///
    /// The database can't be reached or read.
    pub fn for_each(&self, visit: impl FnMut(&str)) -> Result<(), PostgresStoreError> {
        Ok(self.try_for_each(visit)?)
    }

    fn try_for_each(&self, mut visit: impl FnMut(&str)) -> Result<()> {
        let mut last = 0_i64;
        loop {
            // The connection is free for others while `visit` runs.
            let page = "SELECT number, json, checksum FROM uacc_transactions JOIN uacc_organizations USING (organization) \
                WHERE sha256(name) = $1 AND number > $2 ORDER BY number LIMIT $3";
            let rows = self.query(|Connection { client, .. }, name_hash| {
                Ok(client.query(page, &[&name_hash, &last, &PAGE_ROWS])?)
            })?;
            for row in &rows {
                last = row.try_get(0)?;
                let json = row.try_get(1)?;
                if row.try_get::<_, i64>(2)? != checksum(b"", json) {
                    return Err(PostgresStoreError::Damaged.into());
                }
                visit(str::from_utf8(json).map_err(|_| PostgresStoreError::Damaged)?);
            }
            if rows.is_empty() {
                return Ok(());
            }
        }
    }

    /// Deletes the transactions and statements of the organization, all at once.
    ///
    /// # Errors
    ///
    /// The store was opened read-only, or the database can't be reached or written.
    pub fn clear(&self) -> Result<(), PostgresStoreError> {
        let clear = |transaction: &mut Transaction<'_>, organization: i64, _| {
            for table in ["uacc_transactions", "uacc_statements", "uacc_organizations"] {
                transaction.execute(
                    &format!("DELETE FROM {table} WHERE organization = $1"),
                    &[&organization],
                )?;
            }
            Ok(true)
        };
        self.change(0, clear)?;
        Ok(())
    }

    /// Runs a query with the SHA-256 of the organization's name. Returns the default if there are no tables.
    fn query<T: Default>(
        &self,
        mut work: impl FnMut(&mut Connection, &[u8]) -> Result<T>,
    ) -> Result<T> {
        self.session().run(|connection| {
            if !connection.has_tables {
                return Ok(T::default());
            }
            work(connection, &self.name_hash)
        })
    }

    /// Adds a count to the organization's number of transactions, and runs `work`, in one transaction of the database.
    ///
    /// `work` gets the number of the organization, and the number of its last transaction before these. If it fails or returns `false`,
    /// nothing is changed. Returns what `work` returns.
    fn change(
        &self,
        transactions: usize,
        mut work: impl FnMut(&mut Transaction<'_>, i64, i64) -> Result<bool>,
    ) -> Result<bool> {
        let more = i64::try_from(transactions).unwrap_or(i64::MAX);
        let mut session = self.session();
        if session.is_read_only {
            return Err(PostgresStoreError::ReadOnly.into());
        }
        session.run(|connection| {
            let mut transaction = begin(&mut connection.client)?;
            let begun = Instant::now();
            let locked = transaction.query_typed_one(
                LOCK_ORGANIZATION,
                &[
                    (&self.organization.as_bytes(), Type::BYTEA),
                    (&more, Type::INT8),
                ],
            );
            let row = locked.map_err(|error| lock_error(error, begun))?;
            let last: i64 = row.try_get(1)?;
            let is_done = work(&mut transaction, row.try_get(0)?, last - more)?;
            if is_done {
                transaction
                    .commit()
                    .map_err(|error| match Failure::from(error) {
                        Failure(PostgresStoreError::ConnectionLost) => {
                            PostgresStoreError::OutcomeUnknown.into()
                        }
                        failure => failure,
                    })?;
            }
            Ok(is_done)
        })
    }

    fn session(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for PostgresStore {
    type Error = PostgresStoreError;

    fn look_up(&self, keys: &[Key<'_>]) -> Result<KnownTransactions, PostgresStoreError> {
        if keys.is_empty() {
            return Ok(KnownTransactions::new());
        }
        Ok(self.query(|connection, name_hash| {
            transactions::find(&mut connection.client, name_hash, keys)
        })?)
    }

    fn commit(&self, plan: &Plan<'_>) -> Result<(), CommitError<PostgresStoreError>> {
        let new = plan.new_keys().count();
        if new == 0 && plan.statements().is_empty() {
            return Ok(());
        }
        let mut is_outdated = false;
        let insert = |transaction: &mut Transaction<'_>, organization, last| {
            is_outdated = !transactions::insert(transaction, organization, last, plan.new_keys())?;
            // If nothing is new, nothing has to be committed, not even the organization.
            Ok(!is_outdated
                && (statements::insert(transaction, organization, plan.statements())? || new > 0))
        };
        self.change(new, insert)
            .map_err(|failure| CommitError::Failed(failure.into()))?;
        if is_outdated {
            Err(CommitError::Outdated)
        } else {
            Ok(())
        }
    }

    fn statements(
        &self,
        account: Option<&AccountIdentifier>,
    ) -> Result<Vec<StoredStatement>, PostgresStoreError> {
        Ok(self.query(|connection, name_hash| {
            statements::read(&mut connection.client, name_hash, account)
        })?)
    }
}
