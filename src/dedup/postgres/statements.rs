//! Statements in a store in PostgreSQL.

use postgres::types::Type;
use postgres::{GenericClient, Row, Transaction};
use sha2::{Digest, Sha256};

use super::error::{PostgresStoreError, Result};
use super::session::{checksum, of_organization};
use crate::dedup::stored_statement::StoredStatement;
use crate::value::AccountIdentifier;

/// The file that a statement was first imported from stays.
const INSERT: &str = "
    INSERT INTO uacc_statements (organization, account, content, json, checksum)
    SELECT $1, * FROM unnest($2, $3, $4, $5) ON CONFLICT DO NOTHING";

/// Remembers statements. Returns whether one of them is new.
pub(super) fn insert(
    transaction: &mut Transaction<'_>,
    organization: i64,
    statements: &[&StoredStatement],
) -> Result<bool> {
    if statements.is_empty() {
        return Ok(false);
    }
    let accounts: Vec<[u8; 32]> = statements
        .iter()
        .map(|statement| hash(&statement.account))
        .collect();
    let accounts: Vec<&[u8]> = accounts.iter().map(|account| &account[..]).collect();
    let contents = statements
        .iter()
        .map(|statement| &statement.content_hash[..]);
    let contents: Vec<&[u8]> = contents.collect();
    let rows: Vec<String> = statements
        .iter()
        .map(|statement| statement.to_json())
        .collect();
    let rows: Vec<&[u8]> = rows.iter().map(String::as_bytes).collect();
    let keys = accounts.iter().zip(&contents);
    let checksums = keys
        .zip(&rows)
        .map(|((account, content), json)| checksum(&[*account, *content].concat(), json));
    let checksums: Vec<i64> = checksums.collect();
    let inserted = transaction.query_typed(
        &format!("{INSERT} RETURNING 1"),
        &[
            (&organization, Type::INT8),
            (&accounts, Type::BYTEA_ARRAY),
            (&contents, Type::BYTEA_ARRAY),
            (&rows, Type::BYTEA_ARRAY),
            (&checksums, Type::INT8_ARRAY),
        ],
    )?;
    Ok(!inserted.is_empty())
}

const FIND: &str = concat!(
    "SELECT account, content, json, checksum FROM uacc_statements WHERE ",
    of_organization!(),
    " AND ($2::bytea IS NULL OR account = $2) ORDER BY account, content"
);

/// Returns the statements of an account, or of all accounts.
pub(super) fn read(
    client: &mut impl GenericClient,
    organization: &[u8],
    account: Option<&AccountIdentifier>,
) -> Result<Vec<StoredStatement>> {
    let account = account.map(hash);
    let account = account.as_ref().map(|account| &account[..]);
    let rows = client.query_typed(
        FIND,
        &[(&organization, Type::BYTEA), (&account, Type::BYTEA)],
    )?;
    rows.iter().map(read_row).collect()
}

fn read_row(row: &Row) -> Result<StoredStatement> {
    let (account, content, json): (&[u8], &[u8], &[u8]) =
        (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    if row.try_get::<_, i64>(3)? != checksum(&[account, content].concat(), json) {
        return Err(PostgresStoreError::Damaged.into());
    }
    Ok(StoredStatement::from_json(json).map_err(|_| PostgresStoreError::Unreadable)?)
}

fn hash(account: &AccountIdentifier) -> [u8; 32] {
    Sha256::digest(account.as_str()).into()
}
