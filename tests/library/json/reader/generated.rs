//! Generated documents are read back, and read like `serde_json` after damage.

use std::fmt::Write as _;

use super::{Parsed, compare, read, read_document};
use crate::cases::cases;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;
use universal_accounting::internals::json::Reader;
use universal_accounting::internals::source::Span;

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
