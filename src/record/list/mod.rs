//! Lists of records. Clean records are read on the fast path, and so are records whose faults are only counted; all others by the general reader.

mod rules;

use std::borrow::Cow;
use std::ops::Range;

use rules::{ErasedListRules, UniqueKeys};
pub(crate) use rules::{ListRules, ListSpec, RecordIds};

use super::fast::{FastReader, next_element};
use super::read::{Document, only_violated_rule};
use super::rules::TOO_MANY_RECORDS;
use super::rules::shape::EXPECTED_FIELD_MISSING;
use super::{
    Duplicate, DuplicateFinder, FaultyObject, Field, FieldKind, ListedFields, Record, TypedRecord,
    add_violated, check_values,
};
use crate::json::{JsonText, SyntaxError, ValueKind};
use crate::report::{Diagnostic, Rule};
use crate::source::Span;

/// The reader of a list. It does not depend on the type of the list's rules.
struct ListReader<'s> {
    spec: &'static ListSpec,
    fast: FastReader<'s>,
    keys: UniqueKeys<'s>,
    /// The record that the general reader read last. The next record reuses its memory.
    record: Record<'s>,
    /// The rules that the last object violates. The next object reuses the memory.
    violated: Vec<&'static Rule>,
    /// The last unknown name that is nearly the name of no field.
    unlike_fields: Option<JsonText<'s>>,
}

/// An item of a list.
pub(crate) enum ListItem<'f, 's> {
    /// A record without findings, from the fast path.
    Clean(&'f FastReader<'s>),
    /// A record from the general reader, after its checks.
    Checked(&'f Record<'s>),
    /// An item that is not a record, or that must not be used.
    NotARecord,
}

impl ListItem<'_, '_> {
    /// Builds the typed record, unless it has an error.
    pub(crate) fn build<T: TypedRecord>(&self) -> Option<T> {
        match self {
            Self::Clean(object) => T::from_texts(&|field| object.raw(field)),
            Self::Checked(record) if !record.faulty => T::from_texts(&|field| record.text(field)),
            Self::Checked(_) | Self::NotARecord => None,
        }
    }

    /// Returns the text of a field in which no error was found, and its span.
    pub(crate) fn text(&self, field: usize) -> Option<(Cow<'_, str>, Span)> {
        match self {
            Self::Clean(object) => Some((object.source_text(field)?, object.span_of(field))),
            Self::Checked(record) => Some((record.text(field)?.into(), record.span_of(field))),
            Self::NotARecord => None,
        }
    }
}

/// A function that is called with the index of each item of a list, the item, and its span in the text.
pub(crate) type ItemVisitor<'f, 's> = dyn FnMut(usize, &ListItem<'_, 's>, Span) + 'f;

/// The results of reading a list.
pub(crate) struct ListSummary<'s, R> {
    /// The number of items.
    pub(crate) count: usize,
    /// The records that have the id of an earlier record.
    pub(crate) duplicates: Vec<Duplicate>,
    /// The rules, with the facts that they collected.
    pub(crate) rules: R,
    /// The ids of the records. Later findings name their records by these.
    pub(crate) ids: DuplicateFinder<'s>,
}

/// Reads the list that was just opened, and calls `visit` for each item.
pub(crate) fn read_list<'s, R: ListRules<'s>>(
    spec: &'static ListSpec,
    document: &mut Document<'s, '_, '_>,
    list: &OpenedList,
    visit: Option<&mut ItemVisitor<'_, 's>>,
) -> Result<ListSummary<'s, R>, SyntaxError> {
    let mut rules = R::default();
    let (count, duplicates, ids) = read_and_check(spec, &mut rules, document, list, visit)?;
    Ok(ListSummary {
        count,
        duplicates,
        rules,
        ids,
    })
}

/// Reads a list, and returns the number of items, the duplicates, and the ids. Not generic, so it is compiled once.
fn read_and_check<'s>(
    spec: &'static ListSpec,
    rules: &mut dyn ErasedListRules<'s>,
    document: &mut Document<'s, '_, '_>,
    list: &OpenedList,
    visit: Option<&mut ItemVisitor<'_, 's>>,
) -> Result<(usize, Vec<Duplicate>, DuplicateFinder<'s>), SyntaxError> {
    let mut reader = ListReader {
        spec,
        fast: FastReader::new(&spec.members),
        keys: UniqueKeys::new(spec),
        record: Record::new("", &[], Span::at(0)),
        violated: Vec::new(),
        unlike_fields: None,
    };
    let (count, duplicates) = reader.read(rules, document, list, visit)?;
    Ok((count, duplicates, reader.keys.ids))
}

