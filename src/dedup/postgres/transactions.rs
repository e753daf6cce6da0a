//! Finds and inserts transactions.

use std::collections::HashSet;

use postgres::error::SqlState;
use postgres::types::Type;
use postgres::{Client, Transaction};
use sha2::{Digest, Sha256};

use super::error::{PostgresStoreError, Result};
use super::session::mine;
use crate::dedup::entry::Entry;
use crate::dedup::key::Key;
use crate::dedup::plan::Known;
use crate::dedup::tables::{Compared, Marks, Name};
use crate::record::TypedRecord;

/// A SHA-256, by which a transaction is found.
type Mark = [u8; 32];

/// The length keeps what is marked together apart. The one who sends texts chooses them: with a weaker hash two could meet.
fn mark(account: Name<'_>, more: &[u8]) -> Mark {
    let length = u64::try_from(account.text.len()).unwrap_or(u64::MAX).to_be_bytes();
    Sha256::new().chain_update(length).chain_update(account.text).chain_update(more).finalize().into()
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
    let marks: Vec<Marks<Mark>> = keys.iter().map(|key| key.compared().marks(mark)).collect();
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
        let (account, id, content) = (row.try_get("account")?, row.try_get("transaction_id")?, row.try_get("content")?);
        let text = row.try_get::<_, i16>("text_mark")?.to_le_bytes();
        let (damaged, unreadable) = (|| PostgresStoreError::Damaged, || PostgresStoreError::Unreadable);
        known.add(Entry::read(account, id, content, text, damaged, unreadable)?);
        found.extend(row.try_get::<_, Option<&[u8]>>("exact")?);
    }
    // One that is found and is another one would be planned anew for ever.
    let is_found = |marks: &Marks<Mark>| marks.exact.is_some_and(|exact| found.contains(&exact[..]));
    let all = keys.iter().zip(&marks).all(|(key, marks)| !is_found(marks) || known.get(key).is_some());
    if all { Ok(known) } else { Err(PostgresStoreError::Damaged) }
}

/// So many bytes at least go in one statement, but for the last; a plan may hold more than a statement can.
const ENOUGH: usize = 8 << 20;

const INSERT: &str = "
    INSERT INTO uacc_transactions
        (organization, number, account, transaction_id, content, text_mark, json, exact, spelled, alike)
    SELECT $1, $2 + place, account, transaction_id, content, text_mark, json, exact, spelled, alike
    FROM unnest($3, $4, $5, $6, $7, $8, $9, $10)
        WITH ORDINALITY AS sent (account, transaction_id, content, text_mark, json, exact, spelled, alike, place)";

/// What a statement takes of a transaction.
struct Row<'k> {
    sent: Compared<'k>,
    marks: Marks<Mark>,
    text: i16,
    json: Vec<u8>,
}

/// Inserts transactions, counted on from a number. Returns `false` where a key exists.
pub(super) fn insert<'k>(
    transaction: &mut Transaction<'_>,
    organization: i64,
    mut last: i64,
    keys: impl Iterator<Item = &'k Key<'k>>,
) -> Result<bool> {
    fn column<'r, T>(rows: &'r [Row<'_>], cell: impl FnMut(&'r Row<'_>) -> T) -> Vec<T> {
        rows.iter().map(cell).collect()
    }
    let (mut keys, array) = (keys.peekable(), Type::BYTEA_ARRAY);
    while keys.peek().is_some() {
        let (mut rows, mut bytes) = (Vec::new(), 0);
        while bytes < ENOUGH
            && let Some(key) = keys.next()
        {
            let (sent, json) = (key.compared(), key.transaction().to_json().into_bytes());
            bytes += sent.account.text.len() + sent.transaction_id.map_or(0, <[u8]>::len) + json.len();
            rows.push(Row { sent, marks: sent.marks(mark), text: i16::from_le_bytes(key.text().to_bytes()), json });
        }
        let inserted = transaction.execute_typed(
            INSERT,
            &[
                (&organization, Type::INT8),
                (&last, Type::INT8),
                (&column(&rows, |row| row.sent.account.text.as_bytes()), array.clone()),
                (&column(&rows, |row| row.sent.transaction_id), array.clone()),
                (&column(&rows, |row| row.sent.content), array.clone()),
                (&column(&rows, |row| row.text), Type::INT2_ARRAY),
                (&column(&rows, |row| &row.json[..]), array.clone()),
                (&column(&rows, |row| row.marks.exact.as_ref().map(|mark| &mark[..])), array.clone()),
                (&column(&rows, |row| row.marks.spelled.as_ref().map(|mark| &mark[..])), array.clone()),
                (&column(&rows, |row| &row.marks.alike[..]), array.clone()),
            ],
        );
        match inserted {
            Ok(inserted) => last += i64::try_from(inserted).map_err(|_| PostgresStoreError::Damaged)?,
            Err(error) if exists(&error) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(true)
}

fn exists(error: &postgres::Error) -> bool {
    error.as_db_error().is_some_and(|refusal| {
        *refusal.code() == SqlState::UNIQUE_VIOLATION && refusal.constraint() == Some("uacc_transactions_exact")
    })
}
