//! The JSON reader against `serde_json`, the JSON test suite, and its own laws.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use crate::cases::cases;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Number, Value};
use universal_accounting::internals::json::{Kind, Open, Reader, SyntaxError, SyntaxErrorKind};
use universal_accounting::internals::source::Span;

/// Why a text was refused.
#[derive(Debug, PartialEq)]
enum Refusal {
    NotUtf8,
    SyntaxError(SyntaxError),
    TrailingComma,
    /// Something follows the document.
    Rest,
}

/// What the reader finds, with the numbers as they are written.
#[derive(Debug, Clone, PartialEq)]
enum Read {
    Scalar(Value),
    Number(String),
    Array(Vec<Read>),
    Object(Vec<(String, Read)>),
}

impl Read {
    /// As `serde_json` would have it, if it can hold all the numbers; the last of several equal keys wins there.
    fn to_value(&self) -> Option<Value> {
        Some(match self {
            Self::Scalar(value) => value.clone(),
            Self::Number(text) => Value::Number(serde_json::from_str::<Number>(text).ok()?),
            Self::Array(items) => Value::Array(items.iter().map(Self::to_value).collect::<Option<_>>()?),
            Self::Object(members) => Value::Object(
                members
                    .iter()
                    .map(|(key, value)| Some((key.clone(), value.to_value()?)))
                    .collect::<Option<Map<_, _>>>()?,
            ),
        })
    }
}

/// Reads the next value whole; `places` gets every span, those of containers up to their closing bracket.
fn read(reader: &mut Reader, places: &mut Vec<Span>) -> Result<Read, SyntaxError> {
    let value = reader.value()?;
    let read = match value.kind {
        Kind::Null => Read::Scalar(Value::Null),
        Kind::Boolean(boolean) => Read::Scalar(Value::Bool(boolean)),
        Kind::Number(text) => Read::Number(text.to_owned()),
        Kind::Text(text) => {
            assert!(text.is(&text.decode()));
            Read::Scalar(Value::String(text.decode().into_owned()))
        }
        Kind::Array => {
            let mut items = Vec::new();
            while reader.element()? {
                items.push(read(reader, places)?);
            }
            Read::Array(items)
        }
        Kind::Object => {
            let mut members = Vec::new();
            while let Some(key) = reader.member()? {
                places.push(key.span);
                members.push((key.text.decode().into_owned(), read(reader, places)?));
            }
            Read::Object(members)
        }
    };
    let end = if read_is_container(&read) { reader.position() } else { value.span.end };
    places.push(Span::new(value.span.start, end));
    Ok(read)
}

const fn read_is_container(read: &Read) -> bool {
    matches!(read, Read::Array(_) | Read::Object(_))
}

fn verdict(reader: &mut Reader) -> Result<(), Refusal> {
    match reader.rest() {
        Some(_) => Err(Refusal::Rest),
        None if !reader.trailing_commas().is_empty() => Err(Refusal::TrailingComma),
        None => Ok(()),
    }
}

/// Reads one document strictly, in both ways, which must agree.
fn strictly(text: &str) -> Result<(Read, Vec<Span>), Refusal> {
    let mut skipping = Reader::new(text);
    let skipped = skipping.value().and_then(|value| skipping.skip(&value)).map_err(Refusal::SyntaxError);
    let skipped = skipped.and_then(|end| verdict(&mut skipping).map(|()| end));

    let mut reader = Reader::new(text);
    let mut places = Vec::new();
    let found = read(&mut reader, &mut places).map_err(Refusal::SyntaxError);
    let end = reader.position();
    let found = found.and_then(|found| verdict(&mut reader).map(|()| found));

    assert_eq!(found.as_ref().map(|_| end), skipped.as_ref().copied(), "{text}");
    assert_eq!(reader.trailing_commas(), skipping.trailing_commas());
    if let Err(Refusal::SyntaxError(fault)) = &found {
        assert!(text.get(fault.span.start..fault.span.end).is_some(), "{fault:?} in {text}");
    }
    for span in places.iter().chain(reader.trailing_commas()).chain(skipping.duplicate_keys()) {
        assert!(text.get(span.start..span.end).is_some_and(|slice| !slice.is_empty()), "{span:?} in {text}");
    }
    found.map(|found| (found, places))
}

