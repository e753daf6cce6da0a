use super::{Kind, Reader, SyntaxFault, Value};
use crate::record::{self, Table, push_quoted};
use crate::source::{Span, in_order};

/// A document in canonical form, and where something was changed for it.
pub(super) struct Canonical {
    pub(super) json: String,
    /// The objects whose members had another order.
    pub(super) reordered: Vec<Span>,
}

/// Writes the document that the reader stands before without white space, with no more escapes than needed, and known fields in
/// the order of their table. Nothing is left out: unknown fields follow the known ones as they came, numbers keep their text.
pub(super) fn canonical(reader: &mut Reader<'_>, table: &'static Table) -> Result<Canonical, SyntaxFault> {
    let mut canonical = Canonical { json: String::new(), reordered: Vec::new() };
    let value = reader.value()?;
    let shape = match (&value.kind, table.fields) {
        // A bare list of what the payload lists.
        (Kind::Array, [record::Field { kind: record::Kind::List { items, .. }, .. }]) => Shape::List(items),
        _ => Shape::Record(table),
    };
    let mut json = String::new();
    canonical.write(reader, &value, shape, &mut json)?;
    canonical.json = json;
    Ok(canonical)
}

/// What a value is by the tables.
#[derive(Clone, Copy)]
enum Shape {
    Record(&'static Table),
    List(&'static Table),
    Any,
}

impl Canonical {
    /// Adds the next document on a line of its own.
    pub(super) fn append(&mut self, next: Self) {
        self.json.push('\n');
        self.json.push_str(&next.json);
        self.reordered.extend(next.reordered);
    }

    /// Goes as deep as the tables do, and no deeper.
    fn write(
        &mut self,
        reader: &mut Reader<'_>,
        value: &Value<'_>,
        shape: Shape,
        json: &mut String,
    ) -> Result<(), SyntaxFault> {
        match (value.kind, shape) {
            (Kind::Object, Shape::Record(table)) => self.write_record(reader, value.span, table, json),
            (Kind::Array, Shape::List(items)) => {
                let mut separator = '[';
                while reader.element()? {
                    json.push(separator);
                    separator = ',';
                    let item = reader.value()?;
                    self.write(reader, &item, Shape::Record(items), json)?;
                }
                json.push_str(if separator == '[' { "[]" } else { "]" });
                Ok(())
            }
            _ => copy(reader, value, json),
        }
    }

    fn write_record(
        &mut self,
        reader: &mut Reader<'_>,
        opening: Span,
        table: &'static Table,
        json: &mut String,
    ) -> Result<(), SyntaxFault> {
        // The place of each member in the order of the table, and its text.
        let mut members: Vec<(usize, String)> = Vec::with_capacity(table.fields.len());
        while let Some(key) = reader.member()? {
            let known = table.fields.iter().enumerate().find(|(_, field)| key.text.is(field.name));
            let (place, shape) = known.map_or((table.fields.len(), Shape::Any), |(place, field)| match field.kind {
                record::Kind::Record(table) => (place, Shape::Record(table)),
                record::Kind::List { items, .. } => (place, Shape::List(items)),
                _ => (place, Shape::Any),
            });
            let value = reader.value()?;
            let mut member = String::new();
            push_quoted(&mut member, &key.text.decode());
            member.push(':');
            self.write(reader, &value, shape, &mut member)?;
            members.push((place, member));
        }
        if !members.is_sorted_by_key(|(place, _)| *place) {
            members = in_order(members, |(place, _)| (*place, 0));
            self.reordered.push(opening);
        }
        json.push('{');
        for (index, (_, member)) in members.iter().enumerate() {
            if index > 0 {
                json.push(',');
            }
            json.push_str(member);
        }
        json.push('}');
        Ok(())
    }
}

/// Writes a value that no table knows, of any depth.
fn copy(reader: &mut Reader<'_>, value: &Value<'_>, json: &mut String) -> Result<(), SyntaxFault> {
    // The containers that are open: whether each is an object, and whether nothing is in it so far.
    let mut open: Vec<(bool, bool)> = Vec::new();
    open.extend(begin(value, json));
    while let Some((is_object, is_fresh)) = open.last_mut() {
        let key = if *is_object { reader.member()?.map(Some) } else { reader.element()?.then_some(None) };
        let Some(key) = key else {
            json.push(if *is_object { '}' } else { ']' });
            open.pop();
            continue;
        };
        if !std::mem::take(is_fresh) {
            json.push(',');
        }
        if let Some(key) = key {
            push_quoted(json, &key.text.decode());
            json.push(':');
        }
        let value = reader.value()?;
        open.extend(begin(&value, json));
    }
    Ok(())
}

/// Writes a scalar, or the bracket that opens a container, which then is open and fresh.
fn begin(value: &Value<'_>, json: &mut String) -> Option<(bool, bool)> {
    match value.kind {
        Kind::Null => json.push_str("null"),
        Kind::Boolean(truth) => json.push_str(if truth { "true" } else { "false" }),
        Kind::Number(digits) => json.push_str(digits),
        Kind::Text(text) => push_quoted(json, &text.decode()),
        Kind::Object => {
            json.push('{');
            return Some((true, true));
        }
        Kind::Array => {
            json.push('[');
            return Some((false, true));
        }
    }
    None
}
