//! The rules of base data hold for tables too.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;
use universal_accounting::contract;
use universal_accounting::internals::rules::{Example, bad_example};
use universal_accounting::tables::{self, BuildOptions, Source};

/// The rules of JSON that no table can break: a cell has no type, is no null, and its column has one name.
const OF_JSON: [&str; 6] = [
    "missing-field",
    "wrong-type",
    "null-value",
    "unknown-field",
    "foreign-field",
    "misnamed-field",
];

/// The rules whose values a cell may have, because they can mean only one value, which is read.
const READ: [&str; 5] = [
    "iban-spelling",
    "rate-text",
    "rate-spelling",
    "word-case",
    "empty-optional",
];

/// The members of an object, each with its value as JSON.
type Object = BTreeMap<String, Box<RawValue>>;

/// Writes each list of a payload as a table with the names of the contract, or returns `None` if a value has no place in a table.
fn tables_of(payload: &[u8]) -> Option<Vec<(String, String)>> {
    let cell = |value: &RawValue| match serde_json::from_str::<Value>(value.get()) {
        Ok(Value::String(text)) => Some(format!("\"{}\"", text.replace('"', "\"\""))),
        Ok(Value::Number(_) | Value::Bool(_)) => Some(value.get().to_owned()),
        _ => None,
    };
    let mut tables = Vec::new();
    for (list, records) in &serde_json::from_slice::<Object>(payload).ok()? {
        let one = || serde_json::from_str::<Object>(records.get()).map(|record| vec![record]);
        let records: Vec<Object> = serde_json::from_str(records.get())
            .or_else(|_| one())
            .ok()?;
        let records: Vec<BTreeMap<&str, String>> = records
            .iter()
            .map(|record| {
                record
                    .iter()
                    .map(|(name, value)| Some((name.as_str(), cell(value)?)))
                    .collect()
            })
            .collect::<Option<_>>()?;
        let mut names: Vec<&str> = records.iter().flat_map(BTreeMap::keys).copied().collect();
        names.sort_unstable();
        names.dedup();
        if names.is_empty() {
            return None;
        }
        let mut table = names.join(";") + "\n";
        for record in &records {
            let cells: Vec<&str> = names
                .iter()
                .map(|name| record.get(name).map_or("", String::as_str))
                .collect();
            table += &(cells.join(";") + "\n");
        }
        tables.push((format!("{list}.csv"), table));
    }
    Some(tables)
}

#[test]
fn a_table_breaks_the_rules_that_its_payload_breaks() {
    let (mut tried, mut missed) = (Vec::new(), Vec::new());
    for page in contract::pages() {
        let (example, id) = (bad_example(page), page.rule.id);
        if !matches!(example, Example::BaseData(..)) || OF_JSON.contains(&id) || READ.contains(&id)
        {
            continue;
        }
        let Some(files) = tables_of(&example.input()) else {
            continue;
        };
        let sources: Vec<Source<'_>> = files
            .iter()
            .map(|(name, text)| Source {
                name,
                bytes: text.as_bytes(),
            })
            .collect();
        let built = tables::build(&sources, None, &BuildOptions::new());
        let findings = || built.tables.iter().flat_map(|table| &table.report.findings);
        let finding = findings().find(|finding| finding.rule.id == id);
        let found: Vec<&str> = findings().map(|finding| finding.rule.id).collect();
        // No message points into the JSON, which the user never sees.
        if finding.is_none_or(|finding| finding.message().contains("`/")) {
            missed.push((id, found));
        }
        tried.push(id);
    }
    assert!(missed.is_empty(), "{missed:#?}");
    assert!(tried.len() >= 25, "{}: {tried:?}", tried.len());
}