fn strictly_from_bytes(bytes: &[u8]) -> Result<(Read, Vec<Span>), Refusal> {
    // Whoever calls the reader has removed a byte order mark, and says so; here it is refused.
    strictly(std::str::from_utf8(bytes).map_err(|_| Refusal::NotUtf8)?)
}

/// Where the two are meant to differ: what `serde_json` says then, and why we don't.
const DIFFERENCES: [(&str, &str); 2] = [
    ("number out of range", "an exponent of any size is text to us: the field decides what it takes"),
    (
        "recursion limit exceeded",
        "it allows 127 open brackets, we allow 128; and it looks no further, where we may find a fault",
    ),
];

/// Holds the reader against `serde_json`.
fn compare(bytes: &[u8]) {
    let ours = strictly_from_bytes(bytes);
    let shown = String::from_utf8_lossy(bytes);
    match (&ours, serde_json::from_slice::<Value>(bytes)) {
        (Ok((read, _)), Ok(theirs)) => assert_eq!(read.to_value(), Some(theirs), "{shown}"),
        (Err(_), Err(_)) => {}
        (Err(refusal), Ok(_)) => panic!("only we refuse it, for {refusal:?}: {shown}"),
        (Ok((read, _)), Err(error)) => {
            let message = error.to_string();
            let reason = DIFFERENCES.iter().position(|(said, _)| message.starts_with(said));
            assert!(reason.is_some(), "only it refuses, {message}: {shown}");
            assert!(reason != Some(0) || read.to_value().is_none(), "it could hold every number: {shown}");
        }
    }
}

#[test]
fn the_differences_are_as_told() {
    let brackets = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let refuses = |text: &str| serde_json::from_str::<Value>(text).unwrap_err().to_string();

    assert!(strictly("1e400").is_ok());
    assert!(refuses("1e400").starts_with(DIFFERENCES[0].0));

    assert!(serde_json::from_str::<Value>(&brackets(127)).is_ok() && strictly(&brackets(127)).is_ok());
    assert!(refuses(&brackets(128)).starts_with(DIFFERENCES[1].0) && strictly(&brackets(128)).is_ok());
    let Err(Refusal::SyntaxError(fault)) = strictly(&brackets(129)) else { panic!("129 brackets") };
    assert_eq!(fault, SyntaxError { span: Span::new(128, 129), kind: SyntaxErrorKind::Depth { limit: 128 } });

    // Both accept duplicate keys; we tell where they are, `serde_json` keeps the last.
    let text = r#"{"a":1,"\u0061":2}"#;
    let mut reader = Reader::new(text);
    let value = reader.value().unwrap();
    reader.skip(&value).unwrap();
    assert_eq!(reader.duplicate_keys(), [Span::new(7, 15)]);
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), serde_json::json!({"a": 2}));
}

/// Choices for writing one value in many ways.
struct Choices(u64);

impl Choices {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn space(&mut self, out: &mut String) {
        for _ in 0..self.below(12).saturating_sub(8) {
            out.push([' ', '\n', '\t', '\r'][usize::try_from(self.below(4)).unwrap()]);
        }
    }

