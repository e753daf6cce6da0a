//! Lists of records: their records are read on the fast path as long as there is nothing to report, else in the general way.

#[cfg(feature = "parallel")]
mod ahead;
mod rules;

use std::borrow::Cow;
use std::ops::Range;

#[cfg(feature = "parallel")]
use ahead::Ahead;
use rules::{Keys, ListChecks, clean_run};
pub(crate) use rules::{ListKind, ListRules, Names};

use super::fast::FastReader;
#[cfg(feature = "parallel")]
use super::fast::element_behind;
use super::read::Document;
use super::rules::TOO_MANY_RECORDS;
use super::{DuplicateFinder, Field, ListedFields, Record, Repeated, TypedRecord, check_values};
use crate::json::{Kind, SyntaxError};
use crate::report::Diagnostic;
use crate::source::Span;

/// The records of a list, whatever they are held against.
struct Records<'s> {
    kind: &'static ListKind,
    fast: FastReader<'s>,
    keys: Keys<'s>,
    /// The record that was judged last, in whose place the next one is put.
    record: Record<'s>,
    #[cfg(feature = "parallel")]
    ahead: Ahead,
}

/// An item of a list.
pub(crate) enum Found<'f, 's> {
    /// A record of which there is nothing to say.
    Clean(&'f FastReader<'s>),
    /// A record that was judged.
    Judged(&'f Record<'s>),
    /// No record.
    Other,
}

impl Found<'_, '_> {
    /// The typed record, unless there is an error in it.
    pub(crate) fn build<T: TypedRecord>(&self) -> Option<T> {
        match self {
            Self::Clean(object) => T::from_texts(&|field| object.raw(field)),
            Self::Judged(record) if !record.faulty => T::from_texts(&|field| record.text(field)),
            Self::Judged(_) | Self::Other => None,
        }
    }

    /// The text of a field in which no fault was found, and its place.
    pub(crate) fn text(&self, field: usize) -> Option<(Cow<'_, str>, Span)> {
        match self {
            Self::Clean(object) => Some((object.lasting_text(field)?, object.place_of(field))),
            Self::Judged(record) => Some((record.text(field)?.into(), record.place_of(field))),
            Self::Other => None,
        }
    }
}

/// Is shown each item of a list with its index and its place in the text.
pub(crate) type Visit<'f, 's> = dyn FnMut(usize, &Found<'_, 's>, Span) + 'f;

/// A list that was read.
pub(crate) struct ListRead<'s, R> {
    /// How many items there are.
    pub(crate) count: usize,
    /// The records with the id of one before.
    pub(crate) repeated: Vec<Repeated>,
    /// The rules, with what they noted of the records.
    pub(crate) rules: R,
    /// The ids of the records, by which a later finding names its record.
    pub(crate) ids: DuplicateFinder<'s>,
}

/// Reads the list that was just opened, and shows each item to `visit`, where somebody cares, with its index and its place in the text.
pub(crate) fn read_list<'s, R: ListRules<'s> + Send + 's>(
    kind: &'static ListKind,
    document: &mut Document<'s, '_, '_>,
    part: &Part,
    visit: Option<&mut Visit<'_, 's>>,
) -> Result<ListRead<'s, R>, SyntaxError> {
    let mut rules = R::default();
    let (count, repeated, ids) = read_and_check(kind, &mut rules, document, part, visit)?;
    Ok(ListRead { count, repeated, rules, ids })
}

/// Reads a list, and returns how many items there are, the records with the id of one before, and the ids. Not generic, so it is compiled once.
fn read_and_check<'s>(
    kind: &'static ListKind,
    checks: &mut dyn ListChecks<'s>,
    document: &mut Document<'s, '_, '_>,
    part: &Part,
    visit: Option<&mut Visit<'_, 's>>,
) -> Result<(usize, Vec<Repeated>, DuplicateFinder<'s>), SyntaxError> {
    let mut records = Records {
        kind,
        fast: FastReader::new(&kind.members),
        keys: Keys::of(kind),
        record: Record::new("", &[], Span::at(0)),
        #[cfg(feature = "parallel")]
        ahead: Ahead::new(),
    };
    let (count, repeated) = records.read(checks, document, part, visit)?;
    Ok((count, repeated, records.keys.ids))
}

impl<'s> Records<'s> {
    fn read(
        &mut self,
        checks: &mut dyn ListChecks<'s>,
        document: &mut Document<'s, '_, '_>,
        part: &Part,
        mut visit: Option<&mut Visit<'_, 's>>,
    ) -> Result<(usize, Vec<Repeated>), SyntaxError> {
        let (mut index, mut is_tried) = (0, false);
        let limit = document.sink.policy().limits.records;
        while document.reader.element()? {
            if index >= limit {
                index = refuse_surplus(checks, document, part, index, visit)?;
                break;
            }
            if !std::mem::take(&mut is_tried) {
                let before = index;
                index = self.take_clean(checks, document, index..limit, visit.as_deref_mut());
                // Behind a record that passed comes one that doesn't, or none.
                is_tried = index > before;
                if is_tried {
                    continue;
                }
            }
            let mark = document.sink.checkpoint();
            let (is_record, span) = self.item(document, part)?;
            let sink = &mut *document.sink;
            if is_record {
                check_values(&mut self.record, sink);
                self.record.report_unexpected_absence(sink);
                // Keys are compared as the rules of single values left them.
                self.keys.add(&self.record, index);
                checks.check(&mut self.record, index, sink);
            } else {
                checks.note_other();
            }
            let record = is_record.then_some(&self.record);
            sink.set_item(mark, index, record.and_then(|record| record.text(self.kind.id)));
            if let Some(visit) = &mut visit {
                visit(index, &record.map_or(Found::Other, Found::Judged), span);
            }
            index += 1;
        }
        document.report_recovered_errors();
        let repeated = self.keys.report_repeated(document.text, part.field.name, document.sink);
        if let (0, super::Kind::List { items, filled: true }) = (index, part.field.kind) {
            let fault = Diagnostic::new(self.kind.empty, part.opening).param("field", part.field.name);
            document.sink.push(fault.param("item", items.name));
        }
        checks.finish(&self.keys.names(document.text, part.field.name), document.sink);
        Ok((index, repeated))
    }

