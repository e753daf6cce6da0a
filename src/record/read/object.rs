use serde::de::{Deserialize, Deserializer, Error};
use serde_json::value::RawValue;

use super::brand::Brand;
use super::document::{Document, check_file, json_type, report_recovered};
use super::unknown_members::{AbsentField, UnknownMember, UnknownMembers};
use super::wrong_payload::find_wrong_payload;
use crate::json::{MemberKey, RecoveredErrors, SyntaxError, Value, ValueKind};
use crate::record::rules::{NULL_VALUE, WRONG_TYPE, json as rules};
use crate::record::slots::first_removal;
use crate::record::{
    Field, MAX_FIELDS, OMIT_HINT, Record, TypedRecord, check_values, is_valid_or_safely_fixable,
};
use crate::report::{Collector, Diagnostic, Finding, Fix, Policy, Reading, Report, Rule, Severity};
use crate::source::{SourceFile, Span};

/// A function that reads the record or list of a field. Its arguments are the index of the field, the span of the opening bracket, which was just
/// read, and whether the value counts.
pub(crate) type ReadNested<'f, 's> =
    dyn FnMut(&mut Document<'s, '_, '_>, usize, Span, bool) -> Result<(), SyntaxError> + 'f;

impl<'s> Document<'s, '_, '_> {
    /// Reads the object that was just opened into a record of these fields.
    pub(crate) fn read_record(
        &mut self,
        opening: Span,
        fields: &'static [Field],
    ) -> Result<Record<'s>, SyntaxError> {
        let mut record = Record::new(self.text, fields, opening);
        self.read_members(&mut record, &mut |document, _, opening, _| {
            document.reader.skip_from(opening.start).map(drop)
        })?;
        Ok(record)
    }

    /// Reads the object that was just opened into an empty record, and calls `read` for each record and list in the object.
    ///
    /// Reports only faults of its shape: absent and unknown fields, and duplicate keys.
    pub(crate) fn read_members(
        &mut self,
        record: &mut Record<'s>,
        read: &mut ReadNested<'_, 's>,
    ) -> Result<(), SyntaxError> {
        let null_is_absent = self.sink.policy().null_is_absent;
        let mut unknown_members = UnknownMembers::default();
        let mut expected = 0;
        let mut previous_end = record.span.start;
        while let Some(key) = self.reader.next_member()? {
            let value = self.reader.read_value()?;
            let found = find_field(&key, record.fields, self.brand.as_ref(), expected);
            let is_repeated = found.is_some_and(|(index, _)| record.is_named(index));
            if is_repeated {
                self.sink
                    .push(Diagnostic::new(&rules::DUPLICATE_KEY, key.span));
            }
            let end = match found {
                Some((index, field)) if field.is_nested() && is_nested_value(field, &value) => {
                    read(self, index, value.span, !is_repeated)?;
                    self.reader.position()
                }
                _ => self.reader.skip(&value)?,
            };
            match found {
                Some((index, _)) if is_repeated => record.mark_repeated(index),
                Some((index, field)) => {
                    expected = index + 1;
                    let may_be_null =
                        !field.is_required() && (null_is_absent || field.is_nullable());
                    if value.kind == ValueKind::Null && may_be_null {
                        record.states.nulls |= 1 << index;
                    } else {
                        record.set_value(index, &value, previous_end, end);
                    }
                }
                None => unknown_members.add((key, value), RecoveredErrors::default(), self.sink),
            }
            previous_end = end;
        }
        self.report_shape(record, &unknown_members);
        record.faulty |= self.report_recovered_errors();
        Ok(())
    }

    /// Reports the absent fields of a record and its unknown members.
    pub(crate) fn report_shape(
        &mut self,
        record: &mut Record<'s>,
        unknown_members: &UnknownMembers<'s>,
    ) {
        let fields = record.fields;
        let named = record.states.present | record.states.nulls;
        let absent = fields
            .iter()
            .enumerate()
            .filter(|(index, _)| named & (1 << index) == 0);
        let absent_fields = unknown_members.match_absent_fields(self.brand.as_ref(), absent);
        unknown_members.report(self, record.span, &absent_fields, &|absent| {
            let misnamed = absent.misnamed.map(|(member, _)| &member.value);
            misnamed.is_some_and(|value| is_valid_or_safely_fixable(record, absent.index, value))
        });
        for absent in &absent_fields {
            if !absent.field.is_required() {
                record.mark_faulty(absent.index);
                continue;
            }
            record.faulty = true;
            match absent.misnamed {
                Some((UnknownMember { value, .. }, _)) if absent.is_value_checked() => {
                    record.set_value(absent.index, value, 0, value.span.end);
                }
                _ => record.mark_faulty(absent.index),
            }
        }
    }

    /// Reads the object that was just opened, whose fields hold records and lists, and calls `read` for each of these. A value under a required name in
    /// the wrong case is checked too, but does not count.
    ///
    /// If the object is another payload, or a payload is inside one of its members, reports only that. If it is a single item instead, with
    /// fields of the item, reports the rule of `bare_item`.
    pub(crate) fn read_nested_fields(
        &mut self,
        opening: Span,
        fields: &'static [Field],
        bare_item: Option<(&'static [Field], &'static Rule)>,
        read: &mut ReadNested<'_, 's>,
    ) -> Result<(), SyntaxError> {
        let mut unknown_members = UnknownMembers::default();
        let mut times_named = [0_usize; MAX_FIELDS];
        // Nulls are reported at the end: only a null of a field that occurs once may be removed.
        let mut nulls = Vec::new();
        let mut previous_end = opening.end;
        while let Some(key) = self.reader.next_member()? {
            // An error between two members belongs to neither, nor to a record in them.
            self.report_recovered_errors();
            let value = self.reader.read_value()?;
            if let Some((index, field)) = find_field(&key, fields, None, 0)
                && let Some(times_named) = times_named.get_mut(index)
            {
                *times_named += 1;
                if *times_named > 1 {
                    self.sink
                        .push(Diagnostic::new(&rules::DUPLICATE_KEY, key.span));
                }
                if is_nested_value(field, &value) {
                    read(self, index, value.span, *times_named == 1)?;
                } else {
                    let end = self.reader.skip(&value)?;
                    let removal = if previous_end == opening.end {
                        first_removal(self.text, Span::new(key.span.start, end))
                    } else {
                        Span::new(previous_end, end)
                    };
                    if value.kind == ValueKind::Null {
                        nulls.push((index, value, removal));
                    } else {
                        report_bad_nested(field, &value, None, self.sink);
                    }
                    self.report_recovered_errors();
                }
            } else {
                self.reader.skip(&value)?;
                unknown_members.add((key, value), self.reader.take_recovered_errors(), self.sink);
            }
            previous_end = self.reader.position();
        }
        let times_named = || fields.iter().enumerate().zip(times_named);
        let lacks_required =
            times_named().any(|((_, field), times)| times == 0 && field.is_required());
        if unknown_members.all.is_empty() && nulls.is_empty() && !lacks_required {
            return Ok(());
        }
        for (index, value, removal) in nulls {
            if let Some(((_, field), times)) = times_named().nth(index) {
                let removal = (times == 1).then_some(removal);
                report_bad_nested(field, &value, removal, self.sink);
            }
        }
        let absent = times_named()
            .filter(|(_, times)| *times == 0)
            .map(|(field, _)| field);
        let absent_fields = unknown_members.match_absent_fields(self.brand.as_ref(), absent);
        // In an object with a list in the wrong case, the records of the list must be counted.
        let has_no_field = times_named().all(|(_, times)| times == 0);
        let is_value_checked = absent_fields.iter().any(AbsentField::is_value_checked);
        if has_no_field && !is_value_checked {
            let mut fault = find_wrong_payload(self, opening, fields);
            if fault.is_none()
                && let Some((item, rule)) = bare_item
            {
                fault = unknown_members.find_record(opening, item, rule);
            }
            if let Some(fault) = fault {
                self.sink.push(fault);
                for member in &unknown_members.all {
                    report_recovered(&member.recovered, self.sink);
                }
                return Ok(());
            }
        }
        self.report_misnamed_nested(opening, &absent_fields, &unknown_members, read)
    }

    /// Reports the absent fields and the unknown names of an object whose fields hold records and lists, and checks the values under names in the
    /// wrong case.
    fn report_misnamed_nested(
        &mut self,
        opening: Span,
        absent_fields: &[AbsentField<'_, 's>],
        unknown_members: &UnknownMembers<'s>,
        read: &mut ReadNested<'_, 's>,
    ) -> Result<(), SyntaxError> {
        // The optional fields whose misnamed value would be valid.
        let mut valid_if_renamed = Vec::new();
        for absent in absent_fields {
            if absent.field.is_required() {
                continue;
            }
            let Some((member, _)) = absent.misnamed else {
                continue;
            };
            let policy = Policy::new();
            let mut scratch = Collector::new(&policy);
            let mut again = self.fork_at(member.value.span.start, &mut scratch);
            let value = again.reader.read_value()?;
            if is_nested_value(absent.field, &value) {
                read(&mut again, absent.index, value.span, false)?;
                if !again.report_recovered_errors() && scratch.errors_have_safe_fixes() {
                    valid_if_renamed.push(absent.index);
                }
            }
        }
        unknown_members.report(self, opening, absent_fields, &|absent| {
            valid_if_renamed.contains(&absent.index)
        });
        for absent in absent_fields {
            if !absent.is_value_checked() {
                continue;
            }
            let Some((member, _)) = absent.misnamed else {
                continue;
            };
            // The member was skipped at first, since a member with the right name might have followed.
            let reader = self.reader.nested_reader(member.value.span.start);
            let mut again = Document {
                text: self.text,
                byte_order_mark_len: self.byte_order_mark_len,
                reader,
                brand: None,
                is_export: self.is_export,
                absent_fields: self.absent_fields,
                sink: &mut *self.sink,
            };
            let value = again.reader.read_value()?;
            if is_nested_value(absent.field, &value) {
                read(&mut again, absent.index, value.span, false)?;
            } else {
                again.reader.skip(&value)?;
                report_bad_nested(absent.field, &value, None, again.sink);
            }
            again.report_recovered_errors();
        }
        Ok(())
    }
}

