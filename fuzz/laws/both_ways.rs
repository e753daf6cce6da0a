//! Plain records take a quick way, those with an escape the general one: of the same payload both say the same.

use std::fmt::Write as _;

use universal_accounting::internals::json::{Reader, SyntaxError, ValueKind};
use universal_accounting::internals::source::Span;

use super::choices::Choices;
use super::outcome;
use super::payload::{Entry, payload};

pub fn hold(data: &[u8]) {
    let mut choices = Choices::of(data);
    let escaped = choices.pick(&[Escaped::Names, Escaped::Texts, Escaped::Both]);
    let (entry, source) = payload(&mut choices);
    let Ok(plain) = str::from_utf8(&source) else { return };
    // Text with an escape goes the general way anyway, and with control characters it is told by how many there are what the file is.
    let is_odd = |character: char| character.is_control() && !character.is_ascii_whitespace();
    if plain.contains('\\') || plain.contains(is_odd) {
        return;
    }
    let general = with_escapes(plain, escaped);
    let (quick, slow) = (outcome(entry, plain), outcome(entry, &general));
    assert_eq!(quick.0, slow.0, "{plain} and {general}");
    assert_eq!(quick.1, slow.1, "{plain} and {general}");
}

/// Where escapes are put.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Escaped {
    Names,
    Texts,
    Both,
}

/// The same JSON with the first letter or digit of each name or text escaped, as far as it can be read.
fn with_escapes(text: &str, escaped: Escaped) -> String {
    let (mut names, mut texts) = (Vec::new(), Vec::new());
    // What follows a fault is no name and no text, and stays.
    let _ = strings(&mut Reader::new(text), &mut names, &mut texts);
    let mut chosen: Vec<Span> = match escaped {
        Escaped::Names => names,
        Escaped::Texts => texts,
        Escaped::Both => [names, texts].concat(),
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

fn strings(reader: &mut Reader<'_>, names: &mut Vec<Span>, texts: &mut Vec<Span>) -> Result<(), SyntaxError> {
    let value = reader.read_value()?;
    match value.kind {
        ValueKind::Text(_) => texts.push(value.span),
        ValueKind::Array => {
            while reader.next_element()? {
                strings(reader, names, texts)?;
            }
        }
        ValueKind::Object => {
            while let Some(key) = reader.next_member()? {
                names.push(key.span);
                strings(reader, names, texts)?;
            }
        }
        ValueKind::Null | ValueKind::Boolean(_) | ValueKind::Number(_) => {}
    }
    Ok(())
}

fn outcome(entry: Entry, source: &str) -> (Vec<String>, String) {
    match entry {
        Entry::BaseData => outcome::of_base_data(source.as_bytes()),
        Entry::Transactions => outcome::of_transactions(source.as_bytes()),
    }
}
