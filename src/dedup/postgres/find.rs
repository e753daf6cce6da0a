use std::collections::HashSet;

use postgres::types::Type;
use postgres::{Client, Row};

use super::error::PostgresStoreError;
use super::marks::{Mark, Marks};
use super::organization::mine;
use crate::dedup::entry::{Entry, TextMark};
use crate::dedup::kept::Kept;
use crate::dedup::key::Key;
use crate::dedup::known::Known;

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
pub(super) fn find(client: &mut Client, organization: &[u8], keys: &[Key<'_>]) -> Result<Known, PostgresStoreError> {
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

fn entry(row: &Row) -> Result<Entry, PostgresStoreError> {
    let text = TextMark::from_bytes(row.try_get::<_, i16>("text_mark")?.to_le_bytes());
    let kept = Kept {
        account: row.try_get("account")?,
        transaction_id: row.try_get("transaction_id")?,
        content: row.try_get("content")?,
        text,
    };
    Ok(kept.read()?)
}
