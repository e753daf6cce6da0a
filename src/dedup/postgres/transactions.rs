//! Finds and inserts transactions.

use std::collections::{BTreeSet, HashSet};

use postgres::binary_copy::BinaryCopyInWriter;
use postgres::error::SqlState;
use postgres::types::Type;
use postgres::{GenericClient, Transaction};
use sha2::{Digest, Sha256};

use super::error::{PostgresStoreError, Result};
use super::session::{checksum, of_organization};
use crate::dedup::key::Key;
use crate::dedup::known::{KnownTransaction, StoredColumns};
use crate::dedup::lookup::{HashedAccount, LookupKeys};
use crate::dedup::plan::KnownTransactions;
use crate::record::TypedRecord;

/// The SHA-256 of a lookup key.
pub(super) type KeyHash = [u8; 32];

/// Hashes an account and bytes that belong to it. The length of the account separates the two.
///
/// The sender chooses the texts of transactions, and could produce collisions of a weaker hash.
fn key_hash(account: HashedAccount<'_>, bytes: &[u8]) -> KeyHash {
    let length = u64::try_from(account.text.len())
        .unwrap_or(u64::MAX)
        .to_be_bytes();
    Sha256::new()
        .chain_update(length)
        .chain_update(account.text)
        .chain_update(bytes)
        .finalize()
        .into()
}

/// Selects the number of the first transaction with each of several hashes: thousands may have the same content.
macro_rules! first_numbers {
    ($column:literal, $hashes:literal) => {
        concat!(
            "SELECT first.number FROM unnest(",
            $hashes,
            ") AS sought, LATERAL (SELECT number FROM uacc_transactions WHERE ",
            of_organization!(),
            " AND ",
            $column,
            " = sought ORDER BY number LIMIT 1) AS first"
        )
    };
}

/// Finds the transactions for several keys at once. PostgreSQL may answer a join by reading the whole table, but not an array of numbers.
const FIND: &str = concat!(
    "SELECT number, account, transaction_id, content, marks, exact, spelled, alike FROM uacc_transactions WHERE ",
    of_organization!(),
    " AND number = ANY (ARRAY(SELECT number FROM uacc_transactions WHERE ",
    of_organization!(),
    " AND exact = ANY ($2) UNION ",
    first_numbers!("spelled", "$3"),
    " UNION ",
    first_numbers!("alike", "$4"),
    ")) ORDER BY number"
);

/// Returns the known transactions for some keys. One statement selects them all, so they are the state of one moment.
pub(super) fn find(
    client: &mut impl GenericClient,
    organization: &[u8],
    keys: &[Key<'_>],
) -> Result<KnownTransactions> {
    let hashes: Vec<LookupKeys<KeyHash>> = keys
        .iter()
        .map(|key| {
            let fields = key.match_fields();
            fields.lookup_keys(&fields.core(), key_hash)
        })
        .collect();
    // In order, so that the searches in an index that follow one another need neighbouring pages.
    let bytes = |hashes: BTreeSet<KeyHash>| hashes.into_iter().map(Vec::from).collect::<Vec<_>>();
    let similar = || {
        let all = keys.iter().zip(&hashes);
        all.filter(|(key, _)| !key.is_only_id())
            .map(|(_, hashes)| hashes)
    };
    let canonical_ids: BTreeSet<KeyHash> = similar().filter_map(LookupKeys::canonical_id).collect();
    let exact_ids = hashes
        .iter()
        .filter_map(|hashes| hashes.exact_id)
        .chain(canonical_ids.iter().copied())
        .collect();
    let cores = similar().map(|hashes| hashes.core).collect();
    let rows = client.query_typed(
        FIND,
        &[
            (&organization, Type::BYTEA),
            (&bytes(exact_ids), Type::BYTEA_ARRAY),
            (&bytes(canonical_ids), Type::BYTEA_ARRAY),
            (&bytes(cores), Type::BYTEA_ARRAY),
        ],
    )?;
    let (mut known, mut found_ids) = (KnownTransactions::new(), HashSet::new());
    for row in &rows {
        let transaction = KnownTransaction::from_columns(&StoredColumns {
            account: row.try_get("account")?,
            transaction_id: row.try_get("transaction_id")?,
            content: row.try_get("content")?,
            marks: row.try_get("marks")?,
        })?;
        // The hashes of a row are its checksums too.
        let fields = transaction.match_fields();
        let LookupKeys {
            exact_id,
            respelled_id,
            core,
        } = fields.lookup_keys(&fields.core(), key_hash);
        let is_whole = row.try_get::<_, Option<&[u8]>>("exact")?
            == exact_id.as_ref().map(|hash| &hash[..])
            && row.try_get::<_, Option<&[u8]>>("spelled")?
                == respelled_id.as_ref().map(|hash| &hash[..])
            && row.try_get::<_, &[u8]>("alike")? == core;
        if !is_whole {
            return Err(PostgresStoreError::Damaged.into());
        }
        known.add(transaction);
        found_ids.extend(row.try_get::<_, Option<&[u8]>>("exact")?);
    }
    // A row with the hash of a key but another key is damaged. Without this error, every commit would be outdated, without end.
    let is_found = |hashes: &LookupKeys<KeyHash>| {
        hashes
            .exact_id
            .is_some_and(|id| found_ids.contains(&id[..]))
    };
    let is_consistent = keys
        .iter()
        .zip(&hashes)
        .all(|(key, hashes)| !is_found(hashes) || known.get(key).is_some());
    if is_consistent {
        Ok(known)
    } else {
        Err(PostgresStoreError::Damaged.into())
    }
}

const COPY: &str = "
    COPY uacc_transactions
        (organization, number, account, transaction_id, content, marks, json, exact, spelled, alike, checksum)
    FROM STDIN BINARY";

/// Inserts transactions; their numbers follow `last`. Returns `false` if one of the keys exists.
pub(super) fn insert<'k>(
    transaction: &mut Transaction<'_>,
    organization: i64,
    last: i64,
    keys: impl Iterator<Item = &'k Key<'k>>,
) -> Result<bool> {
    let (number, bytes) = (Type::INT8, Type::BYTEA);
    let types = [
        number.clone(),
        number.clone(),
        bytes.clone(),
        bytes.clone(),
        bytes.clone(),
        bytes.clone(),
        bytes.clone(),
        bytes.clone(),
        bytes.clone(),
        bytes,
        number,
    ];
    let mut copy = BinaryCopyInWriter::new(transaction.copy_in(COPY)?, &types);
    for (key, number) in keys.zip(last + 1..) {
        let (fields, json) = (key.match_fields(), key.transaction().to_json());
        let hashes = fields.lookup_keys(&fields.core(), key_hash);
        copy.write(&[
            &organization,
            &number,
            &fields.account.text.as_bytes(),
            &fields.transaction_id,
            &fields.content,
            &key.marks().to_bytes(),
            &json.as_bytes(),
            &hashes.exact_id.as_ref().map(<[u8; 32]>::as_slice),
            &hashes.respelled_id.as_ref().map(<[u8; 32]>::as_slice),
            &hashes.core.as_slice(),
            &checksum(b"", json.as_bytes()),
        ])?;
    }
    match copy.finish() {
        Ok(_) => Ok(true),
        Err(error) if is_duplicate_key(&error) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn is_duplicate_key(error: &postgres::Error) -> bool {
    error.as_db_error().is_some_and(|refusal| {
        *refusal.code() == SqlState::UNIQUE_VIOLATION
            && refusal.constraint() == Some("uacc_transactions_exact")
    })
}
