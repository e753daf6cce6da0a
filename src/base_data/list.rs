use std::borrow::Cow;

use crate::json::{self, Kind, PlainObjects, PlainTexts, Reader, Source, SyntaxFault, Value};
use crate::record::{self, Field, Keys, Record, Repeated, TypedRecord, check_values, rules as shape};
use crate::report::{Collector, Fault, Rule};

use super::rules;

/// What the records of one list are held against beside their own values.
pub(super) trait ListChecks<'s, const N: usize> {
    /// Judges a record by what its values say together and by the records before it.
    fn check(&mut self, record: &mut Record<'s, N>, index: usize, sink: &mut Collector<'_>);

    /// Whether [`check`](Self::check) has nothing to say of a record with these values, none of which has a fault. What is absent
    /// is empty. It may say no and be asked to check after all.
    fn pass(&mut self, _texts: &PlainTexts<'s, N>, _index: usize) -> bool {
        false
    }

    /// Takes notice of an item that is no record at all.
    fn meet_stranger(&mut self) {}

    /// Says what can only be said when all records are known.
    fn finish(&mut self, names: &Names<'_, 's>, sink: &mut Collector<'_>);
}

/// One list of the base data: its records go through their table and are held against each other.
pub(super) struct List<'s, C, const N: usize> {
    fields: &'static [Field; N],
    plain: PlainObjects<'s, N>,
    texts: PlainTexts<'s, N>,
    ids: Keys<'s>,
    checks: C,
}

/// Every record of a list begins with its external id.
pub(super) const EXTERNAL_ID: usize = 0;

impl<'s, C: ListChecks<'s, N> + Default, const N: usize> List<'s, C, N> {
    pub(super) fn new(fields: &'static [Field; N]) -> Self {
        Self {
            fields,
            plain: PlainObjects::new(fields),
            texts: PlainTexts::new(),
            ids: Keys::default(),
            checks: C::default(),
        }
    }

    pub(super) const fn checks(&self) -> &C {
        &self.checks
    }

    /// Reads the list that was just opened; records without an error become values, where there is a place for them.
    pub(super) fn read<T: TypedRecord>(
        &mut self,
        reader: &mut Reader<'s>,
        source: Source<'s>,
        part: &Part<'s>,
        sink: &mut Collector<'_>,
        mut values: Option<&mut Vec<T>>,
    ) -> Result<(), SyntaxFault> {
        // Each list is held against itself alone, should there be two under one name.
        (self.ids, self.checks) = (Keys::default(), C::default());
        let mut built = Vec::new();
        let mut index = 0;
        while reader.element()? {
            if self.plain_record(reader, source.text, index) {
                if let Some(values) = &mut values {
                    values.extend(T::from_texts(|field| self.texts.value(field)));
                    built.push(index);
                }
                index += 1;
                continue;
            }
            let mark = sink.mark();
            let value = reader.value()?;
            if let Kind::Object = value.kind {
                let mut record = json::read_record(reader, source.text, value.span, self.fields, sink)?;
                check_values(&mut record, sink);
                record.report_unexpected_absence(sink);
                meet(&mut self.ids, &record, EXTERNAL_ID, index);
                self.checks.check(&mut record, index, sink);
                sink.identify(mark, index, record.text(EXTERNAL_ID));
                if let (false, Some(values)) = (record.faulty, &mut values) {
                    values.extend(T::from_texts(|field| record.text(field)));
                    built.push(index);
                }
            } else {
                reader.skip(&value)?;
                sink.push(json::not_an_object(part.item(), &value));
                json::report_slips(reader, sink);
                self.checks.meet_stranger();
                sink.identify(mark, index, None);
            }
            index += 1;
        }
        json::report_slips(reader, sink);
        let repeated = self.ids.repeated(source.text, json::decoded);
        let names = Names { text: source.text, list: part.field.name, ids: &self.ids };
        for Repeated { first, index, span } in &repeated {
            let fault = Fault::new(&rules::DUPLICATE_EXTERNAL_ID, *span).param("field", "externalId");
            names.report(fault.param("list", names.list).param("first", *first), *index, sink);
        }
        if let Some(values) = values {
            let mut built = built.into_iter();
            let is_repeated = |index: usize| repeated.binary_search_by_key(&index, |one| one.index).is_ok();
            values.retain(|_| !built.next().is_some_and(is_repeated));
        }
        self.checks.finish(&names, sink);
        if index == 0 && part.filled() {
            sink.push(
                Fault::new(&shape::LIST_EMPTY, part.list.span)
                    .param("field", part.field.name)
                    .param("item", part.item()),
            );
        }
        Ok(())
    }

    /// Whether there is nothing to say of the next element. If so, it has been passed, and its values are in `texts`.
    #[inline]
    fn plain_record(&mut self, reader: &mut Reader<'s>, text: &'s str, index: usize) -> bool {
        if !reader.can_open() {
            return false;
        }
        let Some(end) = self.plain.read(text, reader.position(), &mut self.texts) else { return false };
        let id = self.texts.text(EXTERNAL_ID);
        if !self.checks.pass(&self.texts, index) {
            return false;
        }
        if !id.is_empty() {
            self.ids.add(index, id, id);
        }
        reader.pass_to(end);
        true
    }
}

/// A list that was opened.
pub(super) struct Part<'s> {
    pub(super) field: &'static Field,
    pub(super) list: Value<'s>,
}

impl Part<'_> {
    fn item(&self) -> &'static str {
        match self.field.kind {
            record::Kind::List { items, .. } => items.name,
            _ => self.field.name,
        }
    }

    const fn filled(&self) -> bool {
        matches!(self.field.kind, record::Kind::List { filled: true, .. })
    }
}

/// Adds the key of a record, if it has one without a fault.
pub(super) fn meet<'s, const N: usize>(keys: &mut Keys<'s>, record: &Record<'s, N>, field: usize, index: usize) {
    if let Some(key) = record.text(field) {
        keys.add(index, key, record.slot(field).inside(record.source));
    }
}

/// What a list is read from, and who its records are.
pub(super) struct Names<'k, 's> {
    text: &'s str,
    /// What the list is called.
    pub(super) list: &'static str,
    ids: &'k Keys<'s>,
}

impl Names<'_, '_> {
    /// Says of a record that it breaks a rule.
    pub(super) fn report(&self, fault: Fault, index: usize, sink: &mut Collector<'_>) {
        let mark = sink.mark();
        sink.push(fault);
        sink.identify(mark, index, self.ids.raw(index).map(json::decoded).as_deref());
    }
}

impl<'s> Names<'_, 's> {
    /// Reports each value of a field that a record before has already.
    pub(super) fn report_repeated(
        &self,
        keys: &mut Keys<'s>,
        field: &'static str,
        rule: &'static Rule,
        sink: &mut Collector<'_>,
    ) {
        self.report_repeated_as(keys, field, rule, sink, json::decoded);
    }

    /// The same for values that are compared by another reading than their text.
    pub(super) fn report_repeated_as(
        &self,
        keys: &mut Keys<'s>,
        field: &'static str,
        rule: &'static Rule,
        sink: &mut Collector<'_>,
        read: impl Fn(&'s str) -> Cow<'s, str>,
    ) {
        for Repeated { first, index, span } in keys.repeated(self.text, read) {
            let fault = Fault::new(rule, span).param("field", field).param("list", self.list);
            self.report(fault.param("first", first), index, sink);
        }
    }
}
