//! Finds and inserts transactions.

use std::collections::HashSet;

use postgres::error::SqlState;
use postgres::types::Type;
use postgres::{Client, Transaction};
use sha2::{Digest, Sha256};

use super::error::{PostgresStoreError, Result};
use super::organization::mine;
use crate::dedup::entry::{Entry, Kept, TextMark};
use crate::dedup::key::Key;
use crate::dedup::known::Known;
use crate::transactions;

/// A SHA-256, by which a transaction is found.
type Mark = [u8; 32];

/// All by which a transaction is found. The one who sends texts chooses them: with a weaker hash two could meet.
struct Marks {
    /// Of the account as it was sent and the id, where there is one.
    exact: Option<Mark>,
    /// Of the canonical account and the id, where the account is spelled otherwise.
    spelled: Option<Mark>,
    /// Of the canonical account and the content.
    alike: Mark,
}

impl Marks {
    fn of(key: &Key<'_>) -> Self {
        let (account, canonical) = (key.account().as_str(), key.canonical_account());
        let id = key.transaction_id().map(|id| id.as_str().as_bytes());
        let exact = id.map(|id| mark(account, id));
        let spelled = id.filter(|_| account != canonical).map(|id| mark(canonical, id));
        Self { exact, spelled, alike: mark(canonical, key.content().as_bytes()) }
    }

    /// Of the canonical account and the id, however the account is spelled.
    fn canonical(&self) -> Option<Mark> {
        self.spelled.or(self.exact)
    }
}

/// The length keeps what is marked together apart.
fn mark(account: &str, more: &[u8]) -> Mark {
    let length = u64::try_from(account.len()).unwrap_or(u64::MAX).to_be_bytes();
    Sha256::new().chain_update(length).chain_update(account).chain_update(more).finalize().into()
}

/// The number of the first transaction with each of several marks: of those that are alike there may be thousands.
macro_rules! first {
    ($column:literal, $marks:literal) => {
        concat!(
            "SELECT first.number FROM unnest(",
            $marks,
            ") AS sought, LATERAL (SELECT number FROM uacc_transactions WHERE ",
            mine!(),
            " AND ",
            $column,
            " = sought ORDER BY number LIMIT 1) AS first"
        )
    };
}

/// All of several keys at once. An array of numbers, unlike a join, is never answered by reading the whole table.
const FIND: &str = concat!(
    "SELECT account, transaction_id, content, text_mark, exact FROM uacc_transactions WHERE ",
    mine!(),
    " AND number = ANY (ARRAY(",
    first!("exact", "$2"),
    " UNION ",
    first!("spelled", "$3"),
    " UNION ",
    first!("alike", "$4"),
    ")) ORDER BY number"
);

/// What is known of some keys, in one statement, so that it is the state of one moment.
pub(super) fn find(client: &mut Client, organization: &[u8], keys: &[Key<'_>]) -> Result<Known> {
    let marks: Vec<Marks> = keys.iter().map(Marks::of).collect();
    let bytes = |marks: HashSet<Mark>| marks.into_iter().map(Vec::from).collect::<Vec<_>>();
    let canonical: HashSet<Mark> = marks.iter().filter_map(Marks::canonical).collect();
    let exact = marks.iter().filter_map(|marks| marks.exact).chain(canonical.iter().copied()).collect();
    let alike = marks.iter().map(|marks| marks.alike).collect();
    let rows = client.query_typed(
        FIND,
        &[
            (&organization, Type::BYTEA),
            (&bytes(exact), Type::BYTEA_ARRAY),
            (&bytes(canonical), Type::BYTEA_ARRAY),
            (&bytes(alike), Type::BYTEA_ARRAY),
        ],
    )?;
    let (mut known, mut found) = (Known::new(), HashSet::new());
    for row in &rows {
        known.add(entry(row)?);
        found.extend(row.try_get::<_, Option<&[u8]>>("exact")?);
    }
    // One that is found and is another one would be planned anew for ever.
    let is_found = |marks: &Marks| marks.exact.is_some_and(|exact| found.contains(&exact[..]));
    let all = keys.iter().zip(&marks).all(|(key, marks)| !is_found(marks) || known.get(key).is_some());
    if all { Ok(known) } else { Err(PostgresStoreError::Damaged) }
}

fn entry(row: &postgres::Row) -> Result<Entry> {
    let kept = Kept {
        account: row.try_get("account")?,
        transaction_id: row.try_get("transaction_id")?,
        content: row.try_get("content")?,
        text: TextMark::from_bytes(row.try_get::<_, i16>("text_mark")?.to_le_bytes()),
    };
    kept.read(|| PostgresStoreError::Damaged, || PostgresStoreError::Unreadable)
}

/// So many bytes at least go in one statement, but for the last; a plan may hold more than a statement can.
const ENOUGH: usize = 8 << 20;

const INSERT: &str = "
    INSERT INTO uacc_transactions
        (organization, number, account, transaction_id, content, text_mark, json, exact, spelled, alike)
    SELECT $1, $2 + place, account, transaction_id, content, text_mark, json, exact, spelled, alike
    FROM unnest($3, $4, $5, $6, $7, $8, $9, $10)
        WITH ORDINALITY AS sent (account, transaction_id, content, text_mark, json, exact, spelled, alike, place)";

/// A transaction with what a statement takes of it beside its key.
struct Row<'k> {
    key: &'k Key<'k>,
    marks: Marks,
    json: Vec<u8>,
}

