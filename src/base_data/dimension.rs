use super::rules;
use crate::json::{ListChecks, Names, PlainObjects, meet};
use crate::record::{Keys, Kind, Record, place, record};
use crate::report::Collector;
use crate::value::Text;

record! {
    /// A cost center (contract 2.1).
    pub CostCenter called "cost center", "a cost center" {
        expected "externalId" external_id: Text, Kind::Identity,
            "the sender's own name of it, by which it is known again", "k-1", usually at most 36;
        expected "name" name: Text, Kind::Text, "what it is called", "Verkauf", usually at most 255;
        optional "code" code: Text, Kind::Code, "the short name by which it is booked", "VK", usually at most 12;
    }
}

record! {
    /// A project (contract 2.1).
    pub Project called "project", "a project" {
        expected "externalId" external_id: Text, Kind::Identity,
            "the sender's own name of it, by which it is known again", "p-1", usually at most 36;
        expected "name" name: Text, Kind::Text, "what it is called", "Neubau", usually at most 255;
        optional "code" code: Text, Kind::Code, "the short name by which it is booked", "NEU", usually at most 12;
    }
}

// Both have the same shape.
const EXTERNAL_ID: usize = place(CostCenter::FIELDS, "externalId");
const NAME: usize = place(CostCenter::FIELDS, "name");
const CODE: usize = place(CostCenter::FIELDS, "code");

const _: () = assert!(place(Project::FIELDS, "externalId") == EXTERNAL_ID);
const _: () = assert!(place(Project::FIELDS, "name") == NAME && place(Project::FIELDS, "code") == CODE);

/// What cost centers or projects are held against.
#[derive(Debug, Default)]
pub(super) struct Dimensions<'s> {
    codes: Keys<'s>,
}

impl<'s> ListChecks<'s> for Dimensions<'s> {
    fn check(&mut self, record: &mut Record<'s>, index: usize, _sink: &mut Collector<'_>) {
        meet(&mut self.codes, record, CODE, index);
    }

    fn pass(&mut self, object: &PlainObjects<'s>, index: usize) -> bool {
        if !object.has(EXTERNAL_ID) || !object.has(NAME) {
            return false;
        }
        if object.has(CODE) {
            self.codes.add(index, object.bytes(CODE), object.start(CODE));
        }
        true
    }

    fn finish(&mut self, names: &Names<'_, 's>, sink: &mut Collector<'_>) {
        names.report_repeated(&mut self.codes, "code", &rules::DUPLICATE_CODE, sink);
    }
}
