//! Compares the JSON reader with `serde_json` and the JSON test suite, and tests its own properties.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use crate::cases::cases;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::Index;
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

/// Writes a value as JSON with pseudo-random whitespace and escapes.
struct RandomWriter(u64);

impl RandomWriter {
    fn number_below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn write_space(&mut self, out: &mut String) {
        for _ in 0..self.number_below(12).saturating_sub(8) {
            out.push([' ', '\n', '\t', '\r'][usize::try_from(self.number_below(4)).unwrap()]);
        }
    }

    fn write_text(&mut self, text: &str, out: &mut String) {
        out.push('"');
        for character in text.chars() {
            let short = "\"\\/\u{8}\u{c}\n\r\t"
                .find(character)
                .map(|at| &"\"\\/bfnrt"[at..=at]);
            let must_escape = character < ' ' || character == '"' || character == '\\';
            match (self.number_below(if must_escape { 2 } else { 8 }), short) {
                (0, Some(short)) => write!(out, "\\{short}").unwrap(),
                (0 | 1, _) => {
                    for unit in character.encode_utf16(&mut [0; 2]) {
                        write!(out, "\\u{unit:04x}").unwrap();
                    }
                }
                _ => out.push(character),
            }
        }
        out.push('"');
    }

    fn write_value(&mut self, value: &Parsed, out: &mut String) {
        self.write_space(out);
        match value {
            Parsed::Scalar(Value::String(text)) => self.write_text(text, out),
            Parsed::Scalar(value) => write!(out, "{value}").unwrap(),
            Parsed::Number(text) => out.push_str(text),
            Parsed::Array(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    self.write_value(item, out);
                }
                self.write_space(out);
                out.push(']');
            }
            Parsed::Object(members) => {
                out.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    self.write_space(out);
                    self.write_text(key, out);
                    self.write_space(out);
                    out.push(':');
                    self.write_value(value, out);
                }
                self.write_space(out);
                out.push('}');
            }
        }
        self.write_space(out);
    }
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c]{0,2}",
        "[ -~]{0,40}",
        vec(any::<char>(), 0..12).prop_map(String::from_iter),
        "[\u{0}-\u{24}\\\\/é€😀\u{7f}\u{2028}]{0,20}",
    ]
}

fn any_value() -> impl Strategy<Value = Parsed> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any_text().prop_map(Value::String),
    ];
    let leaf = (
        scalar,
        "-?(0|[1-9][0-9]{0,25})(\\.[0-9]{1,25})?([eE][+-]?[0-9]{1,3})?",
        any::<bool>(),
    );
    let leaf = leaf.prop_map(|(scalar, number, is_number)| {
        if is_number {
            Parsed::Number(number)
        } else {
            Parsed::Scalar(scalar)
        }
    });
    leaf.prop_recursive(6, 48, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Parsed::Array),
            btree_map(any_text(), inner, 0..6)
                .prop_map(|members| Parsed::Object(members.into_iter().collect())),
        ]
    })
}

fn any_json() -> impl Strategy<Value = (Parsed, String)> {
    (any_value(), any::<u64>()).prop_map(|(parsed, seed)| {
        let mut text = String::new();
        RandomWriter(seed).write_value(&parsed, &mut text);
        (parsed, text)
    })
}

const TOKENS: [&str; 42] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\"a\"",
    "\"\\u0061\"",
    "\"b\":",
    "\"a\":1",
    "1",
    "-",
    "0",
    "01",
    "-0",
    ".",
    "e",
    "E+",
    "1.5",
    "1e400",
    "+",
    "true",
    "false",
    "null",
    "tru",
    "True",
    "NaN",
    " ",
    "\n",
    "\t",
    "\u{b}",
    "\\",
    "\\u",
    "\\ud83d",
    "\\ude00",
    "'",
    "//",
    "/*",
    "é",
    "\u{feff}",
    "\u{0}",
];

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn reads_back_what_was_written((written, text) in any_json()) {
        let (parsed, _) = read_document(&text).unwrap();
        prop_assert_eq!(&parsed, &written);
        compare(text.as_bytes());
    }

    #[test]
    fn the_text_of_a_span_is_its_value((_, text) in any_json()) {
        let (_, spans) = read_document(&text).unwrap();
        for span in spans {
            let slice = &text[span.start..span.end];
            let (_, inner) = read_document(slice).unwrap();
            prop_assert_eq!(inner.last(), Some(&Span { start: 0, end: slice.len() }));
            let mut reader = Reader::new(&text).starting_at(span.start);
            let value = reader.read_value().unwrap();
            prop_assert_eq!(reader.skip(&value), Ok(span.end));
            let mut again = Reader::new(&text).starting_at(span.start);
            let mut alone = Reader::new(slice);
            prop_assert_eq!(read(&mut again, &mut Vec::new()), read(&mut alone, &mut Vec::new()));
        }
    }

    #[test]
    fn agrees_with_serde_json_on_mutated_json(
        (_, text) in any_json(),
        mutations in vec((any::<Index>(), prop_oneof![any::<u8>(), proptest::sample::select(b"{}[],:\"\\0e.-u \n".as_slice())], 0..4), 1..4),
    ) {
        let mut bytes = text.into_bytes();
        for (index, byte, mutation) in mutations {
            let at = index.index(bytes.len() + 1);
            match mutation {
                0 => bytes.truncate(at.max(1)),
                1 if at < bytes.len() => drop(bytes.remove(at)),
                2 if at < bytes.len() => bytes[at] = byte,
                _ => bytes.insert(at, byte),
            }
        }
        compare(&bytes);
    }

    #[test]
    fn agrees_with_serde_json_on_random_tokens(tokens in vec(proptest::sample::select(TOKENS.as_slice()), 0..24)) {
        compare(tokens.concat().as_bytes());
    }

    #[test]
    fn agrees_with_serde_json_on_random_tokens_in_an_array(tokens in vec(proptest::sample::select(TOKENS.as_slice()), 0..6)) {
        compare(format!("[{}]", tokens.concat()).as_bytes());
    }
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

