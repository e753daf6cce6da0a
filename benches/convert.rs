//! Measures how fast bank exports are converted, and compares it with only splitting them into cells. See `benches/README.md`.

#![allow(clippy::print_stdout, reason = "prints measurements")]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a benchmark may panic"
)]

mod comparison;
mod random;
mod statements;
#[allow(dead_code, reason = "each benchmark uses a part")]
mod ubs;

use std::convert::Infallible;
use std::hint::black_box;

use comparison::{Job, Scale, Subject, run};
use csv::{ByteRecord, ReaderBuilder};
use statements::Statement;
use universal_accounting::format::{self, ConvertOptions};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::statement::{BalanceStatus, IdKind, PayloadWriter, Summary};
use universal_accounting::transactions::MAX_TRANSACTIONS;
use universal_accounting::value::Currency;

/// Sets the currency, because one of the formats does not name it.
fn options() -> ConvertOptions {
    let mut options = ConvertOptions::new();
    options.currency = Currency::parse("CHF").ok();
    options
}

/// Converts a statement to payloads of the maximum size, and passes each to `receive`. All payloads use the same buffer.
fn payloads(csv: &[u8], mut receive: impl FnMut(&str)) -> Summary {
    let mut payloads = PayloadWriter::new(MAX_TRANSACTIONS);
    let summary = format::convert_to(csv, &options(), |converted| {
        if let Some(payload) = payloads.push(&converted) {
            receive(payload);
        }
        Ok(())
    });
    let Ok::<_, Infallible>(summary) = summary;
    if let Some(payload) = payloads.finish() {
        receive(payload);
    }
    summary
}

const TO_PAYLOADS: Subject = Subject {
    name: "to payloads",
    work: |csv| {
        let _ = black_box(payloads(black_box(csv), |payload| {
            black_box(payload);
        }));
    },
};
const TO_NOTHING: Subject = Subject {
    name: "dropped",
    work: |csv| {
        let _ = black_box(format::convert_to(
            black_box(csv),
            &options(),
            |converted| {
                black_box(converted);
                Ok::<(), Infallible>(())
            },
        ));
    },
};
const WHOLE: Subject = Subject {
    name: "whole",
    work: |csv| {
        black_box(convert_readable(black_box(csv), &options()));
    },
};
const SPLIT_AT_SEMICOLONS: Subject = Subject {
    name: "csv",
    work: |csv| split(csv, b';'),
};
const SPLIT_AT_COMMAS: Subject = Subject {
    name: "csv",
    work: |csv| split(csv, b','),
};

/// Reads the rows with the crate `csv` in the fastest way: as bytes, into one record.
fn split(csv: &[u8], delimiter: u8) {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(csv);
    let mut record = ByteRecord::new();
    while reader.read_byte_record(&mut record).expect("cells") {
        black_box(&record);
    }
}

/// Returns a job for a statement. First checks that every row is converted, that balances confirm all but the oldest, and that the payloads are
/// correct.
fn job(name: &'static str, statement: Statement, ids: IdKind, peer: Subject) -> Job {
    let mut whole = String::new();
    let summary = payloads(&statement.csv, |payload| whole.extend([payload, "\n"]));
    assert!(summary.is_complete(), "{name}: {:?}", summary.report.counts);
    assert_eq!(
        (summary.converted, summary.rows),
        (statement.rows, statement.rows),
        "{name}"
    );
    assert_eq!((summary.details, summary.skipped.len()), (0, 0), "{name}");
    assert!(
        summary.confirmed() + 1 >= summary.converted
            && summary.balance_status != BalanceStatus::Broken,
        "{name}"
    );
    let converted = convert_readable(&statement.csv, &options());
    assert!(
        converted.origins.iter().all(|origin| origin.id_kind == ids),
        "{name}"
    );
    let payloads: Vec<String> = converted
        .transactions
        .chunks(MAX_TRANSACTIONS)
        .map(universal_accounting::transactions::write)
        .collect();
    assert!(
        whole.lines().eq(payloads.iter().map(String::as_str)),
        "{name}"
    );
    Job {
        name,
        input: statement.csv,
        subjects: vec![TO_PAYLOADS, TO_NOTHING, WHOLE, peer],
    }
}

fn main() {
    let scale = Scale::from_args();
    let bytes = scale.bytes;
    let jobs = [
        job(
            "the bank's ids",
            statements::with_ids(bytes),
            IdKind::Bank,
            SPLIT_AT_SEMICOLONS,
        ),
        job(
            "derived ids",
            statements::without_ids(bytes),
            IdKind::Derived,
            SPLIT_AT_SEMICOLONS,
        ),
        job(
            "every cell in quotes",
            statements::quoted(bytes),
            IdKind::Derived,
            SPLIT_AT_COMMAS,
        ),
    ];
    run(&jobs, scale);
}
