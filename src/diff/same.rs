//! Recognizes records that an update removes and adds again under another external id.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

use foldhash::fast::RandomState;

use super::model::{DiffRecord, FieldValue, SameRecord};
use crate::base_data::Contact;
use crate::value::{Iban, Uid};

/// For each list the fields that identify a record beside its external id, the most reliable first. A group of fields is one identity.
const IDENTITIES: [(&str, &[Group]); 7] = [
    ("accounts", &[["number", "", ""], ["iban", "", ""]]),
    ("currencies", &[["code", "", ""]]),
    ("taxes", &[["code", "", ""]]),
    ("taxPeriods", &[["startsAt", "endsAt", ""]]),
    (
        "contacts",
        &[NUMBERS, ["companyName", "firstName", "lastName"]],
    ),
    ("costCenters", &[["code", "", ""], ["name", "", ""]]),
    ("projects", &[["code", "", ""], ["name", "", ""]]),
];

/// The names of up to three fields.
type Group = [&'static str; 3];

/// The group for the unknown fields of a contact. Each of them that is a UID or an IBAN is an identity of its own.
const NUMBERS: Group = [""; 3];

/// The values of the fields of a group; at least one is present. In the group [`NUMBERS`], the name of an unknown field, and then its number.
type Identity<'r> = [Option<Cow<'r, str>>; 3];

/// Links each removed record with an added record that has an equal identity. Of several with equal identities, the first ones are linked.
pub(super) fn link_same_records(list: &str, removed: &mut [DiffRecord], added: &mut [DiffRecord]) {
    let groups = IDENTITIES
        .iter()
        .find(|(name, _)| *name == list)
        .map(|(_, groups)| *groups)
        .unwrap_or_default();
    for group in groups {
        for (old_index, new_index) in find_pairs(*group, removed, added) {
            if let (Some(old), Some(new)) = (removed.get_mut(old_index), added.get_mut(new_index)) {
                let by = equal_fields(groups, old, new);
                (old.same, new.same) = (
                    Some(same_record(new, by.clone())),
                    Some(same_record(old, by)),
                );
            }
        }
    }
}

fn same_record(record: &DiffRecord, by: Vec<Cow<'static, str>>) -> SameRecord {
    SameRecord {
        index: record.index,
        external_id: record.external_id.clone(),
        by,
    }
}

/// Returns the indexes of pairs of a removed and an added record that are not linked yet and have an equal identity of this group.
fn find_pairs(group: Group, removed: &[DiffRecord], added: &[DiffRecord]) -> Vec<(usize, usize)> {
    let mut hashes = Hashes::default();
    for (index, record) in removed
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, record)| record.same.is_none())
    {
        for identity in identities(group, record) {
            hashes.insert(hashes.hash(&identity), index);
        }
    }
    if hashes.is_empty() {
        return Vec::new();
    }
    let mut is_paired = vec![false; removed.len()];
    let mut pairs = Vec::new();
    for (new_index, record) in added
        .iter()
        .enumerate()
        .filter(|(_, record)| record.same.is_none())
    {
        let free = identities(group, record).find_map(|identity| {
            let has_identity =
                |record: &DiffRecord| identities(group, record).any(|known| known == identity);
            let is_paired = |index: usize| is_paired.get(index) == Some(&true);
            hashes.find(hashes.hash(&identity), &is_paired, &mut |index| {
                removed.get(index).is_some_and(has_identity)
            })
        });
        if let Some((old_index, is_paired)) =
            free.and_then(|index| Some((index, is_paired.get_mut(index)?)))
        {
            *is_paired = true;
            pairs.push((old_index, new_index));
        }
    }
    pairs
}

/// Returns the names of the fields by which two records are the same, each once.
fn equal_fields(groups: &[Group], old: &DiffRecord, new: &DiffRecord) -> Vec<Cow<'static, str>> {
    let mut names = Vec::new();
    for group in groups {
        for identity in identities(*group, new)
            .filter(|identity| identities(*group, old).any(|known| known == *identity))
        {
            match identity {
                [Some(name), ..] if is_numbers(*group) => names.push(name.into_owned().into()),
                texts => {
                    let present = group.iter().zip(texts).filter(|(_, text)| text.is_some());
                    names.extend(present.map(|(name, _)| Cow::Borrowed(*name)));
                }
            }
        }
    }
    names
}

