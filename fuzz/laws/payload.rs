//! Payloads made of lines, so that the values of records are what changes, and the JSON around them stays right.

use universal_accounting::internals::record::{Field, FieldKind};
use universal_accounting::{base_data, transactions};

use super::choices::Choices;

/// What a payload may be of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    Transactions,
    BaseData,
}

/// A payload of transactions or of base data: as it stands, or with each line of the input as the value of the next field. An empty
/// line leaves the field out, one that begins with `#` is no text, one that begins with `@` stands for the whole record.
pub(super) fn payload(choices: &mut Choices<'_>) -> (Entry, Vec<u8>) {
    let entry = choices.pick(&[Entry::Transactions, Entry::BaseData]);
    if choices.below(2) == 0 {
        return (entry, choices.rest().to_vec());
    }
    let parts: Vec<&Field> = match entry {
        Entry::Transactions => transactions::PAYLOAD.fields.iter().collect(),
        Entry::BaseData => base_data::PAYLOAD.fields.iter().collect(),
    };
    let first = choices.below(parts.len());
    let blank = choices.pick(&["", " ", "\n", "\t ", "\r\n  "]);
    let text = String::from_utf8_lossy(choices.rest()).into_owned();
    let mut lines = text.split('\n').peekable();
    let mut members = Vec::new();
    for part in parts.into_iter().cycle().skip(first) {
        if lines.peek().is_none() || members.len() >= 8 {
            break;
        }
        members.push(format!("\"{}\":{blank}{}", part.name, value_of_part(part, blank, &mut lines)));
    }
    (entry, format!("{{{}}}", members.join(&format!(",{blank}"))).into_bytes())
}

/// The records of a list up to a line that is `;`, or one record.
fn value_of_part<'l>(
    part: &Field,
    blank: &str,
    lines: &mut std::iter::Peekable<impl Iterator<Item = &'l str>>,
) -> String {
    match part.kind {
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

/// A line as a JSON value.
fn value(line: &str) -> String {
    match line.strip_prefix('#') {
        Some(raw) => raw.to_owned(),
        None => serde_json::Value::from(line).to_string(),
    }
}
