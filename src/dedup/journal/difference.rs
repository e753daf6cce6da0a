use std::collections::HashMap;

use crate::journal::JournalRecord;
use crate::json::{Reader, Value, ValueKind};
use crate::record::{FieldKind, FieldTable};
use crate::value::SignedAmount;

/// A value that differs between a known part of a journal and the part with its id that was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct JournalDifference {
    /// The field: its name, after the fields that it is in, such as `account/number`.
    pub field: String,
    /// The value in the known part; none if it lacks the field.
    pub known: Option<String>,
    /// The value in the part that was sent; none if it lacks the field.
    pub sent: Option<String>,
}

impl JournalDifference {
    pub(super) fn new(field: impl Into<String>, known: Option<&str>, sent: Option<&str>) -> Self {
        Self {
            field: field.into(),
            known: known.map(str::to_owned),
            sent: sent.map(str::to_owned),
        }
    }
}

/// Compares the JSON of two parts. Amounts are equal if their values are.
pub(super) fn differences(known: &str, sent: &str) -> Vec<JournalDifference> {
    if known == sent {
        return Vec::new();
    }
    let [known, sent] = [known, sent].map(values);
    let sent_by_field: HashMap<&str, &FieldText> = sent
        .iter()
        .map(|value| (value.field.as_str(), value))
        .collect();
    let known_fields: HashMap<&str, &FieldText> = known
        .iter()
        .map(|value| (value.field.as_str(), value))
        .collect();
    let changed = known
        .iter()
        .filter_map(|known| match sent_by_field.get(known.field.as_str()) {
            Some(sent) if sent.is_equal(known) => None,
            Some(sent) => Some(JournalDifference::new(
                &known.field,
                Some(&known.text),
                Some(&sent.text),
            )),
            None => Some(JournalDifference::new(
                &known.field,
                Some(&known.text),
                None,
            )),
        });
    let added = sent
        .iter()
        .filter(|sent| !known_fields.contains_key(sent.field.as_str()));
    changed
        .chain(added.map(|sent| JournalDifference::new(&sent.field, None, Some(&sent.text))))
        .collect()
}

/// A single value of a part.
struct FieldText {
    field: String,
    text: String,
    amount: Option<SignedAmount>,
}

impl FieldText {
    fn is_equal(&self, other: &Self) -> bool {
        self.text == other.text || self.amount.is_some() && self.amount == other.amount
    }
}

/// Lists the single values of a part. The names of its entry and its line, of which there is one each, are left out.
fn values(json: &str) -> Vec<FieldText> {
    let (mut reader, mut values) = (Reader::new(json), Vec::new());
    if let Ok(value) = reader.read_value() {
        // A part was read before, so nothing of it is left out.
        let _ = push_values(
            &mut reader,
            &value,
            FieldKind::Record(JournalRecord::TABLE),
            "",
            &mut values,
        );
    }
    values
}

fn push_values<'s>(
    reader: &mut Reader<'s>,
    value: &Value<'s>,
    kind: FieldKind,
    field: &str,
    values: &mut Vec<FieldText>,
) -> Option<()> {
    let text = match (value.kind, kind) {
        (ValueKind::Object, FieldKind::Record(table)) => {
            return push_members(reader, table, field, values);
        }
        (ValueKind::Array, FieldKind::List { items, .. }) => {
            let is_only_item = matches!(field, "entries" | "lines");
            for index in 0.. {
                if !reader.next_element().ok()? {
                    break;
                }
                let item = reader.read_value().ok()?;
                let field = if is_only_item {
                    String::new()
                } else {
                    format!("{field}/{index}")
                };
                push_values(reader, &item, FieldKind::Record(items), &field, values)?;
            }
            return Some(());
        }
        (ValueKind::Text(text), _) => text.decode().into_owned(),
        (ValueKind::Number(digits), _) => digits.to_owned(),
        (ValueKind::Boolean(truth), _) => truth.to_string(),
        (ValueKind::Null, _) => return Some(()),
        (ValueKind::Object | ValueKind::Array, _) => return reader.skip(value).ok().map(drop),
    };
    let amount = match kind {
        FieldKind::SignedAmount => SignedAmount::parse(&text).ok(),
        _ => None,
    };
    values.push(FieldText {
        field: field.to_owned(),
        text,
        amount,
    });
    Some(())
}

fn push_members(
    reader: &mut Reader<'_>,
    table: &FieldTable,
    parent: &str,
    values: &mut Vec<FieldText>,
) -> Option<()> {
    while let Some(key) = reader.next_member().ok()? {
        let (name, value) = (key.text.decode(), reader.read_value().ok()?);
        let kind = table
            .fields
            .iter()
            .find(|field| field.name == name)
            .map_or(FieldKind::Text, |field| field.kind);
        let field = if parent.is_empty() {
            name.into_owned()
        } else {
            format!("{parent}/{name}")
        };
        push_values(reader, &value, kind, &field, values)?;
    }
    Some(())
}
