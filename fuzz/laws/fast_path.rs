//! Escaping letters doesn't change the result: the fast path, which reads most records, agrees with the general reader.

use std::fmt::Write as _;

use universal_accounting::internals::json::{Reader, SyntaxError, ValueKind};
use universal_accounting::internals::source::Span;

use super::choices::Choices;
use super::outcome;
use super::payload::{PayloadKind, build_payload};

pub fn assert_holds(data: &[u8]) {
    let mut choices = Choices::new(data);
    let escaped = choices.pick(&[Escaped::Keys, Escaped::Texts, Escaped::Both]);
    let (kind, source) = build_payload(&mut choices);
    let Ok(plain) = str::from_utf8(&source) else {
        return;
    };
    // A payload that already has escapes doesn't compare the two. The share of control characters decides whether a file is text, and added escapes
    // would change it.
    let is_control = |character: char| character.is_control() && !character.is_ascii_whitespace();
    if plain.contains('\\') || plain.contains(is_control) {
        return;
    }
    let with_escapes = escape_strings(plain, escaped);
    let (fast, general) = (outcome(kind, plain), outcome(kind, &with_escapes));
    assert_eq!(fast.0, general.0, "{plain} and {with_escapes}");
    assert_eq!(fast.1, general.1, "{plain} and {with_escapes}");
}

/// The strings that get an escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Escaped {
    Keys,
    Texts,
    Both,
}

/// Returns the same JSON with the first letter or digit of each key or text escaped, up to the first syntax error.
fn escape_strings(text: &str, escaped: Escaped) -> String {
    let (mut keys, mut texts) = (Vec::new(), Vec::new());
    // After a syntax error, keys and texts are unknown and stay as they are.
    let _ = collect_strings(&mut Reader::new(text), &mut keys, &mut texts);
    let mut chosen: Vec<Span> = match escaped {
        Escaped::Keys => keys,
        Escaped::Texts => texts,
        Escaped::Both => [keys, texts].concat(),
    };
    chosen.sort_unstable();
    let (mut out, mut copied) = (String::new(), 0);
    for span in chosen {
        let first = span.start + 1;
        if text.as_bytes()[first].is_ascii_alphanumeric() {
            out.push_str(&text[copied..first]);
            write!(out, "\\u{:04x}", text.as_bytes()[first]).unwrap();
            copied = first + 1;
        }
    }
    out.push_str(&text[copied..]);
    out
}

fn collect_strings(
    reader: &mut Reader<'_>,
    keys: &mut Vec<Span>,
    texts: &mut Vec<Span>,
) -> Result<(), SyntaxError> {
    let value = reader.read_value()?;
    match value.kind {
        ValueKind::Text(_) => texts.push(value.span),
        ValueKind::Array => {
            while reader.next_element()? {
                collect_strings(reader, keys, texts)?;
            }
        }
        ValueKind::Object => {
            while let Some(key) = reader.next_member()? {
                keys.push(key.span);
                collect_strings(reader, keys, texts)?;
            }
        }
        ValueKind::Null | ValueKind::Boolean(_) | ValueKind::Number(_) => {}
    }
    Ok(())
}

fn outcome(kind: PayloadKind, source: &str) -> (Vec<String>, String) {
    match kind {
        PayloadKind::BaseData => outcome::read_base_data(source.as_bytes()),
        PayloadKind::Transactions => outcome::read_transactions(source.as_bytes()),
        PayloadKind::Journal => outcome::read_journal(source.as_bytes()),
    }
}
