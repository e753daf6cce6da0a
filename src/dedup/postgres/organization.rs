use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use postgres::types::Type;
use postgres::{Client, IsolationLevel, Transaction};
use sha2::{Digest, Sha256};

use super::error::{PostgresStoreError, Result};
use super::layout;

/// Creates or locks the organization and adds to its count of transactions. The lock makes numbers rise in the order of the commits.
const ENTER: &str = "
    INSERT INTO uacc_organizations AS known (name, transactions) VALUES ($1, $2)
    ON CONFLICT (sha256(name)) DO UPDATE SET transactions = known.transactions + excluded.transactions
    RETURNING organization, transactions";

/// Which rows are the organization's, given the mark of its name as the first parameter.
macro_rules! mine {
    () => {
        "organization = (SELECT organization FROM uacc_organizations WHERE sha256(name) = $1)"
    };
}
pub(super) use mine;

/// One organization on a connection that it shares with others.
#[derive(Debug, Clone)]
pub(super) struct Organization {
    session: Arc<Mutex<Session>>,
    name: Arc<str>,
    /// The SHA-256 of the name, which may have any length and any character.
    mark: [u8; 32],
}

/// A connection that is made anew where it was lost.
struct Session {
    connect: Box<dyn FnMut() -> Result<Client, postgres::Error> + Send>,
    open: Option<Open>,
    /// Whether it was opened to look only.
    untouched: bool,
}

struct Open {
    client: Client,
    /// Whether the tables are there: to look only, none are made.
    laid_out: bool,
}

impl Organization {
    pub(super) fn open(
        connect: impl FnMut() -> Result<Client, postgres::Error> + Send + 'static,
        untouched: bool,
        name: &str,
    ) -> Result<Self> {
        let mut session = Session { connect: Box::new(connect), open: None, untouched };
        session.open = Some(session.open()?);
        Ok(Self::on(Arc::new(Mutex::new(session)), name))
    }

    /// Another organization on the same connection.
    pub(super) fn other(&self, name: &str) -> Self {
        Self::on(Arc::clone(&self.session), name)
    }

    fn on(session: Arc<Mutex<Session>>, name: &str) -> Self {
        Self { session, name: name.into(), mark: Sha256::digest(name).into() }
    }

    /// Asks for something, given the mark of the organization's name; where there are no tables it is the default.
    pub(super) fn ask<T: Default>(&self, mut work: impl FnMut(&mut Client, &[u8]) -> Result<T>) -> Result<T> {
        let ask = |open: &mut Open| {
            if open.laid_out { work(&mut open.client, &self.mark) } else { Ok(T::default()) }
        };
        self.session().call(ask)
    }

    /// Adds so many transactions and whatever else in one transaction of the database, given the organization's number and the last one of its
    /// transactions before these. All of it is done, or nothing where it fails or `work` returns `false`, which is passed on.
    pub(super) fn change(
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
            let row =
                transaction.query_typed_one(ENTER, &[(&self.name.as_bytes(), Type::BYTEA), (&more, Type::INT8)])?;
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

impl Session {
    fn open(&mut self) -> Result<Open> {
        let mut client = (self.connect)().map_err(|error| PostgresStoreError::unreachable(&error))?;
        if self.untouched {
            client.batch_execute("SET default_transaction_read_only = on")?;
            let laid_out = layout::is_laid_out(&mut client)?;
            return Ok(Open { client, laid_out });
        }
        if !layout::is_laid_out(&mut client)? {
            let mut transaction = begin(&mut client)?;
            layout::lay_out(&mut transaction)?;
            transaction.commit()?;
        }
        Ok(Open { client, laid_out: true })
    }

    /// Works on the connection. Where that proves to be lost before anything was committed, it works once more on a new one.
    fn call<T>(&mut self, mut work: impl FnMut(&mut Open) -> Result<T>) -> Result<T> {
        if let Some(mut open) = self.open.take() {
            match work(&mut open) {
                Err(PostgresStoreError::Lost) => {}
                Err(PostgresStoreError::Uncertain) => return Err(PostgresStoreError::Uncertain),
                done => {
                    self.open = Some(open);
                    return done;
                }
            }
        }
        // One that is lost too is found out by the next call.
        let mut open = self.open()?;
        let done = work(&mut open);
        self.open = Some(open);
        done
    }
}

/// Begins a transaction in which each statement sees what others committed before it, whatever the server does by default.
fn begin(client: &mut Client) -> Result<Transaction<'_>> {
    Ok(client.build_transaction().isolation_level(IsolationLevel::ReadCommitted).start()?)
}

impl fmt::Debug for Session {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Session").field("untouched", &self.untouched).finish_non_exhaustive()
    }
}
