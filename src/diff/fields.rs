use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::model::{ChangedField, FieldChange, FieldValue};
use super::unknown_fields::UnknownField;
use crate::record::{self, JsonType, TextVisitor};

/// Up to how many fields of an object are searched one after another, which is faster than hashing them.
const MAX_SEARCHED: usize = 16;

/// The values of an object's fields by their names.
struct Values<'f> {
    fields: &'f [ChangedField],
    /// The index of each field, if the fields are many.
    by_name: Option<HashMap<&'f str, usize, RandomState>>,
}

impl<'f> Values<'f> {
    fn new(fields: &'f [ChangedField]) -> Self {
        let is_indexed = fields.len() > MAX_SEARCHED;
        let by_name = || {
            fields
                .iter()
                .enumerate()
                .map(|(index, field)| (&*field.name, index))
                .collect()
        };
        Self {
            fields,
            by_name: is_indexed.then(by_name),
        }
    }

    fn get(&self, name: &str) -> Option<&'f FieldValue> {
        let field = match &self.by_name {
            Some(by_name) => self.fields.get(*by_name.get(name)?),
            None => self.fields.iter().find(|field| field.name == name),
        };
        field.map(|field| &field.value)
    }
}

/// Returns the unknown fields that differ. A name occurs once in an object.
pub(super) fn compare_unknown(
    held: &[UnknownField<'_>],
    new: &[UnknownField<'_>],
) -> Vec<FieldChange> {
    // Most fields are written in the same way and order, and need not be decoded.
    if held.len() == new.len()
        && held
            .iter()
            .zip(new)
            .all(|(held, new)| held.is_written_as(new))
    {
        return Vec::new();
    }
    let [held, new] =
        [held, new].map(|fields| fields.iter().map(UnknownField::decode).collect::<Vec<_>>());
    let (held_values, new_values) = (Values::new(&held), Values::new(&new));
    let mut changes = Vec::new();
    for ChangedField { name, value } in &new {
        let held = held_values.get(name);
        if held != Some(value) {
            changes.push(FieldChange {
                name: name.clone(),
                held: held.cloned(),
                new: Some(value.clone()),
            });
        }
    }
    for ChangedField { name, value } in held
        .iter()
        .filter(|field| new_values.get(&field.name).is_none())
    {
        changes.push(FieldChange {
            name: name.clone(),
            held: Some(value.clone()),
            new: None,
        });
    }
    changes
}

/// A function that visits the texts of a record in the order of its fields.
type VisitTexts<'f> = dyn Fn(&mut TextVisitor<'_>) + 'f;

/// The texts of a held record. The next record reuses their memory.
#[derive(Default)]
pub(super) struct HeldTexts {
    text: String,
    /// The index of each field that is present, and the end of its text.
    ends: Vec<(usize, usize)>,
}

impl HeldTexts {
    /// Returns the fields of the contract that differ, in its order. `visit_held` and `visit_new` visit the texts of the two records.
    pub(super) fn compare(
        &mut self,
        fields: &[record::Field],
        visit_held: &VisitTexts<'_>,
        visit_new: &VisitTexts<'_>,
    ) -> Vec<FieldChange> {
        let Self { text, ends } = self;
        text.clear();
        ends.clear();
        visit_held(&mut |index, held| {
            text.push_str(held);
            ends.push((index, text.len()));
        });
        let mut start = 0;
        let held = ends
            .iter()
            .map(|(index, end)| (*index, text.get(std::mem::replace(&mut start, *end)..*end)));
        let mut held = held.peekable();
        let mut changes = Vec::new();
        let mut push = |index: usize, held: Option<&str>, new: Option<&str>| {
            if let Some(field) = fields.get(index).filter(|_| held != new) {
                if changes.is_empty() {
                    // Most records that differ do so in one field.
                    changes.reserve_exact(1);
                }
                let value = |text: &str| known_value(field, text);
                changes.push(FieldChange {
                    name: field.name.into(),
                    held: held.map(value),
                    new: new.map(value),
                });
            }
        };
        // Both records visit their fields in the order of the contract.
        visit_new(&mut |index, text| {
            while let Some((removed, old)) = held.next_if(|(known, _)| *known < index) {
                push(removed, old, None);
            }
            push(
                index,
                held.next_if(|(known, _)| *known == index)
                    .and_then(|(_, old)| old),
                Some(text),
            );
        });
        held.for_each(|(index, old)| push(index, old, None));
        changes
    }
}

/// Returns the value of a field of the contract.
pub(super) fn known_value(field: &record::Field, text: &str) -> FieldValue {
    match field.json_type() {
        JsonType::String => FieldValue::Text(text.to_owned()),
        _ => FieldValue::Json(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base_data::{Account, AccountType};
    use crate::diff::unknown_fields::UnknownFields;
    use crate::record::TypedRecord;
    use crate::value::{Currency, Iban, LimitedText};

    #[test]
    fn changes_have_the_order_of_the_contract() {
        let account = |number: &str| {
            let (id, text) = (
                LimitedText::parse("a").unwrap(),
                LimitedText::parse("Bank").unwrap(),
            );
            Account::new(id, LimitedText::parse(number).unwrap(), text)
        };
        let (mut held, mut new) = (account("1"), account("2"));
        held.iban = Some(Iban::parse("CH9300762011623852957").unwrap());
        new.account_type = Some(AccountType::Asset);
        new.currency = Some(Currency::parse("CHF").unwrap());
        let names = |changes: Vec<FieldChange>| -> Vec<String> {
            let sign = |change: &FieldChange| match (&change.held, &change.new) {
                (None, _) => "+",
                (_, None) => "-",
                _ => "~",
            };
            changes
                .iter()
                .map(|change| format!("{}{}", sign(change), change.name))
                .collect()
        };
        let compare = |held: &Account, new: &Account| {
            let mut texts = HeldTexts::default();
            names(texts.compare(
                Account::FIELDS,
                &|visit| {
                    held.visit_texts(visit);
                },
                &|visit| {
                    new.visit_texts(visit);
                },
            ))
        };
        assert_eq!(
            compare(&held, &new),
            ["~number", "+currency", "-iban", "+type"]
        );
        assert_eq!(
            compare(&new, &held),
            ["~number", "-currency", "+iban", "-type"]
        );
        assert!(compare(&new, &new).is_empty());
    }

    #[test]
    fn many_fields_are_compared_like_few() {
        for count in [3, MAX_SEARCHED, MAX_SEARCHED + 1, 5 * MAX_SEARCHED] {
            let fields: Vec<String> = (0..count)
                .map(|number| format!("\"{number}\": {number}.0"))
                .collect();
            let mut other: Vec<String> = fields
                .iter()
                .rev()
                .map(|field| field.replace(": ", ":"))
                .collect();
            let payload = |fields: &[String]| format!("{{{}}}", fields.join(","));
            let (held, equal) = (payload(&fields), payload(&other));
            other[1] = other[1].replace(".0", ".00");
            let different = payload(&other);
            let [held, equal, different] =
                [&held, &equal, &different].map(|payload| UnknownFields::read(payload, 8).unwrap());
            let (held, equal, different) = (
                held.of_payload(),
                equal.of_payload(),
                different.of_payload(),
            );
            assert!(
                compare_unknown(held, held).is_empty() && compare_unknown(held, equal).is_empty()
            );
            let changes = compare_unknown(held, different);
            assert_eq!(changes.len(), 1);
            assert_eq!(changes[0].name, (count - 2).to_string());
        }
    }
}
