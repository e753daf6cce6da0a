//! The JSON reader accepts and refuses what `serde_json` does, finds the same values, and knows where they stand.

use serde_json::{Map, Number, Value};
use universal_accounting::internals::json::{Reader, SyntaxError, ValueKind};
use universal_accounting::internals::source::Span;

/// Where the two are meant to differ, by what `serde_json` says then: a number of any size is text to us, and it allows a
/// bracket less.
const DIFFERENCES: [&str; 2] = ["number out of range", "recursion limit exceeded"];

pub fn hold(data: &[u8]) {
    let ours = str::from_utf8(data).ok().and_then(read_whole);
    match (ours, serde_json::from_slice::<Value>(data)) {
        (Some(ours), Ok(theirs)) => assert_eq!(ours.value, Some(theirs)),
        (None, Err(_)) => {}
        (None, Ok(theirs)) => panic!("only we refuse {theirs}"),
        (Some(ours), Err(fault)) => {
            let said = fault.to_string();
            let meant = DIFFERENCES.iter().position(|difference| said.starts_with(difference));
            assert!(meant.is_some(), "only it refuses: {said}");
            assert!(meant != Some(0) || ours.value.is_none(), "it could hold every number: {said}");
        }
    }
}

/// What was read of a document or of a value in it.
#[derive(Debug, PartialEq)]
struct Found {
    /// As `serde_json` has it; none where it can't hold a number.
    value: Option<Value>,
    /// From the first byte to the last.
    span: Span,
}

/// The document of a text that holds one and nothing else. Two ways lead through it: reading and skipping.
fn read_whole(text: &str) -> Option<Found> {
    let (mut reader, mut all) = (Reader::new(text), Vec::new());
    let read = read(&mut reader, text, &mut all);
    let mut skipping = Reader::new(text);
    let skipped = skipping.read_value().and_then(|value| skipping.skip(&value));
    match (&read, &skipped) {
        (Ok(found), Ok(end)) => assert_eq!(found.span.end, *end),
        (Err(one), Err(other)) => {
            assert_eq!(one, other);
            assert!(text.get(one.span.start..one.span.end).is_some(), "{one:?}");
            assert!(!one.to_string().is_empty());
        }
        _ => panic!("{read:?} and {skipped:?}"),
    }
    assert_eq!(reader.trailing_commas(), skipping.trailing_commas());
    for comma in reader.trailing_commas() {
        assert_eq!(&text[comma.start..comma.end], ",");
    }
    for key in skipping.duplicate_keys() {
        assert!(text[key.start..key.end].starts_with('"'));
    }
    let found = read.ok()?;
    // Each value read on its own is the same; a few tell as much as all.
    for inner in all.iter().rev().take(8) {
        reads_alone(text, inner);
    }
    (reader.next_document().is_none() && reader.trailing_commas().is_empty()).then_some(found)
}

fn reads_alone(text: &str, inner: &Found) {
    let slice = &text[inner.span.start..inner.span.end];
    let alone = read(&mut Reader::new(slice), slice, &mut Vec::new()).unwrap();
    assert_eq!((&alone.value, alone.span), (&inner.value, Span::new(0, slice.len())));
    let mut there = Reader::new(text).starting_at(inner.span.start);
    assert_eq!(read(&mut there, text, &mut Vec::new()).as_ref(), Ok(inner));
}

fn read(reader: &mut Reader<'_>, text: &str, all: &mut Vec<Found>) -> Result<Found, SyntaxError> {
    let read_at = reader.read_value()?;
    let value = match read_at.kind {
        ValueKind::Null => Some(Value::Null),
        ValueKind::Boolean(boolean) => Some(Value::Bool(boolean)),
        ValueKind::Number(number) => serde_json::from_str::<Number>(number).ok().map(Value::Number),
        ValueKind::Text(content) => {
            let decoded = content.decode();
            assert!(content.decodes_to(&decoded));
            assert!(content.has_escapes() == content.raw().contains('\\'));
            Some(Value::from(decoded))
        }
        ValueKind::Array => {
            let mut items = Some(Vec::new());
            while reader.next_element()? {
                let item = read(reader, text, all)?;
                items = items.zip(item.value.clone()).map(|(items, item)| [items, vec![item]].concat());
                all.push(item);
            }
            items.map(Value::Array)
        }
        ValueKind::Object => {
            let mut members = Some(Map::new());
            while let Some(key) = reader.next_member()? {
                assert_eq!(&text[key.span.start + 1..key.span.end - 1], key.text.raw());
                let member = read(reader, text, all)?;
                members = members.zip(member.value.clone()).map(|(mut members, value)| {
                    members.insert(key.text.decode().into_owned(), value);
                    members
                });
                all.push(member);
            }
            members.map(Value::Object)
        }
    };
    let is_container = matches!(read_at.kind, ValueKind::Array | ValueKind::Object);
    let end = if is_container { reader.position() } else { read_at.span.end };
    Ok(Found { value, span: Span::new(read_at.span.start, end) })
}
