use std::cell::OnceCell;
use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::fields::{HeldTexts, compare_unknown, known_value};
use super::model::{ChangedField, DiffRecord, FieldChange, ListDiff, RecordChange};
use super::same::{Hashes, link_same_records};
use super::unknown_fields::{UnknownField, UnknownOfList};
use crate::record::{self, TextVisitor};

/// The list of one of the two payloads, without the type of its records, so that the comparison is compiled once.
pub(super) struct List<'d> {
    pub(super) len: usize,
    /// Returns the external id of the record at an index.
    pub(super) id: &'d dyn Fn(usize) -> Option<&'d str>,
    /// Visits the texts of the record at an index.
    pub(super) visit: &'d dyn Fn(usize, &mut TextVisitor<'_>),
    pub(super) unknown: &'d UnknownOfList<'d>,
}

/// A list of the held payload, and the same one of the new payload. Within each, the external ids are unique.
pub(super) struct ListPair<'d> {
    pub(super) name: &'static str,
    /// The fields of the contract. The first one is the external id.
    pub(super) fields: &'static [record::Field],
    pub(super) held: List<'d>,
    pub(super) new: List<'d>,
    /// Returns whether the fields of the contract are equal in a held record and a new one.
    pub(super) is_equal: &'d dyn Fn(usize, usize) -> bool,
}

impl ListPair<'_> {
    pub(super) fn compare(&self) -> ListDiff {
        let Self {
            name, held, new, ..
        } = self;
        let (mut added, mut changed, mut removed) = (Vec::new(), Vec::new(), Vec::new());
        let (mut ids, mut without_id) = (Ids::new(held), RecordsWithoutId::new(held));
        let mut texts = HeldTexts::default();
        let mut is_kept = vec![false; held.len];
        for new_index in 0..new.len {
            let known = match (new.id)(new_index) {
                Some(id) => ids.find(id).inspect(|held_index| {
                    let fields = self.changes(*held_index, new_index, &mut texts);
                    if !fields.is_empty() {
                        let (external_id, held_index) = (id.to_owned(), *held_index);
                        changed.push(RecordChange {
                            external_id,
                            held_index,
                            new_index,
                            fields,
                        });
                    }
                }),
                None => without_id.take(new, new_index, &mut |index| {
                    self.changes(index, new_index, &mut texts).is_empty()
                }),
            };
            match known.and_then(|held_index| is_kept.get_mut(held_index)) {
                Some(is_kept) => *is_kept = true,
                None => added.push(self.record(new, new_index)),
            }
        }
        let gone = is_kept.iter().enumerate().filter(|(_, is_kept)| !**is_kept);
        removed.extend(gone.map(|(index, _)| self.record(held, index)));
        link_same_records(name, &mut removed, &mut added);
        ListDiff {
            name,
            held: held.len,
            new: new.len,
            added,
            changed,
            removed,
        }
    }

    fn changes(
        &self,
        held_index: usize,
        new_index: usize,
        texts: &mut HeldTexts,
    ) -> Vec<FieldChange> {
        let Self {
            fields,
            held,
            new,
            is_equal,
            ..
        } = self;
        let mut changes = if is_equal(held_index, new_index) {
            Vec::new()
        } else {
            texts.compare(fields, &|visit| (held.visit)(held_index, visit), &|visit| {
                (new.visit)(new_index, visit);
            })
        };
        changes.extend(compare_unknown(
            held.unknown.of_record(held_index),
            new.unknown.of_record(new_index),
        ));
        changes
    }

    /// Returns a record that only one of the lists has.
    fn record(&self, list: &List<'_>, index: usize) -> DiffRecord {
        let unknown = list.unknown.of_record(index);
        let mut fields = Vec::with_capacity(self.fields.len() + unknown.len());
        (list.visit)(index, &mut |field, text| {
            if let Some(known) = self.fields.get(field).filter(|_| field > 0) {
                fields.push(ChangedField {
                    name: known.name.into(),
                    value: known_value(known, text),
                });
            }
        });
        fields.extend(unknown.iter().map(UnknownField::decode));
        DiffRecord {
            index,
            external_id: (list.id)(index).map(str::to_owned),
            fields,
            same: None,
        }
    }
}

/// The external ids of a held list.
struct Ids<'l, 'd> {
    held: &'l List<'d>,
    /// The index after the record that was found last. Most lists have the same order, so most ids are found there, without an index of all ids.
    next: usize,
    by_id: OnceCell<HashMap<&'d str, usize, RandomState>>,
}

impl<'l, 'd> Ids<'l, 'd> {
    const fn new(held: &'l List<'d>) -> Self {
        Self {
            held,
            next: 0,
            by_id: OnceCell::new(),
        }
    }

    /// Returns the index of the record with this id.
    fn find(&mut self, id: &str) -> Option<usize> {
        let held = self.held;
        let index = if (held.id)(self.next) == Some(id) {
            self.next
        } else {
            let by_id = self.by_id.get_or_init(|| {
                let mut by_id = HashMap::with_capacity_and_hasher(held.len, RandomState::default());
                by_id.extend((0..held.len).filter_map(|index| Some(((held.id)(index)?, index))));
                by_id
            });
            *by_id.get(id)?
        };
        self.next = index + 1;
        Some(index)
    }
}

/// The records of a held list that have no external id, by hashes of their fields. Several may be equal.
struct RecordsWithoutId {
    hashes: Hashes,
    is_taken: Vec<bool>,
}

impl RecordsWithoutId {
    fn new(held: &List<'_>) -> Self {
        let (mut hashes, mut is_taken) = (Hashes::default(), Vec::new());
        for index in (0..held.len)
            .rev()
            .filter(|index| (held.id)(*index).is_none())
        {
            hashes.insert(hash_of(&hashes, held, index), index);
            is_taken.resize(held.len, false);
        }
        Self { hashes, is_taken }
    }

    /// Takes the first record that equals a record of the new list.
    fn take(
        &mut self,
        new: &List<'_>,
        index: usize,
        is_equal: &mut dyn FnMut(usize) -> bool,
    ) -> Option<usize> {
        let hash = hash_of(&self.hashes, new, index);
        let is_taken = &self.is_taken;
        let found =
            self.hashes
                .find(hash, &|index| is_taken.get(index) == Some(&true), is_equal)?;
        *self.is_taken.get_mut(found)? = true;
        Some(found)
    }
}

/// Returns a hash of a record that does not depend on the order of its unknown fields.
fn hash_of(hashes: &Hashes, list: &List<'_>, index: usize) -> u64 {
    let mut sum = 0_u64;
    (list.visit)(index, &mut |field, text| {
        sum = sum.wrapping_add(hashes.hash(&(field, text)));
    });
    for field in list.unknown.of_record(index) {
        sum = sum.wrapping_add(hashes.hash(&field.decode()));
    }
    sum
}
