//! Reads single values of the JSON in which options arrive.

use std::str::FromStr;

use universal_accounting::internals::json::{Reader, ValueKind};

/// Returns the members of a JSON object: their names, and their values as JSON.
pub(crate) fn members(json: &str) -> Option<Vec<(String, String)>> {
    let mut reader = Reader::new(json);
    if !matches!(reader.read_value().ok()?.kind, ValueKind::Object) {
        return None;
    }
    let mut members = Vec::new();
    while let Some(key) = reader.next_member().ok()? {
        members.push((
            key.text.decode().into_owned(),
            next_json(json, &mut reader)?.to_owned(),
        ));
    }
    Some(members)
}

/// Returns the next value of an object or a list as JSON.
fn next_json<'j>(json: &'j str, reader: &mut Reader<'j>) -> Option<&'j str> {
    let value = reader.read_value().ok()?;
    let end = reader.skip(&value).ok()?;
    json.get(value.span.start..end)
}

/// Returns the strings of a JSON list.
pub(crate) fn strings(json: &str) -> Option<Vec<String>> {
    let elements = elements(json)?;
    elements.iter().map(|element| string(element)).collect()
}

/// Returns the elements of a JSON list as JSON.
pub(crate) fn elements(json: &str) -> Option<Vec<String>> {
    let mut reader = Reader::new(json);
    if !matches!(reader.read_value().ok()?.kind, ValueKind::Array) {
        return None;
    }
    let mut elements = Vec::new();
    while reader.next_element().ok()? {
        elements.push(next_json(json, &mut reader)?.to_owned());
    }
    Some(elements)
}

/// Returns the text of a JSON string.
pub(crate) fn string(json: &str) -> Option<String> {
    match Reader::new(json).read_value().ok()?.kind {
        ValueKind::Text(text) => Some(text.decode().into_owned()),
        _ => None,
    }
}

/// Reads `true` or `false`.
pub(crate) fn boolean(json: &str) -> Option<bool> {
    json.parse().ok()
}

/// Reads a whole number. JavaScript writes one without a point or an exponent.
pub(crate) fn number<T: FromStr>(json: &str) -> Option<T> {
    json.parse().ok()
}
