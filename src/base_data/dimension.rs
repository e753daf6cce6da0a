use crate::record::{FieldKind, index_of, record};
use crate::value::Text;

record! {
    /// A cost center.
    pub CostCenter called "cost center", "a cost center" {
        expected "externalId" external_id: Text, FieldKind::Id,
            "the sender's own id of it, which identifies it in every update", "k-1", usually at most 36;
        expected "name" name: Text, FieldKind::Text, "the name of the cost center", "Verkauf", usually at most 255;
        optional "code" code: Text, FieldKind::Code, "the short name for bookings", "VK", usually at most 12;
    }
}

record! {
    /// A project.
    pub Project called "project", "a project" {
        expected "externalId" external_id: Text, FieldKind::Id,
            "the sender's own id of it, which identifies it in every update", "p-1", usually at most 36;
        expected "name" name: Text, FieldKind::Text, "the name of the project", "Neubau", usually at most 255;
        optional "code" code: Text, FieldKind::Code, "the short name for bookings", "NEU", usually at most 12;
    }
}

// Cost centers and projects have the same fields, so one index serves both.
pub(super) const CODE: usize = index_of(CostCenter::FIELDS, "code");

const _: () = assert!(index_of(Project::FIELDS, "code") == CODE);