const fn is_numbers(group: Group) -> bool {
    group[0].is_empty()
}

/// Returns the identities of a record that are of this group.
fn identities(group: Group, record: &DiffRecord) -> impl Iterator<Item = Identity<'_>> {
    let is_numbers = is_numbers(group);
    let named = if is_numbers {
        None
    } else {
        named_identity(group, record)
    };
    let unknown = record
        .fields
        .iter()
        .filter(move |_| is_numbers)
        .filter(|field| !is_known(&field.name));
    named.into_iter().chain(unknown.filter_map(|field| {
        let number = public_number(text_of(&field.value)?)?;
        Some([
            Some(Cow::Borrowed(&*field.name)),
            Some(Cow::Owned(number)),
            None,
        ])
    }))
}

fn named_identity(group: Group, record: &DiffRecord) -> Option<Identity<'_>> {
    let identity = group.map(|name| record.field(name).and_then(text_of).map(Cow::Borrowed));
    identity.iter().any(Option::is_some).then_some(identity)
}

fn text_of(value: &FieldValue) -> Option<&str> {
    match value {
        FieldValue::Text(text) => Some(text),
        FieldValue::Json(_) => None,
    }
}

fn is_known(name: &str) -> bool {
    Contact::TABLE.fields.iter().any(|field| field.name == name)
}

/// Returns the UID or the IBAN that a text is, in one spelling.
fn public_number(text: &str) -> Option<String> {
    let uid = Uid::parse_with_suffix(text).map(|uid| uid.to_string());
    uid.or_else(|| Iban::parse(text).ok().map(|iban| iban.as_str().to_owned()))
}

/// Items by hashes of their content. Several items may have the same hash.
#[derive(Default)]
pub(super) struct Hashes {
    state: RandomState,
    /// The index of the entry that was inserted last with each hash.
    last: HashMap<u64, usize, RandomState>,
    /// Each item, and the entry that was inserted before it with the same hash.
    entries: Vec<(usize, Option<usize>)>,
}

