use super::ranges::CanonicalRanges;
use crate::json::{JsonText, Reader, SyntaxError, Value, ValueKind};
use crate::record::object::{LazyMembers, ObjectReader};
use crate::record::read::find_field;
use crate::record::{
    Brand, FieldKind, FieldTable, Fields, Record, push_object, push_quoted, push_unescaped,
};
use crate::source::{Certain, Span, sorted_by_key};

/// Writes documents in canonical form.
pub(super) struct CanonicalWriter<'s, 'r> {
    text: &'s str,
    ranges: &'r CanonicalRanges,
    /// What is written in the place of `service` in the names of fields.
    brand: Option<&'r Brand>,
    /// The output.
    pub(super) json: String,
    /// The objects whose members were reordered.
    pub(super) reordered: Vec<Span>,
    /// Whether anything was spelled differently, which may not change the length. All other changes make the text shorter.
    is_respelled: bool,
    /// The members of the objects that are being written: the index of each in its table, and its span in the output.
    members: Vec<(usize, Span)>,
}

/// The memory that is reserved for a value that is written alone, so that most values need no more.
const MIN_VALUE_LEN: usize = 32;

/// Returns a value of a document in canonical form. The value was just read, and is not the value of a field of a table.
pub(crate) fn canonical_value<'s>(
    reader: &mut Reader<'s>,
    value: &Value<'s>,
) -> Result<String, SyntaxError> {
    let ranges = CanonicalRanges::default();
    let mut writer = CanonicalWriter::new("", &ranges, None);
    writer.json.reserve(MIN_VALUE_LEN);
    writer.copy(reader, value)?;
    Ok(writer.json)
}

/// An open object or list of an unknown member.
struct Container {
    is_object: bool,
    /// Whether nothing was written into it so far.
    is_empty: bool,
}

impl<'s, 'r> CanonicalWriter<'s, 'r> {
    /// Creates a writer. It allocates once, as canonical JSON is never longer than the text.
    pub(super) fn new(
        text: &'s str,
        ranges: &'r CanonicalRanges,
        brand: Option<&'r Brand>,
    ) -> Self {
        Self {
            text,
            ranges,
            brand,
            json: String::with_capacity(text.len()),
            reordered: Vec::new(),
            is_respelled: false,
            members: Vec::new(),
        }
    }

    /// Writes the next document of the reader: without whitespace, with as few escapes as possible, and with known fields in the order of their
    /// table. Nothing is left out: unknown fields follow in their own order, and numbers keep their text.
    pub(super) fn write_document(
        &mut self,
        reader: &mut Reader<'s>,
        table: &'static FieldTable,
    ) -> Result<(), SyntaxError> {
        let value = reader.read_value()?;
        let kind = match (&value.kind, table.fields) {
            // A bare list, without the object around it.
            (ValueKind::Array, [list]) => list.kind,
            // A list of records, each of which is a document too.
            (ValueKind::Array, _) => FieldKind::List {
                items: table,
                non_empty: false,
            },
            _ => FieldKind::Record(table),
        };
        self.write(reader, &value, Some(kind))
    }

    /// Begins a new line for the next document; `between` is the text between the two documents.
    pub(super) fn begin_line(&mut self, between: Option<&str>) {
        self.json.push('\n');
        self.is_respelled |= between != Some("\n");
    }

    /// Returns whether the output equals the text byte for byte.
    pub(super) fn is_unchanged(&self) -> bool {
        let is_same =
            !self.is_respelled && self.reordered.is_empty() && self.json.len() == self.text.len();
        debug_assert!(
            !is_same || self.text == self.json,
            "an output of the same length is the same text"
        );
        is_same
    }

    /// Writes the value of a field, or of an unknown member. The recursion is no deeper than the tables.
    fn write(
        &mut self,
        reader: &mut Reader<'s>,
        value: &Value<'s>,
        kind: Option<FieldKind>,
    ) -> Result<(), SyntaxError> {
        match (value.kind, kind) {
            (ValueKind::Object, Some(FieldKind::Record(table))) => {
                self.write_record(reader, value.span, table)
            }
            (ValueKind::Array, Some(FieldKind::List { items, .. })) => {
                self.write_list(reader, items)
            }
            _ => self.copy(reader, value),
        }
    }

