use std::borrow::Cow;

use super::document::{check_file, not_an_object, report_recovered_errors, type_name};
use super::unknown_members::{Claim, UnknownMembers};
use crate::json::{Kind, Reader, RecoveredErrors, SyntaxFault, Value};
use crate::record::rules::{NULL_VALUE, WRONG_TYPE, json as rules};
use crate::record::{Field, Form, JsonType, MAX_FIELDS, OR_LEAVE_OUT, Record, Slot, TypedRecord, check_values, fits};
use crate::report::{Collector, Fault, Fix, Policy, Reading, Rule};
use crate::source::{File, Span};

/// Reads the object that was just opened through its table of fields.
///
/// What is said here is about the shape: types, null, absent and unknown fields, keys that stand twice.
pub(crate) fn read_record<'s>(
    reader: &mut Reader<'s>,
    text: &'s str,
    opening: Span,
    fields: &'static [Field],
    sink: &mut Collector<'_>,
) -> Result<Record<'s>, SyntaxFault> {
    let mut record = Record::new(Form::Json, text, fields, opening);
    let takes_null_for_absent = sink.policy().takes_null_for_absent();
    let mut unknown_members = UnknownMembers::default();
    // A bit for each field.
    let mut named = 0_u64;
    let mut expected = 0;
    let mut end_before = opening.end;
    while let Some(key) = reader.member()? {
        let value = reader.value()?;
        // Keys mostly come in one order, so the field after the last one is compared first.
        let mut places = (expected..fields.len()).chain(0..expected);
        let found = places.find(|index| fields.get(*index).is_some_and(|field| key.text.is(field.name)));
        match found {
            Some(index) if named & (1 << index) != 0 => {
                sink.push(Fault::new(&rules::DUPLICATE_KEY, key.span));
                record.doubt(index);
                reader.skip(&value)?;
            }
            Some(index) => {
                named |= 1 << index;
                expected = index + 1;
                let end = reader.skip(&value)?;
                let first = end_before == opening.end;
                let removal = removal(text, end_before, first, Span::new(key.span.start, end));
                put(&mut record, index, &value, removal, takes_null_for_absent);
            }
            None => {
                reader.skip(&value)?;
                unknown_members.meet(key, value, RecoveredErrors::default(), sink);
            }
        }
        end_before = reader.position();
    }
    complete(&mut record, named, &unknown_members, reader, sink);
    record.faulty |= report_recovered_errors(reader, sink);
    Ok(record)
}

/// Says what a record lacks of its fields, and of each member that is none of them whose it may be.
pub(crate) fn complete<'s>(
    record: &mut Record<'s>,
    named: u64,
    unknown_members: &UnknownMembers<'s>,
    reader: &Reader<'s>,
    sink: &mut Collector<'_>,
) {
    let takes_null_for_absent = sink.policy().takes_null_for_absent();
    let absent = record.fields.iter().enumerate().filter(|(index, _)| named & (1 << index) == 0);
    let claims = unknown_members.claims(absent);
    unknown_members.report(record.span, &claims, reader, sink, &|claim| {
        claimed(claim).is_some_and(|slot| fits(record, claim.index, slot))
    });
    for claim in &claims {
        record.faulty |= claim.field.is_required();
        match claim.by {
            Some((member, _)) if claim.is_judged() => {
                put(record, claim.index, &member.value, Span::at(0), takes_null_for_absent);
            }
            _ => record.settle(claim.index),
        }
    }
}

/// The value that stands for a field. One that is null stands for nothing.
fn claimed<'s>(claim: &Claim<'_, 's>) -> Option<Slot<'s>> {
    let (member, _) = claim.by?;
    (member.value.kind != Kind::Null).then(|| slot(claim.field, &member.value))
}

/// What to cut so that a member is gone and the commas are right; it follows `end_before`, where the member before it or the
/// opening bracket ends.
pub(crate) fn removal(text: &str, end_before: usize, first: bool, member: Span) -> Span {
    if !first {
        return Span::new(end_before, member.end);
    }
    let after = text.get(member.end..).unwrap_or_default();
    let blank = after.len() - after.trim_start().len();
    let comma = usize::from(after.trim_start().starts_with(','));
    Span::new(member.start, if comma == 1 { member.end + blank + comma } else { member.end })
}

