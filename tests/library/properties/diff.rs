//! A diff of equal payloads is empty, and the changes of a diff turn one payload into the other.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use serde_json::value::RawValue;
use universal_accounting::base_data;
use universal_accounting::diff::{self, BaseDataDiff, DiffRecord, FieldChange, FieldValue};
use universal_accounting::generate::{self, ChoiceBytes, Choices, ObjectMember};
use universal_accounting::report::Policy;

use crate::cases::cases;
use crate::service::client::{BASE_DATA, Client};

/// The values of an object by their names.
type Object = BTreeMap<String, FieldValue>;

/// A payload, read with `serde_json`.
#[derive(Debug, Clone, PartialEq, Default)]
struct Payload {
    organization: Object,
    lists: BTreeMap<String, Vec<Object>>,
    fields: Object,
}

const LISTS: [&str; 7] = [
    "accounts",
    "currencies",
    "taxes",
    "taxPeriods",
    "contacts",
    "costCenters",
    "projects",
];

/// How many lists are required.
const REQUIRED: usize = 4;

/// Values of unknown fields, in canonical JSON.
const UNKNOWN: [&str; 6] = [
    "1.50",
    "1.5",
    "null",
    r#"{"b":1,"a":[true,{}]}"#,
    r#"{"a":[true,{}],"b":1}"#,
    r#""zwölf \"12\"""#,
];

fn value(json: &str) -> FieldValue {
    match serde_json::from_str(json) {
        Ok(text) => FieldValue::Text(text),
        Err(_) => FieldValue::Json(json.to_owned()),
    }
}

fn raw_members(json: &str) -> BTreeMap<String, Box<RawValue>> {
    serde_json::from_str(json).unwrap()
}

fn object(json: &str) -> Object {
    raw_members(json)
        .into_iter()
        .map(|(name, json)| (name, value(json.get())))
        .collect()
}

/// Reads canonical base data.
fn payload(json: &str) -> Payload {
    let mut payload = Payload::default();
    for (name, json) in raw_members(json) {
        if name == "organization" {
            payload.organization = object(json.get());
        } else if LISTS.contains(&name.as_str()) {
            let records: Vec<Box<RawValue>> = serde_json::from_str(json.get()).unwrap();
            payload.lists.insert(
                name,
                records.iter().map(|record| object(record.get())).collect(),
            );
        } else {
            payload.fields.insert(name, value(json.get()));
        }
    }
    for name in LISTS {
        payload.lists.entry(name.to_owned()).or_default();
    }
    payload
}

fn add_unknown_fields(object: &mut Object, choices: &mut Choices<'_>) {
    for name in ["qrIban", "uid", "é\n"] {
        if choices.once_in(6) {
            object.insert(name.to_owned(), value(choices.pick(&UNKNOWN)));
        }
    }
}

/// Generates any base data, with unknown fields.
fn generate_payload(choices: &mut Choices<'_>) -> Payload {
    let mut payload = payload(&base_data::write(&generate::base_data(choices)));
    add_unknown_fields(&mut payload.fields, choices);
    add_unknown_fields(&mut payload.organization, choices);
    payload
        .lists
        .values_mut()
        .flatten()
        .for_each(|record| add_unknown_fields(record, choices));
    payload
}

