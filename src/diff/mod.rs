//! Differences between two base data payloads: what an update would add, change and remove.
//!
//! An update (`PATCH /api/public/v1/base-data`) replaces everything that the service holds: a record, a field or a list that the new payload leaves
//! out is gone. [`base_data()`] compares two values, and [`read_base_data`] two payloads with their unknown fields. A [`RemovalLimit`] stops a
//! program before an update that removes too much.
//!
//! Records are compared by their `externalId`, the key of the service. Another external id is another record, even for the same account: one
//! record is removed and one is added, and each has the other as [`DiffRecord::same`].
//!
//! What counts as equal:
//!
//! - typed values: a rate of `8.10` and one of `8.1`, an IBAN with blanks and one without, a text with escapes and one without;
//! - a payload with its records or fields in another order;
//! - an absent list and an empty one, and in what the service holds also an absent field and `null`;
//! - cost centers and projects without external id if all of their fields are equal.
//!
//! All other texts are compared exactly. The meaning of unknown fields is not known, so their values are equal if their canonical JSON is: without
//! whitespace, with as few escapes as possible, but with numbers and the order of members as they are written.

mod base_data;
mod fields;
mod limit;
mod list;
mod model;
mod same;
mod unknown_fields;

pub use base_data::{BaseDataDiffReading, base_data, read_base_data};
pub use limit::{ExcessRemoval, RemovalLimit, RemovalLimitError};
pub use model::{
    BaseDataDiff, ChangedField, DiffRecord, FieldChange, FieldValue, ListDiff, RecordChange,
    SameRecord,
};