/// The value of a field as it stands in JSON.
fn slot<'s>(field: &Field, value: &Value<'s>) -> Slot<'s> {
    let (text, found) = match value.kind {
        Kind::Text(text) => (text.decode(), Some(JsonType::String)),
        Kind::Number(digits) => (Cow::Borrowed(digits), Some(JsonType::Number)),
        Kind::Boolean(true) => (Cow::Borrowed("true"), Some(JsonType::Boolean)),
        Kind::Boolean(false) => (Cow::Borrowed("false"), Some(JsonType::Boolean)),
        Kind::Object => (Cow::Borrowed(""), Some(JsonType::Object)),
        Kind::Array => (Cow::Borrowed(""), Some(JsonType::Array)),
        Kind::Null => (Cow::Borrowed(""), None),
    };
    let mut slot = Slot::present(text, value.span);
    slot.mistyped = found.filter(|found| *found != field.json_type());
    slot
}

fn put<'s>(record: &mut Record<'s>, index: usize, value: &Value<'s>, removal: Span, takes_null_for_absent: bool) {
    let Some(field) = record.fields.get(index) else { return };
    let mut slot = slot(field, value);
    slot.removal = (!field.is_required()).then_some(removal);
    slot.null = value.kind == Kind::Null;
    let absent = slot.null && !field.is_required() && takes_null_for_absent;
    if !absent {
        record.put(index, slot);
    }
}

/// Reads the part of an object that stands for the field at a place and was just opened by the bracket in the span, and is told whether it is the
/// one that counts.
pub(crate) type ReadPart<'f, 's> =
    dyn FnMut(&mut Reader<'s>, usize, Span, bool, &mut Collector<'_>) -> Result<(), SyntaxFault> + 'f;

/// Reads the object that was just opened and whose fields hold other objects and lists; `read` is given the place of the
/// field in the table, the bracket of its value when that was opened, and whether it is the one that counts. One under a required name in the wrong case is
/// judged too, and doesn't count.
///
/// Where the object has the fields of `item` instead, `bare_item` is said of it.
pub(crate) fn read_parts<'s>(
    reader: &mut Reader<'s>,
    text: &'s str,
    opening: Span,
    fields: &'static [Field],
    bare_item: Option<(&'static [Field], &'static Rule)>,
    sink: &mut Collector<'_>,
    read: &mut ReadPart<'_, 's>,
) -> Result<(), SyntaxFault> {
    let mut unknown_members = UnknownMembers::default();
    let mut times_named = [0_usize; MAX_FIELDS];
    // Whether a null may be taken away is known when it is sure that the field stands there once.
    let mut nulls = Vec::new();
    let mut end_before = opening.end;
    while let Some(key) = reader.member()? {
        let value = reader.value()?;
        let known = fields.iter().zip(&mut times_named).enumerate().find(|(_, (field, _))| key.text.is(field.name));
        let Some((index, (field, times_named))) = known else {
            reader.skip(&value)?;
            unknown_members.meet(key, value, reader.take_recovered_errors(), sink);
            end_before = reader.position();
            continue;
        };
        *times_named += 1;
        let counts = *times_named == 1;
        if !counts {
            sink.push(Fault::new(&rules::DUPLICATE_KEY, key.span));
        }
        if is_opened(field, &value) {
            read(reader, index, value.span, counts, sink)?;
        } else {
            let end = reader.skip(&value)?;
            let first = end_before == opening.end;
            let removal = removal(text, end_before, first, Span::new(key.span.start, end));
            if value.kind == Kind::Null {
                nulls.push((index, value.span, removal));
            } else {
                not_opened(field, &value, sink);
            }
            report_recovered_errors(reader, sink);
        }
        end_before = reader.position();
    }
    let lacks = |(field, times): (&Field, usize)| times == 0 && field.is_required();
    if unknown_members.is_empty() && nulls.is_empty() && !fields.iter().zip(times_named).any(lacks) {
        return Ok(());
    }
    for (index, span, removal) in nulls {
        let once = times_named.get(index) == Some(&1);
        if let Some(field) = fields.get(index) {
            null_part(field, span, once.then_some(removal), sink);
        }
    }
    if let Some((item, rule)) = bare_item
        && times_named.iter().all(|times| *times == 0)
        && unknown_members.count_of(item) > 1
    {
        sink.push(Fault::new(rule, opening));
        unknown_members.report_recovered_errors(sink);
        return Ok(());
    }
    let absent = fields.iter().enumerate().zip(times_named).filter(|(_, times)| *times == 0).map(|(field, _)| field);
    let claims = unknown_members.claims(absent);
    let mut fitting = Vec::new();
    for claim in claims.iter().filter(|claim| !claim.field.is_required()) {
        let Some((member, _)) = claim.by else { continue };
        let policy = Policy::new();
        let mut trial = Collector::new(&policy);
        let mut again = reader.again_at(member.value.span.start);
        let value = again.value()?;
        if is_opened(claim.field, &value) {
            read(&mut again, claim.index, value.span, false, &mut trial)?;
            if !report_recovered_errors(&mut again, &mut trial) && trial.can_be_mended() {
                fitting.push(claim.index);
            }
        }
    }
    unknown_members.report(opening, &claims, reader, sink, &|claim| fitting.contains(&claim.index));
    for claim in claims.iter().filter(|claim| claim.is_judged()) {
        let Some((member, _)) = claim.by else { continue };
        // It was passed over when it came, since its right name might have come later.
        let mut again = reader.again_at(member.value.span.start);
        let value = again.value()?;
        if is_opened(claim.field, &value) {
            read(&mut again, claim.index, value.span, false, sink)?;
        } else {
            again.skip(&value)?;
            if value.kind == Kind::Null {
                null_part(claim.field, value.span, None, sink);
            } else {
                not_opened(claim.field, &value, sink);
            }
        }
        report_recovered_errors(&mut again, sink);
    }
    Ok(())
}

