use std::ops::Range;

use super::ahead::Ahead;
use super::decode::complete;
use super::document::{Source, not_an_object, report_slips};
use super::list_checks::{ListChecks, ListKind, Names};
use super::plain::element_behind;
use super::plain_run::plain_run;
use super::strangers::Strangers;
use super::{Kind, PlainObjects, Reader, SyntaxFault, decoded, read_record};
use crate::record::rules::TOO_MANY_RECORDS;
use crate::record::{self, Field, Keys, Record, Repeated, Texts, TypedRecord, check_values};
use crate::report::{Collector, Fault};
use crate::source::Span;

/// A list of records, which go through their table and are held against each other.
pub(crate) struct List<'s, C> {
    records: Records<'s>,
    checks: C,
    /// Whether a list was read under this name before.
    is_used: bool,
}

/// The records of a list, whatever they are held against.
struct Records<'s> {
    kind: &'static ListKind,
    plain: PlainObjects<'s>,
    ids: Keys<'s>,
    /// The record that was judged last, in whose place the next one is put.
    record: Record<'s>,
    /// Its members that are none of the table's, if the quick reader saw some.
    strangers: Strangers<'s>,
    ahead: Ahead,
}

/// An item of a list.
pub(crate) enum Found<'f, 's> {
    /// A record of which there is nothing to say.
    Plain(&'f PlainObjects<'s>),
    /// A record that was judged.
    Judged(&'f Record<'s>),
    /// No record.
    Stranger,
}

impl Found<'_, '_> {
    /// The typed record, unless there is an error in it.
    pub(crate) fn build<T: TypedRecord>(&self) -> Option<T> {
        let mut built = None;
        self.show(&mut |text| built = T::from_texts(text));
        built
    }

    /// Shows the values of a record without an error, each by its field.
    pub(crate) fn show(&self, take: &mut dyn FnMut(&Texts<'_, '_>)) {
        match self {
            Self::Plain(object) => take(&|field| object.value(field)),
            Self::Judged(record) if !record.faulty => take(&|field| record.text(field)),
            Self::Judged(_) | Self::Stranger => {}
        }
    }
}

/// Is shown each item of a list with its index and its place in the text.
pub(crate) type Visit<'f, 's> = dyn FnMut(usize, &Found<'_, 's>, Span) + 'f;

/// What a list came to.
pub(crate) struct ListRead {
    /// How many items there are.
    pub(crate) count: usize,
    /// The records with the id of one before.
    pub(crate) repeated: Vec<Repeated>,
}

impl<'s, C: ListChecks<'s> + Default> List<'s, C> {
    pub(crate) fn new(kind: &'static ListKind) -> Self {
        let plain = PlainObjects::new(&kind.members);
        let (ids, ahead) = (Keys::default(), Ahead::default());
        let records = Records { kind, plain, ids, record: Record::default(), strangers: Strangers::default(), ahead };
        Self { records, checks: C::default(), is_used: false }
    }

    pub(crate) const fn checks(&self) -> &C {
        &self.checks
    }

    /// Reads the list that was just opened, and shows each item to `visit`, where somebody cares, with its index and its place in the text.
    pub(crate) fn read(
        &mut self,
        reader: &mut Reader<'s>,
        source: Source<'s>,
        part: &Part,
        sink: &mut Collector<'_>,
        visit: Option<&mut Visit<'_, 's>>,
    ) -> Result<ListRead, SyntaxFault> {
        // Each list is held against itself alone, should there be two under one name.
        if std::mem::replace(&mut self.is_used, true) {
            (self.records.ids, self.checks) = (Keys::default(), C::default());
        }
        self.records.ahead.begin();
        self.records.read(&mut self.checks, reader, source, part, sink, visit)
    }
}

