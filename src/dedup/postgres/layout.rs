//! The tables in the database.

use postgres::error::SqlState;
use postgres::{GenericClient, Transaction};

use super::error::{PostgresStoreError, Result, VERSION};

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
pub(super) fn lay_out(transaction: &mut Transaction<'_>) -> Result<()> {
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
pub(super) fn is_laid_out(client: &mut impl GenericClient) -> Result<bool> {
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
