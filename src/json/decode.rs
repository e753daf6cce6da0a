use std::borrow::Cow;

use super::document::type_name;
use super::{Fault as SyntaxFault, Key, KeySet, Kind, Reader, Value, rules};
use crate::record::rules::{MISSING_FIELD, NULL_VALUE, WRONG_TYPE};
use crate::record::{self, Blame, Field, Form, Likeness, Mend, Record, Slot, nearest, quoted};
use crate::report::{Collector, Fault, Fix};
use crate::source::Span;
use crate::value::CardNumber;

/// Reads the object that was just opened through its table of fields.
///
/// What is said here is about the shape: types, null, absent and unknown fields, keys that stand twice.
pub(crate) fn read_record<'s, const N: usize>(
    reader: &mut Reader<'s>,
    text: &'s str,
    opening: Span,
    fields: &'static [Field; N],
    sink: &mut Collector<'_>,
) -> Result<Record<'s, N>, SyntaxFault> {
    let mut record = Record::new(Form::Json, text, fields, opening);
    let mut strangers = Strangers::default();
    let mut expected = 0;
    let mut end_before = opening.end;
    while let Some(key) = reader.member()? {
        let value = reader.value()?;
        // Keys mostly come in one order, so the field after the last one is compared first.
        let found =
            (expected..N).chain(0..expected).find(|index| fields.get(*index).is_some_and(|f| key.text.is(f.name)));
        match found {
            Some(index) if record.has(index) => {
                sink.push(Fault::new(&rules::DUPLICATE_KEY, key.span));
                record.faulty = true;
                reader.skip(&value)?;
            }
            Some(index) => {
                expected = index + 1;
                let end = reader.skip(&value)?;
                put(
                    &mut record,
                    index,
                    &value,
                    &Member { text, end_before, first: end_before == opening.end, key, end },
                    sink,
                );
            }
            None => {
                reader.skip(&value)?;
                strangers.meet(key, sink);
            }
        }
        end_before = reader.position();
    }
    let names = fields.iter().enumerate().filter(|(index, _)| !record.has(*index)).map(|(_, field)| field);
    record.faulty |= strangers.part(opening, names, sink);
    Ok(record)
}

/// Where a member of an object stands.
struct Member<'s> {
    text: &'s str,
    /// Where the member before it ends, or the opening bracket.
    end_before: usize,
    first: bool,
    key: Key<'s>,
    end: usize,
}

impl Member<'_> {
    /// What to cut so that the member is gone and the commas are right.
    fn removal(&self) -> Span {
        if !self.first {
            return Span::new(self.end_before, self.end);
        }
        let after = self.text.get(self.end..).unwrap_or_default();
        let blank = after.len() - after.trim_start().len();
        let comma = usize::from(after.trim_start().starts_with(','));
        Span::new(self.key.span.start, if comma == 1 { self.end + blank + comma } else { self.end })
    }
}

fn put<'s, const N: usize>(
    record: &mut Record<'s, N>,
    index: usize,
    value: &Value<'s>,
    member: &Member<'s>,
    sink: &mut Collector<'_>,
) {
    let Some(field) = record.fields.get(index) else { return };
    let (text, number) = match value.kind {
        Kind::Text(text) => (text.decode(), false),
        Kind::Number(digits) if matches!(field.kind, record::Kind::Amount { .. }) => (Cow::Borrowed(digits), true),
        _ => (Cow::Borrowed(""), false),
    };
    let mut slot = Slot::present(text, value.span);
    slot.number = number;
    slot.removal = (!field.required).then(|| member.removal());
    record.put(index, slot);
    match value.kind {
        Kind::Text(_) => {}
        Kind::Number(_) if number => {}
        Kind::Null if !field.required && sink.policy().takes_null_for_absent() => record.clear(index),
        Kind::Null => {
            let mend = if field.required { Mend::No } else { Mend::Remove };
            record.blame(index, &NULL_VALUE, sink, mend.into());
        }
        _ => {
            let blame = Blame::default().param("found", type_name(&value.kind)).param("expected", "a string");
            record.blame(index, &WRONG_TYPE, sink, blame);
        }
    }
}

