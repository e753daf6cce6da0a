//! What the records of a list have in common, and what they are checked against beside their own values.

use crate::json::decoded;
use crate::record::fast::{FastReader, Members, element_behind};
use crate::record::{DuplicateFinder, ListedFields, Record, RecordRules, Repeated};
use crate::report::{Collector, Diagnostic, Rule};

/// What is the same for all records of a list.
pub(crate) struct ListKind {
    /// The fields of a record.
    pub(crate) members: Members,
    /// The field by which findings name a record, and which no two records may share.
    pub(crate) id: usize,
    /// The field within which an id counts, where it doesn't count by itself.
    pub(crate) scope: Option<usize>,
    /// The rule that a record breaks if an earlier one has its id.
    pub(crate) repeated: &'static Rule,
    /// Other fields that no two records may share, each with the rule that a record breaks if an earlier one has its value.
    pub(crate) unique: &'static [(usize, &'static Rule)],
    /// The rule that a list without records breaks.
    pub(crate) empty: &'static Rule,
}

/// What no two records of a list may share.
pub(super) struct Keys<'s> {
    kind: &'static ListKind,
    pub(super) ids: DuplicateFinder<'s>,
    /// The values of each other field.
    unique: Vec<DuplicateFinder<'s>>,
}

impl<'s> Keys<'s> {
    pub(super) fn of(kind: &'static ListKind) -> Self {
        let unique = kind.unique.iter().map(|_| DuplicateFinder::default()).collect();
        Self { kind, ids: DuplicateFinder::default(), unique }
    }

    /// Adds the keys of the record at an index.
    #[inline]
    pub(super) fn add(&mut self, fields: &impl ListedFields<'s>, index: usize) {
        let Self { kind, ids, unique } = self;
        fields.with_key(kind.id, |id, start| {
            let scope = match kind.scope.map(|scope| fields.lasting_text(scope)) {
                None => 0,
                Some(Some(scope)) => ids.scope(scope),
                Some(None) => return,
            };
            ids.add(index, scope, id, start);
        });
        for ((field, _), values) in kind.unique.iter().zip(unique) {
            fields.with_key(*field, |key, start| values.add(index, 0, key, start));
        }
    }

    pub(super) fn names(&self, text: &'s str, list: &'static str) -> Names<'_, 's> {
        Names { text, list, ids: &self.ids }
    }

    /// Reports each key that an earlier record has already, and returns the repeated ids.
    pub(super) fn report_repeated(
        &mut self,
        text: &'s str,
        list: &'static str,
        sink: &mut Collector<'_>,
    ) -> Vec<Repeated> {
        let (ids, unique) = (self.ids.repeated(text, &decoded), std::mem::take(&mut self.unique));
        let (kind, names) = (self.kind, self.names(text, list));
        let name_of = |field: usize| kind.members.fields.get(field).map_or("", |field| field.name);
        names.report_repeated(&ids, name_of(kind.id), kind.repeated, sink);
        for ((field, rule), mut values) in kind.unique.iter().zip(unique) {
            names.report_repeated(&values.repeated(text, &decoded), name_of(*field), rule, sink);
        }
        ids
    }
}

/// The rules for the records of one list, beside those of single values.
pub(crate) trait ListRules<'s>: Default {
    /// The rules over the fields of one record.
    type OfRecord: RecordRules;

    /// Whether [`note`](Self::note) notes anything.
    #[cfg_attr(not(feature = "parallel"), allow(dead_code, reason = "threads ask"))]
    const COMPARES_RECORDS: bool = true;

    /// Notes what the rules over the whole list need to know of the record at an index.
    fn note(&mut self, _fields: &impl ListedFields<'s>, _index: usize) {}

    /// Notes an item that is no record.
    fn note_other(&mut self) {}

    /// Reports what is only known after all records.
    fn finish(&mut self, _names: &Names<'_, 's>, _sink: &mut Collector<'_>) {}
}

/// A list in which rules over one record are all there is.
impl<R: RecordRules + Default> ListRules<'_> for R {
    type OfRecord = R;

    const COMPARES_RECORDS: bool = false;
}

