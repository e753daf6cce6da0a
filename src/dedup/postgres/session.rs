//! A connection to the database, and the tables there.

use std::fmt;

use postgres::error::SqlState;
use postgres::{Client, GenericClient, IsolationLevel, Transaction};

use super::error::{PostgresStoreError, Result, VERSION, told};

/// Which rows are the organization's, given the mark of its name as the first parameter.
macro_rules! mine {
    () => {
        "organization = (SELECT organization FROM uacc_organizations WHERE sha256(name) = $1)"
    };
}
pub(super) use mine;

/// A connection that is made anew where it was lost.
pub(super) struct Session {
    connect: Box<dyn FnMut() -> Result<Client, postgres::Error> + Send>,
    open: Option<Open>,
    /// Whether it is there to look only.
    pub(super) untouched: bool,
}

/// An open connection.
pub(super) struct Open {
    pub(super) client: Client,
    /// Whether the tables are there: to look only, none are made.
    pub(super) laid_out: bool,
}

impl Session {
    pub(super) fn new(
        connect: impl FnMut() -> Result<Client, postgres::Error> + Send + 'static,
        untouched: bool,
    ) -> Result<Self> {
        let mut session = Self { connect: Box::new(connect), open: None, untouched };
        session.open = Some(session.open()?);
        Ok(session)
    }

    fn open(&mut self) -> Result<Open> {
        let mut client = (self.connect)().map_err(|error| PostgresStoreError::Unreachable(told(&error)))?;
        if self.untouched {
            client.batch_execute("SET default_transaction_read_only = on")?;
            let laid_out = is_laid_out(&mut client)?;
            return Ok(Open { client, laid_out });
        }
        if !is_laid_out(&mut client)? {
            let mut transaction = begin(&mut client)?;
            lay_out(&mut transaction)?;
            transaction.commit()?;
        }
        Ok(Open { client, laid_out: true })
    }

    /// Works on the connection. Where that proves to be lost before anything was committed, it works once more on a new one.
    pub(super) fn call<T>(&mut self, mut work: impl FnMut(&mut Open) -> Result<T>) -> Result<T> {
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
pub(super) fn begin(client: &mut Client) -> Result<Transaction<'_>> {
    Ok(client.build_transaction().isolation_level(IsolationLevel::ReadCommitted).start()?)
}

impl fmt::Debug for Session {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Session").field("untouched", &self.untouched).finish_non_exhaustive()
    }
}

/// Names and texts are bytes, since no text of PostgreSQL holds a NUL, and no index a long one: what is looked for is a SHA-256.
/// A transaction refers to its organization without a constraint: whoever writes has locked the organization's row.
const TABLES: &str = "
    CREATE TABLE uacc_version (version bigint NOT NULL);
    INSERT INTO uacc_version VALUES (1);

    CREATE TABLE uacc_organizations (
        organization bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name bytea NOT NULL,
        transactions bigint NOT NULL
    );
    CREATE UNIQUE INDEX uacc_organizations_name ON uacc_organizations (sha256(name));

    CREATE TABLE uacc_transactions (
        organization bigint NOT NULL,
        number bigint NOT NULL,
        account bytea NOT NULL,
        transaction_id bytea,
        content bytea NOT NULL,
        text_mark smallint NOT NULL,
        json bytea NOT NULL,
        exact bytea,
        spelled bytea,
        alike bytea NOT NULL,
        PRIMARY KEY (organization, number)
    );
    CREATE UNIQUE INDEX uacc_transactions_exact ON uacc_transactions (organization, exact) WHERE exact IS NOT NULL;
    CREATE INDEX uacc_transactions_spelled ON uacc_transactions (organization, spelled, number) WHERE spelled IS NOT NULL;
    CREATE INDEX uacc_transactions_alike ON uacc_transactions (organization, alike, number);

    CREATE TABLE uacc_records (
        organization bigint NOT NULL,
        name bytea NOT NULL CONSTRAINT uacc_records_short_name CHECK (length(name) <= 1000),
        bytes bytea NOT NULL,
        PRIMARY KEY (organization, name)
    );
";

/// One process at a time makes tables.
const MAKING: i64 = i64::from_be_bytes(*b"uacc_tab");

/// Makes the tables in a transaction, unless another process has made them by now.
fn lay_out(transaction: &mut Transaction<'_>) -> Result<()> {
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&MAKING])?;
    if !is_laid_out(transaction)? {
        transaction.batch_execute(TABLES).map_err(|error| match error.code() {
            Some(&SqlState::DUPLICATE_TABLE) => PostgresStoreError::Foreign,
            _ => error.into(),
        })?;
    }
    Ok(())
}

/// Whether the tables are there; others by their names are an error.
fn is_laid_out(client: &mut impl GenericClient) -> Result<bool> {
    // Not `to_regclass`, which may remember from before a lock that there is none.
    let find = "SELECT EXISTS (SELECT FROM pg_class WHERE relname = 'uacc_version' AND pg_table_is_visible(oid))";
    let row = client.query_one(find, &[])?;
    if !row.try_get::<_, bool>(0)? {
        return Ok(false);
    }
    // Of another table that may be another type, and more than one row.
    let rows =
        client.query("SELECT version::bigint FROM uacc_version LIMIT 2", &[]).map_err(|error| match error.code() {
            Some(&(SqlState::UNDEFINED_COLUMN | SqlState::CANNOT_COERCE | SqlState::INVALID_TEXT_REPRESENTATION)) => {
                PostgresStoreError::Foreign
            }
            _ => error.into(),
        })?;
    let [row] = rows.as_slice() else { return Err(PostgresStoreError::Foreign) };
    match row.try_get(0)? {
        Some(VERSION) => Ok(true),
        Some(version) => Err(PostgresStoreError::Version(version)),
        None => Err(PostgresStoreError::Foreign),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_carry_their_version() {
        assert!(TABLES.contains(&format!("INSERT INTO uacc_version VALUES ({VERSION});")));
    }
}