    fn write_list(
        &mut self,
        reader: &mut Reader<'s>,
        items: &'static FieldTable,
    ) -> Result<(), SyntaxError> {
        let members = LazyMembers::new(items.fields);
        let mut fast = ObjectReader::new(&members);
        let mut separator = '[';
        while reader.next_element()? {
            self.json.push(separator);
            separator = ',';
            let start = reader.position();
            if let Some(end) = self.ranges.end_of_range(start) {
                self.json.push_str(self.text.get(start..end).certain());
                reader.set_position(end);
            } else if reader.can_open()
                && let Some(end) = fast.read(self.text, start)
                && fast.may_copy_values()
            {
                self.write_copied(&fast.record);
                reader.set_position(end);
            } else {
                let item = reader.read_value()?;
                self.write(reader, &item, Some(FieldKind::Record(items)))?;
            }
        }
        self.json
            .push_str(if separator == '[' { "[]" } else { "]" });
        Ok(())
    }

    /// Writes a record whose values can be copied.
    fn write_copied(&mut self, record: &Record<'_>) {
        let (mut last, mut is_ordered) = (0, true);
        push_object(&mut self.json, record.fields, true, |visit| {
            for index in 0..record.fields.len() {
                if !record.has(index) {
                    continue;
                }
                let start = record.span_of(index).start;
                is_ordered &= start > last;
                last = start;
                visit(index, record.raw(index));
            }
        });
        if !is_ordered {
            self.reordered.push(record.span);
        }
    }

    fn write_record(
        &mut self,
        reader: &mut Reader<'s>,
        opening: Span,
        table: &'static FieldTable,
    ) -> Result<(), SyntaxError> {
        let first = self.members.len();
        let begin = self.json.len();
        let (mut last, mut is_ordered) = (0, true);
        let mut separator = '{';
        while let Some(key) = reader.next_member()? {
            // An unknown member has the index after the last field.
            let field = find_field(&key, table.fields, self.brand, last);
            let index = field.map_or(table.fields.len(), |(index, _)| index);
            let kind = field.map(|(_, field)| field.kind);
            is_ordered &= index >= last;
            last = index;
            let value = reader.read_value()?;
            self.json.push(std::mem::replace(&mut separator, ','));
            let start = self.json.len();
            self.push_text(key.text);
            self.json.push(':');
            self.write(reader, &value, kind)?;
            self.members
                .push((index, Span::new(start, self.json.len())));
        }
        self.json
            .push_str(if separator == '{' { "{}" } else { "}" });
        if is_ordered {
            self.members.truncate(first);
        } else {
            self.reordered.push(opening);
            self.sort_members(first, begin);
        }
        Ok(())
    }

    /// Sorts the members of the object that was just written at `begin`. Unknown members keep their order.
    fn sort_members(&mut self, first: usize, begin: usize) {
        let members = sorted_by_key(self.members.split_off(first), |(index, _)| (*index, 0));
        let unordered = self.json.split_off(begin);
        let mut separator = '{';
        for (_, span) in members {
            self.json.push(std::mem::replace(&mut separator, ','));
            let member = unordered.get(span.start - begin..span.end - begin);
            self.json.push_str(member.unwrap_or_default());
        }
        self.json.push('}');
    }

    /// Writes the value of an unknown member, of any depth.
    fn copy(&mut self, reader: &mut Reader<'s>, value: &Value<'s>) -> Result<(), SyntaxError> {
        let mut open: Vec<Container> = Vec::new();
        open.extend(self.write_or_open(value));
        while let Some(container) = open.last_mut() {
            let key = if container.is_object {
                reader.next_member()?.map(Some)
            } else {
                reader.next_element()?.then_some(None)
            };
            let Some(key) = key else {
                self.json.push(if container.is_object { '}' } else { ']' });
                open.pop();
                continue;
            };
            if !std::mem::take(&mut container.is_empty) {
                self.json.push(',');
            }
            if let Some(key) = key {
                self.push_text(key.text);
                self.json.push(':');
            }
            let value = reader.read_value()?;
            open.extend(self.write_or_open(&value));
        }
        Ok(())
    }

    /// Writes a scalar, or the opening bracket of a container, which it returns.
    fn write_or_open(&mut self, value: &Value<'s>) -> Option<Container> {
        let is_object = value.kind == ValueKind::Object;
        match value.kind {
            ValueKind::Null => self.json.push_str("null"),
            ValueKind::Boolean(truth) => self.json.push_str(if truth { "true" } else { "false" }),
            ValueKind::Number(digits) => self.json.push_str(digits),
            ValueKind::Text(text) => self.push_text(text),
            ValueKind::Object | ValueKind::Array => {
                self.json.push(if is_object { '{' } else { '[' });
                return Some(Container {
                    is_object,
                    is_empty: true,
                });
            }
        }
        None
    }

