use super::document::Document;
use super::unknown_members::{UnknownMember, UnknownMembers};
use crate::json::ValueKind;
use crate::record::Field;
use crate::record::rules::WRONG_PAYLOAD;
use crate::report::{Diagnostic, sanitize_name};
use crate::source::Span;

/// The payloads of the contract: the name of each, and its required fields. A test compares them with the tables.
pub(crate) static PAYLOADS: [(&str, &[&str]); 2] = [
    ("base data", &["organization", "accounts", "currencies", "taxes", "taxPeriods"]),
    ("a payload of transactions", &["transactions"]),
];

/// Returns a finding for an object without a field of the expected payload, if it is another payload, or if a payload is inside one of its
/// members.
pub(super) fn find_wrong_payload(
    document: &Document<'_, '_, '_>,
    opening: Span,
    fields: &[Field],
    members: &UnknownMembers<'_>,
) -> Option<Diagnostic> {
    let (expected, _) =
        PAYLOADS.iter().find(|(_, names)| fields.first().is_some_and(|field| names.contains(&field.name)))?;
    let is_nested = |member: &&UnknownMember<'_>| matches!(member.value.kind, ValueKind::Object | ValueKind::Array);
    let names = members.all.iter().filter(is_nested).map(|member| member.key.text.decode().into_owned());
    let wrong = WrongPayload { found: name_of(&names.collect::<Vec<_>>()), around: None };
    let wrapped = || {
        members.all.iter().filter(|member| member.value.kind == ValueKind::Object).find_map(|member| {
            let found = name_of(&names_in(document, member.value.span.start)?)?;
            Some(WrongPayload { found: Some(found), around: Some(sanitize_name(&member.key.text.decode())) })
        })
    };
    let WrongPayload { found, around } = if wrong.found.is_some() { wrong } else { wrapped()? };
    let found = found?;
    let (found, hint) = match around {
        None => (found.to_owned(), format!(": this one as {found}")),
        Some(name) => (format!("an object with {found} in `{name}`"), format!(": the value of `{name}` as {found}")),
    };
    let fault = Diagnostic::new(&WRONG_PAYLOAD, opening).param("found", found).param("expected", *expected);
    Some(fault.param("hint", hint))
}

struct WrongPayload {
    found: Option<&'static str>,
    /// The name of the member around the payload.
    around: Option<String>,
}

/// Returns the payload that has these fields: at least two of its own, or its only one.
fn name_of(names: &[String]) -> Option<&'static str> {
    let payload = PAYLOADS.iter().find(|(_, own)| {
        own.iter().filter(|name| names.iter().any(|found| found == *name)).count() >= own.len().min(2)
    });
    payload.map(|(name, _)| *name)
}

/// Returns the names of the members of the object that begins here.
fn names_in(document: &Document<'_, '_, '_>, start: usize) -> Option<Vec<String>> {
    let mut reader = document.reader.nested_reader(start);
    reader.try_open(b'{')?;
    let mut names = Vec::new();
    while let Some(key) = reader.next_member().ok()? {
        let value = reader.read_value().ok()?;
        reader.skip(&value).ok()?;
        names.push(key.text.decode().into_owned());
    }
    Some(names)
}
