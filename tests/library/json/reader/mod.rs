//! Compares the JSON reader with `serde_json` and the JSON test suite, and tests its own properties.

mod generated;
mod suite;

use std::fmt::Write as _;

use serde_json::{Map, Number, Value};
use universal_accounting::internals::json::{
    OpenToken, Reader, SyntaxError, SyntaxErrorKind, ValueKind,
};
use universal_accounting::internals::source::Span;

/// The reason why a text is not one JSON document.
#[derive(Debug, PartialEq)]
enum Rejection {
    NotUtf8,
    SyntaxError(SyntaxError),
    TrailingComma,
    /// Another document follows.
    AnotherDocument,
}

/// A value as the reader reads it, with numbers as they are written.
#[derive(Debug, Clone, PartialEq)]
enum Parsed {
    Scalar(Value),
    Number(String),
    Array(Vec<Parsed>),
    Object(Vec<(String, Parsed)>),
}

impl Parsed {
    /// Returns the value of `serde_json`, if it can represent all numbers. Of several equal keys, the last one wins there.
    fn to_value(&self) -> Option<Value> {
        Some(match self {
            Self::Scalar(value) => value.clone(),
            Self::Number(text) => Value::Number(serde_json::from_str::<Number>(text).ok()?),
            Self::Array(items) => {
                Value::Array(items.iter().map(Self::to_value).collect::<Option<_>>()?)
            }
            Self::Object(members) => Value::Object(
                members
                    .iter()
                    .map(|(key, value)| Some((key.clone(), value.to_value()?)))
                    .collect::<Option<Map<_, _>>>()?,
            ),
        })
    }
}

/// Reads the next value completely, and adds the span of every key and value to `spans`. Spans of containers include the closing bracket.
fn read(reader: &mut Reader, spans: &mut Vec<Span>) -> Result<Parsed, SyntaxError> {
    let value = reader.read_value()?;
    let parsed = match value.kind {
        ValueKind::Null => Parsed::Scalar(Value::Null),
        ValueKind::Boolean(boolean) => Parsed::Scalar(Value::Bool(boolean)),
        ValueKind::Number(text) => Parsed::Number(text.to_owned()),
        ValueKind::Text(text) => {
            assert!(text.decodes_to(&text.decode()));
            Parsed::Scalar(Value::String(text.decode().into_owned()))
        }
        ValueKind::Array => {
            let mut items = Vec::new();
            while reader.next_element()? {
                items.push(read(reader, spans)?);
            }
            Parsed::Array(items)
        }
        ValueKind::Object => {
            let mut members = Vec::new();
            while let Some(key) = reader.next_member()? {
                spans.push(key.span);
                members.push((key.text.decode().into_owned(), read(reader, spans)?));
            }
            Parsed::Object(members)
        }
    };
    let end = if is_container(&parsed) {
        reader.position()
    } else {
        value.span.end
    };
    spans.push(Span {
        start: value.span.start,
        end,
    });
    Ok(parsed)
}

const fn is_container(parsed: &Parsed) -> bool {
    matches!(parsed, Parsed::Array(_) | Parsed::Object(_))
}

fn check_end(reader: &mut Reader) -> Result<(), Rejection> {
    match reader.next_document() {
        _ if !reader.recovered_syntax_errors().is_empty() => {
            Err(Rejection::SyntaxError(reader.recovered_syntax_errors()[0]))
        }
        Some(_) => Err(Rejection::AnotherDocument),
        None if !reader.trailing_commas().is_empty() => Err(Rejection::TrailingComma),
        None => Ok(()),
    }
}

/// Returns the first error: the reader may have recovered from an earlier one.
fn first_error(reader: &Reader, error: SyntaxError) -> Rejection {
    Rejection::SyntaxError(
        reader
            .recovered_syntax_errors()
            .first()
            .copied()
            .unwrap_or(error),
    )
}

/// Reads a text of exactly one document. Asserts that reading and skipping agree.
fn read_document(text: &str) -> Result<(Parsed, Vec<Span>), Rejection> {
    let mut skipping = Reader::new(text);
    let skipped = skipping
        .read_value()
        .and_then(|value| skipping.skip(&value));
    let skipped = skipped.map_err(|error| first_error(&skipping, error));
    let skipped = skipped.and_then(|end| check_end(&mut skipping).map(|()| end));

    let mut reader = Reader::new(text);
    let mut spans = Vec::new();
    let parsed = read(&mut reader, &mut spans).map_err(|error| first_error(&reader, error));
    let end = reader.position();
    let parsed = parsed.and_then(|parsed| check_end(&mut reader).map(|()| parsed));

    assert_eq!(
        parsed.as_ref().map(|_| end),
        skipped.as_ref().copied(),
        "{text}"
    );
    assert_eq!(reader.trailing_commas(), skipping.trailing_commas());
    assert_eq!(
        reader.recovered_syntax_errors(),
        skipping.recovered_syntax_errors()
    );
    if let Err(Rejection::SyntaxError(error)) = &parsed {
        assert!(
            text.get(error.span.start..error.span.end).is_some(),
            "{error:?} in {text}"
        );
    }
    for span in spans
        .iter()
        .chain(reader.trailing_commas())
        .chain(skipping.duplicate_keys())
    {
        assert!(
            text.get(span.start..span.end)
                .is_some_and(|slice| !slice.is_empty()),
            "{span:?} in {text}"
        );
    }
    parsed.map(|parsed| (parsed, spans))
}