/// Inserts transactions, counted on from a number. Returns `false` where a key exists.
pub(super) fn insert<'k>(
    transaction: &mut Transaction<'_>,
    organization: i64,
    mut last: i64,
    keys: impl Iterator<Item = &'k Key<'k>>,
) -> Result<bool> {
    let (mut rows, mut bytes) = (Vec::new(), 0);
    let mut keys = keys.peekable();
    while let Some(key) = keys.next() {
        let json = transactions::write_one(key.transaction()).into_bytes();
        bytes += key.account().as_str().len() + id(key).map_or(0, <[u8]>::len) + json.len();
        rows.push(Row { key, marks: Marks::of(key), json });
        if bytes < ENOUGH && keys.peek().is_some() {
            continue;
        }
        let Some(inserted) = insert_rows(transaction, organization, last, &rows)? else { return Ok(false) };
        last += inserted;
        (rows, bytes) = (Vec::new(), 0);
    }
    Ok(true)
}

fn id<'k>(key: &Key<'k>) -> Option<&'k [u8]> {
    key.transaction_id().map(|id| id.as_str().as_bytes())
}

/// How many were inserted; nothing where a key exists.
fn insert_rows(
    transaction: &mut Transaction<'_>,
    organization: i64,
    last: i64,
    rows: &[Row<'_>],
) -> Result<Option<i64>> {
    fn column<'r, T>(rows: &'r [Row<'_>], cell: impl FnMut(&'r Row<'_>) -> T) -> Vec<T> {
        rows.iter().map(cell).collect()
    }
    let bytes = Type::BYTEA_ARRAY;
    let inserted = transaction.execute_typed(
        INSERT,
        &[
            (&organization, Type::INT8),
            (&last, Type::INT8),
            (&column(rows, |row| row.key.account().as_str().as_bytes()), bytes.clone()),
            (&column(rows, |row| id(row.key)), bytes.clone()),
            (&column(rows, |row| row.key.content().as_bytes()), bytes.clone()),
            (&column(rows, |row| i16::from_le_bytes(row.key.text().to_bytes())), Type::INT2_ARRAY),
            (&column(rows, |row| &row.json[..]), bytes.clone()),
            (&column(rows, |row| row.marks.exact.as_ref().map(|mark| &mark[..])), bytes.clone()),
            (&column(rows, |row| row.marks.spelled.as_ref().map(|mark| &mark[..])), bytes.clone()),
            (&column(rows, |row| &row.marks.alike[..]), bytes),
        ],
    );
    match inserted {
        Ok(inserted) => i64::try_from(inserted).map(Some).map_err(|_| PostgresStoreError::Damaged),
        Err(error) if exists(&error) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn exists(error: &postgres::Error) -> bool {
    let refusal = error.as_db_error();
    refusal.is_some_and(|refusal| {
        *refusal.code() == SqlState::UNIQUE_VIOLATION && refusal.constraint() == Some("uacc_transactions_exact")
    })
}
