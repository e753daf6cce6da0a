use std::borrow::Cow;

/// What an update would change in the base data that the service holds.
///
/// See [`base_data()`](super::base_data()) for an example.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct BaseDataDiff {
    /// The changed fields of the organization.
    pub organization: Vec<FieldChange>,
    /// The seven lists, in the order of the contract.
    pub lists: Vec<ListDiff>,
    /// The changed unknown fields beside the lists, such as `configuration`.
    pub fields: Vec<FieldChange>,
}

/// The changes of one list.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListDiff {
    /// The name in the contract, such as `accounts`.
    pub name: &'static str,
    /// The number of records that the service holds.
    pub held: usize,
    /// The number of records of the new payload.
    pub new: usize,
    /// The records that only the new payload has, in its order.
    pub added: Vec<DiffRecord>,
    /// The records that differ, in the order of the new payload.
    pub changed: Vec<RecordChange>,
    /// The records that only the service has, in its order.
    pub removed: Vec<DiffRecord>,
}

/// A record that only one of the two payloads has.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffRecord {
    /// The index in the list of its payload, counted from 0.
    pub index: usize,
    /// The external id; some cost centers and projects have none.
    pub external_id: Option<String>,
    /// The other fields that are present: those of the contract in its order, then the unknown ones.
    pub fields: Vec<ChangedField>,
    /// The record of the other payload that means the same account, tax or contact under another external id.
    pub same: Option<SameRecord>,
}

/// A record of the other payload that means the same under another external id.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SameRecord {
    /// The index in the list of the other payload, counted from 0.
    pub index: usize,
    /// The external id in the other payload.
    pub external_id: Option<String>,
    /// The fields by which the record was recognized, such as `number`.
    pub by: Vec<Cow<'static, str>>,
}

/// A record that both payloads have, with different fields.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordChange {
    /// The external id.
    pub external_id: String,
    /// The index in the list that the service holds, counted from 0.
    pub held_index: usize,
    /// The index in the list of the new payload, counted from 0.
    pub new_index: usize,
    /// The changed fields: those of the contract in its order, then the unknown ones.
    pub fields: Vec<FieldChange>,
}

/// A field that differs. At least one of the two values is present.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldChange {
    /// The name.
    pub name: Cow<'static, str>,
    /// The value that the service holds; `None` if the field is added.
    pub held: Option<FieldValue>,
    /// The new value; `None` if the field is removed.
    pub new: Option<FieldValue>,
}

/// A field with its value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct ChangedField {
    /// The name.
    pub name: Cow<'static, str>,
    /// The value.
    pub value: FieldValue,
}

/// The value of a field. Card numbers in it are not masked; the outputs of [`render`](crate::render) mask them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(clippy::exhaustive_enums, reason = "JSON has no other values")]
pub enum FieldValue {
    /// A string, without quotes and escapes. An IBAN, a date or another value with a form is in its canonical form.
    Text(String),
    /// A number, a boolean, or another value of an unknown field, as canonical JSON.
    Json(String),
}

impl BaseDataDiff {
    /// Returns whether the update would change nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.organization.is_empty()
            && self.fields.is_empty()
            && self.lists.iter().all(ListDiff::is_empty)
    }

    /// Returns the number of records that the update would add.
    #[must_use]
    pub fn added(&self) -> usize {
        self.lists.iter().map(|list| list.added.len()).sum()
    }

    /// Returns the number of records that the update would change. The organization is one of them.
    #[must_use]
    pub fn changed(&self) -> usize {
        usize::from(!self.organization.is_empty())
            + self
                .lists
                .iter()
                .map(|list| list.changed.len())
                .sum::<usize>()
    }

    /// Returns the number of records that the update would remove. A record that comes back under another external id is one of them.
    #[must_use]
    pub fn removed(&self) -> usize {
        self.lists.iter().map(|list| list.removed.len()).sum()
    }
}

impl ListDiff {
    /// Returns whether the update would change nothing in the list.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.removed.is_empty()
    }
}

impl DiffRecord {
    /// Returns the value of a field.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&FieldValue> {
        self.fields
            .iter()
            .find(|field| field.name == name)
            .map(|field| &field.value)
    }
}

impl FieldChange {
    /// Returns `added`, `changed` or `removed`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match (&self.held, &self.new) {
            (None, _) => "added",
            (_, None) => "removed",
            _ => "changed",
        }
    }
}

impl FieldValue {
    /// Returns the text of a string, or the JSON of another value.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Text(text) | Self::Json(text) => text,
        }
    }
}
