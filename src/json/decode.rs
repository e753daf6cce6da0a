use std::borrow::Cow;

use super::document::{report_slips, type_name};
use super::{Key, KeySet, Kind, Reader, SyntaxFault, Value, rules};
use crate::record::rules::{MISNAMED_FIELD, MISSING_FIELD, NULL_VALUE, WRONG_TYPE};
use crate::record::{self, Blame, Field, Form, Likeness, Mend, Record, Slot, nearest, quoted};
use crate::report::{Collector, Fault, Fix, Rule, shown};
use crate::source::Span;

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
    let mut named = [false; N];
    let mut expected = 0;
    let mut end_before = opening.end;
    while let Some(key) = reader.member()? {
        let value = reader.value()?;
        // Keys mostly come in one order, so the field after the last one is compared first.
        let found =
            (expected..N).chain(0..expected).find(|index| fields.get(*index).is_some_and(|f| key.text.is(f.name)));
        match found.and_then(|index| Some((index, named.get_mut(index)?))) {
            Some((_, named)) if *named => {
                sink.push(Fault::new(&rules::DUPLICATE_KEY, key.span));
                record.faulty = true;
                reader.skip(&value)?;
            }
            Some((index, named)) => {
                *named = true;
                expected = index + 1;
                let end = reader.skip(&value)?;
                let first = end_before == opening.end;
                put(&mut record, index, &value, &Member { text, end_before, first, key, end }, sink);
            }
            None => {
                reader.skip(&value)?;
                strangers.meet(key, sink);
            }
        }
        end_before = reader.position();
    }
    let absent = fields.iter().enumerate().zip(named).filter(|(_, named)| !named).map(|(field, _)| field);
    for (index, field) in strangers.part(opening, absent, sink) {
        record.faulty |= field.required;
        record.settle(index);
    }
    record.faulty |= report_slips(reader, sink);
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
            let (mend, otherwise) =
                if field.required { (Mend::No, "") } else { (Mend::Remove, ", or leave it out where there is none") };
            record.blame(index, &NULL_VALUE, sink, Blame::from(mend).param("otherwise", otherwise));
        }
        _ => {
            let blame = Blame::default().param("found", type_name(&value.kind)).param("expected", "a string");
            record.blame(index, &WRONG_TYPE, sink, blame);
        }
    }
}

/// What an object holds whose one field is a list.
pub(crate) struct List {
    /// The field.
    pub(crate) field: &'static Field,
    /// The fields of its items.
    pub(crate) items: &'static [Field],
    /// What to say where the object is an item itself.
    pub(crate) bare_item: &'static Rule,
}

/// Reads the object that was just opened and that holds one field, a list; `read` is given the list when it was opened, and
/// whether it is the one that counts.
pub(crate) fn read_list<'s>(
    reader: &mut Reader<'s>,
    opening: Span,
    list: &List,
    sink: &mut Collector<'_>,
    mut read: impl FnMut(&mut Reader<'s>, Value<'s>, bool, &mut Collector<'_>) -> Result<(), SyntaxFault>,
) -> Result<(), SyntaxFault> {
    let mut strangers = Strangers::default();
    let mut named = false;
    while let Some(key) = reader.member()? {
        let value = reader.value()?;
        if !key.text.is(list.field.name) {
            strangers.meet(key, sink);
            reader.skip(&value)?;
            continue;
        }
        if named {
            sink.push(Fault::new(&rules::DUPLICATE_KEY, key.span));
        }
        if let Kind::Array = value.kind {
            read(reader, value, !named, sink)?;
        } else {
            reader.skip(&value)?;
            let fault = Fault::new(&WRONG_TYPE, value.span).param("field", list.field.name);
            sink.push(fault.param("found", type_name(&value.kind)).param("expected", "an array"));
        }
        named = true;
    }
    let of_item = strangers.keys.iter().filter(|key| list.items.iter().any(|field| key.text.is(field.name))).count();
    if !named && of_item > 1 {
        sink.push(Fault::new(list.bare_item, opening));
    } else {
        strangers.part(opening, (!named).then_some((0, list.field)), sink);
    }
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

    /// Reports the absent required fields and the unknown keys. A key that is nearly the name of an absent field is one
    /// fault with it, not two. Gives the absent fields of which something was said.
    fn part(
        self,
        opening: Span,
        absent: impl IntoIterator<Item = (usize, &'static Field)>,
        sink: &mut Collector<'_>,
    ) -> Vec<(usize, &'static Field)> {
        let mut absent: Vec<(usize, &'static Field)> = absent.into_iter().collect();
        // A required field has the first word, and the case of letters is a smaller difference than the letters.
        absent.sort_by_key(|(index, field)| (!field.required, *index));
        let mut said = Vec::new();
        let mut claims: Vec<Option<Claim>> = vec![None; self.keys.len()];
        for (index, field) in absent {
            let likeness = |key: &Key<'s>| nearest(&key.text.decode(), [field.name]).map(|(_, likeness)| likeness);
            let alike =
                |wanted| self.keys.iter().zip(&claims).position(|(k, c)| c.is_none() && likeness(k) == Some(wanted));
            let meant = [Likeness::Case, Likeness::Spelling];
            let claimed = meant.into_iter().find_map(|likeness| Some((alike(likeness)?, likeness)));
            if let Some((place, likeness)) = claimed {
                if let Some(claim) = claims.get_mut(place) {
                    *claim = Some(Claim { field, likeness });
                }
            } else if field.required {
                let fault = Fault::new(&MISSING_FIELD, opening).param("field", field.name);
                sink.push(fault.param("about", field.about));
            } else {
                continue;
            }
            said.push((index, field));
        }
        for (key, claim) in self.keys.iter().zip(claims) {
            sink.push(stranger(key, claim));
        }
        said
    }
}

/// The absent field that a key is nearly the name of.
#[derive(Clone, Copy)]
struct Claim {
    field: &'static Field,
    likeness: Likeness,
}

fn stranger(key: &Key<'_>, claim: Option<Claim>) -> Fault {
    let Some(Claim { field, likeness }) = claim else {
        return Fault::new(&rules::UNKNOWN_FIELD, key.span).param("name", shown(&key.text.decode())).param("hint", "");
    };
    let fix = match likeness {
        Likeness::Case => Fix::safe(key.span, quoted(field.name)),
        Likeness::Spelling => Fix::unsafe_(key.span, quoted(field.name)),
    };
    let fault = if field.required {
        Fault::new(&MISNAMED_FIELD, key.span).param("field", field.name)
    } else {
        let hint = format!("; `{}` was probably meant", field.name);
        Fault::new(&rules::UNKNOWN_FIELD, key.span).param("name", shown(&key.text.decode())).param("hint", hint)
    };
    fault.fix(Some(fix))
}
