use postgres::Transaction;
use postgres::error::SqlState;
use postgres::types::Type;

use super::error::PostgresStoreError;
use super::marks::Marks;
use crate::dedup::key::Key;
use crate::transactions;

/// So many bytes at least go in one statement, but for the last; a plan may hold more than a statement can.
const ENOUGH: usize = 8 << 20;

const INSERT: &str = "
    INSERT INTO uacc_transactions
        (organization, number, account, transaction_id, content, text_mark, json, exact, spelled, alike)
    SELECT $1, $2 + place, account, transaction_id, content, text_mark, json, exact, spelled, alike
    FROM unnest($3, $4, $5, $6, $7, $8, $9, $10)
        WITH ORDINALITY AS sent (account, transaction_id, content, text_mark, json, exact, spelled, alike, place)";

/// Transactions as a statement takes them.
#[derive(Default)]
struct Columns<'k> {
    account: Vec<&'k [u8]>,
    transaction_id: Vec<Option<&'k [u8]>>,
    content: Vec<&'k [u8]>,
    text_mark: Vec<i16>,
    json: Vec<Vec<u8>>,
    exact: Vec<Option<Vec<u8>>>,
    spelled: Vec<Option<Vec<u8>>>,
    alike: Vec<Vec<u8>>,
    bytes: usize,
}

/// Inserts transactions, counted on from a number. Whether it could be done: it could not where a key exists.
pub(super) fn insert<'k>(
    transaction: &mut Transaction<'_>,
    organization: i64,
    mut last: i64,
    keys: impl Iterator<Item = &'k Key<'k>>,
) -> Result<bool, PostgresStoreError> {
    let mut columns = Columns::default();
    let mut keys = keys.peekable();
    while let Some(key) = keys.next() {
        columns.push(key);
        if columns.bytes < ENOUGH && keys.peek().is_some() {
            continue;
        }
        let columns = std::mem::take(&mut columns);
        let Some(inserted) = columns.insert(transaction, organization, last)? else { return Ok(false) };
        last += inserted;
    }
    Ok(true)
}

impl<'k> Columns<'k> {
    fn push(&mut self, key: &'k Key<'_>) {
        let id = key.transaction_id().map(|id| id.as_str().as_bytes());
        let marks = Marks::of(key);
        let json = transactions::write_one(key.transaction()).into_bytes();
        self.bytes += key.account().as_str().len() + id.map_or(0, <[u8]>::len) + json.len();
        self.account.push(key.account().as_str().as_bytes());
        self.transaction_id.push(id);
        self.content.push(key.content().as_bytes());
        self.text_mark.push(i16::from_le_bytes(key.text().to_bytes()));
        self.json.push(json);
        self.exact.push(marks.exact.map(Vec::from));
        self.spelled.push(marks.spelled.map(Vec::from));
        self.alike.push(Vec::from(marks.alike));
    }

    /// How many were inserted; nothing where a key exists.
    fn insert(
        &self,
        transaction: &mut Transaction<'_>,
        organization: i64,
        last: i64,
    ) -> Result<Option<i64>, PostgresStoreError> {
        let Self { account, transaction_id, content, text_mark, json, exact, spelled, alike, .. } = self;
        let (bytes, numbers) = (Type::BYTEA_ARRAY, Type::INT2_ARRAY);
        let inserted = transaction.execute_typed(
            INSERT,
            &[
                (&organization, Type::INT8),
                (&last, Type::INT8),
                (account, bytes.clone()),
                (transaction_id, bytes.clone()),
                (content, bytes.clone()),
                (text_mark, numbers),
                (json, bytes.clone()),
                (exact, bytes.clone()),
                (spelled, bytes.clone()),
                (alike, bytes),
            ],
        );
        match inserted {
            Ok(inserted) => i64::try_from(inserted).map(Some).map_err(|_| PostgresStoreError::Damaged),
            Err(error) if exists(&error) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

fn exists(error: &postgres::Error) -> bool {
    let refusal = error.as_db_error();
    refusal.is_some_and(|refusal| {
        *refusal.code() == SqlState::UNIQUE_VIOLATION && refusal.constraint() == Some("uacc_transactions_exact")
    })
}
