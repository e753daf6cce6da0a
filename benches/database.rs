//! Measures how fast transactions are imported into PostgreSQL, beside `COPY` of the same rows. See `benches/README.md`.
//!
//! `UACC_POSTGRES` is the address of a database, in which the benchmark makes a schema of its own.

#![allow(clippy::print_stdout, reason = "prints measurements")]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a benchmark may panic"
)]

mod batches;
mod random;

use std::env;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

use batches::Batches;
use postgres::{Client, NoTls};
use universal_accounting::dedup::{self, PostgresStore};

/// The number of transactions in an import, and in a `COPY`.
const BATCH: usize = 10_000;

/// The first batch is repeated to fill the table. The hashes of the copies differ, so that no search finds one.
const FILL: &str = "
    INSERT INTO uacc_transactions
        (organization, number, account, transaction_id, content, text_mark, json, exact, spelled, alike, checksum)
    SELECT organization, $1 + n, account, transaction_id, content, text_mark, json,
        sha256(int8send(n) || 'exact'), NULL, sha256(int8send(n) || 'alike'), checksum
    FROM generate_series(1, $2::bigint) AS n JOIN uacc_transactions ON number = 1 + n % $1";

/// Adds rows to the table of the store, and makes a table with the same rows and indexes. Both get their indexes after the rows, which is faster.
fn fill(client: &mut Client, known: i64) {
    let batch = i64::try_from(BATCH).expect("a number");
    let find = "SELECT indexdef FROM pg_indexes WHERE tablename = 'uacc_transactions' AND schemaname = current_schema";
    let indexes: Vec<String> = client
        .query(find, &[])
        .expect("indexes")
        .iter()
        .map(|row| row.get(0))
        .collect();
    let drop = "
        ALTER TABLE uacc_transactions DROP CONSTRAINT uacc_transactions_pkey;
        DROP INDEX uacc_transactions_exact, uacc_transactions_spelled, uacc_transactions_alike";
    client.batch_execute(drop).expect("no indexes");
    client
        .execute(FILL, &[&batch, &(known - batch)])
        .expect("rows");
    client
        .execute("UPDATE uacc_organizations SET transactions = $1", &[&known])
        .expect("a count");
    client
        .batch_execute("CREATE TABLE peer AS SELECT * FROM uacc_transactions")
        .expect("a table");
    for index in indexes {
        client.batch_execute(&index).expect("an index");
        client
            .batch_execute(&index.replace("uacc_transactions", "peer"))
            .expect("an index");
    }
    for statement in ["VACUUM ANALYZE uacc_transactions, peer", "CHECKPOINT"] {
        client.batch_execute(statement).expect("a clean start");
    }
}

/// Returns the rows of the store after a number, as `COPY` writes and reads them.
fn rows_after(client: &mut Client, number: usize) -> Vec<u8> {
    let organization = "organization = (SELECT organization FROM uacc_organizations)";
    let rows = format!(
        "COPY (SELECT * FROM uacc_transactions WHERE {organization} AND number > {number}) TO STDOUT BINARY"
    );
    let mut bytes = Vec::new();
    client
        .copy_out(&rows)
        .expect("rows")
        .read_to_end(&mut bytes)
        .expect("rows");
    bytes
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let number = |option: &str, default: usize| {
        let place = arguments.iter().position(|argument| argument == option);
        place.map_or(default, |place| {
            arguments[place + 1].parse().expect("a number")
        })
    };
    let (known, new) = (number("--known", 10_000_000), number("--new", 1_000_000));
    let address = env::var("UACC_POSTGRES").expect("the address of a database in UACC_POSTGRES");
    let schema = format!("bench_{}", std::process::id());
    let create = format!("CREATE SCHEMA {schema}");
    Client::connect(&address, NoTls)
        .expect("a database")
        .batch_execute(&create)
        .expect("a schema");
    let address = format!("{address}&options=-csearch_path%3D{schema}");
    let mut client = Client::connect(&address, NoTls).expect("a database");
    let store =
        PostgresStore::open(&address.parse().expect("an address"), "Muster AG").expect("a store");

    let mut batches = Batches::new(false);
    dedup::import(&store, &batches.next(BATCH)).expect("an import");
    fill(&mut client, i64::try_from(known).expect("a number"));

    let (mut ours, mut theirs) = (Duration::ZERO, Duration::ZERO);
    for number in (known..known + new).step_by(BATCH) {
        let batch = batches.next(BATCH);
        let start = Instant::now();
        let plan = dedup::import(&store, &batch).expect("an import");
        ours += start.elapsed();
        assert_eq!(plan.new_keys().count(), BATCH);
        let rows = rows_after(&mut client, number);
        let start = Instant::now();
        let mut copy = client
            .copy_in("COPY peer FROM STDIN BINARY")
            .expect("a copy");
        copy.write_all(&rows).expect("rows");
        copy.finish().expect("rows");
        theirs += start.elapsed();
    }
    let same = "SELECT count(*) FROM uacc_transactions JOIN peer USING (number, exact, json)";
    let rows: i64 = client.query_one(same, &[]).expect("a count").get(0);
    assert_eq!(usize::try_from(rows).expect("a count"), known + new);
    let rate = |time: Duration| {
        f64::from(u32::try_from(new).expect("a number")) / time.as_secs_f64() / 1000.0
    };
    println!(
        "{new} transactions into {known}: {:.1} thousand a second, COPY {:.1}: {:.2} of its rate",
        rate(ours),
        rate(theirs),
        theirs.as_secs_f64() / ours.as_secs_f64()
    );
}