    fn text(&mut self, text: &str, out: &mut String) {
        out.push('"');
        for character in text.chars() {
            let short = "\"\\/\u{8}\u{c}\n\r\t".find(character).map(|at| &"\"\\/bfnrt"[at..=at]);
            let must = character < ' ' || character == '"' || character == '\\';
            match (self.below(if must { 2 } else { 8 }), short) {
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

    fn value(&mut self, value: &Read, out: &mut String) {
        self.space(out);
        match value {
            Read::Scalar(Value::String(text)) => self.text(text, out),
            Read::Scalar(value) => write!(out, "{value}").unwrap(),
            Read::Number(text) => out.push_str(text),
            Read::Array(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    self.value(item, out);
                }
                self.space(out);
                out.push(']');
            }
            Read::Object(members) => {
                out.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    self.space(out);
                    self.text(key, out);
                    self.space(out);
                    out.push(':');
                    self.value(value, out);
                }
                self.space(out);
                out.push('}');
            }
        }
        self.space(out);
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

fn any_read() -> impl Strategy<Value = Read> {
    let scalar =
        prop_oneof![Just(Value::Null), any::<bool>().prop_map(Value::Bool), any_text().prop_map(Value::String),];
    let leaf = (scalar, "-?(0|[1-9][0-9]{0,25})(\\.[0-9]{1,25})?([eE][+-]?[0-9]{1,3})?", any::<bool>());
    let leaf = leaf
        .prop_map(|(scalar, number, is_number)| if is_number { Read::Number(number) } else { Read::Scalar(scalar) });
    leaf.prop_recursive(6, 48, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Read::Array),
            btree_map(any_text(), inner, 0..6).prop_map(|members| Read::Object(members.into_iter().collect())),
        ]
    })
}

