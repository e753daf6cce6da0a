//! How fast bank exports are converted, beside a program that merely splits them into cells. See `benches/README.md`.

#![allow(clippy::print_stdout, reason = "what was measured is printed")]
#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a benchmark may panic")]

mod contest;
mod random;
mod statements;

use std::hint::black_box;

use contest::{Contender, Extent, Job, run};
use csv::{ByteRecord, ReaderBuilder};
use statements::Statement;
use universal_accounting::format::{self, Options};
use universal_accounting::statement::{BalanceStatus, IdKind, PayloadWriter, Summary};
use universal_accounting::transactions::MAX_TRANSACTIONS;
use universal_accounting::value::Currency;

/// One of the formats doesn't name its currency.
fn options() -> Options {
    let mut options = Options::new();
    options.currency = Currency::parse("CHF").ok();
    options
}

/// Payloads of as many transactions as go into one, each written into the buffer of the one before.
fn payloads(csv: &[u8], mut take: impl FnMut(&str)) -> Summary {
    let mut payloads = PayloadWriter::new(MAX_TRANSACTIONS);
    let summary = format::convert_to(csv, &options(), |converted| {
        if let Some(payload) = payloads.push(&converted) {
            take(payload);
        }
    });
    if let Some(payload) = payloads.finish() {
        take(payload);
    }
    summary
}

const TO_PAYLOADS: Contender = Contender {
    name: "to payloads",
    work: |csv| {
        let _ = black_box(payloads(black_box(csv), |payload| {
            black_box(payload);
        }));
    },
};
const TO_NOTHING: Contender = Contender {
    name: "dropped",
    work: |csv| {
        let _ = black_box(format::convert_to(black_box(csv), &options(), |converted| {
            black_box(converted);
        }));
    },
};
const WHOLE: Contender = Contender {
    name: "whole",
    work: |csv| {
        black_box(format::convert(black_box(csv), &options()));
    },
};
const SPLIT_AT_SEMICOLONS: Contender = Contender { name: "csv", work: |csv| split(csv, b';') };
const SPLIT_AT_COMMAS: Contender = Contender { name: "csv", work: |csv| split(csv, b',') };

/// The rows as the crate `csv` reads them fastest: into one record, nothing but bytes.
fn split(csv: &[u8], delimiter: u8) {
    let mut reader = ReaderBuilder::new().delimiter(delimiter).has_headers(false).flexible(true).from_reader(csv);
    let mut record = ByteRecord::new();
    while reader.read_byte_record(&mut record).expect("cells") {
        black_box(&record);
    }
}

/// A statement, once it is sure that every row of it is converted, its balances hold and the payloads are right.
fn of(name: &'static str, statement: Statement, ids: IdKind, peer: Contender) -> Job {
    let mut whole = String::new();
    let summary = payloads(&statement.csv, |payload| whole.extend([payload, "\n"]));
    assert!(summary.report.is_valid() && summary.rejected.is_empty(), "{name}: {:?}", summary.report.counts);
    assert_eq!((summary.converted, summary.rows), (statement.rows, statement.rows), "{name}");
    assert_eq!(
        (summary.details, summary.skipped.len(), summary.balance_status),
        (0, 0, BalanceStatus::Reconciled),
        "{name}"
    );
    let converted = format::convert(&statement.csv, &options());
    assert!(converted.origins.iter().all(|origin| origin.id_kind == ids), "{name}");
    let payloads: Vec<String> =
        converted.transactions.chunks(MAX_TRANSACTIONS).map(universal_accounting::transactions::write).collect();
    assert!(whole.lines().eq(payloads.iter().map(String::as_str)), "{name}");
    Job { name, input: statement.csv, contenders: vec![TO_PAYLOADS, TO_NOTHING, WHOLE, peer] }
}

fn main() {
    let extent = Extent::asked();
    let bytes = extent.bytes;
    let jobs = [
        of("the bank's ids", statements::with_ids(bytes), IdKind::Bank, SPLIT_AT_SEMICOLONS),
        of("derived ids", statements::without_ids(bytes), IdKind::Derived, SPLIT_AT_SEMICOLONS),
        of("every cell in quotes", statements::quoted(bytes), IdKind::Derived, SPLIT_AT_COMMAS),
    ];
    run(&jobs, extent);
}
