//! A connection to the database, and the tables there.

use std::fmt;
use std::time::Instant;

use postgres::error::SqlState;
use postgres::{Client, GenericClient, IsolationLevel, Transaction};

use sha2::{Digest, Sha256};

use super::address::PostgresAddress;
use super::error::{Failure, PostgresStoreError, Result, VERSION, lock_error};

/// The condition for the rows of one organization. The first parameter of the statement is the SHA-256 of its name.
macro_rules! of_organization {
    () => {
        "organization = (SELECT organization FROM uacc_organizations WHERE sha256(name) = $1)"
    };
}
pub(super) use of_organization;

/// A connection to the database, with the means to connect again if it was lost.
pub(super) struct Session {
    address: PostgresAddress,
    connection: Option<Connection>,
    pub(super) is_read_only: bool,
}

/// An open connection.
pub(super) struct Connection {
    pub(super) client: Client,
    /// Whether the tables exist. A read-only session does not create them.
    pub(super) has_tables: bool,
}

impl Session {
    pub(super) fn new(address: &PostgresAddress, is_read_only: bool) -> Result<Self> {
        let mut session = Self {
            address: address.clone(),
            connection: None,
            is_read_only,
        };
        session.connection = Some(session.open()?);
        Ok(session)
    }

    fn open(&self) -> Result<Connection> {
        let mut client = self.address.connect()?;
        if self.is_read_only {
            client.batch_execute("SET default_transaction_read_only = on")?;
            let has_tables = has_tables(&mut client)?;
            return Ok(Connection { client, has_tables });
        }
        if !has_tables(&mut client)? {
            let mut transaction = begin(&mut client)?;
            create_tables(&mut transaction)?;
            transaction.commit()?;
        }
        Ok(Connection {
            client,
            has_tables: true,
        })
    }

    /// Runs `work` on the connection. If the connection was lost before anything was committed, runs it once more on a new connection.
    pub(super) fn run<T>(
        &mut self,
        mut work: impl FnMut(&mut Connection) -> Result<T>,
    ) -> Result<T> {
        if let Some(mut connection) = self.connection.take() {
            match work(&mut connection) {
                Err(Failure(PostgresStoreError::ConnectionLost)) => {}
                Err(Failure(PostgresStoreError::OutcomeUnknown)) => {
                    return Err(PostgresStoreError::OutcomeUnknown.into());
                }
                result => {
                    self.connection = Some(connection);
                    return result;
                }
            }
        }
        // If the new connection is lost too, the next call finds out.
        let mut connection = self.open()?;
        let result = work(&mut connection);
        self.connection = Some(connection);
        result
    }
}

/// Begins a transaction in which each statement sees what others committed before it, regardless of the server's default.
pub(super) fn begin(client: &mut Client) -> Result<Transaction<'_>> {
    Ok(client
        .build_transaction()
        .isolation_level(IsolationLevel::ReadCommitted)
        .start()?)
}

impl fmt::Debug for Session {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Session")
            .field("is_read_only", &self.is_read_only)
            .finish_non_exhaustive()
    }
}

/// The statements that create the tables.
///
/// Names and texts are `bytea`, since `text` can't hold a NUL. Searches go by a SHA-256, since an index can't hold long values. The column
/// `organization` has no foreign key: every writer has locked the row of the organization. `exact`, `spelled` and `alike` are the lookup
/// keys `exact_id`, `respelled_id` and `content`; `marks` are the fingerprints of the text and of its references. `checksum` is the [`checksum`] of the bytes that no
/// hash covers: the JSON of a transaction, or the ids and the JSON of a row of statements. The ids of a row of `uacc_statements` are the SHA-256 of its account and of
/// its content.
const CREATE_TABLES: &str = "
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
        marks bytea NOT NULL,
        json bytea NOT NULL,
        exact bytea,
        spelled bytea,
        alike bytea NOT NULL,
        checksum bigint NOT NULL,
        PRIMARY KEY (organization, number)
    );
    CREATE UNIQUE INDEX uacc_transactions_exact ON uacc_transactions (organization, exact) WHERE exact IS NOT NULL;
    CREATE INDEX uacc_transactions_spelled ON uacc_transactions (organization, spelled, number) WHERE spelled IS NOT NULL;
    CREATE INDEX uacc_transactions_alike ON uacc_transactions (organization, alike, number);

    CREATE TABLE uacc_statements (
        organization bigint NOT NULL,
        account bytea NOT NULL,
        content bytea NOT NULL,
        json bytea NOT NULL,
        checksum bigint NOT NULL,
        PRIMARY KEY (organization, account, content)
    );
";

/// Returns the first eight bytes of the SHA-256 of a name with its length, as eight bytes, and of bytes.
pub(super) fn checksum(name: &[u8], bytes: &[u8]) -> i64 {
    let length = u64::try_from(name.len()).unwrap_or(u64::MAX).to_be_bytes();
    let hash: [u8; 32] = Sha256::new()
        .chain_update(length)
        .chain_update(name)
        .chain_update(bytes)
        .finalize()
        .into();
    hash.first_chunk().copied().map_or(0, i64::from_be_bytes)
}

/// The key of the lock under which one process at a time creates the tables.
const CREATE_TABLES_LOCK: i64 = i64::from_be_bytes(*b"uacc_tab");

/// Creates the tables in a transaction, unless another process has done so meanwhile.
fn create_tables(transaction: &mut Transaction<'_>) -> Result<()> {
    let begun = Instant::now();
    transaction
        .execute("SELECT pg_advisory_xact_lock($1)", &[&CREATE_TABLES_LOCK])
        .map_err(|error| lock_error(error, begun))?;
    if has_tables(transaction)? {
        return Ok(());
    }
    transaction
        .batch_execute(CREATE_TABLES)
        .map_err(|error| match error.code() {
            Some(&SqlState::DUPLICATE_TABLE) => PostgresStoreError::ForeignTables.into(),
            _ => Failure::from(error),
        })
}

/// Returns whether the tables exist. Tables of another program with their names, or of a version that is not known, are an error.
fn has_tables(client: &mut impl GenericClient) -> Result<bool> {
    // Not `to_regclass`: it may use a cached answer from before the lock was taken.
    let find = "SELECT EXISTS (SELECT FROM pg_class WHERE relname = 'uacc_version' AND pg_table_is_visible(oid))";
    let row = client.query_one(find, &[])?;
    if !row.try_get::<_, bool>(0)? {
        return Ok(false);
    }
    // In a table of another program, the column may have another type, and there may be several rows.
    let rows = client
        .query("SELECT version::bigint FROM uacc_version LIMIT 2", &[])
        .map_err(|error| match error.code() {
            Some(
                &(SqlState::UNDEFINED_COLUMN
                | SqlState::CANNOT_COERCE
                | SqlState::INVALID_TEXT_REPRESENTATION),
            ) => PostgresStoreError::ForeignTables.into(),
            _ => Failure::from(error),
        })?;
    let [row] = rows.as_slice() else {
        return Err(PostgresStoreError::ForeignTables.into());
    };
    match row.try_get(0)? {
        Some(VERSION) => Ok(true),
        Some(version) => Err(PostgresStoreError::UnsupportedVersion(version).into()),
        None => Err(PostgresStoreError::ForeignTables.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_have_the_current_version() {
        assert!(CREATE_TABLES.contains(&format!("INSERT INTO uacc_version VALUES ({VERSION});")));
    }
}