/// The rules for the records of a list, as the reader of any list asks them.
pub(super) trait ListChecks<'s> {
    /// Reports what the rules find in a record, and notes it.
    fn check(&mut self, record: &mut Record<'s>, index: usize, sink: &mut Collector<'_>);

    /// Returns whether the rules find nothing in an object whose values are clean, and notes it then.
    fn pass(&mut self, object: &FastReader<'s>, index: usize) -> bool;

    /// The same rules for a thread that reads some part of the list, unless they compare its records.
    #[cfg(feature = "parallel")]
    fn apart(&self) -> Option<Box<dyn ListChecks<'s> + Send + 's>>;

    /// Notes an item that is no record.
    fn note_other(&mut self);

    /// Reports what is only known after all records.
    fn finish(&mut self, names: &Names<'_, 's>, sink: &mut Collector<'_>);
}

impl<'s, L: ListRules<'s> + Send + 's> ListChecks<'s> for L {
    fn check(&mut self, record: &mut Record<'s>, index: usize, sink: &mut Collector<'_>) {
        L::OfRecord::report(record, sink);
        self.note(record, index);
    }

    fn pass(&mut self, object: &FastReader<'s>, index: usize) -> bool {
        let is_silent = L::OfRecord::are_silent(object);
        if is_silent {
            self.note(object, index);
        }
        is_silent
    }

    #[cfg(feature = "parallel")]
    fn apart(&self) -> Option<Box<dyn ListChecks<'s> + Send + 's>> {
        if L::COMPARES_RECORDS { None } else { Some(Box::new(L::default())) }
    }

    fn note_other(&mut self) {
        ListRules::note_other(self);
    }

    fn finish(&mut self, names: &Names<'_, 's>, sink: &mut Collector<'_>) {
        ListRules::finish(self, names, sink);
    }
}

/// What a list is read from, and who its records are.
pub(crate) struct Names<'k, 's> {
    pub(crate) text: &'s str,
    /// What the list is called.
    pub(crate) list: &'static str,
    pub(crate) ids: &'k DuplicateFinder<'s>,
}

impl Names<'_, '_> {
    /// Says of a record that it breaks a rule.
    pub(crate) fn report(&self, fault: Diagnostic, index: usize, sink: &mut Collector<'_>) {
        let mark = sink.checkpoint();
        sink.push(fault);
        sink.set_item(mark, index, self.ids.raw(self.text, index).map(decoded).as_deref());
    }

    /// Reports each value of a field that a record before has already.
    pub(crate) fn report_repeated(
        &self,
        repeated: &[Repeated],
        field: &'static str,
        rule: &'static Rule,
        sink: &mut Collector<'_>,
    ) {
        for Repeated { first, index, span } in repeated {
            let fault = Diagnostic::new(rule, *span).param("field", field).param("list", self.list);
            self.report(fault.param("first", *first), *index, sink);
        }
    }
}

/// How a run ended.
pub(super) struct CleanRun {
    /// Where the next element begins, if one follows.
    pub(super) next: Option<usize>,
    /// Whether there may be something to say of that one.
    pub(super) is_odd: bool,
}

/// Passes the elements from the one on that begins at `start` and is at `index`. Each that passed is shown with where it begins and ends, and the run goes
/// on if the answer is yes.
#[inline]
pub(super) fn clean_run<'s>(
    fast: &mut FastReader<'s>,
    checks: &mut dyn ListChecks<'s>,
    text: &'s str,
    (mut index, mut start): (usize, usize),
    mut passed: impl FnMut(&FastReader<'s>, usize, usize) -> bool,
) -> CleanRun {
    loop {
        match fast.read(text, start) {
            Some(end) if fast.is_clean() && checks.pass(fast, index) => {
                let goes_on = passed(fast, start, end);
                match element_behind(text, end) {
                    Some(next) if goes_on => start = next,
                    next => return CleanRun { next, is_odd: false },
                }
            }
            _ => return CleanRun { next: Some(start), is_odd: true },
        }
        index += 1;
    }
}
