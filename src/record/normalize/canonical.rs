use super::runs::Runs;
use crate::json::{JsonText, Kind, Reader, SyntaxError, Value};
use crate::record::fast::{FastReader, Members};
use crate::record::{self, Fields, Table, push_object, push_plain, push_quoted};
use crate::source::{Span, sorted_by_key};

/// Documents in canonical form, and where something was changed for it.
pub(super) struct Canonical<'s, 'r> {
    text: &'s str,
    runs: &'r Runs,
    pub(super) json: String,
    /// The objects whose members had another order.
    pub(super) reordered: Vec<Span>,
    /// Whether anything was written with other bytes, which may be as many as before. All else that is changed gets shorter.
    respelt: bool,
    /// The members of the objects that are being written: the place of each in the order of its table, and where it stands in `json`.
    members: Vec<(usize, Span)>,
}

impl<'s, 'r> Canonical<'s, 'r> {
    /// Canonical JSON is never longer than any other spelling of it, so that its room is known.
    pub(super) fn new(text: &'s str, runs: &'r Runs) -> Self {
        Self {
            text,
            runs,
            json: String::with_capacity(text.len()),
            reordered: Vec::new(),
            respelt: false,
            members: Vec::new(),
        }
    }

    /// Writes the document that the reader stands before without white space, with no more escapes than needed, and known fields in
    /// the order of their table. Nothing is left out: unknown fields follow the known ones as they came, numbers keep their text.
    pub(super) fn document(&mut self, reader: &mut Reader<'s>, table: &'static Table) -> Result<(), SyntaxError> {
        let value = reader.value()?;
        let kind = match (&value.kind, table.fields) {
            // A bare list of what the payload lists.
            (Kind::Array, [list]) => list.kind,
            _ => record::Kind::Record(table),
        };
        self.write(reader, &value, Some(kind))
    }

    /// Puts the next document on a line of its own; `between` is what stands between the two.
    pub(super) fn next_line(&mut self, between: Option<&str>) {
        self.json.push('\n');
        self.respelt |= between != Some("\n");
    }

    /// Whether what was written is the text as it is, byte for byte.
    pub(super) fn is_text(&self) -> bool {
        let same = !self.respelt && self.reordered.is_empty() && self.json.len() == self.text.len();
        debug_assert!(!same || self.json == self.text, "what is written in as many bytes is the same");
        same
    }

    /// Writes the value of a field, or one that no table knows. Goes as deep as the tables do, and no deeper.
    fn write(
        &mut self,
        reader: &mut Reader<'s>,
        value: &Value<'s>,
        kind: Option<record::Kind>,
    ) -> Result<(), SyntaxError> {
        match (value.kind, kind) {
            (Kind::Object, Some(record::Kind::Record(table))) => self.write_record(reader, value.span, table),
            (Kind::Array, Some(record::Kind::List { items, .. })) => self.write_list(reader, items),
            _ => self.copy(reader, value),
        }
    }

    fn write_list(&mut self, reader: &mut Reader<'s>, items: &'static Table) -> Result<(), SyntaxError> {
        let members = Members::of(items.fields);
        let mut fast = FastReader::new(&members);
        let mut mark = '[';
        while reader.element()? {
            self.json.push(mark);
            mark = ',';
            let start = reader.position();
            if let Some(end) = self.runs.end(start) {
                self.json.push_str(self.text.get(start..end).unwrap_or_default());
                reader.pass_to(end);
            } else if reader.can_open()
                && let Some(end) = fast.read(self.text, start)
                && !(fast.has_escapes() || fast.has_unknown_members())
            {
                self.write_clean(&fast);
                reader.pass_to(end);
            } else {
                let item = reader.value()?;
                self.write(reader, &item, Some(record::Kind::Record(items)))?;
            }
        }
        self.json.push_str(if mark == '[' { "[]" } else { "]" });
        Ok(())
    }

