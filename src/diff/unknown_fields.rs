use super::model::{ChangedField, FieldValue};
use crate::base_data::PAYLOAD;
use crate::json::{MemberKey, Reader, SyntaxError, Value, ValueKind, unescape};
use crate::record::{FieldKind, FieldTable, LazyMembers, ObjectReader, canonical_value};
use crate::source::Certain;

/// The fields of a base data payload that are not in the contract, as they are written in its text.
#[derive(Debug, Default)]
pub(super) struct UnknownFields<'s> {
    payload: Vec<UnknownField<'s>>,
    organization: Vec<UnknownField<'s>>,
    lists: Vec<(&'static str, UnknownOfList<'s>)>,
    /// The unknown fields of a list that the payload doesn't have.
    of_absent_list: UnknownOfList<'s>,
}

/// The unknown fields of the records of a list.
#[derive(Debug, Default)]
pub(super) struct UnknownOfList<'s> {
    fields: Vec<UnknownField<'s>>,
    /// For each record the number of fields up to its last one.
    ends: Vec<usize>,
}

/// An unknown field, which is only decoded if it is part of a difference.
#[derive(Debug, Clone, Copy)]
pub(super) struct UnknownField<'s> {
    /// The name, with its escapes.
    name: &'s str,
    /// The value as JSON.
    json: &'s str,
}

impl<'s> UnknownFields<'s> {
    pub(super) fn of_payload(&self) -> &[UnknownField<'s>] {
        &self.payload
    }

    pub(super) fn of_organization(&self) -> &[UnknownField<'s>] {
        &self.organization
    }

    pub(super) fn of_list(&self, name: &str) -> &UnknownOfList<'s> {
        let list = self.lists.iter().find(|(known, _)| *known == name);
        list.map_or(&self.of_absent_list, |(_, list)| list)
    }

    /// Reads the unknown fields of a payload in which the check found no error.
    pub(super) fn read(text: &'s str, depth: usize) -> Result<Self, SyntaxError> {
        let mut unknown = Self::default();
        let mut reader = Reader::new(text).with_depth_limit(depth);
        reader.read_value()?;
        while let Some(key) = reader.next_member()? {
            let value = reader.read_value()?;
            let known = PAYLOAD
                .fields
                .iter()
                .find(|field| key.text.decodes_to(field.name));
            match (known.map(|field| (field.name, field.kind)), value.kind) {
                (Some((_, FieldKind::Record(table))), ValueKind::Object) => {
                    read_object(text, &mut reader, table, &mut unknown.organization)?;
                }
                (Some((name, FieldKind::List { items, .. })), ValueKind::Array) => {
                    unknown
                        .lists
                        .push((name, UnknownOfList::read(text, &mut reader, items)?));
                }
                (Some(_), _) => drop(reader.skip(&value)?),
                (None, _) => unknown
                    .payload
                    .push(read_field(text, &mut reader, &key, &value)?),
            }
        }
        Ok(unknown)
    }
}

impl<'s> UnknownOfList<'s> {
    /// Returns the unknown fields of the record at an index.
    pub(super) fn of_record(&self, index: usize) -> &[UnknownField<'s>] {
        let end = |index: usize| self.ends.get(index).copied().unwrap_or_default();
        self.fields
            .get(index.checked_sub(1).map_or(0, end)..end(index))
            .unwrap_or_default()
    }

    /// Reads the list that was just opened. The fast reader reads records whose unknown fields are texts, if they have any.
    fn read(
        text: &'s str,
        reader: &mut Reader<'s>,
        table: &'static FieldTable,
    ) -> Result<Self, SyntaxError> {
        let mut unknown = Self::default();
        let members = LazyMembers::new(table.fields);
        let mut fast = ObjectReader::new(&members);
        while reader.next_element()? {
            if reader.can_open()
                && let Some(end) = fast.read(text, reader.position())
            {
                let slice = |start: usize, end: usize| text.get(start..end).certain();
                let texts = fast.unknown_members.iter();
                unknown
                    .fields
                    .extend(texts.map(|(key, value)| UnknownField {
                        name: slice(key.span.start + 1, key.span.end - 1),
                        json: slice(value.span.start, value.span.end),
                    }));
                reader.set_position(end);
            } else {
                let value = reader.read_value()?;
                if value.kind == ValueKind::Object {
                    read_object(text, reader, table, &mut unknown.fields)?;
                } else {
                    reader.skip(&value)?;
                }
            }
            unknown.ends.push(unknown.fields.len());
        }
        Ok(unknown)
    }
}

