//! Builds payloads from lines, so that the fuzzer changes the values of records and the JSON around them stays valid.

use std::iter::Peekable;
use std::str::Split;

use universal_accounting::internals::record::{
    Field, FieldKind, base_data_payload, journal_record, transactions_payload,
};

use super::choices::Choices;

/// The kind of a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PayloadKind {
    Transactions,
    BaseData,
    Journal,
}

/// Returns a payload of transactions, of base data or of a journal: either the input itself, or records with a line of the input as the value of each field.
///
/// An empty line leaves the field out. A line that starts with `#` is written without quotes, and a line that starts with `@` is the value of the whole
/// record. A line `;` ends a list.
pub(super) fn build_payload(choices: &mut Choices<'_>) -> (PayloadKind, Vec<u8>) {
    let kind = choices.pick(&[
        PayloadKind::Transactions,
        PayloadKind::BaseData,
        PayloadKind::Journal,
    ]);
    if choices.below(2) == 0 {
        return (kind, choices.rest().to_vec());
    }
    let fields = match kind {
        PayloadKind::Transactions => transactions_payload().fields,
        PayloadKind::BaseData => base_data_payload().fields,
        PayloadKind::Journal => journal_record().fields,
    };
    let first = choices.below(fields.len());
    let blank = choices.pick(&["", " ", "\n", "\t ", "\r\n  "]);
    let text = String::from_utf8_lossy(choices.rest()).into_owned();
    let mut lines = text.split('\n').peekable();
    if kind == PayloadKind::Journal {
        return (kind, list(fields, blank, &mut lines).into_bytes());
    }
    let mut members = Vec::new();
    for field in fields.iter().cycle().skip(first) {
        if lines.peek().is_none() || members.len() >= 8 {
            break;
        }
        members.push(format!(
            "\"{}\":{blank}{}",
            field.name,
            field_value(field, blank, &mut lines)
        ));
    }
    (
        kind,
        format!("{{{}}}", members.join(&format!(",{blank}"))).into_bytes(),
    )
}

/// The lines of the input that were not used yet.
type Lines<'l> = Peekable<Split<'l, char>>;

/// Returns the value of a field: for a list, records up to a line `;`; otherwise one record or one value.
fn field_value(field: &Field, blank: &str, lines: &mut Lines<'_>) -> String {
    match field.kind {
        FieldKind::List { items, .. } => list(items.fields, blank, lines),
        FieldKind::Record(table) => record(table.fields, blank, lines),
        _ => value(lines.next().unwrap_or_default()),
    }
}

/// Returns records up to a line `;`.
fn list(fields: &[Field], blank: &str, lines: &mut Lines<'_>) -> String {
    let mut records = Vec::new();
    while lines.peek().is_some() {
        if lines.next_if(|line| *line == ";").is_some() {
            break;
        }
        records.push(record(fields, blank, lines));
    }
    format!("[{blank}{}]", records.join(&format!(",{blank}")))
}

fn record(fields: &[Field], blank: &str, lines: &mut Lines<'_>) -> String {
    if let Some(whole) = lines.peek().and_then(|line| line.strip_prefix('@')) {
        lines.next();
        return value(whole);
    }
    let members: Vec<String> = fields
        .iter()
        .filter_map(|field| {
            if lines.next_if(|line| line.is_empty()).is_some() || lines.peek().is_none() {
                return None;
            }
            Some(format!(
                "\"{}\":{blank}{}",
                field.name,
                field_value(field, blank, lines)
            ))
        })
        .collect();
    format!("{{{}}}", members.join(&format!(",{blank}")))
}

/// Returns a line as a JSON value.
fn value(line: &str) -> String {
    match line.strip_prefix('#') {
        Some(raw) => raw.to_owned(),
        None => serde_json::Value::from(line).to_string(),
    }
}
