use std::borrow::Cow;

use super::document::{Document, check_file, json_type, report_each};
use super::unknown_members::{Claim, UnknownMembers};
use crate::json::{Kind, RecoveredErrors, SyntaxError, Value};
use crate::record::rules::{NULL_VALUE, WRONG_TYPE, json as rules};
use crate::record::{Field, MAX_FIELDS, OR_LEAVE_OUT, Record, Slot, State, TypedRecord, check_values, fits};
use crate::report::{Collector, Diagnostic, Fix, Policy, Reading, Rule};
use crate::source::{SourceFile, Span};

/// Reads the part of an object that stands for the field at a place and was just opened by the bracket in the span, and is told
/// whether it is the one that counts.
pub(crate) type ReadPart<'f, 's> =
    dyn FnMut(&mut Document<'s, '_, '_>, usize, Span, bool) -> Result<(), SyntaxError> + 'f;

impl<'s> Document<'s, '_, '_> {
    /// Reads the object that was just opened through its table of fields.
    ///
    /// What is said here is about the shape: types, null, absent and unknown fields, keys that stand twice.
    pub(crate) fn record(&mut self, opening: Span, fields: &'static [Field]) -> Result<Record<'s>, SyntaxError> {
        let mut record = Record::new(self.text, fields, opening);
        let takes_null_for_absent = self.sink.policy().null_is_absent;
        let mut unknown_members = UnknownMembers::default();
        // A bit for each field.
        let mut named = 0_u64;
        let mut expected = 0;
        let mut end_before = opening.end;
        while let Some(key) = self.reader.member()? {
            let value = self.reader.value()?;
            // Keys mostly come in one order, so the field after the last one is compared first.
            let (name, mut places) = (key.text.decode(), (expected..fields.len()).chain(0..expected));
            let found = places.find(|index| fields.get(*index).is_some_and(|field| name == field.name));
            let is_repeated = found.is_some_and(|index| named & (1 << index) != 0);
            if is_repeated {
                self.sink.push(Diagnostic::new(&rules::DUPLICATE_KEY, key.span));
            }
            let end = self.reader.skip(&value)?;
            match found {
                Some(index) if is_repeated => record.doubt(index),
                Some(index) => {
                    named |= 1 << index;
                    expected = index + 1;
                    let removal = removal(self.text, opening, end_before, Span::new(key.span.start, end));
                    put(&mut record, index, &value, removal, takes_null_for_absent);
                }
                None => unknown_members.add((key, value), RecoveredErrors::default(), self.sink),
            }
            end_before = end;
        }
        self.complete(&mut record, named, &unknown_members);
        record.faulty |= self.report_recovered_errors();
        Ok(record)
    }

    /// Reports the fields that a record lacks, of which the bits in `named` are not set, and its unknown members.
    pub(crate) fn complete(&mut self, record: &mut Record<'s>, named: u64, unknown_members: &UnknownMembers<'s>) {
        let takes_null_for_absent = self.sink.policy().null_is_absent;
        let absent = record.fields.iter().enumerate().filter(|(index, _)| named & (1 << index) == 0);
        let claims = unknown_members.claims(absent);
        unknown_members.report(self, record.span, &claims, &|claim| {
            claimed(claim).is_some_and(|slot| fits(record, claim.index, slot))
        });
        for claim in &claims {
            record.faulty |= claim.field.is_required();
            match claim.by {
                Some((member, _)) if claim.is_judged() => {
                    put(record, claim.index, &member.value, Span::at(0), takes_null_for_absent);
                }
                _ => record.turn(claim.index, State::Faulty),
            }
        }
    }

    /// Reads the object that was just opened and whose fields hold other objects and lists. `read` is given the place of the
    /// field in the table, the bracket of its value when that was opened, and whether it is the one that counts. One under a
    /// required name in the wrong case is judged too, and doesn't count.
    ///
    /// Where the object has the fields of `item` instead, `bare_item` is said of it.
    pub(crate) fn read_parts(
        &mut self,
        opening: Span,
        fields: &'static [Field],
        bare_item: Option<(&'static [Field], &'static Rule)>,
        read: &mut ReadPart<'_, 's>,
    ) -> Result<(), SyntaxError> {
        let mut unknown_members = UnknownMembers::default();
        let mut times_named = [0_usize; MAX_FIELDS];
        // Whether a null may be taken away is known when it is sure that the field stands there once.
        let mut nulls = Vec::new();
        let mut end_before = opening.end;
        while let Some(key) = self.reader.member()? {
            let value = self.reader.value()?;
            let name = key.text.decode();
            let known = fields.iter().zip(&mut times_named).enumerate().find(|(_, (field, _))| name == field.name);
            if let Some((index, (field, times_named))) = known {
                *times_named += 1;
                if *times_named > 1 {
                    self.sink.push(Diagnostic::new(&rules::DUPLICATE_KEY, key.span));
                }
                if is_opened(field, &value) {
                    read(self, index, value.span, *times_named == 1)?;
                } else {
                    let end = self.reader.skip(&value)?;
                    let removal = removal(self.text, opening, end_before, Span::new(key.span.start, end));
                    if value.kind == Kind::Null {
                        nulls.push((index, value, removal));
                    } else {
                        refuse_part(field, &value, None, self.sink);
                    }
                    self.report_recovered_errors();
                }
            } else {
                self.reader.skip(&value)?;
                unknown_members.add((key, value), self.reader.take_recovered_errors(), self.sink);
            }
            end_before = self.reader.position();
        }
        let times_named = || fields.iter().enumerate().zip(times_named);
        if unknown_members.all.is_empty()
            && nulls.is_empty()
            && !times_named().any(|((_, field), times)| times == 0 && field.is_required())
        {
            return Ok(());
        }
        for (index, value, removal) in nulls {
            if let Some(((_, field), times)) = times_named().nth(index) {
                refuse_part(field, &value, Some(removal).filter(|_| times == 1), self.sink);
            }
        }
        if let Some((item, rule)) = bare_item
            && times_named().all(|(_, times)| times == 0)
            && unknown_members
                .all
                .iter()
                .filter(|member| item.iter().any(|field| member.key.text.is(field.name)))
                .count()
                > 1
        {
            self.sink.push(Diagnostic::new(rule, opening));
            for member in &unknown_members.all {
                report_each(&member.recovered, self.sink);
            }
            return Ok(());
        }
        let claims = unknown_members.claims(times_named().filter(|(_, times)| *times == 0).map(|(field, _)| field));
        let mut fitting = Vec::new();
        for claim in claims.iter().filter(|claim| !claim.field.is_required()) {
            let Some((member, _)) = claim.by else { continue };
            let policy = Policy::new();
            let mut trial = Collector::new(&policy);
            let mut again = self.aside(member.value.span.start, &mut trial);
            let value = again.reader.value()?;
            if is_opened(claim.field, &value) {
                read(&mut again, claim.index, value.span, false)?;
                if !again.report_recovered_errors() && trial.errors_have_safe_fixes() {
                    fitting.push(claim.index);
                }
            }
        }
        unknown_members.report(self, opening, &claims, &|claim| fitting.contains(&claim.index));
        for claim in claims.iter().filter(|claim| claim.is_judged()) {
            let Some((member, _)) = claim.by else { continue };
            // It was passed over when it came, since its right name might have come later.
            let reader = self.reader.again_at(member.value.span.start);
            let mut again = Document { text: self.text, mark: self.mark, reader, sink: &mut *self.sink };
            let value = again.reader.value()?;
            if is_opened(claim.field, &value) {
                read(&mut again, claim.index, value.span, false)?;
            } else {
                again.reader.skip(&value)?;
                refuse_part(claim.field, &value, None, again.sink);
            }
            again.report_recovered_errors();
        }
        Ok(())
    }
}

/// The value that stands for a field. One that is null stands for nothing.
fn claimed<'s>(claim: &Claim<'_, 's>) -> Option<Slot<'s>> {
    let (member, _) = claim.by?;
    (member.value.kind != Kind::Null).then(|| slot(claim.field, &member.value))
}

/// What to cut so that a member is gone and the commas are right; it follows `end_before`, where the member before it or the
/// opening bracket ends.
pub(crate) fn removal(text: &str, opening: Span, end_before: usize, member: Span) -> Span {
    if end_before != opening.end {
        return Span::new(end_before, member.end);
    }
    let after = text.get(member.end..).unwrap_or_default();
    let comma = after.trim_start().strip_prefix(',').map_or(0, |rest| after.len() - rest.len());
    Span::new(member.start, member.end + comma)
}

/// The value of a field as it stands in JSON.
fn slot<'s>(field: &Field, value: &Value<'s>) -> Slot<'s> {
    let text = match value.kind {
        Kind::Text(text) => text.decode(),
        Kind::Number(digits) => Cow::Borrowed(digits),
        Kind::Boolean(truth) => Cow::Borrowed(if truth { "true" } else { "false" }),
        Kind::Object | Kind::Array | Kind::Null => Cow::Borrowed(""),
    };
    let mut slot = Slot::present(text, value.span);
    slot.mistyped = Some(json_type(value.kind)).filter(|found| *found != field.json_type());
    slot
}

