use std::fmt;

use postgres::{Client, IsolationLevel, Transaction};

use super::error::PostgresStoreError;
use super::layout;

/// A connection that is made anew where it was lost.
pub(super) struct Session {
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

impl Session {
    pub(super) fn new(
        connect: impl FnMut() -> Result<Client, postgres::Error> + Send + 'static,
        untouched: bool,
    ) -> Result<Self, PostgresStoreError> {
        let mut session = Self { connect: Box::new(connect), open: None, untouched };
        session.open = Some(session.open()?);
        Ok(session)
    }

    fn open(&mut self) -> Result<Open, PostgresStoreError> {
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

    /// Asks for something; where there are no tables there is nothing.
    pub(super) fn ask<T: Default>(
        &mut self,
        mut work: impl FnMut(&mut Client) -> Result<T, PostgresStoreError>,
    ) -> Result<T, PostgresStoreError> {
        self.call(|open| if open.laid_out { work(&mut open.client) } else { Ok(T::default()) })
    }

    /// Changes something in one transaction of the database: all, or nothing where it fails or the work comes to nothing.
    pub(super) fn change<T>(
        &mut self,
        mut work: impl FnMut(&mut Transaction<'_>) -> Result<Option<T>, PostgresStoreError>,
    ) -> Result<Option<T>, PostgresStoreError> {
        if self.untouched {
            return Err(PostgresStoreError::Untouched);
        }
        self.call(|open| {
            let mut transaction = begin(&mut open.client)?;
            let made = work(&mut transaction)?;
            if made.is_some() {
                transaction.commit().map_err(|error| match error.into() {
                    PostgresStoreError::Lost => PostgresStoreError::Uncertain,
                    error => error,
                })?;
            }
            Ok(made)
        })
    }

    /// Works on the connection. Where that proves to be lost before anything was committed, it works once more on a new one.
    fn call<T>(
        &mut self,
        mut work: impl FnMut(&mut Open) -> Result<T, PostgresStoreError>,
    ) -> Result<T, PostgresStoreError> {
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
fn begin(client: &mut Client) -> Result<Transaction<'_>, PostgresStoreError> {
    Ok(client.build_transaction().isolation_level(IsolationLevel::ReadCommitted).start()?)
}

impl fmt::Debug for Session {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Session").field("untouched", &self.untouched).finish_non_exhaustive()
    }
}