/// Returns the field that a key names, and its index. Keys usually have the order of the table, so the search begins at `expected`.
pub(crate) fn find_field(
    key: &MemberKey<'_>,
    fields: &'static [Field],
    brand: Option<&Brand>,
    expected: usize,
) -> Option<(usize, &'static Field)> {
    let name = match brand {
        Some(brand) => brand.contract_name(key.text.decode()),
        None => key.text.decode(),
    };
    let (before, after) = fields.split_at_checked(expected)?;
    let is_named = |field: &Field| name == field.name;
    let index = match after.iter().position(is_named) {
        Some(index) => expected + index,
        None => before.iter().position(is_named)?,
    };
    Some((index, fields.get(index)?))
}

/// Returns whether a value is an object or a list as the field requires. Its opening bracket was just read then.
fn is_nested_value(field: &Field, value: &Value<'_>) -> bool {
    json_type(value.kind) == field.json_type()
}

/// Reports a value that is null, or that is not an object or a list as the field requires. `removal` is the span to delete in order to remove a null.
fn report_bad_nested(
    field: &'static Field,
    value: &Value<'_>,
    removal: Option<Span>,
    sink: &mut Collector<'_>,
) {
    let diagnostic = |rule| {
        Diagnostic::new(rule, value.span)
            .param("field", field.name)
            .param("expected", field.json_type().name())
    };
    if value.kind != ValueKind::Null {
        sink.push(diagnostic(&WRONG_TYPE).param("found", json_type(value.kind).name()));
    } else if field.is_required() {
        sink.push(diagnostic(&NULL_VALUE).param("otherwise", ""));
    } else if !sink.policy().null_is_absent {
        let fix = removal.map(|span| Fix::safe(span, String::new()));
        let diagnostic = diagnostic(&NULL_VALUE).param("otherwise", OMIT_HINT);
        sink.push(diagnostic.fix(fix));
    }
}

