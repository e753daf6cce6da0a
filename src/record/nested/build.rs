//! Builds records with other records in them from JSON that was checked, and writes them.

use std::borrow::Cow;

use crate::json::{Reader, Value, ValueKind};
use crate::record::read::{Brand, find_field};
use crate::record::{Field, FieldValue, JsonType, push_quoted};

/// A record as a Rust type that may hold other records.
pub(crate) trait NestedRecord: Sized {
    /// Builds a record from the members of an object in which no error was found.
    fn build(members: &mut MemberReader<'_, '_>) -> Option<Self>;

    /// Writes each field that has a value, in the order of the contract.
    fn push_members(&self, object: &mut ObjectWriter<'_>);

    /// Appends the record as canonical JSON. `brand` takes the place of `service` in the names of fields.
    fn push_json(&self, json: &mut String, brand: Option<&Brand>) {
        json.push('{');
        self.push_members(&mut ObjectWriter {
            json,
            brand,
            has_members: false,
        });
        json.push('}');
    }
}

/// Reads the members of objects in which no error was found.
pub(crate) struct MemberReader<'r, 's> {
    reader: &'r mut Reader<'s>,
    brand: Option<&'r Brand>,
}

impl<'r, 's> MemberReader<'r, 's> {
    pub(crate) const fn new(reader: &'r mut Reader<'s>, brand: Option<&'r Brand>) -> Self {
        Self { reader, brand }
    }

    /// Returns the next member that is in the table: the index of its field, and its value. Skips all others.
    pub(crate) fn next(&mut self, fields: &'static [Field]) -> Option<(usize, Value<'s>)> {
        loop {
            let key = self.reader.next_member().ok()??;
            let value = self.reader.read_value().ok()?;
            if let Some((index, _)) = find_field(&key, fields, self.brand, 0) {
                return Some((index, value));
            }
            self.skip(&value);
        }
    }

    /// Skips a value. It was read before without an error, so this can't fail.
    pub(crate) fn skip(&mut self, value: &Value<'s>) {
        let _ = self.reader.skip(value);
    }

    /// Builds a single value, unless it is `null`.
    pub(crate) fn read_value<T: FieldValue>(&mut self, value: &Value<'s>) -> Option<T> {
        let text = match value.kind {
            ValueKind::Text(text) => text.decode(),
            ValueKind::Number(digits) => Cow::Borrowed(digits),
            ValueKind::Boolean(truth) => Cow::Borrowed(if truth { "true" } else { "false" }),
            ValueKind::Null => return None,
            ValueKind::Object | ValueKind::Array => {
                self.skip(value);
                return None;
            }
        };
        text.parse().ok()
    }

    /// Builds a record, unless the value is `null`.
    pub(crate) fn read_record<T: NestedRecord>(&mut self, value: &Value<'s>) -> Option<T> {
        if value.kind == ValueKind::Object {
            return T::build(self);
        }
        self.skip(value);
        None
    }

    /// Builds the records of a list, unless the value is `null`.
    pub(crate) fn read_list<T: NestedRecord>(&mut self, value: &Value<'s>) -> Option<Vec<T>> {
        if value.kind != ValueKind::Array {
            self.skip(value);
            return None;
        }
        let mut records = Vec::new();
        while self.reader.next_element().ok()? {
            let item = self.reader.read_value().ok()?;
            records.extend(self.read_record(&item));
        }
        Some(records)
    }
}

/// Writes the members of one object.
pub(crate) struct ObjectWriter<'j> {
    json: &'j mut String,
    brand: Option<&'j Brand>,
    has_members: bool,
}

impl ObjectWriter<'_> {
    fn push_name(&mut self, field: &Field) {
        if self.has_members {
            self.json.push(',');
        }
        self.has_members = true;
        self.json.push('"');
        match self.brand {
            Some(brand) => self.json.push_str(&brand.branded_name(field.name)),
            None => self.json.push_str(field.name),
        }
        self.json.push_str("\":");
    }

    /// Writes a single value.
    pub(crate) fn push_value(&mut self, field: &Field, value: &impl FieldValue) {
        self.push_name(field);
        let is_string = field.json_type() == JsonType::String;
        value.with_text(&mut |text| {
            if is_string {
                push_quoted(self.json, text);
            } else {
                self.json.push_str(text);
            }
        });
    }

    /// Writes a record.
    pub(crate) fn push_record(&mut self, field: &Field, record: &impl NestedRecord) {
        self.push_name(field);
        record.push_json(self.json, self.brand);
    }

    /// Writes a list of records.
    pub(crate) fn push_list(&mut self, field: &Field, records: &[impl NestedRecord]) {
        self.push_name(field);
        push_nested_list(self.json, records, self.brand);
    }
}

/// Appends records as a JSON array.
pub(crate) fn push_nested_list(
    json: &mut String,
    records: &[impl NestedRecord],
    brand: Option<&Brand>,
) {
    json.push('[');
    for (index, record) in records.iter().enumerate() {
        if index > 0 {
            json.push(',');
        }
        record.push_json(json, brand);
    }
    json.push(']');
}

/// Serializes a record through its canonical JSON. Works with `serde_json` only.
pub(crate) fn serialize_nested<S: serde::Serializer>(
    record: &impl NestedRecord,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut json = String::new();
    record.push_json(&mut json, None);
    let raw = serde_json::value::RawValue::from_string(json).map_err(serde::ser::Error::custom)?;
    serde::Serialize::serialize(&raw, serializer)
}