impl Hashes {
    pub(super) fn hash(&self, content: &impl Hash) -> u64 {
        self.state.hash_one(content)
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn insert(&mut self, hash: u64, item: usize) {
        let before = self.last.insert(hash, self.entries.len());
        self.entries.push((item, before));
    }

    /// Returns the latest item with this hash that is not taken and has the right content. Forgets items that are taken, so that the search stays fast.
    pub(super) fn find(
        &mut self,
        hash: u64,
        is_taken: &dyn Fn(usize) -> bool,
        is_right: &mut dyn FnMut(usize) -> bool,
    ) -> Option<usize> {
        let last = self.last.get_mut(&hash)?;
        while let Some((_, Some(before))) =
            self.entries.get(*last).filter(|(item, _)| is_taken(*item))
        {
            *last = *before;
        }
        let mut entry = Some(*last);
        // All items with this hash have the same content, unless two hashes are equal by chance.
        while let Some((item, before)) = entry.and_then(|entry| self.entries.get(entry)) {
            if !is_taken(*item) && is_right(*item) {
                return Some(*item);
            }
            entry = *before;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::ChangedField;

    fn record(index: usize, fields: &[(&'static str, &str)]) -> DiffRecord {
        let field = |(name, text): &(&'static str, &str)| ChangedField {
            name: (*name).into(),
            value: FieldValue::Text((*text).to_owned()),
        };
        let external_id = fields
            .iter()
            .find(|(name, _)| *name == "externalId")
            .map(|(_, id)| (*id).to_owned());
        DiffRecord {
            index,
            external_id,
            fields: fields.iter().map(field).collect(),
            same: None,
        }
    }

    /// Returns the index of the linked record for each removed one, and by what they are the same.
    fn links(
        list: &str,
        removed: &[&[(&'static str, &str)]],
        added: &[&[(&'static str, &str)]],
    ) -> Vec<String> {
        let records = |all: &[&[(&'static str, &str)]]| -> Vec<DiffRecord> {
            all.iter()
                .enumerate()
                .map(|(index, fields)| record(index, fields))
                .collect()
        };
        let (mut removed, mut added) = (records(removed), records(added));
        link_same_records(list, &mut removed, &mut added);
        for (index, same) in removed
            .iter()
            .enumerate()
            .filter_map(|(index, old)| Some((index, old.same.as_ref()?)))
        {
            let back = added[same.index].same.as_ref().unwrap();
            assert_eq!((back.index, &back.by), (index, &same.by));
        }
        let text = |same: &SameRecord| format!("{} {}", same.index, same.by.join(" "));
        removed
            .iter()
            .map(|old| old.same.as_ref().map_or("-".to_owned(), text))
            .collect()
    }

    #[test]
    fn accounts_are_recognized_by_number_before_iban() {
        let removed: &[&[(&str, &str)]] = &[
            &[("externalId", "a"), ("number", "1020"), ("iban", "X")],
            &[("externalId", "b"), ("number", "1021"), ("iban", "Y")],
            &[("externalId", "c"), ("number", "1000")],
        ];
        let added: &[&[(&str, &str)]] = &[
            &[("externalId", "d"), ("number", "1099"), ("iban", "X")],
            &[("externalId", "e"), ("number", "1020"), ("iban", "Z")],
            &[("externalId", "f"), ("number", "1021"), ("iban", "Y")],
        ];
        assert_eq!(
            links("accounts", removed, added),
            ["1 number", "2 number iban", "-"]
        );
        assert_eq!(
            links("accounts", removed, &added[..1]),
            ["0 iban", "-", "-"]
        );
    }

    #[test]
    fn contacts_are_recognized_by_numbers_in_unknown_fields_before_names() {
        let removed: &[&[(&str, &str)]] = &[
            &[
                ("externalId", "CHE-100.000.006"),
                ("companyName", "Muster AG"),
                ("companyUid", "CHE-100.000.006"),
            ],
            &[("externalId", "b"), ("companyName", "Muster AG")],
            &[
                ("externalId", "c"),
                ("firstName", "Erika"),
                ("lastName", "Muster"),
                ("account", "CH93 0076 2011 6238 5295 7"),
            ],
        ];
        let added: &[&[(&str, &str)]] = &[
            &[("externalId", "d"), ("companyName", "Muster AG")],
            &[
                ("externalId", "e"),
                ("companyName", "Muster Holding AG"),
                ("companyUid", "CHE100000006 MWST"),
            ],
            &[
                ("externalId", "f"),
                ("firstName", "Erika"),
                ("lastName", "Muster-Beispiel"),
                ("account", "CH9300762011623852957"),
            ],
            &[("externalId", "CHE-100.000.006"), ("lastName", "Muster")],
        ];
        assert_eq!(
            links("contacts", removed, added),
            ["1 companyUid", "0 companyName", "2 account"]
        );
    }

    #[test]
    fn equal_identities_are_linked_in_the_order_of_the_lists() {
        let period = [("startsAt", "2026-01-01"), ("endsAt", "2026-12-31")];
        let other = [("startsAt", "2026-01-01"), ("endsAt", "2026-06-30")];
        assert_eq!(
            links("taxPeriods", &[&period, &period, &other], &[&period]),
            ["0 startsAt endsAt", "-", "-"]
        );
        let numbers = [("a", "CHE-100.000.006"), ("b", "CH9300762011623852957")];
        assert_eq!(
            links("contacts", &[&numbers, &numbers], &[&numbers, &numbers]),
            ["0 a b", "1 a b"]
        );
    }

    #[test]
    fn finds_the_latest_item_that_is_free() {
        let mut hashes = Hashes::default();
        for item in (0..4).rev() {
            hashes.insert(7, item);
        }
        assert_eq!(hashes.find(7, &|_| false, &mut |_| true), Some(0));
        assert_eq!(
            hashes.find(7, &|item| item < 2, &mut |item| item != 2),
            Some(3),
            "equal hashes by chance"
        );
        assert_eq!(hashes.find(7, &|item| item < 2, &mut |_| true), Some(2));
        assert_eq!(hashes.find(7, &|_| true, &mut |_| true), None);
        assert_eq!(hashes.find(8, &|_| false, &mut |_| true), None);
    }
}