/// Whether a value is the object or the list that a field holds.
fn is_opened(field: &Field, value: &Value<'_>) -> bool {
    value.kind != Kind::Null && slot(field, value).mistyped.is_none()
}

/// A part that is neither the object nor the list that it should be.
fn not_opened(field: &'static Field, value: &Value<'_>, sink: &mut Collector<'_>) {
    let fault = Fault::new(&WRONG_TYPE, value.span).param("field", field.name);
    sink.push(fault.param("expected", field.json_type().name()).param("found", type_name(&value.kind)));
}

/// A null in the place of an object or a list; `removal` is what to cut so that it is gone.
fn null_part(field: &'static Field, span: Span, removal: Option<Span>, sink: &mut Collector<'_>) {
    if !field.is_required() && sink.policy().takes_null_for_absent() {
        return;
    }
    let (otherwise, removal) = if field.is_required() { ("", None) } else { (OR_LEAVE_OUT, removal) };
    let fault = Fault::new(&NULL_VALUE, span).param("field", field.name).param("expected", field.json_type().name());
    sink.push(fault.param("otherwise", otherwise).fix(removal.map(|span| Fix::safe(span, String::new()))));
}

/// Reads a file that holds one record; `check` says what its values say together.
pub(crate) fn read_object<T: TypedRecord>(
    source: &[u8],
    policy: &Policy,
    fields: &'static [Field],
    what: &'static str,
    check: &mut dyn FnMut(&mut Record<'_>, &mut Collector<'_>),
) -> Reading<T> {
    let mut read = None;
    let report = check_file(&File::new(source), policy, None, &mut |source, reader, sink| {
        let value = reader.value()?;
        if value.kind != Kind::Object {
            reader.skip(&value)?;
            sink.push(not_an_object(what, &value));
            return Ok(());
        }
        let mut record = read_record(reader, source.text, value.span, fields, sink)?;
        check_values(&mut record, sink);
        check(&mut record, sink);
        if !record.faulty {
            read = T::from_texts(&|field| record.text(field));
        }
        Ok(())
    });
    let value = read.filter(|_| !report.breaks_the_contract());
    Reading::new(value, report)
}
