//! Writes base data as tables.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use super::build::build;
use super::built::BuildOptions;
use super::list::List;
use super::source::Source;
use crate::base_data;
use crate::export::push_row;
use crate::report::{Fixes, Policy, Report};
use crate::source::Certain;

/// A table of base data as a CSV file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Table {
    /// The name of the file, such as `tax-periods.csv`.
    pub name: String,
    /// The list in the contract, such as `taxPeriods`.
    pub list: &'static str,
    /// The number of records.
    pub records: usize,
    /// The content: UTF-8 with a byte order mark, so that spreadsheets know the encoding, and commas between cells.
    pub bytes: Vec<u8>,
}

/// Why base data was not written as tables.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotWritten {
    /// The payload has errors.
    Invalid(Report),
    /// Something of the payload has no place in tables, by its JSON pointer: an unknown field, or a record without any value.
    NoPlace(Vec<String>),
    /// The tables would not give the same payload: a value looks like one that a spreadsheet changed, so that a reader of the tables rejects it. The list
    /// has each table's findings, where it has an error.
    Changed(Vec<(String, Report)>),
}

/// The mark that tells spreadsheets that a text is UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Writes the tables of a payload: the organization, and each list that the payload has. The headings are the names of the contract.
///
/// The payload is normalized with safe fixes first. [`build`] makes the same normalized payload of the tables, byte for byte; this function tries it.
///
/// ```
/// use universal_accounting::tables;
///
/// let payload = br#"{"organization":{"companyName":"Muster AG","leadCurrency":"CHF"},
///     "accounts":[{"externalId":"a-1","number":"1020","description":"Bank, Basel"}],"currencies":[{"externalId":"c-1","code":"CHF"}],
///     "taxes":[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":8.1}],
///     "taxPeriods":[{"externalId":"p-1","isSubjectToTax":true,"balanceTaxation":false,"accountingMethod":"ACCRUAL",
///         "startsAt":"2026-01-01","endsAt":"2026-12-31"}]}"#;
/// let tables = tables::write(payload).map_err(|_| "not written")?;
/// assert_eq!(tables[1].name, "accounts.csv");
/// assert!(String::from_utf8_lossy(&tables[1].bytes).ends_with("a-1,1020,\"Bank, Basel\",,,\n"));
/// # Ok::<(), &str>(())
/// ```
///
/// # Errors
///
/// The payload has errors, or something in it that tables can't hold. Nothing is lost without a word.
pub fn write(payload: &[u8]) -> Result<Vec<Table>, NotWritten> {
    let normalized = base_data::normalize(payload, &Policy::new(), Fixes::Safe);
    let json = normalized.json.filter(|_| normalized.report.is_valid());
    let Some(json) = json else {
        return Err(NotWritten::Invalid(normalized.report));
    };
    let members: BTreeMap<String, &RawValue> = serde_json::from_str(&json).certain();
    let mut without_place: Vec<String> = members
        .keys()
        .filter(|name| List::by_name(name).is_none())
        .map(|name| format!("/{name}"))
        .collect();
    let mut tables = Vec::new();
    for list in List::all() {
        let Some(raw) = members.get(list.name()) else {
            continue;
        };
        let records: Vec<&RawValue> = if list.is_organization() {
            vec![raw]
        } else {
            serde_json::from_str(raw.get()).certain()
        };
        tables.push(write_list(list, &records, &mut without_place));
    }
    if !without_place.is_empty() {
        return Err(NotWritten::NoPlace(without_place));
    }
    let sources: Vec<Source<'_>> = tables
        .iter()
        .map(|table| Source {
            name: &table.name,
            bytes: &table.bytes,
        })
        .collect();
    let built = build(&sources, None, &BuildOptions::new());
    if built.json.as_deref() == Some(json.as_str()) {
        return Ok(tables);
    }
    let reports = built
        .tables
        .into_iter()
        .zip(&tables)
        .map(|(built, table)| (table.name.clone(), built.report));
    Err(NotWritten::Changed(
        reports.filter(|(_, report)| !report.is_valid()).collect(),
    ))
}

/// Writes a list, and adds what has no place in its table.
fn write_list(list: List, records: &[&RawValue], without_place: &mut Vec<String>) -> Table {
    let mut csv = BYTE_ORDER_MARK.to_owned();
    push_row(&mut csv, list.fields().iter().map(|field| field.name));
    for (index, record) in records.iter().enumerate() {
        let path = if list.is_organization() {
            format!("/{}", list.name())
        } else {
            format!("/{}/{index}", list.name())
        };
        let members: BTreeMap<String, &RawValue> = serde_json::from_str(record.get()).certain();
        without_place.extend(
            members
                .keys()
                .filter(|name| list.index_of(name).is_none())
                .map(|name| format!("{path}/{name}")),
        );
        let cells: Vec<String> = list
            .fields()
            .iter()
            .map(|field| {
                members
                    .get(field.name)
                    .map_or_else(String::new, |value| cell_of(value))
            })
            .collect();
        if cells.iter().all(|cell| cell.trim().is_empty()) {
            without_place.push(path);
        }
        push_row(&mut csv, cells);
    }
    Table {
        name: list.file_name(),
        list: list.name(),
        records: records.len(),
        bytes: csv.into_bytes(),
    }
}

/// Returns a text without its quotes, and a number as it is written.
fn cell_of(value: &RawValue) -> String {
    match serde_json::from_str(value.get()) {
        Ok(Value::String(text)) => text,
        _ => value.get().to_owned(),
    }
}