fn put<'s>(record: &mut Record<'s>, index: usize, value: &Value<'s>, removal: Span, takes_null_for_absent: bool) {
    let Some(field) = record.fields.get(index) else { return };
    let mut slot = slot(field, value);
    slot.removal = (!field.is_required()).then_some(removal);
    if value.kind != Kind::Null || field.is_required() || !takes_null_for_absent {
        record.put(index, slot);
    }
}

/// Whether a value is the object or the list that a field holds.
fn is_opened(field: &Field, value: &Value<'_>) -> bool {
    json_type(value.kind) == field.json_type()
}

/// Reports a part that is null, or neither the object nor the list that it should be; `removal` is what to cut so that a null is gone.
fn refuse_part(field: &'static Field, value: &Value<'_>, removal: Option<Span>, sink: &mut Collector<'_>) {
    let fault =
        |rule| Diagnostic::new(rule, value.span).param("field", field.name).param("expected", field.json_type().name());
    if value.kind != Kind::Null {
        sink.push(fault(&WRONG_TYPE).param("found", json_type(value.kind).name()));
    } else if field.is_required() {
        sink.push(fault(&NULL_VALUE).param("otherwise", ""));
    } else if !sink.policy().null_is_absent {
        let fix = removal.map(|span| Fix::safe(span, String::new()));
        sink.push(fault(&NULL_VALUE).param("otherwise", OR_LEAVE_OUT).fix(fix));
    }
}

/// Reads a file that holds one record; `check` says what its values say together.
pub(crate) fn read_object<T: TypedRecord>(
    source: &[u8],
    policy: &Policy,
    what: &'static str,
    check: &mut dyn FnMut(&mut Record<'_>, &mut Collector<'_>),
) -> Reading<T> {
    let mut read = None;
    let report = check_file(&SourceFile::new(source), policy, None, &mut |document| {
        let value = document.reader.value()?;
        if value.kind != Kind::Object {
            return document.refuse_value(what, &value);
        }
        let mut record = document.record(value.span, T::FIELDS)?;
        check_values(&mut record, document.sink);
        check(&mut record, document.sink);
        if !record.faulty {
            read = T::from_texts(&|field| record.text(field));
        }
        Ok(())
    });
    let value = read.filter(|_| !report.has_contract_errors());
    Reading::new(value, report)
}
