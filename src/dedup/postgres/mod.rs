//! A store in PostgreSQL.

mod error;
mod session;
mod transactions;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use error::PostgresStoreError;
use postgres::types::Type;
use postgres::{Client, Transaction};
use sha2::{Digest, Sha256};

use self::error::Result;
use self::session::{Session, begin, mine};
use super::key::Key;
use super::plan::{Known, Plan};
use super::store::{CommitError, Store};

/// A store in a PostgreSQL database, for several machines and several organizations; from version 12 of the server on.
///
/// It holds every transaction as it was sent, as canonical JSON. A commit is one transaction of the database, and keys are unique in the
/// database itself: however many processes import at once, each key is created once. What was committed is as safe as the server is set up to keep
/// it (`synchronous_commit`, replication, backups). Organizations share the tables, whose names begin with `uacc_`, and nothing else: no method
/// tells one of another.
///
/// The caller makes the connection, and with it chooses the encryption. It is made anew where it was lost before anything was committed. What was
/// lost while it was committed is [told](PostgresStoreError::Uncertain) and not tried again, since transactions without an id would be
/// there twice. All that share a connection wait for each other, and block while they wait: asynchronous code calls from a thread for it.
///
/// ```no_run
/// use postgres::{Client, NoTls};
/// use universal_accounting::dedup::{self, PostgresStore};
/// use universal_accounting::report::Policy;
/// use universal_accounting::transactions;
///
/// let connect = || Client::connect("host=/run/postgresql user=books dbname=books", NoTls);
/// let store = PostgresStore::open(connect, "Muster AG")?;
/// let payload = std::fs::read("payload.json")?;
/// let reading = transactions::read(&payload, &Policy::new());
/// if reading.can_be_taken() {
///     let counts = dedup::import(&store, &reading.values)?.result(reading.rejected.len());
///     println!("{}", transactions::write_result(&counts));
/// }
/// // Another one's transactions, on the same connection.
/// println!("{}", store.of("Beispiel GmbH").count()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct PostgresStore {
    /// The connection, which organizations share.
    session: Arc<Mutex<Session>>,
    organization: Arc<str>,
    /// The SHA-256 of the organization's name, which may have any length and any character.
    mark: [u8; 32],
}

/// Creates or locks the organization and adds to its count of transactions. The lock makes numbers rise in the order of the commits.
const ENTER: &str = "
    INSERT INTO uacc_organizations AS known (name, transactions) VALUES ($1, $2)
    ON CONFLICT (sha256(name)) DO UPDATE SET transactions = known.transactions + excluded.transactions
    RETURNING organization, transactions";

/// So many transactions are fetched at a time to be shown.
const PAGE: i64 = 1000;

impl PostgresStore {
    /// Opens the store of an organization, given how to connect to its database, and makes the tables where they are missing.
    /// An organization that nothing is kept of is one with an empty store; its name is any text.
    pub fn open(
        connect: impl FnMut() -> Result<Client, postgres::Error> + Send + 'static,
        organization: &str,
    ) -> Result<Self, PostgresStoreError> {
        Session::new(connect, false).map(|session| Self::on(Arc::new(Mutex::new(session)), organization))
    }

    /// Opens a store to look only: nothing is written, no table is made, and whatever would change something fails. Where there are no tables, the store is empty.
    pub fn open_untouched(
        connect: impl FnMut() -> Result<Client, postgres::Error> + Send + 'static,
        organization: &str,
    ) -> Result<Self, PostgresStoreError> {
        Session::new(connect, true).map(|session| Self::on(Arc::new(Mutex::new(session)), organization))
    }

    /// The store of another organization on the same connection.
    #[must_use]
    pub fn of(&self, organization: &str) -> Self {
        Self::on(Arc::clone(&self.session), organization)
    }

    fn on(session: Arc<Mutex<Session>>, organization: &str) -> Self {
        Self { session, organization: organization.into(), mark: Sha256::digest(organization).into() }
    }

    /// What the organization keeps beside its transactions.
    #[must_use]
    pub fn records(&self) -> PostgresRecords {
        PostgresRecords(self.clone())
    }

    /// How many transactions it holds.
    pub fn count(&self) -> Result<u64, PostgresStoreError> {
        self.ask(|client, mark| {
            let count = "SELECT transactions FROM uacc_organizations WHERE sha256(name) = $1";
            let Some(row) = client.query_opt(count, &[&mark])? else { return Ok(0) };
            u64::try_from(row.try_get::<_, i64>(0)?).map_err(|_| PostgresStoreError::Damaged)
        })
    }

    /// Shows each transaction as canonical JSON, in the order in which they were committed.
    pub fn for_each(&self, mut show: impl FnMut(&str)) -> Result<(), PostgresStoreError> {
        let page = "SELECT number, json FROM uacc_transactions JOIN uacc_organizations USING (organization) \
                    WHERE sha256(name) = $1 AND number > $2 ORDER BY number LIMIT $3";
        let mut last = 0_i64;
        loop {
            // Nobody else waits while they are shown.
            let rows = self.ask(|client, mark| Ok(client.query(page, &[&mark, &last, &PAGE])?))?;
            for row in &rows {
                last = row.try_get(0)?;
                show(str::from_utf8(row.try_get(1)?).map_err(|_| PostgresStoreError::Damaged)?);
            }
            if rows.is_empty() {
                return Ok(());
            }
        }
    }