/// Reads a file with a single record. `check` checks the rules over several fields.
pub(crate) fn read_object<T: TypedRecord>(
    source: &[u8],
    policy: &Policy,
    name: &'static str,
    check: &mut dyn FnMut(&mut Record<'_>, &mut Collector<'_>),
) -> Reading<T> {
    let mut read = None;
    let mut brand = None;
    let report = check_file(&SourceFile::new(source), policy, None, &mut |document| {
        let value = document.reader.read_value()?;
        if value.kind != ValueKind::Object {
            return document.reject_value(name, &value);
        }
        let given = policy.brand_name().and_then(Brand::parse);
        let learn = || Brand::learn(document.reader.nested_reader(value.span.start), T::FIELDS);
        document.brand = given.or_else(learn);
        let mut record = document.read_record(value.span, T::FIELDS)?;
        check_values(&mut record, document.sink);
        check(&mut record, document.sink);
        brand = document.brand.take();
        read = record.build();
        Ok(())
    });
    let value = if report.has_contract_errors() {
        None
    } else {
        read
    };
    Reading {
        brand: brand.map(Brand::into_string),
        ..Reading::new(value, report)
    }
}

/// Reads one record from its JSON text, so that numbers keep their digits and every rule is checked.
pub(crate) fn deserialize_record<'de, T, D>(
    deserializer: D,
    check: &mut dyn FnMut(&mut Record<'_>, &mut Collector<'_>),
) -> Result<T, D::Error>
where
    T: TypedRecord,
    D: Deserializer<'de>,
{
    let json = Box::<RawValue>::deserialize(deserializer)?;
    let reading = read_object(json.get().as_bytes(), &Policy::new(), "record", check);
    reading.value.ok_or_else(|| serde_error(&reading.report))
}

/// The maximum number of errors in the message for serde.
const MAX_ERRORS: usize = 3;

/// Returns the serde error for a record that breaks the contract.
pub(crate) fn serde_error<E: Error>(report: &Report) -> E {
    let is_error = |finding: &&Finding| finding.rule.severity == Severity::Error;
    let mut messages = Vec::new();
    for error in report.findings.iter().filter(is_error).take(MAX_ERRORS) {
        messages.push(format!("{}: {}", error.rule.id, error.message()));
    }
    if report.errors > messages.len() {
        let rest = report.errors - messages.len();
        messages.push(format!("and {rest} further errors"));
    }
    E::custom(messages.join("; "))
}
