use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::value::RawValue;

use super::findings::{FindingView, line};
use crate::bank::{Conversion, Origin, Skipped};
use crate::record::TypedRecord;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ConversionView<'c> {
    file: &'c str,
    bank: Option<&'c str>,
    variant: Option<&'c str>,
    encoding: &'static str,
    delimiter: Option<char>,
    header_line: Option<usize>,
    rows: usize,
    transactions: Vec<Box<RawValue>>,
    origins: Vec<OriginView<'c>>,
    details: usize,
    skipped: Vec<SkippedView>,
    rejected: Vec<Line>,
    balance: &'static str,
    findings: Vec<FindingView<'c>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OriginView<'c> {
    line: usize,
    id_kind: &'static str,
    cells: Cells<'c>,
}

struct Cells<'c>(&'c Origin);

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.0.cells.len()))?;
        for (name, content) in &self.0.cells {
            object.serialize_entry(name, content)?;
        }
        object.end()
    }
}

#[derive(Serialize)]
struct SkippedView {
    line: usize,
    reason: &'static str,
}

#[derive(Serialize)]
struct Line {
    line: usize,
}

impl From<&Skipped> for SkippedView {
    fn from(skipped: &Skipped) -> Self {
        Self { line: skipped.line, reason: skipped.reason.as_str() }
    }
}

/// A record as it is written anywhere else, which always is JSON.
fn raw(record: &impl TypedRecord) -> Option<Box<RawValue>> {
    let mut json = String::new();
    record.push_json(&mut json);
    RawValue::from_string(json).ok()
}

/// A conversion as one JSON object on one line: the transactions, where each comes from, and what became of every other row.
///
/// `origins` is parallel to `transactions`, and `rows = transactions + details + skipped + rejected`. `bank`, `variant`,
/// `delimiter` and `headerLine` are null where the file is no known statement; `balance` is `proved`, `broken` or `none`.
///
/// ```
/// use universal_accounting::{bank, render};
///
/// let file = "IBAN:;CH93 0076 2011 6238 5295 7;\n\n\
///     Trade date;Booking date;Value date;Currency;Debit;Credit;Individual amount;Transaction no.;Description1;Description2;Description3\n\
///     2026-03-29;2026-03-31;2026-03-29;CHF;-98.45;;;9930889BN5530012;Bakery;;\n";
/// let conversion = bank::convert(file.as_bytes(), &bank::Options::new());
/// let json = render::conversion_json("march.csv", &conversion);
/// assert!(json.starts_with(r#"{"file":"march.csv","bank":"ubs-account","variant":"2022-11","encoding":"UTF-8","#));
/// assert!(json.contains(r#""origins":[{"line":4,"idKind":"bank","cells":{"Trade date":"2026-03-29","#));
/// ```
#[must_use]
pub fn conversion_json(file: &str, conversion: &Conversion) -> String {
    let summary = &conversion.summary;
    let origins = conversion.origins.iter().map(|origin| OriginView {
        line: origin.line,
        id_kind: origin.id_kind.as_str(),
        cells: Cells(origin),
    });
    line(&ConversionView {
        file,
        bank: summary.profile.as_ref().map(|profile| profile.id.as_str()),
        variant: summary.variant.as_deref(),
        encoding: summary.encoding.name(),
        delimiter: summary.delimiter,
        header_line: summary.header_line,
        rows: summary.rows,
        transactions: conversion.transactions.iter().filter_map(raw).collect(),
        origins: origins.collect(),
        details: summary.details,
        skipped: summary.skipped.iter().map(SkippedView::from).collect(),
        rejected: summary.rejected.iter().map(|line| Line { line: *line }).collect(),
        balance: summary.balance.as_str(),
        findings: summary.report.findings.iter().map(FindingView::from).collect(),
    })
}
