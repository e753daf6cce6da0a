use super::document::Document;
use crate::json::{Value, ValueKind};
use crate::record::Field;
use crate::record::rules::WRONG_PAYLOAD;
use crate::report::{Diagnostic, sanitize_name};
use crate::source::Span;

/// The payloads of the contract: the name of each, and its required fields that hold records. A test compares them with the tables.
pub(crate) static PAYLOADS: [(&str, &[&str]); 3] = [
    (
        "base data",
        &[
            "organization",
            "accounts",
            "currencies",
            "taxes",
            "taxPeriods",
        ],
    ),
    ("a payload of transactions", &["transactions"]),
    ("a journal export", &["entries"]),
];

/// Returns a finding for the object that begins at `opening` and has no field of the expected payload, if it is another payload, or if a payload is
/// inside one of its members.
pub(crate) fn find_wrong_payload(
    document: &Document<'_, '_, '_>,
    opening: Span,
    fields: &[Field],
) -> Option<Diagnostic> {
    let is_expected = |names: &[&str]| fields.iter().any(|field| names.contains(&field.name));
    let (expected, _) = PAYLOADS.iter().find(|(_, names)| is_expected(names))?;
    let members = nested_members(document, opening.start)?;
    let has_field = fields
        .iter()
        .any(|field| members.iter().any(|(name, _)| name == field.name));
    if has_field {
        return None;
    }
    let (found, hint) = match name_of(&members) {
        Some(found) => (found.to_owned(), format!(": this one as {found}")),
        None => describe_inner_payload(document, &members)?,
    };
    let fault = Diagnostic::new(&WRONG_PAYLOAD, opening)
        .param("found", found)
        .param("expected", *expected);
    Some(fault.param("hint", hint))
}

/// Returns the description of the first payload in a member, and the hint to check only this one.
fn describe_inner_payload(
    document: &Document<'_, '_, '_>,
    members: &[(String, Value<'_>)],
) -> Option<(String, String)> {
    for (name, value) in members {
        let Some(found) = find_payload(document, value) else {
            continue;
        };
        let name = sanitize_name(name);
        let description = format!("an object with {found} in `{name}`");
        let hint = format!(": the value of `{name}` as {found}");
        return Some((description, hint));
    }
    None
}

/// Returns the name of the payload that a value is: an object, or a list of journal records.
fn find_payload(document: &Document<'_, '_, '_>, value: &Value<'_>) -> Option<&'static str> {
    let mut start = value.span.start;
    if value.kind == ValueKind::Array {
        let mut reader = document.reader.nested_reader(start);
        reader.try_open(b'[')?;
        let has_items = reader.next_element().ok()?;
        if !has_items {
            return None;
        }
        start = reader.read_value().ok()?.span.start;
    }
    name_of(&nested_members(document, start)?)
}

/// Returns the payload that has these members: at least two of its own fields, or its only one.
fn name_of(members: &[(String, Value<'_>)]) -> Option<&'static str> {
    let is_member = |field: &&&str| members.iter().any(|(name, _)| name == **field);
    for (payload, fields) in &PAYLOADS {
        let count = fields.iter().filter(is_member).count();
        if count >= fields.len().min(2) {
            return Some(payload);
        }
    }
    None
}

/// Returns the members with objects and lists of the object that begins here.
fn nested_members<'s>(
    document: &Document<'s, '_, '_>,
    start: usize,
) -> Option<Vec<(String, Value<'s>)>> {
    let mut reader = document.reader.nested_reader(start);
    reader.try_open(b'{')?;
    let mut members = Vec::new();
    while let Some(key) = reader.next_member().ok()? {
        let value = reader.read_value().ok()?;
        reader.skip(&value).ok()?;
        if matches!(value.kind, ValueKind::Object | ValueKind::Array) {
            members.push((key.text.decode().into_owned(), value));
        }
    }
    Some(members)
}