impl<'s> ListReader<'s> {
    fn read(
        &mut self,
        rules: &mut dyn ErasedListRules<'s>,
        document: &mut Document<'s, '_, '_>,
        list: &OpenedList,
        mut visit: Option<&mut ItemVisitor<'_, 's>>,
    ) -> Result<(usize, Vec<Duplicate>), SyntaxError> {
        let (mut index, mut fast_path_stopped) = (0, false);
        let limit = document.sink.policy().limits.records;
        while document.reader.next_element()? {
            // An error between two elements belongs to neither.
            document.report_recovered_errors();
            if index >= limit {
                rules.add_non_record();
                let named_list = (list.field.name, list.opening);
                index = reject_surplus(document, named_list, index, &mut |index, span| {
                    if let Some(visit) = &mut visit {
                        visit(index, &ListItem::NotARecord, span);
                    }
                })?;
                break;
            }
            if !std::mem::take(&mut fast_path_stopped) {
                let first = index;
                index =
                    self.read_clean_records(rules, document, index..limit, visit.as_deref_mut());
                // After clean records, the next element is not clean, or the list ends.
                fast_path_stopped = index > first;
                if fast_path_stopped {
                    continue;
                }
            }
            if visit.is_none() && self.count_violations(rules, document, index) {
                index += 1;
                continue;
            }
            let checkpoint = document.sink.checkpoint();
            let (is_record, span) = self.read_item(document, list)?;
            let sink = &mut *document.sink;
            if is_record {
                check_values(&mut self.record, sink);
                self.record.report_missing_expected(sink);
                // After the rules of single values, as keys with an error are not compared.
                self.keys.add(&self.record, index);
                rules.check(&mut self.record, index, sink);
            } else {
                rules.add_non_record();
            }
            let id = if is_record {
                self.record.text(self.spec.id)
            } else {
                None
            };
            sink.set_item(checkpoint, index, id);
            if let Some(visit) = &mut visit {
                // The span of a record is that of its opening bracket until here.
                let span = Span::new(span.start, document.reader.position().max(span.end));
                let item = if is_record {
                    ListItem::Checked(&self.record)
                } else {
                    ListItem::NotARecord
                };
                visit(index, &item, span);
            }
            index += 1;
        }
        document.report_recovered_errors();
        let duplicates = self
            .keys
            .report_duplicates(document.text, list.field.name, document.sink);
        if index == 0
            && let FieldKind::List { items, non_empty } = list.field.kind
            && non_empty
        {
            let diagnostic =
                Diagnostic::new(self.spec.empty_rule, list.opening).param("field", list.field.name);
            document.sink.push(diagnostic.param("item", items.name));
        }
        let ids = self.keys.record_ids(document.text, list.field.name);
        rules.finish(&ids, document.sink);
        Ok((index, duplicates))
    }

    /// Counts the violations of an object that is not clean. Returns false, and changes nothing, if the object is left to the general reader: because a
    /// violation must be reported, because the fast reader did not read all of it, or because it violates nothing that can be seen here.
    fn count_violations(
        &mut self,
        rules: &mut dyn ErasedListRules<'s>,
        document: &mut Document<'s, '_, '_>,
        index: usize,
    ) -> bool {
        let Self {
            fast,
            violated,
            unlike_fields,
            keys,
            ..
        } = self;
        let object = fast.object_span;
        let was_read = !object.is_empty() && object.start == document.reader.position();
        if !was_read || !fast.has_required() || !document.sink.has_full_rule() {
            return false;
        }
        violated.clear();
        match fast.unchecked_unknown_members() {
            [] => {}
            [member] if !document.is_export && document.brand.is_none() => {
                match only_violated_rule(member, fast.fields, unlike_fields) {
                    Some(rule) => violated.push(rule),
                    None => return false,
                }
            }
            _ => return false,
        }
        let mut faulty = FaultyObject::new(fast);
        for (field_index, field, text) in fast.unchecked_fields() {
            if add_violated(field, text, violated) {
                faulty.set_faulty(field_index);
            }
        }
        for _ in 0..fast.missing_expected() {
            violated.push(&EXPECTED_FIELD_MISSING);
        }
        // Keys are compared before the rules over several fields find more errors.
        let compared = faulty;
        rules.add_violated(&mut faulty, violated);
        let sink = &mut *document.sink;
        let are_only_counted = violated.iter().all(|rule| sink.is_full(rule));
        if violated.is_empty() || !are_only_counted {
            return false;
        }
        let checkpoint = sink.checkpoint();
        for rule in violated {
            let _ = sink.count(rule, 1);
        }
        sink.set_item(checkpoint, index, None);
        keys.add(&compared, index);
        rules.add_faulty(&faulty, index);
        document.reader.set_position(object.end);
        true
    }