impl<'s> Records<'s> {
    fn read(
        &mut self,
        checks: &mut dyn ListChecks<'s>,
        reader: &mut Reader<'s>,
        source: Source<'s>,
        part: &Part,
        sink: &mut Collector<'_>,
        mut visit: Option<&mut Visit<'_, 's>>,
    ) -> Result<ListRead, SyntaxFault> {
        let (mut index, mut tried) = (0, false);
        let most = sink.policy().bounds().records;
        while reader.element()? {
            if index >= most {
                index = refuse_surplus(checks, reader, part, index, sink, visit)?;
                break;
            }
            if !tried {
                let before = index;
                index += self.pass_plain(checks, reader, source.text, index..most, visit.as_deref_mut());
                // Behind a record that passed comes one that doesn't, or none.
                tried = index > before;
                if tried {
                    continue;
                }
            }
            tried = false;
            let mark = sink.mark();
            let (is_record, span) = self.item(reader, source, part, sink)?;
            if is_record {
                self.judge(index, sink);
                checks.check(&mut self.record, index, sink);
            } else {
                checks.meet_stranger();
            }
            let record = is_record.then_some(&self.record);
            sink.identify(mark, index, record.and_then(|record| record.text(self.kind.id)));
            if let Some(visit) = &mut visit {
                visit(index, &record.map_or(Found::Stranger, Found::Judged), span);
            }
            index += 1;
        }
        report_slips(reader, sink);
        let repeated = self.finish(source, part, index, sink);
        checks.finish(&self.names(source, part), sink);
        Ok(ListRead { count: index, repeated })
    }

    /// Reads the next element, of which there is something to say, and tells whether it is a record and where it stands. A record is put together from what
    /// the quick reader has seen of it, if that came to its end.
    fn item(
        &mut self,
        reader: &mut Reader<'s>,
        source: Source<'s>,
        part: &Part,
        sink: &mut Collector<'_>,
    ) -> Result<(bool, Span), SyntaxFault> {
        let record = &mut self.record;
        if let Some(end) = self.plain.take_record_at(reader.position(), record) {
            reader.pass_to(end);
            if !self.plain.has_all_required() || self.plain.has_strangers() {
                self.plain.hand_over(&mut self.strangers, sink);
                complete(record, self.plain.seen(), &self.strangers, reader, sink);
            }
            return Ok((true, record.span));
        }
        let value = reader.value()?;
        if value.kind != Kind::Object {
            reader.skip(&value)?;
            sink.push(not_an_object(part.item(), &value));
            report_slips(reader, sink);
            return Ok((false, value.span));
        }
        *record = read_record(reader, source.text, value.span, self.kind.members.fields, sink)?;
        self.plain.settle(record);
        Ok((true, value.span))
    }

    /// Passes the next elements, as long as there is nothing to say of them and they are within the limit, and tells how many they are.
    fn pass_plain(
        &mut self,
        checks: &mut dyn ListChecks<'s>,
        reader: &mut Reader<'s>,
        text: &'s str,
        range: Range<usize>,
        mut visit: Option<&mut Visit<'_, 's>>,
    ) -> usize {
        let mut next = reader.can_open().then_some(reader.position());
        let mut index = range.start;
        // Who is shown a record wants its texts as they are meant.
        self.plain.refuse_escapes(visit.is_some());
        while let Some(start) = next.filter(|_| index < range.end) {
            let (kind, ids, mut until) = (self.kind, &mut self.ids, range.end);
            if visit.is_none() {
                let mut add = |index, id: &'s str, scope, start| kind.add(ids, index, id.as_bytes(), scope, start);
                if let Some((count, end)) = self.ahead.take(text, (index, start), range.end - index, &mut add) {
                    index += count;
                    reader.pass_to(end);
                    next = element_behind(text, end);
                    continue;
                }
                if self.ahead.send(text, (index, start), kind, &self.plain, checks) {
                    continue;
                }
                until = until.min(self.ahead.ask_again_at(index));
            }
            let ended = plain_run(&mut self.plain, checks, text, (index, start), |object, start, end| {
                if let Some(visit) = &mut visit {
                    visit(index, &Found::Plain(object), Span::new(start, start + 1));
                }
                if object.has(kind.id) {
                    let scope = kind.scope.map_or("", |scope| object.text(scope));
                    kind.add(ids, index, object.bytes(kind.id), scope, object.start(kind.id));
                }
                index += 1;
                reader.pass_to(end);
                index < until
            });
            next = ended.next.filter(|_| !ended.is_odd);
        }
        index - range.start
    }