fn read_document_from_bytes(bytes: &[u8]) -> Result<(Parsed, Vec<Span>), Rejection> {
    // Callers of the reader remove a byte order mark; here it is an error.
    read_document(std::str::from_utf8(bytes).map_err(|_| Rejection::NotUtf8)?)
}

/// The intended differences: the error of `serde_json`, and the reason why our reader has none.
const DIFFERENCES: [(&str, &str); 2] = [
    (
        "number out of range",
        "we read an exponent of any size as text, and the field decides which values are valid",
    ),
    (
        "recursion limit exceeded",
        "it allows 127 open brackets, we allow 128; it stops there, while we may find an error further on",
    ),
];

/// Asserts that the reader and `serde_json` agree, except for the intended differences.
fn compare(bytes: &[u8]) {
    let ours = read_document_from_bytes(bytes);
    let shown = String::from_utf8_lossy(bytes);
    match (&ours, serde_json::from_slice::<Value>(bytes)) {
        (Ok((parsed, _)), Ok(theirs)) => assert_eq!(parsed.to_value(), Some(theirs), "{shown}"),
        (Err(_), Err(_)) => {}
        (Err(rejection), Ok(_)) => panic!("only we reject it, for {rejection:?}: {shown}"),
        (Ok((parsed, _)), Err(error)) => {
            let message = error.to_string();
            let reason = DIFFERENCES
                .iter()
                .position(|(known, _)| message.starts_with(known));
            assert!(
                reason.is_some(),
                "only serde_json rejects it, {message}: {shown}"
            );
            assert!(
                reason != Some(0) || parsed.to_value().is_none(),
                "serde_json can represent every number: {shown}"
            );
        }
    }
}

#[test]
fn differs_from_serde_json_only_as_intended() {
    let brackets = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let serde_error = |text: &str| serde_json::from_str::<Value>(text).unwrap_err().to_string();

    assert!(read_document("1e400").is_ok());
    assert!(serde_error("1e400").starts_with(DIFFERENCES[0].0));

    assert!(
        serde_json::from_str::<Value>(&brackets(127)).is_ok()
            && read_document(&brackets(127)).is_ok()
    );
    assert!(
        serde_error(&brackets(128)).starts_with(DIFFERENCES[1].0)
            && read_document(&brackets(128)).is_ok()
    );
    let Err(Rejection::SyntaxError(error)) = read_document(&brackets(129)) else {
        panic!("129 brackets")
    };
    assert_eq!(
        error,
        SyntaxError {
            span: Span {
                start: 128,
                end: 129
            },
            kind: SyntaxErrorKind::TooDeep { limit: 128 }
        }
    );

    // Both accept duplicate keys: we report their spans, `serde_json` keeps the last one.
    let text = r#"{"a":1,"\u0061":2}"#;
    let mut reader = Reader::new(text);
    let value = reader.read_value().unwrap();
    reader.skip(&value).unwrap();
    assert_eq!(reader.duplicate_keys(), [Span { start: 7, end: 15 }]);
    assert_eq!(
        serde_json::from_str::<Value>(text).unwrap(),
        serde_json::json!({"a": 2})
    );
}

#[test]
fn deep_nesting_does_not_exhaust_the_stack() {
    const DEPTH: usize = 100_000;
    let opened = "[".repeat(DEPTH);
    let Err(error) = Reader::new(&opened).read_value().and_then(|value| {
        let mut reader = Reader::new(&opened);
        reader.read_value()?;
        reader.skip(&value)
    }) else {
        panic!("{DEPTH} brackets are too deep")
    };
    assert_eq!(
        error,
        SyntaxError {
            span: Span {
                start: 128,
                end: 129
            },
            kind: SyntaxErrorKind::TooDeep { limit: 128 }
        }
    );

    let mut reader = Reader::new(&opened).with_depth_limit(DEPTH);
    let value = reader.read_value().unwrap();
    let error = reader.skip(&value).unwrap_err();
    let innermost = Some(OpenToken::Array(DEPTH - 1));
    assert_eq!(
        error,
        SyntaxError {
            span: Span {
                start: DEPTH,
                end: DEPTH
            },
            kind: SyntaxErrorKind::UnexpectedEnd { open: innermost }
        }
    );

    for (opening, closing) in [("[", "]"), (r#"{"a":["#, "]}")] {
        let nested = opening.repeat(DEPTH) + &closing.repeat(DEPTH);
        let mut reader = Reader::new(&nested).with_depth_limit(2 * DEPTH);
        let value = reader.read_value().unwrap();
        assert_eq!(reader.skip(&value), Ok(nested.len()));
        assert_eq!((reader.next_document(), reader.depth()), (None, 0));
    }
}

#[test]
fn finds_a_repeated_key_among_a_hundred_thousand() {
    let mut text = String::from("{");
    for number in 0..100_000 {
        write!(text, "\"{number}\":0,").unwrap();
    }
    text.push_str("\"0\":0}");
    let mut reader = Reader::new(&text);
    let value = reader.read_value().unwrap();
    assert_eq!(reader.skip(&value), Ok(text.len()));
    assert_eq!(
        reader.duplicate_keys(),
        [Span {
            start: text.len() - 6,
            end: text.len() - 3
        }]
    );
}