    /// Reads the next element, of which there is something to report, and returns whether it is a record and where it stands. A record is put together
    /// from what the fast reader has seen of it, if that came to its end.
    fn item(&mut self, document: &mut Document<'s, '_, '_>, part: &Part) -> Result<(bool, Span), SyntaxError> {
        #[cfg(test)]
        super::HANDED_OVER.set(super::HANDED_OVER.get() + 1);
        let record = &mut self.record;
        if let Some(end) = self.fast.take_record_at(document.reader.position(), record) {
            document.reader.pass_to(end);
            if !self.fast.is_complete() {
                let unknown_members = self.fast.unknown_members(document.sink);
                document.complete(record, self.fast.seen, &unknown_members);
            }
            return Ok((true, record.span));
        }
        let value = document.reader.value()?;
        if value.kind == Kind::Object {
            *record = document.record(value.span, self.kind.members.fields)?;
        } else {
            let name = if let super::Kind::List { items, .. } = part.field.kind { items.name } else { part.field.name };
            document.refuse_value(name, &value)?;
            document.report_recovered_errors();
        }
        Ok((value.kind == Kind::Object, value.span))
    }

    /// Passes the next elements, as long as there is nothing to report of them and they are within the range, and returns the index behind them.
    fn take_clean(
        &mut self,
        checks: &mut dyn ListChecks<'s>,
        Document { text, reader, .. }: &mut Document<'s, '_, '_>,
        range: Range<usize>,
        mut visit: Option<&mut Visit<'_, 's>>,
    ) -> usize {
        let mut next = reader.can_open().then_some(reader.position());
        let mut index = range.start;
        // Who is shown a record wants its texts as they are meant.
        self.fast.refuses_escapes = visit.is_some();
        while let Some(start) = next.filter(|_| index < range.end) {
            let (keys, until) = (&mut self.keys, range.end);
            #[cfg(feature = "parallel")]
            let mut until = until;
            #[cfg(feature = "parallel")]
            // A share tells of its records where their ids are, and of no other key.
            if visit.is_none() && self.kind.unique.is_empty() {
                if let Some(share) = self.ahead.take(start, range.end - index) {
                    let of = |span: Span| text.get(span.start..span.end).unwrap_or_default();
                    for [id, scope] in &share.records {
                        if let Some(id) = id {
                            let scope = scope.map_or(0, |scope| keys.ids.scope(of(scope).into()));
                            keys.ids.add(index, scope, of(*id).as_bytes(), id.start);
                        }
                        index += 1;
                    }
                    reader.pass_to(share.end);
                    next = element_behind(text, share.end);
                    continue;
                }
                if self.ahead.send(text, (index, start), self.kind, &self.fast, checks) {
                    continue;
                }
                until = until.min(self.ahead.ask_again_at(index));
            }
            let ended = clean_run(&mut self.fast, checks, text, (index, start), |object, start, end| {
                if let Some(visit) = &mut visit {
                    visit(index, &Found::Clean(object), Span::new(start, start + 1));
                }
                keys.add(object, index);
                index += 1;
                reader.pass_to(end);
                index < until
            });
            next = ended.next.filter(|_| !ended.is_odd);
        }
        index
    }
}

/// Passes over the element before which the reader stands and all behind it, as the list has more than the caller allows: their syntax is
/// read, and each is shown as no record. Tells how many elements there are in all.
fn refuse_surplus<'s>(
    checks: &mut dyn ListChecks<'s>,
    document: &mut Document<'s, '_, '_>,
    part: &Part,
    limit: usize,
    mut visit: Option<&mut Visit<'_, 's>>,
) -> Result<usize, SyntaxError> {
    let (mut index, mut first) = (limit, None);
    loop {
        let value = document.reader.value()?;
        document.reader.skip(&value)?;
        first.get_or_insert(value.span);
        if let Some(visit) = &mut visit {
            visit(index, &Found::Other, value.span);
        }
        index += 1;
        if !document.reader.element()? {
            break;
        }
    }
    let mark = document.sink.checkpoint();
    document.report_recovered_errors();
    checks.note_other();
    let fault = Diagnostic::new(&TOO_MANY_RECORDS, first.unwrap_or(part.opening)).param("found", index);
    document.sink.push(fault.param("what", format!("items in `{}`", part.field.name)).param("limit", limit));
    document.sink.set_item(mark, limit, None);
    Ok(index)
}

/// A list that was opened.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) field: &'static Field,
    /// Where its bracket stands.
    pub(crate) opening: Span,
}
