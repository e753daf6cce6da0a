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
    let names: Vec<String> = members.iter().map(|(name, _)| name.clone()).collect();
    if fields
        .iter()
        .any(|field| names.iter().any(|name| name == field.name))
    {
        return None;
    }
    let (found, hint) = if let Some(found) = name_of(&names) {
        (found.to_owned(), format!(": this one as {found}"))
    } else {
        members.iter().find_map(|(name, value)| {
            let found = find_payload(document, value)?;
            let name = sanitize_name(name);
            Some((
                format!("an object with {found} in `{name}`"),
                format!(": the value of `{name}` as {found}"),
            ))
        })?
    };
    let fault = Diagnostic::new(&WRONG_PAYLOAD, opening)
        .param("found", found)
        .param("expected", *expected);
    Some(fault.param("hint", hint))
}

/// Returns the name of the payload that a value is: an object, or a list of journal records.
fn find_payload(document: &Document<'_, '_, '_>, value: &Value<'_>) -> Option<&'static str> {
    let mut start = value.span.start;
    if value.kind == ValueKind::Array {
        let mut reader = document.reader.nested_reader(start);
        reader.try_open(b'[')?;
        let first = reader
            .next_element()
            .ok()?
            .then(|| reader.read_value().ok())??;
        start = first.span.start;
    }
    let members = nested_members(document, start)?;
    name_of(
        &members
            .into_iter()
            .map(|(name, _)| name)
            .collect::<Vec<_>>(),
    )
}

/// Returns the payload that has these fields: at least two of its own, or its only one.
fn name_of(names: &[String]) -> Option<&'static str> {
    let payload = PAYLOADS.iter().find(|(_, own)| {
        own.iter()
            .filter(|name| names.iter().any(|found| found == *name))
            .count()
            >= own.len().min(2)
    });
    payload.map(|(name, _)| *name)
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
