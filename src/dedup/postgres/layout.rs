use postgres::error::SqlState;
use postgres::{GenericClient, Transaction};

use super::error::PostgresStoreError;
use super::tables::{TABLES, VERSION};

/// One process at a time makes tables.
const MAKING: i64 = i64::from_be_bytes(*b"uacc_tab");

/// Makes the tables in a transaction, unless another process has made them by now.
pub(super) fn lay_out(transaction: &mut Transaction<'_>) -> Result<(), PostgresStoreError> {
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
pub(super) fn is_laid_out(client: &mut impl GenericClient) -> Result<bool, PostgresStoreError> {
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
