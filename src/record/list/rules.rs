//! The kinds of lists, and the rules over the records of a list.

use crate::json::unescape;
use crate::record::object::LazyMembers;
use crate::record::{Duplicate, DuplicateFinder, Record, RecordRules, Scope};
use crate::report::{Collector, Diagnostic, Rule};

/// The description of a kind of list.
pub(crate) struct ListSpec {
    /// The fields of a record.
    pub(crate) members: LazyMembers,
    /// The id of a record, which must be unique. Findings name records by it.
    pub(crate) id: usize,
    /// The field within whose value an id must be unique. None if it must be unique in the whole list.
    pub(crate) scope: Option<usize>,
    /// The rule against an id that an earlier record has.
    pub(crate) duplicate_rule: &'static Rule,
    /// Other fields that must be unique, each with the rule against a value that an earlier record has.
    pub(crate) unique: &'static [(usize, &'static Rule)],
    /// The rule against a list without records.
    pub(crate) empty_rule: &'static Rule,
}

/// The keys of a list's records, which must be unique.
pub(super) struct UniqueKeys<'s> {
    spec: &'static ListSpec,
    pub(super) ids: DuplicateFinder<'s>,
    /// The values of the other unique fields.
    unique: Vec<DuplicateFinder<'s>>,
}

impl<'s> UniqueKeys<'s> {
    pub(super) fn new(spec: &'static ListSpec) -> Self {
        let mut unique = Vec::new();
        unique.resize_with(spec.unique.len(), DuplicateFinder::default);
        Self {
            spec,
            ids: DuplicateFinder::default(),
            unique,
        }
    }

    /// Adds the keys of the record at an index.
    #[inline]
    pub(super) fn add(&mut self, fields: &Record<'s>, index: usize) {
        let Self { spec, ids, unique } = self;
        fields.with_key(spec.id, |id, start| {
            let scope = match spec.scope.map(|scope| fields.text(scope)) {
                None => Scope::default(),
                Some(Some(scope)) => ids.scope(scope),
                Some(None) => return,
            };
            ids.add(index, scope, id, start);
        });
        for ((field, _), values) in spec.unique.iter().zip(unique) {
            fields.with_key(*field, |key, start| {
                values.add(index, Scope::default(), key, start);
            });
        }
    }

    pub(super) fn record_ids(&self, text: &'s str, list_name: &'static str) -> RecordIds<'_, 's> {
        RecordIds {
            text,
            list_name,
            ids: &self.ids,
        }
    }

    /// Reports each key that an earlier record has already, and returns the duplicate ids.
    pub(super) fn report_duplicates(
        &mut self,
        text: &'s str,
        list_name: &'static str,
        sink: &mut Collector<'_>,
    ) -> Vec<Duplicate> {
        let duplicate_ids = self.ids.duplicates(text, &unescape);
        let unique = std::mem::take(&mut self.unique);
        let spec = self.spec;
        let ids = self.record_ids(text, list_name);
        let name_of = |field: usize| match spec.members.fields.get(field) {
            Some(field) => field.name,
            None => "",
        };
        ids.report_duplicates(&duplicate_ids, name_of(spec.id), spec.duplicate_rule, sink);
        for ((field, rule), mut values) in spec.unique.iter().zip(unique) {
            let duplicates = values.duplicates(text, &unescape);
            ids.report_duplicates(&duplicates, name_of(*field), rule, sink);
        }
        duplicate_ids
    }
}

/// The rules over the records of one list, in addition to the rules of single values.
pub(crate) trait ListRules<'s>: Default {
    /// The rules over the fields of one record.
    type PerRecord: RecordRules;

    /// Adds the record at an index to the facts that the rules over the whole list need.
    fn add_record(&mut self, _record: &Record<'s>, _index: usize) {}

    /// Adds an item that is not a record.
    fn add_non_record(&mut self) {}

    /// Reports the findings that are only known after all records.
    fn finish(&mut self, _ids: &RecordIds<'_, 's>, _sink: &mut Collector<'_>) {}
}

/// A list whose only rules are over single records.
impl<R: RecordRules + Default> ListRules<'_> for R {
    type PerRecord = R;
}

/// [`ListRules`] as a trait object, so that the reader of lists is compiled once.
pub(super) trait ErasedListRules<'s> {
    /// Reports the violations of a record, and adds it to the facts about the list.
    fn check(&mut self, record: &mut Record<'s>, index: usize, sink: &mut Collector<'_>);

    /// Returns whether an object with clean values violates no rule. If so, adds it to the facts about the list.
    fn passes(&mut self, record: &Record<'s>, index: usize) -> bool;

    /// Adds an item that is not a record.
    fn add_non_record(&mut self);

    /// Reports the findings that are only known after all records.
    fn finish(&mut self, ids: &RecordIds<'_, 's>, sink: &mut Collector<'_>);
}

impl<'s, L: ListRules<'s>> ErasedListRules<'s> for L {
    fn check(&mut self, record: &mut Record<'s>, index: usize, sink: &mut Collector<'_>) {
        L::PerRecord::report(record, sink);
        self.add_record(record, index);
    }

    fn passes(&mut self, record: &Record<'s>, index: usize) -> bool {
        let passes = L::PerRecord::all_hold(record);
        if passes {
            self.add_record(record, index);
        }
        passes
    }

    fn add_non_record(&mut self) {
        ListRules::add_non_record(self);
    }

    fn finish(&mut self, ids: &RecordIds<'_, 's>, sink: &mut Collector<'_>) {
        ListRules::finish(self, ids, sink);
    }
}

/// The ids of a list's records. Findings name their records by these.
pub(crate) struct RecordIds<'k, 's> {
    pub(crate) text: &'s str,
    /// The name of the list.
    pub(crate) list_name: &'static str,
    pub(crate) ids: &'k DuplicateFinder<'s>,
}

impl RecordIds<'_, '_> {
    /// Reports a finding about the record at an index.
    pub(crate) fn report(&self, diagnostic: Diagnostic, index: usize, sink: &mut Collector<'_>) {
        let checkpoint = sink.checkpoint();
        sink.push(diagnostic);
        let id = self.ids.raw_key(self.text, index).map(unescape);
        sink.set_item(checkpoint, index, id.as_deref());
    }

    /// Reports each value of a field that an earlier record has already.
    pub(crate) fn report_duplicates(
        &self,
        duplicates: &[Duplicate],
        field: &'static str,
        rule: &'static Rule,
        sink: &mut Collector<'_>,
    ) {
        for Duplicate { first, index, span } in duplicates {
            let earlier = format!("`/{}/{first}`", self.list_name);
            let diagnostic = Diagnostic::new(rule, *span)
                .param("field", field)
                .param("list", self.list_name)
                .param("first", *first)
                .param("earlier", earlier);
            self.report(diagnostic, *index, sink);
        }
    }
}