/// Returns another payload with records that are kept, changed, removed, added or have another external id, in any order.
fn edited(payload: &Payload, choices: &mut Choices<'_>) -> Payload {
    let other = generate_payload(choices);
    let mut edited = Payload {
        organization: if choices.once_in(2) { &other } else { payload }
            .organization
            .clone(),
        fields: if choices.once_in(2) { &other } else { payload }
            .fields
            .clone(),
        ..Payload::default()
    };
    for (index, name) in LISTS.into_iter().enumerate() {
        let (old, others) = (&payload.lists[name], &other.lists[name]);
        let mut records = Vec::new();
        for record in old {
            let mut record = record.clone();
            match choices.below(6) {
                0..=2 => {}
                3 if !others.is_empty() => {
                    let id = record.remove("externalId");
                    record = others[choices.below(others.len())].clone();
                    record.remove("externalId");
                    record.extend(id.map(|id| ("externalId".to_owned(), id)));
                }
                4 => {
                    record.insert(
                        "externalId".to_owned(),
                        FieldValue::Text(format!("new {}", records.len())),
                    );
                }
                _ => continue,
            }
            records.push(record);
        }
        records.extend(others.iter().filter(|_| choices.once_in(4)).cloned());
        if records.is_empty() && index < REQUIRED {
            records.push(old[0].clone());
        }
        let mut ids = BTreeSet::new();
        records.retain(|record| {
            record
                .get("externalId")
                .is_none_or(|id| ids.insert(id.clone()))
        });
        choices.shuffle(&mut records);
        edited.lists.insert(name.to_owned(), records);
    }
    edited
}

fn write_members(object: &Object, choices: &mut Choices<'_>) -> Vec<ObjectMember> {
    let mut write = |value: &FieldValue| match value {
        FieldValue::Text(text) => generate::json_string(text, choices),
        FieldValue::Json(json) => json.clone(),
    };
    object
        .iter()
        .map(|(name, value)| ObjectMember {
            name: name.clone(),
            value: write(value),
        })
        .collect()
}

/// Writes an object in any notation, with its members in any order.
fn write_object(object: &Object, choices: &mut Choices<'_>) -> String {
    let mut members = write_members(object, choices);
    choices.shuffle(&mut members);
    generate::json_object(&members, "", choices)
}

/// Writes a payload in any notation. An empty optional list may be absent.
fn write_payload(payload: &Payload, choices: &mut Choices<'_>) -> String {
    let mut members = vec![ObjectMember {
        name: "organization".to_owned(),
        value: write_object(&payload.organization, choices),
    }];
    members.extend(write_members(&payload.fields, choices));
    for (name, records) in &payload.lists {
        if !records.is_empty() || choices.once_in(2) {
            let records: Vec<String> = records
                .iter()
                .map(|record| write_object(record, choices))
                .collect();
            members.push(ObjectMember {
                name: name.clone(),
                value: format!("[{}]", records.join(",")),
            });
        }
    }
    choices.shuffle(&mut members);
    generate::json_object(&members, "", choices)
}

fn diff_of(held: &str, new: &str) -> BaseDataDiff {
    let reading = diff::read_base_data(held.as_bytes(), new.as_bytes(), &Policy::new());
    reading.diff.unwrap_or_else(|| {
        panic!(
            "{held}\n{new}\n{:?}\n{:?}",
            reading.held.findings, reading.new.findings
        )
    })
}

fn apply_to_object(object: &mut Object, changes: &[FieldChange]) {
    for FieldChange {
        name, held, new, ..
    } in changes
    {
        assert_ne!(held, new, "{name}");
        assert_eq!(object.get(&**name), held.as_ref(), "{name}");
        match new {
            Some(value) => object.insert(name.to_string(), value.clone()),
            None => object.remove(&**name),
        };
    }
}

fn object_of(record: &DiffRecord) -> Object {
    let mut object: Object = record
        .fields
        .iter()
        .map(|field| (field.name.to_string(), field.value.clone()))
        .collect();
    assert_eq!(object.len(), record.fields.len());
    let id = record
        .external_id
        .clone()
        .map(|id| ("externalId".to_owned(), FieldValue::Text(id)));
    assert!(object.iter().all(|(name, _)| name != "externalId"));
    object.extend(id);
    object
}