    /// Deletes all that is kept of the organization, transactions and records, all at once.
    pub fn clear(&self) -> Result<(), PostgresStoreError> {
        let clear = |transaction: &mut Transaction<'_>, organization: i64, _| {
            for table in ["uacc_transactions", "uacc_records", "uacc_organizations"] {
                transaction.execute(&format!("DELETE FROM {table} WHERE organization = $1"), &[&organization])?;
            }
            Ok(true)
        };
        self.change(0, clear).map(drop)
    }

    /// Asks for something, given the mark of the organization's name; where there are no tables it is the default.
    fn ask<T: Default>(&self, mut work: impl FnMut(&mut Client, &[u8]) -> Result<T>) -> Result<T> {
        self.session().call(|open| if open.laid_out { work(&mut open.client, &self.mark) } else { Ok(T::default()) })
    }

    /// Adds so many transactions and whatever else in one transaction of the database, given the organization's number and the last one of its
    /// transactions before these. All of it is done, or nothing where it fails or `work` returns `false`, which is passed on.
    fn change(
        &self,
        transactions: usize,
        mut work: impl FnMut(&mut Transaction<'_>, i64, i64) -> Result<bool>,
    ) -> Result<bool> {
        let more = i64::try_from(transactions).unwrap_or(i64::MAX);
        let mut session = self.session();
        if session.untouched {
            return Err(PostgresStoreError::Untouched);
        }
        session.call(|open| {
            let mut transaction = begin(&mut open.client)?;
            let row = transaction
                .query_typed_one(ENTER, &[(&self.organization.as_bytes(), Type::BYTEA), (&more, Type::INT8)])?;
            let last: i64 = row.try_get(1)?;
            let is_made = work(&mut transaction, row.try_get(0)?, last - more)?;
            if is_made {
                transaction.commit().map_err(|error| match error.into() {
                    PostgresStoreError::Lost => PostgresStoreError::Uncertain,
                    error => error,
                })?;
            }
            Ok(is_made)
        })
    }

    fn session(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for PostgresStore {
    type Error = PostgresStoreError;

    fn look_up(&self, keys: &[Key<'_>]) -> Result<Known, PostgresStoreError> {
        if keys.is_empty() {
            return Ok(Known::new());
        }
        self.ask(|client, mark| transactions::find(client, mark, keys))
    }

    fn commit(&self, plan: &Plan<'_>) -> Result<(), CommitError<PostgresStoreError>> {
        let new = plan.new_keys().count();
        if new == 0 {
            return Ok(());
        }
        let insert = |transaction: &mut Transaction<'_>, organization, last| {
            transactions::insert(transaction, organization, last, plan.new_keys())
        };
        let is_made = self.change(new, insert).map_err(CommitError::Failed)?;
        if is_made { Ok(()) } else { Err(CommitError::Outdated) }
    }
}

/// What an organization keeps beside its transactions in a [`PostgresStore`]: bytes, each under a name. Names are any text of
/// up to 1000 bytes.
///
/// Whatever changes something is committed when it returns.
#[derive(Debug, Clone)]
pub struct PostgresRecords(PostgresStore);

impl PostgresRecords {
    /// The bytes under a name.
    pub fn get(&self, name: &str) -> Result<Option<Vec<u8>>, PostgresStoreError> {
        let get = concat!("SELECT bytes FROM uacc_records WHERE ", mine!(), " AND name = $2");
        self.0.ask(|client, mark| {
            let row = client.query_opt(get, &[&mark, &name.as_bytes()])?;
            Ok(row.map(|row| row.try_get(0)).transpose()?)
        })
    }

    /// All names that begin with a text, in the order of their bytes.
    pub fn names(&self, prefix: &str) -> Result<Vec<String>, PostgresStoreError> {
        // A byte that no text holds is above all that begin so.
        let names = concat!(
            "SELECT name FROM uacc_records WHERE ",
            mine!(),
            " AND name >= $2 AND name < $2 || decode('ff', 'hex') ORDER BY name"
        );
        self.0.ask(|client, mark| {
            let name =
                |row: &postgres::Row| String::from_utf8(row.try_get(0)?).map_err(|_| PostgresStoreError::Damaged);
            client.query(names, &[&mark, &prefix.as_bytes()])?.iter().map(name).collect()
        })
    }

    /// Puts bytes under a name, in the place of those that are there.
    pub fn put(&self, name: &str, bytes: &[u8]) -> Result<(), PostgresStoreError> {
        self.insert(name, bytes, "ON CONFLICT (organization, name) DO UPDATE SET bytes = excluded.bytes").map(drop)
    }

    /// Puts bytes under a name that has none. Whether it could: of several who try at once one can.
    pub fn insert_new(&self, name: &str, bytes: &[u8]) -> Result<bool, PostgresStoreError> {
        self.insert(name, bytes, "ON CONFLICT (organization, name) DO NOTHING")
    }

    fn insert(&self, name: &str, bytes: &[u8], otherwise: &str) -> Result<bool, PostgresStoreError> {
        let insert = format!("INSERT INTO uacc_records (organization, name, bytes) VALUES ($1, $2, $3) {otherwise}");
        self.0.change(0, |transaction, organization, _| {
            let inserted = transaction.execute(&insert, &[&organization, &name.as_bytes(), &bytes])?;
            Ok(inserted > 0)
        })
    }
}
