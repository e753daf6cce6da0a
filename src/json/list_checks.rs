//! What the records of a list have in common, and what they are checked against beside their own values.

use std::borrow::Cow;

use super::member::Members;
use super::{PlainObjects, decoded};
use crate::record::{Keys, Record, Repeated};
use crate::report::{Collector, Fault, Rule};

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
    /// The rule that a list without records breaks.
    pub(crate) empty: &'static Rule,
}

impl ListKind {
    /// Adds the id of the record at an index, which begins at `start`, to those before.
    #[inline]
    pub(super) fn add<'s>(&self, ids: &mut Keys<'s>, index: usize, id: &[u8], scope: &'s str, start: usize) {
        match self.scope {
            Some(_) => ids.add_within(index, Cow::Borrowed(scope), id, start),
            None => ids.add(index, id, start),
        }
    }
}

/// What the records of one list are held against beside their own values.
pub(crate) trait ListChecks<'s> {
    /// Judges a record by what its values say together and by the records before it.
    fn check(&mut self, record: &mut Record<'s>, index: usize, sink: &mut Collector<'_>);

    /// Returns whether [`check`](Self::check) would report nothing for a record with these values, each of which is without a fault.
    /// An absent value is empty. `false` is always allowed: the record is checked then.
    fn pass(&mut self, _object: &PlainObjects<'s>, _index: usize) -> bool {
        false
    }

    /// The same checks for a thread that reads some part of the list, if they don't depend on a record's place.
    #[cfg(feature = "parallel")]
    fn apart(&self) -> Option<Box<dyn ListChecks<'s> + Send + 's>> {
        None
    }

    /// Notes an item that is no record.
    fn meet_stranger(&mut self) {}

    /// Reports what is only known after all records.
    fn finish(&mut self, _names: &Names<'_, 's>, _sink: &mut Collector<'_>) {}
}

/// What a list is read from, and who its records are.
pub(crate) struct Names<'k, 's> {
    pub(super) text: &'s str,
    /// What the list is called.
    pub(crate) list: &'static str,
    pub(super) ids: &'k Keys<'s>,
}

impl<'s> Names<'_, 's> {
    /// Says of a record that it breaks a rule.
    pub(crate) fn report(&self, fault: Fault, index: usize, sink: &mut Collector<'_>) {
        let mark = sink.mark();
        sink.push(fault);
        sink.identify(mark, index, self.ids.raw(self.text, index).map(decoded).as_deref());
    }

    /// Reports each value of a field that a record before has already.
    pub(crate) fn report_repeated(
        &self,
        keys: &mut Keys<'s>,
        field: &'static str,
        rule: &'static Rule,
        sink: &mut Collector<'_>,
    ) {
        self.report_repeated_as(keys, field, rule, sink, &decoded);
    }

    /// The same for values that are compared by another reading than their text.
    pub(crate) fn report_repeated_as(
        &self,
        keys: &mut Keys<'s>,
        field: &'static str,
        rule: &'static Rule,
        sink: &mut Collector<'_>,
        read: &dyn Fn(&'s str) -> Cow<'s, str>,
    ) {
        for Repeated { first, index, span } in keys.repeated(self.text, read) {
            let fault = Fault::new(rule, span).param("field", field).param("list", self.list);
            self.report(fault.param("first", first), index, sink);
        }
    }
}
