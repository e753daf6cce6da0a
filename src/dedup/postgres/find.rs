use std::collections::HashSet;

use postgres::{Client, Row};

use super::error::PostgresStoreError;
use super::marks::{Mark, Marks};
use crate::dedup::entry::{Entry, TextMark};
use crate::dedup::kept::Kept;
use crate::dedup::key::Key;
use crate::dedup::known::Known;

/// All of several keys at once. Of what is alike the first alone is fetched: there may be thousands.
const FIND: &str = "
    WITH mine AS (SELECT organization FROM uacc_organizations WHERE sha256(name) = $1),
    found AS (
        SELECT number FROM uacc_transactions, mine
        WHERE uacc_transactions.organization = mine.organization AND exact = ANY ($2)
        UNION
        SELECT first.number FROM mine, unnest($3::bytea[]) AS sought, LATERAL (
            SELECT number FROM uacc_transactions
            WHERE organization = mine.organization AND spelled = sought ORDER BY number LIMIT 1) AS first
        UNION
        SELECT first.number FROM mine, unnest($4::bytea[]) AS sought, LATERAL (
            SELECT number FROM uacc_transactions
            WHERE organization = mine.organization AND alike = sought ORDER BY number LIMIT 1) AS first
    )
    SELECT account, transaction_id, content, text_mark, exact
    FROM mine JOIN uacc_transactions USING (organization) JOIN found USING (number) ORDER BY number";

/// What is known of some keys, in one statement, so that it is the state of one moment.
pub(super) fn find(client: &mut Client, organization: &[u8], keys: &[Key<'_>]) -> Result<Known, PostgresStoreError> {
    let marks: Vec<Marks> = keys.iter().map(Marks::of).collect();
    let bytes = |marks: HashSet<Mark>| marks.into_iter().map(Vec::from).collect::<Vec<_>>();
    let canonical: HashSet<Mark> = marks.iter().filter_map(Marks::canonical).collect();
    let exact = marks.iter().filter_map(|marks| marks.exact).chain(canonical.iter().copied()).collect();
    let alike = marks.iter().map(|marks| marks.alike).collect();
    let rows = client.query(FIND, &[&organization, &bytes(exact), &bytes(canonical), &bytes(alike)])?;
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