    /// Writes an object of which it is known where the value of each member stands.
    fn write_clean(&mut self, object: &FastReader<'_>) {
        let (mut last, mut is_ordered) = (0, true);
        push_object(&mut self.json, object.fields, true, |show| {
            for index in (0..object.fields.len()).filter(|index| object.has(*index)) {
                let start = object.place(index).map_or(0, |place| place.start);
                is_ordered &= start > last;
                last = start;
                show(index, object.raw(index).unwrap_or_default());
            }
        });
        if !is_ordered {
            let start = object.object.start;
            self.reordered.push(Span::new(start, start + 1));
        }
    }

    fn write_record(
        &mut self,
        reader: &mut Reader<'s>,
        opening: Span,
        table: &'static Table,
    ) -> Result<(), SyntaxError> {
        let (first, begin) = (self.members.len(), self.json.len());
        let (mut last, mut is_ordered) = (0, true);
        let mut mark = '{';
        while let Some(key) = reader.member()? {
            // The field behind the one before is compared first.
            let (name, mut places) = (key.text.decode(), (last..table.fields.len()).chain(0..last));
            let known = places.find_map(|place| {
                let field = table.fields.get(place).filter(|field| name == field.name)?;
                Some((place, Some(field.kind)))
            });
            let (place, kind) = known.unwrap_or((table.fields.len(), None));
            is_ordered &= place >= last;
            last = place;
            let value = reader.value()?;
            self.json.push(std::mem::replace(&mut mark, ','));
            let start = self.json.len();
            self.push_text(key.text);
            self.json.push(':');
            self.write(reader, &value, kind)?;
            self.members.push((place, Span::new(start, self.json.len())));
        }
        self.json.push_str(if mark == '{' { "{}" } else { "}" });
        if is_ordered {
            self.members.truncate(first);
        } else {
            self.reordered.push(opening);
            self.put_in_order(first, begin);
        }
        Ok(())
    }

    /// Puts the members of the object that was just written, from `begin` on, into order; unknown ones stay as they came.
    fn put_in_order(&mut self, first: usize, begin: usize) {
        let members = sorted_by_key(self.members.split_off(first), |(place, _)| (*place, 0));
        let unordered = self.json.split_off(begin);
        let mut mark = '{';
        for (_, span) in members {
            self.json.push(std::mem::replace(&mut mark, ','));
            self.json.push_str(unordered.get(span.start - begin..span.end - begin).unwrap_or_default());
        }
        self.json.push('}');
    }

    /// Writes a value that no table knows, of any depth.
    fn copy(&mut self, reader: &mut Reader<'s>, value: &Value<'s>) -> Result<(), SyntaxError> {
        // The containers that are open: whether each is an object, and whether nothing is in it so far.
        let mut open: Vec<(bool, bool)> = Vec::new();
        open.extend(self.begin(value));
        while let Some((is_object, is_fresh)) = open.last_mut() {
            let key = if *is_object { reader.member()?.map(Some) } else { reader.element()?.then_some(None) };
            let Some(key) = key else {
                self.json.push(if *is_object { '}' } else { ']' });
                open.pop();
                continue;
            };
            if !std::mem::take(is_fresh) {
                self.json.push(',');
            }
            if let Some(key) = key {
                self.push_text(key.text);
                self.json.push(':');
            }
            let value = reader.value()?;
            open.extend(self.begin(&value));
        }
        Ok(())
    }

    /// Writes a scalar, or the bracket that opens a container, which then is open and fresh.
    fn begin(&mut self, value: &Value<'s>) -> Option<(bool, bool)> {
        match value.kind {
            Kind::Null => self.json.push_str("null"),
            Kind::Boolean(truth) => self.json.push_str(if truth { "true" } else { "false" }),
            Kind::Number(digits) => self.json.push_str(digits),
            Kind::Text(text) => self.push_text(text),
            Kind::Object => {
                self.json.push('{');
                return Some((true, true));
            }
            Kind::Array => {
                self.json.push('[');
                return Some((false, true));
            }
        }
        None
    }

