//! Lists of records. Clean records are read on the fast path, and so are records whose faults are only counted; all others by the general reader.

mod rules;

use std::ops::Range;

use rules::{ErasedListRules, UniqueKeys};
pub(crate) use rules::{ListRules, ListSpec, RecordIds};

use super::object::{ObjectReader, next_element};
use super::read::Document;
use super::rules::TOO_MANY_RECORDS;
use super::{Duplicate, DuplicateFinder, Field, FieldKind, Record, check_values};
use crate::json::{SyntaxError, ValueKind};
use crate::report::Diagnostic;
use crate::source::Span;

/// The reader of a list. It does not depend on the type of the list's rules.
struct ListReader<'s> {
    spec: &'static ListSpec,
    object: ObjectReader<'s>,
    keys: UniqueKeys<'s>,
}

/// A function that is called with the index of each item of a list, the checked record, and its span in the text. An item that is not a record, or that
/// must not be used, has no record.
pub(crate) type ItemVisitor<'f, 's> = dyn FnMut(usize, Option<&Record<'s>>, Span) + 'f;

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
        object: ObjectReader::new(&spec.members),
        keys: UniqueKeys::new(spec),
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
                        visit(index, None, span);
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
            let checkpoint = document.sink.checkpoint();
            let (is_record, span) = self.read_item(document, list)?;
            let sink = &mut *document.sink;
            if is_record {
                check_values(&mut self.object.record, sink);
                if self.object.lacks_expected() {
                    self.object.record.report_missing_expected(sink);
                }
                let record = &mut self.object.record;
                // After the rules of single values, as keys with an error are not compared.
                self.keys.add(record, index);
                rules.check(record, index, sink);
            } else {
                rules.add_non_record();
            }
            let record = is_record.then_some(&self.object.record);
            let id = record.and_then(|record| record.text(self.spec.id));
            sink.set_item(checkpoint, index, id.as_deref());
            if let Some(visit) = &mut visit {
                // The span of a record is that of its opening bracket until here.
                let span = Span::new(span.start, document.reader.position().max(span.end));
                visit(index, record, span);
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

    /// Reads an element that is not clean. Returns whether it is a record, and its span.
    fn read_item(
        &mut self,
        document: &mut Document<'s, '_, '_>,
        list: &OpenedList,
    ) -> Result<(bool, Span), SyntaxError> {
        #[cfg(test)]
        super::FALLBACKS.set(super::FALLBACKS.get() + 1);
        self.object.record.is_canonical = false;
        if let Some(end) = self.object.end_of(document.reader.position()) {
            document.reader.set_position(end);
            self.object.report_shape(document);
            return Ok((true, self.object.record.span));
        }
        let value = document.reader.read_value()?;
        let is_record = value.kind == ValueKind::Object;
        if is_record {
            self.object.record = document.read_record(value.span, self.spec.members.fields)?;
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
        while let Some(start) = next
            && index < range.end
        {
            let Some(end) = self.object.read(text, start) else {
                break;
            };
            if !self.object.is_clean() || !rules.passes(&self.object.record, index) {
                break;
            }
            if let Some(visit) = &mut visit {
                visit(index, Some(&self.object.record), Span::new(start, end));
            }
            self.keys.add(&self.object.record, index);
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