    /// Judges the record by its own values.
    fn judge(&mut self, index: usize, sink: &mut Collector<'_>) {
        check_values(&mut self.record, sink);
        self.record.report_unexpected_absence(sink);
        self.meet_id(index);
    }

    /// Says what there is to say of all records when they are known, and gives those with the id of one before.
    fn finish(&mut self, source: Source<'s>, part: &Part, count: usize, sink: &mut Collector<'_>) -> Vec<Repeated> {
        let repeated = self.ids.repeated(source.text, &decoded);
        let names = self.names(source, part);
        let id = self.kind.members.fields.get(self.kind.id).map_or("", |field| field.name);
        for Repeated { first, index, span } in &repeated {
            let fault = Fault::new(self.kind.repeated, *span).param("field", id).param("list", names.list);
            names.report(fault.param("first", *first), *index, sink);
        }
        if count == 0 && part.must_be_filled() {
            let fault = Fault::new(self.kind.empty, part.opening).param("field", part.field.name);
            sink.push(fault.param("item", part.item()));
        }
        repeated
    }

    const fn names(&self, source: Source<'s>, part: &Part) -> Names<'_, 's> {
        Names { text: source.text, list: part.field.name, ids: &self.ids }
    }

    fn meet_id(&mut self, index: usize) {
        let record = &self.record;
        let Some(scope) = self.kind.scope else { return meet(&mut self.ids, record, self.kind.id, index) };
        if record.text(scope).is_some()
            && let Some(id) = record.text(self.kind.id)
        {
            let start = record.slot(self.kind.id).span.start + 1;
            self.ids.add_within(index, record.slot(scope).text.clone(), id.as_bytes(), start);
        }
    }
}

/// Passes over the element before which the reader stands and all behind it, as the list has more than the caller allows: their syntax is
/// read, and each is shown as no record. Tells how many elements there are in all.
fn refuse_surplus<'s>(
    checks: &mut dyn ListChecks<'s>,
    reader: &mut Reader<'s>,
    part: &Part,
    limit: usize,
    sink: &mut Collector<'_>,
    mut visit: Option<&mut Visit<'_, 's>>,
) -> Result<usize, SyntaxFault> {
    let (mut index, mut first) = (limit, None);
    loop {
        let value = reader.value()?;
        reader.skip(&value)?;
        first.get_or_insert(value.span);
        if let Some(visit) = &mut visit {
            visit(index, &Found::Stranger, value.span);
        }
        index += 1;
        if !reader.element()? {
            break;
        }
    }
    let mark = sink.mark();
    report_slips(reader, sink);
    checks.meet_stranger();
    let fault = Fault::new(&TOO_MANY_RECORDS, first.unwrap_or(part.opening)).param("found", index);
    sink.push(fault.param("what", format!("items in `{}`", part.field.name)).param("limit", limit));
    sink.identify(mark, limit, None);
    Ok(index)
}

/// A list that was opened.
pub(crate) struct Part {
    pub(crate) field: &'static Field,
    /// Where its bracket stands.
    pub(crate) opening: Span,
}

impl Part {
    fn item(&self) -> &'static str {
        match self.field.kind {
            record::Kind::List { items, .. } => items.name,
            _ => self.field.name,
        }
    }

    const fn must_be_filled(&self) -> bool {
        matches!(self.field.kind, record::Kind::List { filled: true, .. })
    }
}

/// Adds the key of a record, if it has one without a fault.
pub(crate) fn meet<'s>(keys: &mut Keys<'s>, record: &Record<'s>, field: usize, index: usize) {
    if let Some(key) = record.text(field) {
        keys.add(index, key.as_bytes(), record.slot(field).span.start + 1);
    }
}
