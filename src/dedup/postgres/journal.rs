//! Journal records in a store in PostgreSQL.

use std::collections::BTreeSet;

use postgres::binary_copy::BinaryCopyInWriter;
use postgres::types::Type;
use postgres::{GenericClient, Row, Transaction};
use sha2::{Digest, Sha256};

use super::error::{PostgresStoreError, Result};
use super::session::{checksum, of_organization};
use super::transactions::KeyHash;
use super::{PostgresStore, verify};
use crate::dedup::journal::{JournalPart, JournalPlan, KnownJournal, document_keys, plan_journal};
use crate::journal::JournalRecord;
use crate::value::Text;

impl PostgresStore {
    /// Plans an import of journal records with those that are known now. Changes nothing.
    ///
    /// # Errors
    ///
    /// The database can't be reached or read.
    pub fn plan_journal<'b>(
        &self,
        records: &'b [JournalRecord],
    ) -> Result<JournalPlan<'b>, PostgresStoreError> {
        let known =
            self.query(|connection, name_hash| find(&mut connection.client, name_hash, records))?;
        Ok(plan_journal(records, &known))
    }

    /// Imports journal records: creates all new parts of the [plan](plan_journal), or none, in one transaction of the database.
    ///
    /// # Errors
    ///
    /// The store was opened read-only, or the database can't be reached or written.
    pub fn import_journal<'b>(
        &self,
        records: &'b [JournalRecord],
    ) -> Result<JournalPlan<'b>, PostgresStoreError> {
        let mut done = None;
        self.change(0, |transaction, organization, _| {
            // The organization is locked, so the plan is still right when it is committed.
            let plan = plan_journal(records, &find(transaction, &self.name_hash, records)?);
            insert(transaction, organization, plan.new_parts())?;
            let has_new = plan.new_parts().next().is_some();
            done = Some(plan);
            Ok(has_new)
        })?;
        // The closure has run, or there was an error.
        done.ok_or(PostgresStoreError::ConnectionLost)
    }

    /// Returns the number of lines of journals.
    ///
    /// # Errors
    ///
    /// The database can't be reached or read.
    pub fn count_journal_lines(&self) -> Result<u64, PostgresStoreError> {
        Ok(self.query(|connection, name_hash| {
            let count = concat!(
                "SELECT count(*) FROM uacc_journal WHERE ",
                of_organization!(),
                " AND line <> ''"
            );
            let lines: i64 = connection
                .client
                .query_one(count, &[&name_hash])?
                .try_get(0)?;
            Ok(u64::try_from(lines).map_err(|_| PostgresStoreError::Damaged)?)
        })?)
    }
}

const FIND: &str = concat!(
    "SELECT record, line, document, json, checksum FROM uacc_journal WHERE ",
    of_organization!(),
    " AND record = ANY ($2)"
);

const FIND_DOCUMENTS: &str = concat!(
    "SELECT record, line, document, json, checksum FROM uacc_journal WHERE ",
    of_organization!(),
    " AND document = ANY ($2)"
);

/// Returns what is known of the records that have the ids of these, and of documents that may be theirs.
fn find(
    client: &mut impl GenericClient,
    organization: &[u8],
    records: &[JournalRecord],
) -> Result<KnownJournal> {
    let ids: BTreeSet<KeyHash> = records
        .iter()
        .map(|record| hash(&record.service_id))
        .collect();
    let ids: Vec<&[u8]> = ids.iter().map(|id| &id[..]).collect();
    let rows = client.query_typed(
        FIND,
        &[(&organization, Type::BYTEA), (&ids, Type::BYTEA_ARRAY)],
    )?;
    let mut known = KnownJournal::new();
    for row in &rows {
        add_row(row, &mut known)?;
    }
    let keys: BTreeSet<[u8; 8]> = records
        .iter()
        .filter(|record| !known.has_lines(record.service_id.as_str()))
        .flat_map(document_keys)
        .collect();
    if keys.is_empty() {
        return Ok(known);
    }
    let keys: Vec<&[u8]> = keys.iter().map(|key| &key[..]).collect();
    let rows = client.query_typed(
        FIND_DOCUMENTS,
        &[(&organization, Type::BYTEA), (&keys, Type::BYTEA_ARRAY)],
    )?;
    for row in &rows {
        let key: &[u8] = row.try_get(2)?;
        let key = key.try_into().map_err(|_| PostgresStoreError::Damaged)?;
        let record_id = add_row(row, &mut known)?;
        known.add_document(key, record_id.as_str());
    }
    Ok(known)
}

/// Adds the part in a row, and returns the id of its record.
fn add_row(row: &Row, known: &mut KnownJournal) -> Result<Text> {
    let (record, line): (&[u8], &[u8]) = (row.try_get(0)?, row.try_get(1)?);
    let (document, json): (Option<&[u8]>, &[u8]) = (row.try_get(2)?, row.try_get(3)?);
    verify(row.try_get(4)?, &row_name(record, line, document), json)?;
    let json = str::from_utf8(json).map_err(|_| PostgresStoreError::Damaged)?;
    let (record_id, _) = known
        .add_part(json)
        .map_err(|_| PostgresStoreError::Unreadable)?;
    Ok(record_id)
}

/// Returns what the checksum of a row covers beside its JSON.
fn row_name(record: &[u8], line: &[u8], document: Option<&[u8]>) -> Vec<u8> {
    [record, line, document.unwrap_or(&[])].concat()
}

const COPY: &str =
    "COPY uacc_journal (organization, record, line, document, json, checksum) FROM STDIN BINARY";

/// Inserts parts of records, none of which exists.
fn insert<'p, 'b: 'p>(
    transaction: &mut Transaction<'_>,
    organization: i64,
    parts: impl Iterator<Item = &'p JournalPart<'b>>,
) -> Result<()> {
    let types = [
        Type::INT8,
        Type::BYTEA,
        Type::BYTEA,
        Type::BYTEA,
        Type::BYTEA,
        Type::INT8,
    ];
    let mut copy = BinaryCopyInWriter::new(transaction.copy_in(COPY)?, &types);
    for part in parts {
        let record = hash(&part.record().service_id);
        let line = part.line_id().map(hash);
        let line = line.as_ref().map_or(&[][..], |line| &line[..]);
        let document = part.document_key();
        let document = document.as_ref().map(|key| &key[..]);
        let json = part.json().as_bytes();
        let checksum = checksum(&row_name(&record, line, document), json);
        copy.write(&[
            &organization,
            &record.as_slice(),
            &line,
            &document,
            &json,
            &checksum,
        ])?;
    }
    copy.finish()?;
    Ok(())
}

fn hash(id: &Text) -> KeyHash {
    Sha256::digest(id.as_str()).into()
}
