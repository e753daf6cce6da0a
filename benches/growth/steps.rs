//! What is done with the inputs.

use std::hint::black_box;

use universal_accounting::dedup::{self, MemoryStore};
use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::internals::table::{Row, Rows};
use universal_accounting::report::{Fixes, Limits, Policy};
use universal_accounting::scrub::{self, ScrubKey};
use universal_accounting::transactions::Transaction;
use universal_accounting::value::{AccountIdentifier, Currency};
use universal_accounting::{archive, base_data, diff, render, transactions};

/// Returns a policy whose limits no input of this benchmark reaches.
fn unlimited() -> Policy {
    let max = 1 << 40;
    let mut limits = Limits::default();
    (limits.bytes, limits.depth, limits.records) = (max, max, max);
    (limits.cell, limits.line) = (max, max);
    (limits.findings, limits.findings_per_rule) = (max, max);
    Policy::new().limits(limits)
}

pub(crate) fn check(payload: &[u8]) {
    let report = transactions::check(payload, &Policy::new().sequence());
    black_box(render::report_json("", &report));
}

pub(crate) fn check_all(payload: &[u8]) {
    black_box(render::report_json(
        "",
        &transactions::check(payload, &unlimited().sequence()),
    ));
}

/// Keeps the limit of findings. Without it the output would grow quadratically, because the pointer of a finding is as long as its depth.
pub(crate) fn check_at_any_depth(payload: &[u8]) {
    let mut limits = Limits::default();
    limits.depth = usize::MAX;
    let policy = Policy::new().limits(limits);
    black_box(render::report_json(
        "",
        &transactions::check(payload, &policy),
    ));
}

pub(crate) fn check_base_data(payload: &[u8]) {
    black_box(base_data::check(payload, &Policy::new()));
}

/// Compares the two halves of an input.
pub(crate) fn diff(payloads: &[u8]) {
    let (held, new) = payloads.split_at(payloads.len() / 2);
    let reading = diff::read_base_data(held, new, &unlimited());
    assert!(reading.diff.is_some(), "the payloads have no errors");
    black_box(reading);
}

pub(crate) fn read(payload: &[u8]) {
    black_box(transactions::read(payload, &Policy::new()));
}

pub(crate) fn read_base_data(payload: &[u8]) {
    black_box(base_data::read(payload, &Policy::new()));
}

pub(crate) fn normalize_base_data(payload: &[u8]) {
    black_box(base_data::normalize(payload, &unlimited(), Fixes::All));
}

pub(crate) fn normalize(payload: &[u8]) {
    black_box(transactions::normalize(payload, &unlimited(), Fixes::All));
}

/// Splits a text into rows and reads each row twice, as some formats need.
pub(crate) fn split(file: &[u8]) {
    let text = str::from_utf8(file).expect("text");
    let (mut rows, mut row) = (Rows::new(text, b';'), Row::default());
    while rows.next_row(&mut row) {
        rows.reread_as_line(&mut row);
    }
}

pub(crate) fn convert(file: &[u8]) {
    convert_with(file, Policy::new());
}

pub(crate) fn unpack(file: &[u8]) {
    let members = archive::unpack(file, &Policy::new()).expect("an archive");
    black_box(members);
}

pub(crate) fn scrub(file: &[u8]) {
    let name = "statement.csv";
    let key = ScrubKey::new(b"thirty-two bytes of a random file").expect("a long key");
    let source = scrub::ScrubSource { name, bytes: file };
    black_box(scrub::scrub(&[source], &key, &scrub::ScrubOptions::new()));
}

pub(crate) fn convert_all(file: &[u8]) {
    convert_with(file, unlimited());
}

fn convert_with(file: &[u8], policy: Policy) {
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse("CH9300762011623852957").ok();
    options.currency = Currency::parse("CHF").ok();
    options.policy = policy;
    black_box(convert_readable(file, &options));
}

pub(crate) fn plan(batch: &[Transaction]) {
    drop(black_box(dedup::plan(
        dedup::keys(batch),
        &dedup::KnownTransactions::new(),
    )));
}

pub(crate) fn import(batch: &[Transaction]) {
    let store = MemoryStore::new();
    for part in batch.chunks(1000) {
        drop(black_box(dedup::import(&store, part)));
    }
}