/// Reads the object that was just opened and that holds one field, a list; `read` is given the list when it was opened.
pub(crate) fn read_list<'s>(
    reader: &mut Reader<'s>,
    opening: Span,
    field: &'static Field,
    sink: &mut Collector<'_>,
    mut read: impl FnMut(&mut Reader<'s>, Value<'s>, &mut Collector<'_>) -> Result<(), SyntaxFault>,
) -> Result<(), SyntaxFault> {
    let mut strangers = Strangers::default();
    let mut named = false;
    while let Some(key) = reader.member()? {
        let exact = key.text.is(field.name);
        let value = reader.value()?;
        if exact && named {
            sink.push(Fault::new(&rules::DUPLICATE_KEY, key.span));
            reader.skip(&value)?;
            continue;
        }
        if !exact {
            strangers.meet(key, sink);
        }
        named |= exact;
        // A list under a name in the wrong case is judged too: the name is one fault, its contents may hold others.
        let meant = exact || key.text.decode().eq_ignore_ascii_case(field.name);
        match value.kind {
            Kind::Array if meant => read(reader, value, sink)?,
            _ => {
                reader.skip(&value)?;
                if exact {
                    let fault = Fault::new(&WRONG_TYPE, value.span).param("field", field.name);
                    sink.push(fault.param("found", type_name(&value.kind)).param("expected", "an array"));
                }
            }
        }
    }
    strangers.part(opening, (!named).then_some(field), sink);
    Ok(())
}

/// The keys of an object that its table doesn't know.
#[derive(Default)]
struct Strangers<'s> {
    keys: Vec<Key<'s>>,
    names: KeySet<'s>,
}

impl<'s> Strangers<'s> {
    fn meet(&mut self, key: Key<'s>, sink: &mut Collector<'_>) {
        if self.names.insert(key.text) {
            self.keys.push(key);
        } else {
            sink.push(Fault::new(&rules::DUPLICATE_KEY, key.span));
        }
    }

    /// Reports the absent required fields and the unknown keys. A key that is nearly an absent field's name is one fault
    /// with it, not two. Whether an error was among them.
    fn part(
        mut self,
        opening: Span,
        absent: impl IntoIterator<Item = &'static Field>,
        sink: &mut Collector<'_>,
    ) -> bool {
        let mut faulty = false;
        let mut optional = Vec::new();
        for field in absent {
            if !field.required {
                optional.push(field.name);
                continue;
            }
            faulty = true;
            let named = self.keys.iter().position(|key| nearest(&key.text.decode(), [field.name]).is_some());
            let key = named.map(|index| self.keys.swap_remove(index));
            let fix = key.and_then(|key| renaming(&key, &[field.name])).map(|(_, fix)| fix);
            let fault = Fault::new(&MISSING_FIELD, key.map_or(opening, |key| key.span));
            sink.push(fault.param("field", field.name).param("about", field.about).fix(fix));
        }
        for key in self.keys {
            let meant = renaming(&key, &optional);
            let hint = meant.as_ref().map_or(String::new(), |(name, _)| format!("; `{name}` was probably meant"));
            let fault = Fault::new(&rules::UNKNOWN_FIELD, key.span).param("name", shown(&key)).param("hint", hint);
            sink.push(fault.fix(meant.map(|(_, fix)| fix)));
        }
        faulty
    }
}

fn renaming(key: &Key<'_>, known: &[&'static str]) -> Option<(&'static str, Fix)> {
    let (name, likeness) = nearest(&key.text.decode(), known.iter().copied())?;
    let fix = match likeness {
        Likeness::Case => Fix::safe(key.span, quoted(name)),
        Likeness::Spelling => Fix::unsafe_(key.span, quoted(name)),
    };
    Some((name, fix))
}

/// A key for a message: short, and never a card number.
fn shown(key: &Key<'_>) -> String {
    let name = key.text.decode();
    let mut shown: String =
        CardNumber::mask(&name).chars().take(40).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
    if name.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}