/// The files that the suite leaves to the implementation, whether our reader accepts them, and why.
const IMPLEMENTATION_DEFINED: [(&str, bool, &str); 35] = {
    const EXPONENT: &str = "a number with any exponent is accepted: it is text";
    const LONG: &str = "any number of digits is accepted: it is text";
    const LONE: &str = "half a surrogate pair is not a character";
    const BYTES: &str = "only UTF-8 is read; other encodings are decoded before";
    [
        ("i_number_double_huge_neg_exp.json", true, EXPONENT),
        ("i_number_huge_exp.json", true, EXPONENT),
        ("i_number_neg_int_huge_exp.json", true, EXPONENT),
        ("i_number_pos_double_huge_exp.json", true, EXPONENT),
        ("i_number_real_neg_overflow.json", true, EXPONENT),
        ("i_number_real_pos_overflow.json", true, EXPONENT),
        ("i_number_real_underflow.json", true, EXPONENT),
        ("i_number_too_big_neg_int.json", true, LONG),
        ("i_number_too_big_pos_int.json", true, LONG),
        ("i_number_very_big_negative_int.json", true, LONG),
        ("i_object_key_lone_2nd_surrogate.json", false, LONE),
        ("i_string_1st_surrogate_but_2nd_missing.json", false, LONE),
        ("i_string_1st_valid_surrogate_2nd_invalid.json", false, LONE),
        ("i_string_UTF-16LE_with_BOM.json", false, BYTES),
        ("i_string_UTF-8_invalid_sequence.json", false, BYTES),
        ("i_string_UTF8_surrogate_U+D800.json", false, BYTES),
        (
            "i_string_incomplete_surrogate_and_escape_valid.json",
            false,
            LONE,
        ),
        ("i_string_incomplete_surrogate_pair.json", false, LONE),
        (
            "i_string_incomplete_surrogates_escape_valid.json",
            false,
            LONE,
        ),
        ("i_string_invalid_lonely_surrogate.json", false, LONE),
        ("i_string_invalid_surrogate.json", false, LONE),
        ("i_string_invalid_utf-8.json", false, BYTES),
        ("i_string_inverted_surrogates_U+1D11E.json", false, LONE),
        ("i_string_iso_latin_1.json", false, BYTES),
        ("i_string_lone_second_surrogate.json", false, LONE),
        ("i_string_lone_utf8_continuation_byte.json", false, BYTES),
        ("i_string_not_in_unicode_range.json", false, BYTES),
        ("i_string_overlong_sequence_2_bytes.json", false, BYTES),
        ("i_string_overlong_sequence_6_bytes.json", false, BYTES),
        ("i_string_overlong_sequence_6_bytes_null.json", false, BYTES),
        ("i_string_truncated-utf-8.json", false, BYTES),
        ("i_string_utf16BE_no_BOM.json", false, BYTES),
        ("i_string_utf16LE_no_BOM.json", false, BYTES),
        (
            "i_structure_500_nested_arrays.json",
            false,
            "more than 128 brackets are open",
        ),
        (
            "i_structure_UTF-8_BOM_empty_object.json",
            false,
            "a byte order mark is removed before, or it is an error",
        ),
    ]
};

#[test]
#[ignore = "needs the suite below UACC_SHARED"]
fn passes_the_json_test_suite() {
    let shared = std::env::var_os("UACC_SHARED").unwrap();
    let folder = PathBuf::from(shared).join("conformance/JSONTestSuite/test_parsing");
    let mut counts = [0; 3];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let bytes = fs::read(&path).unwrap();
        let ours = read_document_from_bytes(&bytes);
        let (kind, accepted) = match name.as_bytes()[0] {
            b'y' => (0, true),
            b'n' => (1, false),
            _ => (
                2,
                IMPLEMENTATION_DEFINED
                    .iter()
                    .find(|(file, ..)| *file == name)
                    .unwrap()
                    .1,
            ),
        };
        counts[kind] += 1;
        assert_eq!(ours.is_ok(), accepted, "{name}: {ours:?}");
        if let Some((_, false, reason)) = IMPLEMENTATION_DEFINED
            .iter()
            .find(|(file, ..)| *file == name)
        {
            let rejection = ours.unwrap_err();
            let is_expected = match rejection {
                Rejection::NotUtf8 => reason.starts_with("only UTF-8"),
                Rejection::SyntaxError(SyntaxError {
                    kind: SyntaxErrorKind::LoneSurrogate,
                    ..
                }) => reason.starts_with("half"),
                Rejection::SyntaxError(SyntaxError {
                    kind: SyntaxErrorKind::TooDeep { .. },
                    ..
                }) => reason.starts_with("more than 128"),
                _ => true,
            };
            assert!(is_expected, "{name}: {rejection:?}");
        }
        compare(&bytes);
    }
    assert_eq!(counts, [95, 188, 35]);
}