/// Applies the changes to a payload, and checks that what they say about it is true.
fn apply(payload: &Payload, diff: &BaseDataDiff) -> Payload {
    let mut applied = payload.clone();
    apply_to_object(&mut applied.organization, &diff.organization);
    apply_to_object(&mut applied.fields, &diff.fields);
    assert_eq!(
        diff.lists.iter().map(|list| list.name).collect::<Vec<_>>(),
        LISTS
    );
    for list in &diff.lists {
        let records = applied.lists.get_mut(list.name).unwrap();
        assert_eq!(records.len(), list.held);
        for change in &list.changed {
            let record = &mut records[change.held_index];
            assert_eq!(
                record["externalId"],
                FieldValue::Text(change.external_id.clone())
            );
            assert!(!change.fields.is_empty());
            apply_to_object(record, &change.fields);
        }
        for removed in &list.removed {
            assert_eq!(records[removed.index], object_of(removed));
        }
        let removed: BTreeSet<usize> = list.removed.iter().map(|removed| removed.index).collect();
        let mut index = 0..;
        records.retain(|_| !removed.contains(&index.next().unwrap()));
        records.extend(list.added.iter().map(object_of));
        assert_eq!(records.len(), list.new);
        for record in &list.removed {
            let Some(same) = &record.same else { continue };
            let other = list
                .added
                .iter()
                .find(|added| added.index == same.index)
                .unwrap();
            assert_eq!(other.same.as_ref().unwrap().index, record.index);
            assert!(record.external_id.is_none() || record.external_id != other.external_id);
            assert!(!same.by.is_empty());
        }
    }
    applied
}

/// Returns a payload with its records in an order that does not depend on their lists.
fn in_order(payload: &Payload) -> Payload {
    let mut payload = payload.clone();
    payload
        .lists
        .values_mut()
        .for_each(|records| records.sort());
    payload
}

proptest! {
    #![proptest_config(cases(1000))]

    /// The payloads have any notation and order, and unknown fields.
    #[test]
    fn the_changes_turn_one_payload_into_the_other(bytes in ChoiceBytes::strategy(1200)) {
        let choices = &mut bytes.choices();
        let held = generate_payload(choices);
        let new = edited(&held, choices);
        let mut write = |payload: &Payload| write_payload(payload, choices);
        let [held_json, new_json, again_json] = [write(&held), write(&new), write(&held)];

        let diff = diff_of(&held_json, &new_json);
        prop_assert_eq!(in_order(&apply(&held, &diff)), in_order(&new));
        prop_assert_eq!(diff.is_empty(), in_order(&held) == in_order(&new));

        for (held, again) in [(&held_json, &held_json), (&held_json, &again_json), (&new_json, &new_json)] {
            let diff = diff_of(held, again);
            prop_assert!(diff.is_empty(), "{:?}", diff);
        }

        let back = diff_of(&new_json, &held_json);
        prop_assert_eq!(in_order(&apply(&new, &back)), in_order(&held));
        prop_assert_eq!((back.added(), back.changed(), back.removed()), (diff.removed(), diff.changed(), diff.added()));
    }
}

proptest! {
    #![proptest_config(cases(256))]

    /// After an update, the service holds exactly what was sent.
    #[test]
    fn the_diff_after_an_update_of_the_service_is_empty(bytes in ChoiceBytes::strategy(1200)) {
        let choices = &mut bytes.choices();
        let held = generate_payload(choices);
        let new = edited(&held, choices);
        let mut client = Client::new();
        for payload in [&held, &new] {
            let sent = write_payload(payload, choices);
            let before = client.get(BASE_DATA);
            prop_assert_eq!(client.send("PATCH", BASE_DATA, &sent).status, 200);
            let now = client.get(BASE_DATA).text();
            let diff = diff_of(&now, &sent);
            prop_assert!(diff.is_empty(), "{:?}", diff);
            if before.status == 200 {
                // What the diff announced is what the update did.
                prop_assert_eq!(diff_of(&before.text(), &sent), diff_of(&before.text(), &now));
            }
        }
    }

    #[test]
    fn values_and_payloads_have_the_same_diff(held in generate::strategy(generate::base_data), new in generate::strategy(generate::base_data)) {
        let diff = diff::base_data(&held, &new);
        prop_assert_eq!(&diff, &diff_of(&base_data::write(&held), &base_data::write(&new)));
        prop_assert!(diff::base_data(&held, &held).is_empty());
    }
}
