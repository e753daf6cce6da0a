//! The JSON reader accepts and rejects the same texts as `serde_json`, reads the same values, and locates them.

use serde_json::{Map, Number, Value};
use universal_accounting::internals::json::{Reader, SyntaxError, ValueKind};
use universal_accounting::internals::source::Span;

/// The errors of `serde_json` where the two differ on purpose: we read a number of any size as text, and allow one more open bracket.
const DIFFERENCES: [&str; 2] = ["number out of range", "recursion limit exceeded"];

pub fn assert_holds(data: &[u8]) {
    let ours = str::from_utf8(data).ok().and_then(read_document);
    match (ours, serde_json::from_slice::<Value>(data)) {
        (Some(ours), Ok(theirs)) => assert_eq!(ours.value, Some(theirs)),
        (None, Err(_)) => {}
        (None, Ok(theirs)) => panic!("only we reject {theirs}"),
        (Some(ours), Err(error)) => {
            let message = error.to_string();
            let difference = DIFFERENCES
                .iter()
                .position(|difference| message.starts_with(difference));
            assert!(
                difference.is_some(),
                "only serde_json rejects it: {message}"
            );
            assert!(
                difference != Some(0) || ours.value.is_none(),
                "serde_json can represent every number: {message}"
            );
        }
    }
}

/// A document, or a value in it.
#[derive(Debug, PartialEq)]
struct Parsed {
    /// The value in `serde_json`; `None` if that can't represent a number.
    value: Option<Value>,
    /// From the first byte to the last one.
    span: Span,
}

/// Reads a text of exactly one document. Asserts that reading and skipping agree.
fn read_document(text: &str) -> Option<Parsed> {
    let (mut reader, mut values) = (Reader::new(text), Vec::new());
    let read = read(&mut reader, text, &mut values);
    let mut skipping = Reader::new(text);
    let skipped = skipping
        .read_value()
        .and_then(|value| skipping.skip(&value));
    match (&read, &skipped) {
        (Ok(parsed), Ok(end)) => assert_eq!(parsed.span.end, *end),
        (Err(error), Err(skip_error)) => {
            assert_eq!(error, skip_error);
            assert!(
                text.get(error.span.start..error.span.end).is_some(),
                "{error:?}"
            );
            assert!(!error.to_string().is_empty());
        }
        _ => panic!("{read:?} and {skipped:?}"),
    }
    assert_eq!(reader.trailing_commas(), skipping.trailing_commas());
    assert_eq!(
        reader.recovered_syntax_errors(),
        skipping.recovered_syntax_errors()
    );
    for error in reader.recovered_syntax_errors() {
        assert!(
            text.get(error.span.start..error.span.end).is_some(),
            "{error:?}"
        );
    }
    for comma in reader.trailing_commas() {
        assert_eq!(&text[comma.start..comma.end], ",");
    }
    for key in skipping.duplicate_keys() {
        assert!(text[key.start..key.end].starts_with('"'));
    }
    let parsed = read.ok()?;
    // Each value is the same when it is read alone. Testing all of them would take too long.
    for inner in values.iter().rev().take(8) {
        assert_reads_alone(text, inner);
    }
    let is_clean =
        reader.trailing_commas().is_empty() && reader.recovered_syntax_errors().is_empty();
    (reader.next_document().is_none() && is_clean).then_some(parsed)
}

fn assert_reads_alone(text: &str, inner: &Parsed) {
    let slice = &text[inner.span.start..inner.span.end];
    let alone = read(&mut Reader::new(slice), slice, &mut Vec::new()).unwrap();
    assert_eq!(
        (&alone.value, alone.span),
        (
            &inner.value,
            Span {
                start: 0,
                end: slice.len()
            }
        )
    );
    let mut there = Reader::new(text).starting_at(inner.span.start);
    assert_eq!(read(&mut there, text, &mut Vec::new()).as_ref(), Ok(inner));
}

fn read(
    reader: &mut Reader<'_>,
    text: &str,
    values: &mut Vec<Parsed>,
) -> Result<Parsed, SyntaxError> {
    let start = reader.read_value()?;
    let value = match start.kind {
        ValueKind::Null => Some(Value::Null),
        ValueKind::Boolean(boolean) => Some(Value::Bool(boolean)),
        ValueKind::Number(number) => serde_json::from_str::<Number>(number)
            .ok()
            .map(Value::Number),
        ValueKind::Text(content) => {
            let decoded = content.decode();
            assert!(content.decodes_to(&decoded));
            assert!(content.has_escapes() == content.raw().contains('\\'));
            Some(Value::from(decoded))
        }
        ValueKind::Array => {
            let mut items = Some(Vec::new());
            while reader.next_element()? {
                let item = read(reader, text, values)?;
                items = items
                    .zip(item.value.clone())
                    .map(|(items, item)| [items, vec![item]].concat());
                values.push(item);
            }
            items.map(Value::Array)
        }
        ValueKind::Object => {
            let mut members = Some(Map::new());
            while let Some(key) = reader.next_member()? {
                assert_eq!(&text[key.span.start + 1..key.span.end - 1], key.text.raw());
                let member = read(reader, text, values)?;
                members = members
                    .zip(member.value.clone())
                    .map(|(mut members, value)| {
                        members.insert(key.text.decode().into_owned(), value);
                        members
                    });
                values.push(member);
            }
            members.map(Value::Object)
        }
    };
    let is_container = matches!(start.kind, ValueKind::Array | ValueKind::Object);
    let end = if is_container {
        reader.position()
    } else {
        start.span.end
    };
    Ok(Parsed {
        value,
        span: Span {
            start: start.span.start,
            end,
        },
    })
}
