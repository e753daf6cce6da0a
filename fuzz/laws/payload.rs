//! Builds payloads from lines, so that the fuzzer changes the values of records and the JSON around them stays valid.

use universal_accounting::internals::record::{Field, FieldKind, base_data_payload, transactions_payload};

use super::choices::Choices;

/// The kind of a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PayloadKind {
    Transactions,
    BaseData,
}

/// Returns a payload of transactions or of base data: either the input itself, or records with a line of the input as the value of each field.
///
/// An empty line leaves the field out. A line that starts with `#` is written without quotes, and a line that starts with `@` is the value of the whole
/// record.
pub(super) fn build_payload(choices: &mut Choices<'_>) -> (PayloadKind, Vec<u8>) {
    let kind = choices.pick(&[PayloadKind::Transactions, PayloadKind::BaseData]);
    if choices.below(2) == 0 {
        return (kind, choices.rest().to_vec());
    }
    let fields: Vec<&Field> = match kind {
        PayloadKind::Transactions => transactions_payload().fields.iter().collect(),
        PayloadKind::BaseData => base_data_payload().fields.iter().collect(),
    };
    let first = choices.below(fields.len());
    let blank = choices.pick(&["", " ", "\n", "\t ", "\r\n  "]);
    let text = String::from_utf8_lossy(choices.rest()).into_owned();
    let mut lines = text.split('\n').peekable();
    let mut members = Vec::new();
    for field in fields.into_iter().cycle().skip(first) {
        if lines.peek().is_none() || members.len() >= 8 {
            break;
        }
        members.push(format!("\"{}\":{blank}{}", field.name, field_value(field, blank, &mut lines)));
    }
    (kind, format!("{{{}}}", members.join(&format!(",{blank}"))).into_bytes())
}

/// Returns the value of a field: for a list, records up to a line `;`; otherwise one record or one value.
fn field_value<'l>(
    field: &Field,
    blank: &str,
    lines: &mut std::iter::Peekable<impl Iterator<Item = &'l str>>,
) -> String {
    match field.kind {
        FieldKind::List { items, .. } => {
            let mut records = Vec::new();
            while lines.peek().is_some() {
                if lines.next_if(|line| *line == ";").is_some() {
                    break;
                }
                records.push(record(items.fields, blank, lines));
            }
            format!("[{blank}{}]", records.join(&format!(",{blank}")))
        }
        FieldKind::Record(table) => record(table.fields, blank, lines),
        _ => value(lines.next().unwrap_or_default()),
    }
}

fn record<'l>(fields: &[Field], blank: &str, lines: &mut std::iter::Peekable<impl Iterator<Item = &'l str>>) -> String {
    if let Some(whole) = lines.peek().and_then(|line| line.strip_prefix('@')) {
        lines.next();
        return value(whole);
    }
    let members: Vec<String> = fields
        .iter()
        .filter_map(|field| {
            let line = lines.next().filter(|line| !line.is_empty())?;
            Some(format!("\"{}\":{blank}{}", field.name, value(line)))
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
