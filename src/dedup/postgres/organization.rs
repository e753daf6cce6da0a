use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use postgres::types::Type;
use postgres::{Client, Transaction};

use super::error::PostgresStoreError;
use super::marks::{Mark, name_mark};
use super::session::Session;

/// Sees to it that the organization is there, and counts on its transactions. Until the transaction ends, nobody else writes anything of the
/// organization: numbers rise in the order of the commits.
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
    mark: Mark,
}

impl Organization {
    pub(super) fn new(session: Session, name: &str) -> Self {
        Self { session: Arc::new(Mutex::new(session)), name: name.into(), mark: name_mark(name) }
    }

    pub(super) fn other(&self, name: &str) -> Self {
        Self { session: Arc::clone(&self.session), name: name.into(), mark: name_mark(name) }
    }

    /// Asks for something, given the mark of the organization's name; where there is nothing it is the default.
    pub(super) fn ask<T: Default>(
        &self,
        mut work: impl FnMut(&mut Client, &[u8]) -> Result<T, PostgresStoreError>,
    ) -> Result<T, PostgresStoreError> {
        self.session().ask(|client| work(client, &self.mark))
    }

    /// Adds so many transactions and whatever else, given the organization's number and the last one of its transactions before these. All of it is
    /// done, or nothing where it fails or comes to nothing.
    pub(super) fn change<T>(
        &self,
        transactions: usize,
        mut work: impl FnMut(&mut Transaction<'_>, i64, i64) -> Result<Option<T>, PostgresStoreError>,
    ) -> Result<Option<T>, PostgresStoreError> {
        let more = i64::try_from(transactions).unwrap_or(i64::MAX);
        self.session().change(|transaction| {
            let row =
                transaction.query_typed_one(ENTER, &[(&self.name.as_bytes(), Type::BYTEA), (&more, Type::INT8)])?;
            let last: i64 = row.try_get(1)?;
            work(transaction, row.try_get(0)?, last - more)
        })
    }

    fn session(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