    /// Reads an element that the fast path left to the general reader. Returns whether it is a record, and its span. If the fast reader read the
    /// object to its end, its values are reused.
    fn read_item(
        &mut self,
        document: &mut Document<'s, '_, '_>,
        list: &OpenedList,
    ) -> Result<(bool, Span), SyntaxError> {
        #[cfg(test)]
        super::FALLBACKS.set(super::FALLBACKS.get() + 1);
        let record = &mut self.record;
        if let Some(end) = self.fast.take_record_at(document.reader.position(), record) {
            document.reader.set_position(end);
            if !self.fast.has_required() || self.fast.has_unknown_members() {
                let unknown_members = self.fast.unknown_members(document.sink);
                document.report_absent_and_unknown(record, self.fast.present, &unknown_members);
            }
            return Ok((true, record.span));
        }
        let value = document.reader.read_value()?;
        let is_record = value.kind == ValueKind::Object;
        if is_record {
            *record = document.read_record(value.span, self.spec.members.fields)?;
        } else {
            let name = match list.field.kind {
                FieldKind::List { items, .. } => items.name,
                _ => list.field.name,
            };
            document.reject_value(name, &value)?;
            document.report_recovered_errors();
        }
        Ok((is_record, value.span))
    }

    /// Reads the next elements, as long as they are clean records within the range, and returns the index after them.
    fn read_clean_records(
        &mut self,
        rules: &mut dyn ErasedListRules<'s>,
        Document { text, reader, .. }: &mut Document<'s, '_, '_>,
        range: Range<usize>,
        mut visit: Option<&mut ItemVisitor<'_, 's>>,
    ) -> usize {
        let mut next = reader.can_open().then_some(reader.position());
        let mut index = range.start;
        // A visitor needs decoded texts.
        self.fast.rejects_escapes = visit.is_some();
        while let Some(start) = next
            && index < range.end
        {
            let Some(end) = self.fast.read(text, start) else {
                break;
            };
            if !self.fast.is_clean() || !rules.passes(&self.fast, index) {
                break;
            }
            if let Some(visit) = &mut visit {
                visit(index, &ListItem::Clean(&self.fast), Span::new(start, end));
            }
            self.keys.add(&self.fast, index);
            index += 1;
            reader.set_position(end);
            next = next_element(text, end);
        }
        index
    }
}

/// Reads the remaining elements of a list that has more records than the caller allows. Checks only their syntax, visits each with its index and its
/// span, and returns the number of all elements.
pub(crate) fn reject_surplus(
    document: &mut Document<'_, '_, '_>,
    (name, opening): (&'static str, Span),
    limit: usize,
    visit: &mut dyn FnMut(usize, Span),
) -> Result<usize, SyntaxError> {
    let mut index = limit;
    let mut first = None;
    loop {
        let value = document.reader.read_value()?;
        document.reader.skip(&value)?;
        first.get_or_insert(value.span);
        let span = Span::new(value.span.start, document.reader.position());
        visit(index, span);
        index += 1;
        if !document.reader.next_element()? {
            break;
        }
    }
    let checkpoint = document.sink.checkpoint();
    document.report_recovered_errors();
    let diagnostic = Diagnostic::new(&TOO_MANY_RECORDS, first.unwrap_or(opening))
        .param("found", index)
        .param("what", format!("items in `{name}`"))
        .param("limit", limit);
    document.sink.push(diagnostic);
    document.sink.set_item(checkpoint, limit, None);
    Ok(index)
}

/// A list whose opening bracket was read.
#[derive(Clone, Copy)]
pub(crate) struct OpenedList {
    pub(crate) field: &'static Field,
    /// The span of the bracket.
    pub(crate) opening: Span,
}