/// Reads the unknown fields of the object that was just opened.
fn read_object<'s>(
    text: &'s str,
    reader: &mut Reader<'s>,
    table: &FieldTable,
    unknown: &mut Vec<UnknownField<'s>>,
) -> Result<(), SyntaxError> {
    while let Some(key) = reader.next_member()? {
        let value = reader.read_value()?;
        if table
            .fields
            .iter()
            .any(|field| key.text.decodes_to(field.name))
        {
            reader.skip(&value)?;
        } else {
            unknown.push(read_field(text, reader, &key, &value)?);
        }
    }
    Ok(())
}

fn read_field<'s>(
    text: &'s str,
    reader: &mut Reader<'s>,
    key: &MemberKey<'s>,
    value: &Value<'s>,
) -> Result<UnknownField<'s>, SyntaxError> {
    let end = reader.skip(value)?;
    Ok(UnknownField {
        name: key.text.raw(),
        json: text.get(value.span.start..end).unwrap_or_default(),
    })
}

impl UnknownField<'_> {
    /// Returns whether another field has the same name and value in the same notation.
    pub(super) fn is_written_as(&self, other: &UnknownField<'_>) -> bool {
        self.name == other.name && self.json == other.json
    }

    /// Returns the field with its value decoded, or as canonical JSON.
    pub(super) fn decode(&self) -> ChangedField {
        // The text was read before, so its depth is within the limit.
        let mut reader = Reader::new(self.json).with_depth_limit(self.json.len());
        let value = reader.read_value().and_then(|value| match value.kind {
            ValueKind::Text(text) => Ok(FieldValue::Text(text.decode().into_owned())),
            _ => canonical_value(&mut reader, &value).map(FieldValue::Json),
        });
        let value = value.unwrap_or_else(|_| FieldValue::Json(self.json.to_owned()));
        ChangedField {
            name: unescape(self.name).into_owned().into(),
            value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(fields: &[UnknownField<'_>]) -> Vec<String> {
        fields
            .iter()
            .map(|field| format!("{} {}", field.name, field.json))
            .collect()
    }

    #[test]
    fn reads_the_unknown_fields_of_every_object() {
        let text = r#"{"configuration" : {"a": [ ]}, "organization": {"x": 1, "companyName": "A", "y": "\u00e9"},
            "accounts": [{"externalId": "1", "qrIban": "Q"}, {"number": "2"}, {"a": {"b": 1}, "number": "3", "c\n": null}, 7],
            "contacts": [], "Projects": [1]}"#;
        let unknown = UnknownFields::read(text, 8).unwrap();
        assert_eq!(
            texts(unknown.of_payload()),
            [r#"configuration {"a": [ ]}"#, "Projects [1]"]
        );
        assert_eq!(texts(unknown.of_organization()), ["x 1", r#"y "\u00e9""#]);
        let of_account = |index| texts(unknown.of_list("accounts").of_record(index));
        assert_eq!(of_account(0), [r#"qrIban "Q""#]);
        assert_eq!(of_account(2), [r#"a {"b": 1}"#, "c\\n null"]);
        for (list, index) in [
            ("accounts", 1),
            ("accounts", 3),
            ("accounts", 4),
            ("contacts", 0),
            ("taxes", 0),
        ] {
            assert!(unknown.of_list(list).of_record(index).is_empty());
        }
        let [field] = &unknown.of_payload()[..1] else {
            panic!()
        };
        assert_eq!(
            field.decode().value,
            FieldValue::Json(r#"{"a":[]}"#.to_owned())
        );
        assert_eq!(
            unknown.of_organization()[1].decode().value,
            FieldValue::Text("é".to_owned())
        );
    }
}