    fn push_text(&mut self, text: JsonText<'s>) {
        if text.has_escapes() {
            let start = self.json.len() + 1;
            push_quoted(&mut self.json, &text.decode());
            self.is_respelled |= self.json.get(start..self.json.len() - 1) != Some(text.raw());
        } else {
            // A text without escapes needs none.
            push_unescaped(&mut self.json, text.raw());
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::record::{Field, Presence};

    const fn field(name: &'static str, kind: FieldKind) -> Field {
        Field {
            name,
            kind,
            presence: Presence::Optional,
            default: None,
            limit: None,
            description: "",
            example: "",
        }
    }

    static TABLE: FieldTable = FieldTable {
        name: "",
        description: "",
        fields: &[
            field("a", FieldKind::Text),
            field("b", FieldKind::Record(&ITEM)),
            field(
                "c",
                FieldKind::List {
                    items: &ITEM,
                    non_empty: false,
                },
            ),
            field("d", FieldKind::Boolean),
        ],
    };

    static ITEM: FieldTable = FieldTable {
        name: "",
        description: "",
        fields: &[field("x", FieldKind::Text), field("y", FieldKind::Rate)],
    };

    /// An object as a reader may get it, and in canonical form.
    fn object(
        names: &[&str],
        members: &[(usize, String, String)],
        blank: &str,
    ) -> (String, String) {
        let index_of = |name: &str| names.iter().take_while(|known| **known != name).count();
        let write = |members: &[(usize, String, String)], blank: &str, is_canonical: bool| {
            let members = members.iter().map(|(name, source, canonical)| {
                let value = if is_canonical { canonical } else { source };
                format!(
                    "{blank}\"{}\"{blank}:{blank}{value}{blank}",
                    ["a", "b", "c", "d", "x", "y", "z", "é"][*name]
                )
            });
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        };
        let mut sorted = members.to_vec();
        sorted.sort_by_key(|(name, ..)| {
            index_of(["a", "b", "c", "d", "x", "y", "z", "é"][*name]).min(names.len())
        });
        (write(members, blank, false), write(&sorted, "", true))
    }

    fn scalar() -> impl Strategy<Value = (String, String)> {
        let pairs = [
            ("true", "true"),
            ("1.50", "1.50"),
            ("\"u\"", "\"u\""),
            (r#""\u001F\/\u00e9""#, r#""\u001f/é""#),
            (r#""\u001f""#, r#""\u001f""#),
            ("[ ]", "[]"),
            (r#"[{ "y":1,"x":2}]"#, r#"[{"y":1,"x":2}]"#),
        ];
        (0..pairs.len())
            .prop_map(move |index| (pairs[index].0.to_owned(), pairs[index].1.to_owned()))
    }

    fn blank() -> impl Strategy<Value = &'static str> {
        prop_oneof![Just(""), Just(""), Just(" "), Just("\n\t")]
    }

    fn item() -> impl Strategy<Value = (String, String)> {
        (prop::collection::vec((4_usize..8, scalar()), 0..5), blank()).prop_map(
            |(members, blank)| {
                let members: Vec<_> = members
                    .into_iter()
                    .map(|(name, (source, canonical))| (name, source, canonical))
                    .collect();
                object(&["x", "y"], &members, blank)
            },
        )
    }

    fn list() -> impl Strategy<Value = (String, String)> {
        (prop::collection::vec(item(), 0..4), blank()).prop_map(|(items, blank)| {
            let (source, canonical): (Vec<String>, Vec<String>) = items.into_iter().unzip();
            (
                format!("[{blank}{}{blank}]", source.join(&format!("{blank},"))),
                format!("[{}]", canonical.join(",")),
            )
        })
    }

    /// A member: the index of its name, its value, and its value in canonical form.
    fn member() -> impl Strategy<Value = (usize, String, String)> {
        (0_usize..8, scalar(), item(), list()).prop_map(|(name, scalar, item, list)| {
            let (source, canonical) = match name {
                1 => item,
                2 => list,
                _ => scalar,
            };
            (name, source, canonical)
        })
    }

    proptest! {
        /// The members are in any order, some of them repeated or unknown.
        #[test]
        fn sorts_members_like_a_stable_sort(members in prop::collection::vec(member(), 0..9), blank in blank()) {
            let (source, expected) = object(&["a", "b", "c", "d"], &members, blank);
            let ranges = CanonicalRanges::default();
            let mut writer = CanonicalWriter::new(&source, &ranges, None);
            writer.write_document(&mut Reader::new(&source), &TABLE).unwrap();
            prop_assert_eq!(&writer.json, &expected, "{}", source);
            prop_assert_eq!(writer.is_unchanged(), source == expected);
        }
    }
}