    fn push_text(&mut self, text: JsonText<'s>) {
        if text.is_escaped() {
            let start = self.json.len() + 1;
            push_quoted(&mut self.json, &text.decode());
            self.respelt |= self.json.get(start..self.json.len() - 1) != Some(text.raw());
        } else {
            // What stands there without an escape needs none.
            push_plain(&mut self.json, text.raw());
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::record::{Field, Presence};

    const fn field(name: &'static str, kind: record::Kind) -> Field {
        Field { name, kind, presence: Presence::Optional, default: None, limit: None, about: "", example: "" }
    }

    static TABLE: Table = Table {
        name: "",
        about: "",
        fields: &[
            field("a", record::Kind::Text),
            field("b", record::Kind::Record(&ITEM)),
            field("c", record::Kind::List { items: &ITEM, filled: false }),
            field("d", record::Kind::Boolean),
        ],
    };

    static ITEM: Table =
        Table { name: "", about: "", fields: &[field("x", record::Kind::Text), field("y", record::Kind::Rate)] };

    /// What is in an object, as a member of another order and as it is canonical.
    fn object(names: &[&str], members: &[(usize, String, String)], blank: &str) -> (String, String) {
        let known = |name: &str| names.iter().take_while(|known| **known != name).count();
        let written = |members: &[(usize, String, String)], blank: &str, canonical: bool| {
            let members = members.iter().map(|(name, before, after)| {
                let value = if canonical { after } else { before };
                format!("{blank}\"{}\"{blank}:{blank}{value}{blank}", ["a", "b", "c", "d", "x", "y", "z", "é"][*name])
            });
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        };
        let mut sorted = members.to_vec();
        sorted.sort_by_key(|(name, ..)| known(["a", "b", "c", "d", "x", "y", "z", "é"][*name]).min(names.len()));
        (written(members, blank, false), written(&sorted, "", true))
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
        (0..pairs.len()).prop_map(move |at| (pairs[at].0.to_owned(), pairs[at].1.to_owned()))
    }

    fn blank() -> impl Strategy<Value = &'static str> {
        prop_oneof![Just(""), Just(""), Just(" "), Just("\n\t")]
    }

    fn item() -> impl Strategy<Value = (String, String)> {
        (prop::collection::vec((4_usize..8, scalar()), 0..5), blank()).prop_map(|(members, blank)| {
            let members: Vec<_> = members.into_iter().map(|(name, (before, after))| (name, before, after)).collect();
            object(&["x", "y"], &members, blank)
        })
    }

    fn list() -> impl Strategy<Value = (String, String)> {
        (prop::collection::vec(item(), 0..4), blank()).prop_map(|(items, blank)| {
            let (before, after): (Vec<String>, Vec<String>) = items.into_iter().unzip();
            (format!("[{blank}{}{blank}]", before.join(&format!("{blank},"))), format!("[{}]", after.join(",")))
        })
    }

    /// The value of a member, by the place of its name.
    fn member() -> impl Strategy<Value = (usize, String, String)> {
        (0_usize..8, scalar(), item(), list()).prop_map(|(name, scalar, item, list)| {
            let (before, after) = match name {
                1 => item,
                2 => list,
                _ => scalar,
            };
            (name, before, after)
        })
    }

    proptest! {
        /// Members in any order, the same ones several times and unknown ones between them, stand as a stable sort would have them.
        #[test]
        fn members_are_put_into_order(members in prop::collection::vec(member(), 0..9), blank in blank()) {
            let (source, expected) = object(&["a", "b", "c", "d"], &members, blank);
            let runs = Runs::default();
            let mut canonical = Canonical::new(&source, &runs);
            canonical.document(&mut Reader::new(&source), &TABLE).unwrap();
            prop_assert_eq!(&canonical.json, &expected, "{}", source);
            prop_assert_eq!(canonical.is_text(), source == expected);
        }
    }
}