fn any_json() -> impl Strategy<Value = (Read, String)> {
    (any_read(), any::<u64>()).prop_map(|(read, seed)| {
        let mut text = String::new();
        Choices(seed).value(&read, &mut text);
        (read, text)
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
    fn what_is_written_is_read((written, text) in any_json()) {
        let (read, _) = strictly(&text).unwrap();
        prop_assert_eq!(&read, &written);
        compare(text.as_bytes());
    }

    #[test]
    fn a_span_rereads_to_its_value((_, text) in any_json()) {
        let (_, places) = strictly(&text).unwrap();
        for place in places {
            let slice = &text[place.start..place.end];
            let (_, inner) = strictly(slice).unwrap();
            prop_assert_eq!(inner.last(), Some(&Span::new(0, slice.len())));
            let mut reader = Reader::new(&text).starting_at(place.start);
            let value = reader.value().unwrap();
            prop_assert_eq!(reader.skip(&value), Ok(place.end));
            let mut again = Reader::new(&text).starting_at(place.start);
            let mut alone = Reader::new(slice);
            prop_assert_eq!(read(&mut again, &mut Vec::new()), read(&mut alone, &mut Vec::new()));
        }
    }

    #[test]
    fn mutated_json_is_judged_alike(
        (_, text) in any_json(),
        mutations in vec((any::<Index>(), prop_oneof![any::<u8>(), proptest::sample::select(b"{}[],:\"\\0e.-u \n".as_slice())], 0..4), 1..4),
    ) {
        let mut bytes = text.into_bytes();
        for (index, byte, how) in mutations {
            let at = index.index(bytes.len() + 1);
            match how {
                0 => bytes.truncate(at.max(1)),
                1 if at < bytes.len() => drop(bytes.remove(at)),
                2 if at < bytes.len() => bytes[at] = byte,
                _ => bytes.insert(at, byte),
            }
        }
        compare(&bytes);
    }

    #[test]
    fn token_soup_is_judged_alike(tokens in vec(proptest::sample::select(TOKENS.as_slice()), 0..24)) {
        compare(tokens.concat().as_bytes());
    }

    #[test]
    fn token_soup_in_an_array_is_judged_alike(tokens in vec(proptest::sample::select(TOKENS.as_slice()), 0..6)) {
        compare(format!("[{}]", tokens.concat()).as_bytes());
    }
}

#[test]
fn nesting_cannot_exhaust_the_stack() {
    const DEEP: usize = 100_000;
    let opened = "[".repeat(DEEP);
    let Err(fault) = Reader::new(&opened).value().and_then(|value| {
        let mut reader = Reader::new(&opened);
        reader.value()?;
        reader.skip(&value)
    }) else {
        panic!("{DEEP} brackets are too deep")
    };
    assert_eq!(fault, SyntaxError { span: Span::new(128, 129), kind: SyntaxErrorKind::Depth { limit: 128 } });

    let mut reader = Reader::new(&opened).with_depth_limit(DEEP);
    let value = reader.value().unwrap();
    let fault = reader.skip(&value).unwrap_err();
    let innermost = Some(Open::Array(DEEP - 1));
    assert_eq!(fault, SyntaxError { span: Span::at(DEEP), kind: SyntaxErrorKind::End { open: innermost } });

    for (opening, closing) in [("[", "]"), (r#"{"a":["#, "]}")] {
        let nested = opening.repeat(DEEP) + &closing.repeat(DEEP);
        let mut reader = Reader::new(&nested).with_depth_limit(2 * DEEP);
        let value = reader.value().unwrap();
        assert_eq!(reader.skip(&value), Ok(nested.len()));
        assert_eq!((reader.rest(), reader.depth()), (None, 0));
    }
}

#[test]
fn a_repeated_key_is_found_among_a_hundred_thousand() {
    let mut text = String::from("{");
    for number in 0..100_000 {
        write!(text, "\"{number}\":0,").unwrap();
    }
    text.push_str("\"0\":0}");
    let mut reader = Reader::new(&text);
    let value = reader.value().unwrap();
    assert_eq!(reader.skip(&value), Ok(text.len()));
    assert_eq!(reader.duplicate_keys(), [Span::new(text.len() - 6, text.len() - 3)]);
}

/// What the suite leaves open, and what we make of it.
const LEFT_OPEN: [(&str, bool, &str); 35] = {
    const EXPONENT: &str = "any number of the grammar is accepted: it is text";
    const LONG: &str = "any number of digits is accepted: it is text";
    const LONE: &str = "half a surrogate pair is no character";
    const BYTES: &str = "only UTF-8 is read; other encodings are told apart before";
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
        ("i_string_incomplete_surrogate_and_escape_valid.json", false, LONE),
        ("i_string_incomplete_surrogate_pair.json", false, LONE),
        ("i_string_incomplete_surrogates_escape_valid.json", false, LONE),
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
        ("i_structure_500_nested_arrays.json", false, "more than 128 brackets are open"),
        ("i_structure_UTF-8_BOM_empty_object.json", false, "a byte order mark is removed before, or refused"),
    ]
};

#[test]
#[ignore = "needs the suite below UACC_SHARED"]
fn the_json_test_suite_is_passed() {
    let shared = std::env::var_os("UACC_SHARED").unwrap();
    let folder = PathBuf::from(shared).join("conformance/JSONTestSuite/test_parsing");
    let mut counts = [0; 3];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let bytes = fs::read(&path).unwrap();
        let ours = strictly_from_bytes(&bytes);
        let (kind, accepted) = match name.as_bytes()[0] {
            b'y' => (0, true),
            b'n' => (1, false),
            _ => (2, LEFT_OPEN.iter().find(|(file, ..)| *file == name).unwrap().1),
        };
        counts[kind] += 1;
        assert_eq!(ours.is_ok(), accepted, "{name}: {ours:?}");
        if let Some((_, false, reason)) = LEFT_OPEN.iter().find(|(file, ..)| *file == name) {
            let refused_for = ours.unwrap_err();
            let fits = match refused_for {
                Refusal::NotUtf8 => reason.starts_with("only UTF-8"),
                Refusal::SyntaxError(SyntaxError { kind: SyntaxErrorKind::LoneSurrogate, .. }) => {
                    reason.starts_with("half")
                }
                Refusal::SyntaxError(SyntaxError { kind: SyntaxErrorKind::Depth { .. }, .. }) => {
                    reason.starts_with("more than 128")
                }
                _ => true,
            };
            assert!(fits, "{name}: {refused_for:?}");
        }
        compare(&bytes);
    }
    assert_eq!(counts, [95, 188, 35]);
}
